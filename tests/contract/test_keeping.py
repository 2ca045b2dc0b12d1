"""Every game through the house's own parts: session, store, records, the engine mode and the AI's process."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from multiprocessing.connection import wait
from pathlib import Path
from random import Random
from typing import Any

import pytest

from game.agents.process import WorkerAgent
from game.agents.worker import InlineAgent
from game.core.options import resolve
from game.core.record import SeatConfig, record_from_json
from game.core.spec import GameSpec
from game.engine_mode.engine import Engine
from game.match_setup import default_table, table_from_json
from game.registry import GAMES
from game.session.session import Session
from game.storage.store import Store
from game.tournament.runner import WAIT
from tests import fifth_game
from tests.fifth_game import EVERY_GAME

PLIES = 6
every_game = pytest.mark.parametrize("spec", EVERY_GAME, ids=lambda spec: spec.id)


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    kept = Store.open(tmp_path / "store.db", {spec.id: spec for spec in EVERY_GAME})
    yield kept
    kept.close()


def people(spec: GameSpec) -> tuple[SeatConfig, ...]:
    return (SeatConfig(),) * spec.seat_count(resolve(spec.options, {}))


def played(spec: GameSpec, store: Store | None = None, plies: int = PLIES) -> Session:
    """A session of people after random actions."""
    session = Session(spec, resolve(spec.options, {}), 3, people(spec), store=store)
    random = Random(3)
    while session.ply < plies:
        seat = random.choice(session.actors())
        talk = {spec.play.resign, spec.play.offer, *spec.play.answers}
        session.submit(seat, random.choice([a for a in session.legal(seat) if spec.rules.text(a) not in talk]))
    return session


@every_game
def test_an_unfinished_game_is_kept_and_resumed(spec: GameSpec, store: Store) -> None:
    session = played(spec, store)
    kept = store.unfinished()
    assert kept is not None
    assert (kept.game, kept.actions) == (spec.id, session.record().actions)
    assert Session.resume(spec, kept, store=store).state == session.state


@every_game
def test_a_finished_game_is_in_the_archive(spec: GameSpec, store: Store) -> None:
    seats = tuple(SeatConfig("ai", 1) for _ in people(spec))
    agent = InlineAgent(fifth_game.find)
    session = Session(spec, resolve(spec.options, {}), 3, seats, agent=agent, store=store, min_think=0)
    while session.outcome is None:
        if session.tick(idle=True) is None:
            session.advance(WAIT)
    session.close()
    assert store.unfinished() is None
    (kept,) = store.results()
    assert (kept.actions, kept.result) == (session.record().actions, session.outcome)
    assert Session.resume(spec, record_from_json(kept.to_json())).outcome == session.outcome


@every_game
def test_what_is_taken_back_can_be_played_again(spec: GameSpec) -> None:
    session = played(spec, plies=2)
    if spec.undo_policy(session.options) == "none":
        assert not session.can_undo()
        return
    before = session.state
    assert session.can_undo()
    session.undo()
    assert session.state != before
    while session.can_redo():
        session.redo()
    assert session.state == before


@every_game
def test_a_setup_is_kept(spec: GameSpec) -> None:
    table = default_table(spec)
    assert table_from_json(spec, json.loads(json.dumps(table.to_json()))) == table


@every_game
def test_the_engine_answers_for_it(spec: GameSpec, fifth_game: GameSpec) -> None:
    engine = Engine(GAMES)
    texts = list(played(spec).record().actions)

    def ask(**request: object) -> dict[str, Any]:
        return engine.handle(json.dumps(request))

    assert spec.id in [entry["id"] for entry in ask(cmd="games")["games"]]
    state = ask(cmd="state", game=spec.id, seed=3, actions=texts)
    assert (state["ok"], state["ply"]) == (True, len(texts))
    assert ask(cmd="perft", game=spec.id, depth=1)["nodes"] > 0
    seat = state["actors"][0]
    answer = ask(cmd="choose", game=spec.id, seed=3, actions=texts, level=1, seat=seat, seconds=1)
    assert answer["action"] in state["legal"][str(seat)]


def test_the_worker_finds_a_game_that_its_find_knows() -> None:
    agent = WorkerAgent(fifth_game.find)
    session = Session(fifth_game.SPEC, {}, 0, (SeatConfig("ai", 2), SeatConfig("ai", 1)), agent=agent, min_think=0)
    end = time.monotonic() + 60
    while session.outcome is None:
        assert time.monotonic() < end
        if not session.tick(True) and agent.pipe:
            wait([agent.pipe], 0.05)
    assert all(step.seat == step.ply % 2 for step in session.steps)
    agent.close()
