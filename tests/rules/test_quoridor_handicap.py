"""Quoridor between unequal people: a stock of walls for each seat."""

import json

import pytest

from game.core.options import resolve
from game.core.rules import IllegalActionError
from game.engine import handle
from game.quoridor import SPEC, rules


def ask(**request):
    return json.loads(json.dumps(handle(json.dumps({"game": "quoridor", **request}))))


def test_seats_begin_with_the_walls_that_were_agreed_on():
    answer = ask(cmd="state", options={"walls": [10, 6]})
    assert answer["details"]["walls_left"] == [10, 6]
    assert "1: e9, walls left 6" in answer["text"]
    answer = ask(cmd="state", options={"players": 4, "walls": [5, 2, 5, 3]}, actions=["e2", "a3h"])
    assert answer["details"]["walls_left"] == [5, 1, 5, 3]


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"walls": 7}, "option 'walls': 7 is not a list or null"),
        ({"walls": [7]}, "option 'walls': [7] is not one for each of 2 seats"),
        ({"walls": [10, 4]}, "option 'walls': 4 of seat 1 is not in 5..10"),
        ({"walls": [11, 10]}, "option 'walls': 11 of seat 0 is not in 5..10"),
        ({"walls": [10, True]}, "option 'walls': True of seat 1 is not a whole number"),
        ({"players": 4, "walls": [10, 5, 5, 5]}, "option 'walls': 10 of seat 0 is not in 2..5"),
        ({"players": 4, "walls": [5, 5, 1, 5]}, "option 'walls': 1 of seat 2 is not in 2..5"),
        ({"players": 4, "walls": [5, 5]}, "option 'walls': [5, 5] is not one for each of 4 seats"),
    ],
)
def test_what_will_not_do_is_named(options, message):
    answer = ask(cmd="state", options=options)
    assert (answer["error"], answer["message"]) == ("bad_options", message)


def test_the_engine_lists_it():
    options = next(game for game in ask(cmd="games")["games"] if game["id"] == "quoridor")["options"]
    assert options[-1] == {
        "name": "walls",
        "type": "list",
        "range": [2, 10],
        "per": "seat",
        "also": [None],
        "default": None,
    }


def test_the_command_line_takes_a_list():
    walls = SPEC.options[-1]
    assert walls.from_text("[10, 7]") == [10, 7] and walls.from_text("null") is None


def test_who_has_spent_fewer_walls_has_none_left():
    state = rules.start(resolve(SPEC.options, {"walls": [10, 5]}), 0)
    for wall in ("a1h", "a2h", "c1h", "c2h", "e1h", "e2h", "g1h", "g2h", "a7h", "a8h"):
        state = rules.apply(state, state.mover, rules.parse(wall))[0]
    assert state.walls_left == (5, 0)
    assert len(rules.legal(state, 0)) > 10
    state = rules.apply(state, 0, rules.parse("d1"))[0]
    with pytest.raises(IllegalActionError, match="no walls left"):
        rules.apply(state, 1, rules.parse("d7h"))


@pytest.mark.parametrize("level", range(1, 6))
@pytest.mark.parametrize("options", [{"walls": [5, 10]}, {"players": 4, "walls": [2, 5, 3, 5]}])
def test_every_level_plays_with_unequal_stocks(options, level):
    state = ask(cmd="state", options=options)
    answer = ask(cmd="choose", options=options, level=level, seconds=1)
    assert answer["action"] in state["legal"]["0"]


def test_perft_counts_as_ever():
    assert ask(cmd="perft", options={"walls": [5, 10]}, depth=2)["nodes"] == 16677
