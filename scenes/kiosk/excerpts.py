"""Parts of good games that the show plays: they were chosen for what happens in them, and lie in `assets/show.json`.

`python -m tools.bake_show` chooses them. A beat is what the show does at once: its last action is seen, those before it
are not, as when everybody agrees and somebody then moves a robot.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from scenes.kit.assets import AssetError, Assets

FILE = "show.json"


@dataclass(frozen=True, slots=True)
class Excerpt:
    """A game from its start to where the show leaves it; `options` are those that are not the usual ones.

    `taste` is the beat at which the liveliest few begin. `chips`, of a game in rounds, are the beats at which they
    begin, each with the fewest moves that its puzzle needs: the show begins with one of them.
    """

    game: str
    options: Mapping[str, Any]
    seed: int
    beats: tuple[tuple[str, ...], ...]
    taste: int
    chips: tuple[tuple[int, int], ...] = ()

    def begin(self, count: int) -> int:
        """The beat from which at most `count` are left, or where the last round begins."""
        first = max(0, len(self.beats) - count)
        starts = [beat for beat, _ in self.chips]
        return next((beat for beat in starts if beat >= first), starts[-1]) if starts else first

    def optimum(self, beat: int) -> int | None:
        """The fewest moves that the puzzle of a beat needs, where it is one."""
        return next((fewest for start, fewest in reversed(self.chips) if start <= beat), None)


def read_excerpts(assets: Assets) -> tuple[Excerpt, ...]:
    """All there are; () without the file, for the show then plays games of its own. Raises AssetError."""
    if not assets.has(FILE):
        return ()
    try:
        return tuple(_excerpt(found) for found in assets.data(FILE))
    except (KeyError, TypeError, ValueError) as error:
        raise AssetError(f"{FILE}: {error!r}") from error


def as_json(excerpt: Excerpt) -> dict[str, Any]:
    """An excerpt as `read_excerpts` takes it."""
    return {
        "game": excerpt.game,
        "options": dict(excerpt.options),
        "seed": excerpt.seed,
        "taste": excerpt.taste,
        "chips": [list(chip) for chip in excerpt.chips],
        "beats": ", ".join(" + ".join(beat) for beat in excerpt.beats),
    }


def _excerpt(found: Mapping[str, Any]) -> Excerpt:
    beats: Sequence[str] = found["beats"].split(", ")
    return Excerpt(
        found["game"],
        found["options"],
        found["seed"],
        tuple(tuple(beat.split(" + ")) for beat in beats),
        found["taste"],
        tuple((beat, fewest) for beat, fewest in found["chips"]),
    )
