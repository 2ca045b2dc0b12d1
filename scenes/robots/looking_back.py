"""The look back at rounds: what was bid and shown, read off the steps, and a route that plays where the robots stood.

It plays on the board itself, and keys choose which route.
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
from scenes.robots.motion import Film, film_of, pieces
from scenes.robots.puzzles import GRADE, TAKEN
from scenes.robots.selection import LookingBack, Selection, Watching
from scenes.table.contract.optional import BestPlay, LookBack, Told
from scenes.table.contract.setup import BoardContext
from scenes.table.contract.view import View


@dataclass(frozen=True, slots=True)
class Round:
    """A chip that is over, as it was `played`.

    `best` is None until it is known; then `routes` are all that are as short and begin with it, if they are `complete`.
    """

    played: PastRound
    best: tuple[Move, ...] | None = None
    routes: tuple[tuple[Move, ...], ...] = ()
    complete: bool = True

    @property
    def shown(self) -> ShownRoute | None:
        """The demonstration to be looked at: the one that arrived, or the last."""
        return self.played.won or next(reversed(self.played.shown), None)


class RoundLog:
    """Follows a game of several: `began` is the ply of its present round, `last` the latest one that is over."""

    def __init__(self) -> None:
        self._latest: Step[State, Action, object] | None = None
        self.began = 0
        self.last: PastRound | None = None

    def follow(self, steps: Sequence[Step[State, Action, object]]) -> None:
        """Take in what has been played, or taken back, since."""
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
        self._found: dict[int, BestPlay] = {}  # what was found, by ply, once the search is over
        self._routes: dict[int, tuple[tuple[Move, ...], ...]] = {}  # the shortest ones of it
        self._bounds: dict[int, int] = {}
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
            wanted.append(self._log.began)  # whether it is a long one
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
        """Whether the present chip's shortest route is known to have more than LONG moves."""
        best = self.best_from(self._log.began)
        return best is not None and len(best) > LONG

    def by_house_rule(self, state: State) -> tuple[Action, str] | None:
        """Put the chip back, as if all had given up, where its route has more moves than the house wants."""
        most = self._context.settings[LONGEST_CHIP]
        number = state.chip_number
        if not most or state.phase != "think" or all(number - i in self._put_back for i in range(1, MOST_PUT_BACK + 1)):
            return None
        best = self.best_from(self._log.began)
        if best is None or self._found[self._log.began].best is None or 0 < len(best) <= most:
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
        best = None if last is None else self.best_from(last.ply)
        return best is not None and last is not None and last.won is not None and len(best) == len(last.won.moves)

    def bound_from(self, ply: int) -> int | None:
        """Return how many moves it takes at least from the position at `ply`, as far as was searched; None before."""
        return self._bounds.get(ply)

    def best_from(self, ply: int) -> tuple[Move, ...] | None:
        """The shortest route from the position at `ply`, () where none was found; None while it is not known."""
        return self._routes[ply][0] if ply in self._routes else None

    @property
    def past(self) -> Round | None:
        """The round before, with its shortest route where that is known."""
        last = self._log.last
        if last is None or last.ply not in self._found:
            return None if last is None else Round(last)
        return Round(last, self.best_from(last.ply), self._routes[last.ply], self._found[last.ply].complete)

    def _figures(self, steps: Sequence[Step[State, Action, object]]) -> dict[Seat, str]:
        """Return how many demonstrations arrived, for each seat that gave any where several play."""
        t, events = self._context.stage.t, [event for step in steps for event in step.events]
        tried = Counter(event.seat for event in events if isinstance(event, SeatTurns))
        arrived = Counter(event.seat for event in events if isinstance(event, ChipWon))
        return {seat: t("robots.figure", arrived=arrived[seat], shown=tried[seat]) for seat in tried}

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


OWN: Final = -1  # in place of a shortest route's number: that which somebody showed
LABEL: Final = Style(36, bold=True)
LEAST: Final = 22


