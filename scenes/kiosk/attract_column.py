"""The column beside the demo's board: game and time, caption, lengths of the players' ways, invitation and games."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

import pygame

from game.phones.messages import JoinCode
from scenes.kiosk.programme import Show
from scenes.kit.drawing import svg, theme
from scenes.kit.drawing.canvas import Drawable
from scenes.kit.drawing.fonts import Fonts, Style
from scenes.kit.drawing.glyphs import Glyphs
from scenes.kit.drawing.paint import AMBIENT, CONTACT, LIFT_CARD, Painter, Sprite, remembered
from scenes.kit.input.intents import Device, Kind
from scenes.kit.layout import Metrics, Part, Places, Shape, cell, column, places, row, within
from scenes.kit.stage import Stage
from scenes.kit.widgets.page import MARGIN
from scenes.kit.widgets.person import Tag, draw_person
from scenes.kit.widgets.widget import draw_line
from scenes.table.art.paper import paper
from scenes.table.sharing.code_dialog import LEAST_MODULE, draw_code, least_side, module_of
from scenes.table.tile import narrow_tile

EYEBROW = Style(theme.HELPER, theme.EYEBROW, bold=True, spacing=4)
TIME = Style(44, theme.MUTED)
WHO = Tag(22, Style(44, bold=True), gap=10, least=18, grow=math.inf)
FIGURE, LATER = Style(48, theme.MUTED), Style(48, bold=True)
INK, SOFT = Style(72, theme.INK, bold=True), Style(32, theme.INK_SOFT)
BY_PHONE = Style(28, theme.EYEBROW, bold=True)
ADDRESS = Style(44, theme.IVORY, bold=True)
TODAY = Style(36, theme.PRINT_RED, bold=True)
TILE_NAME = Style(theme.CAPTION, theme.MUTED)
# The largest type size of a caption, as a share of its place's width and of its height.
TYPE_BY_WIDTH, TYPE_BY_HEIGHT = 0.143, 0.43
CAP, PITCH = 0.73, 1.08  # as shares of the type size: a capital's height, and the distance of lines
LEAST = 28

# The page, in design pixels.
USUAL_GAMES = 4  # if there are more games, the tiles are smaller
FOOT = 56  # space above and below
# Without the strip of paper, tiles and invitation lie lower by this.
PAPERLESS = 40
NAME, LINE = 28, 8
# The usual and the largest side of a code.
WIDE_CODE, LARGEST_CODE = 306, 480

# The line of text from the configuration. Each of its parts is shown for NOTE_SECONDS, and fades in within NOTE_FADE
# seconds. A long line begins to run after NOTE_REST seconds, at NOTE_SPEED design pixels a second. NOTE_GAP design
# pixels separate its end from its next beginning.
NOTE, LEAST_NOTE = Style(40, theme.INK, bold=True), 32
TODAY_FROM = 500  # the least width of the paper, in design pixels, for the word "today"
NOTE_SECONDS, NOTE_FADE = 8.0, 0.4
NOTE_REST, NOTE_SPEED, NOTE_GAP = 3.0, 90.0, 120.0

# Sizes of drawn things, in design pixels.
PLATE_RADIUS, PLATE_RIM = 22, 6
CODE_RADIUS, CODE_RIM, CODE_EDGE = 10, 2, 3
CODE_GROUND = (("0", "#F7F0E2"), ("1", "#F7F0E2"))  # a plain ground, since cameras read the code
PRESSED_DROP = 3
BREATH = 12  # the number of pictures of the hand's growing ring
HAND_BOX, HAND_RING = (120, 150), (60, 46)  # size of the hand's picture, and the middle of the ring in this picture
TILE_RADIUS, TILE_RIM = 10, 6
PERFORATION = "#B79A70"
TEETH = 44


def attract_places(metrics: Metrics, games: int, has_paper: bool, code: int = 0) -> Places:
    """Lay out `board`, `head`, `invitation` and `paper`, every `tile` and `name`, and the `line` that shows progress.

    The place `said` holds the `caption`, and each `way`, which shows a way's length as a number. With a join code there
    is the `code`. Beside the code, the text `before` stands above each `row` of the address. Parts without room are
    left out. `code` is the side in pixels that the join code needs, 0 without one. If this is more than WIDE_CODE, a
    wide window shows the code in place of the tiles.
    """
    shape, needed = metrics.shape, code / metrics.scale
    pad, gap = (MARGIN[shape], FOOT), 36 if shape is Shape.TALL else 24
    spare = None if has_paper or code else cell(size=PAPERLESS - gap)
    if shape is Shape.WIDE:
        words = _words(row(cell("way"), cell("way"), size=56, gap=40))
        lower = [_games(games, 104, 24, named=True), _paper(80, has_paper, PAPERLESS)]
        high = 148 if code else 168
        if WIDE_CODE < needed <= LARGEST_CODE:
            high, lower = 104, [_join_code(needed, 3), _paper(64, has_paper)]
        elif code:
            lower = [_join_code(WIDE_CODE, 2, _games(games, 57, 10), _paper(64, has_paper))]
        beside = column(cell("head", 40), words, spare, cell("invitation", high), *lower)
        return places(metrics, row(cell("board", 968), beside, gap=56, pad=pad))
    if shape is Shape.TALL:
        above = column(cell("head", 44), _words(), cell("board", 972), gap=16)
        lower = [_games(games, 128, 24, named=True), _paper(80, has_paper, PAPERLESS)]
        if code:
            lower = [_join_code(308, 2, _games(games, 66, 16), _paper(64, has_paper))]
        return places(metrics, column(above, spare, cell("invitation", 176), *lower, gap=gap, pad=pad))
    board = cell("head", 56), cell(size=32), cell("board", 760), cell()
    if code:
        left = column(*board, _paper(72, has_paper), size=760, gap=8)
        right = column(_words(cell("way", 68)), cell("invitation", 104), _join_code(284, 3), gap=16, pad=(0, 104, 0, 0))
        return places(metrics, row(left, right, gap=32, pad=pad))
    words = _words(*[cell("way", 68)] * 2)
    right = column(words, spare, cell("invitation", 152), _games(games, 80, 24), pad=(0, 104, 0, 0))
    beside = row(column(*board, size=760, gap=8), right, gap=32)
    return places(metrics, column(beside, _paper(72, has_paper, PAPERLESS), gap=8, pad=pad))


def _words(*ways: Part) -> Part:
    return column(row(cell("caption"), pad=(0, 8, 0, 0)), *ways, name="said", gap=0)


def _games(count: int, height: float, gap: float, named: bool = False) -> Part:
    """Lay out the tiles, their names if they fit, and the line of progress."""
    share, room = min(1.0, USUAL_GAMES / count), [cell()] * (USUAL_GAMES - count)
    tiles = row(*[cell("tile", across=height * share)] * count, *room, size=height, gap=gap * share)
    names = row(*[cell("name")] * count, *room, size=NAME, gap=gap * share) if named else None
    whole = height + LINE + (NAME + 20 if named else 10)
    return column(tiles, names, cell("line", LINE), size=whole, gap=10)


def _paper(height: float, is_there: bool, spared: float = 0) -> Part:
    return cell("paper", height) if is_there else cell(size=height - spared)


def _join_code(side: float, rows: int, *below: Part) -> Part:
    """Lay out the code for phones, and beside it the address in `rows` rows."""
    address = column(cell("before", 36 * (rows - 1)), *[cell("row")] * rows, gap=0)
    return row(cell("code", side), column(address, *below, gap=14), size=side, gap=24 if below else 20)


class WrappedCaption(NamedTuple):
    """A sentence in lines, and whether they leave room for the numbers."""

    lines: Sequence[str]
    style: Style
    leaves_room: bool


class AttractColumn:
    """Draws everything beside the board."""

    def __init__(self, stage: Stage, show: Show) -> None:
        self.stage = stage
        self.show = show
        code = self.join_code = show.join_code()
        side = least_side(code.matrix) + 2 * stage.metrics.px(CODE_EDGE) if code is not None else 0
        self.places = attract_places(stage.metrics, len(show.games), bool(show.text), side)
        self.card = self.places["said"]
        self.note = HouseLine(self.stage, show.text, self.places["paper"]) if "paper" in self.places else None

    def draw_head(self, canvas: Drawable, text: str) -> None:
        """Draw the name of the game or card, and the time of day."""
        head = self.places["head"]
        self.stage.label(canvas, text.upper(), head, EYEBROW)
        self.stage.label(canvas, self.show.clock().strftime("%H:%M"), head, TIME, "right")

    def caption(self, text: str) -> WrappedCaption:
        """Wrap `text` in the largest type that fits. A long text takes the numbers' place; it is never cut."""
        stage, scale, place = self.stage, self.stage.metrics.scale, self.places["caption"]
        largest = min(TYPE_BY_WIDTH * place.width, TYPE_BY_HEIGHT * place.height) / scale
        usual = [round(share * largest) for share in (1.0, 0.86, 0.77)]
        for size in (*usual, *range(usual[-1] - 4, LEAST - 4, -4)):
            style = stage.limit_scale(Style(max(size, LEAST), bold=True), 1.0)
            lines = stage.lines(text, style, place.width)
            room = place.height if size in usual else self.card.bottom - place.top
            if len(lines) * PITCH * size * scale <= room:
                break
        return WrappedCaption(lines, style, size in usual)

    def draw_caption(self, canvas: Drawable, text: str, alpha: float) -> None:
        """Draw a caption. The capitals of its first line touch the top of its place."""
        metrics, place, caption = self.stage.metrics, self.places["caption"], self.caption(text)
        size = caption.style.size * metrics.text_scale * metrics.scale
        for index, line in enumerate(caption.lines):
            baseline = place.top + round((CAP + index * PITCH) * size)
            self.stage.text(canvas, line, (place.left, baseline), caption.style, alpha=alpha)

    def draw_ways(
        self, canvas: Drawable, people: Sequence[tuple[str, str]], ways: Sequence[tuple[int, int, int]]
    ) -> None:
        """Draw the lengths of ways before and after a step.

        `people` are identities and names. Each of `ways` has an index into `people`, the length before the step, and
        the length after the step.
        """
        stage = self.stage
        who = row(cell("who", 164), cell("before", 52), size=216, gap=0)
        figures = row(who, cell("arrow", 44), cell("after"), gap=12)
        rooms = [within(stage.metrics, place, figures) for place in self.places.all("way")]
        taken, usual = stage.metrics.px(2 * WHO.radius + WHO.gap), stage.limit_scale(WHO.name, 1.0)
        pairs = list(zip(ways, rooms, strict=False))
        styles = [
            stage.shrink_to_width(people[way[0]][1], usual, at["who"].width - taken, WHO.least) for way, at in pairs
        ]
        for (seat, before, after), at in pairs:  # all names have the same size
            alike = WHO._replace(name=min(styles, key=lambda style: style.size))
            draw_person(stage, canvas, at["who"], alike, *people[seat])
            stage.label(canvas, str(before), at["before"], FIGURE, "right")
            arrow = at["arrow"]
            size = (arrow.width, arrow.width * 3 // 5)
            stage.blit(canvas, stage.drawing("kiosk/arrow", size), (arrow.left, arrow.centery - size[1] // 2))
            color = theme.HIGHLIGHT if after > before else theme.IVORY
            stage.label(canvas, str(after), at["after"], LATER._replace(color=color))

    def draw_invitation(
        self, canvas: Drawable, texts: tuple[str, str], device: Device | None, pressed: bool, breath: float
    ) -> None:
        """Draw the plate with its text in two languages, and the confirm button of `device`, or a hand if that is None.

        `breath` (0 to 1) is how far the hand's ring has grown.
        """
        stage, rect = self.stage, self.places["invitation"]
        stage.blit(canvas, _plate(stage, rect.size, pressed), rect.topleft)
        wide, high = (side / stage.metrics.scale for side in rect.size)
        words = column(cell(share=11), cell("text", share=55), cell("other", share=24), cell(share=10), gap=0)
        face = rect.move(0, stage.metrics.px(PRESSED_DROP) if pressed else 0)
        hand = cell("hand", min(0.26 * wide, 1.2 * high))
        at = within(stage.metrics, face, row(hand, words, gap=0, pad=(0, 0, 40, 0)))
        if device is not None:
            button = _button(stage, device, *stage.devices.faces(device, Kind.CONFIRM)[:1]).surface
            canvas.blit(button, button.get_rect(center=at["hand"].center).topleft)
        else:
            middle = at["hand"].centerx, at["hand"].top + round(0.364 * rect.height)
            draw_hand(stage, canvas, middle, breath, high / 168)
        stage.label(canvas, texts[0], at["text"], INK._replace(size=0.46 * high), least=LEAST)
        stage.label(canvas, texts[1], at["other"], SOFT._replace(size=max(24, 0.2 * high)), least=LEAST)

    def draw_tiles(self, canvas: Drawable, playing: str, share: float) -> None:
        """Draw the games. A line below the game `playing` shows `share`, the part of its time that has passed."""
        stage, names = self.stage, self.places.all("name")
        for index, (game, rect) in enumerate(zip(self.show.games, self.places.all("tile"), strict=False)):
            plays = game == playing
            stage.blit(canvas, _tile(stage, game, rect.size, plays), rect.topleft)
            if names:
                style = TILE_NAME._replace(bold=True, color=theme.IVORY) if plays else TILE_NAME
                name, place = stage.t(f"game.{game}"), names[index]
                # the name is wider than its tile
                if stage.fonts.width(name, stage.limit_scale(style, 1.0)) > place.width:
                    place = place.inflate(stage.metrics.px(20), 0).clamp(names[0].union(names[-1]))
                stage.label(canvas, name, place, style, "centre", least=20)
            if plays:
                line = self.places["line"]
                draw_line(stage, canvas, pygame.Rect(rect.left, line.top, rect.width, line.height), share)

    def draw_join_code(self, canvas: Drawable) -> None:
        """Draw the code for phones and the address, if there is a phone server."""
        if self.join_code is None:
            return
        stage, plate, rows = self.stage, self.places["code"], self.places.all("row")
        stage.blit(canvas, _code_plate(stage, plate.size), plate.topleft)
        edge = -2 * stage.metrics.px(CODE_EDGE)
        inner = plate.inflate(edge, edge)
        if module_of(self.join_code.matrix, inner.width) >= LEAST_MODULE:
            draw_code(stage, canvas, inner, self.join_code.matrix)
        else:  # a code would be too small for a camera
            side = stage.metrics.px(120)
            icon = pygame.Rect(plate.center, (0, 0)).inflate(side, side)
            stage.show(canvas, "icons/device-phone", icon, color=theme.INK)
        stage.label(canvas, stage.t("attract.phone"), self.places["before"], BY_PHONE, lines=len(rows) - 1)
        for text, place in zip(address_rows(self.join_code, len(rows)), rows, strict=True):
            stage.label(canvas, text, place, ADDRESS, least=16)


def address_rows(join_code: JoinCode, count: int) -> tuple[str, ...]:
    """Return the phone server's address in 2 or 3 rows."""
    host, port = f"{join_code.address}", f":{join_code.port}"
    return (f"{host}{port}", f"/{join_code.code}") if count == 2 else (host, f"{port}/", join_code.code)


class HouseLine:
    """The configuration's line of text on a strip of paper, in a type size that fits.

    A line that is too long runs across the paper after a rest at its beginning. With reduced motion its parts are shown
    in turn.
    """

    def __init__(self, stage: Stage, text: str, paper: pygame.Rect) -> None:
        self.stage = stage
        parts = row(cell("line"), pad=(26, 0, 32, 0))
        if paper.width >= stage.metrics.px(TODAY_FROM):  # room for the word "today"
            today = stage.natural(stage.t("attract.today"), stage.limit_scale(TODAY, 1.0)) + 2
            parts = row(cell("today", today), cell(size=24), cell("perforation", 28), cell("line"), gap=0, pad=(32, 0))
        self.paper, self._places = paper, within(stage.metrics, paper, parts)
        self.room = self._places["line"]
        self.style = stage.shrink_to_width(text, stage.limit_scale(NOTE, 1.0), self.room.width, LEAST_NOTE)
        is_cut = stage.look.reduced_motion
        self.lines = stage.lines(text, self.style, self.room.width) if is_cut else [text]
        self.runs = not is_cut and stage.fonts.width(text, self.style) > self.room.width

    @property
    def changes(self) -> bool:
        """Whether the line runs, or its parts are shown in turn."""
        return self.runs or len(self.lines) > 1

    def draw(self, canvas: Drawable, time: float) -> None:
        """Draw the paper with the line as it is after `time` seconds."""
        stage, rect = self.stage, self.paper
        stage.blit(canvas, paper(stage, rect.size, TEETH), rect.topleft)
        if "today" in self._places:
            stage.label(canvas, stage.t("attract.today"), self._places["today"], TODAY)
            at, height = self._places["perforation"].left, round(0.56 * rect.height)
            stage.blit(canvas, _perforation(stage, height), (at, rect.top + round(0.2 * rect.height)))
        top = rect.centery + round(stage.drop(self.style)) - stage.fonts.ascent(self.style)
        for text, begin, alpha in self._parts(time):
            line = stage.fonts.line(text, self.style)
            seen = line.get_rect(left=begin).clip(0, 0, self.room.width, rect.height)
            if seen.width:
                canvas.blit(line, (self.room.left + seen.left, top), alpha, area=seen.move(-begin, 0))

    def _parts(self, time: float) -> Sequence[tuple[str, int, float]]:
        """Return texts, each with its beginning in pixels from the left of their place, and its opacity."""
        stage, lines = self.stage, self.lines
        if self.runs:
            length = stage.fonts.width(lines[0], self.style) + stage.metrics.px(NOTE_GAP)
            speed = NOTE_SPEED * stage.metrics.scale
            shift = round(max(0.0, time % (NOTE_REST + length / speed) - NOTE_REST) * speed)
            return (lines[0], -shift, 1.0), (lines[0], length - shift, 1.0)
        turn, passed = divmod(time, NOTE_SECONDS)
        share = min(1.0, passed / stage.seconds(NOTE_FADE)) if turn and self.changes else 1.0
        before, now = (lines[number % len(lines)] for number in (int(turn) - 1, int(turn)))
        return (before, 0, 1 - share), (now, 0, share)


# Hand, plates and tiles


def draw_hand(stage: Stage, canvas: Drawable, middle: tuple[int, int], breath: float, size: float) -> None:
    """Draw the pointing hand with its ring around `middle` (pixels). `breath` (0 to 1) is how far the ring has grown.

    `size` is the hand's scale, 1 in a wide window without a join code.
    """
    grown, scale = round(breath * BREATH) / BREATH, stage.metrics.scale * size
    radius, growing = f"{20 + 13 * grown:.2f}", f"{(1 - grown) * (grown > 0):.2f}"
    width, height, x, y = (round(side * scale) for side in (*HAND_BOX, *HAND_RING))
    faint = f"{0.38 * (1 - 0.6 * grown):.2f}"
    hand = stage.drawing("kiosk/hand", (width, height), radius=radius, growing=growing, faint=faint)
    stage.blit(canvas, hand, (middle[0] - x, middle[1] - y))


@remembered
def _button(stage: Stage, device: Device, *faces: str) -> Sprite:
    """Draw a device's confirm button: a pad's twice as large as in a bar, a key as large (its word makes it wide)."""
    scale = stage.metrics.scale * (2.0 if device.is_pad else 1.0)
    return Sprite(Glyphs(stage.assets, Painter(scale), Fonts(scale)).picture(Kind.CONFIRM, device.family, faces))


@remembered
def _code_plate(stage: Stage, size: tuple[int, int]) -> Sprite:
    return Sprite(stage.paint.rimmed(size, CODE_RADIUS, CODE_RIM, CODE_GROUND, size, shine=0.0))


@remembered
def _plate(stage: Stage, size: tuple[int, int], pressed: bool) -> Sprite:
    """Draw the invitation's plate. If it is `pressed`, it lies lower; its shadow is narrower, its upper edge darker."""
    px, end = stage.paint.px, (size[0], 2 * size[1])
    face = stage.paint.rimmed(size, PLATE_RADIUS, PLATE_RIM, theme.ENAMEL, end)
    if not pressed:
        return stage.paint.shadow(size, LIFT_CARD, PLATE_RADIUS, (AMBIENT, CONTACT)).bearing(face)
    defs = svg.gradient("in", (("0", "#3A2408/.45"), ("1", "#3A2408/.10")), (0, 0), (0, px(24)))
    edge = f"<defs>{defs}</defs>" + svg.box(0, 0, *size, px(PLATE_RADIUS), fill="url(#in)")
    face.blit(svg.render(edge, *size), (0, 0))
    return stage.paint.shadow(size, 0.6, PLATE_RADIUS, (CONTACT,)).bearing(face, stage.metrics.px(PRESSED_DROP))


@remembered
def _perforation(stage: Stage, height: int) -> Sprite:
    """Draw a vertical dashed line, `height` pixels long."""
    middle, dash = stage.paint.px(2), stage.paint.px(5)
    data = svg.dash_path([(middle, 0), (middle, height)], dash, dash)
    pen = f'fill="none" stroke="{PERFORATION}" stroke-width="{middle:.2f}"'
    return Sprite(svg.render(f'<path d="{data}" {pen}/>', stage.metrics.px(4), height))


@remembered
def _tile(stage: Stage, game: str, size: tuple[int, int], plays: bool) -> Sprite:
    """Draw a game's picture, with a frame and a shadow, and a rim of light if the game `plays`."""
    face = narrow_tile(stage, game, size, plays)
    if plays:
        face.blit(stage.paint.rim(size, TILE_RADIUS, TILE_RIM, theme.RING).surface, (0, 0))
    return stage.paint.shadow(size, 0.8, TILE_RADIUS).bearing(face)
