"""The review. Its games and values were made once by each game's search and stored, so that pictures are the same on
every machine."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

from game.agents.agent import Job, Thought
from game.agents.worker import InlineAgent
from game.core.record import Record, SeatConfig, record_from_json, replay
from game.records.playback import Playback
from game.registry import find
from game.review.turning_points import review_from_json
from game.session.session import Session
from scenes.archive.replay_scene import ReplayScene
from scenes.archive.review_scene import ReviewScene
from scenes.kit.input.intents import KEYBOARD, TOUCH, Device, Kind
from scenes.services import Services
from scenes.table.loading import sample_optima, sample_record
from tools.catalogue.common import AGAINST_AI, PAD, press_all, scene_of, showing
from tools.shooter import Shoot, Shooter

GAMES = Path(__file__).with_name("reviewed_games.json")


def reviewed(game: str, seats: tuple[SeatConfig, ...]) -> tuple[Record, str]:
    """Return a finished game between `seats`, and the text of its review."""
    kept = json.loads(GAMES.read_text(encoding="utf-8"))[game]
    spec = find(game)
    actions = tuple(kept["actions"] if isinstance(kept["actions"], list) else kept["actions"].split())
    seed = kept.get("seed", 0)
    outcome = spec.rules.outcome(replay(spec, kept["options"], seed, actions).state)
    return Record(game, kept["options"], seed, actions, seats, (), outcome), json.dumps(kept["review"])


def kept(services: Services, game: str, seats: tuple[SeatConfig, ...] = AGAINST_AI) -> Record:
    """Store a finished game between `seats` with its review; return the game."""
    record, text = reviewed(game, seats)
    services.store.finish(record)
    services.store.keep_review(record, text)
    return record


def review(
    game: str, device: Device, *presses: Kind, seats: tuple[SeatConfig, ...] = AGAINST_AI, known: bool = True
) -> Shoot:
    """Show the review of a game, after some presses. Unless `known`, the review is still being made."""

    def shoot(shooter: Shooter) -> None:
        services, spec = shooter.services, find(game)
        record = reviewed(game, seats)[0]
        if known:
            kept(services, game, seats)
        else:
            services.store.finish(record)
        showing(lambda _: ReviewScene(services, spec, record, Playback(spec, record)), device, wait=0.6)(shooter)
        press_all(shooter, device, presses)

    return shoot


class Knowing(InlineAgent):
    """An agent that answers with the stored values of one game."""

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
        thought = Thought("", pv=value.line, evaluation=value.evaluation, kind="value")
        return replace(thought, revision=job.revision, decision=job.decision)


def match(game: str, ply: int, device: Device, seats: tuple[SeatConfig, ...] = AGAINST_AI) -> Shoot:
    """Show a match with its analysis, after `ply` actions of a game."""

    def shoot(shooter: Shooter) -> None:
        record, text = reviewed(game, seats)
        services, spec = shooter.services, find(game)
        services.agent = Knowing(text, len(record.actions) + 1)
        begun = replace(record, actions=record.actions[:ply], result=None)
        session = Session.resume(spec, begun, agent=services.agent, store=services.store)
        scene = scene_of(services, session)
        shooter.show(scene, device)
        scene.controller.show_theory(True)
        shooter.run(1.5)

    return shoot


def analysis(game: str, ply: int, device: Device) -> Shoot:
    """Show the replay of a game with its analysis, after `ply` actions."""
    return showing(lambda services: ReplayScene(services, find(game), kept(services, game), ply), device, Kind.THEORY)


def result(shooter: Shooter) -> None:
    """Show the result of a game that was already reviewed."""
    services = shooter.services
    session = Session.resume(find("quoridor"), kept(services, "quoridor"), agent=services.agent, store=services.store)
    showing(lambda _: scene_of(services, session), PAD, wait=3.0)(shooter)


def sample(game: str, ply: int) -> Shoot:
    """Show the annotated game of a game's lessons, after `ply` actions."""

    def make(services: Services) -> ReplayScene:
        spec = find(game)
        record, notes = sample_record(spec)
        return ReplayScene(services, spec, record, ply, notes=notes, optima=sample_optima(spec))

    return showing(make, PAD)


SCENES: dict[str, Shoot] = {
    "review": review("quoridor", PAD),
    "review-better": review("quoridor", PAD, Kind.CONFIRM),
    "review-next": review("quoridor", KEYBOARD, Kind.NEXT),
    "review-touch": review("quoridor", TOUCH),
    "review-coffee": review("coffee", PAD),
    "review-star": review("star", KEYBOARD),
    "review-robots": review("robots", PAD),
    "review-robots-next": review("robots", KEYBOARD, Kind.NEXT, *[Kind.CONFIRM] * 3),
    "replay-analysis-robots": analysis("robots", 5, KEYBOARD),
    "replay-analysis": analysis("quoridor", 19, KEYBOARD),
    "replay-analysis-coffee": analysis("coffee", 11, TOUCH),
    **{f"sample-{game}": sample(game, ply) for game, ply in (("quoridor", 20), ("coffee", 16), ("robots", 12))},
    "match-analysis": match("quoridor", 19, PAD, AGAINST_AI[::-1]),
    "match-analysis-coffee": match("coffee", 10, TOUCH),
    "match-analysis-star": match("star", 10, KEYBOARD),
    "match-analysis-touch": match("quoridor", 19, TOUCH, AGAINST_AI[::-1]),
    "result-curve": result,
}
