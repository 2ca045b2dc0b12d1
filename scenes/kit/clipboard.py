"""The system's clipboard."""

from __future__ import annotations

import logging

import pygame

log = logging.getLogger(__name__)


def put(text: str) -> bool:
    """Put `text` on the clipboard, in place of what is there; whether there is one that takes it."""
    try:
        pygame.scrap.put_text(text)
    except (pygame.error, NotImplementedError) as error:  # NotImplementedError: a pygame without the module
        log.warning("the clipboard takes no text: %s", error)
        return False
    return True
