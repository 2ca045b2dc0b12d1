"""The words of a game's records, for short codes (`game.records.game_code`)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from game.core.decode import read_json, write_json

# Comes before the JSON text of an action that the dictionary lacks. A line feed follows the text.
_LITERAL = 0


@dataclass(frozen=True, slots=True)
class Dictionary:
    """The action texts of a game. They must not change after codes were made with them.

    An action is one of `actions`, or one of `beginnings` followed by one of `actions`. The two lists have at most 255
    entries together. `usual` is other frequent text in the JSON of the game's records: options, reasons of results.
    """

    actions: tuple[str, ...] = ()
    beginnings: tuple[str, ...] = ()
    usual: str = ""

    def pack(self, actions: tuple[str, ...]) -> bytes:
        """Encode the `actions` of a record. Most take one or two bytes."""
        words = {word: bytes([number]) for number, word in enumerate(self.actions, self._first)}
        known = dict(words)
        for number, beginning in enumerate(self.beginnings, 1):
            known |= {beginning + word: bytes([number]) + byte for word, byte in words.items()}
        return b"".join(known[text] if text in known else _literal(text) for text in actions)

    def unpack(self, data: bytes) -> Iterator[str]:
        """Yield the actions that `pack` encoded. Raises ValueError."""
        beginning, at = "", 0
        while at < len(data):
            number, at = data[at], at + 1
            if number == _LITERAL:
                end = data.index(b"\n", at)
                word, at = read_json(data[at:end].decode("utf-8", "surrogatepass")), end + 1
                if not isinstance(word, str) or beginning:
                    raise ValueError("an action is no text")
                yield word
            elif number < self._first:
                if beginning:
                    raise ValueError("an action begins twice")
                beginning = self.beginnings[number - 1]
            elif number - self._first < len(self.actions):
                yield beginning + self.actions[number - self._first]
                beginning = ""
            else:
                raise ValueError("an action is none of the game's")
        if beginning:
            raise ValueError("an action has no end")

    @property
    def _first(self) -> int:
        """The byte for the first of `actions`."""
        return len(self.beginnings) + 1


def _literal(text: str) -> bytes:
    return bytes([_LITERAL]) + write_json(text) + b"\n"
