"""Screenshots of the review; part of `tools/shots.py`. The games and what was found of them are data, made by the
game's own search, so that a picture is the same on every machine."""

from __future__ import annotations

import json
from pathlib import Path

from game.core.record import Record, SeatConfig, replay
from game.registry import find
from game.session import Session
from scenes.archive.reading_scene import review_of
from scenes.kit.intents import Device, Intent, Kind
from scenes.match.match_scene import MatchScene
from scenes.table.loading import make_board
from tools.shooter import Shoot, Shooter

GAMES = Path(__file__).with_name("reviewed_games.json")


def reviewed(game: str, seats: tuple[SeatConfig, ...]) -> tuple[Record, str]:
    """A finished game between `seats`, and the text of its review."""
    kept = json.loads(GAMES.read_text(encoding="utf-8"))[game]
    spec = find(game)
    actions = tuple(kept["actions"].split())
    outcome = spec.rules.outcome(replay(spec, kept["options"], 0, actions).state)
    return Record(game, kept["options"], 0, actions, seats, (), outcome), json.dumps(kept["review"])


def review(game: str, seats: tuple[SeatConfig, ...], device: Device, *presses: Kind, known: bool = True) -> Shoot:
    """The review of a game, after some presses; not `known`: while it is still looked for."""

    def shoot(shooter: Shooter) -> None:
        record, text = reviewed(game, seats)
        shooter.services.store.finish(record)
        if known:
            shooter.services.store.keep_review(record, text)
        shooter.show(review_of(shooter.services, find(game), record), device)
        shooter.run(0.6)
        shooter.press(*(Intent(kind, device) for kind in presses))

    return shoot


def result(game: str, seats: tuple[SeatConfig, ...], device: Device) -> Shoot:
    """The result of a game whose review is there already."""

    def shoot(shooter: Shooter) -> None:
        record, text = reviewed(game, seats)
        store, spec = shooter.services.store, find(game)
        store.finish(record)
        store.keep_review(record, text)
        session = Session.resume(spec, record, agent=shooter.services.agent, store=store)
        shooter.show(MatchScene(shooter.services, session, make_board(shooter.services, spec, session.options)), device)
        shooter.run(3.0)

    return shoot


def scenes(seats: tuple[SeatConfig, ...], devices: dict[str, Device]) -> dict[str, Shoot]:
    """The scenes by name."""
    pad, keys, touch = (devices[name] for name in ("pad", "keyboard", "touch"))
    return {
        "review": review("quoridor", seats, pad),
        "review-next": review("quoridor", seats, keys, Kind.NEXT),
        "review-touch": review("quoridor", seats, touch),
        "review-coffee": review("coffee", seats, pad),
        "review-star": review("star", seats, keys),
        "result-curve": result("quoridor", seats, pad),
    }
