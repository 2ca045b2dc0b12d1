"""The operator's menu: every device changes every setting; problems are told; nothing is lost by one press."""

from __future__ import annotations

from pathlib import Path

import pytest

from game.audits import INCIDENTS, Audits
from game.kiosk.config import KEYS, Config
from game.kiosk.config_file import load
from game.kiosk.kinds import Whole
from game.phones.protocol import Network
from scenes.kiosk.operator import words
from scenes.kiosk.operator.adjustments import ROW_KEYS
from scenes.kiosk.operator.list_card import ListCard
from scenes.kiosk.operator.looking import Networks
from scenes.kiosk.operator.number_scene import NumberScene
from scenes.kiosk.operator.operator_scene import OperatorScene
from scenes.kiosk.operator.quiet import QUIET_SECONDS, Question
from scenes.kiosk.operator.results import Result, keep, results
from scenes.kiosk.operator.steps import stepped
from scenes.kit.intents import Kind
from scenes.kit.scene import Pop
from scenes.kit.strings import LANGUAGES
from scenes.menu.menu_scene import MenuScene
from tests.scenes.conftest import OpenHouse
from tests.scenes.hands import HANDS, KeyHand, MouseHand, PadHand, TouchHand, button
from tests.scenes.kiosk_table import idle
from tests.scenes.operators_hand import FAULTY, Counter, moment
from tests.scenes.playhouse import Playhouse
from tools.catalogue.operator import NOW, audits

NUMBERS = [name for name, keys in ROW_KEYS.items() if len(keys) == 1 and isinstance(KEYS[keys[0]].kind, Whole)]


@pytest.mark.one_in(3)
@pytest.mark.parametrize("device", HANDS)
def test_every_number_is_changed_and_written_back(house: Playhouse, tmp_path: Path, device: str) -> None:
    hand = HANDS[device](house)
    counter = Counter(house, tmp_path)
    for name in NUMBERS:
        key = ROW_KEYS[name][0]
        kind = KEYS[key].kind
        assert isinstance(kind, Whole)
        counter.step(hand, name)
        assert counter.kiosk.config.value(key) == stepped(kind, KEYS[key].default, 1), name
    counter.kiosk.flush()
    config, problems = load(counter.path)
    assert config == counter.kiosk.config and problems == ()
    assert "# The shop's own words" in counter.path.read_text(encoding="utf-8")


@pytest.mark.one_in(3)
@pytest.mark.parametrize("device", HANDS)
def test_every_choice_is_changed_by_every_device(house: Playhouse, tmp_path: Path, device: str) -> None:
    hand = HANDS[device](house)
    counter = Counter(house, tmp_path)
    counter.press(hand, counter.row(hand, "language"))
    counter.press(hand, counter.row(hand, "cards"))
    assert (counter.kiosk.config.display.language, counter.kiosk.config.attract.cards) == ("en", False)


@pytest.mark.one_in(3)
@pytest.mark.parametrize("device", HANDS)
def test_the_phones_network_is_one_of_those_that_the_machine_has(house: Playhouse, tmp_path: Path, device: str) -> None:
    hand = HANDS[device](house)
    counter = Counter(house, tmp_path, "[table]\nphones_bind = '10.9.9.9'\n")
    found = [Network("wlan0", "192.168.1.20"), Network("eth0", "10.0.0.7")]
    networks = counter.scene.adjustments.networks = Networks(lambda: found)
    networks.look()
    house.until(lambda: len(networks.found) == 2, "the networks", wall=60)
    row = counter.row(hand, "bind")
    said = [row.value()]
    for _ in range(4):
        counter.press(hand, row)
        said.append(row.value())
    assert said == ["10.9.9.9", "The best one", "192.168.1.20", "10.0.0.7", "The best one"]
    counter.press(hand, row)
    assert counter.kiosk.config.table.phones_bind == "192.168.1.20"
    counter.kiosk.flush()
    assert load(counter.path)[0].table.phones_bind == "192.168.1.20"


def test_left_and_right_step_within_the_range_and_x_sets_the_default(house: Playhouse, tmp_path: Path) -> None:
    pad = PadHand(house)
    counter = Counter(house, tmp_path)
    row = counter.row(pad, "pace")
    counter.reach(pad, row)
    for _ in range(9):
        pad.hit(Kind.LEFT)
    assert counter.kiosk.config.attract.pace == 2 and counter.scene.adjustments.is_changed(row.row)
    pad.hit(Kind.SECONDARY)
    assert counter.kiosk.config.attract.pace == 4 and not counter.scene.adjustments.is_changed(row.row)
    levels = counter.row(pad, "levels")
    counter.reach(pad, levels)
    for _ in range(7):
        pad.hit(Kind.LEFT)
    assert counter.kiosk.config.games.levels == (1,)
    pad.hit(Kind.RIGHT)
    assert counter.kiosk.config.games.levels == (1, 2)


