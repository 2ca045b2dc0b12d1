"""Draws the round table from above, with its saucers. A saucer is free, or taken by a person or an AI."""

from __future__ import annotations

import math
from collections.abc import Sequence

import pygame

from game.people.roster import Chair
from scenes.join.places import more_place, seat_places
from scenes.kit.drawing import svg, theme
from scenes.kit.drawing.canvas import Canvas
from scenes.kit.drawing.fonts import Style
from scenes.kit.drawing.paint import Sprite
from scenes.kit.layout import Places, cell, row, within
from scenes.kit.stage import Stage
from scenes.kit.widgets.person import alike
from scenes.kit.widgets.widget import Action, HitArea
from scenes.services import Services
from scenes.table.art.faces import draw_face_beside, face_of

NAME = Style(theme.NAME, theme.IVORY, bold=True)
WORDS = Style(theme.CAPTION, theme.IVORY)
SENTENCE = Style(44, theme.IVORY, bold=True)
MOST_GROWTH = 1.1
ICON, INDICATOR, PIP = 32, 26, 30
# Radius of a token, as a share of the saucer's side.
TOKEN = 0.37
# The smallest type size of a name.
LEAST = 16
# Design pixels of the table's shadow beyond its edge, and the number of layers drawn for it.
SHADOW, SHADES = 40, 6
# The exponent of the outline, where 2 would be an ellipse, and the number of its points.
ROUNDNESS, CORNERS = 2.7, 160
WOOD = (("0", "#6A452B"), (".55", "#4E3220"), ("1", "#3A2416"))
RIM = (("0", "#E9D7B2"), (".7", "#BE9F74"), ("1", "#8D6D47"))
WELL = (("0", "#B4946A"), ("1", "#DCC7A2"))
LIT_WELL = (("0", "#EBCF98"), ("1", "#FFF3D6"))
FREE_RIM, FREE_WELL = (("0", "#4A3626"), ("1", "#2E2017")), (("0", "#23180F"), ("1", "#34261B"))


def draw_table(stage: Stage, canvas: Canvas, place: pygame.Rect) -> None:
    """Draw the table from above, with its brass edge."""
    stage.blit(canvas, stage.paint.cached(("join table", place.size), lambda: _table(stage, place.size)), place.topleft)


def _table(stage: Stage, size: tuple[int, int]) -> Sprite:
    pad, edge = stage.metrics.px(SHADOW), stage.metrics.px(4)
    width, height = size
    defs = svg.radial("wood", WOOD, (pad + width * 0.36, pad + height * 0.2), width * 0.7)
    defs += svg.gradient("rim", theme.BRASS, (pad, pad), (pad + width, pad + height))
    middle = pad + width / 2, pad + height / 2

    def round_of(grown: float, paint: str, drop: float = 0.0) -> str:
        path = _rounded((middle[0], middle[1] + drop), (width / 2 + grown, height / 2 + grown))
        return f'<path d="{path}" {paint}/>'

    shades = range(1, SHADES + 1)
    body = "".join(round_of(pad * (0.8 - n / SHADES), 'fill="#000000" fill-opacity=".07"', pad * 0.2) for n in shades)
    body += round_of(0, 'fill="#140D08"')
    body += round_of(-edge, f'fill="url(#wood)" stroke="url(#rim)" stroke-width="{stage.metrics.px(3)}"')
    body += round_of(-4 * edge, 'fill="none" stroke="#000000" stroke-opacity=".28" stroke-width="2"')
    whole = svg.render(f"<defs>{defs}</defs>{body}", width + 2 * pad, height + 2 * pad)
    return Sprite(whole, -pad, -pad)


def _rounded(middle: tuple[float, float], half: tuple[float, float]) -> str:
    """Return the SVG path of a superellipse around `middle`.

    It is rounder than a rectangle, so that the corners stay free.
    """
    points = []
    for step in range(CORNERS):
        angle = 2 * math.pi * step / CORNERS
        across, down = (
            math.copysign(abs(turn) ** (2 / ROUNDNESS), turn) for turn in (math.cos(angle), math.sin(angle))
        )
        points.append(f"{middle[0] + half[0] * across:.1f} {middle[1] + half[1] * down:.1f}")
    return f"M{'L'.join(points)}Z"


def draw_sentence(stage: Stage, canvas: Canvas, place: pygame.Rect, text: str) -> None:
    """Draw the instruction in the middle of the table."""
    stage.label(canvas, text, place, SENTENCE, "centre", lines=0, grow=MOST_GROWTH)


def draw_saucer(stage: Stage, canvas: Canvas, place: pygame.Rect, *, free: bool = False, lit: bool = False) -> None:
    """Draw a saucer. A `free` one shows that nobody sits there; a `lit` one is brighter, with a ring."""

    def make() -> Sprite:
        side = place.width
        rim, well = (FREE_RIM, FREE_WELL) if free else (RIM, LIT_WELL if lit else WELL)
        r = side / 2
        defs = svg.radial("rim", rim, (r * 0.7, r * 0.6), r * 1.5) + svg.gradient("well", well, (0, 0), (side, side))
        body = f'<circle cx="{r}" cy="{r}" r="{r - 1:.1f}" fill="url(#rim)"/>'
        body += f'<circle cx="{r}" cy="{r}" r="{r * 0.86:.1f}" fill="none" stroke="#5B3B20" stroke-opacity=".5"'
        body += f' stroke-width="{r * 0.03:.1f}"/><circle cx="{r}" cy="{r}" r="{r * 0.7:.1f}" fill="url(#well)"/>'
        return Sprite(svg.render(f"<defs>{defs}</defs>{body}", side, side))

    radius = place.width / 2 / stage.metrics.scale
    stage.blit(canvas, stage.paint.shadow(place.size, 0.5, radius), place.topleft)
    stage.blit(canvas, stage.paint.cached(("join saucer", place.size, free, lit), make), place.topleft)
    if lit:
        stage.blit(canvas, stage.paint.ring(place.size, radius, 2, 4), place.topleft)


