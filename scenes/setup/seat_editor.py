"""Choosing a seat's identity and name."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from game.core.device_id import ANY, TABLE, DeviceId
from game.match_setup import IDENTITIES, NAMES, MatchSetup
from scenes.kit.drawing import theme
from scenes.kit.drawing.canvas import Canvas
from scenes.kit.drawing.fonts import Style
from scenes.kit.input.intents import Intent, Kind
from scenes.kit.input.signals import Signal, SignalKind
from scenes.kit.layout import Align, Shape, cell, cells, column, grid, row, within
from scenes.kit.scene import Nav, Push
from scenes.kit.widgets.card import CARD_VEIL, CardScene
from scenes.kit.widgets.picker import Picker
from scenes.kit.widgets.widget import Button, HitArea, Widget
from scenes.services import Services
from scenes.setup.drawing import device_name
from scenes.table.names import NameScene

TITLE = Style(theme.TITLE, theme.INK, bold=True)
LABEL = Style(theme.CAPTION, theme.INK_SOFT, bold=True, spacing=2)
TOKEN = 44
MOST_GROWTH = 1.2  # how far title and labels follow the text scale


class SeatEditor(CardScene):
    """Eight identities, eight names or one's own; what another seat has is exchanged. Pops with the changed table."""

    is_lobby = True

    def __init__(self, services: Services, table: MatchSetup, index: int) -> None:
        super().__init__(services.stage)
        self.services = services
        self.table = table
        self.index = index

    @property
    def result(self) -> object:
        return self.table

    def resized(self) -> None:
        metrics, t = self.stage.metrics, self.stage.t
        inner = self.place(min(metrics.px(1060), metrics.size[0] - metrics.px(80)), metrics.px(948))
        token = row(cell(), cell("token", 100), cell(), gap=0)
        width = None if metrics.shape is Shape.TALL else 360
        parts = (
            *cells("title identities", 42),
            row(*[token] * len(IDENTITIES), size=100, gap=0),
            cell("names", 36),
            grid("name", len(NAMES), 4, height=96, gap=20),
            cell("own", 96),
            row(cell("plays", 200), cell("device"), size=76) if self._is_person else cell(),
            cell("done", 104, across=width, align=Align.MIDDLE),
        )
        self.places = within(metrics, inner, column(*parts, gap=20))
        widgets: list[Widget] = [
            HitArea(token, partial(self._take_identity, identity), 50, t(f"identity.{identity}"))
            for identity, token in zip(IDENTITIES, self.places.all("token"), strict=True)
        ]
        seat = self.table.seats[self.index]
        for name, rect in zip(NAMES, self.places.all("name"), strict=True):
            kind = "primary" if name == seat.name else "normal"
            label = self.services.people.name(replace(seat, name=name, engine=""))
            widgets.append(Button(rect, label, partial(self._take_name, name), kind=kind))
        own = not seat.name.startswith("@")
        label = seat.name if own else t("setup.own_name")
        if not self.services.is_unattended:  # strangers have given names alone
            kind = "primary" if own else "normal"
            widgets.append(Button(self.places["own"], label, self._type_name, kind=kind))
        if self._is_person:
            widgets.append(self._devices())
        widgets.append(Button(self.places["done"], t("dialog.ok"), self.done))
        self.focus.set(widgets, widgets[IDENTITIES.index(seat.identity)] if self.focus.current is None else None)

    @property
    def _is_person(self) -> bool:
        return not self.table.seats[self.index].is_ai

    def _devices(self) -> Picker:
        """What the person plays with."""
        stage, seat = self.stage, self.table.seats[self.index]
        offered = [ANY, TABLE, *(pad.held for pad in stage.devices.pads())]
        keys = offered if seat.device in offered else [*offered, seat.device]
        names = [device_name(stage, key) for key in keys]
        picker = Picker(self.places["device"], names, keys.index(seat.device), lambda i: self._take_device(keys[i]))
        picker.name = stage.t("setup.device")
        return picker

    def _take_device(self, device: DeviceId) -> None:
        self.table = self.table.with_seat(self.index, replace(self.table.seats[self.index], device=device))

    def signal(self, signal: Signal) -> Nav | None:
        if signal.kind in (SignalKind.DEVICE_ADDED, SignalKind.DEVICE_REMOVED):
            self.resized()  # the devices to choose from have changed
        return None

    def _take_identity(self, identity: str) -> None:
        self.table = self.table.with_seat(self.index, replace(self.table.seats[self.index], identity=identity))
        self.resized()

    def _take_name(self, name: str) -> None:
        self.table = self.table.with_seat(self.index, replace(self.table.seats[self.index], name=name))
        self.resized()

    def _type_name(self) -> Nav:
        name = self.table.seats[self.index].name
        return Push(lambda: NameScene(self.stage, "" if name.startswith("@") else name, veil=CARD_VEIL))

    def resume(self, result: object) -> Nav | None:
        if isinstance(result, str):
            self._take_name(result)
        return None

    def intent(self, intent: Intent) -> Nav | None:
        if intent.kind is Kind.RELEASE and intent.point is not None and not self.rect.collidepoint(intent.point):
            return self.done()
        return super().intent(intent)

    @property
    def spoken_title(self) -> str:
        return self.services.people.name(self.table.seats[self.index])

    def draw_face(self, canvas: Canvas) -> None:
        stage = self.stage
        unit = stage.metrics.px
        seat = self.table.seats[self.index]
        stage.label(canvas, self.spoken_title, self.places["title"], TITLE, grow=MOST_GROWTH)
        for name, key in (("identities", "setup.identity"), ("names", "setup.name")):
            stage.label(canvas, stage.t(key).upper(), self.places[name], LABEL, grow=MOST_GROWTH)
        for part in self.places.all("plays"):
            stage.label(canvas, stage.t("setup.device").upper(), part, LABEL, grow=MOST_GROWTH)
        for identity, rect in zip(IDENTITIES, self.places.all("token"), strict=True):
            token = self.stage.identities.token(identity, TOKEN, lit=True)
            place = rect.centerx - unit(TOKEN), rect.centery - unit(TOKEN)
            taken = any(other.identity == identity for i, other in enumerate(self.table.seats) if i != self.index)
            stage.blit(canvas, token, place, 0.45 if taken else 1.0)
            if identity == seat.identity:
                mark = stage.paint.line(unit(60), theme.PRINT_RED, 1.0, 6)
                stage.blit(canvas, mark, (rect.centerx - unit(30), rect.bottom + unit(2)))
