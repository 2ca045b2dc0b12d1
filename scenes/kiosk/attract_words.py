"""What a card of the show says."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Words:
    """What is said beside a picture, `head` above all; `stars` are those of today's puzzle, None for no stars."""

    head: str
    title: str
    text: str = ""
    stars: int | None = None
