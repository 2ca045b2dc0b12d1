"""The look back at the previous round: its bids, its demonstrations, and a route that is replayed on the board.

Keys choose the route.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Final

import pygame

from game.core.kinds import next_value
from game.core.rules import Seat, Step
from game.puzzles.puzzle import MOST_STARS
from game.robots import LONGEST_CHIP, rules
from game.robots.looking_back import PastRound, ShownRoute, past_round, spans
from game.robots.placement import encode
from game.robots.state import Action, ChipWon, Move, NoRoute, SeatTurns, State
from scenes.kit.drawing import theme
from scenes.kit.drawing.canvas import Canvas
from scenes.kit.drawing.fonts import Style
from scenes.kit.layout import Places, cells, column, row, within
from scenes.kit.stage import Stage
from scenes.robots import puzzles
from scenes.robots.films import Film, film_of
from scenes.robots.motion import pieces
from scenes.robots.puzzles import GRADE, TAKEN
from scenes.robots.selection import LookingBack, Selection, Watching
from scenes.table.contract.optional import BestPlay, GameSummary, LookBack
from scenes.table.contract.setup import BoardContext
from scenes.table.contract.view import View


@dataclass(frozen=True, slots=True)
class Round:
    """A finished chip as it was `played`.

    `best` is the shortest route, None until it is known. `routes` has the known routes of that length, `best` first. If
    `complete`, there are no other routes of that length.
    """

    played: PastRound
    best: tuple[Move, ...] | None = None
    routes: tuple[tuple[Move, ...], ...] = ()
    complete: bool = True

    @property
    def shown(self) -> ShownRoute | None:
        """The demonstration that is replayed: the successful one, otherwise the last one."""
        return self.played.won or next(reversed(self.played.shown), None)


class RoundLog:
    """Follows a game for several players.

    `began` is the ply at which the current round began, `last` is the latest finished round.
    """

    def __init__(self) -> None:
        self._latest: Step[State, Action, object] | None = None
        self.began = 0
        self.last: PastRound | None = None

    def follow(self, steps: Sequence[Step[State, Action, object]]) -> None:
        """Note what has been played or taken back."""
        latest = steps[-1] if steps else None
        if latest is self._latest:
            return
        self._latest = latest
        self.began, self.last = 0, None
        rounds = spans(steps) if latest is not None and latest.after.settings.players > 1 else ()
        if latest is not None and rounds:
            begin, end = rounds[-1]
            self.last = past_round(steps, begin)
            self.began = begin if latest.after.phase == "over" else end


# The most chips in a row that are put back. The chip after them is played, because from this position the routes to
# all chips may be long.
MOST_PUT_BACK = 8
# A chip whose shortest route has more moves than this is announced.
LONG = 9


class Memory(LookBack[State, Action]):
    """Follows one game, and survives a new layout of the board. Each position is searched once.

    `in_view` says whether the previous round is being shown. `ended_at` is the stage's time at which that round's last
    clip ends; None once its replay has begun or was left out.
    """

    def __init__(self, context: BoardContext) -> None:
        self._context = context
        self._log = RoundLog()
        # Results of finished searches, by ply.
        self._found: dict[int, BestPlay] = {}
        # The shortest routes, by ply.
        self._routes: dict[int, tuple[tuple[Move, ...], ...]] = {}
        self._bounds: dict[int, int] = {}
        self._asked: int | None = None
        # The numbers of the chips that were put back because their routes had too many moves.
        self._put_back: set[int] = set()
        self.in_view = False
        self.ended_at: float | None = None

    def review(self, steps: Sequence[Step[State, Action, object]], found: BestPlay | None = None) -> int | None:
        """Return the next ply to search, or None.

        The position of the previous round is searched before the position of the current chip.
        """
        if found is not None:
            self._take(found)
        self._log.follow(steps)
        if self._asked is None:
            wanted = [] if self._log.last is None else [self._log.last.ply]
            # The current chip is searched to find out whether its route is long.
            wanted.append(self._log.began)
            self._asked = next((ply for ply in wanted if ply not in self._found), None)
        return self._asked

    def _take(self, found: BestPlay) -> None:
        if found.at_least is not None:
            self._bounds[found.ply] = found.at_least
        if found.over:
            self._found[found.ply] = found
            self._routes[found.ply] = tuple(map(_moves, found.routes or [found.best or ()]))
            self._asked = None

    @property
    def is_long(self) -> bool:
        """Whether the current chip's shortest route is known to have more than LONG moves."""
        best = self.best_from(self._log.began)
        return best is not None and len(best) > LONG

    def by_house_rule(self, state: State) -> tuple[Action, str] | None:
        """Put the chip back, as if everybody had given up, if its shortest route has more moves than the setting
        allows.
        """
        most = self._context.settings[LONGEST_CHIP]
        number = state.chip_number
        if not most or state.phase != "think" or all(number - i in self._put_back for i in range(1, MOST_PUT_BACK + 1)):
            return None
        best = self.best_from(self._log.began)
        # After an error (`best` of the search is None), nothing is known. A chip without a route counts as long.
        if best is None or self._found[self._log.began].best is None or 0 < len(best) <= most:
            return None
        self._put_back.add(number)
        return NoRoute(), self._context.stage.t("robots.too_long", count=most)

    def summary(self, state: State, steps: Sequence[Step[State, Action, object]]) -> GameSummary:
        """Return what the board adds to the result, including the code with which others get the same board."""
        code = self._context.stage.t("robots.code", code=encode(self._context.options, state.settings.seed))
        return GameSummary(
            self._rating(state), code, self._was_shortest(steps), self._figures(steps), self._stars(state)
        )

    def _was_shortest(self, steps: Sequence[Step[State, Action, object]]) -> bool:
        self._log.follow(steps)
        last = self._log.last
        best = None if last is None else self.best_from(last.ply)
        return best is not None and last is not None and last.won is not None and len(best) == len(last.won.moves)

    def bound_from(self, ply: int) -> int | None:
        """Return the known lower bound on the number of moves that the position at `ply` needs.

        None while no bound is known.
        """
        return self._bounds.get(ply)

    def best_from(self, ply: int) -> tuple[Move, ...] | None:
        """Return the shortest route from the position at `ply`; () if there is none, and None while it is unknown."""
        return self._routes[ply][0] if ply in self._routes else None

    @property
    def past(self) -> Round | None:
        """The previous round, with its shortest routes if known."""
        last = self._log.last
        if last is None or last.ply not in self._found:
            return None if last is None else Round(last)
        return Round(last, self.best_from(last.ply), self._routes[last.ply], self._found[last.ply].complete)

    def _figures(self, steps: Sequence[Step[State, Action, object]]) -> dict[Seat, str]:
        """Return, for each seat that gave demonstrations, how many of them succeeded and how many there were."""
        t, events = self._context.stage.t, [event for step in steps for event in step.events]
        tried = Counter(event.seat for event in events if isinstance(event, SeatTurns))
        arrived = Counter(event.seat for event in events if isinstance(event, ChipWon))
        return {seat: t("robots.figure", arrived=arrived[seat], shown=tried[seat]) for seat in tried}

    def hints_taken(self, seed: int) -> int:
        """Return the number of hints given for the puzzle with this seed."""
        taken: int = self._context.settings[TAKEN].get(seed, 0)
        return taken

    def keep_hints(self, seed: int, count: int) -> None:
        """Store that `count` hints were given for the puzzle with this seed.

        A smaller number than before is ignored.
        """
        others = [one for one in self._context.settings[TAKEN].items() if one[0] != seed]
        latest = [*others, (seed, max(count, self.hints_taken(seed)))][-puzzles.MOST_PUZZLES :]
        self._context.settings.set(TAKEN, dict(latest))

    @property
    def grade(self) -> str:
        """Return the difficulty of the next practice puzzle."""
        grade: str = self._context.settings[GRADE]
        return grade

    def next_grade(self) -> None:
        """Choose the next difficulty, and store it."""
        self._context.settings.set(GRADE, next_value(puzzles.GRADES, self.grade))

    def _stars(self, state: State) -> int:
        """Return the stars of a solution (`puzzles.stars`); 1 while no shortest route is known."""
        best = self.best_from(0)
        return puzzles.stars(len(state.moves), len(best), self.hints_taken(state.settings.seed)) if best else 1

    def _rating(self, state: State) -> str:
        """Return the rating of a practice puzzle's solution in words; "" if unknown."""
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
    """Return a route in notation as moves, without other actions."""
    return tuple(move for move in map(rules.parse, route) if isinstance(move, Move))


