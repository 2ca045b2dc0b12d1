"""Within and after a match: undo, hint, pause, resignation, rematch, review, and other languages and sizes."""

from __future__ import annotations

import pygame
import pytest

from scenes.archive.review_scene import ReviewScene
from scenes.kit.dialog import Dialog
from scenes.kit.intents import Kind
from scenes.kit.widgets import Choice
from scenes.match.match_scene import MatchScene
from scenes.match.pause_scene import PauseScene
from scenes.match.result_scene import ResultScene
from scenes.menu.menu_scene import MenuScene
from scenes.setup.setup_scene import SetupScene
from tests.scenes import posting
from tests.scenes.conftest import OpenHouse
from tests.scenes.hands import HANDS, KeyHand, MouseHand, PadHand, board_of, button, focus_of
from tests.scenes.playhouse import PERSON, RIVAL, ROBOT, InstantAgent, Playhouse

NEARLY_WON = ["e2", "e8", "e3", "e7", "e4", "e6", "e5", "e4", "e6", "e3", "e7", "e2", "e8", "d2"]


def texts(match: MatchScene) -> list[str]:
    """The actions so far in notation."""
    return [match.board.words.notation(step.action) for step in match.session.steps]


def picture(house: Playhouse, rect: pygame.Rect) -> bytes:
    """What the screen shows in `rect`."""
    return pygame.image.tobytes(house.window.surface.subsurface(rect), "RGB")


def test_two_presses_start_a_game_against_the_robot(house: Playhouse) -> None:
    house.boot()
    posting.tap_key(pygame.K_RETURN)
    house.react()
    posting.tap_key(pygame.K_RETURN)
    house.react()
    match = house.on_top(MatchScene)
    assert [seat.kind for seat in match.session.seats] == ["human", "ai"]
    assert match.hands.person == 0


@pytest.mark.parametrize("device", HANDS)
@pytest.mark.one_in(2)
def test_one_press_starts_a_quick_match(house: Playhouse, device: str) -> None:
    house.set_table(PERSON, RIVAL)
    hand = HANDS[device](house)
    house.boot()
    if device == "touch":
        posting.touch((3, 3), house.window.size)
        house.react()
    if device == "mouse":
        posting.click((3, 3))
        house.react()
    hand.order(Kind.SECONDARY)
    assert [seat.kind for seat in house.on_top(MatchScene).session.seats] == ["human", "human"]


@pytest.mark.parametrize("device", HANDS)
@pytest.mark.one_in(2)
def test_undo_against_the_robot_is_free_and_can_be_redone(open_house: OpenHouse, device: str) -> None:
    house = open_house(agent=InstantAgent(["e8", "d5h"]))
    match = house.match(PERSON, ROBOT)
    hand = HANDS[device](house)
    hand.play("e2")
    hand.play("c3h")
    assert texts(match) == ["e2", "e8", "c3h", "d5h"]
    if device == "pad":
        hand.order(Kind.PAUSE)
        hand.say("Undo")
    else:
        hand.order(Kind.UNDO)
    house.rest()
    assert texts(match) == ["e2", "e8"]
    hand.order(Kind.PAUSE)
    hand.say("Redo")
    house.rest()
    assert texts(match) == ["e2", "e8", "c3h", "d5h"]
    assert match.table.shown is match.session.state


def test_undo_between_people_needs_agreement(house: Playhouse) -> None:
    match = house.match(PERSON, RIVAL)
    hand = KeyHand(house)
    hand.play("e2")
    hand.play("e8")
    hand.hit(Kind.UNDO)
    dialog = house.on_top(Dialog)
    assert "Aoi has to agree" in dialog.body
    hand.hit(Kind.CONFIRM)  # the default answer keeps the move
    assert house.top is match
    assert texts(match) == ["e2", "e8"]
    hand.hit(Kind.UNDO)
    hand.say("Take back")
    house.rest()
    assert texts(match) == ["e2"]
    assert match.hands.person == 1


def test_undo_takes_nothing_back_at_the_start(house: Playhouse) -> None:
    match = house.match(PERSON, RIVAL)
    posting.tap_key(pygame.K_u)
    house.react()
    assert house.top is match
    posting.tap_key(pygame.K_p)
    house.react()
    assert not button(house, "Undo").enabled
    assert not button(house, "Redo").enabled
    assert not button(house, "Start over").enabled


@pytest.mark.parametrize("device", HANDS)
@pytest.mark.one_in(2)
def test_a_hint_is_shown_and_gone_with_the_next_move(house: Playhouse, device: str) -> None:
    match = house.match(PERSON, RIVAL)
    hand = HANDS[device](house)
    if device in ("mouse", "touch"):
        hand.point((5, 5))
    hand.order(Kind.HINT)
    house.until(lambda: match.controller.adviser.hint is not None, "the hint")
    target = match.board.words.notation(match.controller.adviser.hint)
    assert match.controller.note.startswith(f"Hint: {target} brings Aoi nearer")
    hand.play("d1")
    assert match.controller.adviser.hint is None
    assert match.controller.note == ""


def test_a_hint_is_drawn_on_the_board(house: Playhouse) -> None:
    match = house.match(PERSON, RIVAL)
    hand = MouseHand(house)
    hand.point((5, 5))
    rect = board_of(match).geometry.cell_rect(match.session.spec.rules.parse("e2").cell)
    before = picture(house, rect)
    posting.tap_key(pygame.K_h)
    house.until(lambda: match.controller.adviser.hint is not None, "the hint")
    house.run(0.1)
    assert match.board.words.notation(match.controller.adviser.hint) == "e2"
    assert picture(house, rect) != before


