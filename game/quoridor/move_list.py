"""Games of Quoridor as lists of moves, in the forms that people and other programs write.

Some parts are ignored: numbers (`12.`, `3...`), results, headers in [brackets], comments ({...}, (...), or from ; or #
or // to the end of the line) and signs after a move (*, !, ?, +). A wall is "e3h", "he3" or "h:e3", also in capital
letters. Row 1 may be at the first player's side or at the far side: both are tried, and illegal readings are dropped.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from game.core.options import resolve
from game.core.plain_text import plain
from game.core.record import ReplayError, replay
from game.core.rules import IllegalActionError, NotationError
from game.core.spec import GameSpec, TextGame
from game.quoridor.rules import parse
from game.quoridor.state import SIZE, SLOTS, State

NEAR, FAR = "near", "far"
"""The side where row 1 is: the first player's side, or the far side."""

_ASIDE = re.compile(r"\{[^{}]*\}|\([^()]*\)|\[[^\[\]]*\]|(;|#|//).*")
_NUMBER = re.compile(r"\b\d+\s*[.:)]+|\b\d+\.*(?=\s|$)|\b[01]-[01]\b|…|\.{2,}")
_WORD = re.compile(r"[^\s,*!?+]+")
_MOVE = re.compile(r"(?P<before>[hv]):?(?=[a-i])|(?P<file>[a-i])(?P<row>[1-9])|:?(?P<after>[hv])", re.ASCII)
_WRITTEN = re.compile(r"[hv]?:?[a-i][1-9]|[a-i][1-9]:?[hv]", re.ASCII)


def read_text(text: str) -> Sequence[TextGame] | None:
    """Return the games that a list of moves can stand for, one for each legal reading. None if `text` is no list of
    moves.

    Raises NotationError for a word that is no move, and IllegalActionError if no reading is legal. Both name the place.
    """
    words = list(_words(plain(text).lower()))
    if not words or not _WRITTEN.fullmatch(words[0][2]):
        return None
    moves = [_move(*word) for word in words]
    found, wrong = [], list[ReplayError]()
    for rows in (NEAR, FAR):
        actions = tuple(moves if rows == NEAR else map(flipped, moves))
        for players in (2, 4):
            options = resolve(_spec().options, {"players": players})
            try:
                replay(_spec(), options, 0, actions)
            except ReplayError as error:
                wrong.append(error)
            else:
                found.append(TextGame(options, actions, rows))
                break
    if not found:
        best = max(wrong, key=lambda error: error.ply)
        line, column, word = words[best.ply]
        raise IllegalActionError(f"line {line}, column {column}: move {best.ply + 1}, {word!r}: {best.cause}")
    return found


def flipped(move: str) -> str:
    """Return a move as it is written if row 1 is at the other side."""
    if len(move) == 1 or not move[1].isdigit():
        return move
    rows = SIZE if len(move) == 2 else SLOTS
    return f"{move[0]}{rows + 1 - int(move[1])}{move[2:]}"


def write_text(state: State, actions: Sequence[str]) -> str:
    """Return the moves of a game, numbered by rounds: "1. e2 e8 2. e3 e7"."""
    seats = len(state.pawns)
    rounds = [actions[start : start + seats] for start in range(0, len(actions), seats)]
    return " ".join(f"{number}. {' '.join(moves)}" for number, moves in enumerate(rounds, 1))


def _spec() -> GameSpec:
    from game.quoridor import SPEC

    return SPEC


def _words(text: str) -> Iterator[tuple[int, int, str]]:
    """Yield the words that may be moves, each with its line and column."""
    blank = _ASIDE.sub(_blanked, text)
    for number, line in enumerate(_NUMBER.sub(_blanked, blank).splitlines(), 1):
        for word in _WORD.finditer(line):
            yield number, word.start() + 1, word[0]


def _blanked(found: re.Match[str]) -> str:
    """Return blanks in place of a match, so that lines and columns of the text stay the same."""
    return re.sub(r"[^\n]", " ", found[0])


def _move(line: int, column: int, word: str) -> str:
    """Convert a word to the game's notation. Raises NotationError."""
    parts = list(_MOVE.finditer(word))
    sides = [part["before"] or part["after"] for part in parts if part["file"] is None]
    cells = [part[0] for part in parts if part["file"]]
    if "".join(part[0] for part in parts) == word and len(cells) == 1 and len(sides) <= 1:
        move = cells[0] + "".join(sides)
        try:
            parse(move)
            return move
        except NotationError:
            pass
    if word == "pass":
        return word
    raise NotationError(f"line {line}, column {column}: {word[:20]!r} is no move")
