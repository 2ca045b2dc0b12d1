"""Setups: who begins, exchanging names and identities, and what a stored one must be."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from game.core.record import Record, SeatConfig
from game.core.rules import GameError, Outcome
from game.match_setup import IDENTITIES, MatchSetup, default_table, table_from_json, with_default_names
from game.quoridor import SPEC
from tests.tables import rows


def four() -> MatchSetup:
    return default_table(SPEC).with_options(SPEC, {"players": 4})


def test_the_first_setup_is_a_person_against_an_ai() -> None:
    table = default_table(SPEC)
    assert [seat.kind for seat in table.seats] == ["human", "ai"]
    assert len({seat.identity for seat in table.seats}) == len({seat.name for seat in table.seats}) == 2


def test_a_table_survives_the_store() -> None:
    table = replace(four(), begins="loser")
    assert table_from_json(SPEC, table.to_json()) == table


def test_a_chosen_seed_goes_with_the_table_but_not_into_the_store() -> None:
    table = replace(default_table(SPEC), seed=7)
    assert table.with_options(SPEC, {"players": 4}).with_seat(1, SeatConfig("human")).seed == 7
    assert table.to_json() == default_table(SPEC).to_json()
    assert table_from_json(SPEC, table.to_json()).seed is None


@pytest.mark.parametrize(("change", "word"), rows("damaged_setups"))
def test_a_stored_setup_that_does_not_fit_is_refused(change: str, word: str) -> None:
    with pytest.raises(GameError, match=word):
        table_from_json(SPEC, {**default_table(SPEC).to_json(), **json.loads(change)})


def test_seats_keep_their_turn_order_whoever_begins() -> None:
    table = replace(four(), begins="random")
    seen = set()
    for seed in range(40):
        order = [seat.identity for seat in table.seating(seed)]
        seen.add(order[0])
        start = list(IDENTITIES[:4]).index(order[0])
        assert order == [IDENTITIES[(start + i) % 4] for i in range(4)]
    assert seen == set(IDENTITIES[:4])


def test_the_loser_of_the_last_game_begins() -> None:
    table = replace(default_table(SPEC), begins="loser")
    last = Record("quoridor", {}, seats=table.seats, result=Outcome((0,), "goal"))
    assert table.seating(0, last)[0] == table.seats[1]
    assert table.seating(0, None) == table.seats
    strangers = Record("quoridor", {}, seats=(SeatConfig(identity="moon"),), result=Outcome((), "goal"))
    assert table.seating(0, strangers) == table.seats


def test_who_did_not_begin_the_last_game_begins() -> None:
    table = replace(four(), begins="alternate")
    assert table.seating(0, None) == table.seats
    order = []
    last = Record("quoridor", {}, seats=table.seats)
    for _ in range(4):
        last = Record("quoridor", {}, seats=table.seating(0, last), result=Outcome((0,), "goal"))
        order.append(last.seats[0])
    assert order == [*table.seats[1:], table.seats[0]]
    strangers = Record("quoridor", {}, seats=(SeatConfig(identity="moon"),), result=Outcome((0,), "goal"))
    assert table.seating(0, strangers) == table.seats


def test_a_taken_identity_and_a_taken_name_are_exchanged_together() -> None:
    table = default_table(SPEC)
    first, second = table.seats[0], replace(table.seats[1], kind="human", level=0)
    table = table.with_seat(1, second)
    second = table.seats[1]
    assert second.name == "@ren", "a person has no AI's name"
    changed = table.with_seat(0, replace(first, identity=second.identity, name=second.name))
    assert (changed.seats[1].identity, changed.seats[1].name) == (first.identity, first.name)


def test_fewer_players_and_more_again() -> None:
    table = four().with_options(SPEC, {"players": 2})
    assert len(table.seats) == 2
    assert len({seat.identity for seat in table.with_options(SPEC, {"players": 4}).seats}) == 4


def test_seats_from_the_command_line_get_names_and_identities() -> None:
    seats = with_default_names((SeatConfig(), SeatConfig("ai", 3, identity="circle")))
    assert seats[1].identity == "circle" and seats[0].identity != "circle"
    assert all(seat.name for seat in seats)
