"""The SPEC of a game: everything that the rest of the program knows of it."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, Protocol, TypeAlias

from game.core.dictionary import Dictionary
from game.core.kinds import Setting
from game.core.options import Option
from game.core.rules import Options, Rules, Seat, Timer

LEVELS = (1, 2, 3, 4, 5)
UndoPolicy: TypeAlias = Literal["turns", "none", "free"]


@dataclass(frozen=True, slots=True)
class Preset:
    """A way to play a game that has a name of its own: values of some of its options."""

    id: str
    options: Options


@dataclass(frozen=True, slots=True)
class Play:
    """The course of a game beyond its rules.

    `minutes` is how long a match of people usually takes; it is told where the table does not know better by itself.
    `fallback` gives a sensible action for a state and a seat by a simple rule, without search: it is played when the AI
    process fails. `is_move` says of an action whether perft counts it and undo stops before it: those that only talk,
    as about a draw, are left out.

    `points`, where seats collect something on their way to a win: how much of it each has in a state. `progress`, where
    those who did not win can be told apart by something else: how far each has come, the more the better.

    Texts of actions that the match offers in its own way, where the game has them: `resign`; `offer` proposes a draw,
    `answers` are those that accept and refuse it.
    """

    minutes: int = 10
    fallback: Callable[[Any, Seat], Any] | None = None
    is_move: Callable[[Any], bool] = lambda action: True
    points: Callable[[Any], Sequence[int]] | None = None
    progress: Callable[[Any], Sequence[int]] | None = None
    resign: str = ""
    offer: str = ""
    answers: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Simultaneous:
    """The parts of a game in which all seats act at once. Its actions are written with their seat.

    `still_thinking` gives the seats that have not said yet that they have nothing to add. AI seats do so, by the
    fallback, once no person is among them. `silence`, where there is a second clock: the one that runs in a state
    beside that of the rules, if it does, and `silence_over` the text of the action that the clock takes when it has run
    out. `outside`, with seats for engines from outside, names the class that puts a decision to one, as `brain` does
    (see `game.agents.agent.EngineQuestions`); the UI's process imports it.
    """

    still_thinking: Callable[[Any], Collection[Seat]] = lambda state: ()
    silence: Callable[[Any], Timer | None] = lambda state: None
    silence_over: str = ""
    outside: str = ""


@dataclass(frozen=True, slots=True)
class Study:
    """The parts of a game that tell of its positions. Each is named as text, a function, class or module as `brain` is,
    because it may need imports that the rules do without.

    `facts` says why a step matters, a `game.core.review.Facts` (see `registry.facts_of`). `evaluate` and `reasons`, if
    a review can value positions: how what the brain found is read as chances of winning (`game.core.review.Evaluator`),
    and why one action is better than another (`game.core.review.Reasoning`). `rounds`, of a game in rounds that each
    have a best answer, is the module by which the review looks back at them, a `game.core.review.Rounds`: then only the
    beginnings of rounds are valued, and the best line is the best answer.

    `puzzles`, where there are puzzles of the day and to practise from (see `game.puzzles.stored`), are the options of
    all of them that are not the default. `solver`, where any position can be given as a puzzle, is the class that
    solves it (a `game.agents.agent.PuzzleSolver`), and `route_picture` the function `(puzzle, solution, path)` on the
    screen's side that writes a solved one to a picture file; it raises OSError where that cannot be written.
    """

    facts: str = ""
    evaluate: str = ""
    reasons: str = ""
    rounds: str = ""
    puzzles: Options | None = None
    solver: str = ""
    route_picture: str = ""


@dataclass(frozen=True, slots=True)
class TextGame:
    """A game in a text of another program. `rows` names the reading of one that may be read in two ways."""

    options: Options
    actions: tuple[str, ...] = ()
    rows: str = ""


class OtherTexts(Protocol):
    """The texts of other programs that a game knows; a module."""

    def read_text(self, text: str) -> Sequence[TextGame] | None:
        """What `text` may be, None where it is nothing of that kind. Raises GameError: what is wrong, and where."""

    def write_text(self, state: object, actions: Sequence[str]) -> str:
        """The text for the game of `actions`, or for its position `state`; "" where there is none for it."""


@dataclass(frozen=True, slots=True)
class GameSpec:
    """One game. `brain` is "module:Class" as text, so that the UI never imports a search.

    `undo`: "turns" (back to the last human decision), "free" or "none", or a function of the complete options that
    says so. `scene` names the scene class that shows the game. `presets` are the ways to play that the setup names
    first; `preferences` what people may set for this game alone, whatever table they sit at. What a game need not have
    is in `play`, `simultaneous` (None where seats act in turn) and `study`. Its games are shorter as text with a
    `dictionary`. `texts` names the module of its `OtherTexts`, and `protocols` for each protocol of other
    programs' engines, "uci" or "qtp", the function that lets ours speak it, as "module:name".
    """

    id: str
    rules: Rules[Any, Any, Any]
    options: tuple[Option, ...]
    seats: tuple[int, ...]
    undo: UndoPolicy | Callable[[Options], UndoPolicy]
    brain: str
    scene: str
    presets: tuple[Preset, ...] = ()
    preferences: tuple[Setting, ...] = ()
    play: Play = Play()
    simultaneous: Simultaneous | None = None
    study: Study = Study()
    dictionary: Dictionary | None = None
    texts: str = ""
    protocols: Mapping[str, str] = field(default_factory=dict)

    def undo_policy(self, options: Options) -> UndoPolicy:
        """Return which actions can be taken back in a game with these complete options."""
        return self.undo(options) if callable(self.undo) else self.undo

    def seat_count(self, options: Options) -> int:
        """The number of seats that complete `options` ask for."""
        return int(options.get("players", self.seats[0]))
