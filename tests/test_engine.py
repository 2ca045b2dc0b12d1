"""Engine mode: every command, every error, and input that nobody should send."""

import io
import json
import os
import random
import subprocess
import sys
import tracemalloc
from dataclasses import replace
from pathlib import Path

import pytest

from game import engine
from game.core.record import MAX_PLIES
from game.engine import Engine
from tests.toy import NIM, SEALED, NimBrain

GAMES = {"nim": NIM, "sealed": SEALED}
ROOT = Path(__file__).parents[1]


def ask(request, games=GAMES):
    return Engine(games).handle(json.dumps(request))


def say(text, games=GAMES):
    """The parsed lines that the engine writes for the input `text`, and its status."""
    output = io.StringIO()
    status = engine.main(io.StringIO(text), output, games)
    return [json.loads(line) for line in output.getvalue().splitlines()], status


class TestAnswers:
    def test_games(self):
        (nim, _) = ask({"cmd": "games"})["games"]
        assert nim["id"] == "nim" and nim["seats"] == [2, 3, 4] and nim["levels"] == [1, 2, 3, 4, 5]
        assert nim["options"][1] == {"name": "pile", "type": "int", "range": [1, 60], "default": 10}

    def test_state(self):
        answer = ask({"cmd": "state", "game": "nim", "options": {"pile": 4}, "actions": ["take 1", "take 1"]})
        assert answer == {
            "ok": True,
            "ply": 2,
            "actors": [0],
            "legal": {"0": ["take 1", "take 2"]},
            "outcome": None,
            "text": "oo",
            "details": {"left": 2},
        }

    def test_state_at_the_end(self):
        answer = ask({"cmd": "state", "game": "nim", "options": {"pile": 2}, "actions": ["take 2"]})
        assert (answer["actors"], answer["legal"]) == ([], {})
        assert answer["outcome"] == {"winners": [0], "reason": "last"}

    def test_simultaneous_actions_carry_their_seat(self):
        answer = ask({"cmd": "state", "game": "sealed", "actions": ["1:bid 3"]})
        assert answer["legal"] == {"0": ["0:bid 1", "0:bid 2", "0:bid 3"]}
        over = ask({"cmd": "state", "game": "sealed", "actions": ["1:bid 3", "clock:expire"]})
        assert over["outcome"] == {"winners": [1], "reason": "bids"}

    @pytest.mark.parametrize(("depth", "nodes"), [(0, 1), (1, 3), (2, 8), (3, 10), (4, 5), (5, 1), (6, 0), (100, 0)])
    def test_perft_counts_no_continuation_of_a_finished_game(self, depth, nodes):
        answer = ask({"cmd": "perft", "game": "nim", "options": {"pile": 5}, "depth": depth})
        assert answer["nodes"] == nodes and answer["seconds"] >= 0

    def test_choose(self):
        answer = ask({"cmd": "choose", "game": "nim", "level": 3, "seconds": 1.5, "agent_seed": 4, "id": 7})
        assert {**answer, "seconds": 0} == {
            "ok": True,
            "id": 7,
            "action": "take 2",
            "score": 2.0,
            "depth": 1,
            "seconds": 0,
        }

    def test_choose_where_several_may_act(self):
        request = {"cmd": "choose", "game": "sealed", "level": 1}
        assert ask(request)["error"] == "bad_options"
        assert ask({**request, "seat": 1})["action"] == "1:bid 1"

    def test_what_a_game_may_offer(self):
        games = {"sealed": SEALED, "nim": replace(NIM, brain="tests.toy:Analyst", puzzles="tests.toy:ToyPuzzles")}
        assert ask({"cmd": "theory", "game": "nim"}, games)["value"] == "win"
        assert ask({"cmd": "solve", "puzzle": 5}, games)["reason"] == "puzzle 5"
        assert ask({"cmd": "slides", "puzzle": 5}, games) == {"ok": True, "slides": {}}

    def test_what_puzzles_refuse_has_its_own_code(self):
        games = {"nim": replace(NIM, puzzles="tests.toy:ToyPuzzles")}
        refused = {"ok": False, "error": "bad_puzzle", "message": "puzzle: is missing"}
        assert ask({"cmd": "solve"}, games) == refused
        assert ask({"cmd": "solve", "puzzle": 5, "max_moves": "x"}, games)["error"] == "bad_options"

    @pytest.mark.parametrize("identity", [0, "x", None, [1, {"a": 2.5}], "\ud800", "茶"])
    def test_the_id_is_echoed(self, identity):
        assert ask({"cmd": "quit", "id": identity}) == {"ok": True, "id": identity}
        assert ask({"cmd": "?", "id": identity})["id"] == identity

    def test_no_id_none_echoed(self):
        assert "id" not in ask({"cmd": "games"})


