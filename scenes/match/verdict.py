"""Words for the end of a game: who won and how, and the seats' standings."""

from __future__ import annotations

from typing import NamedTuple

from game.core.record import SeatConfig
from game.core.rules import Seat
from game.counting import moves_of
from game.phones.snapshot import Score
from game.placing import places
from game.session.session import Session
from scenes.services import Services
from scenes.table.contract.board import AnyBoard
from scenes.table.contract.phone_hand import score

FEW = 4  # seats of which a phone says in words what they have, not in a figure alone


class PlacedPlayer(NamedTuple):
    """The place of somebody in a game that is over: of a seat's own player, or of the AI that won for who gave up."""

    place: int
    seat: Seat
    player: SeatConfig


def title(services: Services, session: Session) -> str:
    """Return who won a game that is over; "You win" where one plays alone."""
    assert session.outcome is not None
    winners = session.outcome.winners
    people = [seat for seat, config in enumerate(session.seats) if config.resigned or not config.is_ai]
    if people == list(winners) and len(people) == 1:
        return services.stage.t("result.you_win")
    return winners_text(services, session)


def winners_text(services: Services, session: Session) -> str:
    """Return who won a game that is over, by name."""
    assert session.outcome is not None
    winners = session.outcome.winners
    if not winners:
        return services.stage.t("result.draw")
    names = services.people.names([session.seats[seat] for seat in winners])
    return services.stage.t("result.wins", name=names, count=len(winners))


def ending_text(services: Services, session: Session, note: str) -> str:
    """Return how a game that is over ended; `note` is the board's own sentence, "" where it has none.

    A line for each who has given up says who played on.
    """
    people = services.people
    resigned = [seat for seat in session.seats if seat.resigned]
    lines = [services.stage.t("resign.result", ai=people.name(seat), name=people.owner(seat)) for seat in resigned]
    return services.stage.strings.lines(_ending(services, session, note), *lines)


def _ending(services: Services, session: Session, note: str) -> str:
    t = services.stage.t
    assert session.outcome is not None
    if session.outcome.reason == "resign":
        return t("result.by_resignation")
    if note:
        return note
    return t(f"result.{session.spec.id}.{session.outcome.reason}", count=moves_of(session.record()))


def places_of(session: Session) -> tuple[int, ...]:
    """The place of each seat in a game that is over, 1 for the first."""
    assert session.outcome is not None
    return places(session.spec, session.state, session.outcome, len(session.seats), session.record().resigned)


def standings(session: Session) -> list[PlacedPlayer]:
    """Everybody with a place, the first one first."""
    assert session.outcome is not None
    owners = session.record().owners
    found = [PlacedPlayer(place, seat, owners[seat]) for seat, place in enumerate(places_of(session))]
    won_for = [seat for seat in session.outcome.winners if session.seats[seat].resigned]
    found += [PlacedPlayer(1, seat, session.seats[seat]) for seat in won_for]
    return sorted(found, key=lambda one: (one.place, one.seat))


def has_resigned(session: Session, one: PlacedPlayer) -> bool:
    """Whether it is the place of somebody who has given up while others played on."""
    return session.seats[one.seat].resigned and not one.player.resigned


def scores(services: Services, session: Session, board: AnyBoard) -> tuple[Score, ...]:
    """Return the seats' standings after a game, as a phone shows them; none where one played alone."""
    outcome, seats = session.outcome, session.seats
    assert outcome is not None
    if len(seats) == 1:
        return ()
    stocks = [board.words.seat(session.state, seat).stock for seat in range(len(seats))]
    few = len(seats) <= FEW
    found = []
    for one in standings(session):
        stock, gone = stocks[one.seat], has_resigned(session, one)
        has = services.stage.t("archive.resigned") if gone else stock.in_short if few else str(stock.left)
        won = one.seat in outcome.winners and not gone
        found.append(score(one.player.identity, services.people.name(one.player), has, won=won))
    return tuple(found)
