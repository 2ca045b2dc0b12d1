"""Quoridor: matches, their results, its rules and exercises."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from game.core.device_id import DeviceId
from game.core.options import resolve
from game.core.record import Record, SeatConfig
from game.quoridor.state import WallPlacement
from game.registry import find
from scenes.kit.input.intents import KEYBOARD, MOUSE, TOUCH, Device, Intent, Kind
from scenes.match.match_scene import MatchScene
from scenes.table.loading import lessons_of
from tools.catalogue.common import (
    AGAINST_AI,
    AOI,
    HARU,
    MIO,
    PAD,
    REN,
    REN_AI,
    demo,
    match_of,
    playing,
    practice,
    record_of,
    showing,
    texts,
)
from tools.shooter import Shoot, Shooter

TWO = texts("e2 e8 g7v e7 e3 f3h d6h d7 e4 e4h c7v e7 f4 f4v e4 f7 d4 g7")
FOUR = texts(
    "e2 b5 e8 h5 e3 c8v f8 g5 d3 b6 f7 g4 c6v c4v g7 f4 d2 b7 d5h f3 c2 a6v h7 e3h d2v b8 g3h d4v c3 c3h h6 h2h e1h b7"
)
WON = texts("e2 e8 e3 e7 e4 e6 e5 e4 e6 e3 e7 e2 e8 d2 e9")
SEALED = "a8h d9 c8h e9 e8h d9 g8h e9"
FOUR_SEATS = (AOI, MIO, replace(REN, device=DeviceId("pad3")), HARU)
# The number of the first wall slot in the sixth row.
SLOT = 5 * 8


def match(shooter: Shooter, actions: Iterable[str], seats: tuple[SeatConfig, ...]) -> MatchScene:
    """Return a match in the position after `actions`."""
    return match_of(shooter.services, record_of("quoridor", actions, seats))


def hover(scene: MatchScene, anchor: int, orientation: str) -> Intent:
    """Return the intent that points the mouse at a wall's slot, near its middle."""
    rect = scene.board.geometry.wall_rect(WallPlacement(anchor, orientation))  # type: ignore[attr-defined, arg-type]
    shift = rect.width // 8 if rect.width > rect.height else 0
    return Intent(Kind.HOVER, MOUSE, (rect.centerx + shift, rect.centery + (0 if shift else rect.height // 8)))


def wall(device: Device) -> Shoot:
    """Show the preview of the wall g6h, with the glyphs of `device`."""

    def shoot(shooter: Shooter) -> None:
        scene = match(shooter, TWO, AGAINST_AI)
        shooter.show(scene, device)
        hovering = hover(scene, SLOT + 6, "h")
        if device is TOUCH:
            shooter.press(*(Intent(kind, TOUCH, hovering.point) for kind in (Kind.PRESS, Kind.RELEASE)))
            return
        shooter.press(hovering)
        shooter.services.stage.devices.current = device
        shooter.run(0.2)

    return shoot


def hovered(actions: Iterable[str] | str, anchor: int, orientation: str) -> Shoot:
    """Point the mouse at a slot where no wall is allowed."""

    def shoot(shooter: Shooter) -> None:
        scene = match(shooter, actions, AGAINST_AI)
        shooter.show(scene, MOUSE)
        shooter.press(hover(scene, anchor, orientation))

    return shoot


def result(*presses: Kind) -> Shoot:
    """Show a won game, after some presses."""

    def shoot(shooter: Shooter) -> None:
        playing("quoridor", WON, AGAINST_AI, PAD, wait=2.5)(shooter)
        shooter.press(*(Intent(kind, PAD) for kind in presses))

    return shoot


def result_of(game: str) -> Shoot:
    """Show the end of a game's demonstration, which is a whole game."""

    def make(shooter: Shooter) -> None:
        lesson = lessons_of(find(game)).demo
        actions = (*lesson.position.actions, *(action for beat in lesson.beats for action in beat.actions))
        options = dict(lesson.position.options)
        seats = (AOI, REN_AI, MIO, HARU)[: find(game).seat_count(resolve(find(game).options, options))]
        playing(game, actions, seats, KEYBOARD, wait=2.5, **options)(shooter)

    return make


def share_puzzle(shooter: Shooter) -> None:
    """Share a puzzle of Hyper Robots that was solved with two moves too many."""
    actions = tuple(f"0:{move}" for move in ("green E", "yellow N", "yellow W", "yellow N"))
    record = Record("robots", {"players": 1}, 12, actions, (AOI,))
    services = shooter.services
    showing(lambda _: match_of(services, record, services.agent), TOUCH, wait=2.5)(shooter)
    shooter.press(Intent(Kind.HINT, TOUCH))


def rules(page: int, device: Device = PAD) -> Shoot:
    """Show a page of the rules, over a match."""
    return playing("quoridor", TWO, AGAINST_AI, device, Kind.RULES, *[Kind.NEXT] * page)


SCENES: dict[str, Shoot] = {
    "match2-start": playing("quoridor", "", AGAINST_AI, KEYBOARD),
    "match2-mouse": playing("quoridor", TWO, AGAINST_AI, MOUSE),
    "match2-wall": wall(PAD),
    "match2-touch": wall(TOUCH),
    "match2-north": playing("quoridor", [*TWO, "d5"], AGAINST_AI[::-1], KEYBOARD),
    "match2-overlap": hovered(TWO, SLOT + 4, "h"),
    "match2-sealed": hovered(SEALED, 63, "v"),
    "match4": playing("quoridor", FOUR, FOUR_SEATS, PAD),
    "pause": playing("quoridor", TWO, AGAINST_AI, KEYBOARD, Kind.PAUSE),
    "undo": playing("quoridor", TWO, (AOI, REN), PAD, Kind.UNDO),
    "result": result(),
    "result-board": result(Kind.BACK),
    "share": result(Kind.HINT),
    "share-puzzle": share_puzzle,
    **{f"result-{game}": result_of(game) for game in ("coffee", "robots", "star")},
    "rules-goal": rules(0),
    "rules-jump": rules(2, KEYBOARD),
    "rules-third": rules(5, TOUCH),
    "rules-shut": rules(11),
    "practice-hint": practice("quoridor", 0, KEYBOARD, Kind.HINT, wait=0.6),
    "practice-wrong": practice("quoridor", 1, TOUCH, Kind.SECONDARY, Kind.CONFIRM, wait=0.6),
    "practice-right": practice("quoridor", 1, PAD, Kind.CONFIRM, wait=0.6),
    "practice-shut": practice("quoridor", 3, PAD, Kind.SECONDARY, Kind.CONFIRM, wait=0.6),
    "demo": demo("quoridor", PAD, 9.0),
}
