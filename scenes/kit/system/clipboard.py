"""The system's clipboard, which need not be there."""

from __future__ import annotations

import logging

import pygame

log = logging.getLogger(__name__)


def put_on_clipboard(text: str) -> bool:
    """Replace the clipboard's content by `text`. Returns whether there is a clipboard that takes it."""
    try:
        pygame.scrap.put_text(text)
    except (pygame.error, NotImplementedError) as error:  # NotImplementedError: a pygame without the module
        log.warning("the clipboard takes no text: %s", error)
        return False
    return True


def text_on_clipboard() -> str:
    """The text on the clipboard; "" where there is none."""
    try:
        return pygame.scrap.get_text()
    except (pygame.error, NotImplementedError) as error:
        log.warning("the clipboard gives no text: %s", error)
        return ""
