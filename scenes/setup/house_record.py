"""What there is to beat at a table that is being set: one line beside the heading, which leads to the records."""

from __future__ import annotations

from datetime import date

import pygame

from game.core.spec import GameSpec
from game.profiles import Profile
from game.statistics import house_records
from game.table import Table
from scenes.kit import heading, theme
from scenes.kit.canvas import Canvas
from scenes.kit.fonts import Style
from scenes.kit.layout import Shape
from scenes.kit.scene import Push
from scenes.kit.stage import Stage
from scenes.kit.widgets import Ghost
from scenes.routes import ToRecords
from scenes.services import Services
from scenes.table.daily import MOST_STARS, standing
from scenes.table.loading import daily_of

LINE = Style(theme.CAPTION, theme.IVORY)
LEAST = 22
LAUREL = 40
GAP, PAD = 40, 12  # design pixels, as all: after the small line of the heading, and around the record
BASELINE, TOP, HEIGHT = 84, 50, 48
RIGHT = {Shape.WIDE: 960, Shape.CLASSIC: 744, Shape.TALL: 1026}  # where the choices begin
MOST_NAMED = 3  # of many who hold a record together
LEAST_STREAK = 2


def record_texts(services: Services, spec: GameSpec, table: Table, today: date) -> tuple[str, ...]:
    """The record to beat at this table, in ever fewer words; nothing where there is none.

    It is the fastest win over the strongest AI at the table, else the longest streak; for one who plays alone what has
    come of the puzzles of the day.
    """
    t = services.stage.t
    if len(table.seats) == 1:
        kept = standing(services.store, spec.id, today)
        if daily_of(spec) is None or not kept.streak:
            return ()
        stars = "★" * kept.stars + "☆" * (MOST_STARS - kept.stars)
        return t("record.puzzles", stars=stars, streak=kept.streak), t("record.streak_days", streak=kept.streak)
    records = house_records(services.store.statistics, services.store.profiles, spec.id)
    level = max((seat.level for seat in table.seats if seat.is_ai and not seat.is_engine), default=0)
    fastest = records.fastest.get(level)
    if fastest is not None:
        return _with_holders(services.stage, t("record.level", level=level, count=fastest.moves), fastest.holders)
    if records.house.best >= LEAST_STREAK:
        return _with_holders(services.stage, t("record.streak", wins=records.house.best), records.longest)
    return ()


def _with_holders(stage: Stage, record: str, holders: tuple[Profile, ...]) -> tuple[str, ...]:
    names = ""
    for profile in holders[:MOST_NAMED]:
        names = stage.t("result.list", first=names, last=profile.name) if names else profile.name
    if len(holders) > MOST_NAMED:
        names += "…"
    return (stage.t("record.held", record=record, names=names), record) if names else (record,)


class HouseRecord:
    """The line, as far as there is one and room for it."""

    def __init__(self, services: Services, spec: GameSpec, table: Table) -> None:
        stage, shape = services.stage, services.stage.metrics.shape
        self.stage = stage
        before = stage.capped(heading.EYEBROW, heading.MOST_GROWTH)
        eyebrow = stage.fonts.width(stage.t("setup.eyebrow").upper(), before)
        left, top = stage.metrics.point(heading.MARGIN[shape] + GAP, TOP)
        left += eyebrow
        self.rect = pygame.Rect(left, top, 0, stage.metrics.px(HEIGHT))
        self._text_left = left + stage.metrics.px(PAD + LAUREL + 10)
        room = stage.metrics.point(RIGHT[shape], 0)[0] - stage.metrics.px(PAD) - self._text_left
        self.text, self.style = "", LINE
        for text in record_texts(services, spec, table, services.today):
            style = stage.shrunk(text, stage.capped(LINE, heading.MOST_GROWTH), room, LEAST)
            if (width := stage.fonts.width(text, style)) <= room:
                self.text, self.style = text, style
                self.rect.width = self._text_left + width + stage.metrics.px(PAD) - left
                break
        self._game = spec.id

    def widgets(self) -> list[Ghost]:
        """What can be pressed to see all records."""
        found = Ghost(self.rect, lambda: Push(ToRecords(self._game)), 12, name=self.text)
        return [found] if self.text else []

    def draw(self, canvas: Canvas) -> None:
        """Draw the line with its laurel."""
        if not self.text:
            return
        stage, side = self.stage, self.stage.metrics.px(LAUREL)
        laurel = stage.assets.sprite("sprites/laurel.svg", (side, side))
        canvas.blit(laurel, (self.rect.x + stage.metrics.px(PAD), self.rect.centery - side // 2))
        stage.text(canvas, self.text, (self._text_left, stage.metrics.point(0, BASELINE)[1]), self.style)
