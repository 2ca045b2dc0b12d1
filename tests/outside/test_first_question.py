"""The first question to a new engine shows nothing of the game that will be played."""

from typing import Any

import pytest

from game.core.options import resolve
from game.core.record import Record
from game.core.rules import OptionError
from game.outside.engine import EngineCommand, OutsideEngine, OutsidePlayer, another_start, position_request
from game.registry import find, load_questions
from tests import toy
from tests.fifth_game import EVERY_GAME

SETUPS: dict[str, list[dict[str, Any]]] = {
    "quoridor": [{}, {"walls": [5, 5]}, {"walls": [5, 10]}, {"players": 4}, {"players": 4, "walls": [2, 5, 3, 5]}],
    "coffee": [{}, {"board": "sq4", "n": 3}, {"board": "hex5", "pie": True}],
    "star": [{}, {"star": "c1"}, {"fouls": "none", "first": 1}],
    "robots": [{}, {"players": 4}],
}
"""Of the games that have more than one position to start from."""
OTHERS = [spec.id for spec in EVERY_GAME if spec.id not in SETUPS]


class Asked(OutsideEngine):
    """An engine that only keeps what it is asked first."""

    def __init__(self) -> None:
        super().__init__(EngineCommand("bot", ("x",)))
        self.first: dict[str, Any] = {}

    def warm(self, request: Any, *, others: bool = False) -> None:
        self.first = dict(request)


def first_question(record: Record) -> dict[str, Any]:
    """What an engine is asked first where the game of a record will be played."""
    engine = Asked()
    OutsidePlayer(engine, find).warm_up(record)
    return engine.first


@pytest.mark.parametrize(
    ("game", "given"), [(game, given) for game in SETUPS for given in SETUPS[game]], ids=lambda value: str(value)
)
def test_it_shows_another_position_of_the_same_game(game: str, given: dict[str, Any]) -> None:
    spec = find(game)
    record = Record(game, resolve(spec.options, given), 77)
    first = first_question(record)
    played = spec.rules.start(record.options, record.seed)
    if spec.simultaneous:
        assert first != load_questions(spec).question(played)
        return
    assert first["game"] == game and first["actions"] == []
    asked = spec.rules.start(resolve(spec.options, first["options"]), first["seed"])
    assert spec.seat_count(first["options"]) == spec.seat_count(record.options)
    assert spec.rules.picture(asked) != spec.rules.picture(played) or (
        spec.rules.details(asked) != spec.rules.details(played)
    )


@pytest.mark.parametrize("game", OTHERS)
def test_of_any_other_game_it_is_a_start_with_another_seed(game: str, fifth_game: Any) -> None:
    record = Record(game, resolve(find(game).options, {}), 77)
    first = first_question(record)
    assert first["seed"] != record.seed and first["actions"] == []
    assert {**first, "seed": 0, "options": {}} == {**position_request(record), "seed": 0, "options": {}}


def test_values_that_the_others_leave_no_room_for_are_passed_over() -> None:
    record = Record("nim", {"players": 2, "pile": 20}, 5)
    other = another_start(toy.find("nim"), record)
    assert other.options["players"] == 2 and other.options["pile"] != 20
    assert resolve(toy.find("nim").options, other.options) == other.options
    with pytest.raises(OptionError):
        another_start(toy.find("nim"), Record("nim", {"players": 2, "pile": -1}, 5))
