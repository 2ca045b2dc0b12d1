"""The setup of a game: how many, who sits where, who begins; one press starts with what was set last."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial

import pygame

from game.core.record import SeatConfig
from game.core.spec import GameSpec
from game.table import BEGINS, DEFAULT_LEVEL, IDENTITIES, Table
from scenes import routes
from scenes.heading import draw_heading
from scenes.house import House
from scenes.kit import theme
from scenes.kit.canvas import Canvas
from scenes.kit.devices import Signal, SignalKind
from scenes.kit.focus import Focus
from scenes.kit.fonts import Style
from scenes.kit.glyphbar import GlyphBar, Prompt
from scenes.kit.glyphs import ARROWS, SHOULDERS
from scenes.kit.intents import Intent, Kind
from scenes.kit.layout import Shape
from scenes.kit.scene import Nav, Push, Scene
from scenes.kit.widgets import Button, Choice, Cycler, Ghost, Pips, Widget
from scenes.rules_card import HouseRulesScene
from scenes.seat_card import SeatPlaces, draw_seat, seat_places
from scenes.seat_editor import SeatEditor

LABEL = Style(theme.LIST, theme.MUTED)
NOTE = Style(theme.CAPTION, theme.MUTED)
MOST_GROWTH = 1.2  # how far the words beside the number of players follow the text scale
TABLE_DEVICE = "table"  # keyboard, mouse and touch, which lie on the table for everybody


@dataclass(frozen=True, slots=True)
class Layout:
    """Where the parts of the setup lie, in pixels."""

    players: pygame.Rect
    players_label: tuple[int, int]  # right end and middle
    cards: list[pygame.Rect]
    preview: pygame.Rect | None
    begins: pygame.Rect
    start: pygame.Rect
    bar: pygame.Rect


def setup_layout(metrics_shape: Shape, rect: Callable[..., pygame.Rect], count: int) -> Layout:
    """The arrangement for `count` seats."""
    if metrics_shape is Shape.TALL:
        height = 236 if count > 2 else 270
        cards = [rect(54, 316 + i * (height + 24), 972, height) for i in range(count)]
        preview = rect(302, 900, 476, 476) if count == 2 else None
        players = rect(420, 188, 606, 92)
        return Layout(
            players,
            (players.left - rect(0, 0, 28, 1).width, players.centery),
            cards,
            preview,
            rect(54, 1452, 972, 92),
            rect(54, 1580, 972, 140),
            rect(54, 1752, 972, 136),
        )
    if metrics_shape is Shape.CLASSIC:
        width = 300 if count > 2 else 400
        cards = [rect(72 + i * (width + 32), 218, width, 485) for i in range(count)]
        players = rect(968, 84, 400, 80)
        return Layout(
            players,
            (players.left - rect(0, 0, 28, 1).width, players.centery),
            cards,
            rect(936, 218, 432, 432) if count == 2 else None,
            rect(72, 822, 780, 80),
            rect(892, 790, 476, 112),
            rect(54, 956, 1332, 80),
        )
    cards = [rect(96 + i * 440.4, 218, 407, 485) for i in range(count)]
    players = rect(1353, 84, 471, 80)
    return Layout(
        players,
        (players.left - rect(0, 0, 28, 1).width, players.centery),
        cards,
        rect(1158, 218, 485, 485) if count == 2 else None,
        rect(96, 822, 998, 80),
        rect(1209, 790, 615, 112),
        rect(54, 956, 1812, 80),
    )


class SetupScene(Scene):
    """Edits a table; the brass button starts the game."""

    def __init__(self, house: House, spec: GameSpec) -> None:
        super().__init__(house.stage)
        self.house = house
        self.spec = spec
        self.table: Table = house.table(spec)
        self.focus = Focus(house.stage)
        self._owners: dict[int, int] = {}  # id of a widget -> seat card it belongs to

    def enter(self) -> None:
        self.stage.audio.start_music()
        self._build()
        self.focus.focus(self._start)

    def resized(self) -> None:
        self._build()

    def resume(self, result: object) -> Nav | None:
        if isinstance(result, Table):
            self.table = result
        self._build()
        return None

    def signal(self, signal: Signal) -> Nav | None:
        if signal.kind in (SignalKind.DEVICE_ADDED, SignalKind.DEVICE_REMOVED):
            self._build()  # the devices to choose from have changed
        return None

    @property
    def count(self) -> int:
        """The number of seats."""
        return len(self.table.seats)

    def _build(self) -> None:
        """Make the widgets anew for the table as it is."""
        rect = self.stage.metrics.rect
        t = self.stage.t
        self.layout = setup_layout(self.stage.metrics.shape, rect, self.count)
        self.seat_places: list[SeatPlaces] = [seat_places(self.stage, card) for card in self.layout.cards]
        widgets: list[Widget] = []
        if len(self.spec.seats) > 1:
            labels = [str(number) for number in self.spec.seats]
            index = self.spec.seats.index(self.count)
            widgets.append(Choice(self.layout.players, labels, index, self._set_players, size=theme.NAME))
        self._owners = {}
        for index, places in enumerate(self.seat_places):
            for widget in self._seat_widgets(index, places):
                self._owners[id(widget)] = index
                widgets.append(widget)
        begins = [t(f"setup.begins.{way}") for way in BEGINS]
        widgets.append(Choice(self.layout.begins, begins, BEGINS.index(self.table.begins), self._set_begins))
        self._start = Button(self.layout.start, t("setup.start"), self._play, kind="primary", size=theme.TITLE)
        widgets.append(self._start)
        self.focus.set(widgets)
        self.bar = GlyphBar(self.stage, self.layout.bar)

    def _prompts(self) -> list[Prompt]:
        t = self.stage.t
        press = "glyph.start" if self.focus.current is self._start else "glyph.change"
        return [
            Prompt(ARROWS, t("glyph.choose"), ""),
            Prompt(Kind.CONFIRM, t(press), ""),
            Prompt(SHOULDERS, t("glyph.seat"), ""),
            Prompt(Kind.SECONDARY, t("glyph.identity"), ""),
            *([Prompt(Kind.HINT, t("glyph.house_rules"), "minor")] if self._has_house_rules else []),
            Prompt(Kind.BACK, t("glyph.menu"), "minor"),
        ]

    @property
    def _has_house_rules(self) -> bool:
        return any(option.type == "bool" for option in self.spec.options)

    def _seat_widgets(self, index: int, places: SeatPlaces) -> list[Widget]:
        t = self.stage.t
        seat = self.table.seats[index]
        widgets: list[Widget] = [Ghost(places.head, partial(self._edit, index), radius=12)]
        kinds = [t("setup.person"), t("setup.ai")]
        widgets.append(Choice(places.kind, kinds, int(seat.is_ai), partial(self._set_kind, index)))
        if seat.is_ai:
            widgets.append(Pips(places.detail, t("setup.level"), seat.level, partial(self._set_level, index)))
        else:
            keys = self._device_keys(seat.device)
            names = [self._device_name(key) for key in keys]
            chosen = keys.index(seat.device)
            widgets.append(
                Cycler(places.detail, t("setup.device"), names, chosen, lambda i: self._set_device(index, keys[i]))
            )
        return widgets

    def _device_keys(self, present: str) -> list[str]:
        keys = ["", TABLE_DEVICE, *(f"pad{pad.number}" for pad in self.stage.devices.pads())]
        return keys if present in keys else [*keys, present]

    def _device_name(self, key: str) -> str:
        t = self.stage.t
        if not key:
            return t("setup.any_device")
        return t("device.pad", number=key[3:]) if key.startswith("pad") else t("device.keyboard")

    # Changes

    def _set_players(self, index: int) -> None:
        self.table = self.table.with_options(self.spec, {"players": self.spec.seats[index]})
        self._build()

    def _set_begins(self, index: int) -> None:
        self.table = replace(self.table, begins=BEGINS[index])

    def _set_kind(self, index: int, kind: int) -> None:
        seat = self.table.seats[index]
        if kind == int(seat.is_ai):
            return
        level = DEFAULT_LEVEL if kind else 0
        changed = replace(seat, kind="ai" if kind else "human", level=level, device="")
        self._change(index, changed)
        self._build()

    def _set_level(self, index: int, level: int) -> None:
        self._change(index, replace(self.table.seats[index], level=level))

    def _set_device(self, index: int, key: str) -> None:
        self._change(index, replace(self.table.seats[index], device=key))

    def _change(self, index: int, seat: SeatConfig) -> None:
        self.table = self.table.with_seat(index, seat)

    def _edit(self, index: int) -> Nav:
        return Push(lambda: SeatEditor(self.house, self.table, index))

    def _play(self) -> Nav:
        return routes.new_game(self.house, self.spec, self.table)

    # Presses and time

    def intent(self, intent: Intent) -> Nav | None:
        meant = self.bar.translate(intent) or intent
        if meant.kind is Kind.BACK:
            self.stage.audio.play("back")
            self.house.remember(self.table)
            return routes.menu(self.house)
        if meant.kind is Kind.HINT and self._has_house_rules:
            return Push(lambda: HouseRulesScene(self.house, self.spec, self.table))
        if meant.kind is Kind.SECONDARY:
            self._next_identity(self._focused_seat() or 0)
            return None
        if meant.kind in (Kind.PREVIOUS, Kind.NEXT):
            self._jump(1 if meant.kind is Kind.NEXT else -1)
            return None
        return self.focus.intent(meant)[1]

    def _focused_seat(self) -> int | None:
        return self._owners.get(id(self.focus.current))

    def _jump(self, direction: int) -> None:
        """To the next seat card, keeping the row within it where there is one."""
        present = self._focused_seat()
        target = (0 if direction > 0 else self.count - 1) if present is None else (present + direction) % self.count
        heads = [widget for widget in self.focus.widgets if self._owners.get(id(widget)) == target]
        mine = [widget for widget in self.focus.widgets if self._owners.get(id(widget)) == present]
        row = mine.index(self.focus.current) if present is not None and self.focus.current in mine else 0
        self.focus.focus(heads[row])

    def _next_identity(self, index: int) -> None:
        seat = self.table.seats[index]
        following = IDENTITIES[(IDENTITIES.index(seat.identity) + 1) % len(IDENTITIES)]
        self._change(index, replace(seat, identity=following))

    def tick(self, dt: float) -> Nav | None:
        self.focus.tick(dt)
        return None

    @property
    def lively(self) -> bool:
        return self.focus.lively

    def draw(self, canvas: Canvas, alpha: float) -> None:
        stage = self.stage
        unit = stage.metrics.px
        canvas.blit(stage.table, (0, 0))
        draw_heading(stage, canvas, stage.t("setup.eyebrow"), stage.t(f"game.{self.spec.id}"))
        if len(self.spec.seats) > 1:
            right, middle = self.layout.players_label
            line = middle - unit(4)
            stage.text(canvas, stage.t("setup.players"), (right, line), stage.capped(LABEL, MOST_GROWTH), "right")
            note = stage.t("setup.recommended", count=self.spec.seats[0])
            style = stage.shrunk(note, stage.capped(NOTE, MOST_GROWTH), unit(338), 22)
            stage.text(canvas, note, (right, line + unit(38)), style, "right")
        for index, card in enumerate(self.layout.cards):
            draw_seat(self.house, canvas, card, self.seat_places[index], self.table, index, self.spec)
        if self.layout.preview is not None:
            seats = [seat.identity for seat in self.table.seats]
            board = routes.board_class(self.spec)
            board.draw_preview(self.house, canvas, self.layout.preview, seats, self.table.options)
        place = (self.layout.begins.left, self.layout.begins.top - unit(22))
        stage.text(canvas, stage.t("setup.begins"), place, LABEL)
        self.focus.draw(canvas)
        self.bar.set(self._prompts())
        self.bar.draw(canvas)
