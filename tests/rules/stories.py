"""Stories of what a game does, told in text files beside the tests: a position, what is done, what follows.

    == A heading that reads as a sentence
    # A remark.
    start board=sq5 n=4         a position: one of the words that the game's teller knows, and options as NAME=JSON
        a . . .                 a drawing belongs to the line above it; where none is given the last one above holds
    > 0:bid 7, clock:expire     actions; the seat may be left out where one is to act
    ! 1:bid 9: why it may not   an action that is refused with this sentence and changes nothing
    actors: 0 2                 what a word of the game's teller says of the position; "…" stands for anything
    events: Declared 0 7, …     what happened by the last line of actions

A teller is a `Teller` with the words of its game: its methods `begin_WORD` give a position, its `ask_WORD` answers.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields, is_dataclass
from pathlib import Path
from typing import Any

import pytest

from game.core.options import resolve
from game.core.record import CLOCK_SEAT
from game.core.rules import IllegalActionError
from game.core.spec import GameSpec
from game.engine_mode.engine import Engine, perft

FOLDER = Path(__file__).parent


@dataclass(frozen=True)
class Line:
    """A line of a story with the lines that are indented below it."""

    number: int
    text: str
    below: str = ""


@dataclass(frozen=True)
class Story:
    """A heading and what follows."""

    heading: str
    lines: tuple[Line, ...]


def stories(path: Path) -> list[Story]:
    """The stories of a file, with the drawings that they take over from those above."""
    found: dict[str, list[Line]] = {}
    for number, text in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1):
        if text.startswith("== "):
            assert text[3:] not in found, f"{path.name}:{number}: told already: {text[3:]}"
            lines = found[text[3:]] = []
        elif text.startswith(" "):
            last = lines.pop()
            lines.append(Line(last.number, last.text, f"{last.below}{text}\n"))
        elif text.strip() and not text.startswith("#"):
            lines.append(Line(number, text.strip()))
    return [Story(heading, tuple(lines)) for heading, lines in found.items()]


def each_story(name: str | Path, teller: Callable[..., Teller]) -> pytest.MarkDecorator:
    """Ask a test for each story of a file as `tell`: a call that tells it and fails where it is not true.

    What the teller is to be made of is given to the call.
    """
    drawing, calls = "", []
    for story in stories(FOLDER / name):
        calls.append(pytest.param(_telling(teller, FOLDER / name, story, drawing), id=story.heading))
        drawing = next((line.below for line in reversed(story.lines) if _draws(line)), drawing)
    return pytest.mark.parametrize("tell", calls)


def _telling(teller: Callable[..., Teller], path: Path, story: Story, drawing: str) -> Callable[..., None]:
    return lambda *given: teller(*given).tell(path.name, story, drawing)


def _draws(line: Line) -> bool:
    return bool(line.below) and not line.text.endswith(":")


def said(value: Any) -> str:
    """A value as stories have it: nothing is "-", the parts of a whole stand side by side."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if value is None or (hasattr(value, "__len__") and not value):
        return "-"
    if isinstance(value, Mapping):
        return ", ".join(f"{key} {said(one)}" for key, one in value.items())
    if isinstance(value, frozenset | set):
        value = sorted(value)
    if isinstance(value, list | tuple):
        nested = any(isinstance(one, list | tuple) or is_dataclass(one) for one in value)
        return (", " if nested else " ").join(map(said, value))
    return str(value)


def options_of(text: str) -> dict[str, Any]:
    """The options of a line like `players=3 sheets=[...]`; what is no JSON is a text."""
    found = {}
    for name, value in (part.split("=", 1) for part in text.split()):
        try:
            found[name] = json.loads(value)
        except ValueError:
            found[name] = value
    return found


