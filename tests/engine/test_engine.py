"""Engine mode: input that nobody should send, faults in a brain, and the process. Its answers: stories/."""

import io
import json
import random
import subprocess
import sys
import tracemalloc
from dataclasses import replace
from typing import Any

import pytest

from game import registry
from game.core.record import MAX_PLIES
from game.core.spec import Study
from game.engine_mode import engine
from game.engine_mode.engine import Engine
from tests.processes import ROOT, run
from tests.stores import PATIENCE
from tests.stories import is_like, options_of
from tests.tables import rows
from tests.toy import NIM, SEALED, NimBrain

pytestmark = pytest.mark.quick

GAMES = {"nim": NIM, "sealed": SEALED}


def ask(request, games=GAMES):
    return Engine(games).handle(json.dumps(request))


def say(text, games=GAMES):
    """The parsed lines that the engine writes for the input `text`, and its status."""
    output = io.StringIO()
    status = engine.main(io.StringIO(text), output, games)
    return [json.loads(line) for line in output.getvalue().splitlines()], status


class TestAnswers:
    def test_what_a_game_may_offer(self):
        games = {
            "sealed": SEALED,
            "nim": replace(NIM, brain="tests.toy:Analyst", study=Study(solver="tests.toy:ToyPuzzles")),
        }
        assert ask({"cmd": "theory", "game": "nim"}, games)["value"] == "win"
        assert ask({"cmd": "solve", "puzzle": 5}, games)["reason"] == "puzzle 5"
        assert ask({"cmd": "slides", "puzzle": 5}, games) == {"ok": True, "slides": {}}

    def test_what_puzzles_refuse_has_its_own_code(self):
        games = {"nim": replace(NIM, study=Study(solver="tests.toy:ToyPuzzles"))}
        refused = {"ok": False, "error": "bad_puzzle", "message": "puzzle: is missing"}
        assert ask({"cmd": "solve"}, games) == refused
        assert ask({"cmd": "solve", "puzzle": 5, "max_moves": "x"}, games)["error"] == "bad_options"

    def test_no_id_none_echoed(self):
        assert "id" not in ask({"cmd": "games"})


POSITION = {"cmd": "state", "game": "nim"}
CHOOSE = {"cmd": "choose", "game": "nim", "level": 1}


@pytest.mark.parametrize(
    "line", [json.loads(line) for (line,) in rows("no_requests", 1)], ids=lambda line: repr(line[:30])
)
def test_what_is_no_json_object(line):
    answers, status = say(line + "\n")
    assert [(answer["ok"], answer["error"]) for answer in answers] == [(False, "bad_json")]
    assert status == 0


@pytest.mark.parametrize("line", ["[" * 100_000, '{"cmd": "games", "id": ' + "[" * 100_000 + "]" * 100_000 + "}"])
def test_what_is_nested_too_deeply_is_no_request(line):
    test_what_is_no_json_object(line)


@pytest.mark.parametrize(
    ("length", "codes"),
    [
        (engine.MAX_LINE, [None, None]),
        (engine.MAX_LINE + 1, ["bad_json", None]),
        (3 * engine.MAX_LINE, ["bad_json", None]),
        (3 * engine.MAX_LINE + 1, ["bad_json", None]),
    ],
)
def test_a_line_that_is_too_long_is_not_parsed(length, codes):
    line = '{"cmd": "games"}'.ljust(length - 1)
    answers, _ = say(f'{line if codes[0] is None else "x" + line[1:]}\n{{"cmd": "games"}}')
    assert [answer.get("error") for answer in answers] == codes
    assert codes[0] is None or "longer than" in answers[0]["message"], "it would be no JSON either"


def test_a_line_that_is_too_long_is_not_kept_in_memory():
    class Endless(io.RawIOBase):
        left = 50 * engine.MAX_LINE

        def readable(self):
            return True

        def readinto(self, buffer):
            self.left -= len(buffer)
            buffer[:] = b"[" * len(buffer)
            return len(buffer) if self.left > 0 else 0

    tracemalloc.start()
    try:
        output = io.StringIO()
        assert engine.main(io.TextIOWrapper(io.BufferedReader(Endless()), encoding="utf-8"), output) == 0
        assert tracemalloc.get_traced_memory()[1] < 10 * engine.MAX_LINE
    finally:
        tracemalloc.stop()
    (answer,) = map(json.loads, output.getvalue().splitlines())
    assert answer["error"] == "bad_json" and "longer than" in answer["message"]


