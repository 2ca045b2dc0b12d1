"""Phones at the table: sitting down, the result, what they can never do, and phones that are too early or too late."""

from __future__ import annotations

import gc
from dataclasses import replace
from pathlib import Path

import pytest

from game.core.device_id import DeviceId
from game.core.record import SeatConfig, record_from_json, with_strength
from game.people.cup import Entrant, new_cup
from game.phones.messages import MOST_PHONES, Fetch, PhoneMessage, Press, Tap
from game.phones.process import KeptServer
from game.phones.protocol import as_text, to_json
from game.phones.snapshot import PhoneButton
from game.session.session import Session
from scenes.cup.cup_scene import CupScene
from scenes.join.join_input import ChairMenu, ChairMenuChoice
from scenes.join.join_scene import JoinScene
from scenes.kit.input.intents import KEYBOARD, Device, Intent, Kind, phone
from scenes.kit.scene import Push, Quit, Route, Scene, Switch
from scenes.kit.widgets.dialog import Dialog, DialogAnswer
from scenes.kit.window.muting import MOST, SECONDS
from scenes.match.match_actions import LostDeviceDialog
from scenes.match.match_scene import MatchScene
from scenes.menu.menu_scene import MenuScene
from scenes.phones.pages import NOTE_SECONDS
from scenes.phones.phone_controllers import MOST_WAITING, PhoneControllers
from scenes.phones.phones_scene import LIT_SECONDS, LONELY_SECONDS, SEATS
from scenes.robots.bidding.bid_queue import PAUSE_SECONDS
from scenes.routes import ToArchive, ToNames, ToSettings
from scenes.settings.controls_scene import ControlsScene
from scenes.table.sayings import goodbye
from tests import make
from tests.scenes.conftest import Written
from tests.scenes.phone_evening import Evening, word
from tests.scenes.phone_kiosk import PhonesAtKiosk
from tests.scenes.playhouse import Playhouse, result_of
from tests.scenes.still_phones import ADDRESS, CODE
from tests.stories import Story, each_story
from tests.vocabulary.phone import PhoneVocabulary
from tests.vocabulary.screen import FOLDER
from tools.catalogue.quoridor import WON

pytestmark = pytest.mark.usefixtures("four_games")


def at_the_menu(evening: Evening, *numbers: int) -> MenuScene:
    """The menu, at which phones sit."""
    evening.show(menu := MenuScene(evening.house.services), *numbers)
    return menu


def test_keys_and_buttons_are_those_of_keyboard_and_pads_alone(evening: Evening) -> None:
    evening.show(scene := ControlsScene(evening.house.services), 1, 2)
    scene.resized()
    assert scene.devices == [KEYBOARD]


# Sitting down


def test_whoever_scans_sits_down_at_once_and_sees_who_they_are(evening: Evening) -> None:
    join_page = evening.join_page()
    assert evening.controllers.is_open and CODE in join_page.spoken and ADDRESS in join_page.spoken
    evening.join(1, 2)
    assert evening.chairs == [word(1), word(2)]
    shown, identities = evening.shown(2), [chair.identity for chair in evening.house.services.people.roster.chairs]
    assert (shown.hand, shown.me.shape) == ("joined", identities[1])
    assert [socket.shape for socket in shown.sockets][:3] == [*identities, ""]
    assert join_page.is_animated
    evening.house.run(LIT_SECONDS + 0.5)
    assert not join_page.is_animated


def says_why(evening: Evening, written: Written) -> bool:
    """Whether the note says why no phone comes, and not what phones need."""
    written.clear()
    evening.house.run(0.5)
    texts, t = " ".join(text for text, _ in written), evening.house.stage.t
    assert (t("phones.why") in texts) != (t("phones.wifi") in texts)
    return t("phones.why") in texts


