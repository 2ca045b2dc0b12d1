"""The record to beat at a table that is being set: a line or two below the heading, which leads to the records."""

from __future__ import annotations

from datetime import date

import pygame

from game.core.spec import GameSpec
from game.match_setup import MatchSetup
from game.profiles import Profile
from game.puzzles.judging import MOST_STARS
from game.statistics import house_records
from scenes.kit.drawing import theme
from scenes.kit.drawing.canvas import Canvas
from scenes.kit.drawing.fonts import Style
from scenes.kit.layout import cell, row, within
from scenes.kit.scene import Push
from scenes.kit.stage import Stage
from scenes.kit.widgets.page import MOST_GROWTH
from scenes.kit.widgets.widget import HitArea
from scenes.routes import ToRecords
from scenes.services import Services
from scenes.table.exercises.puzzle_days import stars_of_house

LINE = Style(theme.CAPTION, theme.IVORY)
LAUREL, PAD = 40, 12  # design pixels: its side, and around the record
MOST_NAMED = 3  # of many who hold a record together
LEAST_STREAK = 2


def record_texts(services: Services, spec: GameSpec, table: MatchSetup, today: date) -> tuple[str, ...]:
    """The record to beat at this table, in ever fewer words; nothing where there is none.

    It is the fastest win over the strongest AI at the table, else the longest streak; for one who plays alone what has
    come of the puzzles of the day.
    """
    t = services.stage.t
    if len(table.seats) == 1:
        kept, streak = stars_of_house(services, spec.id, today)
        if not streak:
            return ()
        won = kept.get(today, 0)
        stars = "★" * won + "☆" * (MOST_STARS - won)
        days = t("menu.streak", count=streak)
        return t("record.puzzles", stars=stars, days=days), days
    records = house_records(services.store.statistics, services.store.profiles, spec.id)
    level = max((seat.level for seat in table.seats if seat.is_ai and not seat.is_engine), default=0)
    fastest = records.fastest.get(level)
    if fastest is not None:
        return _with_holders(services.stage, t("record.level", level=level, count=fastest.moves), fastest.holders)
    if records.house.best >= LEAST_STREAK:
        return _with_holders(services.stage, t("record.streak", wins=records.house.best), records.longest)
    return ()


def _with_holders(stage: Stage, record: str, holders: tuple[Profile, ...]) -> tuple[str, ...]:
    names = stage.list_of(profile.name for profile in holders[:MOST_NAMED])
    if len(holders) > MOST_NAMED:
        names += "…"
    return (stage.t("record.held", record=record, names=names), record) if names else (record,)


class HouseRecord:
    """The line, or two of them, as far as there is one and room for it."""

    def __init__(self, services: Services, spec: GameSpec, table: MatchSetup, room: pygame.Rect) -> None:
        """It lies at the left of `room` (pixels)."""
        stage = self.stage = services.stage
        self._places = within(stage.metrics, room, row(cell("laurel", LAUREL), cell("text"), gap=10, pad=(PAD, 0)))
        self.rect, self.text, place = room.copy(), "", self._places["text"]
        for text in record_texts(services, spec, table, services.today):
            lines, style = stage.wrap_to_box(text, stage.limit_scale(LINE, MOST_GROWTH), place.width, place.height)
            if len(lines) * stage.fonts.line_height(style) <= place.height:
                self.text = text
                width = max(stage.fonts.width(line, style) for line in lines)
                self.rect.width = place.left + width + stage.metrics.px(PAD) - room.left
                break
        self._game = spec.id

    def widgets(self) -> list[HitArea]:
        """Return the widgets that lead to all records."""
        found = HitArea(self.rect, lambda: Push(ToRecords(self._game)), 12, name=self.text)
        return [found] if self.text else []

    def draw(self, canvas: Canvas) -> None:
        """Draw the line with its laurel."""
        if not self.text:
            return
        self.stage.show(canvas, "laurel", self._places["laurel"])
        self.stage.label(canvas, self.text, self._places["text"], LINE, lines=0, grow=MOST_GROWTH)
