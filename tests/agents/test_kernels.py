"""Compiled kernels: kept once, never loaded when damaged, not waited for, and the same answers without a compiler."""

import contextlib
import sys
from concurrent.futures import ThreadPoolExecutor
from types import SimpleNamespace

import pytest

from game.agents import kernels
from game.agents.agent import Job
from game.agents.compiling import COMPILED, UNFINISHED
from game.agents.kernel_folder import is_intact, keep
from game.agents.process import WorkerAgent
from game.core.record import Record
from game.platforms.machine import held_memory
from tests import kernel_toy
from tests.processes import awaited, no_more_files, run

PATIENT = 500  # seconds that a compiler may take where others have the processor
LINES = 24  # ways to take 1 to 3 from a pile of 6
REQUEST = Job("move", Record("counting", {"players": 2, "pile": 6}).to_json(), 0, 1, 0, 0, 0)
SCRIPT = """
from game.agents.compiling import prepared_brain
from game.agents.kernels import is_compiled
from tests.kernel_toy import COUNTING
brain = prepared_brain(COUNTING)
from tests.kernel_toy.inner.lines import count_lines
print(brain.count(6), is_compiled(count_lines))
"""
OTHER_TYPES = """
import numpy
print(count_lines(6, numpy.zeros(1, dtype="int64")))
"""
WHO_COMPILED = """
print(sum(count_lines.stats.cache_misses.values()))
"""

pytestmark = pytest.mark.timeout(PATIENT + 100)
needs_numba = pytest.mark.skipif(not kernels.is_available(), reason="kernels cannot be compiled here")


def counted(more="", **environment):
    """What a fresh process says that makes the brain, counts, and does `more`, with what it says of compiling."""
    done = run("-c", SCRIPT + more, **environment)
    assert done.returncode == 0, done.stderr
    return done.stdout.strip(), done.stderr


def counts(more="", **environment):
    """What it says, and whether it has compiled."""
    said, told = counted(more, **environment)
    return said, "compiling" in told


@pytest.fixture
def agent(tmp_path, monkeypatch):
    """A worker whose kernels lie in the test's folder."""
    monkeypatch.setenv("KISSATEN_KERNELS", str(tmp_path))
    made = WorkerAgent(kernel_toy.find, games=["counting"])
    yield made
    made.close()


def kept(folder):
    """Every file in the kernel folder with what it holds, but for the lock's empty file."""
    return {path: path.read_bytes() for path in folder.rglob("*") if path.is_file() and path.suffix != ".lock"}


@needs_numba
def test_a_kernel_is_compiled_once_and_then_loaded(tmp_path):
    assert counts(KISSATEN_KERNELS=tmp_path) == (f"{LINES} True", True)
    files = kept(tmp_path)
    assert any(path.suffix == ".nbc" for path in files)
    assert counts(KISSATEN_KERNELS=tmp_path) == (f"{LINES} True", False)
    assert kept(tmp_path) == files


@needs_numba
def test_two_processes_at_once_compile_a_kernel_once(tmp_path):
    with ThreadPoolExecutor(2) as pool:
        both = [pool.submit(counted, WHO_COMPILED, KISSATEN_KERNELS=tmp_path) for _ in range(2)]
        said = sorted(one.result()[0] for one in both)
    assert said == [f"{LINES} True\n0", f"{LINES} True\n1"]
    assert counts(KISSATEN_KERNELS=tmp_path) == (f"{LINES} True", False)


@needs_numba
@pytest.mark.parametrize("changed", ["brain.py", "inner/lines.py"])
def test_what_was_compiled_counts_until_a_source_of_the_game_changes(tmp_path, monkeypatch, changed):
    monkeypatch.setenv("KISSATEN_KERNELS", str(tmp_path / "kernels"))
    package = tmp_path / "game"
    (package / "inner").mkdir(parents=True)
    for source in ("brain.py", "inner/lines.py"):
        (package / source).write_text("ONE = 1\n")
    keep(package)
    assert is_intact(package)
    (package / changed).write_text("ONE = 2\n")
    assert not is_intact(package)