def test_where_no_phone_comes_it_is_said_why(evening: Evening, written: Written) -> None:
    join_page = evening.join_page()
    assert not says_why(evening, written)
    join_page.age = LONELY_SECONDS + 1
    assert says_why(evening, written)
    assert "way" in join_page.places and not join_page.places.all("card")
    evening.phones.looked = True
    assert not says_why(evening, written)
    assert "way" not in join_page.places and len(join_page.places.all("card")) == SEATS


def test_why_no_phone_comes_is_said_below_those_who_sit_there(evening: Evening, written: Written) -> None:
    join_page = evening.join_page()
    people = evening.house.services.people
    people.seat(people.roster.sit(DeviceId("keyboard"), ord("f")))
    join_page.age = LONELY_SECONDS + 1
    assert says_why(evening, written) and len(join_page.places.all("card")) == SEATS


def test_the_seats_of_phones_outlast_the_program(evening: Evening) -> None:
    evening.join_page()
    evening.phones.kept = KeptServer(port=47_811, code=CODE)
    evening.house.run(0.2)
    again = PhoneControllers(evening.house.services, lambda: None)
    assert (again.phones.kept.port, again.phones.kept.code) == (47_811, CODE)
    evening.house.services.store.set("phones", "{")
    assert PhoneControllers(evening.house.services, lambda: None).phones.kept == KeptServer()


def test_a_pad_without_a_chair_frees_the_seat_of_a_phone_and_no_phone_anothers(evening: Evening) -> None:
    scene = JoinScene(evening.house.services)
    evening.show(scene, *range(1, MOST_PHONES + 1))
    scene.focus.focus(scene.focus.widgets[2])
    pad = Device("pad:1", "xbox", "Pad", 1)
    assert scene.intent(Intent(Kind.CONFIRM, phone(1))) is None, "its light goes to its own chair"
    assert scene.input.open(2) is None
    scene.focus.focus(scene.focus.widgets[2])
    opened = scene.intent(Intent(Kind.CONFIRM, pad))
    assert isinstance(opened, Push)
    evening.house.app.manager.go(opened)
    evening.house.be_heard()
    menu = evening.house.on_top(ChairMenu)
    evening.house.app.manager.go(menu.answered(ChairMenuChoice(menu.chair.identity, "leave")))
    evening.house.run(0.3)
    assert word(3) not in evening.chairs and (3, False) in evening.phones.dismissed


# Playing


def test_a_phone_that_mashes_is_told_and_no_other(evening: Evening) -> None:
    at_the_menu(evening, 1, 2)
    evening.house.app.muting.most = MOST
    for _ in range(MOST):
        evening.phones.press(1, "right")
    evening.phones.press(2, "right")
    evening.house.run(0.2)
    assert evening.phones.told_fast == [(1, SECONDS)]
    evening.press(1, "right")
    (_, left) = evening.phones.told_fast[-1]
    assert len(evening.phones.told_fast) == 2 and 0 < left < SECONDS


# What a phone can never do


@pytest.mark.one_in(2)
@pytest.mark.parametrize("route", [ToSettings(), ToArchive(), ToNames()])
def test_no_phone_leads_to_what_is_the_owners(evening: Evening, route: Route) -> None:
    menu = at_the_menu(evening, 1)
    manager = evening.house.app.manager
    for device, leads in ((phone(1), False), (KEYBOARD, True)):
        menu.intent = lambda intent: Push(route)  # type: ignore[method-assign]
        manager.intent(Intent(Kind.CONFIRM, device))
        evening.house.be_heard()
        assert (manager.top is not menu) is leads
    assert manager.top.closed_to_phones
    assert evening.shown(1).buttons == ()
    manager.intent(Intent(Kind.BACK, phone(1)))
    assert manager.top is not menu, "nor away from it"