# The number of the demonstrated route, in place of the index of a shortest route.
OWN: Final = -1
LABEL: Final = Style(36, bold=True)
LEAST: Final = 22


@dataclass(frozen=True, slots=True)
class RouteKey:
    """A key that shows a route: its label, and the number of the first route that it shows."""

    label: str
    route: int
    is_shown: bool


def ways(past: Round) -> tuple[int, ...]:
    """Return the numbers of the routes that can be shown, in order: OWN, then the indices of the shortest routes."""
    own = (OWN,) if past.shown is not None else ()
    return (*own, *range(len(past.routes) if past.best else 0))


def shown_way(past: Round, looking: LookingBack) -> int:
    """Return the number of the shown route. While the requested route is not known, the first route is shown."""
    there = ways(past)
    return looking.route if looking.route in there or not there else there[0]


def route_of(past: Round, number: int) -> tuple[Move, ...]:
    """Return the route with this number (see `ways`); () if there is none."""
    if number == OWN:
        return past.shown.moves if past.shown is not None else ()
    return past.routes[number] if number < len(past.routes) else ()


def step_route(past: Round, looking: LookingBack, step: int, now: float) -> LookingBack:
    """Return the look back at the route that comes `step` places later, shown from its beginning."""
    there = ways(past)
    if not there:
        return looking
    place = there.index(shown_way(past, looking))
    return replace(looking, route=there[(place + step) % len(there)], since=now, by_itself=False)


