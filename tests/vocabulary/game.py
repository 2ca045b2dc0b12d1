"""The vocabulary of a game: a position, what players do there, and what follows by the rules."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import fields, is_dataclass
from typing import Any, ClassVar

import pytest

from game.core.options import resolve
from game.core.record import CLOCK_SEAT
from game.core.review import Fact
from game.core.rules import IllegalActionError
from game.core.spec import GameSpec
from game.engine_mode.engine import perft
from tests.facts.telling import told
from tests.stories import Teller, options_of


def text_of(value: Any) -> str:
    """Return a value as stories of games write it. Nothing is "-". Items of one list have blanks between them, nested
    lists commas."""
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


class GameVocabulary(Teller):
    """Holds a position of one game. Each step leads to another position. ACTION is in the game's notation. If several
    seats may act, the seat and a colon stand before it: "1:bid 7". The clock acts as "clock:expire". A fact without
    content is "-". Items have blanks between them, or commas if an item has blanks itself. A story
    begins with "start", unless it shows another position."""

    spec: GameSpec
    begins = ("start", "drawn", "board", "turned")
    cells: tuple[str, ...] = ("cell", "cells")  # names of the fields of events that hold cells
    facts: ClassVar[Mapping[str, Callable[..., Any]]] = {
        "actors": lambda s: s.spec.rules.actors(s.state),  # the seats that may act: "0 1"
        # the events of the last "play", with commas between them: "PiecePlaced 0 b2 2"
        "events": lambda s: ", ".join(map(s.event, s.events)),
        # the winners and the reason: "0 by goal"
        "outcome": lambda s: (end := s.spec.rules.outcome(s.state)) and f"{text_of(end.winners)} by {end.reason}",
        "decision": lambda s: s.spec.rules.decision(s.state),  # the key of the present decision
        # the game's fallback action, for the first seat that may act or for SEAT
        "plain": lambda s, seat="": s.spec.rules.text(s.spec.play.fallback(s.state, int(seat or s.first))),
        # the numbers of sequences of 0, 1, … and DEPTH actions
        "perft": lambda s, depth: [perft(s.spec.rules, s.state, plies) for plies in range(int(depth) + 1)],
        "picture": lambda s: s.spec.rules.picture(s.state),  # the position as text mode draws it
    }

    def __init__(self) -> None:
        self.state: Any = None
        self.events: list[Any] = []

    @property
    def first(self) -> int:
        """The first seat that may act; 0 if none may."""
        return (self.spec.rules.actors(self.state) or (0,))[0]

    def cell(self, cell: int) -> str:
        """Return the name of a cell in the game's notation."""
        raise NotImplementedError

    def shown(self, value: Any) -> str:
        return text_of(value)

    def do(self, verb: str, *given: Any) -> None:
        self.state = super().do(verb, *given)

    def action(self, text: str) -> tuple[int, Any]:
        """Return the seat and the action of "1:bid 7", of "clock:expire", or of "e2" if one seat is to act."""
        head, colon, tail = text.partition(":")
        if not colon:
            return self.first, self.spec.rules.parse(text)
        return CLOCK_SEAT if head == "clock" else int(head), self.spec.rules.parse(tail)

    def event(self, event: Any) -> str:
        """Return an event in words: its kind, then its fields."""
        parts = [type(event).__name__]
        for field in fields(event):
            value = getattr(event, field.name)
            if field.name in self.cells:
                value = self.cell(value) if isinstance(value, int) else [self.cell(cell) for cell in value]
            parts.append(text_of(value))
        return " ".join(parts)

    def told_fact(self, fact: Fact) -> str:
        """Return a fact about an action in words: its kind, its seats, then its numbers, words and cells."""
        cells = {name: [self.cell(cell) for cell in places] for name, places in fact.cells.items()}
        parts = [text_of(part) for part in ({**fact.numbers, **fact.words}, cells) if part]
        return text_of([fact.kind, *fact.seats]) + (f": {', '.join(parts)}" if parts else "")

    def do_start(self, text: str = "") -> Any:
        """[OPTION=VALUE …]: Go to the first position of a game with these options. "seed" is an option, too."""
        options = options_of(text)
        seed = options.pop("seed", 0)
        return self.spec.rules.start(resolve(self.spec.options, options), seed)

    def do_play(self, texts: str) -> Any:
        """ACTION, …: Play these actions, with commas between them. The fact "events" then tells what they caused."""
        self.events = []
        for text in texts.split(", "):
            seat, action = self.action(text)
            assert seat == CLOCK_SEAT or action in self.spec.rules.legal(self.state, seat)
            self.state, events = self.spec.rules.apply(self.state, seat, action)
            self.events += events
        return self.state

    def ask_refused(self, text: str) -> str:
        """ACTION: Check that ACTION is illegal and changes nothing. Return the sentence that refuses it."""
        before, (seat, action) = repr(self.state), self.action(text)
        with pytest.raises(IllegalActionError) as raised:
            self.spec.rules.apply(self.state, seat, action)
        assert repr(self.state) == before, "what is refused changes nothing"
        assert action not in self.spec.rules.legal(self.state, seat)
        return str(raised.value)

    def ask_legal(self, text: str = "") -> Any:
        """[SEAT]: Return the legal actions of SEAT, or of the first seat that may act."""
        seat = int(text or self.first)
        texts = [self.spec.rules.text(action) for action in self.spec.rules.legal(self.state, seat)]
        return (", " if any(" " in one for one in texts) else " ").join(texts)

    def ask_details(self, name: str = "") -> Any:
        """[NAME …]: Return the details that engine mode gives of the position, as JSON. NAME picks one, further names
        its parts."""
        details: Any = self.spec.rules.details(self.state)
        for part in name.split():
            details = details[part]
        return json.dumps(details)

    def ask_told(self, text: str) -> str:
        """ACTION [least N]: Return the facts that the game tells of ACTION, a line for each: its kind, its seats, then
        what goes with it. "least N" is the result of a search: N actions are enough."""
        text, _, least = text.partition(" least ")
        found = told(self.spec, self.state, *self.action(text), optimum=int(least) if least else None)
        return "\n".join(map(self.told_fact, found.values()))
