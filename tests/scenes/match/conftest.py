"""What tests of matches share."""

from __future__ import annotations

import pygame
import pytest


@pytest.fixture
def no_clipboard(monkeypatch: pytest.MonkeyPatch) -> None:
    """A system without a clipboard."""

    def refuse(text: str) -> None:
        raise pygame.error("no clipboard")

    monkeypatch.setattr(pygame.scrap, "put_text", refuse)
