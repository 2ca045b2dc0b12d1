"""A game's lessons as data: the pages of its rules card, its exercises, and its demonstration.

A game's `GameScenes` names a module whose `LESSONS` holds all three. Texts are named by keys, places and pieces by
actions in the game's notation, positions by the actions that lead there.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from itertools import chain
from typing import Any

from game.core.options import resolve
from game.core.record import Replay, replay
from game.core.rules import Options, Seat
from game.core.spec import GameSpec

Accepts = Callable[[Any, Any], bool]  # (state, action) -> whether the exercise accepts the action


@dataclass(frozen=True, slots=True)
class LessonPosition:
    """The position after `actions`, with the options that differ from the defaults."""

    actions: tuple[str, ...] = ()
    options: Options = field(default_factory=dict)
    seed: int = 0


@dataclass(frozen=True, slots=True)
class Arrow:
    """An arrow between two places; `bend` bows it to the left by this share of its length.

    A barred one is dotted and ends in the barred sign.
    """

    begin: str
    end: str
    barred: bool = False
    bend: float = 0.0


@dataclass(frozen=True, slots=True)
class Ring:
    """A ring around a place."""

    place: str


@dataclass(frozen=True, slots=True)
class Misfit:
    """A piece halfway between two places, where none may lie."""

    first: str
    second: str


@dataclass(frozen=True, slots=True)
class BarredSign:
    """The barred sign on a place."""

    place: str


Mark = Arrow | Ring | Misfit | BarredSign


@dataclass(frozen=True, slots=True)
class Diagram:
    """A position as drawn on the rules card.

    `centre` is the middle of a close-up; without it the whole board is shown. `offered` shows the mover's targets,
    `considered` a previewed piece, legal or not; `shows_last` lights the last action. `lights` are the seats with a lit
    goal, `bottom` is the seat below the board.
    """

    position: LessonPosition
    centre: str = ""
    marks: tuple[Mark, ...] = ()
    lit: tuple[str, ...] = ()
    offered: bool = False
    considered: str = ""
    shows_last: bool = False
    lights: tuple[Seat, ...] = ()
    bottom: Seat = 0


@dataclass(frozen=True, slots=True)
class RulePage:
    """One rule: the texts `key`.title and `key`.text, and its diagram.

    With `beside` there are two diagrams side by side, with the captions `key`.first and `key`.second. A page about a
    sample game (`is_sample`) leads to its replay.
    """

    key: str
    diagram: Diagram
    beside: Diagram | None = None
    is_sample: bool = False


@dataclass(frozen=True, slots=True)
class Wrong:
    """A kind of wrong try, and the key of its kind explanation."""

    matches: Accepts
    text: str


def _nothing(state: object) -> str:
    return ""


@dataclass(frozen=True, slots=True)
class Exercise:
    """One interactive step: the texts `key`.title, .text, .hint and .success, and its solution.

    An action that is not `accepted` is not played; the first match of `wrong`, or else the hint, explains why. With
    `refused`, the exercise asks for a forbidden try. Without `until`, the first accepted action solves it; with
    `until`, the rival answers by the game's fallback until the state satisfies it. `follows` gives an action, with its
    seat ("clock:expire"), that comes by itself before any answer, "" for none. `pressed` reserves room for an input
    beside the board (`lesson_places`). `mends` are the kinds of reasons of a review for which it is the lesson.
    """

    key: str
    position: LessonPosition
    accepted: Accepts
    wrong: tuple[Wrong, ...] = ()
    refused: bool = False
    until: Callable[[Any], bool] | None = None
    follows: Callable[[Any], str] = _nothing
    pressed: bool = False
    mends: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class DemonstrationPart:
    """A stretch of the demonstration: its caption's key, its length, and the actions spread over it."""

    caption: str
    seconds: float
    actions: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Demo:
    """A short game that plays itself from `position`."""

    position: LessonPosition
    beats: tuple[DemonstrationPart, ...]

    @property
    def end(self) -> LessonPosition:
        """The position after all actions."""
        actions = chain.from_iterable(beat.actions for beat in self.beats)
        return replace(self.position, actions=(*self.position.actions, *actions))

    @property
    def seconds(self) -> float:
        """The total length."""
        return sum(beat.seconds for beat in self.beats)


@dataclass(frozen=True, slots=True)
class Sample:
    """A whole annotated game: keys of texts by the number of actions played so far.

    `told`: steps without a note are captioned by the game's facts. `optima` has, by ply, the fewest actions of the
    puzzles that begin there, if the game has any.
    """

    game: LessonPosition
    notes: Mapping[int, str]
    has_captions: bool = False
    optima: Mapping[int, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Lessons:
    pages: tuple[RulePage, ...]
    exercises: tuple[Exercise, ...]
    demo: Demo
    sample: Sample | None = None


def reach(spec: GameSpec, position: LessonPosition) -> Replay:
    """The position with the steps that lead to it. Raises OptionError or ReplayError."""
    return replay(spec, resolve(spec.options, position.options), position.seed, position.actions)
