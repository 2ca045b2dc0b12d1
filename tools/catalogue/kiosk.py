"""The attract show of the kiosk."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime

from game.core.review import Fact
from game.core.rules import AnyStep
from game.records.playback import Playback
from game.registry import GAMES
from scenes.kiosk.attract_cards import cards_for
from scenes.kiosk.attract_scene import AttractScene, ShownGame
from scenes.kiosk.programme import Programme, Show, read_excerpts
from scenes.kit.input.intents import KEYBOARD, TOUCH, Device
from tools.catalogue import rooms
from tools.catalogue.common import PAD
from tools.catalogue.phones import a_join_code
from tools.catalogue.records import fill
from tools.shooter import Shoot, Shooter

NOW = datetime(2026, 3, 14, 14, 32)
TEXTS = {"en": "Cake of the day: yuzu", "ja": "ケーキは柚子です"}
# Pictures show the position after the last move.
MOVES = {
    "quoridor": "e2 e8 g7v e7 e3 f3h d6h d7 e4 e4h c7v e7 f4 f4v e4 f7 d4 g7 f6h",
}
REASONS = {
    "quoridor": Fact(
        "wall_costs",
        (1,),
        cells={"old": (60, 51, 42, 33, 34, 25, 16, 7), "new": (60, 69, 78, 79, 70, 61, 52, 43, 34, 25, 16, 7)},
    )
}


def show(shooter: Shooter, first: str, text: bool, phones: str = "") -> Show:
    """Start the show of all games, `first` first, at a fixed time; `phones` is the address on the invitation."""
    games = (first, *(game for game in GAMES if game != first))
    line = TEXTS[shooter.services.stage.strings.language] if text else ""
    join_code = a_join_code(phones) if phones else None
    return Show(games, text=line, clock=lambda: NOW, join_code=lambda: join_code)


def leap(game: ShownGame, actions: Sequence[str]) -> AnyStep:
    """Apply all `actions` but the last, without showing them; return the last one, which is shown next."""
    ply, record = game.playback.ply, game.playback.record
    record = replace(record, actions=(*record.actions[:ply], *actions))
    game.playback = Playback(game.spec, record, ply)
    step = game.go(len(actions))
    game.shown = step.before
    return step


def attract(game: str, device: Device, text: bool = True, phones: str = "") -> Shoot:
    """Show a game in the attract show, with a caption: after its MOVES, or if it has none, in its first excerpt."""

    def shoot(shooter: Shooter) -> None:
        services = shooter.services
        programme = Programme(
            () if game in MOVES else read_excerpts(services.stage.assets), lambda: services.stage.time
        )
        scene = AttractScene(services, show(shooter, game, text, phones), programme)
        shooter.show(scene, device)
        if game in MOVES:
            leap(scene.table, MOVES[game].split())
        while scene.moves < 1 or not scene.text:
            shooter.run(0.1)
        scene.reason = REASONS.get(game, scene.reason)
        shooter.run(1.6)

    return shoot


def card(number: int, phones: str = "") -> Shoot:
    """Show card `number` of the show."""

    def shoot(shooter: Shooter) -> None:
        if number:
            fill(shooter.services.store, 5)
        scene = AttractScene(shooter.services, show(shooter, "star", False, phones))
        shooter.show(scene, TOUCH)
        found = list(
            cards_for(shooter.services, "robots", scene.show.games, NOW.date(), scene.column.card, scene.table.frame)
        )
        scene.end(found[number], 0.0)
        shooter.run(2.0)

    return shoot


SCENES: dict[str, Shoot] = {
    "attract-quoridor": attract("quoridor", TOUCH),
    "attract-robots": attract("robots", TOUCH),
    "attract-coffee": attract("coffee", KEYBOARD, text=False),
    "attract-star": attract("star", PAD),
    "attract-phones": attract("quoridor", TOUCH, phones="192.168.1.20"),
    "attract-phones-long": attract("coffee", PAD, text=False, phones="192.168.100.200"),
    "attract-phones-rule": card(0, phones="192.168.1.20"),
    "attract-phones-records": card(-1, phones="192.168.1.20"),
    "attract-rule": card(0),
    "attract-puzzle": card(1),
    "attract-solution": card(3),
    "attract-route": card(9),
    "attract-records": card(-1),
    **rooms.SCENES,
}
