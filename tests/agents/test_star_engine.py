"""Star through the engine mode: states with fouls and offers, perft, choices, theory and errors."""

from __future__ import annotations

import json
from typing import Any

import pytest

from game.engine import handle
from game.star.state import CELL_NAMES

MOCK_UP = ["@b3", "@a2", "@a1", "@c2", "b3-b2", "@c1"]


def ask(cmd: str, actions: list[str], options: dict[str, Any] | None = None, **more: Any) -> dict[str, Any]:
    request = {"cmd": cmd, "game": "star", "options": options or {}, "actions": actions, **more}
    return handle(json.dumps(request))


def test_the_game_is_listed_with_its_options() -> None:
    games = {game["id"]: game for game in handle('{"cmd": "games"}')["games"]}
    assert games["star"] == {
        "id": "star",
        "options": [
            {"name": "star", "type": "str", "choices": ["a3", "c3", "a1", "c1"], "default": "a3"},
            {"name": "fouls", "type": "str", "choices": ["takeback", "literal", "none"], "default": "takeback"},
            {"name": "foul_guard", "type": "bool", "default": True},
            {"name": "first", "type": "int", "choices": [0, 1], "default": 0},
        ],
        "seats": [2],
        "levels": [1, 2, 3, 4, 5],
    }


class TestState:
    def test_the_start(self) -> None:
        answer = ask("state", [])
        assert answer["actors"] == [0]
        assert answer["legal"] == {"0": [*(f"@{name}" for name in CELL_NAMES[1:]), "draw?", "resign"]}
        assert answer["details"] == {"board": "*........", "hands": [3, 3], "fouls": [], "offer": None}
        assert answer["outcome"] is None

    @pytest.mark.parametrize("guard", [True, False])
    def test_fouls_are_listed_and_legal_only_without_the_guard(self, guard: bool) -> None:
        answer = ask("state", MOCK_UP, {"foul_guard": guard})
        assert answer["details"] == {"board": "*..xoxo.x", "hands": [1, 0], "fouls": ["b2-b3"], "offer": None}
        assert ("b2-b3" in answer["legal"]["0"]) is not guard

    def test_a_foul_loses(self) -> None:
        answer = ask("state", [*MOCK_UP, "b2-b3"], {"foul_guard": False})
        assert answer["outcome"] == {"winners": [1], "reason": "foul"}
        assert (answer["actors"], answer["legal"]) == ([], {})

    def test_an_offer_is_the_other_seats_to_answer(self) -> None:
        answer = ask("state", ["@b3", "draw?"])
        assert (answer["actors"], answer["legal"]) == ([0], {"0": ["accept", "refuse"]})
        assert answer["details"]["offer"] == 1
        assert ask("state", ["@b3", "draw?", "accept"])["outcome"] == {"winners": [], "reason": "agreed"}

    @pytest.mark.parametrize(
        ("actions", "code", "ply"),
        [
            ([*MOCK_UP, "b2-b3"], "illegal_action", 6),
            (["@b3", "@b3"], "illegal_action", 1),
            (["@a3"], "illegal_action", 0),
            (["accept"], "illegal_action", 0),
            (["@b3", "resign", "@a2"], "illegal_action", 2),
            (["@b3", "e2"], "bad_action", 1),
            (["@b3", 5], "bad_action", 1),
        ],
    )
    def test_errors_name_the_ply(self, actions: list[Any], code: str, ply: int) -> None:
        answer = ask("state", actions)
        assert (answer["ok"], answer["error"], answer["ply"]) == (False, code, ply)

    @pytest.mark.parametrize(
        "options",
        [{"star": "b2"}, {"star": 0}, {"fouls": "strict"}, {"foul_guard": 1}, {"fouls": True}, {"guard": True}],
    )
    def test_bad_options(self, options: dict[str, Any]) -> None:
        assert ask("state", [], options)["error"] == "bad_options"


class TestPerft:
    @pytest.mark.parametrize(("depth", "nodes"), [(0, 1), (1, 8), (2, 56), (3, 468), (4, 3368)])
    def test_it_counts_board_actions_only(self, depth: int, nodes: int) -> None:
        assert ask("perft", [], depth=depth)["nodes"] == nodes

    def test_talk_is_not_counted(self) -> None:
        assert ask("perft", ["draw?"], depth=1)["nodes"] == 0
        assert ask("perft", ["draw?", "refuse"], depth=1)["nodes"] == 8


class TestChoose:
    @pytest.mark.parametrize("level", [1, 2, 3, 4, 5])
    def test_an_action_is_chosen(self, level: int) -> None:
        legal = ask("state", MOCK_UP)["legal"]["0"]
        answers = {ask("choose", MOCK_UP, level=level, agent_seed=seed)["action"] for seed in range(6)}
        assert answers <= set(legal) - {"draw?", "resign"}
        if level > 3:
            assert answers == {"@b1"}

    def test_the_answering_seat_is_the_one_that_chooses(self) -> None:
        assert ask("choose", ["draw?"], level=5)["action"] == "accept"
        assert ask("choose", ["draw?"], level=5, seat=0)["error"] == "bad_options"

    def test_a_finished_game_has_no_choice(self) -> None:
        assert ask("choose", ["resign"], level=5)["error"] == "bad_options"


class TestTheory:
    @pytest.mark.parametrize("options", [{}, {"foul_guard": False}])
    def test_a_position(self, options: dict[str, Any]) -> None:
        assert ask("theory", MOCK_UP, options) == {
            "ok": True,
            "value": "win",
            "distance": 5,
            "after": {
                "@b1": ["win", 5],
                "@b3": ["win", 15],
                "a1-b1": ["win", 9],
                "@c3": ["loss", 8],
                "b2-b1": ["draw", None],
            },
        }

    @pytest.mark.parametrize("seconds", [0, 0.001, 2, None])
    def test_the_time_given_changes_nothing(self, seconds: float | None) -> None:
        assert ask("theory", [], seconds=seconds)["distance"] == 29

    def test_each_reading_has_its_own(self) -> None:
        found = {
            fouls: ask("theory", ["@c3"], {"fouls": fouls})["distance"] for fouls in ("takeback", "literal", "none")
        }
        assert found == {"takeback": 25, "literal": 29, "none": None}

    def test_a_finished_game(self) -> None:
        assert ask("theory", ["resign"]) == {"ok": True, "value": "loss", "distance": 0, "after": {}}