@needs_numba
@pytest.mark.long
def test_what_a_call_with_other_types_compiles_is_not_kept(tmp_path):
    counts(KISSATEN_KERNELS=tmp_path)
    files = kept(tmp_path)
    said, compiled = counts(OTHER_TYPES, KISSATEN_KERNELS=tmp_path)
    assert (said, compiled) == (f"{LINES} True\n{LINES}", False)
    assert kept(tmp_path) == files, "the next process would take it for damaged and compile everything anew"


@needs_numba
@pytest.mark.long
def test_damaged_kernels_are_compiled_again(tmp_path):
    counts(KISSATEN_KERNELS=tmp_path)
    for suffix, damage in ((".nbc", b""), (".nbi", b"\x80not a pickle"), (".json", b"{")):
        for path in tmp_path.rglob(f"*{suffix}"):
            path.write_bytes(damage)
        assert counts(KISSATEN_KERNELS=tmp_path) == (f"{LINES} True", True)
    assert counts(KISSATEN_KERNELS=tmp_path) == (f"{LINES} True", False)


@needs_numba
def test_where_no_folder_can_be_written_kernels_are_compiled_for_this_process_alone(tmp_path):
    nowhere = tmp_path / "a file"
    nowhere.touch()
    places = {"HOME": nowhere, "TMPDIR": nowhere, "KISSATEN_CACHE": nowhere, "KISSATEN_KERNELS": nowhere / "kernels"}
    aside = f"import tempfile; tempfile.tempdir = {str(nowhere / 'temporary')!r}\n"
    done = run("-c", aside + SCRIPT, **places)
    assert (done.returncode, done.stdout.strip()) == (0, f"{LINES} True"), done.stderr
    assert nowhere.read_bytes() == b""


@needs_numba
@pytest.mark.long
def test_where_the_cache_cannot_be_written_nothing_is_kept_anywhere(tmp_path):
    nowhere = tmp_path / "a file"
    nowhere.touch()
    folder = tmp_path / "temporary"
    folder.mkdir()
    for _ in range(2):
        places = {"KISSATEN_KERNELS": nowhere / "kernels", "TMPDIR": folder, "TEMP": folder, "TMP": folder}
        assert counts(**places) == (f"{LINES} True", True)
    assert kept(folder) == {}


@needs_numba
@pytest.mark.skipif(sys.platform == "win32", reason="files cannot be limited there")
def test_where_the_disk_is_full_what_is_compiled_is_used_and_nothing_is_kept(tmp_path):
    limited = "import resource, sys; resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000))"
    done = run("-c", limited + SCRIPT, KISSATEN_KERNELS=tmp_path, PYTHONDONTWRITEBYTECODE="1")
    assert (done.returncode, done.stdout.strip()) == (0, f"{LINES} True"), done.stderr
    assert "cannot be kept" in done.stderr and "Traceback" not in done.stderr and not kept(tmp_path)


@needs_numba
def test_kernels_that_somebody_else_can_change_are_never_loaded(tmp_path):
    folder = tmp_path / "shared"
    counts(KISSATEN_KERNELS=folder)
    files = kept(folder)
    assert counts(KISSATEN_KERNELS=folder) == (f"{LINES} True", False)
    folder.chmod(0o777)
    assert f"for this run alone ({folder} can be written by others)" in counted(KISSATEN_KERNELS=folder)[1]
    assert kept(folder) == files


@needs_numba
def test_nothing_is_compiled_in_the_background_where_it_cannot_be_kept(agent, tmp_path, monkeypatch):
    (tmp_path / "file").touch()
    monkeypatch.setenv("KISSATEN_KERNELS", str(tmp_path / "file" / "kernels"))
    assert answer(agent).score == 0.0
    agent.compiler.join(PATIENT)
    assert agent.is_uncompiled


