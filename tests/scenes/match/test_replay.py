"""The replay: its paper, panel and lights, playing on from the middle; long games are read in slices with a bar."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

import pytest

from game.core import record as records
from game.core.incremental import SLICE
from game.core.record import MAX_PLIES, Record
from game.core.rules import Outcome
from game.paths import export_dir
from game.quoridor import SPEC
from game.records.files import export
from scenes.archive.archive_scene import ArchiveScene, ImportScene
from scenes.archive.branch_scene import BranchScene
from scenes.archive.replay_scene import ReplayScene
from scenes.kit.drawing import theme
from scenes.kit.input.intents import TOUCH, Kind
from scenes.kit.scene import Push, Switch
from scenes.kit.widgets.dialog import PAD, PROGRESS_HEAD, Dialog
from scenes.kit.widgets.widget import SegmentedControl
from scenes.match.match_scene import MatchScene
from scenes.menu.menu_scene import MenuScene
from scenes.routes import ToMenu, ToReplay
from scenes.routing import open_route, replay_scene
from scenes.table.sharing.reading import PATIENCE, ReadingScene
from tests.scenes.hands import HANDS, KeyHand, MouseHand, TouchHand, focus_of
from tests.scenes.playhouse import PART, PERSON, RIVAL, ROBOT, SIZES, Playhouse
from tools.catalogue.quoridor import WON

ACTIONS = ("e2", "e8", "g7v", "e7", "e3", "f3h", "d6h", "d7")
RECORD = Record("quoridor", {"players": 2, "jump_pairs": False}, 7, ACTIONS, (PERSON, ROBOT))
WON_RECORD = Record("quoridor", RECORD.options, 7, WON, (PERSON, RIVAL), (), Outcome((0,), "goal"))


def replay(house: Playhouse, record: Record = RECORD, ply: int = 0) -> ReplayScene:
    """A replay that listens; back leads to the menu."""
    scene = ReplayScene(house.services, SPEC, record, ply, leave=Switch(ToMenu()))
    house.show(scene)
    return scene


def at(scene: ReplayScene, ply: int) -> bool:
    """Whether the screen has come to rest at `ply`."""
    return scene.playback.ply == ply and scene.table.timeline.is_idle and scene.table.shown == scene.playback.state


def test_the_paper_leads_to_actions(house: Playhouse) -> None:
    scene = replay(house)
    hand = MouseHand(house)
    paper = scene.side_panel.move_list
    assert paper is not None
    unit = house.stage.metrics.px
    second_of_row_2 = paper.x + unit(270), paper.y + unit(76 + 50 + 25)
    hand.point(second_of_row_2)
    house.run(0.5)
    assert at(scene, 4)
    hand.point((paper.x + unit(110), paper.y + unit(76 + 25)))
    house.run(0.5)
    assert at(scene, 1)
    hand.point((paper.x + unit(110), paper.bottom - unit(60)))
    assert at(scene, 1), "nothing is written there"


@pytest.mark.parametrize("device", HANDS)
@pytest.mark.one_in(2)
def test_playing_on_from_the_middle_with_other_seats(house: Playhouse, device: str) -> None:
    house.services.store.begin(Record("quoridor", RECORD.options, 1, ("e2",), (PERSON, RIVAL)))
    house.services.store.save_clock("quoridor", "old", 9.0)
    replay(house, WON_RECORD, 5)
    hand = HANDS[device](house)
    if isinstance(hand, (MouseHand, TouchHand)):
        hand.point((3, 3))
    hand.order(Kind.HINT)
    branch = house.on_top(BranchScene)
    assert "moves to Games" in branch._note()
    kinds = [widget for widget in focus_of(house).widgets if isinstance(widget, SegmentedControl)]
    hand.select(kinds[0], 1)
    hand.say("Play on")
    match = house.on_top(MatchScene)
    assert [seat.kind for seat in match.session.seats] == ["ai", "human"]
    assert match.session.record().actions[:5] == WON[:5]
    kept = house.services.store.unfinished()
    assert kept is not None and kept.actions[:5] == WON[:5] and kept.seats == match.session.seats
    assert house.services.store.saved_clock() is None
    house.rest()
    hand.play("e6")
    assert match.session.ply == 7, "and the AI answers"


def test_the_winner_is_lit_at_the_end_only(house: Playhouse) -> None:
    scene = replay(house, WON_RECORD, len(WON) - 1)
    assert (scene.table.lights, scene.playback.outcome) == ({0: 1.0, 1: 0.0}, None)
    scene.go(len(WON))
    assert scene.is_animated
    house.run(theme.WIN_SECONDS + 1)
    assert scene.table.lights == {0: 1.0, 1: 0.0} and not scene.is_animated
    scene.go(len(WON) - 2)
    house.run(0.6)
    assert scene.table.lights == {0: 0.0, 1: 1.0}


@pytest.mark.one_in(4)
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("seats", [2, 4])
def test_nothing_overlaps(house: Playhouse, seats: int) -> None:
    four = (PERSON, ROBOT, RIVAL, ROBOT)
    record = Record("quoridor", {"players": seats, "jump_pairs": False}, 7, ("e2",), four[:seats])
    scene = replay(house, record)
    panel = scene.transport.rect
    parts = [*scene.side_panel.cards.values(), scene.table.frame, scene.bar.region]
    parts += [scene.side_panel.move_list] if scene.side_panel.move_list else []
    assert panel.collidelist(parts) < 0
    assert house.window.surface.get_rect().contains(panel)
    for name in ("start", "speed"):
        assert panel.contains(scene.transport.key(name))


@pytest.mark.one_in(2)
@pytest.mark.parametrize("size", SIZES)
def test_a_finger_finds_every_key(house: Playhouse) -> None:
    """The keys grow as soon as the screen is touched, and hide nothing."""
    scene = replay(house, Record("quoridor", {"players": 2, "jump_pairs": False}, 7, ("e2",), (PERSON, RIVAL)))
    house.stage.devices.current = TOUCH
    house.run(0.2)
    keys = [scene.transport.key(name) for name in ("start", "back", "play", "on", "end", "speed")]
    scrubber = scene.transport.scrubber.rect
    least = house.stage.metrics.px(82)
    assert all(min(key.size) >= least and scene.transport.rect.contains(key) for key in keys)
    assert scrubber.width >= 2 * least and all(key.collidelist([scrubber, *keys[:i]]) < 0 for i, key in enumerate(keys))
    assert scene.transport.rect.collidelist([*scene.side_panel.cards.values(), scene.table.frame]) < 0


def test_the_command_line_opens_a_replay_that_leads_to_the_menu(house: Playhouse) -> None:
    house.app.manager.start(replay_scene(house.services, RECORD))
    house.come_to(ReplayScene)
    house.be_heard()
    HANDS["keyboard"](house).order(Kind.BACK)
    house.on_top(MenuScene)


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
    house.come_to(ReadingScene)
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
def test_a_long_file_is_taken_or_refused_in_slices(house: Playhouse, plies: Counter, record: Record) -> None:
    export(record, export_dir(), "long.json")
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
def test_the_card_fits(house: Playhouse, plies: Counter) -> None:
    house.show(open_route(house.services, ToReplay(LONG, 0, Switch(ToMenu()))))
    scene = house.on_top(ReadingScene)
    assert scene.is_shown and house.window.surface.get_rect().contains(scene.rect)
