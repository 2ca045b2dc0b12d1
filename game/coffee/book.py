"""The book of the game's puzzles; see `game.puzzles`."""

from game.coffee import SPEC
from game.core.options import resolve
from game.puzzles.stored import StoredBook

BOOK = StoredBook(SPEC.id, resolve(SPEC.options, {}))
