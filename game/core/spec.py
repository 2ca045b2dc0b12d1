"""The SPEC of a game: its interface to the rest of the program."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, NamedTuple, Protocol, TypeAlias

from game.core.dictionary import Dictionary
from game.core.kinds import Setting
from game.core.options import Option
from game.core.rules import LEVELS as LEVELS
from game.core.rules import Options, Rules, Seat, Timer

UndoPolicy: TypeAlias = Literal["turns", "none", "free"]


class Preset(NamedTuple):
    """A named way to play a game: values of some of its options."""

    id: str
    options: Options


@dataclass(frozen=True, slots=True)
class Shorter:
    """A shorter match: the options that differ, and its usual length in minutes."""

    options: Options
    minutes: int


class Guess(NamedTuple):
    """The `kinds` of next moves that waiting people can guess, at most five.

    `of` returns the kind of a seat's action in a state, "" for an action of none of these kinds.
    """

    kinds: tuple[str, ...]
    of: Callable[[Any, Seat, Any], str]


@dataclass(frozen=True, slots=True)
class Play:
    """The course of a game beyond its rules.

    `minutes` is the usual length of a match between people, shown until the table has measured its own. `shorter` maps
    the length of a cup ("short", for example) to the shorter match that such a cup has. `fallback` returns a sensible
    action for a state and a seat by a simple rule, without search. It is played when the AI process fails. `is_move`
    says whether an action is a move: perft counts only moves, and undo goes back to the state before a move. Draw
    offers and their answers are not moves.

    `points` returns the points of each seat in a state, in games with points. In games that rank the losers without
    points, `progress` returns how far each seat has come; more is better.

    `plies` is the usual number of actions of a match with the fewest seats. It determines half-time, when people who
    wait may tip the winner again (`game.people.tips`). It is 0 for a game without half-time. `guess` is for games whose
    next move can be guessed.

    Some actions have buttons in the match. Three fields have their notation: `resign`, `offer` (proposes a draw) and
    `answers` (accept and refuse the draw).
    """

    minutes: int = 10
    shorter: Mapping[str, Shorter] = field(default_factory=dict)
    fallback: Callable[[Any, Seat], Any] | None = None
    is_move: Callable[[Any], bool] = lambda action: True
    points: Callable[[Any], Sequence[int]] | None = None
    progress: Callable[[Any], Sequence[int]] | None = None
    plies: int = 0
    guess: Guess | None = None
    resign: str = ""
    offer: str = ""
    answers: tuple[str, ...] = ()


class Simultaneous(NamedTuple):
    """The parts of a game in which all seats act at once. Records write its actions with their seat.

    `still_thinking` returns the seats that have not yet said that they are done. Once only AI
    seats are left, each of them says so by its fallback action. `silence` returns a second clock that runs beside the
    rules' own clock, or None. When the second clock runs out, the action with the notation `silence_over` is played.
    `outside` names the class that asks outside engines, in the form of `GameSpec.brain` (see
    `game.agents.agent.EngineQuestions`). The process with the window imports that class.
    """

    still_thinking: Callable[[Any], Collection[Seat]] = lambda state: ()
    silence: Callable[[Any], Timer | None] = lambda state: None
    silence_over: str = ""
    outside: str = ""


@dataclass(frozen=True, slots=True)
class Study:
    """The parts of a game that explain its positions.

    Each field but `puzzles` is the name of a function, class or module, in the form of `GameSpec.brain`. The named
    object is imported only when needed.

    `facts` says why a step matters (`game.core.review.Facts`, see `registry.facts_of`). If a review can evaluate
    positions, `evaluate` turns the brain's results into chances of winning (`game.core.review.Evaluator`), and
    `reasons` compares two actions (`game.core.review.Reasoning`). `rounds` is the module that reviews a game whose
    rounds each have a best answer (`game.core.review.Rounds`). In such a game, only the beginnings of rounds are
    evaluated, and the best line is the best answer.

    `puzzles` are the options in which the game's stored puzzles (see `game.puzzles.stored`) differ from the defaults;
    None for a game without stored puzzles. Two fields are for games in which any position can be a puzzle. `solver` is
    the class that solves it (`game.agents.agent.PuzzleSolver`). `route_picture` is a function
    `(puzzle, solution, path)` that draws the solution into a picture file, and raises OSError.
    """

    facts: str = ""
    evaluate: str = ""
    reasons: str = ""
    rounds: str = ""
    puzzles: Options | None = None
    solver: str = ""
    route_picture: str = ""


class TextGame(NamedTuple):
    """A game read from another program's text. If the text can be read in two ways, `rows` names the way used."""

    options: Options
    actions: tuple[str, ...] = ()
    rows: str = ""


class OtherTexts(Protocol):
    """A module that reads and writes the texts that other programs use for a game."""

    def read_text(self, text: str) -> Sequence[TextGame] | None:
        """Return the games that `text` may be; None if it is not such a text.

        Raises GameError, which says what is wrong and where.
        """

    def write_text(self, state: object, actions: Sequence[str]) -> str:
        """Return the text for the game of `actions`, or for its position `state`; "" if other programs have no text for
        it.
        """


@dataclass(frozen=True, slots=True)
class GameSpec:
    """One game. `brain` names the class of its AI as "module:Class", so that screens never import a search.

    `undo` is "turns" (back to the last human decision), "free" (one action at a time), "none", or a function that
    returns one of these for complete options. `scene` names the scene class that shows the game. `presets` are the
    named ways to play that the setup offers. `preferences` are settings for this game alone. `strengths` are the
    measured ratings of AI strengths from level 1 to level 5 and between (docs/strength.md); empty if the brain plays
    levels only.

    Optional parts are in `play`, `simultaneous` (None if seats act in turn) and `study`. A `dictionary` makes the codes
    of the game's records shorter. `texts` names the module that implements `OtherTexts`. `protocols` maps each foreign
    engine protocol, "uci" or "qtp", to the function that serves it, as "module:name".
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
        """Return the number of seats with complete `options`."""
        return int(options.get("players", self.seats[0]))