def test_without_the_compiler_the_same_code_runs_as_python(tmp_path):
    assert counts(NUMBA_DISABLE_JIT="1", KISSATEN_KERNELS=tmp_path) == (f"{LINES} False", False)
    assert kept(tmp_path) == {}


COMPILES_NOTHING = """
import sys
sys.path.remove(HERE)
del sys.modules["numba"]
import numba

def njit(*given, **options):
    raise RuntimeError("no memory that can be run")

numba.njit = njit
"""


@needs_numba
@pytest.mark.parametrize(
    ("source", "why", "was_kept"),
    [
        ("raise OSError('a library is\\nmissing')", "cannot be imported: OSError: a library is missing", False),
        ("raise SystemError('x')", "cannot be imported: SystemError: x", False),
        ("raise OSError('gone')", "cannot be imported: OSError: gone", True),  # after kernels were kept
        (COMPILES_NOTHING, "compiles nothing: RuntimeError: no memory that can be run", False),
    ],
    ids=["a library is missing", "another error", "broken later", "compiles nothing"],
)
def test_a_compiler_that_does_not_work_is_as_none(tmp_path, source, why, was_kept):
    """The same code runs as Python, and a line says why."""
    if was_kept:
        counted(KISSATEN_KERNELS=tmp_path / "kernels")
    (tmp_path / "numba").mkdir()
    (tmp_path / "numba" / "__init__.py").write_text(source.replace("HERE", repr(str(tmp_path))))
    said, told = counted(KISSATEN_KERNELS=tmp_path / "kernels", PYTHONPATH=tmp_path)
    assert said == f"{LINES} False"
    assert told.splitlines()[-1] == f"counting: the search runs uncompiled, and is weaker (numba {why})"


@needs_numba
def test_the_agent_tells_whether_levels_stay_uncompiled(agent, tmp_path, monkeypatch):
    assert not agent.is_uncompiled
    (tmp_path / "stranger").mkdir()
    (tmp_path / "stranger" / "numba.py").write_text("raise OSError('gone')")
    monkeypatch.syspath_prepend(tmp_path / "stranger")  # which children are given
    assert answer(agent).score == 0.0
    agent.compiler.join(PATIENT)
    assert agent.is_uncompiled
    assert answer(agent).score == 0.0 and agent.is_uncompiled and agent.failures == 0


def test_no_process_to_compile_in_is_told_too(agent):
    with no_more_files(), contextlib.suppress(OSError):
        agent.warm()
    assert agent.is_uncompiled


@needs_numba
def test_the_worker_plays_uncompiled_until_the_kernels_are_there(agent):
    first = answer(agent)
    assert (first.score, first.nodes) == (0.0, LINES)
    compiler = agent.compiler
    told = awaited(lambda: agent.compiling() or not compiler.is_alive())
    compiler.join(PATIENT)
    assert told is True or told == (0, 1)  # a quick machine is done before it is asked
    assert list(agent._progress) == [0, 1] and agent.compiling() is None
    second = answer(agent)
    assert (second.score, second.nodes) == (1.0, LINES) and not agent.is_uncompiled


@needs_numba
@pytest.mark.skipif(held_memory() is None, reason="this system does not say what a process holds")
@pytest.mark.parametrize("is_damaged", [False, True], ids=["a part", "a damaged part"])
def test_a_compiler_that_holds_much_leaves_the_rest_to_another_process(tmp_path, monkeypatch, is_damaged):
    """The next process goes on from what is kept, and begins anew where that was changed."""
    monkeypatch.setenv("KISSATEN_KERNELS", str(tmp_path))
    agent = WorkerAgent(kernel_toy.find_where_memory_is_short, games=["counting"])
    agent.warm()
    left = []
    for _ in range(2 + is_damaged):
        agent.poll()
        agent.compiler.join(PATIENT)
        left.append(agent.compiler.exitcode)
        assert not agent.is_uncompiled
        if is_damaged and len(left) == 1:
            code = next(tmp_path.rglob("*.nbc"))
            code.write_bytes(code.read_bytes()[:-1])
    assert left == [UNFINISHED] * (1 + is_damaged) + [COMPILED]
    assert answer(agent).score == 1.0
    agent.close()