POSITION = {"cmd": "state", "game": "nim"}
CHOOSE = {"cmd": "choose", "game": "nim", "level": 1}
PERFT = {"cmd": "perft", "game": "nim", "depth": 1}
ERRORS = [
    ({}, "unknown_command"),
    ({"cmd": "dance"}, "unknown_command"),
    ({"cmd": ["state"]}, "unknown_command"),
    ({"cmd": None}, "unknown_command"),
    ({"cmd": "state"}, "unknown_game"),
    ({"cmd": "state", "game": "chess"}, "unknown_game"),
    ({"cmd": "perft", "game": {"nim": 1}}, "unknown_game"),
    ({"cmd": "choose", "game": None}, "unknown_game"),
    ({"cmd": "theory"}, "unknown_game"),
    ({**POSITION, "options": {"colour": 1}}, "bad_options"),
    ({**POSITION, "options": {"pile": "9"}}, "bad_options"),
    ({**POSITION, "options": {"pile": True}}, "bad_options"),
    ({**POSITION, "options": {"pile": 5.0}}, "bad_options"),
    ({**POSITION, "options": {"pile": None}}, "bad_options"),
    ({**POSITION, "options": {"pile": 61}}, "bad_options"),
    ({**POSITION, "options": {"pile": 10**400}}, "bad_options"),
    ({**POSITION, "options": []}, "bad_options"),
    ({**POSITION, "options": None}, "bad_options"),
    ({**POSITION, "seed": "1"}, "bad_options"),
    ({**POSITION, "seed": True}, "bad_options"),
    ({**POSITION, "seed": 1.0}, "bad_options"),
    ({**POSITION, "actions": "take 1"}, "bad_action"),
    ({**POSITION, "actions": {"0": "take 1"}}, "bad_action"),
    ({**POSITION, "actions": None}, "bad_action"),
    ({"cmd": "perft", "game": "nim"}, "bad_options"),
    ({**PERFT, "depth": -1}, "bad_options"),
    ({**PERFT, "depth": True}, "bad_options"),
    ({**PERFT, "depth": 1.0}, "bad_options"),
    ({**PERFT, "depth": "1"}, "bad_options"),
    ({**PERFT, "depth": 10**9}, "bad_options"),
    ({"cmd": "choose", "game": "nim"}, "bad_options"),
    ({**CHOOSE, "level": 0}, "bad_options"),
    ({**CHOOSE, "level": 6}, "bad_options"),
    ({**CHOOSE, "level": "3"}, "bad_options"),
    ({**CHOOSE, "level": True}, "bad_options"),
    ({**CHOOSE, "seat": 1}, "bad_options"),
    ({**CHOOSE, "seat": -1}, "bad_options"),
    ({**CHOOSE, "seat": "0"}, "bad_options"),
    ({**CHOOSE, "seat": None}, "bad_options"),
    ({**CHOOSE, "seat": False}, "bad_options"),
    ({**CHOOSE, "seconds": -1}, "bad_options"),
    ({**CHOOSE, "seconds": "1"}, "bad_options"),
    ({**CHOOSE, "seconds": True}, "bad_options"),
    ({**CHOOSE, "agent_seed": "1"}, "bad_options"),
    ({**CHOOSE, "options": {"pile": 1}, "actions": ["take 1"]}, "bad_options"),
    ({"cmd": "theory", "game": "nim", "seconds": []}, "bad_options"),
    ({"cmd": "theory", "game": "nim"}, "unsupported"),
    ({"cmd": "solve", "puzzle": {}}, "unsupported"),
    ({"cmd": "slides", "puzzle": {}}, "unsupported"),
]


@pytest.mark.parametrize(("request_", "code"), ERRORS)
def test_errors(request_, code):
    answer = ask({**request_, "id": 1})
    assert (answer["ok"], answer["error"], answer["id"]) == (False, code, 1)
    assert isinstance(answer["message"], str) and 0 < len(answer["message"]) < 600


@pytest.mark.parametrize(
    ("actions", "code", "ply"),
    [
        (["take 1", "take 9"], "bad_action", 1),
        (["take 1", "take 1", 3], "bad_action", 2),
        ([None], "bad_action", 0),
        ([["take 1"]], "bad_action", 0),
        ([""], "bad_action", 0),
        (["take 3", "take 3", "take 3", "take 3"], "illegal_action", 3),
        (["take 3", "take 3", "take 3", "take 1", "take 1"], "illegal_action", 4),
    ],
)
def test_a_bad_action_is_named_by_its_ply(actions, code, ply):
    answer = ask({**POSITION, "actions": actions})
    assert (answer["ok"], answer["error"], answer["ply"]) == (False, code, ply)


@pytest.mark.parametrize("text", ["bid 1", "7:", "x:bid 1", "1:take 1", ":bid 1", "-1:bid 1", "1:2:bid 1"])
def test_bad_simultaneous_notation(text):
    assert ask({"cmd": "state", "game": "sealed", "actions": [text]})["error"] == "bad_action"