@pytest.mark.parametrize("seat", ["9" * 5_000, "٣", "00", "01"])
def test_a_seat_that_no_game_has_is_no_notation(seat):
    answer = ask({"cmd": "state", "game": "sealed", "actions": [f"{seat}:bid 1"]})
    assert (answer["error"], answer["ply"]) == ("bad_action", 0)


@pytest.mark.parametrize("field", ["actions", "options", "game", "pack", "date"])
def test_a_message_does_not_repeat_a_long_text(field):
    wrong = "x" * 100_000
    value = {"actions": [wrong], "options": {"board": wrong}}.get(field, wrong)
    command = "puzzle" if field in ("pack", "date") else "state"
    answer = engine.handle(json.dumps({"cmd": command, "game": "coffee", field: value}))
    assert not answer["ok"] and field.rstrip("s") in answer["message"] and len(answer["message"]) <= engine.MOST_MESSAGE


@pytest.mark.usefixtures("four_games")
@pytest.mark.parametrize(("game", "options", "said"), rows("no_options", 3))
def test_an_option_that_will_not_do_is_named(game, options, said):
    answer = ask({"cmd": "state", "game": game, "options": options_of(options)}, registry.GAMES)
    assert answer["error"] == "bad_options" and is_like(answer["message"], said), answer


def test_a_position_of_too_many_actions_is_refused():
    actions = ["take 1"] * MAX_PLIES
    assert ask({**POSITION, "actions": actions})["ply"] == 10, "illegal as ever: the pile is empty"
    answer = ask({**POSITION, "actions": [*actions, "take 1"]})
    assert (answer["error"], answer["ply"], "5000" in answer["message"]) == ("bad_action", MAX_PLIES, True)


def test_a_stray_print_is_kept_off_the_output(capfd):
    request = json.dumps({**CHOOSE, "agent_seed": NimBrain.PRINTS})
    answers, _ = say(request + "\n")
    assert answers[0]["ok"]
    output = capfd.readouterr()
    assert (output.out, output.err) == ("", "stray\n")


def test_a_fault_in_a_brain_is_an_answer(caplog):
    answer = ask({**CHOOSE, "agent_seed": NimBrain.RAISES, "id": 3})
    assert (answer["ok"], answer["error"], answer["id"]) == (False, "internal", 3)
    assert "a bug in the brain" in answer["message"] and "a bug in the brain" in caplog.text


def test_random_requests_never_break_it():
    rng = random.Random(1)
    names = ["cmd", "game", "options", "seed", "actions", "depth", "level", "seat", "seconds", "agent_seed", "id"]
    values = [None, True, -1, 0, 1, 2.5, 1e300, 10**30, "", "nim", "sealed", "state", "choose", "take 1", "0:bid 1"]
    values += [[], ["take 1"], ["take 3", "take 3"], ["0:bid 1", "0:bid 1"], [[[]]], {}, {"pile": 3}, {"players": 3}]
    values += ["perft", "theory", "\u0000", "🍵"]
    codes = set()
    for _ in range(3000):
        request = {name: rng.choice(values) for name in names if rng.random() < 0.6}
        if rng.random() < 0.8:
            request.update(cmd=rng.choice(["state", "choose", "perft"]), game=rng.choice(["nim", "sealed"]))
        answer = ask(request)
        codes.add(answer.get("error"))
    assert codes == {None, "unknown_command", "unknown_game", "bad_options", "bad_action", "illegal_action"}


ENGINE = ("main.py", "engine")
NOWHERE: dict[str, Any] = {"SDL_VIDEODRIVER": "none", "DISPLAY": ""}


class TestProcess:
    def test_quit(self):
        done = run(*ENGINE, stdin=b'{"cmd": "games"}\r\n\r\n\xff\xfe\n{"cmd": "quit"}\n{"cmd": "games"}\n', **NOWHERE)
        answers = [json.loads(line) for line in done.stdout.splitlines()]
        assert [answer.get("error") for answer in answers] == [None, "bad_json", "bad_json", None]
        assert (done.returncode, done.stderr) == (0, b"")

    def test_answers_are_flushed_one_by_one(self):
        with subprocess.Popen(
            [sys.executable, "main.py", "engine"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=ROOT, text=True
        ) as process:
            for number in range(3):
                process.stdin.write(json.dumps({"cmd": "games", "id": number}) + "\n")
                process.stdin.flush()
                assert json.loads(process.stdout.readline())["id"] == number
            process.stdin.close()
            assert process.wait(PATIENCE) == 0
