"""A module that only Windows has, and whose types are only known there."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    pass  # whoever starts no process does not pay for it


def windows(name: str) -> Any:
    """A module that only Windows has, and whose types are only known there."""
    return import_module(name)
