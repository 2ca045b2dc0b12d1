"""The texts beside the board of the demo: game and time, the caption, ways in numbers, the invitation."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import pygame

from game.phones.messages import JoinCode
from scenes.kiosk.attract_art import (
    draw_hand,
    draw_invitation_face,
    draw_perforation,
    draw_phone,
    draw_plate,
    draw_progress,
    draw_slip,
    draw_tile,
)
from scenes.kiosk.places import attract_places
from scenes.kiosk.programme import Show
from scenes.kiosk.shown_game import WayChange
from scenes.kit.drawing import theme
from scenes.kit.drawing.canvas import Drawable
from scenes.kit.drawing.fonts import Fonts, Style
from scenes.kit.drawing.glyphs import Glyphs
from scenes.kit.drawing.paint import Painter
from scenes.kit.input.intents import Device, Kind
from scenes.kit.layout import cell, column, row, within
from scenes.kit.stage import Stage
from scenes.kit.widgets.person import Tag, draw_person
from scenes.services import Services
from scenes.table.sharing.code import LEAST_MODULE, draw_code, least_side, module_of

EYEBROW = Style(theme.HELPER, theme.EYEBROW, bold=True, spacing=4)
TIME = Style(44, theme.MUTED)
WHO = Tag(28, Style(44, bold=True), gap=16)
FIGURE, LATER = Style(48, theme.MUTED), Style(48, bold=True)
INK, SOFT = Style(72, theme.INK, bold=True), Style(32, theme.INK_SOFT)
BY_PHONE = Style(28, theme.EYEBROW, bold=True)
ADDRESS = Style(44, theme.IVORY, bold=True)
PLATE_RIM = 3
TODAY = Style(36, theme.PRINT_RED, bold=True)
NOTE, LEAST_NOTE = Style(40, theme.INK, bold=True), 32  # of the house's line
TODAY_FROM = 500  # design pixels of paper
TYPE_BY_WIDTH, TYPE_BY_HEIGHT = 0.143, 0.43  # the largest type of a caption, by the place for it
CAP, PITCH = 0.73, 1.08  # a capital's height, and from line to line, by the size of the type
TILE_NAME = Style(theme.CAPTION, theme.MUTED)
LEAST = 28
GLYPHS_HELD = 1_000_000  # bytes
BUTTON, KEY = 2.0, 1.0  # how large beside that of a bar: a key with a word on it is wide
NOTE_SECONDS, NOTE_FADE = 8.0, 0.4
NOTE_REST, NOTE_SPEED, NOTE_GAP = 3.0, 90.0, 120.0  # of a line that runs: seconds, design pixels a second, and between


@dataclass(frozen=True, slots=True)
class WrappedCaption:
    """A sentence in lines, and whether the numbers have room beside it."""

    lines: tuple[str, ...]
    style: Style
    leaves_room: bool


@dataclass(frozen=True, slots=True)
class Invitation:
    """The text of the plate, in the screen's language and another one, and whose key or button is shown, if not the
    hand.

    `breath` is how far the hand's ring has grown, 0..1.
    """

    text: str
    other: str
    device: Device | None = None
    pressed: bool = False
    breath: float = 0.0


class AttractColumn:
    """Everything beside the board, for the window as it is."""

    def __init__(self, services: Services, show: Show) -> None:
        self.services = services
        self.stage: Stage = services.stage
        self.show = show
        self.join_code = show.join_code()
        least = 0
        if self.join_code is not None:
            least = least_side(self.join_code.matrix) + 2 * self.stage.metrics.px(PLATE_RIM)
        has_join_code = self.join_code is not None
        self.places = attract_places(self.stage.metrics, len(show.games), bool(show.text), has_join_code, least)
        self.invitation = self.places["invitation"]
        self.card = self.places["said"]
        self.tiles = self.places.all("tile")
        self.paper = self.places.get("paper")
        self._glyphs: dict[float, Glyphs] = {}
        self._note = self._note_lines() if self.paper is not None else ((), NOTE)

    # Caption

    def caption(self, text: str) -> WrappedCaption:
        """`text` in as large a type as fits; where it needs more lines the numbers give way, but it is never cut."""
        stage, scale, place = self.stage, self.stage.metrics.scale, self.places["caption"]
        largest = min(TYPE_BY_WIDTH * place.width, TYPE_BY_HEIGHT * place.height) / scale
        usual = [round(share * largest) for share in (1.0, 0.86, 0.77)]
        for size in (*usual, *range(usual[-1] - 4, LEAST - 4, -4)):
            style = stage.limit_scale(Style(max(size, LEAST), bold=True), 1.0)
            lines = stage.lines(text, style, place.width)
            height = len(lines) * PITCH * size * scale
            if size in usual and height <= place.height:
                return WrappedCaption(tuple(lines), style, True)
            if size not in usual and height <= self.card.bottom - place.top:
                break
        return WrappedCaption(tuple(lines), style, False)

    def draw_caption(self, canvas: Drawable, caption: WrappedCaption, alpha: float) -> None:
        """Draw a caption, the first line's capitals at the top of its place."""
        if not any(caption.lines) or alpha <= 0:
            return
        metrics, place = self.stage.metrics, self.places["caption"]
        size = caption.style.size * metrics.text_scale * metrics.scale
        for index, line in enumerate(caption.lines):
            baseline = place.top + round((CAP + index * PITCH) * size)
            self.stage.text(canvas, line, (place.left, baseline), caption.style, alpha=alpha)

    # Parts

    def draw_head(self, canvas: Drawable, text: str) -> None:
        """Draw the name of the game or card, and the time of day."""
        stage, head = self.stage, self.places["head"]
        stage.label(canvas, text.upper(), head, EYEBROW)
        stage.label(canvas, self.show.clock().strftime("%H:%M"), head, TIME, "right")

    def draw_ways(
        self, canvas: Drawable, names: Sequence[str], tokens: Sequence[str], ways: Sequence[WayChange]
    ) -> None:
        """Draw a step's changes of the ways, a group a seat; `names` and `tokens` (identities) are by seat."""
        stage = self.stage
        figures = row(
            row(cell("who", 164), cell("before", 52), size=216, gap=0), cell("arrow", 44), cell("after"), gap=12
        )
        rooms = [within(stage.metrics, place, figures) for place in self.places.all("way")]
        who = self._alike([(names[way.seat], at["who"].width) for way, at in zip(ways, rooms, strict=False)])
        for way, at in zip(ways, rooms, strict=False):
            draw_person(stage, canvas, at["who"], who, tokens[way.seat], names[way.seat])
            stage.label(canvas, str(way.before), at["before"], FIGURE, "right")
            arrow = at["arrow"]
            size = (arrow.width, arrow.width * 3 // 5)
            stage.blit(canvas, stage.drawing("kiosk/arrow", size), (arrow.left, arrow.centery - size[1] // 2))
            color = theme.HIGHLIGHT if way.after > way.before else theme.IVORY
            stage.label(canvas, str(way.after), at["after"], LATER._replace(color=color))

    def _alike(self, names: Sequence[tuple[str, int]]) -> Tag:
        """How people beside each other are shown: alike, where each name has so many pixels with its token."""
        stage = self.stage
        taken, usual = stage.metrics.px(2 * WHO.radius + WHO.gap), stage.limit_scale(WHO.name, WHO.grow)
        styles = [stage.shrink_to_width(name, usual, room - taken, WHO.least) for name, room in names]
        size = min((style.size for style in styles), default=usual.size) * stage.metrics.text_scale
        return WHO._replace(name=WHO.name._replace(size=size))

    def draw_invitation(self, canvas: Drawable, says: Invitation) -> None:
        """The plate, with a hand, or with the button of a pad."""
        stage, rect, scale = self.stage, self.invitation, self.stage.metrics.scale
        drop = draw_invitation_face(stage, canvas, rect, says.pressed)
        hand = min(0.26 * rect.width, 1.2 * rect.height) / scale
        words = column(cell(share=11), cell("text", share=55), cell("other", share=24), cell(share=10), gap=0)
        at = within(stage.metrics, rect.move(0, drop), row(cell("hand", hand), words, gap=0, pad=(0, 0, 40, 0)))
        if says.device is not None:
            self._draw_button(canvas, says.device, at["hand"].center)
        else:
            middle = at["hand"].centerx, at["hand"].top + round(0.364 * rect.height)
            draw_hand(stage, canvas, middle, says.breath, rect.height / scale / 168)
        high = rect.height / scale
        stage.label(canvas, says.text, at["text"], INK._replace(size=0.46 * high), least=LEAST)
        stage.label(canvas, says.other, at["other"], SOFT._replace(size=max(24, 0.2 * high)), least=LEAST)

    def _draw_button(self, canvas: Drawable, device: Device, middle: tuple[int, int]) -> None:
        """The key or button of a device that confirms."""
        scale = self.stage.metrics.scale * (BUTTON if device.is_pad else KEY)
        if scale not in self._glyphs:
            self._glyphs[scale] = Glyphs(
                self.stage.assets, Painter(scale, GLYPHS_HELD), Fonts(scale, limit=GLYPHS_HELD)
            )
        glyph = self._glyphs[scale].picture(
            Kind.CONFIRM, device.family, self.stage.devices.faces(device, Kind.CONFIRM)[:1]
        )
        canvas.blit(glyph, (middle[0] - glyph.get_width() // 2, middle[1] - glyph.get_height() // 2))

    def draw_tiles(self, canvas: Drawable, playing: str, share: float) -> None:
        """The games; below the one that plays, how much of the time until the next one has passed."""
        stage, names = self.stage, self.places.all("name")
        for index, (game, rect) in enumerate(zip(self.show.games, self.tiles, strict=False)):
            plays = game == playing
            draw_tile(self.services, canvas, rect, game, plays)
            if names:
                style = TILE_NAME._replace(bold=True, color=theme.IVORY) if plays else TILE_NAME
                name, place = stage.t(f"game.{game}"), names[index]
                if (
                    stage.fonts.width(name, stage.limit_scale(style, 1.0)) > place.width
                ):  # it may be wider than its tile
                    place = place.inflate(stage.metrics.px(20), 0).clamp(names[0].union(names[-1]))
                stage.label(canvas, name, place, style, "centre", least=20)
            if plays:
                line = self.places["line"]
                draw_progress(stage, canvas, pygame.Rect(rect.left, line.top, rect.width, line.height), share)

    # The phone server

    def draw_join_code(self, canvas: Drawable) -> None:
        """The code for phones and the address to be typed, where there is a phone server."""
        if self.join_code is None:
            return
        stage, plate, rows = self.stage, self.places["code"], self.places.all("row")
        draw_plate(stage, canvas, plate)
        rim = -2 * stage.metrics.px(PLATE_RIM)
        inner = plate.inflate(rim, rim)
        if module_of(self.join_code.matrix, inner.width) >= LEAST_MODULE:
            draw_code(stage, canvas, inner, self.join_code.matrix)
        else:  # no camera would read it
            draw_phone(stage, canvas, plate)
        stage.label(canvas, stage.t("attract.phone"), self.places["before"], BY_PHONE, lines=len(rows) - 1)
        for text, place in zip(address_rows(self.join_code, len(rows)), rows, strict=True):
            stage.label(canvas, text, place, ADDRESS, least=16)

    # The house's line

    def _note_lines(self) -> tuple[tuple[str, ...], Style]:
        """The house's line in a type in which it fits.

        Where none is small enough the whole, which then runs through, or with little motion its parts, which take
        turns.
        """
        stage, room, text = self.stage, self._note_room(), self.show.text
        style = stage.shrink_to_width(text, stage.limit_scale(NOTE, 1.0), room, LEAST_NOTE)
        cut = self._is_still and stage.fonts.width(text, style) > room
        return (tuple(stage.lines(text, style, room)) if cut else (text,)), style

    @property
    def _says_today(self) -> bool:
        """Whether there is room for that beside the house's line."""
        return self.paper is not None and self.paper.width >= self.stage.metrics.px(TODAY_FROM)

    def _note_left(self) -> int:
        """Where the house's line begins, in pixels from the paper's left edge."""
        stage = self.stage
        if not self._says_today:
            return stage.metrics.px(26)
        label = stage.fonts.width(stage.t("attract.today"), stage.limit_scale(TODAY, 1.0))
        return stage.metrics.px(32 + 26 + 28) + label

    def _note_room(self) -> int:
        assert self.paper is not None
        return self.paper.width - self._note_left() - self.stage.metrics.px(32)

    @property
    def _is_still(self) -> bool:
        return self.stage.look.reduced_motion

    @property
    def changes_note(self) -> bool:
        """Whether the house's line runs through, or its parts take turns."""
        return len(self._note[0]) > 1 or self._runs

    @property
    def _runs(self) -> bool:
        lines, style = self._note
        return len(lines) == 1 and self.stage.fonts.width(lines[0], style) > self._note_room()

    def _draw_running(self, canvas: Drawable, left: int, baseline: int, time: float) -> None:
        """The house's line, of which the slip has no room for all: it rests at its beginning, then runs through."""
        stage, room, (lines, style) = self.stage, self._note_room(), self._note
        surface = stage.fonts.line(lines[0], style)
        length, scale = surface.get_width() + stage.metrics.px(NOTE_GAP), stage.metrics.scale
        shift = round(max(0.0, time % (NOTE_REST + length / (NOTE_SPEED * scale)) - NOTE_REST) * NOTE_SPEED * scale)
        top = baseline - stage.fonts.ascent(style)
        for begin in (-shift, length - shift):
            area = pygame.Rect(max(0, -begin), 0, 0, surface.get_height())
            area.width = min(surface.get_width(), room - begin) - area.left
            if area.width > 0:
                canvas.blit(surface, (left + max(0, begin), top), area=area)

    def draw_paper(self, canvas: Drawable, time: float) -> None:
        """The slip with the house's line, as it is after `time` seconds; nothing where there is none."""
        if self.paper is None:
            return
        stage, px, rect = self.stage, self.stage.metrics.px, self.paper
        draw_slip(self.services, canvas, rect)
        lines, style = self._note
        baseline = rect.centery + round(stage.drop(style))
        left = rect.left + self._note_left()
        if self._says_today:
            stage.label(canvas, stage.t("attract.today"), rect.move(px(32), 0), TODAY)
            draw_perforation(stage, canvas, left - px(28), rect)
        if self._runs:
            self._draw_running(canvas, left, baseline, time)
            return
        turn, passed = divmod(time, NOTE_SECONDS)
        share = min(1.0, passed / stage.seconds(NOTE_FADE)) if turn and self.changes_note else 1.0
        if share < 1:
            stage.text(canvas, lines[int(turn - 1) % len(lines)], (left, baseline), style, alpha=1 - share)
        stage.text(canvas, lines[int(turn) % len(lines)], (left, baseline), style, alpha=share)


def address_rows(join_code: JoinCode, count: int) -> tuple[str, ...]:
    """The address of the phone server in 2 rows, or in 3."""
    host, port = f"{join_code.address}", f":{join_code.port}"
    return (f"{host}{port}", f"/{join_code.code}") if count == 2 else (host, f"{port}/", join_code.code)


def count_up(ways: Sequence[WayChange], share: float) -> tuple[WayChange, ...]:
    """The ways while their numbers count up: `share` 0..1 of the change is shown."""
    return tuple(replace(way, after=round(way.before + (way.after - way.before) * share)) for way in ways)
