"""The vocabulary of a game: a position, what is done there, and what follows by its rules."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from typing import Any

import pytest

from game.core.options import resolve
from game.core.record import CLOCK_SEAT
from game.core.review import Fact
from game.core.rules import IllegalActionError
from game.core.spec import GameSpec
from game.engine_mode.engine import Engine, perft
from tests.facts.telling import told
from tests.stories import Teller


def text_of(value: Any) -> str:
    """A value as stories of games have it: nothing is "-", the parts of a whole stand side by side."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if value is None or (hasattr(value, "__len__") and not value):
        return "-"
    if isinstance(value, Mapping):
        return ", ".join(f"{key} {text_of(one)}" for key, one in value.items())
    if isinstance(value, frozenset | set):
        value = sorted(value)
    if isinstance(value, list | tuple):
        nested = any(isinstance(one, list | tuple) or is_dataclass(one) for one in value)
        return (", " if nested else " ").join(map(text_of, value))
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


class GameVocabulary(Teller):
    """Where a story of one game has come to; a step that gives back a position goes on from there."""

    spec: GameSpec
    cells: tuple[str, ...] = ("cell", "cells")  # the fields of events that are cells

    def __init__(self) -> None:
        self.state: Any = None
        self.events: list[Any] = []

    def cell(self, cell: int) -> str:
        """A cell in the game's notation."""
        raise NotImplementedError

    def shown(self, value: Any) -> str:
        return text_of(value)

    def do(self, verb: str, *given: Any) -> None:
        self.state = super().do(verb, *given)

    def action(self, text: str) -> tuple[int, Any]:
        """The seat and the action of "1:bid 7", "clock:expire", or "e2" where one seat is to act."""
        head, colon, tail = text.partition(":")
        if not colon:
            return (self.spec.rules.actors(self.state) or (0,))[0], self.spec.rules.parse(text)
        return CLOCK_SEAT if head == "clock" else int(head), self.spec.rules.parse(tail)

    def event(self, event: Any) -> str:
        """An event: its kind and its parts."""
        parts = [type(event).__name__]
        for field in fields(event):
            value = getattr(event, field.name)
            if field.name in self.cells:
                value = self.cell(value) if isinstance(value, int) else [self.cell(cell) for cell in value]
            parts.append(text_of(value))
        return " ".join(parts)

    def told_fact(self, fact: Fact) -> str:
        """What is told of an action, as stories have it."""
        cells = {name: [self.cell(cell) for cell in places] for name, places in fact.cells.items()}
        parts = [text_of(part) for part in ({**fact.numbers, **fact.words}, cells) if part]
        return text_of([fact.kind, *fact.seats]) + (f": {', '.join(parts)}" if parts else "")

    def do_start(self, text: str = "") -> Any:
        """[OPTION=VALUE …]: the first position of a game with these options, and a seed among them."""
        options = options_of(text)
        seed = options.pop("seed", 0)
        return self.spec.rules.start(resolve(self.spec.options, options), seed)

    def do_play(self, texts: str) -> Any:
        """ACTION, …: carry them out, "e2", or "1:bid 7" and "clock:expire" where several may act."""
        self.events = []
        for text in texts.split(", "):
            seat, action = self.action(text)
            assert seat == CLOCK_SEAT or action in self.spec.rules.legal(self.state, seat)
            self.state, events = self.spec.rules.apply(self.state, seat, action)
            self.events += events
        return self.state

    def ask_refused(self, text: str) -> str:
        """The sentence with which an action is refused, which changes nothing."""
        before, (seat, action) = repr(self.state), self.action(text)
        with pytest.raises(IllegalActionError) as raised:
            self.spec.rules.apply(self.state, seat, action)
        assert repr(self.state) == before, "what is refused changes nothing"
        assert action not in self.spec.rules.legal(self.state, seat)
        return str(raised.value)

    def ask_no_game(self, text: str) -> str:
        """Why there is no game with these options."""
        request = {"cmd": "state", "game": self.spec.id, "options": options_of(text)}
        answer = Engine({self.spec.id: self.spec}).handle(json.dumps(request))
        assert answer["error"] == "bad_options"
        return str(answer["message"])

    def ask_state(self, name: str) -> Any:
        """A field of the position as it is."""
        return getattr(self.state, name)

    def ask_events(self) -> str:
        """What happened by the last actions that were played."""
        return ", ".join(map(self.event, self.events))

    def ask_actors(self) -> Any:
        """The seats that may act."""
        return self.spec.rules.actors(self.state)

    def ask_legal(self, text: str = "") -> Any:
        """All actions of a seat, of the one to act where none is named."""
        seat = int(text) if text else (self.spec.rules.actors(self.state) or (0,))[0]
        texts = [self.spec.rules.text(action) for action in self.spec.rules.legal(self.state, seat)]
        return (", " if any(" " in one for one in texts) else " ").join(texts)

    def ask_perft(self, depth: str) -> list[int]:
        """How many sequences of 0, 1, ... actions there are."""
        return [perft(self.spec.rules, self.state, plies) for plies in range(int(depth) + 1)]

    def ask_outcome(self) -> Any:
        """Who has won, and by what."""
        outcome = self.spec.rules.outcome(self.state)
        return outcome and f"{text_of(outcome.winners)} by {outcome.reason}"

    def ask_picture(self) -> Any:
        """The position as it is drawn for people at a console."""
        return self.spec.rules.picture(self.state)

    def ask_details(self, name: str = "") -> Any:
        """One of the details that programs are told, or all of them, as JSON."""
        details: Any = self.spec.rules.details(self.state)
        for part in name.split():
            details = details[part]
        return json.dumps(details)

    def ask_told(self, text: str) -> str:
        """All that is told of an action, a line for each fact: its kind, its seats, what goes with it.

        "least N" behind the action is what a search has found: N actions are enough.
        """
        text, _, least = text.partition(" least ")
        found = told(self.spec, self.state, *self.action(text), optimum=int(least) if least else None)
        return "\n".join(map(self.told_fact, found.values()))
