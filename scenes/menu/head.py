"""The parts of the menu's page: its head, the tiles of one to eight games with their ribbons, and its bar.

The head has the program's name, the people at the table, and a slip of paper. The slip shows the running cup; without a
cup it shows the stars of today's puzzles and the streak in days.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

import pygame

from game.people.roster import Roster
from game.puzzles.results import MOST_STARS
from scenes.kit.drawing import svg, theme
from scenes.kit.drawing.canvas import Canvas
from scenes.kit.drawing.fonts import Style
from scenes.kit.drawing.glyphs import Prompt
from scenes.kit.drawing.paint import Sprite
from scenes.kit.layout import GAP, Align, Metrics, Part, Places, Shape, cell, column, grid, places, row, stack, within
from scenes.kit.stage import Stage
from scenes.kit.widgets.glyphbar import GlyphBar, PromptPlace
from scenes.kit.widgets.page import BADGE_SIZE, FRAMES, PageFrame, house_badge, page
from scenes.services import Services
from scenes.table.art.cups import draw_cup
from scenes.table.art.paper import paper
from scenes.table.exercises import puzzle_days

if TYPE_CHECKING:
    from game.people.cup import Cup

TEXT = Style(theme.CAPTION, theme.INK, bold=True)
# Height, margin and notch of the ribbon, in design pixels.
HEIGHT, PAD, NOTCH = 48, 20, 16
# Distance from the tile's lower edge to the ribbon's lower edge.
UP = 40
# The words grow with the text scale up to this factor.
MOST_GROWTH = 1.15
# Number, radius and distance of the places for people's tokens.
SOCKETS, RADIUS, BETWEEN = 8, 22, 10
ROSTER = SOCKETS * (2 * RADIUS + BETWEEN) - BETWEEN
# Width of the slip of paper.
SLIP = 408
# Greatest ratio of a tile's height to its width.
SLIMMEST = 5 / 3
# Gap between rows of tiles whose name plates lie on the tiles.
CLOSE = 34
# Height of a button in the bar, and the margin around its words.
BUTTON, BUTTON_PAD = 148, 28
# Width of most buttons in an upright window.
THIRD = (972 - 2 * GAP) / 3
LABEL = Style(theme.NAME, bold=True)
# The page of an upright window, whose bar has two rows of buttons.
TALL = PageFrame(54, 28, 340, 52)
# Height of a name plate that lies on a tile, and its margin.
LAID, INSET = 92, 10


class TilePlace(NamedTuple):
    """The places of a game's tile, of its name plate, and of the text on the plate, in pixels."""

    frame: pygame.Rect
    plate: pygame.Rect
    name: pygame.Rect
    note: pygame.Rect

    @property
    def is_laid(self) -> bool:
        """Whether the plate lies on the tile, because there is no room below the tile."""
        return self.frame.contains(self.plate)

    def seen(self, frame: pygame.Rect) -> pygame.Rect:
        """Return the part of the tile that its plate does not cover.

        `frame` is the tile's rectangle while the tile grows.
        """
        bottom = self.plate.top if self.is_laid else frame.bottom
        return pygame.Rect(frame.left, frame.top, frame.width, bottom - frame.top)


def menu_parts(metrics: Metrics, count: int) -> Part:
    """Lay out `wordmark`, `roster` and `slip`, and a `frame` and a `plate` for each of `count` games (1 to 8).

    If the roster lies beside the program's name, there is a `line` of text above it.
    """
    shape = metrics.shape
    roster = cell("roster", 2 * RADIUS, across=ROSTER, align=Align.MIDDLE)
    if shape is Shape.TALL:
        slip = cell("slip", 72, across=SLIP, align=Align.MIDDLE)
        head = column(cell("wordmark"), roster, slip, size=226, gap=10)
        tiles = _tiles(count, 972, 1190, 3 if count > 6 else 2, 972, roomy=2, plate=112, above=28)
        return column(head, tiles, gap=28)
    wordmark, line = cell("wordmark", across=112), cell("line", 48)
    width = shape.value[0] - 2 * FRAMES[shape].margin
    if shape is Shape.WIDE:
        beside = column(line, roster, size=ROSTER, gap=12)
        head = row(
            wordmark, cell("slip", SLIP, across=72 * metrics.text_scale, align=Align.MIDDLE), beside, size=112, gap=98
        )
        tiles = _tiles(count, width, 684, 5, 545)
        return column(head, tiles, gap=56, pad=(0, 0, 0, 28))
    beside = column(line, roster, cell("slip", 60, across=SLIP, align=Align.END), size=ROSTER, gap=12)
    tiles = _tiles(count, width, 666, 4, 480, gap=32)
    return column(row(wordmark, beside, size=176), tiles, gap=8, pad=(0, 0, 0, 30))