def test_no_phone_ends_the_program(evening: Evening) -> None:
    menu = at_the_menu(evening, 1)
    menu.intent = lambda intent: Quit()  # type: ignore[method-assign]
    for device, ends in ((phone(1), False), (KEYBOARD, True)):
        evening.house.app.manager.intent(Intent(Kind.CONFIRM, device))
        assert evening.house.app.manager.quitting is ends


def test_what_is_shown_counts_decisions_and_not_moves_of_the_focus(evening: Evening) -> None:
    at_the_menu(evening, 1)
    before = evening.shown(1).decision
    evening.press(1, "down", "up")
    evening.house.run(0.3)
    assert evening.shown(1).decision == before
    evening.show(JoinScene(evening.house.services))
    assert evening.shown(1).decision > before


# Hyper Robots: the dial in the hand


def test_a_number_is_declared_from_the_dial_and_an_own_one_only_goes_down(evening: Evening) -> None:
    match = evening.robots()
    shown = evening.shown(1)
    assert shown.hand == "dial" and shown.dial.best == shown.dial.mine == 0
    assert shown.dial.chip.mark == match.session.state.chip.symbol
    evening.phones.press(1, "declare", 9)
    evening.house.run(0.5)
    assert match.session.state.bids == ((0, 9),)
    mine, other = evening.shown(1).dial, evening.shown(2).dial
    assert (mine.mine, other.mine) == (9, 0)
    assert (other.best, other.below, other.opens) == (9, 0, 8) and other.by is not None
    assert mine.below == 9 and "9" in mine.why
    assert " robot to the " in evening.shown(2).sentence and evening.shown(2).helper == "Best bid: 9"
    assert 0 < evening.shown(2).clock.left <= evening.shown(2).clock.whole
    assert not evening.buttons(1)["declare"].enabled
    assert evening.shown(1).helper == "Wait", "who has just bid waits a moment"
    evening.house.run(PAUSE_SECONDS)
    evening.phones.press(1, "declare", 12)
    evening.house.run(0.5)
    assert match.session.state.bids == ((0, 9),) and len(evening.phones.refused) == 1


def test_what_is_on_a_dial_is_nowhere_before_it_is_declared(evening: Evening) -> None:
    """The number stays on the phone: nothing that the table knows, shows or keeps has it."""
    match = evening.robots()
    before = [as_text(to_json(evening.shown(number))) for number in (1, 2)]
    evening.house.run(2.0)
    after = [as_text(to_json(evening.shown(number))) for number in (1, 2)]
    assert [shown.split("left")[0] for shown in before] == [shown.split("left")[0] for shown in after]
    assert match.session.state.bids == () and match.session.ply == 0


# The result


@pytest.mark.one_in(3)
@pytest.mark.parametrize("game", ["quoridor", "coffee", "star", "robots"])
def test_every_game_shows_its_result_and_gives_itself_away(evening: Evening, game: str) -> None:
    result = evening.ended(game)
    shown = evening.shown(1)
    assert shown.hand == "result" and shown.record and shown.sentence == result.title
    assert [line.won for line in shown.scores] == [True, False]
    assert shown.scores[0].shape == result.session.seats[1].identity
    stock = result.board.words.seat(result.session.state, 1).stock
    assert shown.scores[0].text == stock.in_short
    taken_back = {"Take back": "plain"} if result.session.decision_ply() is not None else {}
    assert list(evening.labels(1).items()) == [
        ("Rematch", "primary"),
        *({"Review": "plain"} | taken_back | {"New setup": "plain", "Menu": "plain"}).items(),
    ]
    evening.phones.fetch(2)
    evening.house.run(0.2)
    number, name, content = evening.phones.given[0]
    assert (number, name) == (2, f"kissaten-{game}-{evening.house.services.today}.json")
    assert isinstance(content, str) and record_from_json(content) == result.session.record()


