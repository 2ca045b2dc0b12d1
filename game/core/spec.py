"""The SPEC of a game, its interface to the rest of the program."""

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
    """A named way to play a game: values of some of its options."""

    id: str
    options: Options


@dataclass(frozen=True, slots=True)
class Play:
    """The course of a game beyond its rules.

    `minutes` is the usual length of a match between people, shown until the table has measured its own. `fallback`
    returns a sensible action for a state and a seat by a simple rule, without search: it is played when the AI process
    fails. `is_move` says whether perft counts an action and undo stops before it: draw offers and answers do not count.

    `points` returns the points of each seat in a state, in games with points. `progress` returns how far each seat has
    come, the more the better, in games that rank the losers otherwise.

    Notation of actions that the match offers by buttons, if the game has them: `resign`; `offer` proposes a draw,
    `answers` accept and refuse it.
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
    """The parts of a game in which all seats act at once. Records write its actions with their seat.

    `still_thinking` returns the seats that have not yet said that they have nothing to add. AI seats say so, by the
    fallback, once no person is among them. `silence` returns a second clock that runs beside the rules' own, or None;
    `silence_over` is the notation of the action that it takes when it has run out. `outside` names the class that puts
    decisions to outside engines, in the form of `brain` (see `game.agents.agent.EngineQuestions`); the UI's process
    imports it.
    """

    still_thinking: Callable[[Any], Collection[Seat]] = lambda state: ()
    silence: Callable[[Any], Timer | None] = lambda state: None
    silence_over: str = ""
    outside: str = ""


@dataclass(frozen=True, slots=True)
class Study:
    """The parts of a game that explain its positions. Each names a function, class or module as text in the form of
    `brain`, since it may need imports that the rules do not.

    `facts` says why a step matters, a `game.core.review.Facts` (see `registry.facts_of`). Where a review can evaluate
    positions, `evaluate` turns the brain's results into chances of winning (`game.core.review.Evaluator`), and
    `reasons` compares two actions (`game.core.review.Reasoning`). `rounds`, in a game of rounds that each have a best
    answer, is the module that reviews them, a `game.core.review.Rounds`: then only the beginnings of rounds are
    evaluated, and the best line is the best answer.

    `puzzles`, in games with stored puzzles (see `game.puzzles.stored`), are their common options, if not the default.
    `solver`, where any position can be a puzzle, is the class that solves it (a `game.agents.agent.PuzzleSolver`), and
    `route_picture` the UI's function `(puzzle, solution, path)` that draws a solved one into a picture file; it raises
    OSError.
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
    returns one. `scene` names the scene class that shows the game. `presets` are the named ways to play in the setup;
    `preferences` the settings of this game alone. `strengths` are the measured ratings of AI strengths from level 1 to
    level 5, those of the levels among them (docs/strength.md); empty where the brain plays levels only.

    Optional parts are in `play`, `simultaneous` (None where seats act in turn) and `study`. A `dictionary` shortens its
    games as text. `texts` names the module of its `OtherTexts`. `protocols` maps each foreign engine protocol, "uci" or
    "qtp", to the function that serves it, as "module:name".
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
    strengths: Mapping[float, float] = field(default_factory=dict)
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
