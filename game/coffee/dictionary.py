"""Coffee's words in games as text. They never change: codes are about that were made with them."""

from __future__ import annotations

from itertools import product

from game.core.dictionary import Dictionary

DICTIONARY = Dictionary(
    beginnings=tuple(map("".join, product("abcdefghi", "123456789"))),
    actions=("h", "d", "u", "v", "*", "swap"),
    usual='"reason":"row""reason":"stuck""board":"hex4""pie":true{"options":{"board":"sq5","n":4,"pie":false},',
)
