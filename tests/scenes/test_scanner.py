"""The light of one-button play on a clock of its own: steps, groups, passes, presses, and what may not be one."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import pairwise

import pygame
import pytest

from game.core.options import resolve
from game.registry import find
from game.roster import Roster
from game.session import Session
from scenes.archive.archive_scene import ArchiveScene
from scenes.archive.replay_scene import ReplayScene
from scenes.cup.cup_scene import CupScene
from scenes.kit.canvas import Canvas, Sheet
from scenes.kit.devices import Devices, SignalKind
from scenes.kit.dialog import Answer, Dialog
from scenes.kit.scan_mark import MOST_RINGS, draw_light
from scenes.kit.scanner import BOUNCE_SECONDS, FIRST_SHARE, PASSES, QUIET_AFTER, REMIND_SECONDS, Lit
from scenes.kit.scene import Group, Item, Nav, Scene, Stop
from scenes.kit.stops import by_rows, tree
from scenes.kit.switches import HOLD_SECONDS
from scenes.learn.exercise_scene import ExerciseScene
from scenes.learn.rules_scene import RulesScene
from scenes.match.lost_devices import LostDeviceDialog
from scenes.match.match_scene import MatchScene
from scenes.menu.menu_scene import MenuScene
from scenes.quoridor.selection import Choosing, Walling
from scenes.settings.clash_scene import ClashScene
from scenes.settings.scan_question import ScanQuestion
from scenes.setup.setup_scene import SetupScene
from scenes.table.loading import make_board
from scenes.table.name_scene import NameScene
from tests.make import AOI, REN
from tests.scenes import posting
from tests.scenes.hands import PadHand
from tests.scenes.kiosk_table import idle
from tests.scenes.one_switch import OneSwitch, names, way
from tests.scenes.playhouse import PERSON, RIVAL, ROBOT, Playhouse
from tests.scenes.robots_play import begin
from tests.scenes.speaking import listen

PACE = 1.0
TICK = 1 / 120


class Shelf(Scene):
    """Two stops, a group of three and a group of one, which note what was taken."""

    def __init__(self, house: Playhouse) -> None:
        super().__init__(house.stage)
        self.taken: list[str] = []
        self.lit: list[str] = []
        self.items: Sequence[Item] = (
            self.stop("a"),
            self.stop("b", again=True),
            Group("g", "g", tuple(map(self.stop, "xyz"))),
            Group("alone", "alone", (self.stop("only"),)),
            Group("empty", "empty", ()),
        )

    def stop(self, name: str, again: bool = False) -> Stop:
        def take() -> Nav | None:
            self.taken.append(name)
            return None

        return Stop(name, name, take, lit=lambda: self.lit.append(name), again=again)

    def scan(self) -> Sequence[Item]:
        return self.items

    def draw(self, canvas: Canvas, alpha: float) -> None:
        canvas.blit(self.stage.table, (0, 0))


@pytest.fixture
def shelf(house: Playhouse) -> Shelf:
    """On top, with the light on its first stop."""
    house.services.change(scan=True, scan_pace=PACE)
    scene = Shelf(house)
    house.show(scene)
    return scene


def lit(house: Playhouse) -> object:
    found = house.app.scanner.lit
    return None if found is None else found.item.key


def wait(house: Playhouse, seconds: float) -> None:
    """Let ticks pass without frames."""
    for _ in range(round(seconds / TICK)):
        house.app.step()


def press(house: Playhouse) -> None:
    """An edge down and one up, later than any tremble."""
    wait(house, BOUNCE_SECONDS + TICK)
    house.app.scanner.switch(True)
    wait(house, 2 * TICK)
    house.app.scanner.switch(False)


def go_to(house: Playhouse, key: object) -> None:
    """Wait until something is lit."""
    for _ in range(round(30 / TICK)):
        if lit(house) == key:
            return
        house.app.step()
    raise AssertionError(f"{key} is never lit")


class TestTheLight:
    def test_it_steps_at_the_pace_and_stays_longer_on_the_first(self, house: Playhouse, shelf: Shelf) -> None:
        go_to(house, "only")
        press(house)
        seen = []
        for _ in range(round(5.2 * PACE / TICK)):
            seen.append(lit(house))
            house.app.step()
        assert list(dict.fromkeys(seen)) == ["a", "b", "g", "only"]
        assert seen.count("b") == pytest.approx(PACE / TICK, abs=2)
        assert seen.count("a") > seen.count("b")
        assert lit(house) == "a"
        assert FIRST_SHARE > 1

    def test_what_is_lit_is_told_of_it(self, house: Playhouse, shelf: Shelf) -> None:
        wait(house, 3 * PACE)
        assert shelf.lit[:2] == ["a", "b"]

    def test_a_press_takes_what_is_lit_and_begins_anew(self, house: Playhouse, shelf: Shelf) -> None:
        go_to(house, "only")
        press(house)
        assert shelf.taken == ["only"]
        assert lit(house) == "a"

    def test_it_stays_where_one_presses_again(self, house: Playhouse, shelf: Shelf) -> None:
        go_to(house, "b")
        press(house)
        press(house)
        assert (shelf.taken, lit(house)) == (["b", "b"], "b")

    def test_a_press_on_a_group_goes_into_it_and_two_passes_lead_back(self, house: Playhouse, shelf: Shelf) -> None:
        go_to(house, "g")
        press(house)
        assert (lit(house), house.app.scanner.lit.depth) == ("x", 1)
        assert house.stage.scan.inside
        wait(house, PASSES * 3 * PACE)
        assert lit(house) in ("y", "z")
        go_to(house, "g")
        assert house.app.scanner.lit.depth == 0
        assert not house.stage.scan.inside

    def test_it_keeps_its_place_while_others_come_and_begins_anew_where_its_own_goes(
        self, house: Playhouse, shelf: Shelf
    ) -> None:
        go_to(house, "b")
        shelf.items = (shelf.stop("new"), *shelf.items)
        wait(house, 0.4)
        assert lit(house) == "b"
        shelf.items = (shelf.stop("new"),)
        wait(house, 0.4)
        assert lit(house) == "new"
        shelf.items = ()
        wait(house, 0.4)
        assert lit(house) is None

    def test_nothing_ticks_any_more_where_nobody_is(
        self, house: Playhouse, shelf: Shelf, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        ticks: list[object] = []
        monkeypatch.setattr(house.stage.audio, "play", lambda *said: ticks.append(said))
        wait(house, 3 * PACE)
        assert ticks
        wait(house, (QUIET_AFTER + 1) * 4 * PACE)
        ticks.clear()
        wait(house, 8 * PACE)
        assert not ticks
        press(house)
        assert ticks

    def test_a_listener_is_never_left_in_silence_and_never_takes_what_was_not_said(
        self, house: Playhouse, shelf: Shelf
    ) -> None:
        recorder = listen(house)
        go_on = house.stage.t("scan.still_here")
        wait(house, (QUIET_AFTER + 1) * 4 * PACE)
        assert go_on not in recorder.texts[:4]
        for _ in range(3):
            said = len(recorder.texts)
            wait(house, REMIND_SECONDS + PACE)
            assert recorder.texts[said:] == [go_on]
        taken = len(shelf.taken)
        press(house)
        assert len(shelf.taken) == taken and recorder.texts[-1] == shelf.items[0].name
        press(house)
        assert len(shelf.taken) == taken + 1

    def test_ticks_rise_inside_groups_and_can_be_turned_off(
        self, house: Playhouse, shelf: Shelf, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        ticks: list[int] = []
        monkeypatch.setattr(house.stage.audio, "play", lambda name, gain=1.0, pitch=0: ticks.append(pitch))
        go_to(house, "g")
        outside, ticks[:] = set(ticks), []
        press(house)
        wait(house, 2 * PACE)
        assert outside == {0}
        assert max(ticks) > 0
        house.services.change(scan_sound=False)
        ticks.clear()
        wait(house, 2 * PACE)
        assert not ticks


class TestPresses:
    def test_a_hand_that_trembles_presses_once(self, house: Playhouse, shelf: Shelf) -> None:
        go_to(house, "b")
        press(house)
        for down in (True, False, True, False, True):
            wait(house, BOUNCE_SECONDS / 2)
            house.app.scanner.switch(down)
        assert shelf.taken == ["b"]

    def test_nothing_else_is_a_press(self, house: Playhouse, shelf: Shelf) -> None:
        posting.move_mouse((40, 40))
        posting.wheel(1)
        house.run(0.5)
        assert shelf.taken == []

    @pytest.mark.parametrize(
        ("post", "kind"),
        [
            (lambda: posting.key_down(pygame.K_LSHIFT), SignalKind.SWITCH_DOWN),
            (lambda: posting.key_down(pygame.K_ESCAPE), SignalKind.SWITCH_DOWN),
            (lambda: posting.mouse_down((9, 9), button=3), SignalKind.SWITCH_DOWN),
            (lambda: posting.key_up(pygame.K_a), SignalKind.SWITCH_UP),
        ],
    )
    def test_all_that_can_be_pressed_is_one_switch(
        self, devices: Devices, post: Callable[[], None], kind: SignalKind
    ) -> None:
        devices.switch(True)
        post()
        assert [found.kind for found in devices.drain(0.1)] == [kind]
        devices.switch(False)
        post()
        assert all(getattr(found, "kind", None) is not kind for found in devices.drain(0.2))


class TestHolding:
    def test_whoever_holds_a_key_on_the_menu_is_asked_and_can_answer_with_it(self, house: Playhouse) -> None:
        house.boot()
        one = OneSwitch(house, "key")
        one.hold(HOLD_SECONDS + 0.3)
        house.on_top(ScanQuestion)
        assert house.app.scanner.lit.item.name == "No"
        one.take("Yes")
        assert house.services.preferences.scan
        house.on_top(MenuScene)
        one.take(house.on_top(MenuScene).tiles["star"].name)
        house.on_top(SetupScene)

    def test_the_question_comes_over_what_the_key_has_opened(self, house: Playhouse) -> None:
        house.boot()
        posting.key_down(pygame.K_RETURN)
        house.run(HOLD_SECONDS + 0.3)
        house.on_top(ScanQuestion)

    def test_a_key_that_is_stuck_asks_once(self, house: Playhouse) -> None:
        house.boot()
        posting.key_down(pygame.K_F7)
        house.run(HOLD_SECONDS + 0.3)
        house.on_top(ScanQuestion)
        house.run(20)
        house.on_top(MenuScene)
        house.react(lambda: posting.tap_key(pygame.K_F8))
        house.run(HOLD_SECONDS + 1)
        house.on_top(MenuScene)

    def test_it_answers_itself_with_no(self, house: Playhouse) -> None:
        house.boot()
        OneSwitch(house, "click").hold(HOLD_SECONDS + 0.3)
        house.on_top(ScanQuestion)
        house.run(20)
        house.on_top(MenuScene)
        assert not house.services.preferences.scan

    def test_in_a_match_a_long_press_means_what_it_means(self, house: Playhouse) -> None:
        match = house.match(PERSON, ROBOT)
        posting.mouse_down((500, 400))
        house.run(HOLD_SECONDS + 1)
        assert house.top is match

    def test_with_the_light_on_a_long_press_asks_whether_to_leave_it(self, house: Playhouse) -> None:
        house.services.change(scan=True)
        house.match(PERSON, ROBOT)
        one = OneSwitch(house, "tap")
        one.hold(HOLD_SECONDS + 0.3)
        house.on_top(ScanQuestion)
        one.take("Yes")
        assert not house.services.preferences.scan

    def test_esc_leaves_it_without_a_question(self, house: Playhouse) -> None:
        house.services.change(scan=True)
        house.boot()
        posting.key_down(pygame.K_ESCAPE)
        house.run(HOLD_SECONDS + 0.3)
        assert not house.services.preferences.scan
        posting.key_up(pygame.K_ESCAPE)
        house.run(0.5)
        house.on_top(SetupScene)  # to which the press led as it began
        house.react(lambda: posting.tap_key(pygame.K_ESCAPE))
        house.on_top(MenuScene)


class TestScenes:
    def test_a_question_that_could_lose_something_begins_with_what_changes_nothing(self, house: Playhouse) -> None:
        answers = [Answer("Delete", 1), Answer("Keep", 2, primary=True), Answer("Later", 3)]
        dialog = Dialog(house.stage, "Delete?", "", answers)
        house.show(dialog)
        assert names(dialog.scan())[0] == "Keep"
        assert sorted(names(dialog.scan())) == ["Delete", "Keep", "Later"]

    def test_settings_are_changed_and_left(self, house: Playhouse) -> None:
        house.fps = 4
        house.services.change(scan=True)
        house.boot()
        one = OneSwitch(house, "key")
        one.take("Settings")
        one.take("One button")
        one.take("Ticks: On")
        assert not house.services.preferences.scan_sound
        one.take("Pace: 1.5 s")
        assert house.services.preferences.scan_pace == 2.0
        one.press()  # the light has stayed there
        assert house.services.preferences.scan_pace == 2.5
        one.take("Sound")
        one.take(lambda stop: stop.key == "less")
        assert house.services.preferences.effects == pytest.approx(0.6)
        one.take("One button")
        one.take("One-button play: On")
        assert not house.services.preferences.scan

    def test_a_name_is_put_together(self, house: Playhouse) -> None:
        house.services.change(scan=True)
        scene = NameScene(house.stage, "")
        house.show(scene)
        one = OneSwitch(house, "key")
        for letter in "BO":
            one.take(letter)
        assert scene.name == "BO"
        assert max(len(level) for level in levels(tree(scene))) <= 12

    def test_the_archive_opens_a_game(self, house: Playhouse) -> None:
        house.fps = 4
        house.services.change(scan=True)
        match = house.match(PERSON, RIVAL, actions=["e2", "e8"])
        match.session.resign(0)
        house.show(ArchiveScene(house.services))
        assert "Replay" in names(house.top.scan())
        one = OneSwitch(house, "key")
        one.take("Replay")
        house.run(1)
        one.take("One on")
        assert house.on_top(ReplayScene).playback.ply == 1
        one.take("Back")
        house.on_top(ArchiveScene)

    def test_an_exercise_is_solved(self, house: Playhouse) -> None:
        house.services.change(scan=True)
        scene = ExerciseScene(house.services, find("quoridor"))
        house.show(scene)
        one = OneSwitch(house, "key")
        action = next(a for a in scene.legal if scene.exercise.accepted(scene.table.state, a))
        one.take(scene.spec.rules.text(action))
        assert not scene.legal or scene.is_solved


def levels(items: Sequence[Item]) -> list[list[Item]]:
    """Every level of a tree."""
    inner = [level for item in items if isinstance(item, Group) for level in levels(item.items)]
    return [list(items), *inner]


def longest(items: Sequence[Item]) -> float:
    """How many paces it takes until the last stop of a tree is lit, counted from when its first one is."""
    deep = (longest(item.items) if isinstance(item, Group) else 0.0 for item in items)
    return max(index + (FIRST_SHARE - 1) * (index > 0) + below for index, below in enumerate(deep))


def test_a_group_that_is_all_there_is_lies_open(house: Playhouse) -> None:
    house.services.change(scan=True)
    house.show(RulesScene(house.services, find("star")))
    one = OneSwitch(house, "key")
    one.take("Next")
    assert house.on_top(RulesScene).page == 1
    assert house.app.scanner.lit.depth == 0


class TestMatches:
    @pytest.mark.parametrize(("game", "paces"), [("quoridor", 20), ("coffee", 14), ("star", 8), ("robots", 24)])
    def test_no_opening_action_is_far(self, house: Playhouse, game: str, paces: int) -> None:
        spec = find(game)
        options = resolve(spec.options, {"players": 2} if len(spec.seats) > 1 else {})
        session = Session(spec, options, 5, (AOI, ROBOT), agent=house.services.agent, store=house.services.store)
        match = MatchScene(house.services, session, make_board(house.services, spec, session.options))
        house.show(match)
        found = tree(match)
        assert max(map(len, levels(found))) <= 13
        assert paces - 6 < longest(found) <= paces

    def test_no_level_is_long_and_none_lies_deep(self, house: Playhouse) -> None:
        match = house.match(PERSON, ROBOT)
        found = tree(match)
        assert max(map(len, levels(found))) <= 13
        wall = way(found, lambda stop: stop.key == ("action", "e3h"))
        assert len(wall) == 3

    def test_robots_numbers_are_found_in_three_passes(self, house: Playhouse) -> None:
        match = begin(house, AOI, ROBOT)
        found = tree(match)
        assert max(map(len, levels(found))) <= 13
        assert len(way(found, lambda stop: stop.key == ("action", "bid 12"))) == 2
        assert len(way(found, lambda stop: stop.key == ("action", "bid 98"))) == 3

    def test_several_people_share_the_switch_seat_by_seat(self, house: Playhouse) -> None:
        match = begin(house, AOI, REN)
        assert [item.name for item in match.scan()][:2] == ["Aoi", "Ren"]

    def test_the_board_shows_what_is_lit(self, house: Playhouse) -> None:
        house.services.change(scan=True)
        match = house.match(PERSON, ROBOT)
        one = OneSwitch(house, "key")
        seen = set()
        for _ in range(120):
            house.frame()
            seen.add(match.hands.selection)
        assert {Choosing(match.session.spec.rules.parse(text).cell) for text in ("d1", "e2", "f1")} <= seen
        assert Choosing() in seen
        one.take(lambda stop: stop.key == ("action", "a8h"))
        assert match.session.ply >= 1
        assert not any(isinstance(selection, Walling) for selection in seen)

    def test_where_actions_are_confirmed_a_press_leads_to_a_second_thought(self, house: Playhouse) -> None:
        house.services.change(scan=True, always_confirm=True)
        match = house.match(PERSON, ROBOT)
        one = OneSwitch(house, "key")
        one.wait_for(("action", "e2"))
        one.press()
        assert match.session.ply == 0
        one.wait_for("back")
        one.press()
        assert match.session.ply == 0
        one.wait_for(("action", "e2"))
        one.press()
        one.wait_for("play")
        one.press()
        assert match.session.steps[0].action == match.session.spec.rules.parse("e2")

    def test_while_others_act_only_patience_reaches_the_bar(
        self, house: Playhouse, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        house.services.change(scan=True)
        match = house.match(replace(ROBOT, name="@aoi", identity="circle"), ROBOT)
        monkeypatch.setattr(match.session._requests, "take_move", lambda idle: None)
        house.run(1)
        assert not match.scan()
        house.run(4)
        assert names(match.scan())[-1] == "Pause"

    def test_the_clock_of_those_who_scan_runs_slower_and_waits_for_whoever_is_choosing(self, house: Playhouse) -> None:
        match = begin(house, AOI, ROBOT, actions=["0:bid 9"], clock_seconds=60)
        house.run(4)
        usual = 60 - match.session.clock.seconds
        house.services.change(scan=True)
        before = match.session.clock.seconds
        house.run(4)
        assert before - match.session.clock.seconds == pytest.approx(usual / 4, abs=0.3)
        OneSwitch(house, "key").press()  # into the first numbers
        assert house.stage.scan.inside
        match.session.clock = replace(match.session.clock, seconds=0.0)
        house.run(3)
        assert match.session.state.phase == "bid"
        idle(house, 40)  # back up, for nobody has pressed
        assert match.session.state.phase != "bid"


class TestAloud:
    def test_what_is_lit_is_read_and_waits_for_what_is_being_said(self, house: Playhouse, shelf: Shelf) -> None:
        recorder = listen(house)
        wait(house, 2 * PACE)
        assert "b" in recorder.texts
        recorder.ends_at_once = False
        house.stage.say("Something important", urgent=True)
        house.app.step()
        before = lit(house)
        wait(house, 3 * PACE)
        assert lit(house) == before
        recorder.children[-1].status = 0
        wait(house, 2 * PACE)
        assert lit(house) != before

    def test_a_replay_reads_its_moves(self, house: Playhouse) -> None:
        match = house.match(PERSON, RIVAL, actions=["e2", "e8", "a3h"])
        house.show(ReplayScene(house.services, find("quoridor"), match.session.record(), 1))
        recorder = listen(house)
        house.react(lambda: posting.tap_key(pygame.K_RIGHT))
        house.run(1)
        assert recorder.texts[0] == "Ren: to e8."

    def test_the_test_of_keys_reads_what_it_asks_and_finds(self, house: Playhouse) -> None:
        recorder = listen(house)
        scene = ClashScene(house.services)
        house.show(scene)
        assert any(scene.sentence()[0] in text for text in recorder.texts)
        for key in scene.test.asked:
            posting.key_down(key)
        house.run(1)
        for key in scene.keys:
            posting.key_up(key)
        house.run(1)
        assert any(house.stage.t("clash.works") in text for text in recorder.texts)


class TestTheMark:
    def test_rings_are_light_between_dark_and_the_bar_shrinks(self, house: Playhouse) -> None:
        area = pygame.Rect(300, 200, 120, 80)
        item = Stop("a", "a", lambda: None, (area,))
        grey = [
            brightness(drawn(house, Lit(item, 0, 0.5)), (x, area.centery)) for x in range(area.left - 20, area.left)
        ]
        lights = [value > 150 for value in grey]
        assert sum(a and not b for a, b in pairwise(lights)) == 2  # a double ring
        assert min(grey) < 40
        widths = [lit_width(drawn(house, Lit(item, 0, left)), area) for left in (1.0, 0.5, 0.1)]
        assert widths[0] > widths[1] > widths[2] > 0

    def test_a_group_has_a_ring_for_each_and_one_around_many(self, house: Playhouse) -> None:
        few = [pygame.Rect(100 + 60 * i, 300, 30, 30) for i in range(3)]
        group = Group("g", "g", tuple(Stop(i, str(i), lambda: None, (area,)) for i, area in enumerate(few)))
        beside = drawn(house, Lit(group, 0, 1.0))
        assert any(brightness(beside, (x, 315)) > 150 for x in range(131, 160))
        many = [pygame.Rect(100 + 20 * i, 300, 10, 10) for i in range(MOST_RINGS + 1)]
        group = Group("g", "g", tuple(Stop(i, str(i), lambda: None, (area,)) for i, area in enumerate(many)))
        around = drawn(house, Lit(group, 0, 1.0))
        assert all(brightness(around, (x, 305)) < 40 for x in range(111, 119))


def drawn(house: Playhouse, lit: Lit) -> pygame.Surface:
    """The light on black."""
    sheet = Sheet(pygame.Surface(house.window.size))
    draw_light(house.stage, sheet, lit)
    return sheet.surface


def brightness(surface: pygame.Surface, at: tuple[int, int]) -> float:
    return sum(surface.get_at(at)[:3]) / 3


def lit_width(surface: pygame.Surface, area: pygame.Rect) -> int:
    """Of the bar below an area, in pixels."""
    rows = range(area.bottom + 17, area.bottom + 30)
    return max(sum(brightness(surface, (x, y)) > 150 for x in range(area.left, area.right)) for y in rows)


def test_many_stops_are_grouped_by_rows(house: Playhouse) -> None:
    stops = [Stop(i, str(i), lambda: None, (pygame.Rect(60 * (i % 5), 60 * (i // 5), 50, 50),)) for i in range(15)]
    rows = by_rows(house.stage, stops)
    assert [names((row,)) for row in rows] == [[str(5 * row + i) for i in range(5)] for row in range(3)]
    assert rows[0].name == "0 to 4"
    assert by_rows(house.stage, stops[:4]) == tuple(stops[:4])


def test_who_has_no_other_device_takes_a_lost_pads_seat_over_by_the_switch(house: Playhouse) -> None:
    hand = PadHand(house)
    house.match(replace(PERSON, device="pad1"), replace(RIVAL, device="table"))
    hand.pad.detach()
    house.run(0.5)
    house.on_top(LostDeviceDialog)
    house.services.change(scan=True)
    OneSwitch(house, "key").take(lambda stop: stop.key == ("answer", 1))
    house.run(0.5)
    assert house.on_top(MatchScene).session.seats[0].device == "table"


def test_what_is_only_read_is_never_lit(house: Playhouse) -> None:
    roster = Roster().sit("keyboard", ord("f")).sit("keyboard", ord("g"))
    house.services.seat(roster)
    house.show(CupScene(house.services))
    lights = names(tree(house.on_top(CupScene)))
    assert {"Begin the cup", "Who plays?"} <= set(lights) and not any("Aoi" in name for name in lights)
