"""Games of one version of Quoridor's level 5 for four against three of another: seats, the report and the log."""

import json

import pytest

from game.quoridor.state import State
from lab.quoridor import four
from lab.quoridor.four import Game, main, play, report
from tests.rules.quoridor_ascii import read

NO_WALLS = read("""
    9 . . . . . . . . .
    8 0 . . . . . . . .
    4 1 . . . . . . . .
    3 . . . . . . . . 3
    2 . . 2 . . . . . .
    1 . . . . . . . . .
""", walls_left=0).state  # fmt: skip


def always(action, seconds):
    return lambda actions, seed: {"action": action, "seconds": seconds}


def opened_at(monkeypatch, state: State):
    monkeypatch.setattr(four, "opening", lambda random: (state, []))


def test_the_new_version_sits_on_each_seat_in_turn(monkeypatch):
    opened_at(monkeypatch, NO_WALLS)
    games = [play(number, 7, always("a9", 0.1), always("a9", 0.2)) for number in range(4)]
    assert [game.seat for game in games] == [0, 1, 2, 3]
    assert all(game.winner == 0 and game.actions == ["a9"] for game in games)
    assert games[0].seconds == (0.1, 0.0) and games[1].seconds == (0.0, 0.2)


@pytest.mark.parametrize("walls", [0, 1])
def test_a_win_that_another_action_would_have_stopped_was_let_go(monkeypatch, walls):
    """Seat 1 can step to i5 next; seat 0, the new version, runs on, with or without a wall in hand."""
    state = read("""
        7 . . . . . . 2 . .
        5 . . . . . . . 1 .
        3 . . 0 . . . . 3 .
        1 . . . . . . . . .
    """, walls_left=walls).state  # fmt: skip
    opened_at(monkeypatch, state)
    game = play(0, 7, always("c4", 0.1), always("i5", 0.1))
    assert game.winner == 1 and game.let_go is (walls == 1)


def test_a_report_tells_what_was_won_and_let_go():
    games = [
        Game(number, number % 4, [], winner, number == 1, (0.1, 0.2)) for number, winner in enumerate([0, 0, 2, 0])
    ]
    assert report(games).startswith("4 games: 2 won, 50.0% (")
    assert report(games).endswith("1 let go; 0.100 and 0.200 s a move")


def test_a_log_goes_on_where_it_stopped(tmp_path, monkeypatch):
    class Quick:
        def __init__(self, root, seconds, players):
            self.choose = always("a9", seconds)

        def close(self):
            pass

    monkeypatch.setattr(four, "Player", Quick)
    monkeypatch.setattr(four, "version", lambda commit: (_ for _ in ()).throw(AssertionError))
    opened_at(monkeypatch, NO_WALLS)
    log = tmp_path / "games.jsonl"
    for games in ("1", "3"):
        main(["--old", "here", "--games", games, "--log", str(log)])
    assert [json.loads(line)["number"] for line in log.read_text().splitlines()] == [0, 1, 2]


def test_a_log_that_holds_no_games_is_named(tmp_path, capsys):
    log = tmp_path / "games.jsonl"
    log.write_text("{}\n")
    with pytest.raises(SystemExit):
        main(["--old", "here", "--log", str(log)])
    assert f"{log}, line 1: wanted are" in capsys.readouterr().err
