"""Engines from outside: what they are asked, everything that they can do wrong, and how they end."""

import shlex
import subprocess
import sys
import threading
import time
import tracemalloc

import pytest

from game.core.options import resolve
from game.core.record import Record
from game.core.rules import OptionError
from game.outside import engine as outside
from game.outside.engine import EngineCommand, OutsideEngine, OutsideError, engine_command
from game.platforms import processes
from game.registry import find
from tests.processes import ROOT, gone, play_system
from tests.stores import PATIENCE
from tests.tables import rows

BOT = str(ROOT / "tests" / "outside_engine.py")
POSITION = Record("nim", {"players": 2, "pile": 10}, 4, ("take 3",))


@pytest.fixture
def make():
    """Makes engines, which end with the test."""
    engines = []

    def make(*words, start=20.0, late=outside.LATE, last=0.3):
        engines.append(OutsideEngine(EngineCommand("bot", (sys.executable, *words)), start=start, late=late, last=last))
        return engines[-1]

    yield make
    for engine in engines:
        engine.close()


def fails(engine, said, ask=lambda engine: engine.choose(POSITION, 1, 0.0, 0)):
    """The one line that an engine, which has got ready, fails with, and the reason."""
    engine.warm({})
    with pytest.raises(OutsideError, match=said) as caught:
        ask(engine)
    line = str(caught.value)
    assert line.startswith("bot: ") and "\n" not in line and len(line) < 300
    return caught.value.reason


def test_a_command_has_a_name_and_words():
    command = engine_command(f"bot={shlex.quote(sys.executable)} 'a b' --x=1")
    assert command == EngineCommand("bot", (sys.executable, "a b", "--x=1"))


@pytest.mark.parametrize(
    "text",
    ["bot", "=python3", "bot=", "b t=python3", "ext:a=python3", "bot=no-such-program-here", "bot=python3 'x", ""],
)
def test_what_is_no_command(text):
    with pytest.raises(OptionError, match="engine"):
        engine_command(text)


def test_no_shell_reads_the_command(make, tmp_path):
    left = tmp_path / "left"
    engine = make(BOT, "well", str(tmp_path / "marker"), f"; touch {left}", f"$(touch {left})")
    engine.warm({})  # the start may take long on a busy machine
    assert engine.choose(POSITION, 1, 0.5, 3) == "take 1"
    assert not left.exists()


def test_what_is_asked(make):
    engine = make(BOT, "echo")
    engine.warm({})
    answer = engine.ask({"cmd": "choose", "game": "nim"}, 0.5)
    assert answer["request"] == {"id": 2, "cmd": "choose", "game": "nim", "level": 5, "seconds": 0.5}


def test_kissaten_itself_is_such_an_engine(make):
    engine = make(str(ROOT / "main.py"), "engine", start=300.0)
    spec = find("star")
    record = Record("star", resolve(spec.options, {}), 0, ("@a2",))
    state = spec.rules.apply(spec.rules.start(record.options, 0), 0, spec.rules.parse("@a2"))[0]
    engine.warm({"cmd": "choose", "game": "star"})
    action = engine.choose(record, 1, 5.0, 0)
    assert spec.rules.parse(action) in spec.rules.legal(state, 1)


@pytest.mark.parametrize(("how", "reason", "said"), rows("engine_faults", 3))
def test_a_fault_is_told_and_the_engine_started_anew(make, tmp_path, how, reason, said):
    engine = make(BOT, how, str(tmp_path / "starts"), late=60.0)
    tracemalloc.start()
    try:
        for _ in range(2):
            assert fails(engine, said) == reason
        assert tracemalloc.get_traced_memory()[1] < 10 * outside.MAX_LINE, "a line without end is not kept"
    finally:
        tracemalloc.stop()
    assert len((tmp_path / "starts").read_text().split()) == (1 if how in ("refuses", "no action") else 2)


def test_nothing_is_written_to_an_engine_that_is_closed(make, tmp_path, monkeypatch):
    """Its descriptor may be that of the next one by then."""
    monkeypatch.setattr(outside, "_FAREWELL", 60.0)
    write = outside._write
    found: list[bool] = []

    def late(process, line):
        if found:  # the first is answered
            process.wait()
            time.sleep(0.2)  # in which it could be closed
        found.append(process.stdin.closed)
        write(process, line)

    monkeypatch.setattr(outside, "_write", late)
    assert fails(make(BOT, "dies early", str(tmp_path / "starts")), "status 3") == "crash"
    assert found == [False, False]


def test_a_late_answer_is_none_and_the_engine_goes_on(make):
    engine = make(BOT, "late", last=60.0)
    assert fails(engine, "later than 1 s") == "late" and engine.pid is not None


@pytest.mark.parametrize("text", ["", "x" * 1_000_000], ids=["that does not answer", "that does not read"])
def test_one_that_hangs_is_ended(make, text):
    engine = make("-c", "import time; print('{\"id\": 1}', flush=True); time.sleep(1000)", late=0.1)
    engine.warm({})
    pid, begun = engine.pid, time.monotonic()
    assert fails(engine, "it was ended", lambda engine: engine.ask({"text": text}, 0.0)) == "late"
    assert time.monotonic() - begun >= 0.4 and engine.pid is None and gone(pid)


def test_an_answer_may_be_one_second_late_and_the_process_two_more():
    assert (outside.LATE, outside.LAST) == (1.0, 2.0)