def test_the_winner_of_four_stands_first_and_who_watches_has_neither_buttons_nor_the_game(evening: Evening) -> None:
    evening.phones.join(9, watching=True)
    result = evening.ended("quoridor", players=4)
    shown = evening.shown(9)
    assert shown.hand == "result" and len(shown.scores) == 4
    assert shown.scores[0].won
    assert shown.scores[0].shape == result.session.seats[result.session.outcome.winners[0]].identity
    assert shown.buttons == () and not shown.record
    evening.phones.fetch(9)
    evening.house.run(0.2)
    assert evening.phones.given == []


def test_an_ai_comes_with_its_level_and_its_goodbye(evening: Evening) -> None:
    evening.open(1)
    services = evening.house.services
    (chair,) = services.people.roster.chairs
    rival = with_strength(SeatConfig("ai", name="@milk", identity="square"), 2.25)
    session = make.session("quoridor", chair.seat(), rival, actions=WON)
    result = result_of(evening.house, session)
    evening.show(result)
    evening.phones.known[1].language = "ja"
    evening.house.run(0.3)
    me, milk = evening.shown(1).scores
    assert "AI" not in me.text and milk.name == "ミルク" and milk.text.startswith("AI2.25 · ")
    with evening.house.stage.strings.in_language("ja"):
        said = goodbye(services, "quoridor", session.outcome, tuple(session.seats), session.seed)[1]
    assert said.startswith("ミルク「") and evening.shown(1).helper.endswith(said)


def test_a_game_that_is_too_large_is_said_on_that_phone_alone(evening: Evening) -> None:
    result = evening.ended("quoridor", players=4)
    before = evening.shown(1).helper
    evening.phones.most = 100
    evening.phones.fetch(1)
    evening.house.run(0.3)
    assert evening.shown(1).helper == evening.house.stage.t("phones.large_record")
    assert evening.shown(2).helper == before and evening.phones.given == []
    evening.house.run(NOTE_SECONDS)
    assert evening.shown(1).helper == before and evening.house.top is result
    archived = evening.house.services.store.archive()
    assert [game.record.actions for game in archived] == [result.session.record().actions]


def test_the_end_of_a_cup_shows_everybodys_points(evening: Evening) -> None:
    evening.open(1, 2)
    services = evening.house.services
    cup = new_cup(
        [Entrant(chair.identity, chair.name) for chair in services.people.roster.people], services.offers.games
    )
    first = cup.entrants[0].identity
    while (match := cup.next) is not None:
        cup = cup.begun("x").ended("x", {person: 2 - (person == first) for person in match.people})
    services.people.keep_cup(cup)
    evening.show(CupScene(services))
    shown = evening.shown(2)
    assert shown.hand == "result" and not shown.record
    assert [(line.won, line.text) for line in shown.scores] == [(True, "16 points"), (False, "8 points")]
    assert list(evening.labels(2)) == ["New cup", "Menu"]
    evening.press(2, "choice1")
    evening.house.be_heard()
    assert isinstance(evening.house.top, MenuScene) and services.people.cup is None


def test_no_other_place_takes_a_choice(evening: Evening) -> None:
    join = JoinScene(evening.house.services)
    evening.show(join, 1)
    evening.phones.known[1].shown = replace(evening.shown(1), buttons=(PhoneButton("choice0", "x"),))
    evening.phones.events += [PhoneMessage(1, Press(1, 0, "choice0")), PhoneMessage(1, Fetch())]
    evening.house.be_heard()
    assert evening.house.top is join


# Two things at once, and what is over


def after_a_slow_frame(evening: Evening, scene: Scene) -> None:
    """Go on to another scene, which hears at once what phones had to say to the one before."""
    manager = evening.house.app.manager
    manager.go(Switch(lambda: scene))
    manager._changed, manager._deaf_for = False, 0.0


