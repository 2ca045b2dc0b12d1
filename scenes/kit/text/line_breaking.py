"""Breaks text into lines, by the rules of Japanese (kinsoku, after JIS X 4051) and of English at once.

If possible, a Japanese line ends at the end of a phrase (bunsetsu, found by BudouX), so that no word is broken.
`measure` returns the width of a text in pixels, so this module needs no font.
"""

from __future__ import annotations

import itertools
import re
import unicodedata
from bisect import bisect_right
from collections.abc import Callable, Sequence
from functools import cache, lru_cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import budoux

Measure = Callable[[str], int]

ELLIPSIS = "…"
COLON = "："
NO_BREAK = "\u00a0"  # no-break space
NOT_FIRST = frozenset(
    "、。，．・：；？！゛゜‐〜～…‥’”）〕］｝〉》」』】〙〗％℃"
    "ーぁぃぅぇぉっゃゅょゎゕゖァィゥェォッャュョヮヵヶ々ゝゞヽヾ〻\u3099\u309a"
    ",.;:?!)]}%"
)
NOT_LAST = frozenset("（〔［｛〈《「『【〘〖‘“([{￥＄£＃$#")
# A phrase that is longer than a line still begins on the present line if that line is filled to less than this share.
LEAST_FILLED = 0.45
# An English word with at most this many letters must not stand alone on the last line.
WIDOW = 6
# A last line of at most ORPHAN Japanese characters is too short. A line above it that has at least LONG_LINE characters
# gives it some of them.
ORPHAN, LONG_LINE = 2, 8
_AFTER_NUMBER = re.compile(r"[0-9０-９][人手枚本個回点秒分時日月年位番局歩目席面色つ]*$")
_COUNTER = re.compile(r"[人手枚本個回点秒分時日月年位番局歩目席面色つ]")


def _is_wide(char: str) -> bool:
    """Whether a line may break on both sides of a character, as in Japanese."""
    return unicodedata.east_asian_width(char) in "WF"


def _may_break(text: str, at: int) -> bool:
    """Whether a line may end before `text[at]`."""
    left, right = text[at - 1], text[at]
    if left in NOT_LAST or right in NOT_FIRST or right in (" ", NO_BREAK):
        return False
    if _COUNTER.match(right) and _AFTER_NUMBER.search(text, 0, at):
        return False
    return left == " " or _is_wide(left) or _is_wide(right)


def wrap(text: str, measure: Measure, width: int) -> list[str]:
    """`text` as lines of at most `width` pixels; a newline always ends a line.

    Only spaces at breaks are dropped. A word wider than a line is broken. A line exceeds `width` only if it is a single
    character that is wider.
    """
    return [line for paragraph in text.split("\n") for line in _wrap_paragraph(paragraph.strip(" "), measure, width)]


def _wrap_paragraph(text: str, measure: Measure, width: int) -> list[str]:
    ends = [at for at in range(1, len(text)) if _may_break(text, at)] + [len(text)]
    phrases = _phrase_ends(text)
    lines: list[str] = []
    start = 0
    while start < len(text):
        ahead = [end for end in ends if end > start]
        end = _last_fitting(text, start, ahead, measure, width)
        if end is None:
            inside = list(range(start + 1, ahead[0]))
            end = _last_fitting(text, start, inside, measure, width) or start + 1
        elif end not in phrases:
            end = _end_of_phrase(text, (start, end), phrases, measure, width)
        lines.append(text[start:end].rstrip(" "))
        start = end
    return _without_widow(_without_orphan(lines), measure, width) or [""]


def _end_of_phrase(text: str, line: tuple[int, int], phrases: frozenset[int], measure: Measure, width: int) -> int:
    """The end of the last whole phrase in the `line`, which is given by its begin and end.

    A phrase that is longer than a line is broken at the line's end if the line would otherwise be too empty.
    """
    start, end = line
    whole = next((at for at in range(end - 1, start, -1) if at in phrases and _may_break(text, at)), None)
    if whole is None:
        return end
    following = min(at for at in phrases if at >= end)
    stays_whole = measure(text[whole:following]) <= width
    return whole if stays_whole or measure(text[start:whole]) >= LEAST_FILLED * measure(text[start:end]) else end


@cache
def _parser() -> budoux.Parser:
    import budoux  # imported here, since it brings an HTML parser that English does not need

    return budoux.load_default_japanese_parser()


@lru_cache(maxsize=500)
def _phrase_ends(text: str) -> frozenset[int]:
    """The ends of the phrases in `text`, or of its words if it is English."""
    if not any(map(_is_wide, text)):
        return frozenset((*(at for at in range(1, len(text)) if text[at - 1] == " "), len(text)))
    # The parser misses some ends of phrases at a colon.
    colons = (at for at, char in enumerate(text, 1) if char == COLON)
    return frozenset((*itertools.accumulate(map(len, _parser().parse(text))), *colons))


def _without_orphan(lines: list[str]) -> list[str]:
    """The lines, with more text on the last one if one or two Japanese characters would stand there alone."""
    if len(lines) < 2 or len(lines[-2]) < LONG_LINE or len(lines[-1]) > ORPHAN or not _is_wide(lines[-1][0]):
        return lines
    both = lines[-2] + lines[-1]
    least = len(both) - ORPHAN - 1
    at = next((at for at in range(least, len(lines[-2]) // 2, -1) if _may_break(both, at)), None)
    return lines if at is None else [*lines[:-2], both[:at].rstrip(" "), both[at:]]


def count_torn(text: str, lines: Sequence[str]) -> int:
    """Return how many of the `lines` that `wrap` made of `text` end within a word (in Japanese, within a phrase)."""
    found, left = 0, list(lines)
    for paragraph in text.split("\n"):
        rest, phrases, at = paragraph.strip(" "), _phrase_ends(paragraph.strip(" ")), 0
        while left and at < len(rest):
            at += len(left.pop(0))
            at += len(rest[at:]) - len(rest[at:].lstrip(" "))
            found += at < len(rest) and at not in phrases
    return found


def _without_widow(lines: list[str], measure: Measure, width: int) -> list[str]:
    """The lines, with another word on the last one if a short English word would stand there alone."""
    if len(lines) < 2 or len(lines[-1]) > WIDOW or " " in lines[-1] or any(map(_is_wide, lines[-2][-1] + lines[-1])):
        return lines
    above, _, word = lines[-2].rpartition(" ")
    last = f"{word} {lines[-1]}"
    if len(above) < len(last) or measure(last) > width:
        return lines
    return [*lines[:-2], above.rstrip(" "), last]


def _last_fitting(text: str, start: int, ends: list[int], measure: Measure, width: int) -> int | None:
    """The last of the ascending `ends` up to which the text from `start` fits, or None."""
    count = bisect_right(ends, width, key=lambda end: measure(text[start:end].rstrip(" ")))
    return ends[count - 1] if count else None


def fit(text: str, measure: Measure, width: int) -> str:
    """`text` if it fits into `width` pixels, else the longest beginning that fits together with an ellipsis."""
    if measure(text) <= width:
        return text
    count = bisect_right(range(len(text)), width, key=lambda end: measure(text[:end].rstrip() + ELLIPSIS))
    return text[: count - 1].rstrip() + ELLIPSIS if count else ""
