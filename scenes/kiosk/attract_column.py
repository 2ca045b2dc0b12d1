"""The column beside the demo's board: game and time, caption, lengths of the players' ways, invitation and games."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import partial
from typing import NamedTuple

import pygame

from game.phones.messages import JoinCode
from scenes.kiosk.programme import Show
from scenes.kit.drawing import svg, theme
from scenes.kit.drawing.canvas import Drawable
from scenes.kit.drawing.fonts import Fonts, Style
from scenes.kit.drawing.glyphs import Glyphs
from scenes.kit.drawing.paint import AMBIENT, CONTACT, LIFT_CARD, Painter, Sprite
from scenes.kit.input.intents import Device, Kind
from scenes.kit.layout import Metrics, Part, Places, Shape, cell, column, places, row, within
from scenes.kit.stage import Stage
from scenes.kit.widgets.page import MARGIN
from scenes.kit.widgets.person import Tag, draw_person
from scenes.kit.widgets.widget import draw_line
from scenes.services import Services
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
GLYPHS_HELD = 1_000_000  # bytes of cached letters
# Sizes of a pad's confirm button and of a key, relative to the glyph bar. A key is drawn smaller, because its word
# makes it wide.
BUTTON, KEY = 2.0, 1.0

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


def attract_places(metrics: Metrics, games: int, has_paper: bool, has_join_code: bool, least: int = 0) -> Places:
    """Lay out `board`, `head`, `invitation` and `paper`, every `tile` and `name`, and the `line` that shows progress.

    The place `said` holds the `caption`, and each `way`, which shows a way's length as a number. With a join code there
    is the `code`. Beside the code, the text `before` stands above each `row` of the address. Parts without room are
    left out. `least` is the side in pixels that the code needs. If this is more than WIDE_CODE, a wide window shows the
    code in place of the tiles.
    """
    needed = least / metrics.scale if least / metrics.scale <= LARGEST_CODE else 0.0
    shape = metrics.shape
    pad, gap = (MARGIN[shape], FOOT), 36 if shape is Shape.TALL else 24
    spare = None if has_paper or has_join_code else cell(size=PAPERLESS - gap)
    if shape is Shape.WIDE:
        words = _words(row(cell("way"), cell("way"), size=56, gap=40))
        lower = [_games(games, 104, 24, named=True), _paper(80, has_paper, PAPERLESS)]
        high = 148 if has_join_code else 168
        if has_join_code and needed > WIDE_CODE:
            high, lower = 104, [_join_code(needed, 3), _paper(64, has_paper)]
        elif has_join_code:
            lower = [_join_code(WIDE_CODE, 2, _games(games, 57, 10), _paper(64, has_paper))]
        beside = column(cell("head", 40), words, spare, cell("invitation", high), *lower)
        return places(metrics, row(cell("board", 968), beside, gap=56, pad=pad))
    if shape is Shape.TALL:
        above = column(cell("head", 44), _words(), cell("board", 972), gap=16)
        lower = [_games(games, 128, 24, named=True), _paper(80, has_paper, PAPERLESS)]
        if has_join_code:
            lower = [_join_code(308, 2, _games(games, 66, 16), _paper(64, has_paper))]
        return places(metrics, column(above, spare, cell("invitation", 176), *lower, gap=gap, pad=pad))
    board = cell("head", 56), cell(size=32), cell("board", 760), cell()
    if has_join_code:
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

    def __init__(self, services: Services, show: Show) -> None:
        self.services = services
        self.stage: Stage = services.stage
        self.show = show
        self.join_code = show.join_code()
        least = 0
        if self.join_code is not None:
            least = least_side(self.join_code.matrix) + 2 * self.stage.metrics.px(CODE_EDGE)
        has_join_code = self.join_code is not None
        self.places = attract_places(self.stage.metrics, len(show.games), bool(show.text), has_join_code, least)
        self.card = self.places["said"]
        self.note = HouseLine(self.stage, show.text, self.places["paper"]) if "paper" in self.places else None

    # Parts

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
                return WrappedCaption(lines, style, size in usual)
        return WrappedCaption(lines, style, False)

    def draw_caption(self, canvas: Drawable, caption: WrappedCaption, alpha: float) -> None:
        """Draw a caption. The capitals of its first line touch the top of its place."""
        if alpha <= 0:
            return
        metrics, place = self.stage.metrics, self.places["caption"]
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
        stage, rect, scale = self.stage, self.places["invitation"], self.stage.metrics.scale
        make = partial(_plate, stage, rect.size, pressed)
        stage.blit(canvas, stage.paint.cached(("invitation", rect.size, pressed), make), rect.topleft)
        hand = min(0.26 * rect.width, 1.2 * rect.height) / scale
        words = column(cell(share=11), cell("text", share=55), cell("other", share=24), cell(share=10), gap=0)
        face = rect.move(0, stage.metrics.px(PRESSED_DROP) if pressed else 0)
        at = within(stage.metrics, face, row(cell("hand", hand), words, gap=0, pad=(0, 0, 40, 0)))
        if device is not None:
            self._draw_button(canvas, device, at["hand"].center)
        else:
            middle = at["hand"].centerx, at["hand"].top + round(0.364 * rect.height)
            draw_hand(stage, canvas, middle, breath, rect.height / scale / 168)
        high = rect.height / scale
        stage.label(canvas, texts[0], at["text"], INK._replace(size=0.46 * high), least=LEAST)
        stage.label(canvas, texts[1], at["other"], SOFT._replace(size=max(24, 0.2 * high)), least=LEAST)

    def _draw_button(self, canvas: Drawable, device: Device, middle: tuple[int, int]) -> None:
        """Draw the confirm button of a device."""
        scale = self.stage.metrics.scale * (BUTTON if device.is_pad else KEY)
        faces = tuple(self.stage.devices.faces(device, Kind.CONFIRM)[:1])

        def make() -> Sprite:
            held = Painter(scale, GLYPHS_HELD), Fonts(scale, limit=GLYPHS_HELD)
            return Sprite(Glyphs(self.stage.assets, *held).picture(Kind.CONFIRM, device.family, faces))

        glyph = self.stage.paint.cached(("invitation key", scale, device.family, faces), make).surface
        canvas.blit(glyph, (middle[0] - glyph.get_width() // 2, middle[1] - glyph.get_height() // 2))

    def draw_tiles(self, canvas: Drawable, playing: str, share: float) -> None:
        """Draw the games. A line below the game `playing` shows `share`, the part of its time that has passed."""
        stage, names = self.stage, self.places.all("name")
        for index, (game, rect) in enumerate(zip(self.show.games, self.places.all("tile"), strict=False)):
            plays = game == playing
            make = partial(_tile, stage, game, rect.size, plays)
            stage.blit(canvas, stage.paint.cached(("show tile", game, rect.size, plays), make), rect.topleft)
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
        make = partial(_rimmed, stage, plate.size, CODE_RADIUS, CODE_RIM, CODE_GROUND)
        stage.blit(canvas, stage.paint.cached(("code plate", plate.size), lambda: Sprite(make())), plate.topleft)
        edge = -2 * stage.metrics.px(CODE_EDGE)
        inner = plate.inflate(edge, edge)
        if module_of(self.join_code.matrix, inner.width) >= LEAST_MODULE:
            draw_code(stage, canvas, inner, self.join_code.matrix)
        else:  # a code would be too small for a camera
            icon = pygame.Rect(0, 0, stage.metrics.px(120), stage.metrics.px(120))
            icon.center = plate.center
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
        is_long = stage.fonts.width(text, self.style) > self.room.width
        is_cut = is_long and stage.look.reduced_motion
        self.lines = stage.lines(text, self.style, self.room.width) if is_cut else [text]
        self.runs = is_long and not is_cut

    @property
    def changes(self) -> bool:
        """Whether the line runs, or its parts are shown in turn."""
        return self.runs or len(self.lines) > 1

    def draw(self, canvas: Drawable, time: float) -> None:
        """Draw the paper with the line as it is after `time` seconds."""
        stage, rect, size = self.stage, self.paper, self.paper.size
        stage.blit(canvas, stage.paint.cached(("show slip", size), lambda: paper(stage, size, TEETH)), rect.topleft)
        if "today" in self._places:
            stage.label(canvas, stage.t("attract.today"), self._places["today"], TODAY)
            at, height = self._places["perforation"].left, round(0.56 * rect.height)
            line = stage.paint.cached(("perforation", height), partial(_perforation, stage, height))
            stage.blit(canvas, line, (at, rect.top + round(0.2 * rect.height)))
        if self.runs:
            self._draw_running(canvas, time)
            return
        turn, passed = divmod(time, NOTE_SECONDS)
        share = min(1.0, passed / stage.seconds(NOTE_FADE)) if turn and self.changes else 1.0
        for number, alpha in ((int(turn) - 1, 1 - share), (int(turn), share)):
            if alpha > 0:
                text = self.lines[number % len(self.lines)]
                stage.text(canvas, text, (self.room.left, self._baseline), self.style, alpha=alpha)

    @property
    def _baseline(self) -> int:
        return self.paper.centery + round(self.stage.drop(self.style))

    def _draw_running(self, canvas: Drawable, time: float) -> None:
        stage, room, scale = self.stage, self.room, self.stage.metrics.scale
        surface = stage.fonts.line(self.lines[0], self.style)
        length = surface.get_width() + stage.metrics.px(NOTE_GAP)
        shift = round(max(0.0, time % (NOTE_REST + length / (NOTE_SPEED * scale)) - NOTE_REST) * NOTE_SPEED * scale)
        top = self._baseline - stage.fonts.ascent(self.style)
        for begin in (-shift, length - shift):
            area = pygame.Rect(max(0, -begin), 0, 0, surface.get_height())
            area.width = min(surface.get_width(), room.width - begin) - area.left
            if area.width > 0:
                canvas.blit(surface, (room.left + max(0, begin), top), area=area)


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


def _rimmed(
    stage: Stage, size: tuple[int, int], radius: float, rim: float, fill: svg.Stops, shine: float = 0.0
) -> pygame.Surface:
    """Draw a plate with a brass rim; `shine` is the opacity of the light on its edge."""
    px, (width, height) = stage.paint.px, size
    line = px(rim)
    inner = (line, line, width - 2 * line, height - 2 * line, px(radius) - 0.7 * line)
    defs = svg.gradient("brass", theme.BRASS, (0, 0), size) + svg.gradient("fill", fill, (0, 0), (width, 2 * height))
    body = svg.box(0, 0, *size, px(radius), fill="url(#brass)") + svg.box(*inner, fill="url(#fill)")
    body += svg.box(*inner, stroke="#FFFFFF", line=px(2), opacity=shine)
    return svg.render(f"<defs>{defs}</defs>{body}", *size)


def _plate(stage: Stage, size: tuple[int, int], pressed: bool) -> Sprite:
    """Draw the invitation's plate. If it is `pressed`, it lies lower; its shadow is narrower, its upper edge darker."""
    face, px = _rimmed(stage, size, PLATE_RADIUS, PLATE_RIM, theme.ENAMEL, 0.75), stage.paint.px
    if not pressed:
        return stage.paint.shadow(size, LIFT_CARD, PLATE_RADIUS, (AMBIENT, CONTACT)).bearing(face)
    defs = svg.gradient("in", (("0", "#3A2408/.45"), ("1", "#3A2408/.10")), (0, 0), (0, px(24)))
    edge = f"<defs>{defs}</defs>" + svg.box(0, 0, *size, px(PLATE_RADIUS), fill="url(#in)")
    face.blit(svg.render(edge, *size), (0, 0))
    return stage.paint.shadow(size, 0.6, PLATE_RADIUS, (CONTACT,)).bearing(face, stage.metrics.px(PRESSED_DROP))


def _perforation(stage: Stage, height: int) -> Sprite:
    """Draw a vertical dashed line, `height` pixels long."""
    middle, dash = stage.paint.px(2), stage.paint.px(5)
    data = svg.dash_path([(middle, 0), (middle, height)], dash, dash)
    pen = f'fill="none" stroke="{PERFORATION}" stroke-width="{middle:.2f}"'
    return Sprite(svg.render(f'<path d="{data}" {pen}/>', stage.metrics.px(4), height))


def _tile(stage: Stage, game: str, size: tuple[int, int], plays: bool) -> Sprite:
    """Draw a game's picture, with a frame and a shadow, and a rim of light if the game `plays`."""
    face = narrow_tile(stage, game, size, plays)
    if plays:
        face.blit(stage.paint.rim(size, TILE_RADIUS, TILE_RIM, theme.RING).surface, (0, 0))
    return stage.paint.shadow(size, 0.8, TILE_RADIUS).bearing(face)
