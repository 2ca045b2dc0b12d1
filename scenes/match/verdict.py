"""Words for the end of a game: who won and how, and the seats' standings."""

from __future__ import annotations

from game.core.rules import Seat
from game.counting import moves_of
from game.phones.snapshot import Score
from game.placing import places
from game.session.session import Session
from scenes.services import Services
from scenes.table.contract.board import AnyBoard
from scenes.table.phone_hand import score

FEW = 4  # seats of which a phone says in words what they have, not in a figure alone


def title(services: Services, session: Session) -> str:
    """Return who won a game that is over; "You win" where one plays alone."""
    assert session.outcome is not None
    winners = session.outcome.winners
    people = [seat for seat, config in enumerate(session.seats) if not config.is_ai]
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
    """Return how a game that is over ended; `note` is the board's own sentence, "" where it has none."""
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
    return places(session.spec, session.state, session.outcome, len(session.seats))


def standings(session: Session) -> list[tuple[int, Seat]]:
    """Each seat with its place, the first one first."""
    return sorted((place, seat) for seat, place in enumerate(places_of(session)))


def scores(services: Services, session: Session, board: AnyBoard) -> tuple[Score, ...]:
    """Return the seats' standings after a game, as a phone shows them; none where one played alone."""
    outcome, seats = session.outcome, session.seats
    assert outcome is not None
    if len(seats) == 1:
        return ()
    stocks = [board.words.seat(session.state, seat).stock for seat in range(len(seats))]
    few = len(seats) <= FEW
    return tuple(
        score(
            seats[seat].identity,
            services.people.name(seats[seat]),
            f"{stocks[seat].left} {stocks[seat].unit}" if few else str(stocks[seat].left),
            won=seat in outcome.winners,
        )
        for _, seat in standings(session)
    )
