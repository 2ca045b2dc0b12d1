"""The step from the cup's next match to a game, with the people at the table now."""

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
    """A match that was begun and left, and whether it lies on the shelf by now."""

    record: Record
    shelved: bool


def cup_of_roster(services: Services) -> Cup:
    """A new cup of all who sit at the table, AIs too. Raises GameError unless they are 2 to 8, one of them a person."""
    roster = services.people.roster
    if not roster.people:
        raise GameError("a cup needs a person")
    return new_cup([Entrant(chair.identity, chair.name) for chair in roster.chairs], services.offers.games)


def left_match(services: Services, cup: Cup) -> Left | None:
    """The next match where it was left; None where it has not begun, or is not to be found any more.

    One that has ended while nobody was told of it, for the program was killed, is counted first.
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
    """Let a match count that has ended without the cup having been told, for the program was killed."""
    left = None if services.people.cup is None else left_match(services, services.people.cup)
    if left is not None and (outcome := left.record.result) is not None:
        spec = find(left.record.game)
        record, state = left.record, state_of(spec, left.record)
        found = places(spec, state, outcome, len(record.seats), record.resigned)
        services.people.end_game(record, found)


def start_match(services: Services, cup: Cup) -> Nav:
    """The next match of a cup that has one: where it was left, or from its start."""
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
    """The game with each seat played for by whoever is there now: its person, or an AI for one who has stood up.

    Who has given up stays out.
    """
    seats = [
        seat_of(services, cup.entrant(seat.identity)) if seat.identity in match.people and not seat.resigned else seat
        for seat in record.seats
    ]
    return replace(record, seats=tuple(seats))


def seats_of(services: Services, cup: Cup, match: CupMatch) -> tuple[SeatConfig, ...]:
    """The people of a match in playing order, then AIs where the game asks for more seats.

    An AI plays for somebody who has stood up, for as long as that lasts. One that fills a seat is nobody of the cup.
    """
    spec = find(match.game)
    seats = [seat_of(services, cup.entrant(person)) for person in match.people]
    count = min(number for number in spec.seats if number >= len(seats))
    others = [seat_of(services, entrant) for entrant in cup.entrants if entrant.identity not in match.people]
    return with_unique_names([*seats, *[SeatConfig("ai", services.offers.level())] * (count - len(seats))], others)


def seat_of(services: Services, entrant: Entrant) -> SeatConfig:
    """Return an entrant's seat: with the present name and device, an AI's where nobody sits there."""
    chair = services.people.roster.chair(entrant.identity)
    if chair is None or chair.is_ai:
        level = services.offers.level() if chair is None else chair.level
        return SeatConfig("ai", level, entrant.name, entrant.identity)
    return replace(chair.seat(), name=chair.name or entrant.name)


def seats_in(services: Services, cup: Cup) -> Seats:
    """The seats of all entrants, by identity."""
    return {entrant.identity: seat_of(services, entrant) for entrant in cup.entrants}


def usual_options(spec: GameSpec, seats: int) -> dict[str, object]:
    """The usual game for so many."""
    by_number = any(option.name == "players" for option in spec.options)
    return resolve(spec.options, {"players": seats} if by_number else {})
