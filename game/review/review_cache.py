"""The current or latest review: one at a time, shared by all screens. A finished review is stored with its record."""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence

from game.agents.agent import Agent
from game.core.record import Record
from game.core.rules import AnyStep, RecordError
from game.core.spec import GameSpec
from game.review.reviewer import GameReviewer
from game.review.turning_points import PositionValue, review_from_json, review_to_json
from game.storage.store import Store

_log = logging.getLogger(__name__)


class ReviewCache:
    """Has one review. `agent` returns the agent to ask; the store keeps the results."""

    def __init__(self, agent: Callable[[], Agent], store: Store) -> None:
        self._agent = agent
        self._store = store
        self._record: Record | None = None
        self._reviewer: GameReviewer | None = None
        self._is_kept = False

    def reviewer(self, spec: GameSpec, record: Record, steps: Sequence[AnyStep]) -> GameReviewer:
        """Return the reviewer of this game, whose review may be finished or in progress.

        `record` has complete options. `steps` are all its steps.
        """
        if self._reviewer is None or self._record is None or not _is_same_game(self._record, record):
            if self._reviewer is not None:
                self._reviewer.pause()
            known = self._kept(spec, record, len(steps))
            self._record, self._is_kept = record, bool(known)
            self._reviewer = GameReviewer(self._agent(), spec, record, steps, known or ())
        return self._reviewer

    def tick(self) -> None:
        """Continue the review, and store it once it is done."""
        reviewer = self._reviewer
        if reviewer is None or self._record is None:
            return
        reviewer.tick()
        if reviewer.done and not self._is_kept:
            self._is_kept = True
            if not reviewer.found_nothing:
                self._store.keep_review(self._record, review_to_json(reviewer.values))

    def pause(self) -> None:
        """Free the agent until the next `tick`."""
        if self._reviewer is not None:
            self._reviewer.pause()

    def _kept(self, spec: GameSpec, record: Record, plies: int) -> Sequence[PositionValue | None] | None:
        text = self._store.review(record)
        if text is None:
            return None
        try:
            return review_from_json(text, plies + 1, spec.seat_count(dict(record.options)))
        except RecordError as error:
            _log.warning("the stored review is made anew: %s", error)
            return None


def _is_same_game(first: Record, second: Record) -> bool:
    """Whether two records are of the same game with the same actions, regardless of the players."""
    return (first.game, first.seed, first.actions) == (second.game, second.seed, second.actions) and dict(
        first.options
    ) == dict(second.options)
