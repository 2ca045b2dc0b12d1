"""The editor of a seat's identity and name, and the switch that seats a person, a level of the AI or an engine."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial

import pygame

from game.core.device_id import ANY, TABLE, DeviceId
from game.core.record import SeatConfig, SeatKind
from game.core.spec import LEVELS
from game.match_setup import AI_NAMES, IDENTITIES, NAMES, MatchSetup
from scenes.kit.drawing import theme
from scenes.kit.drawing.canvas import Canvas
from scenes.kit.drawing.fonts import Style
from scenes.kit.input.intents import Intent, Kind, Signal, SignalKind
from scenes.kit.layout import Align, Shape, cell, cells, column, grid, row, within
from scenes.kit.scene import Nav, Push
from scenes.kit.stage import Stage
from scenes.kit.widgets.choices import Picker
from scenes.kit.widgets.dialog import CARD_VEIL, CardScene
from scenes.kit.widgets.widget import BARRED, Action, Button, HitArea, Levels, Widget
from scenes.services import Services
from scenes.setup.drawing import device_name
from scenes.table.art.faces import level_of
from scenes.table.names import NameScene

TITLE = Style(theme.TITLE, theme.INK, bold=True)
LABEL = Style(theme.CAPTION, theme.INK_SOFT, bold=True, spacing=2)
TOKEN = 44
MOST_GROWTH = 1.2  # title and labels grow with the text scale up to this factor


class SeatEditor(CardScene):
    """Offers a seat eight identities, and eight names or a custom one. Pops with the changed setup.

    If another seat has the chosen identity or name, the two seats swap theirs. An AI has one of the names of its
    level's family.
    """

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
            cell() if level_of(self.table.seats[self.index]) else cell("own", 96),
            row(cell("plays", 200), cell("device"), size=76) if self._is_person else cell(),
            cell("done", 104, across=width, align=Align.MIDDLE),
        )
        self.places = within(metrics, inner, column(*parts, gap=20))
        widgets: list[Widget] = [
            HitArea(token, partial(self._take_identity, identity), 50, t(f"identity.{identity}"))
            for identity, token in zip(IDENTITIES, self.places.all("token"), strict=True)
        ]
        seat = self.table.seats[self.index]
        names = AI_NAMES.get(level_of(seat), NAMES)
        labels = list(map(self.services.people.shown, names))
        widest = min(place.width for place in self.places.all("name")) - metrics.px(40)
        size = min(self.stage.shrink_to_width(label, Style(40), widest).size for label in labels)
        for name, label, rect in zip(names, labels, self.places.all("name"), strict=True):
            kind = "primary" if name == seat.name else "normal"
            widgets.append(Button(rect, label, partial(self._take_name, name), kind=kind, size=size))
        own = not seat.name.startswith("@")
        label = seat.name if own else t("setup.own_name")
        if not (level_of(seat) or self.services.is_unattended):  # visitors have only preset names
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
        """A picker of the person's device."""
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
            self.resized()  # the choice of devices has changed
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


PERSON = 0
ENGINES = LEVELS[-1] + 1  # number of the first engine; lower numbers are levels
WORD, WORD_HEIGHT = 36, 0.66  # type size, and its limit as a share of the switch's height; lengths are in design pixels
INSET, PITCH, LEAST_PITCH = 6, 44, 32  # margin around the lit part; usual and least distance of pips
AI_ROOM = 60  # width of the word before the pips
WORD_SHARE, ENGINE_SHARE = 0.4, 0.26  # widths of the person's and the engines' part, as shares of the switch's


