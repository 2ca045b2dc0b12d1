"""What a phone shows of a game or a cup that is over: how everybody stands, and what can come next."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import cast

from game.core.record import Record
from game.phones.snapshot import Button, Score, Shape, cut
from scenes.table.phone_hand import LABEL, NAME

CHOICES = tuple(f"choice{number}" for number in range(10))
"""The ids of the buttons, in the order of the page's choices."""


@dataclass(frozen=True, slots=True)
class ResultPage:
    """The page of whoever sits at the table. Pressing a choice is a digit, its number from 0, of the phone's device.

    `choices` has the likeliest first; they are barred until the result `is_read`. `record` gives the game that can be
    taken along; None: there is none.
    """

    scores: tuple[Score, ...]
    choices: tuple[str, ...]
    record: Callable[[], Record] | None = None
    is_read: bool = True

    def buttons(self) -> tuple[Button, ...]:
        """The choices, the first of them in brass."""
        return tuple(
            Button(CHOICES[number], cut(label, LABEL), "plain" if number else "primary", enabled=self.is_read)
            for number, label in enumerate(self.choices)
        )


def score(identity: str, name: str, text: str, won: bool) -> Score:
    """A line of the page, cut to what it takes."""
    return Score(cast(Shape, identity), cut(name, NAME), cut(text, LABEL), won)
