"""The replay: its paper, panel and lights, and playing on from the middle; ways through it: `stories/replay.txt`."""

from __future__ import annotations

import pytest

from game.core.record import Record
from game.core.rules import Outcome
from game.quoridor import SPEC
from scenes.archive.branch_scene import BranchScene
from scenes.archive.replay_scene import ReplayScene
from scenes.kit.drawing import theme
from scenes.kit.input.intents import TOUCH, Kind
from scenes.kit.scene import Switch
from scenes.kit.widgets.widget import SegmentedControl
from scenes.match.match_scene import MatchScene
from scenes.menu.menu_scene import MenuScene
from scenes.routes import ToMenu
from scenes.routing import replay_scene
from tests.scenes.conftest import OpenHouse
from tests.scenes.hands import HANDS, MouseHand, TouchHand, focus_of
from tests.scenes.playhouse import PERSON, RIVAL, ROBOT, SIZES, Playhouse
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
def test_nothing_overlaps(open_house: OpenHouse, size: tuple[int, int], seats: int) -> None:
    house = open_house(size=size)
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
def test_a_finger_finds_every_key(open_house: OpenHouse, size: tuple[int, int]) -> None:
    """The keys grow as soon as the screen is touched, and hide nothing."""
    house = open_house(size=size)
    scene = replay(house, Record("quoridor", {"players": 2, "jump_pairs": False}, 7, ("e2",), (PERSON, RIVAL)))
    house.stage.devices.current = TOUCH
    house.run(0.2)
    keys = [scene.transport.key(name) for name in ("start", "back", "play", "on", "end", "speed")]
    scrubber = scene.transport.scrubber.rect
    least = house.stage.metrics.px(84) - 2
    assert all(min(key.size) >= least and scene.transport.rect.contains(key) for key in keys)
    assert scrubber.width >= 2 * least and all(key.collidelist([scrubber, *keys[:i]]) < 0 for i, key in enumerate(keys))
    assert scene.transport.rect.collidelist([*scene.side_panel.cards.values(), scene.table.frame]) < 0


def test_the_command_line_opens_a_replay_that_leads_to_the_menu(house: Playhouse) -> None:
    house.app.manager.start(replay_scene(house.services, RECORD))
    house.until(lambda: isinstance(house.top, ReplayScene), "the replay")
    house.be_heard()
    HANDS["keyboard"](house).order(Kind.BACK)
    house.on_top(MenuScene)
