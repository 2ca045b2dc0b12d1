"""The words of the show's cards."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Words:
    """The words beside a picture, `head` above all; `stars` are those of today's puzzle, None for no stars."""

    head: str
    title: str
    text: str = ""
    stars: int | None = None
