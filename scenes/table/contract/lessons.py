"""A game's lessons as data: the pages of its rules card, its exercises and its demonstration.

A game's `GameScenes` names a module whose `LESSONS` holds all three. Texts are given by their keys. Places and pieces
are given by actions in the game's notation, and positions by the actions that lead to them.
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

# Called with state and action. Returns whether the exercise accepts the action.
Accepts = Callable[[Any, Any], bool]


@dataclass(frozen=True, slots=True)
class LessonPosition:
    """The position after `actions` in a game with these options.

    Options that are left out have their default values.
    """

    actions: tuple[str, ...] = ()
    options: Options = field(default_factory=dict)
    seed: int = 0


@dataclass(frozen=True, slots=True)
class Arrow:
    """An arrow between two places; `bend` bows it to the left by this share of its length.

    If `barred`, it is dotted and ends in the barred sign.
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
    """A piece drawn halfway between two places, where no piece may lie."""

    first: str
    second: str


@dataclass(frozen=True, slots=True)
class BarredSign:
    """The barred sign on a place."""

    place: str


Mark = Arrow | Ring | Misfit | BarredSign


@dataclass(frozen=True, slots=True)
class Diagram:
    """A position that is drawn on the rules card.

    `centre` is the middle of a close-up; without it the whole board is shown. `offered` shows where the mover can go.
    `considered` is an action, legal or not, whose piece is previewed. `shows_last` marks the last action. The places
    `lit` are highlighted. `lights` are the seats whose goal is lit, and `bottom` is the seat below the board.
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
    """One rule: the texts `key`.title and `key`.text, and a diagram.

    If `beside` is given, it is a second diagram, and both have captions: `key`.first and `key`.second. A page about a
    sample game (`is_sample`) leads to the game's replay.
    """

    key: str
    diagram: Diagram
    beside: Diagram | None = None
    is_sample: bool = False


@dataclass(frozen=True, slots=True)
class Wrong:
    """A kind of wrong try, and the key of the text that explains it kindly."""

    matches: Accepts
    text: str


def _nothing(state: object) -> str:
    return ""


@dataclass(frozen=True, slots=True)
class Exercise:
    """One exercise: the texts `key`.title, .text, .hint and .success, and its solution.

    An action that is not `accepted` is not played. The text of the first member of `wrong` that fits the action
    explains why, or else the hint does. If `refused`, the exercise asks for an illegal action. Without `until`, the
    first accepted action solves the exercise. With `until`, the opponent answers each action with the game's fallback,
    until `until` is true of the state. Before the opponent answers, something may happen by itself, such as a clock
    that runs out: `follows` takes the state and returns that action with its seat, or "" if there is none. `pressed`
    reserves room for an input beside the board (`lesson_places`). `mends` are the kinds of merits and faults in a
    review for which the exercise is recommended.
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
    """A part of the demonstration: the key of its caption, its length, and the actions that are spread over it."""

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
        """The total length in seconds."""
        return sum(beat.seconds for beat in self.beats)


@dataclass(frozen=True, slots=True)
class Sample:
    """A whole game with notes, which are text keys by the number of actions played.

    If `has_captions`, the game's facts describe the steps that have no note. `optima` is for games that consist of
    puzzles: it has the fewest actions that solve each puzzle, by the ply at which the puzzle begins.
    """

    game: LessonPosition
    notes: Mapping[int, str]
    has_captions: bool = False
    optima: Mapping[int, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Lessons:
    """Everything that teaches a game. Without `sample`, the game has no game with comments."""

    pages: tuple[RulePage, ...]
    exercises: tuple[Exercise, ...]
    demo: Demo
    sample: Sample | None = None


def reach(spec: GameSpec, position: LessonPosition) -> Replay:
    """Return the position with the steps that lead to it. Raises OptionError or ReplayError."""
    return replay(spec, resolve(spec.options, position.options), position.seed, position.actions)