class Seat(HitArea):
    """A chair that can be pressed anywhere on its card. The focus ring surrounds its saucer."""

    def __init__(self, stage: Stage, card: pygame.Rect, action: Action, name: str) -> None:
        """`card` is the chair's whole area."""
        saucer = seat_places(stage.metrics, card)["saucer"]
        super().__init__(saucer, action, radius=saucer.width / 2 / stage.metrics.scale, name=name)
        self._card = card

    def hit(self, point: tuple[int, int]) -> bool:
        return self._card.collidepoint(point)


def names_style(services: Services, cards: Sequence[pygame.Rect], chairs: Sequence[Chair]) -> Style:
    """Return the largest style in which every name fits, so that all names have one size."""
    stage = services.stage
    names = [services.people.chair_name(chair) for chair in chairs]
    rooms = [cards[chair.place].width for chair in chairs]
    return alike(stage, names, stage.limit_scale(NAME, MOST_GROWTH), rooms, theme.CAPTION) if names else NAME


def draw_chair(
    services: Services, canvas: Canvas, card: pygame.Rect, chair: Chair, words: str, style: Style, mine: bool
) -> None:
    """Draw a taken saucer.

    `words` name its device or AI; `mine` is true if the chair belongs to the device in use, or if its name is being
    entered.
    """
    stage = services.stage
    at = seat_places(stage.metrics, card)
    saucer = at["saucer"]
    draw_saucer(stage, canvas, saucer, lit=mine)
    radius = TOKEN * saucer.width / stage.metrics.scale
    side = stage.metrics.px(radius)
    token = stage.identities.token(chair.identity, radius, mine)
    stage.blit(canvas, token, (saucer.centerx - side, saucer.centery - side))
    corner = stage.metrics.px(4)
    strip = stage.identities.strip(chair.identity, at["strip"].size, (corner,) * 4)
    stage.blit(canvas, strip, at["strip"].topleft)
    color = theme.HIGHLIGHT if mine else theme.IVORY
    # `style` already limits its growth, so `grow` is the whole text scale.
    style, grow = style._replace(color=color), stage.metrics.text_scale
    stage.label(canvas, services.people.chair_name(chair), at["name"], style, "centre", grow=grow, least=LEAST)
    more = more_place(stage.metrics, card).inflate(-stage.metrics.px(20), -stage.metrics.px(20))
    stage.show(canvas, "icons/more", more, color=theme.MUTED)
    if "words" in at:
        if chair.kind == "ai":
            draw_face_beside(stage, canvas, saucer.move(saucer.width // 2 - side, 0), radius, face_of(chair.seat()))
            _draw_level(stage, canvas, at, chair.level)
        else:
            _draw_device(stage, canvas, at, chair, words)


def _draw_level(stage: Stage, canvas: Canvas, at: Places, level: int) -> None:
    """Draw an AI's level as pips, with its number."""
    name = stage.t("who.level", level=level)
    style = stage.shrink_to_width(
        name, stage.limit_scale(WORDS, MOST_GROWTH), at["words"].width - stage.metrics.px(5 * PIP + 8)
    )
    width = min(stage.natural(name, style), at["words"].width / stage.metrics.scale - 5 * PIP - 8)
    line = row(cell(), *[cell("pip", PIP)] * 5, cell(size=8), cell("level", width), cell(), gap=0)
    parts = within(stage.metrics, at["words"], line)
    for i, place in enumerate(parts.all("pip")):
        stage.blit(canvas, stage.pip(i < level), place.center)
    stage.label(canvas, name, parts["level"], style, grow=stage.metrics.text_scale, least=LEAST)


def _draw_device(stage: Stage, canvas: Canvas, at: Places, chair: Chair, words: str) -> None:
    """Draw a person's device, with a light that is on while the device is connected."""
    room = at["words"].width / stage.metrics.scale - ICON - INDICATOR - 36
    style = stage.shrink_to_width(words, stage.limit_scale(WORDS, MOST_GROWTH), stage.metrics.px(room), LEAST)
    width = min(stage.natural(words, style) + 2, room)
    line = row(cell(), cell("icon", ICON), cell("plays", width), cell("lamp", INDICATOR), cell(), gap=8)
    parts = within(stage.metrics, at["words"], line)
    stage.show(canvas, f"icons/device-{chair.device.kind or 'touch'}", parts["icon"], color=theme.EYEBROW)
    stage.label(canvas, words, parts["plays"], style, grow=stage.metrics.text_scale, least=LEAST)
    stage.show(canvas, "lamp-lit" if chair.device else "lamp-out", parts["lamp"])
