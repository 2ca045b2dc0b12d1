"""What engine mode answers, as stories, a file for each game.

The stories of `toys` are about the games of tests/toy.py, those of `house` about all games. A line such as "> state e2
{"seed": 3} has {"ply": 1}" sends a request: a command, the actions so far (in quotes if they have blanks) and further
fields as JSON. The game of the file is added. "again" sends the last request with other fields.
"""

from __future__ import annotations

import json
import shlex
from pathlib import Path
from typing import Any

import pytest

from game.engine_mode.engine import Engine
from game.registry import GAMES
from tests.stories import COMPARED, Story, Teller, each_story
from tests.toy import NIM, SEALED

pytestmark = pytest.mark.usefixtures("four_games")
FILES = sorted(Path(__file__).with_name("stories").glob("*.txt"))


class EngineVocabulary(Teller):
    """Tells what an engine answers. Each fact is a request: COMMAND [ACTION …] [JSON], or again [JSON] for the last
    request with other fields. The answer is JSON, or "CODE at PLY: MESSAGE" for an error. "has" checks only the fields
    that are written."""

    def __init__(self, game: str) -> None:
        self.engine = Engine({"nim": NIM, "sealed": SEALED} if game == "toys" else GAMES)
        self.usual: dict[str, Any] = {"game": game} if game in GAMES else {}
        self.puzzle: dict[str, Any] = {}
        if game == "robots":
            first = self.ask({"cmd": "state", **self.usual, "seed": 3, "options": {"players": 2}, "actions": []})
            self.puzzle = self.usual["puzzle"] = first["details"]["puzzle"]
        self.asked: dict[str, Any] = {}

    def ask(self, request: dict[str, Any]) -> Any:
        return json.loads(json.dumps(self.engine.handle(json.dumps(request))))

    def fact(self, text: str) -> Any:
        words, brace, fields = text.partition("{")
        command, *actions = shlex.split(words)
        if command == "legal":
            return self.ask_legal(text.partition(" ")[2])
        if command != "again":
            self.asked = {"cmd": command, **self.usual, "actions": actions}
        self.asked |= json.loads(brace + fields or "{}")
        if isinstance(self.asked.get("puzzle"), dict) and self.asked["puzzle"]:
            self.asked["puzzle"] = {**self.puzzle, **self.asked["puzzle"]}
        return self.ask(self.asked)

    def ask_legal(self, text: str) -> bool:
        """REQUEST: Return whether the chosen action is legal, and the first one of its own line of play."""
        answer = self.fact(text)
        legal = self.ask({**self.asked, "cmd": "state"})["legal"].values()
        return any(answer["action"] in actions for actions in legal) and answer["pv"][0] == answer["action"]

    def shown(self, value: Any) -> str:
        if isinstance(value, bool):
            return super().shown(value)
        if value["ok"]:
            return json.dumps(value)
        assert 0 < len(value["message"]) < 600, value
        return f"{value['error']}{' at {ply}'.format(**value) if 'ply' in value else ''}: {value['message']}"

    def see(self, text: str, below: str = "") -> None:
        value, how, wanted = self.compared(text)
        if wanted.startswith("{"):
            answer, told = json.loads(value), json.loads(wanted)
            assert within(told, answer) if how == "has" else told == answer, value
        else:
            assert COMPARED[how](value, wanted), f"it is {value!r}"


def within(told: Any, answer: Any) -> bool:
    """Return whether an answer has all that a story writes."""
    if isinstance(told, dict):
        return isinstance(answer, dict) and all(key in answer and within(told[key], answer[key]) for key in told)
    return type(told) is type(answer) and told == answer


@each_story(*FILES)
def test_engine(story: Story) -> None:
    EngineVocabulary(story.file.removesuffix(".txt")).tell(story)


@pytest.mark.parametrize(
    "line",
    [
        'games has {"ok": false}',
        'state has {"ply": 1}',
        'state has {"details": {"left": 9}}',
        'state has {"none": null}',
        "state begins bad_options",
        "state 3 begins bad_options",
        'state "take 9" begins bad_action at 1',
        'state "take 9" ~ bad_action…nothing of this…',
        'state = {"ok": true}',
        "an unreadable line",
    ],
)
def test_what_does_not_follow_is_found(line: str) -> None:
    vocabulary = EngineVocabulary("toys")
    vocabulary.usual = {"game": "nim"}
    with pytest.raises((AssertionError, LookupError, ValueError)):
        vocabulary.line(f"> {line}")
