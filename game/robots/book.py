"""The book of the game's puzzles; see `game.puzzles`. Each is a game for one, whose solver finds a shortest route."""

from game.core.options import resolve
from game.puzzles.stored import StoredBook
from game.robots import SPEC

BOOK = StoredBook(SPEC.id, resolve(SPEC.options, {"players": 1}))