def test_the_volume_that_steps_is_the_one_that_holds_now(house: Playhouse, tmp_path: Path) -> None:
    pad = PadHand(house)
    counter = Counter(house, tmp_path)
    for hour, key in ((9, "sound.first"), (13, "sound.second"), (23, "sound.third"), (3, "sound.third")):
        counter.now = moment(hour)
        before = counter.kiosk.config.value(key)
        counter.reach(pad, counter.row(pad, "volume"))
        pad.hit(Kind.RIGHT)
        assert counter.kiosk.config.value(key) == before + 5


def test_a_finger_opens_a_row_where_no_arrow_was_to_be_seen(house: Playhouse, tmp_path: Path) -> None:
    touch = TouchHand(house)
    counter = Counter(house, tmp_path)
    row = counter.row(touch, "idle.turn")
    place = (row.rect.right - 30, row.rect.centery)
    touch.point(place)
    house.on_top(NumberScene)
    touch.say("OK")
    assert counter.kiosk.config == Config()
    touch.point(place)  # now it is: the row has the focus
    assert counter.kiosk.config.idle.turn == 105


def test_a_number_is_set_one_by_one(house: Playhouse, tmp_path: Path) -> None:
    keys = KeyHand(house)
    counter = Counter(house, tmp_path)
    counter.open(keys, "idle.thinking")
    keys.say("+1")
    keys.say("+1")
    assert counter.kiosk.config.idle.thinking == 182
    keys.say("Default")
    assert counter.kiosk.config.idle.thinking == 180
    keys.say("OK")
    assert house.top is counter.scene


def test_up_and_down_reach_everything_on_every_page(house: Playhouse, tmp_path: Path) -> None:
    pad = PadHand(house)
    counter = Counter(house, tmp_path)
    for _ in counter.scene.layout.plan.pages:
        for widget in counter.scene.focus.widgets:
            counter.reach(pad, widget)
        pad.hit(Kind.NEXT)


def test_a_swipe_and_the_wheel_turn_the_page(house: Playhouse, tmp_path: Path) -> None:
    touch = TouchHand(house)
    counter = Counter(house, tmp_path)
    place = counter.scene.layout.adjustments
    touch.drag((place.right - 60, place.centery), (place.left + 60, place.centery))
    assert counter.scene.panel.turner.page == 1 and house.top is counter.scene
    touch.drag((place.left + 60, place.centery), (place.right - 60, place.centery))
    assert counter.scene.panel.turner.page == 0
    assert counter.kiosk.config == Config()


# What the operator should know


def test_what_is_wrong_with_the_file_is_told_in_full(house: Playhouse, tmp_path: Path) -> None:
    counter = Counter(house, tmp_path, FAULTY)
    assert counter.scene.state.notices == 3
    hand = MouseHand(house)
    counter.press(hand, counter.scene.state)
    card = house.on_top(ListCard)
    assert card._count == 3
    for language in LANGUAGES:
        house.stage.strings.language = language
        texts = words.problem_texts(house.stage, counter.kiosk.problems, "")
        assert "idle.turn" in texts[0] and "1800" in texts[0] and "5" in texts[0]
        assert "idle.thinking" in texts[1] and "10-22" in texts[2]
    hand.say("OK")
    assert house.top is counter.scene


def test_a_file_without_sense_is_told_by_its_line(house: Playhouse, tmp_path: Path) -> None:
    counter = Counter(house, tmp_path, "[idle]\nmenu = = 4\n")
    texts = words.problem_texts(house.stage, counter.kiosk.problems, "")
    assert len(texts) == 1 and "Line 2" in texts[0]


def test_changes_that_cannot_be_written_are_told(house: Playhouse, tmp_path: Path) -> None:
    counter = Counter(house, tmp_path)
    counter.path.unlink()
    counter.path.mkdir()
    counter.step(PadHand(house), "idle.menu")
    counter.kiosk.flush()
    house.run(1.2)
    assert counter.scene.state.notices == 1 and counter.kiosk.config.idle.menu == 50
    assert "kiosk.toml" in words.problem_texts(house.stage, (), counter.kiosk.unwritten)[0]


def test_it_shows_how_long_the_table_runs_and_until_when_it_is_open(house: Playhouse, tmp_path: Path) -> None:
    counter = Counter(house, tmp_path, '[hours]\nsunday = "10:00-22:00"\n')
    assert counter.scene.state.value() == "Running 3 hours 0 minutes\nOpen until 22:00 · no notice"
    counter.now = NOW.replace(hour=23)
    house.run(1.2)
    assert "Closed until Mon 00:00" in counter.scene.state.opening


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_incident_has_a_sentence(house: Playhouse, language: str) -> None:
    house.stage.strings.language = language
    assert all(house.stage.t(f"kiosk.incident.{kind}") for kind in INCIDENTS)


