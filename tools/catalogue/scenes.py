"""The catalogue: each scene in each of its states by name, and what it needs to be shown."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from game.registry import GAMES
from tools.catalogue import (
    archive,
    coffee,
    couch,
    films,
    house,
    kiosk,
    operator,
    phones,
    quoridor,
    records,
    review,
    robots,
    star,
    today,
    widest,
)
from tools.shooter import Shoot


@dataclass(frozen=True, slots=True)
class Entry:
    """A scene in some state; `show` puts it on the screen.

    `game`: the game it belongs to, "" if all share it. `kiosk`: only a kiosk has it. `phones`: it needs phones.
    `pictured`: `tests/golden` has a picture of it.
    """

    show: Shoot
    game: str = ""
    kiosk: bool = False
    phones: bool = False
    pictured: bool = True

    @property
    def needs(self) -> str:
        """Return what the scene needs, in words."""
        wants = {"kiosk": self.kiosk, "phones": self.phones}
        return ", ".join([*filter(None, [self.game]), *(name for name, is_wanted in wants.items() if is_wanted)])


def _entries(
    scenes: Mapping[str, Shoot], game: str = "", kiosk: bool = False, phones: bool = False, pictured: bool = True
) -> dict[str, Entry]:
    """Return the entries of a module; a scene whose name has a game's id belongs to that game."""
    return {
        name: Entry(
            show,
            game or next((title for title in GAMES if title in name.split("-")), ""),
            kiosk,
            phones or "phones" in name.split("-"),
            pictured and name not in PATHS_SHOWN,
        )
        for name, show in scenes.items()
    }


PATHS_SHOWN = {"archive-exported", "import", "import-refused"}
"""The scenes that show a folder's path, which differs in each run."""
SCENES: dict[str, Entry] = {
    **_entries(house.SCENES),
    **_entries(quoridor.SCENES, "quoridor"),
    **_entries(couch.SCENES),
    **_entries(phones.SCENES, phones=True),
    **_entries(kiosk.SCENES, kiosk=True),
    **_entries(operator.SCENES, kiosk=True),
    **_entries(records.SCENES),
    **_entries(archive.SCENES, "quoridor"),
    **_entries(films.SCENES, "quoridor"),
    **_entries(review.SCENES),
    **_entries(coffee.SCENES, "coffee"),
    **_entries(star.SCENES, "star"),
    **_entries(robots.SCENES, "robots"),
    **_entries(today.SCENES),
    **_entries(widest.SHARED, pictured=False),
    **_entries(widest.UNATTENDED, kiosk=True, pictured=False),
}
