"""Stories of matches: people agree, leave, and come back to games that were left."""

from __future__ import annotations

import sqlite3
from typing import Any, ClassVar

import pytest

from game.agents.agent import Thought
from game.core.record import Record, record_from_json
from game.paths import store_path
from game.session.session import Session
from scenes.match import match_scene
from tests.scenes.house_stories import HouseVocabulary, stories
from tests.scenes.playhouse import InstantAgent
from tests.stores import PATIENCE

pytestmark = pytest.mark.quick

AFTER: dict[str, list[Any]] = {"@a1": ["win", 5], "@c1": ["draw", None]}


class Teacher(InstantAgent):
    """An instant agent whose theory is the same for every position."""

    def poll(self) -> Thought | None:
        thought = super().poll()
        if thought is None or thought.kind != "theory":
            return thought
        return Thought("", kind="theory", revision=thought.revision, decision=thought.decision, theory={"after": AFTER})


def changes_of(record: Record) -> list[str]:
    """Return who left a game: the ply, the seat, and the name of the person who left."""
    return [f"{change.ply} {change.seat} {change.before.name}" for change in record.changes]


class MatchVocabulary(HouseVocabulary):
    """Tells of matches: people agree on something, leave, and come back to games that were left."""

    agent = Teacher
    other: sqlite3.Connection

    def theory_asked(self) -> list[int]:
        """Return the plies for which the theory was asked for."""
        agent: Any = self.house.services.agent
        return [len(record_from_json(job.record).actions) for job in agent.jobs if job.kind == "theory"]

    facts: ClassVar = {
        "changes": lambda s: changes_of(s.match.session.record()),  # who left, with ply and seat
        # seconds on the stored clock, less those on the match's clock
        "clock_kept": lambda s: s.store.saved_clock("robots").seconds - s.match.session.clock.seconds,
        # whether the scene on top covers the board
        "covers_board": lambda s: bool(s.house.top.rect.colliderect(s.match.table.frame)),
        "kept_changes": lambda s: changes_of(s.store.unfinished("quoridor")),  # who left the stored game
        # who left the resumed game
        "resumed_changes": lambda s: changes_of(Session.resume(s.spec, s.store.unfinished("quoridor")).record()),
        # the games on the shelf, with their results
        "shelf": lambda s: [
            f"{one.record.game} {' '.join(one.record.actions)} {one.record.result}" for one in s.store.archive()
        ],
        "theory": lambda s: s.match.view(s.match.input.person, 1.0).theory,  # what the board shows of perfect play
        "theory_asked": theory_asked,
    }

    def do_leave_after(self, rest: str = "") -> None:
        """ACTIONS: Play ACTIONS in a match of Quoridor between Aoi and Ren, and leave it for the menu."""
        self.do_match("quoridor Aoi Ren")
        for act in (f"plays {rest}", "PAUSE", "says Menu"):
            self.line(f"keys: {act}")
        self.line("> top = MenuScene")

    def do_disk(self, rest: str = "") -> None:
        """busy, free, or damaged: Let another program lock the store's file, unlock it, or overwrite it with something
        else."""
        if rest == "busy":
            for limit in ("PATIENCE", "LAST_PATIENCE"):
                self.patch.setattr(f"game.storage.store.{limit}", 0.0)  # the store waits for no disk
            self.other = sqlite3.connect(store_path(), isolation_level=None)
            self.other.execute("BEGIN EXCLUSIVE")
        elif rest == "free":
            self.other.execute("ROLLBACK")
            self.other.close()
            assert self.store.wait(PATIENCE)
            self.house.run(0.1)
        else:
            store_path().write_bytes(b"no database at all" * 300)

    def do_most_plies(self, rest: str = "") -> None:
        """NUMBER: End each match after this many actions, and put it on the shelf."""
        self.patch.setattr(match_scene, "MAX_PLIES", int(rest))


test_agreements = stories("agreements.txt", MatchVocabulary)
test_leaving = stories("leaving.txt", MatchVocabulary)
test_more_time = stories("more_time.txt", MatchVocabulary)
test_resuming = stories("resume.txt", MatchVocabulary)
