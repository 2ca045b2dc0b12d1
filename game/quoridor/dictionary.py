"""Quoridor's words in games as text. They never change: codes are about that were made with them."""

from __future__ import annotations

from itertools import product

from game.core.dictionary import Dictionary

DICTIONARY = Dictionary(
    actions=(
        *map("".join, product("abcdefghi", "123456789")),
        *map("".join, product("abcdefgh", "12345678", "hv")),
        "pass",
    ),
    usual='{"options":{"players":4,"walls":[10,10]{"options":{"players":2,"jump_pairs":false,"walls":null},',
)
