"""Draws strips of paper with a torn foot, and what is printed on them."""

from __future__ import annotations

import pygame

from scenes.kit.drawing import svg, theme
from scenes.kit.drawing.canvas import Drawable, SurfaceCanvas
from scenes.kit.drawing.paint import Sprite
from scenes.kit.stage import Stage

# How many teeth the torn foot has.
TEETH = 28
# Design pixels of a strip's lower end, with its shadow.
FOOT = 110


def paper(stage: Stage, size: tuple[int, int], teeth: int = TEETH) -> Sprite:
    """Draw a blank strip of paper of `size` pixels with its shadow. Its foot is torn into `teeth`."""
    paint = stage.paint
    texture = stage.assets.picture("textures/paper.jpg")
    depth = stage.metrics.px(9)
    shade = paint.shadow(size, 0.7, 2)

    def make() -> Sprite:
        sheet = SurfaceCanvas.blank(shade.surface.get_size())
        sheet.surface.blit(shade.surface, (0, 0))
        sheet.blit(_torn(texture, size, depth, teeth), (-shade.dx, -shade.dy))
        return Sprite(sheet.surface, shade.dx, shade.dy)

    return paint.cached_async(("paper", size, teeth), size, make)


def draw_double_rule(stage: Stage, canvas: Drawable, place: pygame.Rect) -> None:
    """Draw two red lines along the middle of `place`."""
    thick, thin = max(2, stage.metrics.px(3)), max(1, stage.metrics.px(1))

    def make() -> Sprite:
        body = svg.box(0, 0, place.width, thick, 0, fill=theme.PRINT_RED)
        body += svg.box(0, thick + 2 * thin, place.width, thin, 0, fill=theme.PRINT_RED)
        return Sprite(svg.render(body, place.width, thick + 3 * thin))

    stage.blit(canvas, stage.paint.cached(("double rule", place.width), make), (place.left, place.centery - thick))


def draw_shortened(stage: Stage, canvas: Drawable, strip: Sprite, at: tuple[int, int], less: int) -> None:
    """Draw a strip of paper that is `less` pixels shorter than its picture: the upper part, and the foot directly
    below.

    A strip that grows with each action therefore needs only one picture.
    """
    width, height = strip.surface.get_size()
    foot = stage.metrics.px(FOOT)
    upper = height - foot - less
    left, top = at[0] + strip.dx, at[1] + strip.dy
    canvas.blit(strip.surface, (left, top), area=pygame.Rect(0, 0, width, upper))
    canvas.blit(strip.surface, (left, top + upper), area=pygame.Rect(0, height - foot, width, foot))


def _torn(texture: pygame.Surface, size: tuple[int, int], depth: int, teeth: int) -> pygame.Surface:
    """Return the paper's texture cut to `size`, with a foot torn into `teeth` that are `depth` pixels high."""
    scale = size[0] / texture.get_width()
    needed = min(texture.get_height(), round(size[1] / scale))
    part = texture.subsurface((0, 0, texture.get_width(), needed))
    surface = pygame.Surface(size, pygame.SRCALPHA, 32)
    surface.blit(pygame.transform.smoothscale(part, size), (0, 0))
    big = 4
    mask = pygame.Surface((size[0], (depth + 1) * big), pygame.SRCALPHA, 32)
    mask.fill((255, 255, 255, 0))
    step = size[0] / teeth
    points = [(0.0, 0.0)]
    for i in range(teeth):
        points += [(i * step + step / 2, depth * big), ((i + 1) * step, 0.0)]
    pygame.draw.polygon(mask, (255, 255, 255, 255), points)
    foot = pygame.transform.smoothscale(mask, (size[0], depth + 1))
    surface.blit(foot, (0, size[1] - depth - 1), special_flags=pygame.BLEND_RGBA_MULT)
    return surface
