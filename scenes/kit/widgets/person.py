"""People as shown everywhere: a token and a name, a note below it, and panels with a strip of the person's colour."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import pygame

from scenes.kit.drawing import theme
from scenes.kit.drawing.canvas import Drawable
from scenes.kit.drawing.fonts import Style
from scenes.kit.drawing.paint import RADIUS
from scenes.kit.stage import Stage

RIMS = {True: 5, False: 2}  # width of the rim, in design pixels, of a lit and of an unlit panel
# Names in a row shrink together, but to no less than this share of their size.
LEAST_SHARED = 0.8
# Distances from the middle to the name's and to the note's line, as shares of the name's size.
NAME_ABOVE, NOTE_BELOW = 0.42, 0.6


class Tag(NamedTuple):
    """The size of a person on the screen: token radius and gap in design pixels, and type.

    Type follows the text scale up to `grow`, and shrinks to no less than `least` design pixels.
    """

    radius: float
    name: Style
    note: Style = Style(theme.CAPTION, theme.MUTED)
    gap: float = 12
    grow: float = 1.0
    least: float = theme.CAPTION


def draw_person(
    stage: Stage,
    canvas: Drawable,
    box: pygame.Rect,
    tag: Tag,
    identity: str,
    name: str,
    note: str = "",
    *,
    lit: bool = False,
    alpha: float = 1.0,
) -> pygame.Rect:
    """Draw a token at the left of `box`, the name beside it and a `note` below. Returns the rectangle for the name."""
    px = stage.metrics.px
    token = stage.identities.token(identity, tag.radius, lit)
    stage.blit(canvas, token, (box.left, box.centery - px(tag.radius)), alpha)
    left = box.left + px(2 * tag.radius + tag.gap)
    room = pygame.Rect(left, box.top, max(0, box.right - left), box.height)
    if note:
        size = stage.limit_scale(tag.name, tag.grow).size * stage.metrics.scale * stage.metrics.text_scale
        below = room.move(0, round(NOTE_BELOW * size))
        stage.label(canvas, note, below, tag.note, grow=tag.grow, least=tag.least, alpha=alpha)
        room = room.move(0, -round(NAME_ABOVE * size))
    stage.label(canvas, name, room, tag.name, grow=tag.grow, least=tag.least, alpha=alpha)
    return room


def alike(stage: Stage, names: Sequence[str], style: Style, widths: Sequence[int], least: float) -> Style:
    """`style`, shrunk so that all of `names` in a row fit in one size.

    `widths` has the room of each name in pixels. The type is at least `least` design pixels. A name that needs much
    smaller type is left out: it shrinks alone.
    """
    found = [stage.shrink_to_width(name, style, width, least) for name, width in zip(names, widths, strict=True)]
    shared = [each for each in found if each.size >= LEAST_SHARED * style.size]
    return min(shared or found, key=lambda each: each.size)


def person_width(stage: Stage, tag: Tag, name: str) -> float:
    """The width of token and name, in design pixels."""
    return 2 * tag.radius + tag.gap + stage.natural(name, stage.limit_scale(tag.name, tag.grow))


def draw_owned_panel(
    stage: Stage,
    canvas: Drawable,
    rect: pygame.Rect,
    identity: str,
    *,
    lit: bool = False,
    strip: float = 12,
    upright: bool = False,
    edge: str = "",
    shadow: bool = True,
) -> None:
    """Draw a panel, enamel if `lit`, with a strip of a person's colour at its left or (`upright`) upper edge.

    `strip` is the strip's thickness in design pixels. `edge` is a colour that replaces the person's.
    """
    px = stage.metrics.px
    material = "enamel" if lit else "lacquer"
    panel = stage.paint.panel(material, rect.size) if shadow else stage.paint.face(material, rect.size)
    stage.blit(canvas, panel, rect.topleft)
    rim = px(RIMS[lit])
    corner, thick = max(1, px(RADIUS) - rim), px(strip)
    inner = rect.inflate(-2 * rim, -2 * rim)
    size, corners = (thick, inner.height), (corner, 0, 0, corner)
    if upright:
        size, corners = (inner.width, thick), (corner, corner, 0, 0)
    stage.blit(canvas, stage.identities.strip(identity, size, corners, edge), inner.topleft)
