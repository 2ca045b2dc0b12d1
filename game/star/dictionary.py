"""Star's words in games as text. They never change: codes are about that were made with them."""

from __future__ import annotations

from itertools import product

from game.core.dictionary import Dictionary

_CELLS = tuple(map("".join, product("abc", "123")))
DICTIONARY = Dictionary(
    actions=(
        *(f"@{cell}" for cell in _CELLS),
        *(f"*{cell}" for cell in _CELLS),
        *(f"{origin}-{target}" for origin, target in product(_CELLS, _CELLS)),
        "draw?",
        "accept",
        "refuse",
        "resign",
    ),
    usual=(
        '"reason":"agreed""reason":"repetition""reason":"foul""reason":"star""fouls":"none""fouls":"literal"'
        '{"options":{"star":"a3","fouls":"takeback","foul_guard":true,"first":0},'
    ),
)
