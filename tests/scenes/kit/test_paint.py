"""Soft shadows are blurred at their corners alone: the picture is the same as if all of it had been blurred."""

import pygame
import pytest

from scenes.kit.drawing.paint import Painter

COLOR = (255, 201, 94)


def blurred_whole(size, radius, sigma, pad):
    """A blurred rounded rectangle, made the long way."""
    shrink = max(1.0, sigma / 3)
    width, height = (length + 2 * pad for length in size)
    small = pygame.Surface((round(width / shrink), round(height / shrink)), pygame.SRCALPHA)
    small.fill((*COLOR, 0))
    inner = pygame.Rect((round(pad / shrink),) * 2, [max(1, round(length / shrink)) for length in size])
    pygame.draw.rect(small, (*COLOR, 255), inner, border_radius=round(radius / shrink))
    small = pygame.transform.gaussian_blur(small, max(1, round(sigma / shrink)))
    return pygame.transform.smoothscale(small, (width, height))


@pytest.mark.parametrize("sigma", [0.8, 2.4, 3.6, 6.3, 16.2, 40])
@pytest.mark.parametrize(
    ("size", "radius"),
    [((640, 360), 18), ((901, 37), 12), ((31, 700), 24), ((80, 80), 40), ((300, 200), 0), ((1, 1), 0)],
)
def test_a_shadow_is_the_same_as_if_all_of_it_were_blurred(size, radius, sigma):
    for pad in (round(3 * sigma) + 2, round(3 * sigma) + 7):
        made = Painter(1.0).blurred(size, radius, sigma, pad, COLOR)
        assert pygame.image.tobytes(made, "RGBA") == pygame.image.tobytes(
            blurred_whole(size, radius, sigma, pad), "RGBA"
        )
