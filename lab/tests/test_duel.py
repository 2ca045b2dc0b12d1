"""Duels of two versions of Quoridor: openings, games, the report, and damaged files."""

import json

import pytest

from game.quoridor import rules
from game.quoridor.state import start_state
from lab.quoridor import duel
from lab.quoridor.duel import Duel, Player, main, openings, play, report
from lab.quoridor.gauntlet import ROOT


def runner(seconds):
    """Return a player that walks straight on, or around a pawn in its way."""

    def choose(actions, seed):
        state = start_state(2, False)
        for text in actions:
            state, _ = rules.apply(state, state.mover, rules.parse(text))
        up = 1 if state.mover == 0 else -1
        cells = [rules.text(action) for action in rules.legal(state, state.mover) if len(rules.text(action)) == 2]
        return {"action": max(cells, key=lambda cell: up * int(cell[1])), "chance": 0.5, "seconds": seconds}

    return choose


def test_each_opening_is_played_from_both_sides():
    games = [play(number, ["e2", "e8"], runner(0.1), runner(0.2)) for number in range(2)]
    assert [game.seat for game in games] == [0, 1]
    assert games[0].actions == games[1].actions and games[0].actions[:2] == ["e2", "e8"]
    assert sum(game.points for game in games) == 1, "the same side wins, once as this version"
    assert all(game.seconds == (0.1, 0.2) for game in games)
    assert len(games[0].chances) == len(games[0].actions) - 2


def test_a_report_tells_points_pairs_and_the_second_player():
    points = [1, 1, 1, 0, 0, 0.5]
    games = [Duel(number, number % 2, [], value, [], (0.3, 0.6)) for number, value in enumerate(points)]
    told = report(games)
    assert told.startswith("6 games: 3.5-2.5, 58.3% (")
    assert "pairs by points 0/1/1/0/1; the second player 2.5; 0.300 and 0.600 s a move" in told


def test_openings_are_even_by_the_deep_search(monkeypatch):
    asked = []

    def chance(state, nodes):
        asked.append(nodes)
        return {duel.QUICK: 0.6, duel.DEEP: 0.41 + 0.01 * (len(asked) % 8)}[nodes]

    monkeypatch.setattr(duel, "_chance", chance)
    found = openings(3, 0.44, 0.46)
    taken = [next(found) for _ in range(5)]
    assert all(0.44 < value < 0.46 and 2 <= len(actions) <= 8 for actions, value in taken)
    assert len(asked) > 10 and len({tuple(actions) for actions, _ in taken}) == 5


def test_a_player_plays_for_four():
    player = Player(ROOT, 0.01, players=4)
    answer = player.choose(["e2", "b5", "e8"], 0)
    player.close()
    assert answer["action"][0] == "h", "the one on the right moves"


@pytest.mark.parametrize("usual", [False, True])
def test_a_player_answers_one_move_after_the_other(usual):
    player = Player(ROOT, 0.01, usual=usual)
    answers = [player.choose(actions, 0) for actions in (["e2", "e8"], ["e2", "e8", "e3", "e7"])]
    player.close()
    assert all(rules.parse(answer["action"]) and answer["nodes"] > 0 for answer in answers)


@pytest.mark.parametrize(
    ("line", "complaint"),
    [
        ("{", "line 1"),
        ('{"actions": []}', "line 1: wanted are actions, chance"),
        ('{"actions": [], "chance": 0.5}', "1 openings are too few for 200 games"),
    ],
)
def test_files_that_hold_no_openings_are_named(tmp_path, capsys, line, complaint):
    file = tmp_path / "even.jsonl"
    file.write_text(line, encoding="utf-8")
    with pytest.raises(SystemExit):
        main(["play", str(file), "--old", "here"])
    assert f"{file}" in (said := capsys.readouterr().err) and complaint in said


def test_a_log_goes_on_where_it_stopped(tmp_path, monkeypatch):
    class Quick:
        def __init__(self, root, seconds, usual=False):
            self.choose = runner(seconds)

        def close(self):
            pass

    monkeypatch.setattr(duel, "Player", Quick)
    file, log = tmp_path / "even.jsonl", tmp_path / "games.jsonl"
    file.write_text('{"actions": ["e2", "e8"], "chance": 0.5}\n{"actions": ["d1", "e8"], "chance": 0.5}\n')
    for games in ("2", "4"):
        main(["play", str(file), "--old", "here", "--games", games, "--log", str(log)])
    assert [json.loads(line)["number"] for line in log.read_text().splitlines()] == [0, 1, 2, 3]
