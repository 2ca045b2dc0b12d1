"""The setup of a game: how many, who sits where, who begins; one press starts with what was set last."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from typing import Any

import pygame

from game.core.device_id import ANY, TABLE, DeviceId
from game.core.record import SeatConfig
from game.core.spec import GameSpec
from game.roster import seated
from game.table import IDENTITIES, Table
from scenes.kit import theme
from scenes.kit.boxes import Part, Places
from scenes.kit.canvas import Canvas
from scenes.kit.dialog import tell
from scenes.kit.fonts import Style
from scenes.kit.glyphbar import Prompt
from scenes.kit.glyphs import ARROWS, SHOULDERS
from scenes.kit.intents import Intent, Kind
from scenes.kit.layout import Shape
from scenes.kit.page import EYEBROW, MOST_GROWTH, PageScene
from scenes.kit.picker import Picker
from scenes.kit.scene import Nav, Push, Switch
from scenes.kit.signals import Signal, SignalKind
from scenes.kit.widgets import Button, Choice, Cycler, Ghost, Widget
from scenes.routes import ToArrange, ToJoin, ToMatch, ToMenu, ToRules, ToSetup
from scenes.services import Services
from scenes.setup.drawing import draw_preview, draw_seat
from scenes.setup.house_record import HouseRecord
from scenes.setup.house_rules import HouseRulesScene, handicap_rows, option_rows
from scenes.setup.matchup import Opponents, first_move, first_moves, opponents_of, with_first_move
from scenes.setup.places import TOP, preview_place, seat_places, setup_parts
from scenes.setup.seat_editor import SeatEditor
from scenes.table.loading import scenes_of
from scenes.table.rules_in_force import BETWEEN, listed, rules_in_force
from scenes.table.seat_kinds import kind_choice, thinker

LABEL = Style(theme.LIST, theme.MUTED)
NOTE = Style(theme.CAPTION, theme.MUTED)
RULES = Style(theme.CAPTION, theme.EYEBROW)


class SetupScene(PageScene):
    """Edits a table; the brass button starts the game."""

    is_lobby = True
    eyebrow, top = "setup.eyebrow", TOP
    spare = (ARROWS, SHOULDERS)  # which lead nowhere else than to what is in view

    def __init__(self, services: Services, spec: GameSpec) -> None:
        super().__init__(services.stage)
        self.services = services
        self.spec = spec
        self.title = f"game.{spec.id}"
        self.table: Table = services.offers.table(spec)
        self._roster = services.people.roster
        self._away: tuple[SeatConfig, ...] = ()  # who sat here before the table became smaller
        self._opponents = Opponents(services)
        self._owners: dict[int, int] = {}  # id of a widget -> seat card it belongs to

    def enter(self) -> None:
        self.stage.audio.start_music()
        self.resized()
        self.focus.focus(self._start)

    def resume(self, result: object) -> Nav | None:
        if isinstance(result, Table):
            self.table = result
        elif self._roster is not self.services.people.roster:
            self._roster = self.services.people.roster
            self.table = seated(self.table, self.spec, self._roster)
        if isinstance(result, ToSetup):  # Play, at the end of the rules, or on a page of the records
            return self._play() if result.game == self.spec.id else Switch(result)
        self.resized()
        return None

    def tick(self, dt: float) -> Nav | None:
        super().tick(dt)
        unused = self.services.offers.take_engine_notice()
        return tell(self.stage, self.stage.t("notice.title"), unused) if unused else None

    def signal(self, signal: Signal) -> Nav | None:
        if signal.kind in (SignalKind.DEVICE_ADDED, SignalKind.DEVICE_REMOVED):
            self.resized()  # the devices to choose from have changed
        return None

    @property
    def count(self) -> int:
        """The number of seats."""
        return len(self.table.seats)

    def parts(self, shape: Shape) -> Part:
        stage, scenes = self.stage, scenes_of(self.spec)
        self._remark = scenes.setup.remark(stage, self.table.options)
        eyebrow = stage.natural(stage.t(self.eyebrow).upper(), stage.capped(EYEBROW, MOST_GROWTH))
        return setup_parts(stage.metrics, self.count, eyebrow + 40, bool(self._remark), bool(scenes.arrange))

    def widgets(self) -> list[Widget]:
        stage, t = self.stage, self.stage.t
        self.preview = preview_place(stage.metrics, self.places)
        self.seat_places = [seat_places(stage.metrics, card) for card in self.places.all("card")]
        widgets: list[Widget] = []
        if self.count > 1:
            widgets.append(self._opponents_choice())
        if self._has_counts:
            labels = [str(number) for number in self.spec.seats]
            index = self.spec.seats.index(self.count)
            widgets.append(Choice(self.places["upper"], labels, index, self._set_players, size=theme.NAME))
        elif self.spec.presets:
            widgets.append(self._preset_picker(self.places["upper"]))
        self._owners = {}
        for index, found in enumerate(self.seat_places):
            for widget in self._seat_widgets(index, found):
                self._owners[id(widget)] = index
                widgets.append(widget)
        if self._has_order:
            offered = first_moves(self.spec)
            begins = [t(f"setup.begins.{move}") for move in offered]
            index = offered.index(first_move(self.spec, self.table))
            widgets.append(Choice(self.places["lower"], begins, index, self._set_begins))
        elif self._has_counts and self.spec.presets:
            widgets.append(self._preset_picker(self.places["lower"]))
        for place in self.places.all("arrange"):
            widgets.append(Button(place, t("setup.arrange"), self._arrange))
        self._start = Button(self.places["start"], t("setup.start"), self._play, kind="primary", size=theme.TITLE)
        widgets.append(self._start)
        self.house_record = HouseRecord(self.services, self.spec, self.table, self.places["record"])
        return [*widgets, *self.house_record.widgets()]

    def prompts(self) -> list[Prompt]:
        t = self.stage.t
        agreed = "glyph.house_rules" if option_rows(self.spec, self.table) else "setup.handicap"
        press = "glyph.start" if self.focus.current is self._start else "glyph.change"
        return [
            Prompt(ARROWS, t("glyph.choose"), ""),
            Prompt(Kind.CONFIRM, t(press), ""),
            Prompt(SHOULDERS, t("glyph.seat"), ""),
            *([Prompt(Kind.SECONDARY, t("glyph.identity"), "")] if self._focused_seat() is not None else []),
            *([Prompt(Kind.HINT, t(agreed), "minor")] if self._has_house_rules else []),
            Prompt(Kind.PAUSE, t("glyph.join"), "minor"),
            Prompt(Kind.RULES, t("howto.eyebrow"), "minor"),
            Prompt(Kind.BACK, t("glyph.menu"), "minor"),
        ]

    @property
    def _has_house_rules(self) -> bool:
        return bool(option_rows(self.spec, self.table) or handicap_rows(self.spec, self.table))

    @property
    def _has_counts(self) -> bool:
        """Whether the number of players is to be chosen."""
        return len(self.spec.seats) > 1

    @property
    def _has_upper(self) -> bool:
        """Whether something else is chosen above the cards."""
        return self._has_counts or bool(self.spec.presets)

    @property
    def _has_order(self) -> bool:
        """Whether it matters who begins."""
        return not self.spec.simultaneous

    def _opponents_choice(self) -> Choice:
        """People or against the AI, between the heading and the choice at its right, or in the place of that."""
        place = self.places["opponents"] if self._has_upper else self.places["upper"]
        names = [self.stage.t("setup.people"), self.stage.t("setup.against_ai")]
        return Choice(place, names, opponents_of(self.table.seats), self._set_opponents)

    def _preset_picker(self, rect: pygame.Rect) -> Picker:
        names = [self.stage.t(f"preset.{self.spec.id}.{preset.id}") for preset in self.spec.presets]
        options = self.table.options
        fitting = (i for i, preset in enumerate(self.spec.presets) if preset.options.items() <= options.items())
        return Picker(rect, names, next(fitting, None), self._set_preset, other=self.stage.t("preset.own"))

    def _seat_widgets(self, index: int, found: Places) -> list[Widget]:
        t = self.stage.t
        seat = self.table.seats[index]
        name = self.services.people.name(seat)
        widgets: list[Widget] = [Ghost(found["head"], partial(self._edit, index), radius=12, name=name)]
        take = partial(self._take, index)
        widgets.append(kind_choice(self.services, self.spec.id, seat, found["kind"], take))
        chosen = thinker(self.services, self.spec.id, seat, found["detail"], take)
        if chosen is not None:
            widgets.append(chosen)
        else:
            devices = self._devices(seat.device)
            names = [self._device_name(device) for device in devices]
            present = devices.index(seat.device)
            widgets.append(
                Cycler(
                    found["detail"], t("setup.device"), names, present, lambda i: self._set_device(index, devices[i])
                )
            )
        return widgets

    def _devices(self, present: DeviceId) -> list[DeviceId]:
        keys = [ANY, TABLE, *(pad.held for pad in self.stage.devices.pads())]
        return keys if present in keys else [*keys, present]

    def _device_name(self, device: DeviceId) -> str:
        if not device:
            return self.stage.t("setup.any_device")
        return self.stage.pad_name(device.slot) if device.slot else self.stage.t("device.table")

    # Changes

    def _set_players(self, index: int) -> None:
        self._set_options({"players": self.spec.seats[index]})

    def _set_opponents(self, wanted: int) -> None:
        self.table = replace(self.table, seats=self._opponents.seats(self.table.seats, wanted))
        self.resized()

    def _set_preset(self, index: int) -> None:
        self._set_options(self.spec.presets[index].options)

    def _set_options(self, changes: Mapping[str, Any]) -> None:
        """Change options; who leaves the table for want of a seat comes back when there is one again."""
        before = self.table.seats
        taken = {key for seat in before for key in (seat.identity, seat.name)}
        free = tuple(seat for seat in self._away if taken.isdisjoint((seat.identity, seat.name)))
        self.table = replace(self.table, seats=before + free).with_options(self.spec, changes)
        self._away = (before + free)[self.count :]
        self.resized()

    def _set_begins(self, index: int) -> None:
        self.table = with_first_move(self.spec, self.table, first_moves(self.spec)[index])

    def _take(self, index: int, seat: SeatConfig) -> None:
        """Let somebody else, another level or another engine play."""
        self._change(index, seat)
        self.resized()  # the record to beat is another

    def _set_device(self, index: int, device: DeviceId) -> None:
        self._change(index, replace(self.table.seats[index], device=device))

    def _change(self, index: int, seat: SeatConfig) -> None:
        self.table = self.table.with_seat(index, seat)

    def _edit(self, index: int) -> Nav:
        return Push(lambda: SeatEditor(self.services, self.table, index))

    def _arrange(self) -> Nav:
        return Push(ToArrange(self.table))

    def _play(self) -> Nav:
        return Switch(ToMatch(self.table))

    # Presses and time

    def back(self) -> Nav | None:
        self.stage.audio.play("back")
        self.services.offers.remember(self.table)
        return Switch(ToMenu(game=self.spec.id))

    def meant(self, meant: Intent) -> Nav | None:
        if meant.kind is Kind.HINT and self._has_house_rules:
            return Push(lambda: HouseRulesScene(self.services, self.spec, self.table))
        if meant.kind is Kind.RULES:
            return Push(ToRules(self.spec.id))
        if meant.kind is Kind.PAUSE:
            return Push(ToJoin())
        if meant.kind is Kind.SECONDARY:
            self._next_identity()
            return None
        if meant.kind in (Kind.PREVIOUS, Kind.NEXT):
            self._jump(1 if meant.kind is Kind.NEXT else -1)
            return None
        return super().meant(meant)

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

    def _next_identity(self) -> None:
        """Give the focused seat the next identity."""
        index = self._focused_seat()
        if index is not None:
            seat = self.table.seats[index]
            following = IDENTITIES[(IDENTITIES.index(seat.identity) + 1) % len(IDENTITIES)]
            self._change(index, replace(seat, identity=following))

    def draw_page(self, canvas: Canvas) -> None:
        stage = self.stage
        self._draw_labels(canvas)
        self.house_record.draw(canvas)
        for index, card in enumerate(self.places.all("card")):
            draw_seat(self.services, canvas, card, self.seat_places[index], self.table, index, self.spec)
        if self.preview is not None:
            draw_preview(self.services, canvas, self.preview, self.spec, self.table, "setup")
        for remark in self.places.all("remark"):  # what is to be known of the game
            stage.label(canvas, self._remark, remark, NOTE, "centre", lines=4, grow=1.5)

    def _draw_labels(self, canvas: Canvas) -> None:
        """Name the choices above and below the cards; the house rules in force stand at the right of the lower name."""
        stage = self.stage
        upper = "setup.players" if self._has_counts else "setup.preset" if self.spec.presets else ""
        if upper:
            align = "left" if stage.metrics.shape is Shape.CLASSIC else "right"
            stage.label(canvas, stage.t(upper), self.places["label"], LABEL, align, grow=MOST_GROWTH)
        lower = "setup.begins" if self._has_order else "setup.preset" if self._has_counts and self.spec.presets else ""
        label = stage.t(lower) if lower else ""
        below, gap = self.places["below"], stage.metrics.px(40) if label else 0
        found, style = rules_in_force(stage, self.spec, self.table.options), stage.capped(RULES, MOST_GROWTH)
        beside = below.width - gap - stage.fonts.width(BETWEEN.join(found), style)
        name = stage.shrunk(label, LABEL, beside, LABEL.size)  # grows into what the rules leave free
        named = stage.label(canvas, label, below, name, grow=1.5) if label else pygame.Rect(below.topleft, (0, 0))
        room = below.right - named.right - gap
        text = listed(stage, found, style, room)
        rest = pygame.Rect(below.right - room, below.top, room, below.height)
        stage.label(canvas, text, rest, RULES, "right", grow=MOST_GROWTH, least=theme.CAPTION - 4)
