"""The version of the program, in this one place."""

from __future__ import annotations

from typing import Final

VERSION: Final = "1.0.0"
NAME: Final = "Kissaten"
FULL_NAME: Final = f"{NAME} {VERSION}"
"""As `--version` prints it, and as engine mode, saved games and crash logs name the program that wrote them."""
