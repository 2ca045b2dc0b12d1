"""Long games: read in slices with a bar, never more in a frame than its slice; given up with back."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

import pytest

from game.core import record as records
from game.core.incremental import SLICE
from game.core.record import MAX_PLIES, Record
from game.records.files import export
from scenes.archive.archive_scene import ArchiveScene, ImportScene
from scenes.archive.replay_scene import ReplayScene
from scenes.kit.input.intents import Kind
from scenes.kit.scene import Push, Switch
from scenes.kit.widgets.dialog import PAD, PROGRESS_HEAD, Dialog
from scenes.menu.menu_scene import MenuScene
from scenes.routes import ToMenu, ToReplay
from scenes.routing import open_route, replay_scene
from scenes.table.sharing.reading import PATIENCE, ReadingScene
from tests.scenes.conftest import OpenHouse
from tests.scenes.hands import HANDS, KeyHand
from tests.scenes.playhouse import PART, PERSON, RIVAL, SIZES, Playhouse

SHUFFLE = ("e2", "e8", "e1", "e9")
LONG = Record("quoridor", {"players": 2, "jump_pairs": False}, 7, SHUFFLE * (MAX_PLIES // 4), (PERSON, RIVAL))
DAMAGED = replace(LONG, actions=(*LONG.actions[:3000], "e5", *LONG.actions[3001:]))
SLICE_PLIES = round(SLICE / PART) + 1  # each takes the same time, and one is begun by then


@dataclass
class Counter:
    """How many actions have been played in this frame, and at most in any before."""

    now: int = 0
    most: int = 0
    all: int = 0

    def frame(self, house: Playhouse) -> None:
        """One frame, counted."""
        self.now = 0
        house.frame()
        self.most = max(self.most, self.now)


@pytest.fixture
def plies(monkeypatch: pytest.MonkeyPatch) -> Counter:
    """Counts actions."""
    counter = Counter()
    parse = records.parse_action

    def counted(*given: object) -> object:
        counter.now += 1
        counter.all += 1
        return parse(*given)  # type: ignore[arg-type]

    monkeypatch.setattr(records, "parse_action", counted)
    return counter


def read_on(house: Playhouse, plies: Counter) -> Iterator[ReadingScene[object]]:
    """The reading after each of its frames."""
    while isinstance(house.top, ReadingScene):
        plies.frame(house)
        if isinstance(house.top, ReadingScene):
            yield house.top


def bright(house: Playhouse) -> int:
    """The pixels of the row through the bar that are not dark: those of the card, and the bar's brass."""
    scene = house.on_top(ReadingScene)
    y = scene.rect.top + house.stage.metrics.px(PAD + PROGRESS_HEAD / 2)
    row = range(scene.rect.left, scene.rect.right)
    return sum(sum(house.window.surface.get_at((x, y))[:3]) > 200 for x in row)


def test_a_long_replay_is_read_in_slices_and_shown_as_ever(house: Playhouse, plies: Counter) -> None:
    house.show(open_route(house.services, ToReplay(LONG, 4321, Switch(ToMenu()))))
    shares = [scene.work.share for scene in read_on(house, plies)]
    assert 0 < plies.most <= SLICE_PLIES and plies.all == MAX_PLIES
    assert shares == sorted(set(shares)) and len(shares) > 50, "each frame is further than the one before"
    scene = house.on_top(ReplayScene)
    assert (scene.playback.ply, scene.playback.total) == (4321, MAX_PLIES)
    house.be_heard()
    KeyHand(house).order(Kind.BACK)
    house.on_top(MenuScene)


def test_no_frame_of_the_replay_plays_the_record_again(house: Playhouse, plies: Counter) -> None:
    house.show(open_route(house.services, ToReplay(LONG, 0, Switch(ToMenu()))))
    for _ in read_on(house, plies):
        pass
    plies.all = 0
    house.be_heard()
    KeyHand(house).hit(Kind.NEXT)
    house.run(1.0)
    assert plies.all == 0 and house.on_top(ReplayScene).playback.ply == MAX_PLIES


def test_a_short_one_is_there_in_the_same_frame(house: Playhouse) -> None:
    short = replace(LONG, actions=SHUFFLE)
    assert isinstance(open_route(house.services, ToReplay(short)), ReplayScene)


