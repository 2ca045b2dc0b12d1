"""From the cup's next match to a game, with whoever sits at the table now."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from game.core.options import resolve
from game.core.record import Record, SeatConfig
from game.core.spec import GameSpec
from game.cup import Cup, Entrant, Match, new_cup
from game.evening import game_id
from game.registry import GAMES, find
from game.roster import told_apart
from game.table import DEFAULT_LEVEL
from scenes.kit.scene import Nav, Switch
from scenes.routes import ToGame, ToResume
from scenes.services import Services
from scenes.table.loading import scenes_of


def cup_of_roster(services: Services) -> Cup:
    """A new cup of those who have sat down. Raises GameError unless they are 2 to 8."""
    people = services.roster.people
    return new_cup([Entrant(chair.identity, chair.name) for chair in people], GAMES)


def start_match(services: Services, cup: Cup) -> Nav:
    """The next match of a cup that has one: where it was left, or from its start."""
    match = cup.next
    assert match is not None
    waiting = services.store.unfinished(match.game)
    if waiting is not None and cup.playing and game_id(waiting) == cup.playing:
        return Switch(ToResume(waiting))
    spec = find(match.game)
    seats = seats_of(services, cup, match)
    options = usual_options(spec, len(seats))
    seed = scenes_of(spec).setup.seed(services, options)
    services.keep_cup(cup.begun(game_id(Record(spec.id, options, seed, seats=seats))))
    return Switch(ToGame(spec.id, options, seats, seed, shows_first=True))


def seats_of(services: Services, cup: Cup, match: Match) -> tuple[SeatConfig, ...]:
    """The people of a match in playing order, then AIs where the game asks for more seats.

    An AI plays for somebody who has stood up, for as long as that lasts.
    """
    spec = find(match.game)
    seats = [seat_of(services, cup.entrant(person)) for person in match.people]
    count = min(number for number in spec.seats if number >= len(seats))
    return told_apart([*seats, *[SeatConfig("ai", DEFAULT_LEVEL)] * (count - len(seats))])


def seat_of(services: Services, entrant: Entrant) -> SeatConfig:
    """Somebody who takes part as a seat: with the name and device of now, an AI's where nobody sits there."""
    chair = services.roster.chair(entrant.identity)
    if chair is None or chair.is_ai:
        return SeatConfig("ai", DEFAULT_LEVEL, entrant.name, entrant.identity)
    return replace(chair.seat(), name=chair.name or entrant.name)


def usual_options(spec: GameSpec, seats: int) -> dict[str, Any]:
    """The usual game for so many."""
    by_number = any(option.name == "players" for option in spec.options)
    return resolve(spec.options, {"players": seats} if by_number else {})
