"""Makes what tests often need: people at seats, unfinished games, people at the table.

Actions are a sequence of texts, or one text with blanks between them if no action has a blank.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from game.agents.agent import Agent
from game.core.device_id import DeviceId
from game.core.options import resolve
from game.core.record import Record, SeatConfig
from game.core.record import replay as replayed
from game.match_setup import AI_NAMES
from game.people.roster import Roster
from game.registry import find
from game.session.session import Session
from game.storage.store import Store

AOI = SeatConfig("human", name="@aoi", identity="circle")
REN = SeatConfig("human", name="@ren", identity="square")
MIO = SeatConfig("human", name="@mio", identity="triangle")


def ai(level: int = 2, who: SeatConfig = REN) -> SeatConfig:
    """Return the AI of a level, with its own name and the token of `who`."""
    return replace(who, kind="ai", level=level, name=AI_NAMES[level][0])


def complete(game: str, **options: Any) -> dict[str, Any]:
    """Return the options of a game, with defaults for those left out."""
    return resolve(find(game).options, options)


def texts(actions: str | Iterable[str]) -> tuple[str, ...]:
    """Return the actions as separate texts."""
    return tuple(actions.split() if isinstance(actions, str) else actions)


def state(game: str, actions: str | Iterable[str] = (), *, seed: int = 0, **options: Any) -> Any:
    """Return the position of a game after `actions`."""
    return replayed(find(game), complete(game, **options), seed, texts(actions)).state


def go_on(game: str, position: Any, actions: str | Iterable[str]) -> Any:
    """Return the position after more actions, each by the first seat that may act."""
    rules = find(game).rules
    for text in texts(actions):
        position, _ = rules.apply(position, rules.actors(position)[0], rules.parse(text))
    return position


def record(game: str, *seats: SeatConfig, actions: str | Iterable[str] = (), seed: int = 7, **options: Any) -> Record:
    """Return an unfinished game. Its option "players", if it has one, is the number of seats."""
    if seats and any(option.name == "players" for option in find(game).options):
        options = {"players": len(seats), **options}
    return Record(game, complete(game, **options), seed, texts(actions), seats)


def session(
    game: str,
    *seats: SeatConfig,
    actions: str | Iterable[str] = (),
    seed: int = 7,
    agent: Agent | None = None,
    store: Store | None = None,
    **options: Any,
) -> Session:
    """Return a session that resumes such a game."""
    made = record(game, *seats, actions=actions, seed=seed, **options)
    return Session.resume(find(game), made, agent=agent, store=store)


def roster(people: int) -> Roster:
    """Return a roster of this many people at keys of one keyboard."""
    tonight = Roster()
    for index in range(people):
        tonight = tonight.sit(DeviceId("keyboard"), ord("a") + index)
    return tonight