@dataclass(frozen=True, slots=True)
class RouteKey:
    """A key that shows a route: its label, and the number that it begins with."""

    label: str
    route: int
    is_shown: bool


def ways(past: Round) -> tuple[int, ...]:
    """The numbers of the routes that can be shown, in their order: OWN, then the shortest ones from 0 on."""
    own = (OWN,) if past.shown is not None else ()
    return (*own, *range(len(past.routes) if past.best else 0))


def shown_way(past: Round, looking: LookingBack) -> int:
    """The number of the route that is shown: another one where the one that was asked for is not known yet."""
    there = ways(past)
    return looking.route if looking.route in there or not there else there[0]


def route_of(past: Round, number: int) -> tuple[Move, ...]:
    """The route with a number of `ways`; () where there is none."""
    if number == OWN:
        return past.shown.moves if past.shown is not None else ()
    return past.routes[number] if number < len(past.routes) else ()


def step_route(past: Round, looking: LookingBack, step: int, now: float) -> LookingBack:
    """The next route, or the one before, from its beginning."""
    there = ways(past)
    if not there:
        return looking
    place = there.index(shown_way(past, looking))
    return replace(looking, route=there[(place + step) % len(there)], since=now, by_itself=False)


def keys(t: Callable[..., str], past: Round, looking: LookingBack, names: Sequence[str]) -> tuple[RouteKey, ...]:
    """Return the keys of the shown route and of the shortest.

    Each further press of the latter shows another one, where there are several.
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
    """Return the places of the keys: in place of the clock, or below the sentence where that has a corner alone."""
    if "note" in places:
        plan = column(*cells("key") * count, gap=12)
        return within(stage.metrics, places["head"], plan).all("key")
    return within(stage.metrics, places["helper"], row(*cells("key") * count, gap=12)).all("key")


def draw_keys(stage: Stage, canvas: Canvas, places: Places, shown: Sequence[RouteKey]) -> None:
    """Draw the keys; the one whose route is on the board is of brass."""
    for key, rect in zip(shown, key_places(stage, places, len(shown)), strict=True):
        kind = "primary" if key.is_shown else "normal"
        stage.blit(canvas, stage.paint.button(kind, "normal", rect.size), rect.topleft)
        style = LABEL._replace(color=theme.INK if key.is_shown else theme.IVORY)
        room = rect.inflate(-stage.metrics.px(24), -stage.metrics.px(8))
        stage.label(canvas, key.label, room, style, "centre", grow=1.2, least=LEAST)


class RoundShow:
    """The films of the round before."""

    def __init__(self) -> None:
        self._films: dict[tuple[int, tuple[Move, ...]], Film] = {}

    def film(self, past: Round, looking: LookingBack) -> Film:
        """Return the film of the route that is shown."""
        moves = route_of(past, shown_way(past, looking))
        key = (past.played.ply, moves)
        if key not in self._films:
            self._films = {kept: film for kept, film in self._films.items() if kept[0] == past.played.ply}
            self._films[key] = film_of(past.played.start, moves)
        return self._films[key]

    def over(
        self, stage: Stage, view: View[State, Action, Selection], past: Round, looking: LookingBack
    ) -> View[State, Action, Selection]:
        """Return the board's view in place of `view`: the round before, with the route as far as it has played."""
        shown = self.film(past, looking).at(stage.time - looking.since, stage.look.reduced_motion)
        placed = {**pieces(past.played.start), **shown.placements}
        quiet = replace(view, legal=(), choices={}, hint=None, selection=Watching())
        return replace(quiet, state=past.played.start, placements=placed, effects=shown.effects)

    def is_over(self, stage: Stage, past: Round, looking: LookingBack) -> bool:
        """Whether a look back that came by itself has shown its route once."""
        return looking.by_itself and stage.time - looking.since >= self.film(past, looking).seconds
