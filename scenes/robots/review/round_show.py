"""A look back at a round on the board itself: a route plays where the robots stood, and keys choose which."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Final

import pygame

from game.robots.state import Action, Move, State
from scenes.kit.drawing import theme
from scenes.kit.drawing.canvas import Canvas
from scenes.kit.drawing.fonts import Style
from scenes.kit.layout import Places, cells, column, row, within
from scenes.kit.stage import Stage
from scenes.robots.motion.clips import pieces
from scenes.robots.motion.film import Film, film_of
from scenes.robots.review.rounds import Round
from scenes.robots.selection import LookingBack, Selection, Watching
from scenes.table.contract.view import View

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
        key = (past.ply, moves)
        if key not in self._films:
            self._films = {kept: film for kept, film in self._films.items() if kept[0] == past.ply}
            self._films[key] = film_of(past.start, moves)
        return self._films[key]

    def over(
        self, stage: Stage, view: View[State, Action, Selection], past: Round, looking: LookingBack
    ) -> View[State, Action, Selection]:
        """Return the board's view in place of `view`: the round before, with the route as far as it has played."""
        shown = self.film(past, looking).at(stage.time - looking.since, stage.look.reduced_motion)
        placed = {**pieces(past.start), **shown.placements}
        quiet = replace(view, legal=(), choices={}, hint=None, selection=Watching())
        return replace(quiet, state=past.start, placements=placed, effects=shown.effects)

    def is_over(self, stage: Stage, past: Round, looking: LookingBack) -> bool:
        """Whether a look back that came by itself has shown its route once."""
        return looking.by_itself and stage.time - looking.since >= self.film(past, looking).seconds
