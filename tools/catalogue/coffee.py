"""Coffee: a match with its wheel and its swap, its rules and exercises."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from game.coffee.board import cell_of_name
from game.core.device_id import ANY
from game.core.record import SeatConfig
from scenes.coffee.board import CoffeeBoard
from scenes.kit.input.intents import KEYBOARD, MOUSE, TOUCH, Device, Intent, Kind
from scenes.match.match_scene import MatchScene
from tools.catalogue.common import HARU, MIO, PAD, PEOPLE, demo, match_of, playing, practice, record_of
from tools.shooter import Shoot, Shooter

SEATS = (HARU, replace(MIO, identity="star", device=ANY))
HEX4: dict[str, Any] = {"board": "hex4", "n": 4}
HEX5: dict[str, Any] = {"board": "hex5", "n": 5}
PIE = {**HEX4, "pie": True}
MIDDLE = "b4h b5u c5h c2u e2d i2h i3d h3h h4d e4h e7h e6d f6h f4u g3u e5u d5h d6h d3h"
SQUARE = "c2u b3v c3u d2v e2d d1h d4v c4v a4h a3h a2d d5v e5d"
# On b2 the stick cannot lie along u, because the other cells of that line, a3 and c1, are full.
DIAGONAL = "c1v d1v b1d d3v e3v a3h a2h a4u c2v"
ROW = (
    "b1u a1u d1u c1d d2d e2u d3h d7u e6h e1d g1u d4h d5u b5u g2h g3u f4h f2u a4u e3h e5u c6h c4h c3d b2h b3h b4d a3h "
    "a2d f5u g4d e4*"
)
STUCK = "a4u c2h c1v b1h b2v a2h a1h a3d b4h b3d c4v d4d c3u d2h d1h"


def at(scene: MatchScene, cell: str) -> tuple[int, int]:
    """Return the middle of a cell on the screen."""
    board, found = scene.board, cell_of_name(cell)
    assert isinstance(board, CoffeeBoard) and found is not None
    return board.geometry.cell_rect(found).center


def shot(
    actions: str,
    options: Mapping[str, object],
    device: Device,
    *presses: Kind | str,
    seats: tuple[SeatConfig, ...] = SEATS,
    wait: float = 0.0,
) -> Shoot:
    """Show a match after `presses`: intents, or names of cells to press; "~" before a name only points at the cell."""

    def shoot(shooter: Shooter) -> None:
        scene = match_of(shooter.services, record_of("coffee", actions, seats, **options))
        shooter.show(scene, device)
        for press in presses:
            if isinstance(press, Kind):
                shooter.press(Intent(press, device))
            elif press.startswith("~"):
                shooter.press(Intent(Kind.HOVER, device, at(scene, press[1:])))
            else:
                point = at(scene, press)
                shooter.press(*(Intent(kind, device, point) for kind in (Kind.PRESS, Kind.RELEASE)))
        shooter.run(wait)

    return shoot


def rules(page: int) -> Shoot:
    """Show a page of the rules, over a match."""
    return playing("coffee", MIDDLE, SEATS, PAD, Kind.RULES, *[Kind.NEXT] * page, **HEX5)


SCENES: dict[str, Shoot] = {
    "coffee": shot(MIDDLE, HEX5, PAD, Kind.RIGHT, Kind.CONFIRM),
    "coffee-start": shot("", HEX4, KEYBOARD, seats=PEOPLE),
    "coffee-choose": shot(MIDDLE, HEX5, MOUSE, "~d7"),
    "coffee-mouse": shot(MIDDLE, HEX5, MOUSE, "d4", "~h6"),
    "coffee-touch": shot(MIDDLE, HEX5, TOUCH, "d4", "e5"),
    "coffee-off": shot(MIDDLE, HEX5, MOUSE, "g5"),
    "coffee-square": shot(SQUARE, {}, PAD, Kind.CONFIRM, Kind.NEXT),
    "coffee-barred": shot(DIAGONAL, {}, KEYBOARD, Kind.CONFIRM, Kind.NEXT),
    "coffee-swap": shot("c3d", PIE, KEYBOARD, seats=PEOPLE),
    "coffee-swapping": shot("c3d", PIE, PAD, Kind.SECONDARY, seats=PEOPLE),
    "coffee-howto": rules(3),
    "coffee-howto-swap": rules(9),
    "coffee-practice": practice("coffee", 3, PAD, Kind.CONFIRM),
    "coffee-practice-wrong": practice("coffee", 1, PAD, Kind.CONFIRM, Kind.CONFIRM),
    "coffee-demo": demo("coffee", PAD, 12.0),
    "coffee-won": shot(ROW, HEX4, PAD, wait=0.7),
    "coffee-stuck": shot(STUCK, {"board": "sq4", "n": 4}, PAD, wait=0.7),
}
