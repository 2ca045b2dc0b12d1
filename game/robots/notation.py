"""The notation of Hyper Robots: "bid 7", "none", "agree", "concede", "red N", "expire" and "speak" by the clock."""

from __future__ import annotations

import re
from typing import Final

from game.core.rules import NotationError
from game.robots.board import COLOURS, HEADINGS
from game.robots.state import Action, Agree, Bid, Concede, Expire, Move, NoRoute, Speak

_BID = re.compile(r"bid ([1-9][0-9]{0,3})", re.ASCII)
_WORDS: Final[dict[str, Action]] = {
    "none": NoRoute(),
    "agree": Agree(),
    "concede": Concede(),
    "expire": Expire(),
    "speak": Speak(),
    **{f"{colour} {heading}": Move(colour, heading) for colour in COLOURS for heading in HEADINGS},
}
_TEXTS: Final = {action: text for text, action in _WORDS.items()}


def text(action: Action) -> str:
    """The action in notation."""
    return f"bid {action.number}" if isinstance(action, Bid) else _TEXTS[action]


def parse(text: str) -> Action:
    """The action that `text` stands for. Raises NotationError."""
    if text in _WORDS:
        return _WORDS[text]
    if match := _BID.fullmatch(text):
        return Bid(int(match[1]))
    raise NotationError(
        f"{text!r} is no action of robots: write bid and a number (bid 7), none, agree, concede, "
        "or a robot and N, E, S or W (red N); the clock writes expire and speak"
    )
