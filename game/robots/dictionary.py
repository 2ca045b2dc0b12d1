"""The words of Hyper Robots in games as text. They never change: codes are about that were made with them."""

from __future__ import annotations

from itertools import product

from game.core.dictionary import Dictionary

DICTIONARY = Dictionary(
    beginnings=(*(f"{seat}:" for seat in range(8)), "clock:"),
    actions=(
        *map(" ".join, product(("red", "yellow", "green", "blue", "silver"), "NESW")),
        *(f"bid {number}" for number in range(1, 41)),
        "none",
        "agree",
        "concede",
        "expire",
        "speak",
    ),
    usual=(
        '"reason":"chips""placement":{"red":[0,0],"yellow":[0,0],"green":[0,0],"blue":[0,0],"silver":[0,0]}'
        '"sheets":"generated","one_move_rule":"turn","clock_reset":"new_lowest",'
        '{"options":{"players":2,"chips_to_win":3,"reflectors":true,"one_move_rule":"own","clock_reset":"below_first",'
        '"clock_seconds":60,"demonstration_seconds":60,"sheets":null,"placement":null,"head_start":null,"silence":null},'
    ),
)