def test_the_bar_comes_after_a_moment_and_moves(house: Playhouse, plies: Counter) -> None:
    house.is_watched = True
    house.services.offered_resume = True
    house.app.manager.start(replay_scene(house.services, LONG))
    house.until(lambda: isinstance(house.top, ReadingScene), "the reading")
    house.frame()
    scene = house.on_top(ReadingScene)
    assert scene.work.share > 0 and not scene.is_shown
    counts = []
    for _ in range(3):
        house.run(PATIENCE + 0.3)
        counts.append(bright(house))
    assert counts[0] < counts[1] < counts[2], counts


@pytest.mark.parametrize("device", HANDS)
@pytest.mark.one_in(2)
def test_back_in_the_middle_leaves_cleanly(house: Playhouse, plies: Counter, device: str) -> None:
    house.services.store.finish(LONG)
    house.show(archive := ArchiveScene(house.services))
    hand = HANDS[device](house)
    house.app.manager.go(archive.open(0))
    house.be_heard()
    scene = house.on_top(ReadingScene)
    assert 0 < scene.work.share < 1
    hand.say("Back")
    assert house.top is archive and house.app.manager.scenes == [archive]
    done = plies.all
    archive.services.store.examine = lambda *given: False  # type: ignore[method-assign]
    house.run(0.5)
    assert plies.all == done, "nothing reads on"


def test_a_long_game_of_the_shelf_is_examined_and_replayed_in_slices(house: Playhouse, plies: Counter) -> None:
    house.services.store.finish(LONG)
    house.show(archive := ArchiveScene(house.services))
    house.app.manager.go(archive.open(0))
    for _ in range(300):
        if isinstance(house.top, ReplayScene):
            break
        plies.frame(house)
    replay = house.on_top(ReplayScene)
    assert plies.most <= 2 * SLICE_PLIES, "the last of the one and the first of the other"
    house.be_heard()
    KeyHand(house).order(Kind.BACK)
    assert house.top is archive and replay.playback.total == MAX_PLIES


def test_a_damaged_action_in_the_middle_of_a_shelved_game_is_told(house: Playhouse, plies: Counter) -> None:
    house.services.store._write(house.services.store._join(DAMAGED))
    house.show(archive := ArchiveScene(house.services))
    house.app.manager.go(archive.open(0))
    for _ in read_on(house, plies):
        pass
    notice = house.on_top(Dialog)
    assert notice.title == "Damaged" and "action 3000 is not possible (e5: not next to e1)" in notice.body
    assert plies.most <= SLICE_PLIES


@pytest.mark.parametrize("record", [LONG, DAMAGED])
def test_a_long_file_is_taken_or_refused_in_slices(
    house: Playhouse, plies: Counter, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, record: Record
) -> None:
    monkeypatch.setenv("KISSATEN_EXPORT", str(tmp_path / "games"))
    export(record, tmp_path / "games", "long.json")
    house.fps = 60  # as the app draws: two ticks, and what is done in them, lie in a longer frame
    house.show(archive := ArchiveScene(house.services))
    house.app.manager.go(Push(lambda: ImportScene(house.services)))
    taking = house.on_top(ImportScene)
    house.app.manager.go(taking.open(0))
    assert house.services.store.archive() == []
    for _ in read_on(house, plies):
        pass
    assert plies.most <= 2 * SLICE_PLIES, "the last of the one and the first of the other"
    if record is LONG:
        assert house.top is archive and len(archive.games) == 1
    else:
        notice = house.on_top(Dialog)
        assert notice.title == "This game could not be imported" and "3000" in notice.body and "e5" in notice.detail
        assert house.services.store.archive() == []


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("language", ["en", "ja"])
def test_the_card_fits(open_house: OpenHouse, plies: Counter, size: tuple[int, int], language: str) -> None:
    house = open_house(size=size, language=language)
    house.show(open_route(house.services, ToReplay(LONG, 0, Switch(ToMenu()))))
    scene = house.on_top(ReadingScene)
    assert scene.is_shown and house.window.surface.get_rect().contains(scene.rect)
