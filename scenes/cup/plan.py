"""The plan of a cup: its length and its games, which people choose before it begins.

This module also estimates the number of matches and the minutes for each length.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import partial

import pygame

from game.core.decode import decode
from game.core.spec import GameSpec
from game.people.cup import LENGTHS, Cup, Entrant, Length, new_cup
from game.people.party import rounded_minutes, usual_seconds
from game.people.roster import Chair
from game.registry import find
from scenes.kit.drawing import theme
from scenes.kit.drawing.canvas import Canvas
from scenes.kit.drawing.fonts import Style
from scenes.kit.layout import Part, Places, Shape, cell, column, row
from scenes.kit.sound.speech import sentences
from scenes.kit.stage import Stage
from scenes.kit.widgets.widget import Button, Widget
from scenes.services import Services

# The store's key for the plan.
KEY = "cup.plan"
EYEBROW = Style(theme.CAPTION, theme.EYEBROW, bold=True, spacing=4)
NOTE = Style(theme.CAPTION, theme.MUTED)
LEAST = 18
# Up to this many games are listed one below the other; more stand in two columns.
MOST_LINES = 5
USUAL: Length = "evening"


@dataclass(frozen=True, slots=True)
class Plan:
    """The chosen length of a cup, and the ids of its games."""

    length: Length
    games: tuple[str, ...]


def usual_games(games: Iterable[GameSpec], length: Length) -> tuple[str, ...]:
    """Return the games that a cup has by default: all games.

    If several games are for two players, a short cup leaves out the longest of them.
    """
    specs = list(games)
    pairs = [spec for spec in specs if max(spec.seats) == 2]
    longest = max(pairs, key=lambda spec: spec.play.minutes) if length == "short" and len(pairs) > 1 else None
    return tuple(spec.id for spec in specs if spec is not longest)


def planned(services: Services) -> Plan:
    """Return the stored plan, or the default plan if none is stored."""
    offered = services.offers.games
    plan = services.store.read(KEY, lambda stored: decode(Plan, stored), Plan(USUAL, ()))
    length = plan.length or USUAL
    games = tuple(game for game in offered if game in plan.games)
    return Plan(length, games or usual_games(offered.values(), length))


def cup_of(services: Services, chairs: Sequence[Chair], plan: Plan) -> Cup:
    """Return a new cup. Raises GameError unless 2 to 8 entrants take part."""
    games = {game: spec for game, spec in services.offers.games.items() if game in plan.games}
    entrants = [Entrant(chair.identity, chair.name, is_ai=chair.is_ai) for chair in chairs]
    return new_cup(entrants, games, plan.length)


def seconds_left(services: Services, cup: Cup) -> float:
    """Return how many seconds the remaining matches will take, judged by matches at this table.

    Matches between AIs count as 0.
    """
    records = services.store.results()
    ais = sum(cup.holder(entrant.identity).is_ai for entrant in cup.entrants)
    pairs = len(cup.entrants) * (len(cup.entrants) - 1)
    # The share of matches for two that have a person in them.
    share = 1 - ais * (ais - 1) / pairs
    seconds = 0.0
    for title, count in zip(cup.titles, cup.left, strict=True):
        if count:
            spec = find(title.game)
            seconds += count * usual_seconds(spec, records, cup.length) * (share if title.seats == 2 else 1)
    return seconds


def time_left(services: Services, cup: Cup) -> str:
    """Return the number of remaining matches and their estimated duration as text; "" after the last match."""
    if not any(cup.left):
        return ""
    minutes = rounded_minutes(seconds_left(services, cup))
    return services.stage.t("cup.left", count=sum(cup.left), minutes=minutes)


class Tick(Button):
    """A button that shows a tick while it is chosen."""

    def __init__(self, rect: pygame.Rect, label: str, action: Callable[[], None], chosen: str, size: float) -> None:
        """`chosen` is the word that speech adds if the button is chosen; "" if it is not."""
        super().__init__(rect, label, action, icon="check" if chosen else "", size=size)
        self.said = chosen  # words that speech adds to the label

    def spoken(self, stage: Stage) -> str:
        return sentences(super().spoken(stage), self.said)


class PlanPage:
    """The choices of length and games on the cup's page. `changed` is called after each choice."""

    def __init__(self, services: Services, changed: Callable[[], None]) -> None:
        self.services = services
        self.plan = planned(services)
        self._measures: list[str] = []  # the estimate shown below each length, in order
        self._changed = changed

    @property
    def chairs(self) -> Sequence[Chair]:
        return self.services.people.roster.chairs

    def lengths(self) -> Part:
        """Lay out the heading `plan_head`, and a `length` with its `length_note` for each length."""
        lines = [cell("length", 76), cell("length_note", 34)] * len(LENGTHS)
        return column(cell("plan_head", 40), *lines, cell(), gap=6)

    def games(self) -> Part:
        """Lay out the heading `games_head`, and a `plan_game` for each game."""
        count = len(self.services.offers.games)
        across = 2 if self.services.stage.metrics.shape is Shape.TALL or count > MOST_LINES else 1
        lines = [
            row(*[cell("plan_game")] * min(across, count - first), fit=60, least=36, gap=8)
            for first in range(0, count, across)
        ]
        return column(cell("games_head", 40), *lines, cell(), gap=8)

    def widgets(self, places: Places) -> list[Widget]:
        """Return the buttons for lengths and games."""
        t, strings = self.services.stage.t, self.services.stage.strings
        chosen = t("phone.mark_chosen")
        self._measures = [self._measured(length) for length in LENGTHS]
        found: list[Widget] = []
        for length, measure, place in zip(LENGTHS, self._measures, places.all("length"), strict=True):
            is_on = length == self.plan.length
            tick = Tick(place, t(f"cup.length.{length}"), partial(self._take, length), chosen if is_on else "", 34)
            tick.said = sentences(tick.said, measure)
            found.append(tick)
        for game, place in zip(self.services.offers.games, places.all("plan_game"), strict=True):
            is_on = game in self.plan.games
            action = partial(self._switch, game)
            found.append(Tick(place, strings.short(f"game.{game}"), action, chosen if is_on else "", 26))
        return found

    def draw(self, canvas: Canvas, places: Places) -> None:
        """Draw the headings, and the estimate of each length."""
        stage = self.services.stage
        for name, key in (("plan_head", "cup.plan.length"), ("games_head", "cup.plan.games")):
            stage.label(canvas, stage.t(key).upper(), places[name], EYEBROW, least=LEAST)
        for measure, place in zip(self._measures, places.all("length_note"), strict=True):
            stage.label(canvas, measure, place, NOTE, "centre", least=LEAST)

    def _measured(self, length: Length) -> str:
        """Return the number of matches and minutes of a length as text, for the games chosen for it."""
        games = self.plan.games if length == self.plan.length else self._games(length)
        cup = cup_of(self.services, self.chairs, Plan(length, games))
        minutes = rounded_minutes(seconds_left(self.services, cup))
        return self.services.stage.t("cup.measure", count=sum(cup.left), minutes=minutes)

    def _games(self, length: Length) -> tuple[str, ...]:
        return usual_games(self.services.offers.games.values(), length)

    def _take(self, length: Length) -> None:
        self._keep(Plan(length, self._games(length)))

    def _switch(self, game: str) -> None:
        """Add a game to the plan, or leave it out. The last game cannot be left out."""
        games = {*self.plan.games} ^ {game}
        if games:
            self._keep(replace(self.plan, games=tuple(each for each in self.services.offers.games if each in games)))

    def _keep(self, plan: Plan) -> None:
        self.plan = plan
        self.services.store.set(KEY, {"length": plan.length, "games": list(plan.games)})
        self._changed()
