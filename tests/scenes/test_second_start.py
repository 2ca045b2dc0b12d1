"""A second start beside a running program: it says so in one line and ends. It may still show the replay of a file."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from game.core.record import Record, SeatConfig
from game.paths import store_path
from game.storage.store import Store
from game.supervision import command as supervision
from scenes.archive.replay_scene import ReplayScene
from scenes.kit.input.intents import KEYBOARD, Intent, Kind
from scenes.kit.scene import Quit
from scenes.menu.boot_scene import SHOWN_SECONDS, TurnedAwayScene
from scenes.routing import replay_scene
from tests.processes import run
from tests.scenes.playhouse import Playhouse

SEATS = (SeatConfig("human", name="@aoi", identity="circle"), SeatConfig("human", name="@ren", identity="square"))
RECORD = Record("quoridor", {"players": 2, "jump_pairs": False, "walls": None}, 7, ("e2", "e8"), SEATS, (0, 0))


@pytest.fixture
def first() -> Iterator[Store]:
    """The store of the running program."""
    store = Store.open(store_path())
    yield store
    store.close()


def is_turned_away(*command: str) -> None:
    """A start ends, and says in one line that the program runs."""
    done = run("main.py", *command, SDL_VIDEODRIVER="offscreen")
    assert done.returncode == 1
    assert len(done.stderr.splitlines()) == 1 and "running" in done.stderr


@pytest.mark.one_in(2)
@pytest.mark.parametrize("command", [["--windowed"], ["play", "quoridor"], ["--kiosk"]])
def test_a_second_start_says_so_in_one_line_and_ends(first: Store, command: list[str]) -> None:
    first.begin(RECORD)
    is_turned_away(*command)
    assert first.unfinished("quoridor") == RECORD


@pytest.mark.one_in(2)
@pytest.mark.parametrize("command", [["--windowed"], ["--kiosk"]])
def test_a_start_beside_a_supervisor_whose_table_is_just_down(command: list[str]) -> None:
    with supervision.hold():
        is_turned_away(*command)
    assert not store_path().exists()


@pytest.mark.one_in(2)
@pytest.mark.parametrize("command", [["doctor"], ["engine"]])
def test_headless_commands_take_no_hold(first: Store, command: list[str]) -> None:
    done = run("main.py", *command)
    assert done.returncode == 0, done.stderr


def test_the_sentence_ends_by_itself_or_at_a_press(house: Playhouse) -> None:
    scene = TurnedAwayScene(house.stage)
    assert scene.intent(Intent(Kind.CONFIRM, KEYBOARD)) == Quit()
    assert scene.tick(SHOWN_SECONDS / 2) is None
    assert scene.tick(SHOWN_SECONDS) == Quit()
    house.show(TurnedAwayScene(house.stage))


def test_a_guest_looks_at_a_game_and_can_do_nothing_else(house: Playhouse) -> None:
    guest = Store.open_as_guest(store_path())
    house.services.store, mine = guest, house.services.store
    house.show(replay_scene(house.services, RECORD))
    replay = house.come_to(ReplayScene)
    assert not replay.table.can_branch
    assert Kind.HINT not in [prompt.control for prompt in replay.prompts()]
    assert replay.intent(Intent(Kind.HINT, KEYBOARD)) is None
    assert replay.intent(Intent(Kind.BACK, KEYBOARD)) == Quit()
    house.services.store = mine
