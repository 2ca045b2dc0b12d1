"""Starts or resumes the cup's next match, with the people who are at the table now."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from game.core.options import resolve
from game.core.record import Record, SeatConfig
from game.core.rules import GameError
from game.core.spec import GameSpec
from game.match_setup import DEFAULT_LEVEL, level_of_name
from game.people.cup import Cup, CupMatch, Entrant, places
from game.people.party import game_id
from game.people.roster import with_unique_names
from game.registry import find
from scenes.cup.plan import Plan, cup_of
from scenes.kit.scene import Nav, Switch
from scenes.routes import ToBranch, ToGame, ToResume
from scenes.services import Services
from scenes.table.loading import new_seed
from scenes.table.pictures import state_of

Seats = Mapping[str, SeatConfig]
"""By identity, the seats of the people and AIs in a cup."""


@dataclass(frozen=True, slots=True)
class Left:
    """An unfinished match of the cup, and whether it was put on the shelf."""

    record: Record
    shelved: bool


def cup_of_roster(services: Services, plan: Plan | None = None) -> Cup:
    """Return a new cup with everyone at the table, including AIs.

    The cup follows `plan`; without a plan it has all games. Raises GameError unless 2 to 8 take part, at least one of
    them a person.
    """
    roster = services.people.roster
    if not roster.people:
        raise GameError("a cup needs a person")
    return cup_of(services, roster.chairs, plan or Plan("", tuple(services.offers.games)))


def left_match(services: Services, cup: Cup) -> Left | None:
    """Return the unfinished next match; None if it has not begun or its record is gone.

    Call `count_ended` first, in case the program was killed as a match ended.
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
    """Return the way to the cup's next match. An unfinished match is resumed, otherwise the match begins."""
    match = cup.next
    assert match is not None
    left = left_match(services, cup)
    record = left_record(services, cup)
    if left is not None and record is not None:
        return Switch(ToBranch(record) if left.shelved else ToResume(record))
    record = begun(services, cup)
    return Switch(ToGame(record.game, record.options, record.seats, record.seed, shows_first=True))


def left_record(services: Services, cup: Cup) -> Record | None:
    """Return the record of the unfinished next match, with the people now at the table.

    Return None if there is no record to continue, so that the match has to begin.
    """
    match, left = cup.next, left_match(services, cup)
    if match is None or left is None or left.record.result is not None:
        return None
    return _with_present_people(services, cup, match, left.record)


def begun(services: Services, cup: Cup) -> Record:
    """Begin the next match and store that it has begun. Returns its record, which has no actions yet."""
    match = cup.next
    assert match is not None
    spec = find(match.game)
    seats = seats_of(services, cup, match)
    options = usual_options(spec, len(seats), cup.length)
    record = Record(spec.id, options, new_seed(services, spec, options), seats=seats)
    services.people.keep_cup(cup.begun(game_id(record)))
    return record


def is_of_ais(seats: Sequence[SeatConfig]) -> bool:
    """Whether only AIs play a match."""
    return bool(seats) and all(seat.is_ai for seat in seats)


def _with_present_people(services: Services, cup: Cup, match: CupMatch, record: Record) -> Record:
    """Return a copy of the record in which AIs replace the players who are absent now.

    Players who resigned are not replaced.
    """
    seats = [
        seat_of(services, cup, cup.entrant(seat.identity))
        if seat.identity in match.people and not seat.resigned
        else seat
        for seat in record.seats
    ]
    return replace(record, seats=tuple(seats))


def seats_of(services: Services, cup: Cup, match: CupMatch) -> tuple[SeatConfig, ...]:
    """Return the seats of a match in playing order.

    An AI replaces an entrant while they are away. If the game needs more players, AIs that are not in the cup take the
    other seats.
    """
    spec = find(match.game)
    seats = [seat_of(services, cup, cup.entrant(person)) for person in match.people]
    count = min(number for number in spec.seats if number >= len(seats))
    others = [seat_of(services, cup, entrant) for entrant in cup.entrants if entrant.identity not in match.people]
    return with_unique_names([*seats, *[SeatConfig("ai", services.offers.level())] * (count - len(seats))], others)


def seat_of(services: Services, cup: Cup, entrant: Entrant) -> SeatConfig:
    """Return the seat of an entrant, with the name and device of the person who plays for it now.

    If nobody does, an AI plays.
    """
    chair, name = services.people.roster.chair(entrant.identity), cup.holder(entrant.identity).name
    if chair is None or chair.is_ai:
        level = services.offers.level(level_of_name(name) or DEFAULT_LEVEL) if chair is None else chair.level
        return SeatConfig("ai", level, name, entrant.identity)
    return replace(chair.seat(), name=chair.name or name)


def seats_in(services: Services, cup: Cup) -> Seats:
    """Return the seats of all entrants by identity."""
    return {entrant.identity: seat_of(services, cup, entrant) for entrant in cup.entrants}


def usual_options(spec: GameSpec, seats: int, length: str = "") -> dict[str, object]:
    """Return the default options of a game for `seats` players, for a cup of this `length`."""
    by_number = any(option.name == "players" for option in spec.options)
    shorter = spec.play.shorter.get(length)
    options = {} if shorter is None else dict(shorter.options)
    return resolve(spec.options, options | ({"players": seats} if by_number else {}))
