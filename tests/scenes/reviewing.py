"""Reviewed games, for tests of the review and of the analysis."""

from __future__ import annotations

from dataclasses import replace

from game.agents.agent import Thought
from game.core.record import Record, SeatConfig
from game.core.review import duel
from scenes.archive.archive_scene import ArchiveScene
from scenes.archive.review_scene import ReviewScene
from scenes.kit.input.intents import Kind
from tests.scenes.hands import KeyHand
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
