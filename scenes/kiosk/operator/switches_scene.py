"""Some things of which each is on or off: the games that are shown, with their order, and the levels."""

from __future__ import annotations

from abc import abstractmethod
from functools import partial

import pygame

from game.core.spec import LEVELS
from game.kiosk.kiosk import Kiosk
from game.registry import GAMES
from scenes.kiosk.operator import words
from scenes.kiosk.operator.card_head import draw_card_head
from scenes.kiosk.operator.quiet import Card
from scenes.kiosk.operator.row_widgets import game_thumb
from scenes.kiosk.operator.steps import moved, toggled
from scenes.kit import theme
from scenes.kit.canvas import Canvas
from scenes.kit.card import PAD
from scenes.kit.fonts import Style
from scenes.kit.widgets import Button, Choice, Toggle, Widget
from scenes.services import Services

NAME = Style(theme.LIST, theme.INK, bold=True)
WIDTH, HEAD, LINE, LINE_GAP, FOOT = 1040, 128, 88, 16, 104  # design pixels, as all below
TOGGLE, MOVE, THUMB = 340, 96, 72


class SwitchesScene(Card):
    """Every press changes the setting at once; one thing at least stays on."""

    title = ""
    name_room = 480  # design pixels

    def __init__(self, services: Services, kiosk: Kiosk) -> None:
        super().__init__(services.stage)
        self.services = services
        self.kiosk = kiosk

    @abstractmethod
    def names(self) -> list[str]:
        """What there is, in words, as it is shown."""

    @abstractmethod
    def is_on(self, index: int) -> bool:
        """Whether a thing is on."""

    @abstractmethod
    def toggle(self, index: int) -> None:
        """Turn a thing on or off, unless it is the last one that is on."""

    def helpers(self, index: int, place: pygame.Rect) -> list[Widget]:
        """What lies left of a line's toggle, with its right end at that of `place`."""
        return []

    def draw_picture(self, canvas: Canvas, index: int, place: pygame.Rect) -> int:
        """Draw what stands before a name; gives where the name begins."""
        return place.left

    @property
    def spoken_title(self) -> str:
        return self.stage.t(self.title)

    def resized(self) -> None:
        px, t = self.stage.metrics.px, self.stage.t
        names = self.names()
        width = min(px(WIDTH), self.stage.metrics.size[0] - px(80))
        inner = self.place(width, px(HEAD + len(names) * (LINE + LINE_GAP) + FOOT + 2 * PAD))
        self._bands = [
            pygame.Rect(inner.left, inner.top + px(HEAD + i * (LINE + LINE_GAP)), inner.width, px(LINE))
            for i in range(len(names))
        ]
        widgets: list[Widget] = []
        for index, band in enumerate(self._bands):
            place = pygame.Rect(band.right - px(TOGGLE), band.top, px(TOGGLE), band.height)
            switch = Toggle(place, [t("setup.off"), t("setup.on")], self.is_on(index), partial(self._turn, index))
            switch.name = names[index]
            widgets += [
                *self.helpers(index, pygame.Rect(band.left, band.top, place.left - px(16) - band.left, band.height)),
                switch,
            ]
        ok = pygame.Rect(0, inner.bottom - px(FOOT), px(360), px(FOOT))
        ok.right = inner.right
        self.focus.set([*widgets, Button(ok, t("dialog.ok"), self.done, kind="primary")])

    def _turn(self, index: int, on: bool) -> None:
        if on != self.is_on(index):
            self.toggle(index)
        self.refresh(index)

    def refresh(self, index: int) -> None:
        """Lay out again with the focus on a line's toggle."""
        self.resized()
        switches = [widget for widget in self.focus.widgets if isinstance(widget, Choice)]
        self.focus.focus(switches[index])

    def draw_face(self, canvas: Canvas) -> None:
        stage, px = self.stage, self.stage.metrics.px
        draw_card_head(stage, canvas, self.rect, stage.t(self.title), stage.t(f"{self.title}_note"))
        for index, (name, band) in enumerate(zip(self.names(), self._bands, strict=True)):
            begin = self.draw_picture(canvas, index, band)
            style = stage.shrunk(name, stage.capped(NAME, 1.0), px(self.name_room), 24)
            baseline = band.centery + 0.366 * style.size * stage.metrics.scale * stage.metrics.text_scale
            stage.text(canvas, name, (begin, baseline), style)


class GamesScene(SwitchesScene):
    """The games that visitors see, in their order; hidden ones come last."""

    title = "kiosk.row.games"
    name_room = 270

    def names(self) -> list[str]:
        return [words.game_text(self.stage, game) for game in self._games]

    @property
    def _shown(self) -> tuple[str, ...]:
        return self.kiosk.config.games.shown

    @property
    def _games(self) -> list[str]:
        return [*self._shown, *(game for game in GAMES if game not in self._shown)]

    def is_on(self, index: int) -> bool:
        return self._games[index] in self._shown

    def toggle(self, index: int) -> None:
        self.kiosk.change({"games.shown": list(toggled(self._shown, self._games[index]))})

    def _turn(self, index: int, on: bool) -> None:
        game = self._games[index]
        super()._turn(index, on)
        self.refresh(self._games.index(game))

    def _move(self, index: int, by: int) -> None:
        game = self._games[index]
        self.kiosk.change({"games.shown": list(moved(self._shown, game, by))})
        self.resized()
        labels = {-1: "↑", 1: "↓"}
        at = self._games.index(game)
        buttons = [w for w in self.focus.widgets if isinstance(w, Button) and w.label == labels[by]]
        self.focus.focus(buttons[at])

    def helpers(self, index: int, place: pygame.Rect) -> list[Widget]:
        px, game = self.stage.metrics.px, self._games[index]
        found: list[Widget] = []
        for number, (by, sign) in enumerate(((-1, "↑"), (1, "↓"))):
            left = place.right - (2 - number) * px(MOVE) - (1 - number) * px(12)
            button = Button(
                pygame.Rect(left, place.top, px(MOVE), place.height),
                sign,
                partial(self._move, index, by),
                ground=theme.INK,
            )
            at = self._shown.index(game) + by if game in self._shown else -1
            button.allow(0 <= at < len(self._shown), self._why_it_stays(game, by))
            button.name = self.stage.t(f"game.{game}")
            found.append(button)
        return found

    def _why_it_stays(self, game: str, by: int) -> str:
        if game not in self._shown:
            return self.stage.t("kiosk.order.hidden")
        return self.stage.t("kiosk.order.first" if by < 0 else "kiosk.order.last")

    def draw_picture(self, canvas: Canvas, index: int, place: pygame.Rect) -> int:
        px, side = self.stage.metrics.px, self.stage.metrics.px(THUMB)
        picture = game_thumb(self.services, self._games[index], side, self.is_on(index))
        self.stage.put(canvas, picture, (place.left, place.centery - side // 2))
        return place.left + side + px(24)


class LevelsScene(SwitchesScene):
    """The AI levels that visitors may choose."""

    title = "kiosk.row.levels"

    def names(self) -> list[str]:
        return [f"{level}  {self.stage.t(f'level.{level}')}" for level in LEVELS]

    def is_on(self, index: int) -> bool:
        return LEVELS[index] in self.kiosk.config.games.levels

    def toggle(self, index: int) -> None:
        self.kiosk.change({"games.levels": list(toggled(self.kiosk.config.games.levels, LEVELS[index]))})
