"""Reviewed games, for tests of the review and of the analysis."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from game.agents.agent import Thought
from game.core.record import Record, SeatConfig
from game.core.review import duel
from game.core.rules import AnyStep
from game.review.explaining import line_of
from scenes.archive.archive_scene import ArchiveScene
from scenes.archive.replay_scene import ReplayScene
from scenes.archive.review_scene import ReviewScene
from scenes.kit.input.intents import Kind
from tests.scenes.hands import KeyHand
from tests.scenes.noting import drawn
from tests.scenes.playhouse import PERSON, RIVAL, InstantAgent, Playhouse
from tools.catalogue.review import reviewed

SEATS = (PERSON, RIVAL)


def keep_reviewed(house: Playhouse, game: str = "quoridor", seats: tuple[SeatConfig, ...] = SEATS) -> Record:
    """Put a game and its review on the shelf. Return the game."""
    record, text = reviewed(game, seats)
    house.services.store.finish(record)
    assert house.services.store.keep_review(record, text)
    return record


def open_review(house: Playhouse, game: str = "quoridor", seats: tuple[SeatConfig, ...] = SEATS) -> ReviewScene:
    """Return the review of such a game, opened from the shelf."""
    keep_reviewed(house, game, seats)
    house.show(ArchiveScene(house.services))
    hand = KeyHand(house)
    hand.order(Kind.SECONDARY)
    hand.say(house.stage.t("archive.review"))
    house.until(lambda: isinstance(house.top, ReviewScene), "the review")
    house.run(0.5)
    return house.on_top(ReviewScene)


class Valuer(InstantAgent):
    """An agent that values every position as even, with some action as the best one. It keeps its requests."""

    def poll(self) -> Thought | None:
        kind = self._waiting.kind if self._waiting else ""
        thought = super().poll()
        return thought and replace(thought, evaluation=duel(0, 0.5), pv=("e2",)) if kind == "value" else thought


def best_steps(scene: ReplayScene, most: int | None = None) -> list[AnyStep]:
    """The best line from where a replay has come to."""
    assert scene.analysing is not None
    ply, spec = scene.playback.ply, scene.playback.spec
    value = scene.analysing.value(ply)
    assert value is not None
    return list(line_of(spec, scene.playback.state, ply, value.line[:most]))


def weighed(scene: ReviewScene | ReplayScene, color: str, *steps: AnyStep) -> list[AnyStep]:
    """Which of these steps the board shows, in this colour."""
    weigh, sheet = scene.board.drawing.draw_weighed, drawn(scene)
    return [step for step in steps if sheet.has(partial(weigh, step=step, color=color, alpha=1.0))]
