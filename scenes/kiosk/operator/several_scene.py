"""The editor of several things, each of which is on or off, in an order of their own where that matters."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from game.core.kinds import Several
from scenes.kiosk.operator.editors import FieldCard
from scenes.kit.drawing import theme
from scenes.kit.drawing.canvas import Canvas
from scenes.kit.drawing.fonts import Style
from scenes.kit.drawing.paint import Sprite
from scenes.kit.layout import Align, cell, row
from scenes.kit.stage import Stage
from scenes.kit.widgets.form import Field
from scenes.kit.widgets.widget import Button, Toggle, Widget
from scenes.services import Services

NAME = Style(theme.LIST, theme.INK, bold=True)
THUMB = 72  # design pixels
_Picture = Callable[[Stage, Any, int, bool], Sprite]
_WAYS = (("up", -1, "↑"), ("down", 1, "↓"))


class SeveralScene(FieldCard):
    """Chooses several of a list. Those that are off come last, where there is an order. One thing at least stays on."""

    def __init__(
        self,
        services: Services,
        field: Field,
        name: Callable[[Stage, Any], str] | None = None,
        picture: _Picture | None = None,
    ) -> None:
        """`name` is what a thing is called, if not as the row says it, `picture` one of so many pixels, on or off."""
        super().__init__(services, field)
        assert isinstance(field.kind, Several)
        self._kind = field.kind
        self._name = name
        self._picture = picture

    @property
    def _things(self) -> Sequence[Any]:
        """All there are, from the top."""
        return self._kind.arranged(self.field.value())

    def _text(self, thing: str | int) -> str:
        return self._name(self.stage, thing) if self._name else self.field.text((thing,))

    def resized(self) -> None:
        picture = cell("picture", THUMB, across=THUMB, align=Align.MIDDLE) if self._picture else None
        ways = () if self._kind.in_order else (cell("up", 96), cell("down", 96))
        line = row(picture, cell("name"), *ways, cell("switch", 340), size=88, gap=16)
        self.lay(1040, 16, *[line] * len(self._kind.words), row(cell(), cell("ok", 360), size=104))
        widgets: list[Widget] = []
        for index, thing in enumerate(self._things):
            widgets += [*self._movers(index, thing), self._switch(index, thing)]
        self.focus.set([*widgets, self.ok_button()])

    def _switch(self, index: int, thing: str | int) -> Widget:
        labels = [self.stage.t("setup.off"), self.stage.t("setup.on")]
        is_on = thing in self.field.value()
        switch = Toggle(self.places.all("switch")[index], labels, is_on, partial(self._turn, thing))
        switch.name = self._text(thing)
        return switch

    def _movers(self, index: int, thing: str | int) -> list[Widget]:
        """What moves a thing up and down."""
        found, on = list[Widget](), self.field.value()
        for name, by, sign in () if self._kind.in_order else _WAYS:
            place = self.places.all(name)[index]
            button = Button(place, sign, partial(self._move, thing, by), ground=theme.INK)
            button.allow(thing in on and 0 <= index + by < len(on), self._why_it_stays(thing, by))
            button.name = self.field.text((thing,))
            found.append(button)
        return found

    def _why_it_stays(self, thing: str | int, by: int) -> str:
        if thing not in self.field.value():
            return self.stage.t("kiosk.order.hidden")
        return self.stage.t("kiosk.order.first" if by < 0 else "kiosk.order.last")

    def _turn(self, thing: str | int, on: bool) -> None:
        if on != (thing in self.field.value()):
            self.put(self._kind.toggled(self.field.value(), thing))
        self._follow(thing)

    def _move(self, thing: str | int, by: int) -> None:
        self.put(self._kind.moved(self.field.value(), thing, by))
        self._follow(thing)

    def _follow(self, thing: str | int) -> None:
        """Lay out again, with the focus on what it was on in the line of a thing."""
        focus, each = self.focus, 1 if self._kind.in_order else 1 + len(_WAYS)  # of a line
        part = focus.widgets.index(focus.current) % each if focus.current else 0
        self.resized()
        focus.focus(focus.widgets[self._things.index(thing) * each + part])

    def draw_face(self, canvas: Canvas) -> None:
        super().draw_face(canvas)
        for thing, place in zip(self._things, self.places.all("name"), strict=True):
            self.stage.label(canvas, self._text(thing), place, NAME, least=24)
        for thing, place in zip(self._things, self.places.all("picture"), strict=False):
            assert self._picture is not None
            picture = self._picture(self.stage, thing, place.width, thing in self.field.value())
            self.stage.blit(canvas, picture, place.topleft)
