"""How a picture looks, in a line of text that a change of one point of brightness leaves as it is.

A picture is cut into blocks, a block into squares as large as a pixel of a golden image. Of each block the line has its
mean colour and a few sums. In a sum neighbours have opposite signs, by chance which: what changes all of them cancels
itself out, and what changes one is seen as if it stood alone. So few characters find what an image of all squares does.
"""

from __future__ import annotations

from itertools import product
from typing import TypeAlias

import numpy as np
import pygame
from numpy.typing import NDArray

SQUARE = 10  # pixels of a side
BLOCK = 8  # squares of a side
SUMS = 6
LETTERS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz+-"
SHADE = 256 / len(LETTERS)  # brightness from one letter of a mean colour to the next
STEP = 4.0  # of a sum, from letter to letter; after the last letter comes the first
COLOUR_TOLERANCE = 5.0  # brightness by which a mean colour may differ from the middle of its letter
SUM_TOLERANCE = 14.0
Numbers: TypeAlias = NDArray[np.float64]


def _weights() -> Numbers:
    """What each sum takes of red, green and blue of each square of a block: of one square of a pair the opposite of the
    other's. Which squares are pairs differs from sum to sum, and so does the mix: no two squares cancel out in all.
    """
    chance = np.random.RandomState(1)  # its numbers are the same in all versions of numpy
    weights = np.empty((SUMS, BLOCK, BLOCK, 3))
    for number, y, x in product(range(SUMS), range(0, BLOCK, 2), range(0, BLOCK, 2)):
        firsts = [MIXES[chance.randint(len(MIXES))] * chance.choice((-1.0, 1.0)) for _ in range(2)]
        four = np.array([firsts, [-first for first in firsts]])  # above each other
        weights[number, y : y + 2, x : x + 2] = four if chance.randint(2) else four.swapaxes(0, 1)
    return np.array([np.roll(each, (number % 2, number // 2 % 2), (0, 1)) for number, each in enumerate(weights)])


MIXES = np.array([(1.0, 1.0, 1.0), (1.0, 1.0, -1.0), (1.0, -1.0, 1.0), (-1.0, 1.0, 1.0)])
"""What a sum takes of red, green and blue: brightness, and what two colours of one brightness differ in."""
WEIGHTS = _weights()


def measured(picture: pygame.Surface) -> Numbers:
    """The mean colour and the sums of each block, by its row and column."""
    wide, high = picture.get_size()
    width, height = (-(-side // (SQUARE * BLOCK)) * BLOCK for side in (wide, high))
    pixels = np.zeros((height * SQUARE, width * SQUARE, 3), np.uint8)
    pixels[:high, :wide] = np.frombuffer(pygame.image.tobytes(picture, "RGB"), np.uint8).reshape(high, wide, 3)
    rows = pixels.reshape(height, SQUARE, -1).sum(axis=1, dtype=np.uint16)  # whole numbers: much quicker than means
    squares = rows.reshape(height, width, SQUARE, 3).sum(axis=2, dtype=np.uint16) / SQUARE**2
    blocks = squares.reshape(height // BLOCK, BLOCK, width // BLOCK, BLOCK, 3)
    sums = np.einsum("aybxc,syxc->abs", blocks, WEIGHTS)
    return np.concatenate((blocks.mean(axis=(1, 3)), sums), axis=2)


def fingerprint(picture: pygame.Surface) -> str:
    """A word for each row of blocks."""
    values = measured(picture)
    values[..., :3] //= SHADE
    values[..., 3:] //= STEP
    letters = np.array(list(LETTERS))[values.astype(int) % len(LETTERS)]
    return " ".join("".join(row.flat) for row in letters)


def faults(line: str, picture: pygame.Surface) -> list[str]:
    """Where the picture is not the one of that fingerprint: blocks in pixels, and what differs."""
    values = measured(picture)
    rows = [[LETTERS.index(letter) for letter in word] for word in line.split()]
    if {len(row) for row in rows} != {values[0].size} or len(rows) != len(values):
        return ["it is of another size"]
    then = np.array(rows, dtype=float).reshape(values.shape) + 0.5
    colours = abs(values[..., :3] - then[..., :3] * SHADE)
    turn = STEP * len(LETTERS)
    sums = abs((values[..., 3:] - then[..., 3:] * STEP + turn / 2) % turn - turn / 2)
    found = []
    for row, column in product(range(values.shape[0]), range(values.shape[1])):
        colour, shape = colours[row, column].max(), sums[row, column].max()
        if colour > COLOUR_TOLERANCE or shape > SUM_TOLERANCE:
            side = SQUARE * BLOCK
            found.append(f"{column * side},{row * side}: colour by {colour:.0f}, shape by {shape:.0f}")
    return found
