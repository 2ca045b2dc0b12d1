"""The script that plays Quoridor's own games works together with the script that trains its network."""

from __future__ import annotations

import json
import sys
import zlib
from dataclasses import replace
from pathlib import Path
from random import Random

import numpy as np
import pytest

from game.quoridor import net, rules
from game.quoridor.floods import COMPILED
from game.quoridor.state import start_state
from lab.quoridor import play, train
from tests.agents.test_quoridor_ai import Look, random_position

pytestmark = pytest.mark.skipif(not COMPILED, reason="takes minutes uncompiled")


def games_file(folder: Path, games: int) -> Path:
    path = folder / "games.jsonl"
    path.write_text("\n".join(json.dumps(play.play(Random(seed), 60)) for seed in range(games)))
    return path


def test_a_game_is_played_to_its_end_and_told() -> None:
    game = play.play(Random(1), 60)
    state = start_state(2, False)
    for text in game["moves"].split():
        state, _ = rules.apply(state, state.mover, rules.parse(text))
    assert state.winner == game["winner"] is not None
    assert len(game["values"]) == state.ply - game["open"]
    assert all(value is None or 0 <= value <= 1 for value in game["values"])
    assert play.play(Random(1), 60) == game


def test_it_is_told_how_often_what_the_search_told_came_true(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    house = {"moves": "e2 e8 e3 e7 e4", "open": 2, "styles": ["house", "house"]}
    games = [
        {**house, "values": [0.81, 0.23, None], "winner": 0},
        {**house, "values": [0.83, 1.0, 0.27], "winner": 1},
        {**house, "values": [0.5, 0.5, 0.5], "winner": None},
        {**house, "values": [0.5, 0.5, 0.5], "winner": 1, "styles": ["house", "racer"]},
    ]
    path = tmp_path / "games.jsonl"
    path.write_text("".join(json.dumps(game) + "\n" for game in games))
    monkeypatch.setattr(sys, "argv", ["play", str(path), "--tell"])
    play.main()
    assert capsys.readouterr().out.splitlines() == [
        "2 games, 5 positions, Brier 0.1702",
        "  0.2 to 0.3:      2, told 0.250, won 0.000",
        "  0.8 to 0.9:      2, told 0.820, won 0.500",
        "  0.9 to 1.0:      1, told 1.000, won 1.000",
    ]


def test_what_is_trained_is_a_network_that_tells_winners(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path, out = games_file(tmp_path, 12), tmp_path / "net.bin"
    monkeypatch.setattr(sys, "argv", ["train", str(path), "--epochs", "4", "--rate", "0.1", "--write", str(out)])
    train.main()
    assert len(net.read(out)) == net.ROWS * net.WIDTH
    assert any(net.read(out))
    assert zlib.decompress(out.read_bytes()) != zlib.decompress(net.FILE.read_bytes())


def test_training_comes_nearer_to_the_results(tmp_path: Path) -> None:
    positions = train.Positions()
    train.add_games(positions, [games_file(tmp_path, 12)])
    everything = range(len(positions.targets))
    off = []
    for epochs in (0, 4):
        training = train.train(positions, len(everything), epochs, 0.1, seed=0)
        off.append(abs(training.guess(np.array(everything)) - training.targets).mean())
    assert off[1] < 0.8 * off[0]


def test_training_goes_on_from_a_network(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path, out = games_file(tmp_path, 12), tmp_path / "net.bin"
    asked = ["train", str(path), "--begin", "--epochs", "1", "--write", str(out)]
    monkeypatch.setattr(sys, "argv", [*asked, "--rate", "0"])
    train.main()
    assert net.read(out) == net.read(net.FILE)
    monkeypatch.setattr(sys, "argv", [*asked, "--rate", "0.01"])
    train.main()
    changes = np.abs(np.array(net.read(out)) - np.array(net.read(net.FILE)))
    assert 0 < changes.max() < 64


def test_games_begin_where_a_step_and_a_wall_are_worth_about_the_same() -> None:
    other = play.play(Random(1), 60)
    given = play.balanced_opening(Random(1), [other])
    assert other["moves"].startswith(" ".join(given))
    state = play.after(given)
    step, wall = (play.best(state, is_wall=is_wall) for is_wall in (False, True))
    assert step and wall and abs(step - wall) <= play.ALIKE
    game = play.play(Random(1), 60, given)
    assert game["open"] == len(given) and game["moves"].startswith(" ".join(given))
    assert game["styles"] == ["house", "house"]


def test_a_file_without_games_to_begin_in_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    others, out = tmp_path / "others.jsonl", tmp_path / "games.jsonl"
    others.touch()
    monkeypatch.setattr(sys, "argv", ["play", str(out), "--begin", str(others)])
    with pytest.raises(SystemExit):
        play.main()
    assert f"{others} has no games to begin in" in capsys.readouterr().err
    assert not out.exists()


def test_the_mirror_image_of_the_mirror_image_is_the_feature() -> None:
    mirror = train.mirrored()
    assert (mirror[mirror] == range(net.FEATURES)).all()
    assert (mirror != range(net.FEATURES)).any()


@pytest.mark.parametrize("seed", range(5))
def test_a_board_and_its_mirror_image_have_mirrored_features(seed: int) -> None:
    state = random_position(seed)
    mirror = replace(
        state,
        pawns=tuple(cell - cell % 9 + 8 - cell % 9 for cell in state.pawns),
        horizontal=sum(1 << (anchor ^ 7) for anchor in range(64) if state.horizontal >> anchor & 1),
        vertical=sum(1 << (anchor ^ 7) for anchor in range(64) if state.vertical >> anchor & 1),
    )
    by_feature = train.mirrored()
    assert sorted(Look(mirror).features()) == sorted(int(by_feature[feature]) for feature in Look(state).features())