def keys(t: Callable[..., str], past: Round, looking: LookingBack, names: Sequence[str]) -> tuple[RouteKey, ...]:
    """Return the keys for the demonstrated route and the shortest route.

    If there are several shortest routes, each press on their key shows another one.
    """
    there, now = ways(past), shown_way(past, looking)
    found = []
    if OWN in there and past.shown is not None:
        found.append(RouteKey(t("robots.show.own", name=names[past.shown.seat]), OWN, now == OWN))
    if 0 in there:
        count = len(past.routes)
        which = "robots.show.which" if past.complete else "robots.show.which_or_more"
        label = t("robots.show.shortest") if count == 1 else t(which, number=max(now, 0) + 1, count=count)
        found.append(RouteKey(label, 0 if now == OWN else (now + 1) % count, now != OWN))
    return tuple(found)


def key_places(stage: Stage, places: Places, count: int) -> Sequence[pygame.Rect]:
    """Return the places of the keys: in place of the clock, or below the sentence if the panel is narrow."""
    if "note" in places:
        plan = column(*cells("key") * count, gap=12)
        return within(stage.metrics, places["head"], plan).all("key")
    return within(stage.metrics, places["helper"], row(*cells("key") * count, gap=12)).all("key")


def draw_keys(stage: Stage, canvas: Canvas, places: Places, shown: Sequence[RouteKey]) -> None:
    """Draw the keys. The key of the shown route is brass."""
    for key, rect in zip(shown, key_places(stage, places, len(shown)), strict=True):
        kind = "primary" if key.is_shown else "normal"
        stage.blit(canvas, stage.paint.button(kind, "normal", rect.size), rect.topleft)
        style = LABEL._replace(color=theme.INK if key.is_shown else theme.IVORY)
        room = rect.inflate(-stage.metrics.px(24), -stage.metrics.px(8))
        stage.label(canvas, key.label, room, style, "centre", grow=1.2, least=LEAST)


class RoundShow:
    """Makes the films of the previous round."""

    def __init__(self) -> None:
        self._films: dict[tuple[int, tuple[Move, ...]], Film] = {}

    def film(self, past: Round, looking: LookingBack) -> Film:
        """Return the film of the shown route."""
        moves = route_of(past, shown_way(past, looking))
        key = (past.played.ply, moves)
        if key not in self._films:
            self._films = {kept: film for kept, film in self._films.items() if kept[0] == past.played.ply}
            self._films[key] = film_of(past.played.start, moves)
        return self._films[key]

    def over(
        self, stage: Stage, view: View[State, Action, Selection], past: Round, looking: LookingBack
    ) -> View[State, Action, Selection]:
        """Return `view` with the previous round in place of the current position, and its route played up to now."""
        shown = self.film(past, looking).at(stage.time - looking.since, stage.look.reduced_motion)
        placed = {**pieces(past.played.start), **shown.placements}
        quiet = replace(view, legal=(), choices={}, hint=None, selection=Watching())
        return replace(quiet, state=past.played.start, placements=placed, effects=shown.effects)

    def is_over(self, stage: Stage, past: Round, looking: LookingBack) -> bool:
        """Return whether a look back that began by itself has played its route once."""
        return looking.by_itself and stage.time - looking.since >= self.film(past, looking).seconds
