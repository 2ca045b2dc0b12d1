"""What the engine mode answers, told in the stories, a file for each game.

The stories of `toys` are about the games of tests/toy.py, those of `house` about all that are in the house.

A story is a heading ("== ...") and lines, each a request and what follows. A request is a command, the actions before
it (one with a blank in it in quotes), and its other fields as JSON; the file's game is added. What follows is
  => {"ply": 2, ...}        an answer that has these fields, and in a field that is an object those named
  === {"ok": true, ...}     this answer and nothing else
  => bad_options            a refusal with this code; "at 3" names the ply, and ": text" is in the message
  => legal                  a choice that is legal, the first of its own line of play
A line without a request asks the one before it again, with its fields instead: {"seconds": 0} => ...
"""

from __future__ import annotations

import json
import re
import shlex
from pathlib import Path
from typing import Any

import pytest

from game.engine_mode.engine import Engine
from game.registry import GAMES
from tests.toy import NIM, SEALED

pytestmark = pytest.mark.usefixtures("four_games")
FOLDER = Path(__file__).with_name("stories")
ASKED = re.compile(r"(?P<command>[a-z_?]*)(?P<actions>[^{]*?)\s*(?P<fields>\{.*\})?\s*(?P<how>=>|===)\s*(?P<what>.*)")


def stories() -> list[Any]:
    """Every story: its file's name, its heading and its lines."""
    found = []
    for path in sorted(FOLDER.glob("*.txt")):
        _, *told = path.read_text(encoding="utf-8").split("\n== ")
        for story in told:
            heading, *lines = [line for line in story.splitlines() if line and not line.startswith("#")]
            found.append(pytest.param(path.stem, lines, id=f"{path.stem}: {heading}"))
    return found


class Table:
    """A game's engine, with what was asked last."""

    def __init__(self, game: str) -> None:
        toys = game == "toys"
        self.engine = Engine({"nim": NIM, "sealed": SEALED} if toys else GAMES)
        self.usual: dict[str, Any] = {"game": game} if game in GAMES else {}
        self.puzzle: dict[str, Any] = {}
        if game == "robots":
            first = self.ask({"cmd": "state", **self.usual, "seed": 3, "options": {"players": 2}, "actions": []})
            self.puzzle = self.usual["puzzle"] = first["details"]["puzzle"]
        self.asked: dict[str, Any] = {}

    def ask(self, request: dict[str, Any]) -> Any:
        return json.loads(json.dumps(self.engine.handle(json.dumps(request))))

    def tell(self, line: str) -> None:
        """Ask what a line asks, and look whether that follows which it says."""
        found = ASKED.fullmatch(line)
        assert found, line
        if found["command"]:
            self.asked = {"cmd": found["command"], **self.usual, "actions": shlex.split(found["actions"])}
        self.asked |= json.loads(found["fields"] or "{}")
        if isinstance(self.asked.get("puzzle"), dict) and self.asked["puzzle"]:
            self.asked["puzzle"] = {**self.puzzle, **self.asked["puzzle"]}
        answer, what = self.ask(self.asked), found["what"]
        if found["how"] == "===":
            assert answer == json.loads(what), line
        elif what.startswith("{"):
            assert answer["ok"] and within(json.loads(what), answer), (line, answer)
        elif what == "legal":
            state = self.ask({**self.asked, "cmd": "state"})
            legal = {action for actions in state["legal"].values() for action in actions}
            assert answer["action"] in legal and answer["pv"][0] == answer["action"], (line, answer)
        else:
            code, _, text = what.partition(": ")
            code, _, ply = code.partition(" at ")
            assert (answer["ok"], answer["error"]) == (False, code), (line, answer)
            assert not ply or answer["ply"] == int(ply), (line, answer)
            assert text in answer["message"] and 0 < len(answer["message"]) < 600, (line, answer)


def within(told: Any, answer: Any) -> bool:
    """Whether an answer has all that is told of it."""
    if isinstance(told, dict):
        return isinstance(answer, dict) and all(key in answer and within(told[key], answer[key]) for key in told)
    return type(told) is type(answer) and told == answer


@pytest.mark.parametrize(("game", "lines"), stories())
def test_engine(game: str, lines: list[str]) -> None:
    table = Table(game)
    for line in lines:
        table.tell(line)


@pytest.mark.parametrize(
    "line",
    [
        'games => {"ok": false}',
        'state => {"ply": 1}',
        'state => {"details": {"left": 9}}',
        'state => {"none": null}',
        "state => bad_options",
        "state 3 => bad_options",
        'state "take 9" => bad_action at 1',
        'state "take 9" => bad_action: nothing of this',
        'state === {"ok": true}',
        "an unreadable line",
    ],
)
def test_what_does_not_follow_is_found(line: str) -> None:
    with pytest.raises((AssertionError, KeyError)):
        table = Table("toys")
        table.usual = {"game": "nim"}
        table.tell(line)
