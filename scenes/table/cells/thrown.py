"""The shadow that a standing piece throws on its board: it begins at the foot and falls right and down."""

from __future__ import annotations

from typing import NamedTuple

import pygame

FALL = 0.58, 0.16  # how far a point's shadow lies right of it and below its foot, as shares of its height over the foot
DEPTH = 0.5  # how deep a piece is, as a share of its width: boards are seen from above, pieces a little from the front
LEFT_ABOVE = 0.3  # of the shadow's strength at the foot, that is left at the piece's top


class Thrown(NamedTuple):
    """A shadow, and where its top left corner lies from the foot, in pixels."""

    surface: pygame.Surface
    left: int
    top: int


def thrown(piece: pygame.Surface, foot: tuple[int, int], sigma: float, color: tuple[int, int, int]) -> Thrown:
    """The shadow of a round `piece` that stands on the pixel `foot` of its picture, blurred by `sigma` pixels.

    What is `h` over the foot throws a shadow as wide as itself FALL times `h` away, the weaker the higher it is.
    """
    shrink = max(1.0, sigma / 3)  # blurred small and made larger: quicker, and soft anyway
    width, height = round(piece.get_width() / shrink), round(foot[1] / shrink)
    mask = pygame.mask.from_surface(
        pygame.transform.smoothscale(piece.subsurface((0, 0, piece.get_width(), foot[1])), (width, height))
    )
    blur = max(1, round(sigma / shrink))
    pad = 3 * blur + round(width * DEPTH / 2)
    right, down = round(FALL[0] * height), round(FALL[1] * height)
    small = pygame.Surface((width + right + 2 * pad, down + 1 + 2 * pad), pygame.SRCALPHA, 32)
    small.fill((*color, 0))
    for row in range(height):
        solid = [x for x in range(width) if mask.get_at((x, row))]
        if not solid:
            continue
        over = height - 1 - row
        wide = solid[-1] + 1 - solid[0]
        disc = pygame.Rect(0, 0, wide, max(1, round(wide * DEPTH)))
        disc.midleft = pad + solid[0] + round(FALL[0] * over), pad + round(FALL[1] * over)
        pygame.draw.ellipse(small, (*color, round(255 * (1 - (1 - LEFT_ABOVE) * over / height))), disc)
    small = pygame.transform.gaussian_blur(small, blur)
    size = round(small.get_width() * shrink), round(small.get_height() * shrink)
    return Thrown(pygame.transform.smoothscale(small, size), -foot[0] - round(pad * shrink), -round(pad * shrink))


def faded(surface: pygame.Surface, opacity: float) -> pygame.Surface:
    """`surface` with an opacity of 0..1, in its pixels: a sprite is shown with opacities of its own."""
    surface.fill((255, 255, 255, round(255 * opacity)), special_flags=pygame.BLEND_RGBA_MULT)
    return surface
