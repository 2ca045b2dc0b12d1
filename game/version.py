"""The version of the program."""

from __future__ import annotations

from typing import Final

VERSION: Final = "1.0.0"
NAME: Final = "Kissaten"
FULL_NAME: Final = f"{NAME} {VERSION}"
"""The text of `--version`. It is also in answers of engine mode, in saved games and in crash logs."""
