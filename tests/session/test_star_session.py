"""A session of Star: giving up and agreeing on a draw are actions of the game, and undo passes over talk."""

from __future__ import annotations

from game.core.record import SeatConfig
from game.session import Session
from game.star import SPEC
from game.star.state import OfferDraw

PERSON = SeatConfig()


def played(*texts: str) -> Session:
    session = Session(SPEC, {}, 0, [PERSON] * 2)
    for text in texts:
        session.submit(session.actors()[0], SPEC.rules.parse(text))
    return session


def test_giving_up_in_turn_is_an_action_that_the_record_has() -> None:
    session = played("@b3", "@a2")
    session.resign(0)
    assert session.record().actions == ("@b3", "@a2", "resign")
    assert session.outcome is not None
    assert (session.outcome.winners, session.outcome.reason) == ((1,), "resign")


def test_giving_up_out_of_turn_ends_the_game_beside_the_record() -> None:
    session = played("@b3", "@a2")
    session.resign(1)
    assert session.record().actions == ("@b3", "@a2")
    assert session.outcome is not None
    assert (session.outcome.winners, session.outcome.reason) == ((0,), "resign")


def test_undo_after_a_refused_offer_goes_back_to_a_move_and_not_to_the_offer() -> None:
    session = played("@b3", "@a2", "draw?", "refuse")
    assert [SPEC.rules.text(step.action) for step in session.undo()] == ["@a2", "draw?", "refuse"]
    assert session.actors() == (1,)
    assert OfferDraw() in session.legal(1)


def test_an_offer_can_be_made_again_after_the_move_was_taken_back() -> None:
    session = played("@b3", "draw?", "refuse", "@a2")
    session.undo()
    assert session.record().actions == ("@b3", "draw?", "refuse")
    assert OfferDraw() not in session.legal(1)
    session.undo()
    assert session.record().actions == ()
    assert OfferDraw() in session.legal(0)