def test_many_presses_at_once_hold_no_finger_up_for_long(evening: Evening) -> None:
    evening.join_page()
    evening.join(1)
    decision = evening.shown(1).decision
    for _ in range(10 * MOST_WAITING):
        evening.phones.events += [
            PhoneMessage(1, Press(1, decision, "up")),
            PhoneMessage(1, Tap(1, decision, 0.5, 0.5)),
        ]
    evening.house.run(MOST_WAITING / 10)
    assert len(evening.phones.refused) == 10 * MOST_WAITING


def test_nothing_is_kept_of_phones_that_have_left(evening: Evening) -> None:
    evening.join_page()
    evening.join(1, 2)
    evening.phones.fetch(1)  # there is none: a note says so
    evening.house.run(0.3)
    evening.phones.leave(1)
    evening.phones.leave(2)
    evening.house.run(0.3)
    kept = evening.controllers.screens
    assert not kept.due and not kept.decisions and not kept.notes


def test_a_name_that_is_typed_on_a_phone_goes_with_the_roster(evening: Evening) -> None:
    """No stranger fills the table's list of names; who is on it already is known by phone as well."""
    evening.join_page()
    evening.join(1, 2)
    services = evening.house.services
    known = services.store.profiles.take("Yuki")
    for name in ("Taro", "Hana", "\u200b"):
        evening.phones.rename(1, name)
    evening.phones.rename(2, "Yuki")
    evening.house.run(0.3)
    assert [(chair.name, chair.profile) for chair in services.people.roster.people] == [("Hana", 0), ("Yuki", known.id)]
    assert [profile.name for profile in services.store.profiles.all()] == ["Yuki"]
    services.people.follow_profiles()
    assert services.people.roster.people[0].name == "Hana"


def test_a_finger_on_the_board_of_a_match_that_is_gone_is_refused(evening: Evening) -> None:
    house, match = evening.house, evening.match()
    session = Session(match.session.spec, match.session.options, 8, match.session.seats)
    again = MatchScene(house.services, session, match.board)
    after_a_slow_frame(evening, again)
    evening.phones.tap(1, 0.5, 0.5)
    house.frame()
    assert house.top is again and len(evening.phones.refused) == 1


def test_what_was_chosen_for_a_question_that_is_gone_is_dropped(evening: Evening) -> None:
    """Also where the next one has the same answers, and lies where the first one lay in memory."""

    def question() -> Dialog:
        return Dialog(evening.house.stage, "Sure?", "", [DialogAnswer("No", 0, primary=True), DialogAnswer("Yes", 1)])

    house = evening.house
    evening.show(question(), 1)
    shown = evening.shown(1)
    yes = next(button.id for button in shown.buttons if button.label == "Yes")
    for refused in range(1, 6):
        again = question()
        after_a_slow_frame(evening, again)
        evening.phones.events.append(PhoneMessage(1, Press(1, shown.decision, yes)))
        house.frame()
        assert house.top is again and len(evening.phones.refused) == refused
        house.run(0.5)
        assert evening.shown(1).decision > shown.decision
        shown = evening.shown(1)
        del again
        gc.collect()


@pytest.mark.parametrize("owner", ["phone", "pad"])
def test_no_phone_is_told_to_plug_in_or_to_press_a(evening: Evening, owner: str) -> None:
    match = evening.match()
    device = match.session.seats[1].device if owner == "phone" else DeviceId("pad2")
    match.session.reseat(1, replace(match.session.seats[1], device=device))
    told = LostDeviceDialog(match.lost, 1).phone_view(phone(1))
    assert "choose who will play" in told.helper
    assert [word for word in ("Press A", "press A", "Plug", "plug") if word in told.sentence + told.helper] == []


@each_story(*(FOLDER / "phones" / f"{name}.txt" for name in ("kiosk", "sitting", "playing", "networks")))
def test_the_story_is_so(house: Playhouse, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, story: Story) -> None:
    phones = (PhonesAtKiosk if story.file == "kiosk.txt" else PhoneVocabulary)(story, house)
    phones.prepare(tmp_path, monkeypatch)
    phones.tell(story)
