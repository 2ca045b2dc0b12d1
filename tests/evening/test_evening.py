"""What an evening brings: the score between the same people, and who plays next where some wait."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from game.core.record import Record, SeatConfig
from game.core.rules import GameError
from game.people.party import MOST, Evening, EveningGame, evening_from_json, game_id
from tests.tables import rows

AOI, REN = SeatConfig("human", name="@aoi", identity="circle"), SeatConfig("human", name="@ren", identity="square")


def won(id: str, *people: str, by: str = "") -> EveningGame:
    return EveningGame(id, "star", people, (by,) if by else ())


def test_the_score_is_that_of_the_same_people() -> None:
    evening = Evening()
    for game in (
        won("1", "Mia", "Tom", by="Mia"),
        won("2", "Tom", "Mia", by="Mia"),
        won("3", "Mia", "Tom", by="Tom"),
        won("4", "Mia", "Tom"),
        won("5", "Mia", "Jo", by="Jo"),
        won("6", "Mia", "Tom", "Jo", by="Mia"),
    ):
        evening = evening.with_game(game)
    assert evening.score(("Tom", "Mia")) == {"Tom": 1, "Mia": 2}
    assert evening.score(("Jo", "Mia")) == {"Jo": 1, "Mia": 0}
    assert evening.score(("Jo", "Tom")) == {}
    assert evening_from_json(evening.to_json()) == evening


def test_an_evening_is_bounded() -> None:
    evening = Evening()
    for number in range(MOST + 5):
        evening = evening.with_game(won(str(number), "Mia", "Tom"))
    assert len(evening.played) == MOST
    assert evening.played[0].id == "5"


@pytest.mark.parametrize("stored", [json.loads(stored) for (stored,) in rows("damaged_evenings", 1)], ids=json.dumps)
def test_a_stored_evening_is_checked(stored: object) -> None:
    with pytest.raises(GameError, match="a stored evening"):
        evening_from_json(stored)


def test_a_game_is_known_by_what_it_began_with() -> None:
    record = Record("star", {}, 7, ("@a1",), (AOI, REN))
    assert game_id(record) == game_id(replace(record, actions=("@b2", "@a1")))
    assert game_id(record) != game_id(replace(record, seed=8))
