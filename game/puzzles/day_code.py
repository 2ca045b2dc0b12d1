"""The code of a day's puzzles, for sharing: "K328-7Q4D" opens the same day everywhere."""

from __future__ import annotations

import re
from datetime import date
from typing import Final

from game.core.plain_text import plain

_DIGITS: Final = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"  # Crockford's digits: no two look alike
_LENGTH: Final = 4
_MOST: Final = len(_DIGITS) ** _LENGTH
_MIX: Final = 613_333  # odd, so that codes differ, and large, so that neighbouring days look different
_READ_AS: Final = str.maketrans("OIL", "011")  # letters that look like digits
LONGEST: Final = len("K366") + _LENGTH  # without the hyphen
_HYPHENS: Final = "-\u2010-\u2015\u2212\u30fc"  # forms of the hyphen from phones and input methods
_CODE: Final = re.compile(rf"(?<![0-9A-Z])K([0-9OIL]{{1,3}})[{_HYPHENS}]([0-9A-Z]{{{_LENGTH}}})(?![0-9A-Z])")


def code_of(day: date) -> str:
    """Return the code of a day: the letter "K", the day's number in its year, a hyphen, and the encoded date."""
    value, digits = day.toordinal() * _MIX % _MOST, ""
    for _ in range(_LENGTH):
        value, digit = divmod(value, len(_DIGITS))
        digits = _DIGITS[digit] + digits
    return f"K{day.timetuple().tm_yday}-{digits}"


def day_in(text: str) -> date | None:
    """Return the day of the first valid code in a text; None if there is none.

    A code is valid if its number of the day agrees with its encoded date.
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
    """Normalise a partly typed code, and remove its hyphen: "k3o" and "30" become "K30"."""
    kept = "".join(sign for sign in plain(text).upper().translate(_READ_AS) if sign in _DIGITS)
    return kept if kept[:1] in ("", "K") else f"K{kept}"


def spelt(text: str) -> str:
    """Return a whole code with its hyphen: "K328ZR48" becomes "K328-ZR48"."""
    return f"{text[:-_LENGTH]}-{text[-_LENGTH:]}"