class SeatSwitch(Levels):
    """A switch between a person, five pips for the levels and, at the right end, the engines.

    The part that plays is lit.

    `level` is PERSON, a level 1 to 5, or ENGINES and above. Left and right step through the allowed values. A pointer
    picks a person or a level directly; each click on the engines picks the next one.
    """

    def __init__(
        self,
        rect: pygame.Rect,
        name: str,
        level: int,
        on_change: Callable[[int], None],
        words: Sequence[str],
        *,
        allowed: Sequence[int] = LEVELS,
        engines: Sequence[str] = (),
        notes: Sequence[str] = (),
    ) -> None:
        """`words` name a person, each level, the engines and the AI. The AI's word stands before the pips if it fits.

        `notes` describe each level, `allowed` are the selectable levels, `engines` are the names of the engines.
        """
        super().__init__(rect, level, (PERSON, *allowed, *range(ENGINES, ENGINES + len(engines))), on_change, notes)
        self.name = name
        self.words = list(words)
        self.engines = list(engines)

    def value(self) -> str:
        if self.level >= ENGINES:
            return f"{self.words[ENGINES]}, {self.engines[self.level - ENGINES]}"
        word = self.words[self.level]
        return f"{self.level}, {word}" if self.level else word

    def areas(self) -> list[pygame.Rect]:
        """The rectangles of the person, of the levels together and of the engines, if any."""
        left, top, width, height = self.rect
        first = round(width * WORD_SHARE * (0.8 if self.engines else 1.0))
        last = round(width * ENGINE_SHARE) if self.engines else 0
        found = [
            pygame.Rect(left, top, first, height),
            pygame.Rect(left + first, top, width - first - last, height),
            pygame.Rect(left + width - last, top, last, height),
        ]
        return found if self.engines else found[:-1]

    def area(self, level: int) -> pygame.Rect:
        """Return the rectangle in which a pointer picks `level`, which stands for a person, a level or an engine."""
        found = self.areas()
        if level not in LEVELS:
            return found[0] if level == PERSON else found[-1]
        pips = found[1]
        edges = [pips.left + round(pips.width * index / len(LEVELS)) for index in range(len(LEVELS) + 1)]
        return pygame.Rect(edges[level - 1], pips.top, edges[level] - edges[level - 1], pips.height)

    def activate(self, point: tuple[int, int] | None) -> Nav | None:
        if point is None:
            self.step()
        elif self.engines and self.areas()[-1].collidepoint(point):
            count = len(self.engines)
            self.set(ENGINES + (self.level + 1 - ENGINES) % count if self.level >= ENGINES else ENGINES)
        else:
            self.set(next((level for level in (PERSON, *LEVELS) if self.area(level).collidepoint(point)), self.level))
        return None

    def draw(self, stage: Stage, canvas: Canvas, pressed: bool) -> None:
        px = stage.metrics.px
        stage.blit(canvas, stage.paint.well(self.rect.size), self.rect.topleft)
        areas = self.areas()
        lit = 0 if self.level == PERSON else 1 if self.level < ENGINES else 2
        face = areas[lit].inflate(-2 * px(INSET), -2 * px(INSET))
        stage.blit(canvas, stage.paint.segment(face.size), face.topleft)
        for index, word in ((0, self.words[PERSON]), (2, self.words[ENGINES]))[: len(areas) - 1]:
            self._draw_word(stage, canvas, areas[index].inflate(-2 * px(INSET) - px(8), 0), word, index == lit)
        pips = areas[1].inflate(-2 * px(INSET), 0)
        if pips.width >= px(AI_ROOM + len(LEVELS) * LEAST_PITCH):
            room = px(AI_ROOM)
            self._draw_word(
                stage, canvas, pygame.Rect(pips.left, pips.top, room, pips.height), self.words[-1], lit == 1
            )
            pips = pygame.Rect(pips.left + room, pips.top, pips.width - room, pips.height)
        self._draw_pips(stage, canvas, pips)

    def _draw_word(self, stage: Stage, canvas: Canvas, room: pygame.Rect, word: str, lit: bool) -> None:
        style = Style(WORD, theme.INK if lit else theme.MUTED, bold=lit)
        most = max(1.0, WORD_HEIGHT * self.rect.height / (WORD * stage.metrics.scale))
        stage.label(canvas, word, room, style, "centre", grow=most, least=theme.CAPTION - 4)

    def _draw_pips(self, stage: Stage, canvas: Canvas, area: pygame.Rect) -> None:
        """Draw a brass nail for each level up to the current one; levels that are not allowed are faint."""
        pitch = min(stage.metrics.px(PITCH), area.width // len(LEVELS))
        played = self.level if self.level in LEVELS else 0
        for index, level in enumerate(LEVELS):
            at = area.centerx + (index - 2) * pitch, area.centery
            stage.blit(canvas, stage.pip(level <= played), at, 1.0 if level in self.offered else BARRED)


class CardHead(HitArea):
    """The head of a seat's card: a pointer anywhere on the card except on the switch opens the seat's details."""

    def __init__(self, rect: pygame.Rect, card: pygame.Rect, switch: pygame.Rect, action: Action, name: str) -> None:
        """`rect` is the area of the focus ring."""
        super().__init__(rect, action, radius=12, name=name)
        self._card, self._switch = card, switch

    def hit(self, point: tuple[int, int]) -> bool:
        return self._card.collidepoint(point) and not self._switch.collidepoint(point)


def seat_switch(
    services: Services, game: str, seat: SeatConfig, rect: pygame.Rect, on_change: Callable[[SeatConfig], None]
) -> SeatSwitch:
    """The switch of a seat, with the engines that play `game`; `on_change` gets the changed seat."""
    t, engines = services.stage.t, services.offers.engine_names(game)
    words = [t("setup.person"), *(t(f"level.{level}") for level in LEVELS), t("setup.engine"), t("setup.ai")]

    def choose(level: int) -> None:
        kind: SeatKind = "ai" if level else "human"
        engine = engines[level - ENGINES] if level >= ENGINES else ""
        on_change(replace(seat, kind=kind, level=min(level, LEVELS[-1]), strength=0.0, device=ANY, engine=engine))

    present = ENGINES + engines.index(seat.engine) if seat.is_engine else seat.level if seat.is_ai else PERSON
    return SeatSwitch(
        rect,
        services.people.name(seat),
        present,
        choose,
        words,
        allowed=services.offers.levels,
        engines=engines,
        notes=[t(f"level.{level}.style") for level in LEVELS],
    )