@pytest.mark.parametrize("text", ["7:bid 1", "clock:bid 1", "0:expire"])
def test_illegal_simultaneous_actions(text):
    assert ask({"cmd": "state", "game": "sealed", "actions": [text]})["error"] == "illegal_action"


@pytest.mark.parametrize(
    "line",
    [
        "",
        " \t",
        "{",
        "nonsense",
        "null",
        "[]",
        "3",
        '"games"',
        '{"cmd": "games"} {}',
        "{'cmd': 'games'}",
        '{"cmd": "games", "id": NaN}',
        '{"cmd": "choose", "game": "nim", "level": 1, "seconds": Infinity}',
        '{"cmd": "games", "id": 1e999}',
        '{"cmd": "games", "id": ' + "[" * 100_000 + "]" * 100_000 + "}",
        "[" * 100_000,
        '{"cmd": "games", "id": "\udcff"}',
        "\ufeff" + '{"cmd": "games"}',
        "\x00",
    ],
    ids=lambda line: repr(line[:30]),
)
def test_what_is_no_json_object(line):
    answers, status = say(line + "\n")
    assert [(answer["ok"], answer["error"]) for answer in answers] == [(False, "bad_json")]
    assert status == 0


@pytest.mark.parametrize(
    ("length", "codes"),
    [
        (engine.MAX_LINE, [None, None]),
        (engine.MAX_LINE + 1, ["bad_json", None]),
        (3 * engine.MAX_LINE, ["bad_json", None]),
        (3 * engine.MAX_LINE + 1, ["bad_json", None]),
    ],
)
def test_a_line_that_is_too_long_is_not_parsed(length, codes, monkeypatch):
    parsed = []
    monkeypatch.setattr(engine, "read_json", lambda text: parsed.append(text) or json.loads(text))
    line = '{"cmd": "games"}' + " " * (length - 17) + "\n"
    answers, _ = say(line + '{"cmd": "games"}')
    assert [answer.get("error") for answer in answers] == codes
    assert len(parsed) == codes.count(None)


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


def test_a_position_of_too_many_actions_is_refused():
    actions = ["take 1"] * MAX_PLIES
    assert ask({**POSITION, "actions": actions})["ply"] == 10, "illegal as ever: the pile is empty"
    answer = ask({**POSITION, "actions": [*actions, "take 1"]})
    assert (answer["error"], answer["ply"], "5000" in answer["message"]) == ("bad_action", MAX_PLIES, True)


def test_each_line_is_answered_in_order_and_quit_ends():
    lines = ['{"cmd": "games", "id": 1}', "", "oops", '{"cmd": "quit", "id": 2}', '{"cmd": "games"}']
    answers, status = say("\n".join(lines))
    assert [(answer["ok"], answer.get("id")) for answer in answers] == [
        (True, 1),
        (False, None),
        (False, None),
        (True, 2),
    ]
    assert status == 0


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
    values += [
        [],
        ["take 1"],
        ["take 3", "take 3"],
        ["0:bid 1", "0:bid 1"],
        [[[]]],
        {},
        {"pile": 3},
        {"players": 3},
        "perft",
        "theory",
        "\u0000",
        "🍵",
    ]
    codes = set()
    for _ in range(3000):
        request = {name: rng.choice(values) for name in names if rng.random() < 0.6}
        if rng.random() < 0.8:
            request.update(cmd=rng.choice(["state", "choose", "perft"]), game=rng.choice(["nim", "sealed"]))
        answer = ask(request)
        codes.add(answer.get("error"))
    assert codes == {None, "unknown_command", "unknown_game", "bad_options", "bad_action", "illegal_action"}


class TestProcess:
    def run(self, data):
        return subprocess.run(
            [sys.executable, "main.py", "engine"],
            input=data,
            capture_output=True,
            cwd=ROOT,
            env={**os.environ, "SDL_VIDEODRIVER": "none", "DISPLAY": ""},
            timeout=60,
        )

    def test_quit(self):
        done = self.run(b'{"cmd": "games"}\r\n\r\n\xff\xfe\n{"cmd": "quit"}\n{"cmd": "games"}\n')
        answers = [json.loads(line) for line in done.stdout.splitlines()]
        assert [answer.get("error") for answer in answers] == [None, "bad_json", "bad_json", None]
        assert (done.returncode, done.stderr) == (0, b"")

    def test_end_of_input(self):
        done = self.run(b'{"cmd": "state", "game": "quoridor", "actions": ["e2", "e8", "e3h"]}')
        (answer,) = [json.loads(line) for line in done.stdout.splitlines()]
        assert answer["ply"] == 3 and answer["actors"] == [1]
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
            assert process.wait(60) == 0
