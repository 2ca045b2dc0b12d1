"""The house rules of a game: all options but the number of players, each with the meaning of its value.

Handicaps follow on pages of their own, with a row for each seat.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from game.core.handicaps import numbers, settle_value
from game.core.options import Option
from game.core.rules import Seat
from game.core.spec import GameSpec
from game.match_setup import MatchSetup
from scenes.kit import layout
from scenes.kit.drawing import theme
from scenes.kit.drawing.canvas import Canvas
from scenes.kit.drawing.fonts import Style
from scenes.kit.drawing.glyphs import Prompt
from scenes.kit.input.intents import Intent, Kind
from scenes.kit.layout import Align, Shape, cell, column, within
from scenes.kit.scene import Nav
from scenes.kit.widgets.dialog import PAD, CardScene
from scenes.kit.widgets.form import LIGHT, Field, Form
from scenes.kit.widgets.glyphbar import GlyphBar
from scenes.kit.widgets.widget import Button, Widget
from scenes.services import Services
from scenes.setup.drawing import draw_preview
from scenes.table.loading import scenes_of
from scenes.table.words import number_label, value_label

TITLE = Style(theme.TITLE, theme.INK, bold=True)
COUNT = Style(theme.HELPER, theme.INK_SOFT)
WIDTH = 1080  # design pixels, like all lengths below
SIDE, LOW_SIDE = 560, 390  # side of the board, which stays visible, in a wide window and in any other
GAP = 40  # gap between the board and the rows
HEAD = 84
BAR, BAR_HEIGHT = 300, 44  # size of the bar of prompts for the focused row
FOOT = 104
CONTROL = 420
MOST_GROWTH = 1.2  # the title grows with the text scale up to this factor


def option_rows(spec: GameSpec, table: MatchSetup) -> list[tuple[Option, Sequence[Any]]]:
    """The options with a row on the card, each with the values that it offers now."""
    setup = scenes_of(spec).setup
    offered = ((option, setup.offered(option, table.options)) for option in spec.options if option.name != "players")
    return [(option, values) for option, values in offered if len(values) > 1 and not option.is_handicap]


def handicap_rows(spec: GameSpec, table: MatchSetup) -> list[tuple[Option, Sequence[int], Seat]]:
    """For each seat and each handicap: the option, the numbers to choose from, and the seat."""
    setup = scenes_of(spec).setup
    offered = [(option, setup.offered(option, table.options)) for option in spec.options if option.per_seat]
    seats = range(len(table.seats))
    return [(option, values, seat) for seat in seats for option, values in offered if len(values) > 1]


class HouseRulesScene(CardScene):
    """Pops with the changed setup. Rows that do not fit on one card continue on the next page."""

    is_lobby = True

    def __init__(self, services: Services, spec: GameSpec, table: MatchSetup) -> None:
        super().__init__(services.stage)
        self.services = services
        self.spec = spec
        self.table = table
        self.page = 0
        look = replace(LIGHT, control=CONTROL)
        self._forms = Form(services.stage, look), Form(services.stage, look)  # one for the rules, one for handicaps
        self.form = self._forms[0]

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
        room = metrics.size[1] / metrics.scale - (2 * 40 + HEAD + FOOT + 2 * PAD + above)
        within_rows = width / metrics.scale - (2 * PAD + beside)
        forms = zip(self._forms, (self._rules(), self._handicaps()), strict=True)
        pages = [(form, page) for form, rows in forms if rows for page in form.pages(rows, within_rows, room)]
        self.page = min(self.page, len(pages) - 1)
        self.count = len(pages)
        self.form, fields = pages[self.page]
        tallest = max(form.height(page, within_rows) for form, page in pages)
        inner = self.place(width, unit(max(tallest + HEAD + above + FOOT, beside and side) + 2 * PAD))
        turn = cell("turn", 112)
        if self._changed:
            usual = cell("usual", least=180, most=320)
            feet = layout.row(turn, usual, cell("done", 300), cell(), turn, size=FOOT, gap=20)
        else:
            feet = layout.row(turn, cell(), cell("done", 360), cell(), turn, size=FOOT, gap=0)
        first = (board, cell(size=GAP)) if tall else ()
        form = self.form.part(fields, within_rows)
        count = cell("count", 96) if self.count > 1 else None
        head = layout.row(cell("head"), cell("bar", BAR), count, size=BAR_HEIGHT)
        lines = column(head, cell(size=HEAD - BAR_HEIGHT), *first, form, cell(share=0), feet, gap=0)
        self.places = within(metrics, inner, layout.row(lines, None if tall else board, gap=GAP))
        self.bar = GlyphBar(self.stage, self.places["bar"], theme.INK)
        self.focus.set([*self.form.widgets(self.places), *self._feet()])

    # Rows

    def _rules(self) -> list[Field]:
        return [
            Field(
                option.name,
                self.stage.t(f"option.{option.name}.name"),
                option.kind,
                value=partial(self.table.options.__getitem__, option.name),
                put=partial(self._set, option.name),
                default=option.default_for(self.table.options),
                text=partial(value_label, self.stage, option.name),
                note=partial(self._detail, option.name, self.table.options[option.name]),
                notes=[self._detail(option.name, value) for value in values],
                values=values,
            )
            for option, values in option_rows(self.spec, self.table)
        ]

    def _handicaps(self) -> list[Field]:
        t = self.stage.t
        return [
            Field(
                f"{option.name} {seat}",
                t(
                    "setup.handicap_of",
                    name=self.services.people.name(self.table.seats[seat]),
                    option=t(f"option.{option.name}.name"),
                ),
                option.kind,
                value=partial(self._numbers(option).__getitem__, seat),
                put=partial(self._give, option, seat),
                default=option.per_seat.usual(self.table.options) if option.per_seat else None,
                text=partial(number_label, self.stage, option.name),
                note=partial(t, f"option.{option.name}.detail"),
                values=values,
            )
            for option, values, seat in handicap_rows(self.spec, self.table)
        ]

    def _detail(self, name: str, value: object) -> str:
        """The meaning of an option's value."""
        setup = scenes_of(self.spec).setup
        return setup.remark(self.stage, {**self.table.options, name: value}, name)

    def _numbers(self, option: Option) -> list[int]:
        return numbers(option, self.table.options, len(self.table.seats))

    def _give(self, option: Option, seat: Seat, number: int) -> None:
        """Give a seat a handicap of its own."""
        given = self._numbers(option)
        given[seat] = number
        self._set(option.name, settle_value(option, given, self.table.options))

    def _set(self, name: str, value: object) -> None:
        before = self.table.options
        self.table = self.table.with_options(self.spec, {name: value})
        label = partial(value_label, self.stage)
        self.form.remarks = {
            other: self.stage.t("setup.follows", before=label(other, before[other]), now=label(other, now))
            for other, now in self.table.options.items()
            if other != name and now != before[other]
        }
        self.resized()

    # Presses

    def _feet(self) -> list[Widget]:
        """The buttons: "Defaults" if a rule has changed, OK, and at either end an arrow if there are several pages."""
        done: list[Widget] = [Button(self.places["done"], self.stage.t("dialog.ok"), self.done, kind="primary")]
        if self._changed:
            done.insert(0, Button(self.places["usual"], self.stage.t("settings.defaults"), self._restore))
        if self.count == 1:
            return done
        turns = zip(self.places.all("turn"), "‹›", (-1, 1), strict=True)
        less, more = (Button(place, sign, partial(self._turn, by), size=60) for place, sign, by in turns)
        return [less, *done, more]

    @property
    def _changed(self) -> dict[str, object]:
        """The defaults of the changed rules and handicaps, by name."""
        specs, options = self.spec.options, self.table.options
        usual = {option.name: option.default_for(options) for option in specs if option.name in self._shown}
        return {name: value for name, value in usual.items() if options[name] != value}

    @property
    def _shown(self) -> set[str]:
        """The names of the options with a row."""
        rules = (option.name for option, _ in option_rows(self.spec, self.table))
        return {*rules, *(option.name for option, _, _ in handicap_rows(self.spec, self.table))}

    def _restore(self) -> None:
        """Restore the defaults of all rules and handicaps."""
        self.table = self.table.with_options(self.spec, self._changed)
        for form in self._forms:
            form.remarks = {}
        self.resized()
        self.focus.focus(self.form.controls[0])

    def _turn(self, pages: int) -> None:
        self.page = (self.page + pages) % self.count
        self.stage.audio.play("page")
        self.resized()

    def intent(self, intent: Intent) -> Nav | None:
        intent = self.bar.translate(intent) or intent
        if intent.kind is Kind.HINT:
            self.stage.audio.play("close")
            return self.done()
        if intent.kind in (Kind.PREVIOUS, Kind.NEXT) and self.count > 1:
            self._turn(1 if intent.kind is Kind.NEXT else -1)
            return None
        if intent.kind is Kind.SECONDARY:
            self.form.restore(self.focus.current)
            return None
        return super().intent(intent)

    # Drawing

    @property
    def spoken_title(self) -> str:
        is_rule = self.form.fields[0].name in self.table.options
        return self.stage.t("setup.house_rules" if is_rule else "setup.handicap")

    def draw_face(self, canvas: Canvas) -> None:
        stage, head = self.stage, self.places["head"]
        stage.label(canvas, self.spoken_title, head, TITLE, grow=MOST_GROWTH)
        if self.count > 1:
            count = self.places["count"]
            stage.label(canvas, f"{self.page + 1} / {self.count}", count, COUNT, "right", grow=MOST_GROWTH)
        usual = Prompt(Kind.SECONDARY, stage.t("settings.default"))
        self.bar.set([usual] if self.form.may_restore(self.focus.current) else [])
        self.bar.draw(canvas)
        self.form.draw(canvas, self.places, self.focus.current)
        draw_preview(self.services, canvas, self.places["board"], self.spec, self.table, "house rules")
