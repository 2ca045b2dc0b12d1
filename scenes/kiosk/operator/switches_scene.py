"""Some things of which each is on or off: the games that are shown, with their order, and the levels."""

from __future__ import annotations

from abc import abstractmethod
from functools import partial

from game.core.kinds import Several
from game.core.spec import LEVELS
from game.kiosk.kiosk import Kiosk
from game.registry import GAMES
from scenes.kiosk.operator import words
from scenes.kiosk.operator.quiet import Card
from scenes.kiosk.operator.row_widgets import game_thumb
from scenes.kit import theme
from scenes.kit.boxes import Align, cell, row
from scenes.kit.canvas import Canvas
from scenes.kit.fonts import Style
from scenes.kit.widgets import Button, Choice, Toggle, Widget
from scenes.services import Services

NAME = Style(theme.LIST, theme.INK, bold=True)
THUMB = 72  # design pixels
SHOWN, SOME = Several(tuple(GAMES)), Several(LEVELS, in_order=True)


class SwitchesScene(Card):
    """Every press changes the setting at once; one thing at least stays on."""

    key = ""
    line = row(cell("name"), cell("switch", 340), size=88, gap=16)

    def __init__(self, services: Services, kiosk: Kiosk) -> None:
        super().__init__(services.stage, services.stage.t(self.key), services.stage.t(f"{self.key}_note"))
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

    def helpers(self, index: int) -> list[Widget]:
        """What lies left of a line's switch."""
        return []

    def resized(self) -> None:
        t, names = self.stage.t, self.names()
        foot = row(cell(), cell("ok", 360), size=104)
        places = self.lay(1040, 16, *[self.line] * len(names), foot).all("switch")
        widgets: list[Widget] = []
        for index, (name, place) in enumerate(zip(names, places, strict=True)):
            switch = Toggle(place, [t("setup.off"), t("setup.on")], self.is_on(index), partial(self._turn, index))
            switch.name = name
            widgets += [*self.helpers(index), switch]
        self.focus.set([*widgets, self.ok_button()])

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
        super().draw_face(canvas)
        for name, place in zip(self.names(), self.places.all("name"), strict=True):
            self.stage.label(canvas, name, place, NAME, least=24)


class GamesScene(SwitchesScene):
    """The games that visitors see, in their order; hidden ones come last."""

    key = "kiosk.row.games"
    line = row(
        cell("picture", THUMB, across=THUMB, align=Align.MIDDLE),
        *(cell("name"), cell("up", 96), cell("down", 96), cell("switch", 340)),
        size=88,
        gap=16,
    )

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
        self.kiosk.change({"games.shown": SHOWN.toggled(self._shown, self._games[index])})

    def _turn(self, index: int, on: bool) -> None:
        game = self._games[index]
        super()._turn(index, on)
        self.refresh(self._games.index(game))

    def _move(self, index: int, by: int) -> None:
        game = self._games[index]
        self.kiosk.change({"games.shown": SHOWN.moved(self._shown, game, by)})
        self.resized()
        labels = {-1: "↑", 1: "↓"}
        at = self._games.index(game)
        buttons = [w for w in self.focus.widgets if isinstance(w, Button) and w.label == labels[by]]
        self.focus.focus(buttons[at])

    def helpers(self, index: int) -> list[Widget]:
        game, found = self._games[index], list[Widget]()
        for name, by, sign in (("up", -1, "↑"), ("down", 1, "↓")):
            place = self.places.all(name)[index]
            button = Button(place, sign, partial(self._move, index, by), ground=theme.INK)
            at = self._shown.index(game) + by if game in self._shown else -1
            button.allow(0 <= at < len(self._shown), self._why_it_stays(game, by))
            button.name = self.stage.t(f"game.{game}")
            found.append(button)
        return found

    def _why_it_stays(self, game: str, by: int) -> str:
        if game not in self._shown:
            return self.stage.t("kiosk.order.hidden")
        return self.stage.t("kiosk.order.first" if by < 0 else "kiosk.order.last")

    def draw_face(self, canvas: Canvas) -> None:
        super().draw_face(canvas)
        for game, place in zip(self._games, self.places.all("picture"), strict=True):
            picture = game_thumb(self.services, game, place.width, game in self._shown)
            self.stage.put(canvas, picture, place.topleft)


class LevelsScene(SwitchesScene):
    """The AI levels that visitors may choose."""

    key = "kiosk.row.levels"

    def names(self) -> list[str]:
        return [f"{level}  {self.stage.t(f'level.{level}')}" for level in LEVELS]

    def is_on(self, index: int) -> bool:
        return LEVELS[index] in self.kiosk.config.games.levels

    def toggle(self, index: int) -> None:
        self.kiosk.change({"games.levels": SOME.toggled(self.kiosk.config.games.levels, LEVELS[index])})
