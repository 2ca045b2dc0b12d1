"""The version of the program."""

from __future__ import annotations

from typing import Final

VERSION: Final = "1.0.0"
NAME: Final = "Kissaten"
FULL_NAME: Final = f"{NAME} {VERSION}"
"""The text of `--version`. Engine mode, saved games and crash logs have it, too."""