def test_one_that_has_been_retired_is_not_started_again(make):
    engine = make(BOT, "well")
    engine.warm({})
    pid = engine.pid
    engine.retire()
    with pytest.raises(OutsideError, match="it has ended"):
        engine.choose(POSITION, 1, 0.5, 0)
    assert engine.pid is None and gone(pid)


def test_one_that_has_been_interrupted_starts_nothing_any_more(make, tmp_path):
    engine = make(BOT, "well", str(tmp_path / "starts"))
    engine.interrupt()
    with pytest.raises(OutsideError, match="for good"):
        engine.warm({})
    assert not (tmp_path / "starts").exists()


def test_one_that_another_thread_has_closed_is_told_as_ended(make):
    with pytest.raises(OutsideError, match="another thread has closed it"):
        make(BOT, "well").exchange({}, 0.0, 0.1, 0.0)


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        ((sys.executable, "-c", "import time; time.sleep(1000)"), "late"),
        ((str(ROOT / "README.md"),), "crash"),
        (("/nonexistent/program",), "crash"),
    ],
)
def test_one_that_does_not_start_is_told(words, reason):
    engine = OutsideEngine(EngineCommand("bot", words), start=0.2 if reason == "late" else 60.0)
    with pytest.raises(OutsideError) as caught:
        engine.warm({})
    assert (caught.value.reason, engine.pid) == (reason, None)


def test_an_answer_to_an_earlier_request_is_passed_over(make):
    assert make(BOT, "talks").choose(POSITION, 1, 5.0, 0) == "take 1"


@pytest.mark.parametrize("how", ["decimal", "marked"])
def test_a_number_may_have_a_decimal_point_and_a_line_a_byte_order_mark(make, how):
    assert make(BOT, how).choose(POSITION, 1, 5.0, 0) == "take 1"


def test_closing_ends_it_with_its_own_children(make):
    code = (
        "import subprocess, sys\n"
        "child = subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(1000)'])\n"
        'for line in sys.stdin: print(\'{"id": 1, "pid": %d, "ok": true}\' % child.pid, flush=True)'
    )
    engine = make("-c", code)
    engine.start()
    child = engine.exchange({}, 0.0, 20.0, 0.0)["pid"]
    pid = engine.pid
    engine.close()
    assert gone(pid) and gone(child)
    engine.close()
    assert not [thread for thread in threading.enumerate() if thread.name == "bot" and not _ends(thread)]


PARENT = """
import os, subprocess, sys
told, tell = os.pipe()
code = 'import os, sys, time; os.setsid(); os.fork() and os._exit(0); tell = int(sys.argv[1]);'
code += 'os.write(tell, b"%d" % os.getpid()); os.close(tell); time.sleep(1000)'
subprocess.Popen([sys.executable, '-c', code, str(tell)], pass_fds=[tell])
os.close(tell)
child = int(os.read(told, 99))
apart = str(os.getsid(child) != os.getsid(0)).lower()
for line in sys.stdin:
    print('{"id": 1, "pid": %d, "apart": %s, "ok": true}' % (child, apart), flush=True)
    WAYS
"""


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere such a process is out of reach")
@pytest.mark.parametrize("end", ["close", "interrupt", "crash"])
def test_a_process_in_a_session_of_its_own_ends_with_the_engine(make, end):
    engine = make("-c", PARENT.replace("WAYS", "os.abort()" if end == "crash" else "pass"))
    engine.start()
    answer = engine.exchange({}, 0.0, 60.0, 0.0)
    child = answer["pid"]
    assert answer["apart"]  # as it was told before the crash, after which the child may be gone
    if end != "crash":
        getattr(engine, end)()
    assert gone(child)


@pytest.mark.skipif(sys.platform != "linux", reason="the system sees to it on Linux")
def test_its_status_is_the_programs(make):
    engine = make("-c", "import os, signal; os.kill(os.getpid(), signal.SIGKILL)")
    with pytest.raises(OutsideError, match="status -9"):
        engine.warm({})
    engine = make("-c", "raise SystemExit(7)")
    with pytest.raises(OutsideError, match="status 7"):
        engine.warm({})


def _ends(thread):
    thread.join(PATIENCE)
    return not thread.is_alive()


@pytest.mark.skipif(sys.platform != "linux", reason="the system sees to it on Linux")
def test_it_ends_with_us_however_we_end_and_so_does_what_it_started():
    code = (
        "import sys; from game.outside.engine import EngineCommand, OutsideEngine\n"
        f"engine = OutsideEngine(EngineCommand('bot', (sys.executable, '-c', {PARENT.replace('WAYS', 'pass')!r})))\n"
        "engine.start()\n"
        "child = engine.exchange({}, 0.0, 60.0, 0.0)['pid']\n"
        "print(engine.pid, child, flush=True)\n"
        "engine.ask({}, 100.0)"
    )
    with subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, cwd=ROOT) as process:
        pids = [int(word) for word in process.stdout.readline().split()]
        process.kill()
    assert len(pids) == 2 and all(gone(pid) for pid in pids)


def test_other_systems_bind_otherwise(monkeypatch):
    play_system(monkeypatch, "win32")
    assert processes.bound_command(("bot.exe", "x")) == ["bot.exe", "x"]
    assert processes.program_words(r'"C:\my bots\bot.exe" x') == [r"C:\my bots\bot.exe", "x"]
