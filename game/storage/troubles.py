"""Troubles of the store, as the screen and the log tell them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True, slots=True)
class StoreTrouble:
    """A trouble of the store, by its kind.

    `damaged`: the file was set aside as `path` and a fresh one started. `newer` and `read`: `path` stays as it is, is
    not read, and nothing of this run is kept. `unwritable`: `path` was read, but cannot be written now. `write`: the
    last write failed, and is tried again. `unreadable`: an unfinished game cannot be read; it lies on the shelf as
    damaged.
    """

    kind: Literal["damaged", "newer", "unwritable", "write", "read", "unreadable"]
    path: str
    detail: str

    def __str__(self) -> str:
        """One English sentence or two."""
        return _SENTENCES[self.kind].format(path=self.path, detail=self.detail)


_SENTENCES = {
    "damaged": "The saved data was damaged ({detail}). It was set aside as {path}; a fresh store starts.",
    "newer": "{path} is from a newer version ({detail}). It stays untouched; nothing is saved now.",
    "unwritable": "{path} cannot be written ({detail}). Nothing is saved until that changes.",
    "write": "Saving to {path} failed ({detail}). The game goes on.",
    "read": "Reading from {path} failed ({detail}). Nothing is saved in this run.",
    "unreadable": "An unfinished game cannot be read ({detail}). It lies on the shelf as damaged.",
}
