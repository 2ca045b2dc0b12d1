"""The house rules of a game: all its options but the number of players, each with what it means as it is set.

Handicaps have pages of their own behind them, with a row for each seat.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

import pygame

from game.core.handicaps import numbers, settled
from game.core.options import Option
from game.core.rules import Seat
from game.core.spec import GameSpec
from game.table import Table
from scenes.kit import boxes, theme
from scenes.kit.boxes import Align, Part, cell, column, within
from scenes.kit.canvas import Canvas
from scenes.kit.card import PAD, CardScene
from scenes.kit.fonts import Style
from scenes.kit.intents import Intent, Kind
from scenes.kit.layout import Shape
from scenes.kit.picker import Picker
from scenes.kit.scene import Nav
from scenes.kit.widgets import Button, Choice, Toggle, Widget
from scenes.services import Services
from scenes.setup.drawing import draw_preview
from scenes.table.loading import scenes_of
from scenes.table.rules_in_force import number_label, value_label

TITLE = Style(theme.TITLE, theme.INK, bold=True)
COUNT = Style(theme.HELPER, theme.INK_SOFT)
NAME = Style(theme.NAME, theme.INK, bold=True)
DETAIL = Style(theme.HELPER, theme.INK_SOFT)
FOLLOWED = Style(theme.HELPER, theme.PRINT_RED)
WIDTH = 1080  # design pixels, as all below
SIDE, LOW_SIDE = 560, 390  # of the board, which stays in view
GAP = 40  # between it and the rows
HEAD = 84
FOOT = 104
CONTROL = 80
ABOVE_DETAIL, BELOW_DETAIL = 14, 46
TOGGLE, CHOICE = 300, 480
SEGMENTS = 4  # more values than this are picked one by one
MOST_GROWTH = 1.2  # how far title and names follow the text scale


@dataclass(frozen=True, slots=True)
class Row:
    """An option with the values that are offered, and what it means as it is set; of a handicap for one seat."""

    option: Option
    values: Sequence[Any]
    details: list[str]  # in lines
    height: int  # pixels
    seat: Seat | None = None


def option_rows(spec: GameSpec, table: Table) -> list[tuple[Option, Sequence[Any]]]:
    """The options that the card shows, with the values that each offers now."""
    setup = scenes_of(spec).setup
    offered = ((option, setup.offered(option, table.options)) for option in spec.options if option.name != "players")
    return [(option, values) for option, values in offered if len(values) > 1 and not option.is_handicap]


def handicap_rows(spec: GameSpec, table: Table) -> list[tuple[Option, Sequence[int], Seat]]:
    """The handicaps of each seat in turn, with the numbers that are offered."""
    setup = scenes_of(spec).setup
    offered = [(option, setup.numbers(option, table.options)) for option in spec.options if option.per_seat]
    seats = range(len(table.seats))
    return [(option, values, seat) for seat in seats for option, values in offered if len(values) > 1]


def dealt(rows: Sequence[Row], room: int) -> list[list[Row]]:
    """The rows in their order on pages of `room` pixels; one that is higher than a page has it alone."""
    pages: list[list[Row]] = [[]]
    for row in rows:
        if pages[-1] and sum(other.height for other in pages[-1]) + row.height > room:
            pages.append([])
        pages[-1].append(row)
    return pages


def evenly_dealt(rows: Sequence[Row], room: int) -> list[list[Row]]:
    """As few pages as `dealt` needs, about equally full."""
    fewest = dealt(rows, room)
    runs = (sum(row.height for row in rows[i:j]) for j in range(len(rows) + 1) for i in range(j))
    least = min((run for run in runs if run <= room and len(dealt(rows, run)) == len(fewest)), default=room)
    return dealt(rows, least)


class HouseRulesScene(CardScene):
    """Pops with the changed table. What has no room on one card goes on the next page."""

    def __init__(self, services: Services, spec: GameSpec, table: Table) -> None:
        super().__init__(services.stage)
        self.services = services
        self.spec = spec
        self.table = table
        self.page = 0
        self._followed: dict[str, str] = {}  # by option: what is said of a value that had to follow another choice

    @property
    def result(self) -> object:
        return self.table

    def resized(self) -> None:
        metrics, unit = self.stage.metrics, self.stage.metrics.px
        tall = metrics.shape is Shape.TALL
        side = SIDE if metrics.shape is Shape.WIDE else LOW_SIDE
        board = cell("board", side, across=side, align=Align.MIDDLE)
        beside, above = (0, side + GAP) if tall else (side + GAP, 0)
        width = min(unit(WIDTH + beside), metrics.size[0] - unit(80))
        room = metrics.size[1] - unit(2 * 40 + HEAD + FOOT + 2 * PAD + above)
        pages = self._pages(width - unit(2 * PAD + beside), room)
        self.page = min(self.page, len(pages) - 1)
        self.count = len(pages)
        tallest = max(sum(row.height for row in page) for page in pages)
        inner = self.place(width, max(tallest + unit(HEAD + above + FOOT), unit(beside and side)) + unit(2 * PAD))
        turn = cell("turn", 112)
        feet = boxes.row(turn, cell(), cell("done", 360), cell(), turn, size=FOOT, gap=0)
        first = (board, cell(size=GAP)) if tall else ()
        self.rows = pages[self.page]
        lines = [self._line(row) for row in self.rows]
        rows = column(cell("head", 44), cell(size=HEAD - 44), *first, *lines, cell(), feet, gap=0)
        self.places = within(metrics, inner, boxes.row(rows, None if tall else board, gap=GAP))
        widgets = [self._widget(row, rect) for row, rect in zip(self.rows, self.places.all("control"), strict=True)]
        for row, widget in zip(self.rows, widgets, strict=True):
            widget.name = self._name(row)
        self.focus.set([*widgets, *self._feet()])

    def _line(self, row: Row) -> Part:
        """A row with its `name`, its `control`, and the `detail` below both."""
        width = CHOICE if row.seat is None and row.option.type != "bool" else TOGGLE
        upper = boxes.row(cell("name"), cell("control", width), size=CONTROL, gap=32)
        return column(upper, cell("detail"), size=row.height / self.stage.metrics.scale, gap=ABOVE_DETAIL)

    def _pages(self, width: int, room: int) -> list[list[Row]]:
        """The rows, on as few pages as fit the window, and those about equally full."""
        rules = [self._row(option, values, width) for option, values in option_rows(self.spec, self.table)]
        given = handicap_rows(self.spec, self.table)
        handicaps = [self._row(option, values, width, seat) for option, values, seat in given]
        return [page for rows in (rules, handicaps) if rows for page in evenly_dealt(rows, room)]

    def _row(self, option: Option, values: Sequence[Any], width: int, seat: Seat | None = None) -> Row:
        """A row with room for the longest of its values' details, so that nothing moves as it is changed."""
        name, stage = option.name, self.stage
        if seat is None:
            details = [self._detail(option, value) for value in values]
            shown = self._followed.get(name) or self._detail(option, self.table.options[name])
        else:
            details = [shown := stage.t(f"option.{name}.detail")]
        most = max(len(stage.lines(detail, DETAIL, width)) for detail in details)
        height = stage.metrics.px(CONTROL + ABOVE_DETAIL + BELOW_DETAIL) + most * stage.fonts.line_height(DETAIL)
        return Row(option, values, stage.lines(shown, DETAIL, width), height, seat)

    def _name(self, row: Row) -> str:
        """What a row is about, and for whom."""
        name = self.stage.t(f"option.{row.option.name}.name")
        if row.seat is None:
            return name
        person = self.services.name(self.table.seats[row.seat])
        return self.stage.t("setup.handicap_of", name=person, option=name)

    def _detail(self, option: Option, value: Any) -> str:
        """What `value` of an option would mean."""
        setup = scenes_of(self.spec).setup
        return setup.option_detail(self.stage, option.name, {**self.table.options, option.name: value})

    def _widget(self, row: Row, rect: pygame.Rect) -> Widget:
        t, name = self.stage.t, row.option.name
        if row.seat is not None:
            return self._seat_widget(row, row.seat, rect)
        value = self.table.options[name]
        if row.option.type == "bool":
            return Toggle(rect, [t("setup.off"), t("setup.on")], bool(value), partial(self._set, name))
        labels = [self._label(name, offered) for offered in row.values]
        index = row.values.index(value) if value in row.values else None

        def take(chosen: int) -> None:
            self._set(name, row.values[chosen])

        if index is None or not self._fits(labels, rect.width):
            return Picker(rect, labels, index, take, other=self._label(name, value))
        return Choice(rect, labels, index, take)

    def _seat_widget(self, row: Row, seat: Seat, rect: pygame.Rect) -> Widget:
        """The picker of a seat's number."""
        number = numbers(row.option, self.table.options, len(self.table.seats))[seat]
        labels = [number_label(self.stage, row.option.name, offered) for offered in row.values]
        index = row.values.index(number) if number in row.values else None
        other = number_label(self.stage, row.option.name, number)
        return Picker(rect, labels, index, lambda chosen: self._give(row, seat, row.values[chosen]), other=other)

    def _give(self, row: Row, seat: Seat, number: int) -> None:
        """Let a seat begin with a number of its own."""
        given = numbers(row.option, self.table.options, len(self.table.seats))
        given[seat] = number
        self._set(row.option.name, settled(row.option, given, self.table.options))

    def _fits(self, labels: Sequence[str], width: int) -> bool:
        """Whether the values can be read side by side."""
        style = Style(theme.CAPTION / self.stage.metrics.text_scale, bold=True)
        widest = max(self.stage.fonts.width(label, style) for label in labels)
        return len(labels) <= SEGMENTS and widest <= width // len(labels) - self.stage.metrics.px(28)

    def _label(self, name: str, value: Any) -> str:
        return value_label(self.stage, name, value)

    def _feet(self) -> list[Widget]:
        """OK, between the arrows that turn the pages, where there are several."""
        done = Button(self.places["done"], self.stage.t("dialog.ok"), self.done, kind="primary")
        if self.count == 1:
            return [done]
        turns = zip(self.places.all("turn"), "‹›", (-1, 1), strict=True)
        less, more = (Button(place, sign, partial(self._turn, by), size=60) for place, sign, by in turns)
        return [less, done, more]

    def _turn(self, pages: int) -> None:
        self.page = (self.page + pages) % self.count
        self.stage.audio.play("page")
        self.resized()

    def _set(self, name: str, value: Any) -> None:
        before = self.table.options
        self.table = self.table.with_options(self.spec, {name: value})
        self._followed = {
            other: self.stage.t("setup.follows", before=self._label(other, before[other]), now=self._label(other, now))
            for other, now in self.table.options.items()
            if other != name and now != before[other]
        }
        self.resized()

    def intent(self, intent: Intent) -> Nav | None:
        if intent.kind is Kind.HINT:
            self.stage.audio.play("close")
            return self.done()
        if intent.kind in (Kind.PREVIOUS, Kind.NEXT) and self.count > 1:
            self._turn(1 if intent.kind is Kind.NEXT else -1)
            return None
        return super().intent(intent)

    @property
    def spoken_title(self) -> str:
        handicaps = any(row.seat is not None for row in self.rows)
        return self.stage.t("setup.handicap" if handicaps else "setup.house_rules")

    def draw_face(self, canvas: Canvas) -> None:
        stage, head = self.stage, self.places["head"]
        stage.label(canvas, self.spoken_title, head, TITLE, grow=MOST_GROWTH)
        if self.count > 1:
            stage.label(canvas, f"{self.page + 1} / {self.count}", head, COUNT, "right", grow=MOST_GROWTH)
        for row, name, below in zip(self.rows, self.places.all("name"), self.places.all("detail"), strict=True):
            stage.label(canvas, self._name(row), name, NAME, grow=MOST_GROWTH)
            style = FOLLOWED if row.option.name in self._followed else DETAIL
            stage.paragraph(canvas, row.details, (below.left, below.top + stage.fonts.ascent(style)), style)
        draw_preview(self.services, canvas, self.places["board"], self.spec, self.table, "house rules")
