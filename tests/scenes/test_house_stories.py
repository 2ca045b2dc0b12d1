"""Stories of matches: people agree, leave, and come back to games that were left."""

from __future__ import annotations

import sqlite3
from typing import Any, ClassVar

import pygame
import pytest

from game.agents.agent import Thought
from game.core.incremental import run_to_end
from game.core.record import Record, SeatConfig, record_from_json
from game.paths import store_path
from game.people.party import Party
from game.session.session import Session
from game.storage.store import Store
from scenes.match import match_scene
from scenes.match.questions import Agreement
from scenes.menu import menu_scene
from scenes.routes import ToResume
from scenes.routing import open_route
from tests.scenes.house_stories import HouseVocabulary, stories
from tests.scenes.playhouse import PERSON, RIVAL, InstantAgent
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

    @property
    def seats(self) -> tuple[SeatConfig, ...]:
        """The players, by seat."""
        return self.match.session.seats

    @property
    def store(self) -> Store:
        """The store of the house."""
        return self.house.services.store

    @property
    def jobs(self) -> Any:
        """The requests to the agent."""
        agent: Any = self.house.services.agent
        return agent.jobs

    def theory_asked(self) -> list[int]:
        """Return the plies for which the theory was asked for."""
        return [len(record_from_json(job.record).actions) for job in self.jobs if job.kind == "theory"]

    def ribbons(self) -> str:
        """Return what is written across the menu's tiles."""
        said: list[tuple[pygame.Rect, str]] = []
        with self.patch.context() as patch:
            patch.setattr(menu_scene, "draw_ribbon", lambda stage, canvas, tile, text: said.append((tile, text)))
            self.house.top.draw(self.house.app.canvas, 1.0)
        places = self.house.on_top(menu_scene.MenuScene).at
        return " ".join(f"{game} {text}" for tile, text in said for game in places if tile.contains(places[game].frame))

    def resumed(self, game: str) -> tuple[str, ...]:
        """Return the actions of a game as it would be resumed."""
        scene: Any = open_route(self.house.services, ToResume(self.store.unfinished(game)))
        return scene.session.record().actions

    def store_of_its_own(self) -> tuple[str, ...]:
        """Return the actions of the unfinished game in the file, read after the program has ended."""
        store = Store.open(store_path())
        record = store.unfinished()
        store.close()
        return record.actions

    def shelf(self) -> list[str]:
        """Return the games on the shelf, and whether each has a result."""
        records = [game.record for game in self.store.archive()]
        ends = {True: "without result", False: "with a result"}
        return [f"{one.game} {' '.join(one.actions)} {ends[one.result is None]}" for one in records]

    facts: ClassVar = {
        "changes": lambda s: changes_of(s.match.session.record()),  # who left, with ply and seat
        # seconds on the stored clock, less those on the match's clock
        "clock_kept": lambda s: s.store.saved_clock("robots").seconds - s.match.session.clock.seconds,
        # whether the scene on top covers the board
        "covers_board": lambda s: bool(s.house.top.rect.colliderect(s.match.table.frame)),
        "full_names": lambda s: " ".join(seat.name for seat in s.seats),
        "jobs": lambda s: " ".join(sorted({job.kind for job in s.jobs})),  # kinds of the requests to the agent
        "jobs_asked": lambda s: len(s.jobs),  # how many requests
        "kept_changes": lambda s: changes_of(s.store.unfinished("quoridor")),  # who left the stored game
        "levels": lambda s: " ".join(str(seat.level) for seat in s.seats),
        "mixer": lambda s: pygame.mixer.get_init(),  # the sound device
        # seats of people other than Aoi and Ren
        "new_names": lambda s: [at for at, seat in enumerate(s.seats) if seat.name not in (PERSON.name, RIVAL.name)],
        "on_disk": lambda s, game: s.store.writer.plies(game),  # GAME: how many actions are on the disk
        "plies": lambda s, game: s.store.length(game),  # GAME: how many actions the unfinished game has
        "record": lambda s: s.match.session.record(),  # for "note" and "same"
        "replay_theory": lambda s: s.house.top.theory.theory,
        "resumed": resumed,
        # who left the resumed game
        "resumed_changes": lambda s: changes_of(Session.resume(s.spec, s.store.unfinished("quoridor")).record()),
        "ribbons": ribbons,
        # the first two letters of the file that the note on top names
        "set_aside": lambda s: " ".join(
            path.read_bytes()[:2].decode()
            for path in store_path().parent.iterdir()
            if path.name in s.house.top.body and path != store_path()
        ),
        "shelf": shelf,
        # whether every game opens
        "shelf_can_be_read": lambda s: all(run_to_end(s.store.opening(game.id)) for game in s.store.archive()),
        "store_of_its_own": store_of_its_own,
        "theory": lambda s: s.match.view(s.match.input.person, 1.0).theory,  # what the board shows of perfect play
        "theory_asked": theory_asked,
        "tokens": lambda s: " ".join(seat.identity for seat in s.seats),
        "unfinished": lambda s: " ".join(s.store.unfinished().actions),
    }

    def do_leave_after(self, rest: str = "") -> None:
        """ACTIONS: Play ACTIONS in a match of Quoridor between Aoi and Ren, and leave it for the menu."""
        for line in (
            "match: quoridor Aoi Ren",
            f"keys: plays {rest}",
            "keys: PAUSE",
            "keys: says Menu",
            "> top = MenuScene",
        ):
            self.line(line)

    def do_taken_back(self) -> None:
        """Undo, as after an agreement."""
        self.match.actions.carry_out(Agreement.UNDO)

    def do_in_a_cup(self) -> None:
        """Let every match belong to a cup."""
        self.patch.setattr(Party, "is_cup_match", lambda party, record: True)

    def do_disk(self, rest: str = "") -> None:
        """busy, free, damaged, or without TABLE: Let another program lock the store's file, unlock it, overwrite it
        with something else, or delete a table from it."""
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
        elif rest == "damaged":
            store_path().write_bytes(b"no database at all" * 300)
        else:
            with sqlite3.connect(store_path()) as other:
                other.execute(f"DROP TABLE {rest.removeprefix('without ')}")
            other.close()

    def do_no_sound(self) -> None:
        """Take the sound device away."""
        pygame.mixer.quit()
        self.patch.setenv("SDL_AUDIODRIVER", "no-such-driver")

    def do_most_plies(self, rest: str = "") -> None:
        """NUMBER: End each match after this many actions, and put it on the shelf."""
        self.patch.setattr(match_scene, "MAX_PLIES", int(rest))


test_agreements = stories("agreements.txt", MatchVocabulary)
test_leaving = stories("leaving.txt", MatchVocabulary)
test_more_time = stories("more_time.txt", MatchVocabulary)
test_resuming = stories("resume.txt", MatchVocabulary)