def test_all_incidents_are_listed(house: Playhouse, tmp_path: Path) -> None:
    counter = Counter(house, tmp_path, audits=audits())
    counter.press(PadHand(house), counter.scene.incidents)
    card = house.on_top(ListCard)
    assert card._count == 4 and "Did not respond" in card._text(1)
    PadHand(house).hit(Kind.DOWN)
    PadHand(house).hit(Kind.BACK)
    assert house.top is counter.scene


@pytest.mark.parametrize("counted", [audits(), audits(0)], ids=["played", "empty"])
def test_the_periods_are_chosen_by_every_device(house: Playhouse, tmp_path: Path, counted: Audits) -> None:
    counter = Counter(house, tmp_path, audits=counted)
    for hand, period in ((TouchHand(house), 1), (MouseHand(house), 2)):
        hand.point(counter.scene.tabs.segments()[period].center)
        assert counter.scene._shown.period == ("day", "week", "month")[period]
    pad = PadHand(house)
    counter.reach(pad, counter.scene.tabs)
    pad.hit(Kind.LEFT)
    assert counter.scene._shown.period == "week" and len(counter.scene._shown.bars) == 7


# Ways out


def test_without_a_press_for_a_minute_it_goes_back_to_the_table(house: Playhouse, tmp_path: Path) -> None:
    counter = Counter(house, tmp_path)
    idle(house, QUIET_SECONDS - 3)
    PadHand(house).hit(Kind.UP)
    idle(house, QUIET_SECONDS - 3)
    assert house.top is counter.scene
    house.run(4)
    house.on_top(MenuScene)


def test_so_does_what_lies_on_it(house: Playhouse, tmp_path: Path) -> None:
    counter = Counter(house, tmp_path)
    pad = PadHand(house)
    counter.open(pad, "hours")
    hours = house.top
    assert hours is not counter.scene
    idle(house, QUIET_SECONDS + 1)
    house.on_top(MenuScene)


@pytest.mark.one_in(3)
@pytest.mark.parametrize("device", HANDS)
def test_leaving_is_asked_once_more_and_staying_is_the_default(house: Playhouse, tmp_path: Path, device: str) -> None:
    hand = HANDS[device](house)
    counter = Counter(house, tmp_path)
    counter.press(hand, counter.scene.focus.widgets[-2])
    question = house.on_top(Question)
    assert question.focus.current is button(house, "Stay")
    hand.press(button(house, "Stay"))
    assert house.top is counter.scene and not counter.left
    counter.press(hand, counter.scene.focus.widgets[-2])
    hand.say("Leave")
    assert counter.left


@pytest.mark.one_in(2)
@pytest.mark.parametrize("size", [(1280, 720), (1024, 768), (720, 1280)])
def test_a_finger_alone_finds_back_to_the_table(open_house: OpenHouse, tmp_path: Path, size: tuple[int, int]) -> None:
    house = open_house(size)
    touch = TouchHand(house)
    counter = Counter(house, tmp_path)
    touch.point(counter.scene.layout.audits.center)
    if counter.scene.bar is not None:
        touch.order(Kind.BACK)
    else:
        touch.say("Back")
    house.on_top(MenuScene)


# Tests


def test_what_came_of_a_test_is_kept_and_shown_today(house: Playhouse, tmp_path: Path) -> None:
    counter = Counter(house, tmp_path)
    hand = PadHand(house)
    for index, (name, works) in enumerate((("input", True), ("display", False), ("sound", None))):
        counter.press(
            hand, counter.scene.focus.widgets[counter.scene.focus.widgets.index(counter.scene.panel.turner) + 1 + index]
        )
        assert house.top is not counter.scene
        house.app.manager.go(Pop(works))
        house.run(0.5)
        assert (results(house.services.store).get(name) == Result(NOW, bool(works))) is (works is not None)
    shown = [widget.value() for widget in counter.scene.focus.widgets[-7:-4]]
    assert shown == ["19:40", "19:40", "not today"]


def test_results_are_read_with_suspicion(house: Playhouse) -> None:
    store = house.services.store
    store.set("kiosk.tests", {"input": ["yesterday", True], "sound": [NOW.isoformat(), 1], "display": 7, "x": []})
    assert results(store) == {}
    keep(store, "sound", Result(NOW, False))
    assert results(store) == {"sound": Result(NOW, False)}


def test_it_is_read_aloud(house: Playhouse, tmp_path: Path) -> None:
    counter = Counter(house, tmp_path)
    assert isinstance(house.top, OperatorScene)
    assert "Operator" in counter.scene.spoken and "Opening hours" in counter.scene.spoken
