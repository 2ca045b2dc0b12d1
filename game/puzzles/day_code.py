"""The code of a day's puzzles, for sharing: "K328-7Q4D" opens the same day everywhere."""

from __future__ import annotations

import re
from datetime import date
from typing import Final

from game.core.plain_text import plain

_DIGITS: Final = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"  # Crockford's digits: no two look alike
_LENGTH: Final = 4
_MOST: Final = len(_DIGITS) ** _LENGTH
_MIX: Final = 613_333  # odd, so that no two days have the same code, and neighbouring days have different ones
_READ_AS: Final = str.maketrans("OIL", "011")  # letters that look like digits
LONGEST: Final = len("K366") + _LENGTH  # without the hyphen
_HYPHENS: Final = "-\u2010-\u2015\u2212\u30fc"  # forms of the hyphen from phones and input methods
_CODE: Final = re.compile(rf"(?<![0-9A-Z])K([0-9OIL]{{1,3}})[{_HYPHENS}]([0-9A-Z]{{{_LENGTH}}})(?![0-9A-Z])")


def code_of(day: date) -> str:
    """The code of a day: K, the number of the day in its year, and the encoded year."""
    value, digits = day.toordinal() * _MIX % _MOST, ""
    for _ in range(_LENGTH):
        value, digit = divmod(value, len(_DIGITS))
        digits = _DIGITS[digit] + digits
    return f"K{day.timetuple().tm_yday}-{digits}"


def day_in(text: str) -> date | None:
    """The day of the first code in a text; None without a valid code.

    The number of the day in its year is the check.
    """
    for code in _CODE.finditer(plain(text).upper()):
        number, digits = (part.translate(_READ_AS) for part in code.groups())
        if not set(digits) <= set(_DIGITS):
            continue
        value = 0
        for digit in digits:
            value = value * len(_DIGITS) + _DIGITS.index(digit)
        ordinal = value * pow(_MIX, -1, _MOST) % _MOST
        if 1 <= ordinal <= date.max.toordinal():
            day = date.fromordinal(ordinal)
            if day.timetuple().tm_yday == int(number):
                return day
    return None


def clean_code(text: str) -> str:
    """Normalise a partly typed code, without the hyphen: "k3o" and "30" become "K30"."""
    kept = "".join(sign for sign in plain(text).upper().translate(_READ_AS) if sign in _DIGITS)
    return kept if kept[:1] in ("", "K") else f"K{kept}"


def spelt(text: str) -> str:
    """Add a whole code's hyphen: "K328ZR48" is "K328-ZR48"."""
    return f"{text[:-_LENGTH]}-{text[-_LENGTH:]}"
