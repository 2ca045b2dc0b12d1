"""Starts the cup's next match with the people now at the table."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from game.core.options import resolve
from game.core.record import Record, SeatConfig
from game.core.rules import GameError
from game.core.spec import GameSpec
from game.people.cup import Cup, CupMatch, Entrant, new_cup, places
from game.people.party import game_id
from game.people.roster import with_unique_names
from game.registry import find
from scenes.kit.scene import Nav, Switch
from scenes.routes import ToBranch, ToGame, ToResume
from scenes.services import Services
from scenes.table.loading import new_seed
from scenes.table.pictures import state_of

Seats = Mapping[str, SeatConfig]
"""The seats of a cup's entrants, by identity."""


@dataclass(frozen=True, slots=True)
class Left:
    """An unfinished match, and whether it is shelved."""

    record: Record
    shelved: bool


def cup_of_roster(services: Services) -> Cup:
    """Return a new cup of all at the table, AIs too. Raises GameError unless they are 2 to 8, one of them a person."""
    roster = services.people.roster
    if not roster.people:
        raise GameError("a cup needs a person")
    return new_cup([Entrant(chair.identity, chair.name) for chair in roster.chairs], services.offers.games)


def left_match(services: Services, cup: Cup) -> Left | None:
    """Return the next match where it was left; None if it has not begun or its record is gone.

    First counts a match whose end the cup missed because the program was killed.
    """
    match = cup.next
    if match is None or not cup.playing:
        return None
    waiting = services.store.unfinished(match.game)
    if waiting is not None and game_id(waiting) == cup.playing:
        return Left(waiting, False)
    shelved = (game.record for game in services.store.archive() if game.record.game == match.game)
    found = next((record for record in shelved if game_id(record) == cup.playing), None)
    return None if found is None else Left(found, True)


def count_ended(services: Services) -> None:
    """Count a match whose end the cup missed because the program was killed."""
    left = None if services.people.cup is None else left_match(services, services.people.cup)
    if left is not None and (outcome := left.record.result) is not None:
        spec = find(left.record.game)
        record, state = left.record, state_of(spec, left.record)
        found = places(spec, state, outcome, len(record.seats), record.resigned)
        services.people.end_game(record, found)


def start_match(services: Services, cup: Cup) -> Nav:
    """Return the way to the cup's next match: resumed, or from its start."""
    match = cup.next
    assert match is not None
    left = left_match(services, cup)
    if left is not None and left.record.result is None:
        record = _with_present_people(services, cup, match, left.record)
        return Switch(ToBranch(record) if left.shelved else ToResume(record))
    spec = find(match.game)
    seats = seats_of(services, cup, match)
    options = usual_options(spec, len(seats))
    seed = new_seed(services, spec, options)
    services.people.keep_cup(cup.begun(game_id(Record(spec.id, options, seed, seats=seats))))
    return Switch(ToGame(spec.id, options, seats, seed, shows_first=True))


def _with_present_people(services: Services, cup: Cup, match: CupMatch, record: Record) -> Record:
    """Return the record with its seats as the table is now: present people, and AIs for the absent.

    Players who resigned stay out.
    """
    seats = [
        seat_of(services, cup.entrant(seat.identity)) if seat.identity in match.people and not seat.resigned else seat
        for seat in record.seats
    ]
    return replace(record, seats=tuple(seats))


def seats_of(services: Services, cup: Cup, match: CupMatch) -> tuple[SeatConfig, ...]:
    """Return the seats of a match in playing order, with AIs for further seats of the game.

    An AI replaces an entrant while they are away. AIs that fill seats are not in the cup.
    """
    spec = find(match.game)
    seats = [seat_of(services, cup.entrant(person)) for person in match.people]
    count = min(number for number in spec.seats if number >= len(seats))
    others = [seat_of(services, entrant) for entrant in cup.entrants if entrant.identity not in match.people]
    return with_unique_names([*seats, *[SeatConfig("ai", services.offers.level())] * (count - len(seats))], others)


def seat_of(services: Services, entrant: Entrant) -> SeatConfig:
    """Return an entrant's seat with the current name and device; an AI's if the entrant is away."""
    chair = services.people.roster.chair(entrant.identity)
    if chair is None or chair.is_ai:
        level = services.offers.level() if chair is None else chair.level
        return SeatConfig("ai", level, entrant.name, entrant.identity)
    return replace(chair.seat(), name=chair.name or entrant.name)


def seats_in(services: Services, cup: Cup) -> Seats:
    """Return the seats of all entrants by identity."""
    return {entrant.identity: seat_of(services, entrant) for entrant in cup.entrants}


def usual_options(spec: GameSpec, seats: int) -> dict[str, object]:
    """Return the game's default options for `seats` players."""
    by_number = any(option.name == "players" for option in spec.options)
    return resolve(spec.options, {"players": seats} if by_number else {})
