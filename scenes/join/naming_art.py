"""Draws a name being entered, on a panel below the table."""

from __future__ import annotations

import pygame

from game.people.roster import Chair
from scenes.join.join_table import Naming
from scenes.join.places import naming_places
from scenes.kit.drawing import theme
from scenes.kit.drawing.canvas import Canvas
from scenes.kit.drawing.fonts import Style
from scenes.kit.stage import Stage
from scenes.kit.widgets.person import draw_owned_panel

NAME = Style(72, theme.INK, bold=True)
HELP = Style(theme.HELPER, theme.INK_SOFT)
LETTER = Style(72, theme.INK, bold=True)
NEAR, FAR = Style(44, theme.IVORY, bold=True), Style(36, theme.MUTED, bold=True)
CHIP_NAME = Style(theme.LIST, theme.IVORY, bold=True)
# Radius of the token, as a share of its place.
TOKEN = 0.46
LEAST = 20
STRIP = 14


def draw_naming(
    stage: Stage, canvas: Canvas, panel: pygame.Rect, chair: Chair, naming: Naming, note: str, left_share: float
) -> None:
    """Draw the panel of a name. `note` is the error shown. `left_share` (0 to 1) is how much typing time is left."""
    stage, px = stage, stage.metrics.px
    draw_owned_panel(stage, canvas, panel, chair.identity, lit=True, strip=STRIP)
    at = naming_places(stage.metrics, panel, naming.typed)
    token = at["token"]
    radius = TOKEN * min(token.size) / stage.metrics.scale
    place = token.centerx - px(radius), token.centery - px(radius)
    stage.blit(canvas, stage.identities.token(chair.identity, radius, lit=True), place)
    _draw_text(stage, canvas, at["text"], naming)
    words = note or stage.t("join.naming.keys" if naming.typed else "join.naming")
    if naming.text and not note:
        words = stage.t("naming.left", count=naming.left)
    style = HELP._replace(color=theme.PRINT_RED if note else theme.INK_SOFT)
    stage.label(canvas, words, at["help"], style, grow=1.15, least=LEAST)
    for i, (place_of, name) in enumerate(zip(at.all("chip"), naming.known, strict=False)):
        _draw_chip(stage, canvas, place_of, name, i == naming.chip)
    if naming.typed:
        if (width := round(at["time"].width * left_share)) > 0:
            stage.blit(canvas, stage.paint.line(width, theme.PRINT_RED, 0.8, 4), at["time"].topleft)
    else:
        _draw_wheel(stage, canvas, at.all("letter"), naming)


def _draw_text(stage: Stage, canvas: Canvas, box: pygame.Rect, naming: Naming) -> None:
    """Draw the letters and the caret. Text that is too long is scrolled to its end."""
    px = stage.metrics.px
    size = min(NAME.size, 0.8 * box.height / stage.metrics.scale)
    ink = theme.INK if naming.text else theme.INK_SOFT
    shown = naming.text or stage.t("join.no_name")
    room = box.width - px(12)
    style = stage.shrink_to_width(
        shown, stage.limit_scale(NAME._replace(color=ink, size=size), 1.0), room, theme.CAPTION
    )
    while stage.fonts.width(shown, style) > room:
        shown = shown[1:]
    # `style` already limits its growth, so `grow` is the whole text scale.
    end = stage.label(canvas, shown, box, style, grow=stage.metrics.text_scale).right
    high = round(0.8 * size)
    caret = stage.paint.line(px(4), theme.PRINT_RED, 1.0, high)
    left = end + px(4) if naming.text else box.left - px(10)
    stage.blit(canvas, caret, (left, box.centery - px(high) // 2))


def _draw_wheel(stage: Stage, canvas: Canvas, letters: tuple[pygame.Rect, ...], naming: Naming) -> None:
    whole = letters[0].unionall(letters[1:])
    stage.blit(canvas, stage.paint.well(whole.size), whole.topleft)
    middle = len(letters) // 2
    stage.blit(canvas, stage.paint.segment(letters[middle].size), letters[middle].topleft)
    for i, (place, letter) in enumerate(zip(letters, naming.wheel, strict=True)):
        style = LETTER if i == middle else NEAR if abs(i - middle) == 1 else FAR
        size = min(style.size, 0.8 * place.height / stage.metrics.scale)
        stage.label(canvas, letter, place, style._replace(size=size), "centre", least=16)


def _draw_chip(stage: Stage, canvas: Canvas, place: pygame.Rect, name: str, chosen: bool) -> None:
    stage.blit(canvas, stage.paint.panel("lacquer", place.size, radius=12), place.topleft)
    if chosen:
        stage.blit(canvas, stage.paint.ring(place.size, 12, 0, 3), place.topleft)
    stage.label(canvas, name, place.inflate(-stage.metrics.px(24), 0), CHIP_NAME, "centre", grow=1.15, least=LEAST)
