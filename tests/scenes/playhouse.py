"""The real app for tests: its loop runs on virtual time, in a house of its own, and all input is posted."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterable
from dataclasses import replace
from functools import partial
from typing import Any, TypeVar
from unittest.mock import patch

import pytest

from game.agents.agent import Agent, Job, Thought
from game.core.record import SeatConfig, record_from_json, replay
from game.match_setup import MatchSetup, default_table
from game.quoridor import SPEC as QUORIDOR
from game.registry import GAMES, find
from game.session.agent_requests import plain_action
from game.session.session import Session
from scenes.kit.scene import Scene
from scenes.kit.text.strings import ASSETS, Strings, folders_in
from scenes.match.match_input import SHOWN
from scenes.match.match_scene import MatchScene
from scenes.match.result_scene import ResultScene
from scenes.routing import first_scene
from scenes.table.loading import make_board
from tests import fifth_game, make
from tests.clocks import TickingClock
from tests.scenes import posting
from tests.scenes.onlooker import Onlooker, share_drawing

SIZE = (1280, 720)
SIZES: tuple[Any, ...] = (
    (1280, 720),
    (1920, 1080),
    pytest.param((3840, 2160), marks=pytest.mark.long),  # the same arrangement as the two before
    (1024, 768),
    (1080, 1920),
)
NARROW = (SIZES[0], SIZES[3], SIZES[4])  # one for each arrangement
PERSON, RIVAL, ROBOT = make.AOI, make.REN, make.ai(2)
HELD = 1 / 30  # seconds from press to release
TEXTS = (*folders_in(ASSETS), *folders_in(fifth_game.ASSETS))  # also those that only the fifth game needs
FPS = 15  # a quarter of the app's rate: quicker, and no result may depend on it
IDLE_FPS = 5
TICKS = 6  # ticks that pass as one
AFTER_CHANGE = 0.4  # seconds; input is ignored for the first 300 ms after a scene change
AFTER_TURN = 0.5  # seconds; input is ignored for the first 400 ms after a change without a press
READING = 1.0  # seconds for reading a result
PART = 1e-4  # seconds for a part of long work
S = TypeVar("S", bound=Scene)


class InstantAgent:
    """An agent that answers each request at the next poll: with the moves that it was given, then with plain ones."""

    def __init__(self, moves: Iterable[str] = ()) -> None:
        self.moves = list(moves)
        self.jobs: list[Job] = []
        self._waiting: Job | None = None

    def warm(self) -> None:
        """Do nothing: there is nothing to prepare."""

    def request(self, job: Job) -> None:
        """Keep the job for the next poll."""
        self.jobs.append(job)
        self._waiting = job

    def poll(self) -> Thought | None:
        """Return the answer to the job kept."""
        job, self._waiting = self._waiting, None
        if job is None:
            return None
        text = self.moves.pop(0) if self.moves and job.kind == "move" else self._plain(job)
        return Thought(text, kind=job.kind, revision=job.revision, decision=job.decision)

    @staticmethod
    def _plain(job: Job) -> str:
        record = record_from_json(job.record)
        spec = find(record.game)
        state = replay(spec, record.options, record.seed, record.actions).state
        return spec.rules.text(plain_action(spec, state, job.seat))

    def cancel(self) -> None:
        """Forget the job kept."""
        self._waiting = None

    def close(self) -> None:
        """Do nothing: there is nothing to end."""


def result_of(house: Playhouse, session: Session) -> ResultScene:
    """Return the result of a game that is over, without a scene below it."""
    match = MatchScene(house.services, session, make_board(house.services, session.spec, session.options))
    match.resized()
    return ResultScene(match.controller)


class Playhouse(Onlooker):
    """A host with everything that tests want of it.

    `agent` None keeps the app's own agent, which thinks in its process. A text that is missing is an error (`strict`).
    """

    fps: float = FPS

    def __init__(
        self, size: tuple[int, int] = SIZE, language: str = "en", agent: Agent | None = None, strict: bool = True
    ) -> None:
        super().__init__(size, language, agent)
        for game in GAMES:
            self.services.store.set(f"{SHOWN}{game}", True)  # games begin at once
        self.services.store.set(f"{SHOWN}quoridor.first.wall", True)
        self.stage.strings = Strings(language, strict, folders=TEXTS)
        share_drawing(self.stage)
        self.stage.budget.seconds = math.inf  # a frame must not depend on the machine's speed
        self.app.muting.most = None  # tests press faster than people
        # Each part of long work takes the same time, so that a frame does as many on every machine.
        self.pace = self.stage.clock = TickingClock(PART)
        self.is_open = True

    # Scenes

    def boot(self) -> None:
        """Start as the program does, up to a menu or a question that listens."""
        self.app.manager.start(first_scene(self.services, None))
        self.until(lambda: type(self.top).__name__ in ("MenuScene", "Dialog"), "the menu")
        self.be_heard()

    def show(self, scene: S) -> S:
        """Begin with `scene`, which then listens."""
        self.services.offered_resume = True
        self.app.manager.start(scene)
        self.be_heard()
        return scene

    def match(
        self,
        *seats: SeatConfig,
        game: str = "quoridor",
        actions: str | Iterable[str] = (),
        seed: int = 7,
        **options: Any,
    ) -> MatchScene:
        """Begin a match of these seats, kept in the store, in the position after `actions`."""
        services = self.services
        session = make.session(
            game, *seats, actions=actions, seed=seed, agent=services.agent, store=services.store, **options
        )
        return self.show(MatchScene(services, session, make_board(services, session.spec, session.options)))

    def set_table(self, *seats: SeatConfig, **options: Any) -> MatchSetup:
        """Store a setup as the last one."""
        table = default_table(QUORIDOR).with_options(QUORIDOR, {"players": len(seats), **options})
        table = replace(table, seats=seats)
        self.services.offers.remember(table)
        return table

    @property
    def top(self) -> Scene | None:
        """The scene that has the input."""
        return self.app.manager.top

    def on_top(self, kind: type[S]) -> S:
        """Return the scene on top, which must be one of `kind`."""
        assert isinstance(self.top, kind), f"{type(self.top).__name__} is on top, not {kind.__name__}"
        return self.top

    def come_to(self, kind: type[S]) -> S:
        """Wait until a scene of `kind` is on top, and return it."""
        self.until(lambda: isinstance(self.top, kind), kind.__name__)
        return self.on_top(kind)

    @property
    def playing(self) -> MatchScene:
        """The match on the stack, also if another scene lies on it."""
        return next(scene for scene in self.app.manager.scenes if isinstance(scene, MatchScene))

    # Time

    def be_heard(self) -> None:
        """Wait until a new scene listens."""
        self.run(AFTER_CHANGE)
        while self.app.manager.is_new:
            self.frame()

    def until(self, reached: Callable[[], bool], what: str, seconds: float = 15.0, wall: float = 60.0) -> None:
        """Let virtual time pass until `reached` is true, for at least `wall` seconds of real time.

        Scenes work in slices of real time, and wait for threads and processes, so a busy machine needs more frames.
        """
        frames = round(seconds * self.fps)
        end = time.monotonic() + wall
        while not reached():
            assert frames > 0 or time.monotonic() < end, f"{what} did not come; on top is {type(self.top).__name__}"
            if frames <= 0:
                time.sleep(1 / self.fps)  # leaves the processor to other processes
            self._pass()
            frames -= 1
        self._look()

    def idle(self, seconds: float) -> None:
        """Let time pass without a press. Few frames are drawn, and several ticks pass as one.

        The app does the same while nothing moves.
        """
        step, fps, waiting = self.app.step, self.fps, 0

        def at_once(ticks: int = 1) -> None:
            nonlocal waiting
            waiting += ticks
            if waiting >= TICKS:
                step(waiting)
                waiting = 0

        self.fps = IDLE_FPS
        with patch.object(self.app, "step", at_once):
            self.run(seconds)
        self.fps = fps

    def react(self, *posts: Callable[[], object]) -> None:
        """Post input, with a frame between two posts. Then wait until a new scene, if there is one, listens.

        Only the frame after the last post is looked at.
        """
        before = self.top
        for post in posts:
            post()
            self._pass()
        self.run(HELD)
        if self.top is not before:
            self.be_heard()

    def tap(self, key: int, modifiers: int = 0) -> None:
        """Press and release a key, with time to react."""
        self.react(partial(posting.key_down, key, modifiers), partial(posting.key_up, key, modifiers))

    def rest(self) -> None:
        """Wait until a person may act, the game is over, or another scene is on top."""
        match = self.playing
        self.until(
            lambda: self.top is not match or match.input.person is not None or match.session.outcome is not None,
            "a person's turn",
        )
        self.run(AFTER_TURN)

    def read_result(self) -> ResultScene:
        """Wait for the result, then for as long as a person reads it before the next press."""
        self.until(lambda: isinstance(self.top, ResultScene), "the result")
        self.run(READING)
        return self.on_top(ResultScene)

    # Ends

    def crash(self) -> None:
        """End without leaving any scene or closing the store."""
        self.services.agent.close()
        self.services.store._lock.release()  # as the system does for a process that ends
        self.dark()

    def dark(self) -> None:
        super().dark()
        self.is_open = False
