"""Screenshots of the replay and the archive; part of `tools/shots.py`."""

from __future__ import annotations

import os
from pathlib import Path
from unittest.mock import patch

from game.core.record import Record, SeatConfig
from game.core.rules import Outcome
from game.quoridor import SPEC as QUORIDOR
from scenes.archive.archive_scene import ArchiveScene
from scenes.archive.replay_scene import ReplayScene
from scenes.kit.intents import Device, Intent, Kind
from tools.shooter import Shoot, Shooter

FINISHED = "2026-11-21T20:30:00+00:00"
FOREIGN = SeatConfig("human", name="Maximiliane Rosenbaum", identity="hexagon")


def game(actions: list[str], seats: tuple[SeatConfig, ...], winner: int | None, reason: str, seed: int = 0) -> Record:
    """A game of Quoridor; without a winner it is unfinished."""
    result = None if winner is None else Outcome((winner,), reason)
    return Record("quoridor", {"players": len(seats), "jump_pairs": False}, seed, tuple(actions), seats, (), result)


def replay(record: Record, ply: int, device: Device, *presses: Kind) -> Shoot:
    """A replay at `ply`, after some presses."""

    def shoot(shooter: Shooter) -> None:
        shooter.show(ReplayScene(shooter.services, QUORIDOR, record, ply), device)
        shooter.press(*(Intent(kind, device) for kind in presses))

    return shoot


def archive(games: list[Record], count: int, device: Device, *presses: Kind) -> Shoot:
    """The archive with `count` games, after some presses; its export folder holds two files."""

    def shoot(shooter: Shooter) -> None:
        folder = Path(os.environ["KISSATEN_DATA"]) / "Kissaten"
        os.environ["KISSATEN_EXPORT"] = str(folder)
        folder.mkdir()
        for day in ("20", "21"):
            (folder / f"quoridor 2026-11-{day} Aoi, Ren.json").write_text(games[0].to_json() if day == "20" else "{}")
        with patch("game.shelf.now", lambda: FINISHED):  # the same day in every shot
            for number in range(count):
                shooter.services.store.finish(games[(count - 1 - number) % len(games)])
        shooter.show(ArchiveScene(shooter.services), device)
        shooter.press(*(Intent(kind, device) for kind in presses))

    return shoot


def scenes(
    two: list[str],
    four: list[str],
    seats: tuple[SeatConfig, ...],
    four_seats: tuple[SeatConfig, ...],
    devices: dict[str, Device],
) -> dict[str, Shoot]:
    """The scenes by name, for the games and devices that all shots share."""
    pad, keys, mouse, touch = (devices[name] for name in ("pad", "keyboard", "mouse", "touch"))
    won = ["e2", "e8", "e3", "e7", "e4", "e6", "e5", "e4", "e6", "e3", "e7", "e2", "e8", "d2", "e9"]
    over = game(won, seats, 0, "goal")
    games = [
        over,
        game(four, four_seats, 1, "resign"),
        game(two, (seats[1], seats[0]), 0, "resign"),
        game(two[:11], (seats[0], FOREIGN), 1, "resign"),
        game(two, seats, None, ""),
    ]
    running = game(two, seats, None, "")
    return {
        "replay2": replay(running, 12, pad),
        "replay2-start": replay(running, 0, mouse),
        "replay2-end": replay(over, len(won), keys),
        "replay2-touch": replay(running, 12, touch),
        "replay4": replay(games[1], 20, pad),
        "branch": replay(games[1], 12, pad, Kind.HINT),
        "archive": archive(games, 9, pad),
        "archive-touch": archive(games, 9, touch),
        "archive-many": archive(games, 200, keys, Kind.NEXT, Kind.NEXT),
        "archive-empty": archive(games, 0, keys),
        "archive-more": archive(games, 9, pad, Kind.SECONDARY),
        "archive-exported": archive(games, 9, pad, Kind.SECONDARY, Kind.CONFIRM),
        "import": archive(games, 3, pad, Kind.HINT),
        "import-refused": archive(games, 3, pad, Kind.HINT, Kind.CONFIRM),
    }