@pytest.mark.parametrize("device", HANDS)
@pytest.mark.one_in(4)
def test_pause_resumes_and_leads_to_the_menu(house: Playhouse, device: str) -> None:
    match = house.match(PERSON, RIVAL)
    hand = HANDS[device](house)
    if device in ("mouse", "touch"):
        hand.point((5, 5))
    hand.order(Kind.PAUSE)
    house.on_top(PauseScene)
    hand.say("Resume")
    assert house.top is match
    hand.order(Kind.PAUSE)
    hand.say("Menu")
    house.on_top(MenuScene)


def test_no_time_passes_for_the_robot_while_paused(house: Playhouse) -> None:
    match = house.match(PERSON, ROBOT)
    hand = KeyHand(house)
    match_ply = match.session.ply
    hand.put(match.session.spec.rules.parse("e2"))
    posting.tap_key(pygame.K_p)  # skips the clip
    house.frame()
    hand.hit(Kind.PAUSE)
    house.on_top(PauseScene)
    house.run(3.0)
    assert match.session.ply == match_ply + 1
    hand.hit(Kind.PAUSE)
    house.rest()
    assert match.session.ply == match_ply + 2


@pytest.mark.parametrize("device", HANDS)
@pytest.mark.one_in(4)
def test_resigning_asks_first_and_gives_the_game_to_the_other(house: Playhouse, device: str) -> None:
    match = house.match(PERSON, ROBOT, actions=["e2", "e8"])
    hand = HANDS[device](house)
    if device in ("mouse", "touch"):
        hand.point((5, 5))
    for answer in ("Play on", "Resign"):
        hand.order(Kind.PAUSE)
        hand.say("Resign")
        hand.say(answer)
    assert match.session.outcome is not None
    assert (match.session.outcome.winners, match.session.outcome.reason) == ((1,), "resign")
    house.read_result()
    assert house.on_top(ResultScene).title == "Ren wins"


@pytest.mark.parametrize("device", HANDS)
@pytest.mark.one_in(4)
def test_after_a_win_review_then_rematch(house: Playhouse, device: str) -> None:
    house.set_table(PERSON, RIVAL)
    match = house.match(PERSON, RIVAL, actions=NEARLY_WON)
    hand = HANDS[device](house)
    hand.put(match.session.spec.rules.parse("e9"))
    house.read_result()
    hand.say("Review")
    assert house.on_top(ReviewScene).playback.ply == len(NEARLY_WON) + 1
    hand.order(Kind.BACK)
    house.read_result()
    hand.say("Rematch")
    again = house.on_top(MatchScene)
    assert again is not match
    assert again.session.ply == 0
    assert again.session.seats == match.session.seats


def test_the_result_leads_to_a_new_setup(house: Playhouse) -> None:
    match = house.match(PERSON, RIVAL, actions=NEARLY_WON)
    hand = KeyHand(house)
    hand.put(match.session.spec.rules.parse("e9"))
    house.read_result()
    hand.say("New setup")
    house.on_top(SetupScene)


def test_start_over_asks_first(house: Playhouse) -> None:
    house.set_table(PERSON, RIVAL)
    match = house.match(PERSON, RIVAL, actions=["e2"])
    hand = PadHand(house)
    for answer in ("Play on", "Start over"):
        assert house.top is match
        hand.order(Kind.PAUSE)
        hand.say("Start over")
        hand.say(answer)
    assert house.on_top(MatchScene) is not match
    assert house.playing.session.ply == 0


@pytest.mark.parametrize("device", HANDS)
@pytest.mark.one_in(4)
def test_the_language_changes_in_mid_game(house: Playhouse, device: str) -> None:
    match = house.match(PERSON, RIVAL, actions=["e2"])
    hand = HANDS[device](house)
    if device in ("mouse", "touch"):
        hand.point((5, 5))
    hand.order(Kind.PAUSE)
    hand.say("Settings")
    languages = next(w for w in focus_of(house).widgets if isinstance(w, Choice) and w.labels == ["English", "日本語"])
    hand.select(languages, 1)
    assert house.stage.strings.language == "ja"
    assert house.services.store.get("language") == "ja"
    hand.order(Kind.BACK)
    house.on_top(PauseScene)
    hand.say("対局に戻る")
    assert house.top is match
    assert match.board.context.names == ["アオイ", "レン"]
    hand.play("e8")
    assert texts(match) == ["e2", "e8"]


@pytest.mark.parametrize("device", HANDS)
@pytest.mark.one_in(4)
def test_a_resize_in_mid_game_lays_everything_out_again(house: Playhouse, device: str) -> None:
    match = house.match(PERSON, RIVAL, actions=["e2"])
    hand = HANDS[device](house)
    pygame.display.set_mode((1024, 768), pygame.RESIZABLE)
    pygame.event.post(pygame.event.Event(pygame.WINDOWSIZECHANGED, x=1024, y=768))
    house.react()
    assert house.stage.metrics.size == (1024, 768)
    assert house.app.canvas.size == (1024, 768)
    screen = pygame.Rect(0, 0, 1024, 768)
    assert screen.contains(hand.geometry.rect)
    hand.play("e8")
    hand.play("d4h")
    assert texts(match) == ["e2", "e8", "d4h"]
