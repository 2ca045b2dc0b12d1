"""A board's memory of its game: the rounds so far, and the shortest routes that it has been told."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from game.core.kinds import next_value
from game.core.rules import Seat, Step
from game.puzzles.puzzle import MOST_STARS
from game.robots import LONGEST_CHIP, rules
from game.robots.code import encode
from game.robots.state import Action, Move, NoRoute, State
from scenes.robots import puzzles
from scenes.robots.puzzles import GRADE, TAKEN
from scenes.robots.review.rounds import Round, RoundLog, demonstrations
from scenes.table.contract.optional import BestPlay, LookBack, Told
from scenes.table.contract.setup import BoardContext

MOST_PUT_BACK = 8  # chips in a row; then one is played as it is, for the robots may stand badly for all
LONG = 9  # moves; a chip that asks for more is announced


class Memory(LookBack[State, Action]):
    """Follows one game, and outlives layouts; a position is asked about once.

    `in_view` is whether somebody looks back at the round
    before, `ended_at` the stage's time at which that has ended on the screen, None once it was looked back at.
    """

    def __init__(self, context: BoardContext) -> None:
        self._context = context
        self._log = RoundLog()
        self._best: dict[int, tuple[Move, ...]] = {}
        self._routes: dict[int, tuple[tuple[Move, ...], ...]] = {}  # all that are as short
        self._incomplete: set[int] = set()  # plies of the positions from which there may be others
        self._bounds: dict[int, int] = {}
        self._failed: set[int] = set()  # plies of the positions that could not be looked into
        self._asked: int | None = None
        self._put_back: set[int] = set()  # numbers of the chips that asked for too many moves
        self.in_view = False
        self.ended_at: float | None = None

    def review(self, steps: Sequence[Step[State, Action, object]], found: BestPlay | None = None) -> int | None:
        """The ply whose shortest route is wanted: of the round before, then of the present chip."""
        if found is not None:
            self._take(found)
        self._log.follow(steps)
        if self._asked is None:
            wanted = [] if self._log.last is None else [self._log.last.ply]
            wanted.append(0 if self._log.present is None else self._log.present.ply)  # whether it is a long one
            self._asked = next((ply for ply in wanted if ply not in self._best), None)
        return self._asked

    def _take(self, found: BestPlay) -> None:
        ply = found.ply
        if found.at_least is not None:
            self._bounds[ply] = found.at_least
        if not found.over:
            return
        if found.best is None:
            self._failed.add(ply)
        self._best[ply] = _moves(found.best or ())
        self._routes[ply] = tuple(map(_moves, found.routes)) or (self._best[ply],)
        (self._incomplete.discard if found.complete else self._incomplete.add)(ply)
        self._asked = None

    @property
    def is_long(self) -> bool:
        """Whether the present chip's shortest route is known to have more than LONG moves."""
        best = self.best_from(0 if self._log.present is None else self._log.present.ply)
        return best is not None and len(best) > LONG

    def by_house_rule(self, state: State) -> tuple[Action, str] | None:
        """Put the chip back, as if all had given up, where its route has more moves than the house wants."""
        most = self._context.settings[LONGEST_CHIP]
        number = state.chip_number
        if not most or state.phase != "think" or all(number - i in self._put_back for i in range(1, MOST_PUT_BACK + 1)):
            return None
        ply = 0 if self._log.present is None else self._log.present.ply
        best = self.best_from(ply)
        if best is None or ply in self._failed or 0 < len(best) <= most:
            return None  # a route that is not found in seconds is a long one
        self._put_back.add(number)
        return NoRoute(), self._context.stage.t("robots.too_long", count=most)

    def told(self, state: State, steps: Sequence[Step[State, Action, object]]) -> Told:
        """Also the code of the set-up, which can be typed in before a game."""
        code = self._context.stage.t("robots.code", code=encode(self._context.options, state.settings.seed))
        return Told(self._rating(state), code, self._was_shortest(steps), self._figures(steps), self._stars(state))

    def _was_shortest(self, steps: Sequence[Step[State, Action, object]]) -> bool:
        self._log.follow(steps)
        last = self._log.last
        if last is None or last.shown is None or last.shown.end != "won":
            return False
        best = self.best_from(last.ply)
        return best is not None and len(best) == len(last.shown.moves)

    def bound_from(self, ply: int) -> int | None:
        """Return how many moves it takes at least from the position at `ply`, as far as was searched; None before."""
        return self._bounds.get(ply)

    def best_from(self, ply: int) -> tuple[Move, ...] | None:
        """The shortest route from the position at `ply`, () where none was found; None while it is not known."""
        return self._best.get(ply)

    @property
    def past(self) -> Round | None:
        """The round before, with its shortest route where that is known."""
        last = self._log.last
        if last is None:
            return None
        routes, complete = self._routes.get(last.ply, ()), last.ply not in self._incomplete
        return replace(last, best=self.best_from(last.ply), routes=routes, complete=complete)

    def _figures(self, steps: Sequence[Step[State, Action, object]]) -> dict[Seat, str]:
        """Return how many demonstrations arrived, for each seat that gave any where several play."""
        t = self._context.stage.t
        return {
            seat: t("robots.figure", arrived=arrived, shown=shown)
            for seat, (arrived, shown) in demonstrations(steps).items()
            if self._context.options["players"] > 1
        }

    def hints_taken(self, seed: int) -> int:
        """Return how many hints the puzzle with this seed has been asked for."""
        taken: int = self._context.settings[TAKEN].get(seed, 0)
        return taken

    def keep_hints(self, seed: int, count: int) -> None:
        """Keep that the puzzle with this seed was asked for so many hints, after a restart too, and never fewer."""
        others = [one for one in self._context.settings[TAKEN].items() if one[0] != seed]
        latest = [*others, (seed, max(count, self.hints_taken(seed)))][-puzzles.MOST_PUZZLES :]
        self._context.settings.set(TAKEN, dict(latest))

    @property
    def grade(self) -> str:
        """How hard the next puzzle of the practice is."""
        grade: str = self._context.settings[GRADE]
        return grade

    def next_grade(self) -> None:
        """Choose the grade after the present one, and keep it."""
        self._context.settings.set(GRADE, next_value(puzzles.GRADES, self.grade))

    def _stars(self, state: State) -> int:
        """As many as `puzzles.stars` says; one while no shortest route is known."""
        best = self.best_from(0)
        return puzzles.stars(len(state.moves), len(best), self.hints_taken(state.settings.seed)) if best else 1

    def _rating(self, state: State) -> str:
        """Return the rating of a practice puzzle's solution in words, "" where it is unknown."""
        best = self.best_from(0)
        if state.settings.players > 1 or not best:
            return ""
        made, hints, won = len(state.moves), self.hints_taken(state.settings.seed), self._stars(state)
        row = "★" * won + "☆" * (MOST_STARS - won)
        t = self._context.stage.t
        if made == len(best):
            note = t("robots.result.best", stars=row, count=made)
        else:
            note = t("robots.result.more", stars=row, count=made, best=len(best))
        return f"{note} · {t('robots.hints', count=hints)}" if hints else note


def _moves(route: Sequence[str]) -> tuple[Move, ...]:
    """A route in notation; what is no slide is left out."""
    return tuple(move for move in map(rules.parse, route) if isinstance(move, Move))
