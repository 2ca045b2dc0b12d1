"""What is written beside the board of the attract show: game and time, the caption, ways in numbers, the invitation."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import pygame

from game.phones.protocol import Door
from scenes.kiosk.attract_art import (
    arrow,
    draw_hand,
    draw_invitation_face,
    draw_perforation,
    draw_phone,
    draw_plate,
    draw_progress,
    draw_slip,
    draw_tile,
)
from scenes.kiosk.places import CAP, LINE, Plan, plan_of, tile_rects
from scenes.kiosk.programme import Show
from scenes.kiosk.shown_game import Way
from scenes.kit import theme
from scenes.kit.canvas import Target
from scenes.kit.fonts import Fonts, Style
from scenes.kit.glyphs import Glyphs
from scenes.kit.intents import Device, Kind
from scenes.kit.layout import Shape
from scenes.kit.paint import Painter
from scenes.kit.stage import Stage
from scenes.services import Services
from scenes.table.code import LEAST_MODULE, draw_code, module_of

EYEBROW = Style(theme.HELPER, theme.EYEBROW, bold=True, spacing=4)
TIME = Style(44, theme.MUTED)
NAME, FIGURE, LATER = Style(44, bold=True), Style(48, theme.MUTED), Style(48, bold=True)
INK, SOFT = Style(72, theme.INK, bold=True), Style(32, theme.INK_SOFT)
BY_PHONE = Style(28, theme.EYEBROW, bold=True)
ADDRESS = Style(42, theme.IVORY, bold=True)
PLATE_RIM = 3
TODAY = Style(36, theme.PRINT_RED, bold=True)
NOTES = (40, 36, 32)  # sizes of the house's line
TILE_NAME = Style(theme.CAPTION, theme.MUTED)
TOKEN = 28
LEAST = 28
GLYPHS_HELD = 1_000_000  # bytes
NOTE_SECONDS, NOTE_FADE = 8.0, 0.4
NOTE_REST, NOTE_SPEED, NOTE_GAP = 3.0, 90.0, 120.0  # of a line that runs: seconds, design pixels a second, and between


@dataclass(frozen=True, slots=True)
class Caption:
    """A sentence in lines, and whether the numbers have room beside it."""

    lines: tuple[str, ...]
    style: Style
    leaves_room: bool


@dataclass(frozen=True, slots=True)
class Invitation:
    """What the plate says, in the screen's language and another one; the pad whose button is shown, if not the hand.

    `breath` is how far the hand's ring has grown, 0..1.
    """

    text: str
    other: str
    pad: Device | None = None
    pressed: bool = False
    breath: float = 0.0


class AttractColumn:
    """Everything beside the board, for the window as it is."""

    def __init__(self, services: Services, show: Show) -> None:
        self.services = services
        self.stage: Stage = services.stage
        self.show = show
        self.door = show.door()
        self.plan: Plan = plan_of(self.stage.metrics, bool(show.text), self.door is not None)
        self.invitation = self.stage.metrics.rect(*self.plan.invitation)
        self.card = self.stage.metrics.rect(*self.plan.card)
        self.tiles = tile_rects(self.stage.metrics, self.plan, len(show.games))
        self.paper = self.stage.metrics.rect(*self.plan.paper) if show.text else None
        self._glyphs: Glyphs | None = None
        self._note = self._note_lines() if self.paper is not None else ((), Style(NOTES[0]))

    # Caption

    def caption(self, text: str) -> Caption:
        """`text` in as large a type as fits; where it needs more lines the numbers give way, but it is never cut."""
        plan, stage = self.plan, self.stage
        width = stage.metrics.px(plan.caption[2])
        share = 1.0 if any(ord(letter) > 0x2E80 for letter in text) else plan.latin
        for size in plan.sizes:
            style = stage.capped(Style(round(size * share), bold=True), 1.0)
            lines = stage.lines(text, style, width)
            if len(lines) <= plan.lines:
                return Caption(tuple(lines), style, True)
        size = plan.sizes[-1]
        while size > LEAST and len(lines) > plan.most * plan.sizes[-1] // size:
            size -= 4
            style = stage.capped(Style(size, bold=True), 1.0)
            lines = stage.lines(text, style, width)
        return Caption(tuple(lines), style, False)

    def draw_caption(self, canvas: Target, caption: Caption, alpha: float) -> None:
        """Draw a caption, its capitals as high as those of the largest one."""
        if not any(caption.lines) or alpha <= 0:
            return
        plan, metrics = self.plan, self.stage.metrics
        x, first, _ = plan.caption
        size = caption.style.size * metrics.text_scale
        left, top = metrics.point(x, first - (plan.sizes[0] - size) * CAP)
        for index, line in enumerate(caption.lines):
            baseline = top + round(index * size * plan.pitch_share * metrics.scale)
            self.stage.text(canvas, line, (left, baseline), caption.style, alpha=alpha)

    # Parts

    def draw_head(self, canvas: Target, game: str) -> None:
        """The name of the game and the time of day."""
        stage = self.stage
        spacing = 2 if stage.metrics.shape is Shape.TALL else EYEBROW.spacing
        name = stage.t(f"game.{game}").upper()
        stage.text(
            canvas, name, stage.metrics.point(*self.plan.eyebrow), stage.capped(EYEBROW._replace(spacing=spacing), 1.0)
        )
        now = self.show.clock().strftime("%H:%M")
        stage.text(canvas, now, stage.metrics.point(*self.plan.time), stage.capped(TIME, 1.0), "right")

    def draw_ways(self, canvas: Target, names: Sequence[str], tokens: Sequence[str], ways: Sequence[Way]) -> None:
        """What a step has done to the ways, a group a seat; `names` and `tokens` (identities) are by seat."""
        stage, px = self.stage, self.stage.metrics.px
        for way, place in zip(ways, self.plan.numbers, strict=False):
            x, middle = stage.metrics.point(*place)
            token = self.services.identities.token(tokens[way.seat], TOKEN)
            stage.put(canvas, token, (x, middle - px(TOKEN)))
            baseline = middle + px(17)
            name = stage.shrunk(names[way.seat], stage.capped(NAME, 1.0), px(92), LEAST)
            stage.text(canvas, names[way.seat], (x + px(72), baseline), name, width=px(96))
            stage.text(canvas, str(way.before), (x + px(200), baseline), stage.capped(FIGURE, 1.0), "right")
            stage.put(canvas, arrow(stage, 44), (x + px(212), middle))
            color = theme.HIGHLIGHT if way.after > way.before else theme.IVORY
            style = stage.capped(LATER._replace(color=color), 1.0)
            stage.text(canvas, str(way.after), (x + px(272), baseline), style)

    def draw_invitation(self, canvas: Target, says: Invitation) -> None:
        """The plate, with a hand, or with the button of a pad."""
        stage, plan, px = self.stage, self.plan, self.stage.metrics.px
        rect = self.invitation
        drop = draw_invitation_face(stage, canvas, rect, says.pressed)
        hand_x, hand_y = rect.left + px(plan.hand[0]), rect.top + px(plan.hand[1]) + drop
        size = plan.invitation[3] / 168
        if says.pad is not None:
            self._draw_button(canvas, says.pad, (hand_x, rect.centery + drop))
        else:
            draw_hand(stage, canvas, (hand_x, hand_y), says.breath, size)
        left, first, second = plan.words
        room = rect.width - px(left) - px(24)
        large_type, small_type = plan.type
        ink = stage.shrunk(says.text, stage.capped(INK._replace(size=large_type), 1.0), room, LEAST)
        stage.text(canvas, says.text, (rect.left + px(left), rect.top + px(first) + drop), ink, width=room)
        soft = stage.shrunk(says.other, stage.capped(SOFT._replace(size=small_type), 1.0), room, LEAST)
        stage.text(canvas, says.other, (rect.left + px(left), rect.top + px(second) + drop), soft, width=room)

    def _draw_button(self, canvas: Target, pad: Device, middle: tuple[int, int]) -> None:
        """The button of a pad that confirms, twice as large as in a bar."""
        if self._glyphs is None:
            scale = 2 * self.stage.metrics.scale
            self._glyphs = Glyphs(Painter(scale, GLYPHS_HELD), Fonts(scale, limit=GLYPHS_HELD))
        glyph = self._glyphs.picture(Kind.CONFIRM, pad.family, self.stage.devices.faces(pad, Kind.CONFIRM)[:1])
        canvas.blit(glyph, (middle[0] - glyph.get_width() // 2, middle[1] - glyph.get_height() // 2))

    def draw_tiles(self, canvas: Target, playing: str, share: float) -> None:
        """The games; below the one that plays, how much of the time until the next one has passed."""
        stage, plan = self.stage, self.plan
        if not plan.tiles[2]:
            return
        for game, rect in zip(self.show.games, self.tiles, strict=True):
            plays = game == playing
            draw_tile(self.services, canvas, rect, game, plays)
            if plan.names is not None:
                name = stage.t(f"game.{game}")
                style = TILE_NAME._replace(bold=True, color=theme.IVORY) if plays else TILE_NAME
                room = stage.metrics.px(plan.pitch * rect.width / stage.metrics.px(plan.tiles[2]) - 4)
                fitting = stage.shrunk(name, stage.capped(style, 1.0), room, 20)
                baseline = stage.metrics.point(0, plan.names)[1]
                half = min(room, stage.fonts.width(name, fitting)) // 2
                middle = max(self.tiles[0].left + half, min(self.tiles[-1].right - half, rect.centerx))
                stage.text(canvas, name, (middle, baseline), fitting, "centre", room)
            if plays:
                top = stage.metrics.point(0, plan.line)[1]
                slot = pygame.Rect(rect.left, top, rect.width, stage.metrics.px(LINE))
                draw_progress(stage, canvas, slot, share)

    # The door for phones

    def draw_door(self, canvas: Target) -> None:
        """The code for phones and the address to be typed, where there is a door."""
        if self.door is None or self.plan.code is None:
            return
        stage, px, rect = self.stage, self.stage.metrics.px, self.stage.metrics.rect
        plate, place = rect(*self.plan.code), rect(*self.plan.address)
        draw_plate(stage, canvas, plate)
        inner = plate.inflate(-2 * px(PLATE_RIM), -2 * px(PLATE_RIM))
        if module_of(self.door.matrix, inner.width) >= LEAST_MODULE:
            draw_code(stage, canvas, inner, self.door.matrix)
        else:  # no camera would read it
            draw_phone(stage, canvas, plate)
        words = stage.t("attract.phone")
        lines, style = stage.fitted(words, stage.capped(BY_PHONE, 1.0), place.width, px(36 * (self.plan.rows - 1)))
        stage.paragraph(canvas, lines, (place.left, place.top + px(28)), style)
        head = px(36 * (self.plan.rows - 1))
        pitch = (place.height - head) / self.plan.rows
        rows = address_rows(self.door, self.plan.rows)
        for index, row in enumerate(rows):
            style = stage.shrunk(row, stage.capped(ADDRESS, 1.0), place.width, 16)
            baseline = place.top + head + round((index + 0.8) * pitch)
            stage.text(canvas, row, (place.left, baseline), style, width=place.width)

    # The house's line

    def _note_lines(self) -> tuple[tuple[str, ...], Style]:
        """The house's line in a type in which it fits; where none is small enough the whole, which then runs through,
        or with little motion its parts, which take turns."""
        stage, room = self.stage, self._note_room()
        for size in NOTES:
            style = stage.capped(Style(size, theme.INK, bold=True), 1.0)
            if stage.fonts.width(self.show.text, style) <= room:
                return (self.show.text,), style
        return (tuple(stage.lines(self.show.text, style, room)) if self._is_still else (self.show.text,)), style

    def _note_left(self) -> int:
        """Where the house's line begins, in pixels from the paper's left edge."""
        stage = self.stage
        if not self.plan.says_today:
            return stage.metrics.px(26)
        label = stage.fonts.width(stage.t("attract.today"), stage.capped(TODAY, 1.0))
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

    def _draw_running(self, canvas: Target, left: int, baseline: int, time: float) -> None:
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

    def draw_paper(self, canvas: Target, time: float) -> None:
        """The slip with the house's line, as it is after `time` seconds; nothing where there is none."""
        if self.paper is None:
            return
        stage, px, rect = self.stage, self.stage.metrics.px, self.paper
        draw_slip(self.services, canvas, rect)
        baseline = stage.metrics.point(0, self.plan.note)[1]
        left = rect.left + self._note_left()
        if self.plan.says_today:
            stage.text(canvas, stage.t("attract.today"), (rect.left + px(32), baseline), stage.capped(TODAY, 1.0))
            draw_perforation(stage, canvas, left - px(28), rect)
        if self._runs:
            self._draw_running(canvas, left, baseline, time)
            return
        lines, style = self._note
        turn, passed = divmod(time, NOTE_SECONDS)
        share = min(1.0, passed / stage.seconds(NOTE_FADE)) if turn and self.changes_note else 1.0
        if share < 1:
            stage.text(canvas, lines[int(turn - 1) % len(lines)], (left, baseline), style, alpha=1 - share)
        stage.text(canvas, lines[int(turn) % len(lines)], (left, baseline), style, alpha=share)


def address_rows(door: Door, count: int) -> tuple[str, ...]:
    """The address of the door in 2 rows, or in 3."""
    host, port = f"{door.address}", f":{door.port}"
    return (f"{host}{port}", f"/{door.code}") if count == 2 else (host, f"{port}/", door.code)


def counted(ways: Sequence[Way], share: float) -> tuple[Way, ...]:
    """The ways while their numbers count up: `share` 0..1 of the change is shown."""
    return tuple(replace(way, after=round(way.before + (way.after - way.before) * share)) for way in ways)
