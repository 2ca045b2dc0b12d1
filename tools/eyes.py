"""Shows pictures as colour-blind people see them (by the matrices of the colour vision page), and in greyscale."""

from __future__ import annotations

import numpy as np
import pygame

from scenes.settings.about_scene import MATRICES

NORMAL = "normal"
GREYSCALE = "greyscale"
# Shares of red, green and blue in the luminance of linear light (sRGB, IEC 61966-2-1).
LUMINANCE = (0.2126, 0.7152, 0.0722)
VISIONS = (NORMAL, *MATRICES, GREYSCALE)


def seen(picture: pygame.Surface, vision: str) -> pygame.Surface:
    """Return a picture as seen with one of VISIONS, as a new 24-bit surface. Raises KeyError for other names."""
    if vision == NORMAL:
        return picture.convert(24)
    matrix = np.array([LUMINANCE] * 3 if vision == GREYSCALE else MATRICES[vision])
    light = _LIGHT[pygame.surfarray.array3d(picture)] @ matrix.T
    values = np.rint(255 * _from_light(np.clip(light, 0.0, 1.0))).astype(np.uint8)
    changed = pygame.Surface(picture.get_size(), depth=24)
    pygame.surfarray.blit_array(changed, values)
    return changed


def _to_light(values: np.ndarray) -> np.ndarray:
    return np.where(values <= 0.04045, values / 12.92, ((values + 0.055) / 1.055) ** 2.4)


def _from_light(light: np.ndarray) -> np.ndarray:
    return np.where(light <= 0.0031308, light * 12.92, 1.055 * light ** (1 / 2.4) - 0.055)


# The linear light of each value of a channel.
_LIGHT = _to_light(np.arange(256) / 255)