class Teller:
    """Where a story of one game has come to, and the words that all games have."""

    spec: GameSpec
    cells: tuple[str, ...] = ("cell", "cells")  # the fields of events that are cells

    def __init__(self) -> None:
        self.state: Any = None
        self.events: list[Any] = []
        self.drawing = ""

    def cell(self, cell: int) -> str:
        """A cell in the game's notation."""
        raise NotImplementedError

    def tell(self, name: str, story: Story, drawing: str) -> None:
        """Go through a story of the file `name`; the assertion that fails names its line."""
        self.drawing = drawing
        for line in story.lines:
            place = f"{name}:{line.number}: {line.text}"
            if line.text.startswith("> "):
                self.play(line.text[2:])
            elif line.text.startswith("! "):
                text, _, why = line.text[2:].partition(": ")
                found = self.refusal(text)
                assert like(why, found), f"{place}\n  said {found!r}"
            elif match := re.match(r"(\w+)(?: ([^…]*?))?:(?:$| )", line.text):
                expected = _unindented(line.below) if line.below else line.text[match.end() :]
                answer = said(getattr(self, f"ask_{match[1]}")(match[2] or ""))
                assert like(expected, answer), f"{place}\n  it is {answer}"
            else:
                word, _, rest = line.text.partition(" ")
                self.drawing = line.below or self.drawing
                self.state = getattr(self, f"begin_{word}")(rest)

    def play(self, texts: str) -> None:
        """Carry out actions with commas between them."""
        self.events = []
        for text in texts.split(", "):
            seat, action = self.action(text)
            assert seat == CLOCK_SEAT or action in self.spec.rules.legal(self.state, seat)
            self.state, events = self.spec.rules.apply(self.state, seat, action)
            self.events += events

    def action(self, text: str) -> tuple[int, Any]:
        """The seat and the action of "1:bid 7", "clock:expire", or "e2" where one seat is to act."""
        head, colon, tail = text.partition(":")
        if not colon:
            return (self.spec.rules.actors(self.state) or (0,))[0], self.spec.rules.parse(text)
        return CLOCK_SEAT if head == "clock" else int(head), self.spec.rules.parse(tail)

    def refusal(self, text: str) -> str:
        """The sentence with which an action is refused."""
        before, (seat, action) = repr(self.state), self.action(text)
        with pytest.raises(IllegalActionError) as raised:
            self.spec.rules.apply(self.state, seat, action)
        assert repr(self.state) == before, "what is refused changes nothing"
        assert action not in self.spec.rules.legal(self.state, seat)
        return str(raised.value)

    def event(self, event: Any) -> str:
        """An event: its kind and its parts."""
        parts = [type(event).__name__]
        for field in fields(event):
            value = getattr(event, field.name)
            if field.name in self.cells:
                value = self.cell(value) if isinstance(value, int) else [self.cell(cell) for cell in value]
            parts.append(said(value))
        return " ".join(parts)

    def begin_start(self, text: str) -> Any:
        """The first position of a game with these options, and a seed among them."""
        options = options_of(text)
        seed = options.pop("seed", 0)
        return self.spec.rules.start(resolve(self.spec.options, options), seed)

    def ask_refused(self, text: str) -> str:
        """Why there is no game with these options."""
        request = {"cmd": "state", "game": self.spec.id, "options": options_of(text)}
        answer = Engine({self.spec.id: self.spec}).handle(json.dumps(request))
        assert answer["error"] == "bad_options"
        return str(answer["message"])

    def ask_state(self, name: str) -> Any:
        """A field of the position as it is."""
        return getattr(self.state, name)

    def ask_events(self, _: str) -> str:
        return ", ".join(map(self.event, self.events))

    def ask_actors(self, _: str) -> Any:
        return self.spec.rules.actors(self.state)

    def ask_legal(self, text: str) -> Any:
        """All actions of a seat, of the one to act where none is named."""
        seat = int(text) if text else (self.spec.rules.actors(self.state) or (0,))[0]
        texts = [self.spec.rules.text(action) for action in self.spec.rules.legal(self.state, seat)]
        return (", " if any(" " in one for one in texts) else " ").join(texts)

    def ask_perft(self, depth: str) -> list[int]:
        """How many sequences of 0, 1, ... actions there are."""
        return [perft(self.spec.rules, self.state, plies) for plies in range(int(depth) + 1)]

    def ask_outcome(self, _: str) -> Any:
        outcome = self.spec.rules.outcome(self.state)
        return outcome and f"{said(outcome.winners)} by {outcome.reason}"

    def ask_picture(self, _: str) -> Any:
        return self.spec.rules.picture(self.state)

    def ask_details(self, name: str) -> Any:
        """One of the details that programs are told, or all of them, as JSON."""
        details: Any = self.spec.rules.details(self.state)
        for part in name.split():
            details = details[part]
        return json.dumps(details)


def like(expected: str, found: str) -> bool:
    """Whether a text is what is expected, with anything for each "…"."""
    return re.fullmatch(".*".join(map(re.escape, expected.split("…"))), found, re.DOTALL) is not None


def _unindented(text: str) -> str:
    lines = text.splitlines()
    least = min(len(line) - len(line.lstrip()) for line in lines)
    return "\n".join(line[least:].rstrip() for line in lines)
