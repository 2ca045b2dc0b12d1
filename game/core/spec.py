"""What a game is to the rest of the house: its SPEC."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

from game.core.kinds import Setting
from game.core.options import Option
from game.core.rules import Rules, Seat, Timer

LEVELS = (1, 2, 3, 4, 5)
UndoPolicy: TypeAlias = Literal["turns", "none", "free"]


@dataclass(frozen=True, slots=True)
class Preset:
    """A way to play a game that has a name of its own: values of some of its options."""

    id: str
    options: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class GameSpec:
    """One game. `brain` is "module:Class" as text, so that the UI never imports a search.

    `undo`: "turns" (back to the last human decision), "free" or "none", or a function of the complete options that
    says so. `simultaneous` games write the seat before every action. `scene` names the scene class that shows the
    game. `plain` gives a sensible action for a state and a seat by a simple rule, without search: it is played when
    the AI process fails. `counted` says of an action whether perft counts it and undo stops before it: those that
    only talk, as about a draw, are left out. `undecided`, of simultaneous games: the seats that have not said yet that
    they have nothing to add; AI seats do so, by `plain`, once no person is among them.

    `minutes` is how long a match of people usually takes; it is told where the table does not know better by itself.

    `silence`, of games with a second clock: the one that runs in a state beside that of the rules, if it does, and
    `silence_over` the text of the action that the clock takes when it has run out.

    `points`, where seats collect something on their way to a win: how much of it each has in a state. `progress`, where
    those who did not win can be told apart by something else: how far each has come, the more the better.

    `facts`, where the game can say why a step matters, names the function that does, a `game.core.facts.Facts`, as
    `brain` does: it may need what the rules do without (see `registry.facts_of`).

    `worth` and `reasons`, of games whose positions a review can value, name functions as `brain` does: how what the
    brain found is read as chances of winning (`game.core.review.WorthOf`), and why one action is better than another
    (`game.core.review.Reasoning`).

    `rounds`, of a game in rounds that each have a best answer, names the module by which the review looks back at them,
    a `game.core.review.Rounds`: then only the beginnings of rounds are valued, and the best line is the best answer.

    Texts of actions that the match offers in its own way, where the game has them: `resign`; `offer` proposes a draw,
    `answers` are those that accept and refuse it. `presets` are the ways to play that the setup names first.

    `preferences` are what people may set for this game alone, whatever table they sit at.

    `puzzles`, where the game has puzzles that can be solved on their own, names their class as `brain` does (see
    `game.agents.agent.Puzzles`), and `puzzle_picture` the function `(puzzle, solution, path)` on the screen's side that
    writes a solved one to a picture file; it raises OSError where that cannot be written.

    `outside`, of simultaneous games with seats for engines from outside, names the class that puts a decision to one,
    as `brain` does (see `game.agents.agent.Questions`); the UI's process imports it.
    """

    id: str
    rules: Rules[Any, Any, Any]
    options: tuple[Option, ...]
    seats: tuple[int, ...]
    undo: UndoPolicy | Callable[[Mapping[str, Any]], UndoPolicy]
    brain: str
    scene: str
    simultaneous: bool = False
    minutes: int = 10
    plain: Callable[[Any, Seat], Any] | None = None
    counted: Callable[[Any], bool] = lambda action: True
    undecided: Callable[[Any], Collection[Seat]] = lambda state: ()
    silence: Callable[[Any], Timer | None] = lambda state: None
    silence_over: str = ""
    points: Callable[[Any], Sequence[int]] | None = None
    progress: Callable[[Any], Sequence[int]] | None = None
    facts: str = ""
    worth: str = ""
    reasons: str = ""
    rounds: str = ""
    resign: str = ""
    offer: str = ""
    answers: tuple[str, ...] = ()
    presets: tuple[Preset, ...] = ()
    preferences: tuple[Setting, ...] = ()
    puzzles: str = ""
    puzzle_picture: str = ""
    outside: str = ""

    def undo_policy(self, options: Mapping[str, Any]) -> UndoPolicy:
        """What may be taken back in a game with these complete options."""
        return self.undo(options) if callable(self.undo) else self.undo

    def seat_count(self, options: dict[str, Any]) -> int:
        """The number of seats that complete `options` ask for."""
        return int(options.get("players", self.seats[0]))
