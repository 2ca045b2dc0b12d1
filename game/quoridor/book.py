"""The book of the game's puzzles; see `game.puzzles`."""

from game.core.options import resolve
from game.puzzles.stored import StoredBook
from game.quoridor import SPEC

BOOK = StoredBook(SPEC.id, resolve(SPEC.options, {}))
