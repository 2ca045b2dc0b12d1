"""Closing the window asks in mid-game; a second close and whatever the system sends never ask, and lose nothing."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pygame
import pytest

from game.store import Store
from scenes.kit import endings
from scenes.kit.dialog import Dialog
from scenes.kit.intents import Kind
from scenes.match.match_scene import MatchScene
from scenes.match.pause_scene import PauseScene
from tests.scenes.hands import KeyHand
from tests.scenes.playhouse import PERSON, RIVAL, Playhouse

ROOT = Path(__file__).parents[2]


def post(kind: int) -> None:
    """What the window system tells."""
    pygame.event.post(pygame.event.Event(kind))


def close(house: Playhouse) -> None:
    """Press the window's button."""
    house.react(lambda: post(pygame.WINDOWCLOSE))


def test_closing_in_mid_game_asks(house: Playhouse) -> None:
    match = house.match(PERSON, RIVAL, actions=("e2",))
    close(house)
    assert not house.app.manager.quitting
    assert "kept" in house.on_top(Dialog).body
    KeyHand(house).say("Keep playing")
    assert house.top is match and not house.app.manager.quitting
    KeyHand(house).play("e8")


def test_the_question_lies_on_whatever_is_open(house: Playhouse) -> None:
    house.match(PERSON, RIVAL, actions=("e2",))
    KeyHand(house).order(Kind.PAUSE)
    pause = house.on_top(PauseScene)
    close(house)
    KeyHand(house).say("Keep playing")
    assert house.top is pause


def test_its_answer_leaves(house: Playhouse) -> None:
    house.match(PERSON, RIVAL, actions=("e2",))
    close(house)
    KeyHand(house).say("Quit")
    assert house.app.manager.quitting


def test_a_second_close_leaves(house: Playhouse) -> None:
    house.match(PERSON, RIVAL, actions=("e2",))
    close(house)
    post(pygame.WINDOWCLOSE)
    house.frame()
    assert house.app.manager.quitting


def test_once_it_was_answered_it_asks_again(house: Playhouse) -> None:
    house.match(PERSON, RIVAL, actions=("e2",))
    for _ in range(2):
        close(house)
        assert not house.app.manager.quitting
        KeyHand(house).say("Keep playing")
    house.on_top(MatchScene)


def test_outside_a_game_closing_asks_nothing(house: Playhouse) -> None:
    house.boot()
    post(pygame.WINDOWCLOSE)
    house.frame()
    assert house.app.manager.quitting


@pytest.mark.parametrize("kind", [pygame.QUIT, pygame.APP_TERMINATING])
def test_the_end_of_the_session_asks_nothing(house: Playhouse, kind: int) -> None:
    house.match(PERSON, RIVAL, actions=("e2",))
    post(kind)
    house.frame()
    assert house.app.manager.quitting


def test_sdl_does_not_take_a_closed_window_for_the_end_of_the_session(house: Playhouse) -> None:
    assert os.environ["SDL_QUIT_ON_LAST_WINDOW_CLOSE"] == "0"


def test_signals_are_heard_and_given_back() -> None:
    before = signal.getsignal(signal.SIGTERM)
    with endings.listening([signal.SIGTERM]) as ended:
        assert not ended()
        signal.raise_signal(signal.SIGTERM)
        assert ended()
    assert signal.getsignal(signal.SIGTERM) is before


PLAY_AND_KILL = """
import os, signal, sys
import main
from scenes.kit.app import App
frame = App.frame
def watched(app, now):
    frame(app, now)
    session = getattr(app.manager.top, "session", None)
    if session is not None and session.ply >= 2:
        App.frame = frame
        os.kill(os.getpid(), getattr(signal, sys.argv[1]))
App.frame = watched
play = ["play", "star", "--seats", "ai:1,ai:1", "--windowed", "--size", "640x360"]
if __name__ == "__main__":
    sys.exit(main.main(play))
"""


@pytest.mark.skipif(sys.platform == "win32", reason="Windows sends no such signals")
@pytest.mark.parametrize("name", ["SIGTERM", "SIGINT", "SIGHUP"])
@pytest.mark.one_in(3)
def test_a_signal_in_mid_game_ends_it_with_everything_kept(tmp_path: Path, name: str) -> None:
    environment = os.environ | {"KISSATEN_DATA": str(tmp_path)}
    command = [sys.executable, "-c", PLAY_AND_KILL, name]
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, timeout=100)
    assert (done.returncode, done.stderr) == (0, "")
    store = Store.open(tmp_path / "store.sqlite3")
    record = store.unfinished()
    store.close()
    assert record is not None and len(record.actions) >= 2
