"""Coffee through the engine mode: states, perft, choices, theory and errors."""

from __future__ import annotations

import json
from typing import Any

import pytest

from game.engine import handle


def ask(cmd: str, actions: list[Any], options: dict[str, Any] | None = None, **more: Any) -> dict[str, Any]:
    request = {"cmd": cmd, "game": "coffee", "options": options or {}, "actions": actions, **more}
    return json.loads(json.dumps(handle(json.dumps(request))))


def test_the_game_is_listed_with_its_options() -> None:
    games = {game["id"]: game for game in handle('{"cmd": "games"}')["games"]}
    boards = ["sq2", "sq3", "sq4", "sq5", "sq6", "sq7", "hex2", "hex3", "hex4", "hex5"]
    assert json.loads(json.dumps(games["coffee"])) == {
        "id": "coffee",
        "options": [
            {"name": "board", "type": "str", "choices": boards, "default": "sq5"},
            {"name": "n", "type": "int", "range": [1, 7], "default": 4},
            {"name": "pie", "type": "bool", "default": False},
        ],
        "seats": [2],
        "levels": [1, 2, 3, 4, 5],
    }


class TestState:
    def test_the_start(self) -> None:
        answer = ask("state", [])
        assert (answer["ply"], answer["actors"], answer["outcome"]) == (0, [0], None)
        assert len(answer["legal"]["0"]) == 96 and "a1h" in answer["legal"]["0"]
        assert len(answer["details"]["offered"]) == 25
        assert answer["details"] | {"offered": []} == {
            "offered": [],
            "line": None,
            "colours": ["black", "orange"],
            "to_move_colour": "black",
            "stones": {"black": [], "orange": []},
        }

    def test_after_a_swap_the_first_seat_moves_as_orange(self) -> None:
        answer = ask("state", ["d4h", "swap"], {"board": "hex4", "pie": True})
        assert answer["actors"] == [0]
        assert answer["details"] == {
            "offered": ["d1", "d2", "d3", "d5", "d6", "d7"],
            "line": "d4h",
            "colours": ["orange", "black"],
            "to_move_colour": "orange",
            "stones": {"black": ["d4"], "orange": []},
        }

    def test_a_row_ends_it(self) -> None:
        answer = ask("state", ["a1h", "a3v", "c3h", "c1v", "b1*"], {"board": "sq3", "n": 2})
        assert answer["outcome"] == {"winners": [0], "reason": "row"}
        assert (answer["actors"], answer["legal"]) == ([], {})
        assert "black has won (row)" in answer["text"]

    @pytest.mark.parametrize(
        ("actions", "code", "ply"),
        [
            (["c3h", "c3v"], "illegal_action", 1),
            (["c3h", "d3h"], "illegal_action", 1),
            (["c3*"], "illegal_action", 0),
            (["swap"], "illegal_action", 0),
            (["c3h", "swap"], "illegal_action", 1),
            (["h1h"], "illegal_action", 0),
            (["c3h", "c3"], "bad_action", 1),
            (["c3h", ["c4h"]], "bad_action", 1),
        ],
    )
    def test_errors_name_the_ply(self, actions: list[Any], code: str, ply: int) -> None:
        answer = ask("state", actions)
        assert (answer["ok"], answer["error"], answer["ply"]) == (False, code, ply)

    @pytest.mark.parametrize(
        "options",
        [{"n": 6}, {"board": "hex3", "n": 4}, {"n": 0}, {"board": "sq8"}, {"board": 5}, {"pie": 1}, {"side": 5}],
    )
    def test_bad_options(self, options: dict[str, Any]) -> None:
        answer = ask("state", [], options)
        assert (answer["ok"], answer["error"]) == (False, "bad_options")
        assert repr(next(reversed(options))) in answer["message"]

    def test_n_may_be_as_long_as_the_side(self) -> None:
        assert ask("state", [], {"board": "sq7", "n": 7})["ok"]


def test_perft() -> None:
    assert [ask("perft", [], depth=depth)["nodes"] for depth in range(5)] == [1, 96, 1224, 14528, 164848]
    assert [ask("perft", ["b2h"], {"pie": True}, depth=depth)["nodes"] for depth in (1, 2)] == [17, 200]


@pytest.mark.parametrize("level", [1, 2, 3, 4, 5])
def test_every_level_chooses(level: int) -> None:
    answer = ask("choose", ["c3h", "c4d"], level=level, seconds=0.3, agent_seed=1)
    assert answer["ok"]
    assert answer["action"] in ask("state", ["c3h", "c4d"])["legal"]["0"]
    assert answer["pv"][0] == answer["action"]


def test_a_swap_is_chosen() -> None:
    assert ask("choose", ["b2h"], {"board": "sq3", "n": 2, "pie": True}, level=5)["action"] == "swap"


def test_theory() -> None:
    answer = ask("theory", [], {"board": "sq3"}, seconds=30)
    assert (answer["value"], answer["distance"]) == ("win", 9)
    assert set(answer["after"]) == set(ask("state", [], {"board": "sq3"})["legal"]["0"])
    assert answer["after"]["a1h"] == ["loss", 8]
    following = ask("theory", ["a1h"], {"board": "sq3"}, seconds=30)
    assert (following["value"], following["distance"]) == ("win", 7)


def test_theory_says_nothing_where_time_is_too_short() -> None:
    answer = ask("theory", [], {"board": "sq7", "n": 5}, seconds=0)
    assert (answer["ok"], answer["value"], answer["distance"]) == (True, None, None)
