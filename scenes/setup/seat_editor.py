"""Choosing a seat's identity and name."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

import pygame

from game.table import IDENTITIES, NAMES, Table
from scenes.kit import theme
from scenes.kit.canvas import Canvas
from scenes.kit.card import CARD_VEIL, PAD, CardScene
from scenes.kit.fonts import Style
from scenes.kit.intents import Intent, Kind
from scenes.kit.layout import Shape
from scenes.kit.scene import Nav, Push
from scenes.kit.widgets import Button, Ghost, Widget
from scenes.services import Services
from scenes.table.name_scene import NameScene

TITLE = Style(theme.TITLE, theme.INK, bold=True)
LABEL = Style(theme.CAPTION, theme.INK_SOFT, bold=True, spacing=2)
TOKEN = 44
MOST_GROWTH = 1.2  # how far title and labels follow the text scale


class SeatEditor(CardScene):
    """Eight identities, eight names or one's own; what another seat has is exchanged. Pops with the changed table."""

    def __init__(self, services: Services, table: Table, index: int) -> None:
        super().__init__(services.stage)
        self.services = services
        self.table = table
        self.index = index

    @property
    def result(self) -> object:
        return self.table

    def resized(self) -> None:
        unit = self.stage.metrics.px
        tall = self.stage.metrics.shape is Shape.TALL
        inner = self.place(min(unit(1060), self.stage.metrics.size[0] - unit(80)), unit(876))
        cell = inner.width // 8
        self._tokens = [
            pygame.Rect(inner.x + i * cell + (cell - unit(100)) // 2, self.rect.y + unit(164), unit(100), unit(100))
            for i in range(8)
        ]
        each = (inner.width - 3 * unit(20)) // 4
        names = [
            pygame.Rect(
                inner.x + (i % 4) * (each + unit(20)), self.rect.y + unit(348) + (i // 4) * unit(116), each, unit(96)
            )
            for i in range(8)
        ]
        widgets: list[Widget] = [
            Ghost(token, partial(self._take_identity, identity), 50, self.stage.t(f"identity.{identity}"))
            for identity, token in zip(IDENTITIES, self._tokens, strict=True)
        ]
        seat = self.table.seats[self.index]
        for name, rect in zip(NAMES, names, strict=True):
            kind = "primary" if name == seat.name else "normal"
            label = self.services.name(replace(seat, name=name, engine=""))
            widgets.append(Button(rect, label, partial(self._take_name, name), kind=kind))
        own = not seat.name.startswith("@")
        place = pygame.Rect(inner.x, self.rect.y + unit(580), inner.width, unit(96))
        label = seat.name if own else self.stage.t("setup.own_name")
        if not self.services.is_unattended:  # strangers have given names alone
            widgets.append(Button(place, label, self._type_name, kind="primary" if own else "normal"))
        done = pygame.Rect(0, 0, unit(360), unit(104))
        done.midbottom = (self.rect.centerx, self.rect.bottom - unit(PAD))
        if tall:
            done.width = inner.width
            done.centerx = self.rect.centerx
        widgets.append(Button(done, self.stage.t("dialog.ok"), self.done))
        self.focus.set(widgets, widgets[IDENTITIES.index(seat.identity)] if self.focus.current is None else None)

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
        return self.services.name(self.table.seats[self.index])

    def draw_face(self, canvas: Canvas) -> None:
        stage = self.stage
        unit = stage.metrics.px
        left = self.rect.x + unit(PAD)
        seat = self.table.seats[self.index]
        stage.text(
            canvas,
            self.spoken_title,
            (left, self.rect.y + unit(84)),
            stage.capped(TITLE, MOST_GROWTH),
            width=self.rect.width // 2,
        )
        label = stage.capped(LABEL, MOST_GROWTH)
        stage.text(canvas, stage.t("setup.identity").upper(), (left, self.rect.y + unit(140)), label)
        stage.text(canvas, stage.t("setup.name").upper(), (left, self.rect.y + unit(320)), label)
        for identity, rect in zip(IDENTITIES, self._tokens, strict=True):
            token = self.services.identities.token(identity, TOKEN, lit=True)
            place = (rect.centerx - unit(TOKEN), rect.centery - unit(TOKEN))
            taken = any(other.identity == identity for i, other in enumerate(self.table.seats) if i != self.index)
            stage.put(canvas, token, place, 0.45 if taken else 1.0)
            if identity == seat.identity:
                mark = stage.paint.line(unit(60), theme.PRINT_RED, 1.0, 6)
                stage.put(canvas, mark, (rect.centerx - unit(30), rect.bottom + unit(2)))
