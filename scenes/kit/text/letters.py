"""The letters that a name can be put together from, page by page, and the forms that a kana changes into."""

from __future__ import annotations

COLUMNS = 10
BLANK = "　"  # leaves a place free
_HIRAGANA = (
    "あかさたなはまやらわ",
    "いきしちにひみ　りを",
    "うくすつぬふむゆるん",
    "えけせてねへめ　れー",
    "おこそとのほもよろ・",
)
_LATIN = ("ABCDEFGHIJ", "KLMNOPQRST", "UVWXYZ-’.!", "0123456789")
SHIFT = ord("ァ") - ord("ぁ")


def katakana(text: str) -> str:
    """`text` with each hiragana as its katakana."""
    return "".join(chr(ord(char) + SHIFT) if "ぁ" <= char <= "ゖ" else char for char in text)


PAGES: dict[str, tuple[str, ...]] = {
    "ABC": _LATIN,
    "abc": tuple(row.lower() for row in _LATIN),
    "あ": _HIRAGANA,
    "ア": tuple(katakana(row) for row in _HIRAGANA),
}
"""By what its tab says: rows of at most COLUMNS letters; a BLANK leaves a place free."""
VARIANTS = "゛゜小"
_CYCLES = (
    *(
        "かが",
        "きぎ",
        "くぐ",
        "けげ",
        "こご",
        "さざ",
        "しじ",
        "すず",
        "せぜ",
        "そぞ",
        "ただ",
        "ちぢ",
        "つっづ",
        "てで",
        "とど",
    ),
    *("はばぱ", "ひびぴ", "ふぶぷ", "へべぺ", "ほぼぽ"),
    *("あぁ", "いぃ", "うぅゔ", "えぇ", "おぉ", "やゃ", "ゆゅ", "よょ", "わゎ"),
)
_NEXT = {
    char: form[(at + 1) % len(form)]
    for cycle in _CYCLES
    for form in (cycle, katakana(cycle))
    for at, char in enumerate(form)
}


def vary(text: str) -> str:
    """`text` with its last kana in its next form: voiced, half voiced, small, and plain again."""
    return text[:-1] + _NEXT.get(text[-1], text[-1]) if text else text
