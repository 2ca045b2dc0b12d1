"""Statistics as a table for a spreadsheet: CSV as RFC 4180 has it, in which no cell is a formula."""

from __future__ import annotations

import csv
import io
import re

from game.core.spec import LEVELS
from game.figures import HOUSE
from game.profiles import Profiles
from game.statistics import Statistics

HEADER = (
    *("name", "game", "played", "won", "drawn", "streak", "best_streak", "points"),
    *(f"fastest_{level}" for level in LEVELS),
)
_FORMULA = re.compile("(^|[;|\t])(?=[ \"']*[=+@\t\r\n＝＋－＠-])")
"""What may begin a formula, with wide signs in some; many a spreadsheet begins a new cell after a semicolon."""


def csv_text(statistics: Statistics, profiles: Profiles, house: str) -> str:
    """The HEADER and a row for each profile and game it has played, by name and game.

    At the end those of all people together under the name `house`. Lines end in CR LF; where no win over a level was
    had, its cell is empty.
    """
    names = {profile.id: profile.name for profile in profiles.all()}
    known = [key for key in statistics.figures() if key[0] == HOUSE or key[0] in names]
    text = io.StringIO(newline="")
    writer = csv.writer(text, lineterminator="\r\n")
    writer.writerow(HEADER)
    for owner, game in sorted(known, key=lambda key: (key[0] == HOUSE, names.get(key[0], ""), key)):
        of = statistics.of(owner, game)
        numbers = (of.played, of.won, of.drawn, of.streak, of.best, of.points)
        fastest = (moves or "" for moves in of.fastest)
        writer.writerow((cell(names.get(owner, house)), cell(game), *numbers, *fastest))
    return text.getvalue()


def cell(text: str) -> str:
    """The text as a cell that no spreadsheet reckons with: an apostrophe makes text of what would be a formula."""
    return _FORMULA.sub(r"\1'", text)
