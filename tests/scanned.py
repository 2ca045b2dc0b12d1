"""Reads QR codes off pictures, with a decoder that shares no code with what draws them."""

from __future__ import annotations

import numpy as np
import pygame
import zxingcpp


def scanned(picture: pygame.Surface) -> str:
    """Return the text of the only code in the picture. Its level of error correction must be M."""
    grey = pygame.surfarray.array3d(picture).mean(axis=2).astype(np.uint8).T
    (found,) = zxingcpp.read_barcodes(
        np.ascontiguousarray(grey), formats=zxingcpp.BarcodeFormats(zxingcpp.BarcodeFormat.QRCode)
    )
    assert found.ec_level == "M"
    return found.text


def drawn(rows: tuple[str, ...], module: int = 4, quiet: int = 4) -> pygame.Surface:
    """Return the code as a picture."""
    side = (len(rows) + 2 * quiet) * module
    picture = pygame.Surface((side, side))
    picture.fill("white")
    for y, row in enumerate(rows):
        for x, sign in enumerate(row):
            if sign == "1":
                picture.fill("black", ((x + quiet) * module, (y + quiet) * module, module, module))
    return picture
