"""Screenshots of the review; part of `tools/shots.py`. The games and what was found of them are data, made by the
game's own search, so that a picture is the same on every machine."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

from game.agents.agent import Job, Thought
from game.agents.inline import InlineAgent
from game.core.record import Record, SeatConfig, record_from_json, replay
from game.playback import Playback
from game.registry import find
from game.review.kept import review_from_json
from game.session import Session
from scenes.archive.replay_scene import ReplayScene
from scenes.archive.review_scene import ReviewScene
from scenes.kit.intents import Device, Intent, Kind
from scenes.learn.sample import sample_optima, sample_record
from scenes.match.match_scene import MatchScene
from scenes.table.loading import make_board
from tools.shooter import Shoot, Shooter

GAMES = Path(__file__).with_name("reviewed_games.json")


def reviewed(game: str, seats: tuple[SeatConfig, ...]) -> tuple[Record, str]:
    """A finished game between `seats`, and the text of its review."""
    kept = json.loads(GAMES.read_text(encoding="utf-8"))[game]
    spec = find(game)
    actions = tuple(kept["actions"] if isinstance(kept["actions"], list) else kept["actions"].split())
    seed = kept.get("seed", 0)
    outcome = spec.rules.outcome(replay(spec, kept["options"], seed, actions).state)
    return Record(game, kept["options"], seed, actions, seats, (), outcome), json.dumps(kept["review"])


def review(game: str, seats: tuple[SeatConfig, ...], device: Device, *presses: Kind, known: bool = True) -> Shoot:
    """The review of a game, after some presses; not `known`: while it is still looked for."""

    def shoot(shooter: Shooter) -> None:
        record, text = reviewed(game, seats)
        shooter.services.store.finish(record)
        if known:
            shooter.services.store.keep_review(record, text)
        spec = find(game)
        shooter.show(ReviewScene(shooter.services, spec, record, Playback(spec, record)), device)
        shooter.run(0.6)
        shooter.press(*(Intent(kind, device) for kind in presses))

    return shoot


class Knowing(InlineAgent):
    """Values the positions of one game as they are kept."""

    def __init__(self, text: str, positions: int) -> None:
        super().__init__()
        self._values = review_from_json(text, positions, 2)
        self._value: Job | None = None

    def request(self, job: Job) -> None:
        self._value = job if job.kind == "value" else None
        if self._value is None:
            super().request(job)

    def poll(self) -> Thought | None:
        job, self._value = self._value, None
        if job is None:
            return super().poll()
        value = self._values[len(record_from_json(job.record).actions)]
        assert value is not None
        thought = Thought("", pv=value.line, worth=value.worth, kind="value")
        return replace(thought, revision=job.revision, decision=job.decision)


def match(game: str, seats: tuple[SeatConfig, ...], ply: int, device: Device, *presses: Kind) -> Shoot:
    """A match with its analysis, after so many actions of a game."""

    def shoot(shooter: Shooter) -> None:
        record, text = reviewed(game, seats)
        services, spec = shooter.services, find(game)
        services.agent = Knowing(text, len(record.actions) + 1)
        begun = replace(record, actions=record.actions[:ply], result=None)
        session = Session.resume(spec, begun, agent=services.agent, store=services.store)
        scene = MatchScene(services, session, make_board(services, spec, session.options))
        shooter.show(scene, device)
        scene.controller.show_theory(True)
        shooter.run(1.5)
        shooter.press(*(Intent(kind, device) for kind in presses))

    return shoot


def analysis(game: str, seats: tuple[SeatConfig, ...], ply: int, device: Device) -> Shoot:
    """The replay of a game with its analysis, after so many actions."""

    def shoot(shooter: Shooter) -> None:
        record, text = reviewed(game, seats)
        shooter.services.store.finish(record)
        shooter.services.store.keep_review(record, text)
        shooter.show(ReplayScene(shooter.services, find(game), record, ply), device)
        shooter.press(Intent(Kind.THEORY, device))

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


def sample(game: str, ply: int, device: Device) -> Shoot:
    """The annotated game of a game's lessons, after so many actions."""

    def shoot(shooter: Shooter) -> None:
        spec = find(game)
        record, notes = sample_record(spec)
        scene = ReplayScene(shooter.services, spec, record, ply, notes=notes, optima=sample_optima(spec))
        shooter.show(scene, device)

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
        "review-robots": review("robots", seats, pad),
        "review-robots-next": review("robots", seats, keys, Kind.NEXT, Kind.CONFIRM, Kind.CONFIRM, Kind.CONFIRM),
        "replay-analysis-robots": analysis("robots", seats, 5, keys),
        "replay-analysis": analysis("quoridor", seats, 19, keys),
        "replay-analysis-coffee": analysis("coffee", seats, 11, touch),
        **{
            f"sample-{game}": sample(game, ply, pad) for game, ply in (("quoridor", 20), ("coffee", 16), ("robots", 12))
        },
        "match-analysis": match("quoridor", seats[::-1], 19, pad),
        "match-analysis-coffee": match("coffee", seats, 10, touch),
        "match-analysis-star": match("star", seats, 10, keys),
        "match-analysis-touch": match("quoridor", seats[::-1], 19, touch),
        "result-curve": result("quoridor", seats, pad),
    }