@needs_numba
def test_a_start_that_has_nothing_to_compile_imports_no_compiler(tmp_path):
    """Star 3×3 has no kernels: only the first start finds that out."""
    script = "import sys; from game.agents.compiling import *; from game.registry import find; "
    script += "compile_games(find, ['star']); print('numba' in sys.modules)"
    assert [run("-c", script, KISSATEN_KERNELS=tmp_path).stdout.strip() for _ in range(2)] == ["True", "False"]


@needs_numba
@pytest.mark.long
def test_the_worker_uses_at_once_what_is_kept(agent, tmp_path):
    counts(KISSATEN_KERNELS=tmp_path)
    assert answer(agent).score == 1.0


def test_closing_ends_the_compiling_too(agent):
    agent.warm()
    compiler = agent.compiler
    agent.close()
    assert not compiler.is_alive()


def answer(agent):
    """The agent's answer to the request."""
    agent.request(REQUEST)
    return awaited(agent.poll)


def total(numbers):
    """A plain function for a kernel: it reads an array, so references to it would be counted."""
    found = 0
    for number in numbers:
        found += number
    return found


@needs_numba
@pytest.mark.filterwarnings("error")
def test_kernels_count_no_references():
    """What no public option of numba says: if this fails with a new version, see `kernels.uncounted`."""
    import numba
    import numpy

    compiled = kernels.kernel(total)
    assert compiled(numpy.arange(4)) == 6
    assert "NRT_" not in code_of(compiled)
    by_public_options = numba.njit(total)
    by_public_options(numpy.arange(4))
    assert "NRT_" in code_of(by_public_options)


def code_of(compiled):
    """What a function was compiled to, for the one kind of arguments that it was called with."""
    (code,) = compiled.inspect_llvm().values()
    return code


@needs_numba
def test_with_a_numba_that_was_not_tried_kernels_are_compiled_by_its_public_options():
    import numba

    assert kernels.uncounted(SimpleNamespace(__version__="1.0.0", core=numba.core)) == {}


def bits_of(word):
    """A plain function for a kernel: where the bits of a word begin and end."""
    return LOWEST(word), LENGTH(word)


LOWEST, LENGTH = kernels.lowest_bit(), kernels.bit_length()


@pytest.mark.parametrize("word", [1, 2, 3, 12, 1 << 16, 1 << 62, (1 << 63) - 1, 0x5550])
def test_words_are_measured_alike_compiled_and_not(word):
    expected = ((word & -word).bit_length() - 1, word.bit_length())
    with kernels.uncompiled():
        lowest, length = kernels.lowest_bit(), kernels.bit_length()
    assert (lowest(word), length(word), length(0)) == (*expected, 0)
    if kernels.is_available():
        assert kernels.kernel(bits_of)(word) == expected


@needs_numba
def test_a_word_may_have_its_highest_bit_set():
    """It is a negative number then; and 0 has no lowest bit, but a length."""
    import numpy

    measure = kernels.kernel(bits_of)
    assert measure(numpy.int64(-(1 << 63))) == (63, 64)
    assert measure(0)[1] == 0


def double(number):
    return 2 * number


@needs_numba
def test_what_is_inlined_is_no_longer_called():
    inner = kernels.inlined(double)

    def outer(number):
        return inner(number) + 1

    compiled = kernels.kernel(outer)
    assert compiled(20) == 41
    assert "alwaysinline" in code_of(inner)
    assert not [line for line in code_of(compiled).splitlines() if "call" in line and "double" in line]
