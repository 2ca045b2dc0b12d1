"""The replay and the archive."""

from __future__ import annotations

import os
from dataclasses import replace
from functools import partial
from pathlib import Path
from unittest.mock import patch

from game.core.record import Record, SeatConfig
from game.core.rules import Outcome
from game.quoridor import SPEC as QUORIDOR
from game.records.game_code import unpack
from game.records.validation import TwoReadingsError
from scenes.archive.archive_scene import ArchiveScene, RowsScene, shown
from scenes.archive.replay_scene import ReplayScene
from scenes.kit.input.intents import KEYBOARD, MOUSE, TOUCH, Device, Kind
from scenes.table.sharing.share_dialog import ShareDialog
from tools.catalogue.common import AGAINST_AI, AOI, PAD, record_of, showing
from tools.catalogue.quoridor import FOUR, FOUR_SEATS, TWO, WON
from tools.shooter import Shoot, Shooter

FINISHED = "2026-11-21T20:30:00+00:00"
SHARED = "Kissaten · No. 330 · 2026-11-21\nQuoridor ★★★ · 1:40\nCoffee ★★☆ · 2:10\nStar 3×3 ★★★\n8 of 12 stars · 3:50"
FOREIGN = SeatConfig("human", name="Maximiliane Rosenbaum", identity="hexagon")


def game(
    actions: tuple[str, ...], seats: tuple[SeatConfig, ...], winner: int | None = None, reason: str = ""
) -> Record:
    """Return a game of Quoridor; without a winner it is unfinished."""
    result = None if winner is None else Outcome((winner,), reason)
    return replace(record_of("quoridor", actions, seats), result=result)


RUNNING = game(TWO, AGAINST_AI)
GAMES = (
    game(WON, AGAINST_AI, 0, "goal"),
    game(FOUR, FOUR_SEATS, 1, "resign"),
    game(TWO, AGAINST_AI[::-1], 0, "resign"),
    game(TWO[:11], (AOI, FOREIGN), 1, "resign"),
    RUNNING,
)


def replay(record: Record, ply: int, device: Device, *presses: Kind) -> Shoot:
    """Show a replay at `ply`, after some presses."""
    return showing(lambda services: ReplayScene(services, QUORIDOR, record, ply), device, *presses)


def archive(count: int, device: Device, *presses: Kind) -> Shoot:
    """Show the archive with `count` games, after some presses; its export folder holds two files."""

    def shoot(shooter: Shooter) -> None:
        folder = Path(os.environ["KISSATEN_DATA"]) / "Kissaten"
        os.environ["KISSATEN_EXPORT"] = str(folder)
        folder.mkdir()
        for day, text in (("20", GAMES[0].to_json()), ("21", "{}")):
            (folder / f"quoridor 2026-11-{day} Aoi, Ren.json").write_text(text)
        # Every picture shows the same day.
        with patch("game.storage.shelf.now", lambda: FINISHED):
            for number in range(count):
                shooter.services.store.finish(GAMES[(count - 1 - number) % len(GAMES)])
        showing(ArchiveScene, device, *presses)(shooter)

    return shoot


def either() -> TwoReadingsError:
    """Return the error for an ambiguous list of moves: it is legal with row 1 near the first player, and far."""
    try:
        unpack("e3h d6v")
    except TwoReadingsError as error:
        return error
    raise AssertionError


SCENES: dict[str, Shoot] = {
    "replay2": replay(RUNNING, 12, PAD),
    "replay2-start": replay(RUNNING, 0, MOUSE),
    "replay2-end": replay(GAMES[0], len(WON), KEYBOARD),
    "replay2-touch": replay(RUNNING, 12, TOUCH),
    "home": replay(replace(GAMES[1], played=FINISHED), len(FOUR), PAD, Kind.RULES),
    "home-touch": replay(replace(GAMES[0], played=FINISHED), len(WON), TOUCH, Kind.RULES),
    "share-scan": showing(lambda services: ShareDialog(services, SHARED).code(), PAD),
    "replay4": replay(GAMES[1], 20, PAD),
    "branch": replay(GAMES[1], 12, PAD, Kind.HINT),
    "archive": archive(9, PAD),
    "archive-touch": archive(9, TOUCH),
    "archive-many": archive(200, KEYBOARD, Kind.NEXT, Kind.NEXT),
    "archive-empty": archive(0, KEYBOARD),
    "archive-more": archive(9, PAD, Kind.SECONDARY),
    "archive-exported": archive(9, PAD, Kind.SECONDARY, Kind.CONFIRM),
    "import-rows": showing(lambda services: RowsScene(services.stage, either(), partial(shown, services)), PAD),
    "import": archive(3, PAD, Kind.HINT),
    "import-refused": archive(3, PAD, Kind.HINT, Kind.CONFIRM),
}