def menu_places(metrics: Metrics, count: int) -> Places:
    """Lay out `menu_parts` and the `bar`."""
    return places(metrics, page(metrics.shape, menu_parts(metrics, count), tall=TALL))


def _tiles(
    count: int,
    width: float,
    height: float,
    across: int,
    widest: float,
    *,
    roomy: int = 1,
    plate: float = 124,
    above: float = 44,
    gap: float = 44,
) -> Part:
    """Lay out the tiles of `count` games in centred rows.

    A row has at most `across` tiles, each at most `widest` wide. With up to `roomy` rows, the plates lie below their
    tiles.
    """
    rows = -(-count // across)
    lines = [count // rows + (line < count % rows) for line in range(rows)]
    wide = min(widest, (width - gap * (lines[0] - 1)) / lines[0])
    named = partial(column, cell("name"), cell("note"), name="plate", gap=0, pad=(12, 4, 12, 0))
    if rows <= roomy:
        between, most = above, SLIMMEST * wide + above + plate
        tile = column(cell("frame"), named(size=plate), size=wide, gap=above)
    else:
        between, most = CLOSE, SLIMMEST * wide
        tile = stack(cell("frame"), column(cell(), named(size=LAID), pad=(INSET, 0, INSET, INSET)), size=wide)
    high = min(most, (height - between * (rows - 1)) / rows)
    full = [row(*[tile] * each, size=each * (wide + gap) - gap, gap=gap) for each in lines]
    middle = [row(cell(), line, cell(), size=high, gap=0) for line in full]
    return column(cell(), column(*middle, size=rows * (high + between) - between, gap=between), cell(), gap=0)


def tile_places(found: Places) -> list[TilePlace]:
    """Return the places of the games in their order."""
    return [TilePlace(*place) for place in zip(*map(found.all, ("frame", "plate", "name", "note")), strict=True)]


class MenuBar(GlyphBar):
    """The menu's bar. Glyphs are centred in it; buttons stand in one row, each as wide as its words.

    An upright window has two rows of buttons. The most used ones come first, and Quit is the last. The primary button
    is wide.
    """

    def _button_places(self) -> list[PromptPlace]:
        if self.stage.metrics.shape is not Shape.TALL:
            return super()._button_places()
        shown = [prompt for prompt in self.prompts if prompt.button]
        lines = [shown[:2], shown[2:]]
        cells = [[cell("button", None if each.button == "primary" else THIRD) for each in line] for line in lines]
        rows = column(*[row(*line, size=BUTTON) for line in cells if line])
        return self._placed(shown, self.region, rows)

    def _row(self, prompts: list[Prompt], left: int, width: int, top: int, height: int, gap: int) -> list[PromptPlace]:
        """Lay out one row of buttons. They share the width that is left over or missing."""
        # The margin grows with the words.
        pad = BUTTON_PAD * self.stage.metrics.text_scale
        buttons = [cell("button", fit=self.stage.natural(each.label, LABEL) + pad, share=1) for each in prompts]
        return self._placed(prompts, pygame.Rect(self.region.left, top, self.region.width, height), row(*buttons))

    def _placed(self, prompts: Sequence[Prompt], region: pygame.Rect, buttons: Part) -> list[PromptPlace]:
        places = within(self.stage.metrics, region, buttons).all("button")
        return [PromptPlace(prompt, rect) for prompt, rect in zip(prompts, places, strict=True)]

    def _glyph_places(self, shown: Sequence[Prompt]) -> list[PromptPlace]:
        places = super()._glyph_places(shown)
        if self.stage.metrics.shape is Shape.TALL and places:
            around = places[0].rect.unionall([place.rect for place in places])
            for place in places:
                place.rect.y += self.region.centery - around.centery
        return places


def draw_ribbon(stage: Stage, canvas: Canvas, tile: pygame.Rect, text: str) -> None:
    """Draw the ribbon with `text` on the tile at `tile` (pixels)."""
    unit = stage.metrics.px
    room = tile.width - unit(2 * PAD + NOTCH + 12)
    style = stage.shrink_to_width(text, stage.limit_scale(TEXT, MOST_GROWTH), room, 20)
    width = min(stage.fonts.width(text, style), room) + unit(2 * PAD + NOTCH)
    band = pygame.Rect(tile.left - unit(6), tile.bottom - unit(UP + HEIGHT), width, unit(HEIGHT))
    sprite = stage.paint.cached(("ribbon", band.size), lambda: Sprite(_ribbon(*band.size, unit(NOTCH))))
    stage.blit(canvas, stage.paint.shadow(band.size, 0.5, 4), band.topleft)
    stage.blit(canvas, sprite, band.topleft)
    inner = pygame.Rect(band.left, band.top, band.width - unit(NOTCH), band.height)
    stage.centred(canvas, text, inner, style, room)


def _ribbon(width: int, height: int, notch: int) -> pygame.Surface:
    """Draw the brass ribbon, lit from the top, with a notch in its right end."""
    shape = f"M0 0H{width}L{width - notch} {height / 2}L{width} {height}H0Z"
    defs = svg.gradient("ribbon", theme.BUTTON_BRASS, (0, 0), (0, height))
    body = f'<defs>{defs}</defs><path d="{shape}" fill="url(#ribbon)" stroke="{theme.BRASS_DEEP}" stroke-width="2"/>'
    return svg.render(body, width, height)


WORD = "KISSATEN"
LETTERS = Style(theme.WORDMARK, "#FFFFFF", bold=True, spacing=14)
LETTERS_GAP = 36
# The largest blur radius in pixels; for more, the picture is first shrunk.
FINE = 4
LINE = Style(theme.HELPER, theme.IVORY)
TITLE = Style(26, theme.PRINT_RED, bold=True)
NOTE = Style(24, theme.INK_SOFT)
# Height of a slip's title and note in their usual sizes.
LINES = 58
STAR = 25
SEATS = row(*[cell("seat")] * SOCKETS, gap=BETWEEN)
LEAST = 20


def draw_wordmark(stage: Stage, canvas: Canvas, place: pygame.Rect) -> None:
    """Draw the badge and the name at the left of `place` (pixels), or centred in an upright window."""
    stage, unit = stage, stage.metrics.px
    letters, badge, size = _letters(stage), house_badge(stage), unit(BADGE_SIZE)
    left, middle = place.left, place.centery
    if stage.metrics.shape is Shape.TALL:
        left = place.centerx - (size + unit(LETTERS_GAP) + letters.surface.get_width()) // 2
    stage.blit(canvas, badge, (left, middle - size // 2))
    stage.blit(canvas, letters, (left + size + unit(LETTERS_GAP), middle))


def _letters(stage: Stage) -> Sprite:
    """Draw the program's name in a brass gradient with a dark drop shadow.

    The sprite is placed by its left end and optical middle. It is a picture, so it does not grow with the text.
    """
    style = stage.limit_scale(LETTERS, 1.0)._replace(spacing=LETTERS.spacing / stage.metrics.text_scale)
    white = stage.fonts.line(WORD, style)
    baseline = stage.fonts.ascent(style)
    return stage.paint.cached_async(
        "wordmark", white.get_size(), lambda: _gilded(stage.metrics, style, white, baseline)
    )


def _softened(surface: pygame.Surface, sigma: int) -> pygame.Surface:
    """Return `surface` blurred. A large blur is done at reduced size, to save time."""
    shrink = max(1, sigma // FINE)
    if shrink == 1:
        return pygame.transform.gaussian_blur(surface, sigma)
    width, height = surface.get_size()
    small = pygame.transform.smoothscale(surface, (width // shrink, height // shrink))
    return pygame.transform.smoothscale(pygame.transform.gaussian_blur(small, sigma // shrink), (width, height))


def _gilded(metrics: Metrics, style: Style, white: pygame.Surface, baseline: int) -> Sprite:
    width, height = white.get_size()
    cap = style.size * metrics.scale * metrics.text_scale * 0.733
    ramp = pygame.Surface((1, height), pygame.SRCALPHA, 32)
    top, bottom = theme.rgb("#FFF8E0"), theme.rgb("#D8B878")
    for y in range(height):
        share = min(1.0, max(0.0, (y - (baseline - cap)) / cap))
        ramp.set_at((0, y), tuple(round(a + (b - a) * share) for a, b in zip(top, bottom, strict=True)))
    face = white.copy()
    face.blit(pygame.transform.scale(ramp, (width, height)), (0, 0), special_flags=pygame.BLEND_RGBA_MULT)
    pad = metrics.px(16)
    drop = white.copy()
    drop.fill((0, 0, 0, 255), special_flags=pygame.BLEND_RGBA_MULT)
    surface = pygame.Surface((width + 2 * pad, height + 2 * pad), pygame.SRCALPHA, 32)
    surface.blit(drop, (pad + metrics.px(3), pad + metrics.px(4)))
    soft = _softened(surface, max(1, metrics.px(4)))
    soft.blit(drop, (pad + metrics.px(1), pad + metrics.px(2)))
    soft.blit(face, (pad, pad))
    return Sprite(soft, -pad, -round(pad + baseline - cap / 2))


def draw_roster(stage: Stage, canvas: Canvas, places: Places, roster: Roster) -> None:
    """Draw the tokens of the people at the table in eight sockets."""
    people, unit = [chair.identity for chair in roster.chairs], stage.metrics.px
    text = stage.t("menu.at_table", count=len(people)) if people else stage.t("menu.nobody")
    for place in places.all("line"):
        line = stage.label(canvas, text, place, LINE, "right", grow=1.5)
        draw_cup(stage, canvas, line.left - unit(14), place.centery + unit(17))
    for i, place in enumerate(within(stage.metrics, places["roster"], SEATS).all("seat")):
        if i < len(people):
            stage.blit(canvas, stage.identities.token(people[i], RADIUS), place.topleft)
        else:
            stage.show(canvas, "menu-socket", place)


class TodaySlip(NamedTuple):
    """The stars of today's puzzles by game, and the streak in days."""

    stars: tuple[int, ...]
    streak: int


def slip_of_today(services: Services) -> TodaySlip | None:
    """Return the content of the slip; None if no game has puzzles.

    No game is imported for this, because the first frame waits for it.
    """
    found = puzzle_days.all_attempts(services)
    if not found:
        return None
    stars = tuple(days[services.today].stars if services.today in days else 0 for days in found.values())
    return TodaySlip(stars, puzzle_days.days_in_a_row(found.values(), services.today).days)


def slip_spoken(stage: Stage, slip: TodaySlip) -> str:
    """Return what speech reads for the slip."""
    count = stage.t("today.stars", count=sum(slip.stars))
    return stage.t("speech.value", name=stage.t("today.title"), value=count)


def draw_today_slip(stage: Stage, canvas: Canvas, rect: pygame.Rect, slip: TodaySlip) -> None:
    """Draw today's puzzles at `rect` (pixels): a row of stars for each game, and the streak in days."""
    streak = stage.t("menu.streak", count=slip.streak) if slip.streak else ""
    mark = grid("row", len(slip.stars), 2 if len(slip.stars) > 1 else 1, gap=14, row_gap=2, pad=(0, 4))
    wide = MOST_STARS * STAR * min(2, len(slip.stars)) + 14
    places = _draw_slip(stage, canvas, rect, column(mark, size=wide), stage.t("today.title"), streak)
    for place, count in zip(places.all("row"), slip.stars, strict=True):
        three = within(stage.metrics, place, row(*[cell("mark")] * MOST_STARS, gap=2))
        for index, star in enumerate(three.all("mark")):
            stage.show(canvas, "printed-mark" if index < count else "printed-mark-empty", star)


def draw_cup_slip(stage: Stage, canvas: Canvas, rect: pygame.Rect, cup: Cup) -> None:
    """Draw the running cup and its next game at `rect` (pixels)."""
    stage, side = stage, rect.height / stage.metrics.scale - 12
    following = cup.next
    note = "" if following is None else stage.t("menu.cup_next", game=stage.t(f"game.{following.game}"))
    places = _draw_slip(stage, canvas, rect, cell("laurel", side), stage.t("menu.cup"), note)
    stage.show(canvas, "laurel", places["laurel"])


def _draw_slip(stage: Stage, canvas: Canvas, rect: pygame.Rect, mark: Part, title: str, note: str) -> Places:
    """Draw a slip at `rect` with a red title, and a note below it if there is one.

    Returns the places of the layout `mark`.
    """
    sheet = stage.paint.cached(("slip", rect.size), lambda: paper(stage, rect.size))
    stage.blit(canvas, sheet, rect.topleft)
    height = rect.height / stage.metrics.scale
    grow = (height - 12) / (LINES if note else TITLE.size)
    words = column(
        cell("title"), cell("note") if note else None, gap=4, across=max(56, height - 16), align=Align.MIDDLE
    )
    # The margin of 8 below leaves room for the torn foot.
    places = within(stage.metrics, rect, row(words, mark, gap=16, pad=(20, 0, 20, 8)))
    stage.label(canvas, title, places["title"], TITLE, grow=grow, least=LEAST)
    for place in places.all("note"):
        stage.label(canvas, note, place, NOTE, grow=grow, least=LEAST)
    return places
