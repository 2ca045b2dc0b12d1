"""Robots through the real app: whole games with each kind of device, buzzers, pads side by side, who may steer."""

from __future__ import annotations

from dataclasses import replace

import pygame
import pytest

from game.agents.agent import Plan, Planned, Thought
from game.robots.board import COLOURS, slide
from game.robots.state import Bid, Move, NoRoute, RobotSlid
from scenes.kit.dialog import Dialog
from scenes.kit.intents import Kind
from scenes.kit.theme import BY_ITSELF_SECONDS
from scenes.match.match_scene import MatchScene
from scenes.match.pause_scene import Choice, PauseScene
from scenes.robots import phrases
from scenes.robots.bidding import docks, seating
from scenes.robots.bidding.desk import WINDOW_SECONDS, Desk, Refusal, dial
from scenes.robots.bidding.seating import BUZZERS
from scenes.robots.news import NEWS_SECONDS
from scenes.robots.selection import Rebinding
from scenes.robots.steering import first_robot, previews
from tests.make import AOI, MIO, REN
from tests.scenes import posting
from tests.scenes.conftest import OpenHouse
from tests.scenes.hands import HANDS, Hand, KeyHand, MouseHand, PadHand, PointerHand, TouchHand
from tests.scenes.playhouse import InstantAgent, Playhouse
from tests.scenes.robots_play import begin, board_of, control, route, tap_key, type_number

HEADING_KEYS = {"N": Kind.UP, "E": Kind.RIGHT, "S": Kind.DOWN, "W": Kind.LEFT}
AI = replace(REN, kind="ai", level=1)


class Ready(InstantAgent):
    """Plans to declare 12 one second after it was asked."""

    def poll(self) -> Thought | None:
        thought = super().poll()
        return thought and replace(thought, plan=Plan((Planned(1.0, "bid 12"),)))


def declare(hand: Hand, match: MatchScene, number: int) -> None:
    """Seat 0 declares `number` with its device."""
    if isinstance(hand, PointerHand):
        hand.point(board_of(match).docks[0].center)
        for _ in range(8 - number):
            hand.point(control(match, 0, "less"))
        hand.point(control(match, 0, "declare"))
        return
    assert isinstance(hand, KeyHand | PadHand)
    for _ in range(8 - number):
        hand.hit(Kind.DOWN)
    hand.hit(Kind.CONFIRM)


def agree(hand: Hand, match: MatchScene) -> None:
    """Seat 0 agrees with its device."""
    if isinstance(hand, PointerHand):
        hand.point(board_of(match).docks[0].center)  # it closed when the number was declared
        hand.point(control(match, 0, "agree"))
    else:
        assert isinstance(hand, KeyHand | PadHand)
        hand.hit(Kind.SECONDARY)


def steer(hand: Hand, match: MatchScene, move: Move) -> None:
    """The seat in turn slides a robot with its device."""
    board = board_of(match)
    state = match.session.state
    if isinstance(hand, PointerHand):
        way = slide(state.board, state.robots, move.colour, move.heading)
        assert way is not None
        hand.point(board.geometry.cell_rect(way.origin).center)
        hand.point(board.geometry.cell_rect(way.target).center)
        return
    assert isinstance(hand, KeyHand | PadHand)
    for _ in COLOURS:
        if match.hands.selection.robot == move.colour:
            break
        hand.hit(Kind.NEXT)
    hand.hit(HEADING_KEYS[move.heading])


@pytest.mark.parametrize("device", HANDS)
@pytest.mark.one_in(4)
def test_one_person_wins_a_whole_game_with_one_device(open_house: OpenHouse, device: str) -> None:
    house = open_house()
    hand = HANDS[device](house)
    match = begin(house, AOI, AI, chips_to_win=1)
    house.run(1.0)
    number = len(route())
    declare(hand, match, number)
    assert (0, number) in match.session.state.bids
    agree(hand, match)
    house.until(lambda: match.session.state.demonstrator == 0, "the demonstration", seconds=90)
    for move in route():
        house.until(lambda: match.table.timeline.idle, "rest")
        steer(hand, match, move)
    house.read_result()
    assert match.session.outcome is not None
    assert match.session.outcome.winners == (0,)


def test_two_share_the_keyboard_with_a_buzzer_each(house: Playhouse) -> None:
    match = begin(house, AOI, REN)
    tap_key(house, BUZZERS[1])
    type_number(house, 7)
    tap_key(house, BUZZERS[1])
    assert match.session.state.bids == ((1, 7),)
    tap_key(house, BUZZERS[0])
    type_number(house, 12)
    assert match.session.state.bids == ((1, 7), (0, 12))


def test_hint_is_off_meanwhile_and_pause_is_nobodys_buzzer(house: Playhouse) -> None:
    match = begin(house, AOI, REN)
    assert pygame.K_p not in BUZZERS
    for key in (pygame.K_h, pygame.K_e):
        tap_key(house, key)
    assert house.top is match
    assert match.session.steps == []
    for key in (pygame.K_ESCAPE, pygame.K_p):
        tap_key(house, key)
        house.on_top(PauseScene)
        house.run(0.4)
        tap_key(house, pygame.K_ESCAPE)
        house.run(0.4)
        assert house.top is match


def test_alone_at_the_keyboard_one_needs_no_buzzer(house: Playhouse) -> None:
    match = begin(house, AOI, AI)
    type_number(house, 9)
    house.run(WINDOW_SECONDS + 0.2)
    assert (0, 9) in match.session.state.bids
    assert house.top is match


def test_presses_of_one_frame_keep_their_order(house: Playhouse) -> None:
    match = begin(house, AOI, REN, MIO)
    for key in (BUZZERS[2], pygame.K_9, BUZZERS[2], BUZZERS[0], pygame.K_9, BUZZERS[0]):
        posting.tap_key(key)
    house.run(0.2)
    assert match.session.state.bids == ((2, 9), (0, 9))


def test_pads_have_dials_of_their_own_at_once(house: Playhouse) -> None:
    pads = [PadHand(house), PadHand(house)]
    match = begin(house, replace(AOI, device="pad1"), replace(REN, device="pad2"))
    pads[0].hit(Kind.UP)
    pads[1].hit(Kind.PREVIOUS)
    assert dict(match.hands.selection.desk.dials) == {0: 9, 1: 3}
    pads[1].hit(Kind.CONFIRM)
    pads[0].hit(Kind.CONFIRM)
    assert match.session.state.bids == ((1, 3), (0, 9))
    pads[0].hit(Kind.SECONDARY)
    assert match.session.state.agreed == {0}


def test_a_pad_takes_up_the_first_free_seat(house: Playhouse) -> None:
    pads = [PadHand(house), PadHand(house)]
    match = begin(house, AOI, REN)
    pads[1].hit(Kind.CONFIRM)
    pads[0].hit(Kind.CONFIRM)
    assert [seat for seat, _ in match.session.state.bids] == [0, 1]


def test_a_number_begun_in_time_is_finished_after_the_clock_has_run_down(house: Playhouse) -> None:
    match = begin(house, AOI, REN, MIO, actions=("2:bid 9",), clock_seconds=10)
    house.run(9.2)
    tap_key(house, BUZZERS[0])
    house.run(1.5)
    assert match.session.clock is not None
    assert match.session.clock.seconds == 0
    assert match.session.state.phase == "bid"
    tap_key(house, BUZZERS[1])  # too late
    type_number(house, 10)
    house.run(0.2)
    assert match.session.state.phase == "demonstrate"
    assert match.session.state.bids == ((2, 9), (0, 10))


def test_only_the_seat_in_turn_steers(house: Playhouse) -> None:
    pads = [PadHand(house), PadHand(house)]
    seats = replace(AOI, device="pad1"), replace(REN, device="pad2")
    match = begin(house, *seats, actions=("0:bid 9", "0:agree", "1:agree"))
    move = route()[0]
    before = match.session.state.robots
    for _ in range(2):
        steer(pads[1], match, replace(move, colour=match.hands.selection.robot or move.colour))
    assert match.session.state.robots == before
    steer(pads[0], match, move)
    assert match.session.state.moves == (move,)


def test_presses_that_hurry_a_demonstration_bid_for_no_chip(house: Playhouse) -> None:
    pads = [PadHand(house), PadHand(house)]
    seats = replace(AOI, device="pad1"), replace(REN, device="pad2")
    match = begin(house, *seats, actions=("0:bid 9", "0:agree", "1:agree"), chips_to_win=2)
    for move in route():
        steer(pads[0], match, move)
    assert match.session.state.chip_number == 2 and match.table.shown.chip_number == 1
    pads[1].hit(Kind.CONFIRM)  # which shows the rest of the slide at once
    assert match.table.shown.chip_number == 2
    for _ in range(3):
        pads[1].hit(Kind.CONFIRM)
    assert match.session.state.bids == ()
    house.run(BY_ITSELF_SECONDS)
    pads[1].hit(Kind.CONFIRM)
    assert match.session.state.bids == ((1, 8),)


@pytest.mark.parametrize("key", [pygame.K_ESCAPE, pygame.K_p])
def test_esc_and_p_pause_a_demonstration(house: Playhouse, key: int) -> None:
    match = begin(house, AOI, REN, actions=("0:bid 9", "1:bid 9", "0:agree", "1:agree"))
    tap_key(house, key)
    house.on_top(PauseScene)
    assert match.session.state.demonstrator == 0


def test_giving_up_a_demonstration_is_asked(house: Playhouse) -> None:
    match = begin(house, AOI, REN, actions=("0:bid 9", "1:bid 9", "0:agree", "1:agree"))
    tap_key(house, pygame.K_x)
    house.on_top(Dialog)
    house.run(0.4)
    tap_key(house, pygame.K_ESCAPE)
    house.run(0.4)
    assert house.top is match
    assert match.session.state.demonstrator == 0
    tap_key(house, pygame.K_x)
    house.run(0.4)
    MouseHand(house).say(house.stage.t("concede.confirm"))
    house.run(0.4)
    assert match.session.state.demonstrator == 1


def test_a_ghost_that_is_shown_is_clickable_at_once(house: Playhouse) -> None:
    match = begin(house, AOI, REN, actions=("0:bid 9", "0:agree", "1:agree"))
    state = match.session.state
    way = previews(state, match.session.legal(0), first_robot(state))[0]
    MouseHand(house).point(board_of(match).geometry.cell_rect(way.target).center)
    assert match.session.state.moves == (Move(way.colour, way.heading),)


def test_a_robot_is_moved_by_a_flick_of_the_mouse(house: Playhouse) -> None:
    match = begin(house, AOI, REN, actions=("0:bid 9", "0:agree", "1:agree"))
    move = route()[0]
    way = slide(match.session.state.board, match.session.state.robots, move.colour, move.heading)
    assert way is not None
    x, y = board_of(match).geometry.cell_rect(way.origin).center
    dx, dy = {"N": (0, -1), "E": (1, 0), "S": (0, 1), "W": (-1, 0)}[move.heading]
    posting.move_mouse((x, y))
    posting.mouse_down((x, y))
    posting.move_mouse((x + 16 * dx, y + 16 * dy))
    posting.mouse_up((x + 16 * dx, y + 16 * dy))
    house.run(0.1)
    assert match.session.state.moves == (move,)


def test_an_open_dial_keeps_its_number_and_closes_after_declaring(house: Playhouse) -> None:
    match = begin(house, AOI, REN)
    mouse = MouseHand(house)
    mouse.point(board_of(match).docks[0].center)
    house.run(0.1)
    match.controller.submit(1, Bid(6))
    house.run(0.1)
    desk, state = match.hands.selection.desk, match.session.state
    assert dial(desk, state, 0) == 8
    mouse.point(control(match, 0, "declare"))
    house.run(0.1)
    assert match.session.state.bids == ((1, 6), (0, 8))
    assert not match.hands.selection.open
    assert dial(match.hands.selection.desk, match.session.state, 0) == 5


def test_a_dock_closed_without_declaring_forgets_its_dial(house: Playhouse) -> None:
    match = begin(house, AOI, REN, actions=("0:bid 7",))
    mouse = MouseHand(house)
    mouse.point(board_of(match).docks[0].center)
    mouse.point(board_of(match).geometry.field.center)
    house.run(0.1)
    assert not match.hands.selection.open
    assert not match.hands.selection.desk.dials


def test_one_press_agrees_for_everybody_at_the_keyboard(house: Playhouse) -> None:
    match = begin(house, AOI, REN, MIO, actions=("1:bid 9",))
    labels = [prompt.label for prompt in match.words.prompts(0)]
    assert house.stage.t("glyph.agree_all") in labels
    tap_key(house, pygame.K_x)
    house.run(0.2)
    assert match.session.state.phase == "demonstrate"


def test_the_press_that_agrees_is_named_for_whom_it_speaks_for(house: Playhouse) -> None:
    PadHand(house)
    match = begin(house, AOI, REN, replace(MIO, device="pad1"), actions=("1:bid 9",))
    tap_key(house, pygame.K_F9)  # the keyboard is in use
    labels = [prompt.label for prompt in match.words.prompts(0)]
    assert house.stage.t("robots.agree_names", names="Aoi, Ren") in labels


def test_who_found_no_route_may_end_the_clock_once_somebody_has_bid(house: Playhouse) -> None:
    pad = PadHand(house)
    match = begin(house, AOI, REN, replace(MIO, device="pad1"), actions=("1:bid 9", "2:none", "0:agree", "1:agree"))
    pad.hit(Kind.NEXT)  # the pad is in use; nothing of it plays
    labels = [prompt.label for prompt in match.words.prompts(2)]
    assert house.stage.t("robots.agree_end") in labels and house.stage.t("glyph.no_route") not in labels
    assert match.words.helper() == house.stage.t("robots.agree_note")
    pad.hit(Kind.HINT)
    house.run(0.2)
    assert match.session.state.phase == "demonstrate", "the clock has ended"


def test_steering_is_offered_to_who_steers_alone(house: Playhouse) -> None:
    first, second = PadHand(house), PadHand(house)
    seats = (replace(AOI, device="pad1"), replace(REN, device="pad2"))
    match = begin(house, *seats, actions=("1:bid 9", "0:agree", "1:agree"))
    steers = house.stage.t("glyph.slide")
    second.hit(Kind.NEXT)
    assert steers in [prompt.label for prompt in match.words.prompts(1)]
    first.hit(Kind.NEXT)
    assert [prompt.label for prompt in match.words.prompts(1)] == [house.stage.t("glyph.pause")]


def test_one_press_leaves_those_with_pads_their_own_agreement(house: Playhouse) -> None:
    pad = PadHand(house)
    match = begin(house, AOI, REN, replace(MIO, device="pad1"), actions=("1:bid 9",))
    tap_key(house, pygame.K_x)
    house.run(0.2)
    assert match.session.state.agreed == {0, 1}
    pad.hit(Kind.SECONDARY)
    house.run(0.2)
    assert match.session.state.phase == "demonstrate"


def test_the_bar_says_what_the_keys_do_while_they_do_it(house: Playhouse) -> None:
    match = begin(house, AOI, REN)
    t = house.stage.t
    own = next(prompt for prompt in match.words.prompts(0) if prompt.label == t("glyph.own_key"))
    assert own.faces == ("Q", "O")
    tap_key(house, BUZZERS[1])
    shown = {prompt.label: prompt.faces for prompt in match.words.prompts(0)}
    assert shown[t("glyph.number")]
    assert shown[t("glyph.no_route")] == ("0",)
    tap_key(house, pygame.K_7)
    shown = {prompt.label: prompt.faces for prompt in match.words.prompts(0)}
    assert shown[t("glyph.commit", seconds=3)] == ("O",)


def test_a_one_is_refused_for_what_it_is(house: Playhouse) -> None:
    match = begin(house, AOI, REN, actions=("0:bid 9",))
    t, state = house.stage.t, match.session.state
    for action, why in ((Bid(1), t("robots.status.too_low")), (Bid(9), t("robots.status.must_fall", number=9))):
        desk = Desk({}, refusal=Refusal(0, action))
        assert phrases.status(t, state, 0, desk) == ("number", str(action.number), why)


def test_typing_waiting_and_a_bid_look_different(house: Playhouse) -> None:
    match = begin(house, AOI, REN, MIO, actions=("0:bid 9",))
    for key in (BUZZERS[1], BUZZERS[2]):
        tap_key(house, key)
    desk = match.hands.selection.desk
    signs = [phrases.status(house.stage.t, match.session.state, seat, desk)[0] for seat in range(3)]
    assert signs == ["number", "typing", "waiting"]


def test_a_swipe_slides_the_robot_under_the_finger(house: Playhouse) -> None:
    match = begin(house, AOI, REN, actions=("0:bid 9", "0:agree", "1:agree"))
    hand = TouchHand(house)
    board = board_of(match)
    move = route()[0]
    way = slide(match.session.state.board, match.session.state.robots, move.colour, move.heading)
    assert way is not None
    x, y = board.geometry.cell_rect(way.origin).center
    dx, dy = {"N": (0, -1), "E": (1, 0), "S": (0, 1), "W": (-1, 0)}[move.heading]
    hand.drag((x, y), (x + 90 * dx, y + 90 * dy))
    assert match.session.state.moves == (move,)


def test_docks_of_others_stay_closed_to_the_mouse(house: Playhouse) -> None:
    pad = PadHand(house)
    match = begin(house, AOI, replace(REN, device="pad1"))
    mouse = MouseHand(house)
    mouse.point(board_of(match).docks[1].center)
    assert not match.hands.selection.open
    mouse.point(board_of(match).docks[0].center)
    assert list(match.hands.selection.open) == [0]
    mouse.point(control(match, 0, "declare"))
    pad.hit(Kind.HINT)
    assert match.session.steps[0].action == Bid(8)
    assert match.session.steps[1].seat == 1


def test_a_click_on_a_keycap_asks_for_another_buzzer(house: Playhouse) -> None:
    match = begin(house, AOI, REN)
    board = board_of(match)
    MouseHand(house).point(docks.keycap(house.stage.metrics, board.docks[0]).center)
    assert isinstance(match.hands.selection, Rebinding)
    assert match.hands.selection.seat == 0
    tap_key(house, pygame.K_k)
    assert not isinstance(match.hands.selection, Rebinding)
    assert seating.buzzers(house.services.store)[:2] == (pygame.K_k, pygame.K_o)
    tap_key(house, pygame.K_k)
    assert match.hands.selection.desk.window is not None
    assert match.hands.selection.desk.window.seat == 0


def test_a_buzzer_that_is_taken_is_exchanged(house: Playhouse) -> None:
    seating.keep_buzzer(house.services.store, 0, pygame.K_o)
    assert seating.buzzers(house.services.store)[:2] == (pygame.K_o, pygame.K_q)


def test_a_buzzer_of_old_that_would_pause_is_another_key(house: Playhouse) -> None:
    house.services.store.set("robots.buzzers", [pygame.K_q, pygame.K_p, *BUZZERS[2:]])
    assert seating.buzzers(house.services.store) == BUZZERS


@pytest.mark.parametrize("kept", [[], ["q"] * 8, [1] * 8, list("abcdefgh"), "qpzm"])
def test_damaged_buzzers_are_the_usual_ones(house: Playhouse, kept: object) -> None:
    house.services.store.set("robots.buzzers", kept)
    assert seating.buzzers(house.services.store) == BUZZERS


def test_esc_leaves_a_buzzer_as_it_was(house: Playhouse) -> None:
    match = begin(house, AOI, REN)
    MouseHand(house).point(docks.keycap(house.stage.metrics, board_of(match).docks[1]).center)
    tap_key(house, pygame.K_ESCAPE)
    assert not isinstance(match.hands.selection, Rebinding)
    assert house.top is match
    assert seating.buzzers(house.services.store) == BUZZERS


def test_a_declaration_shows_its_banner(house: Playhouse) -> None:
    match = begin(house, AOI, REN)
    tap_key(house, BUZZERS[0])
    type_number(house, 10)
    house.frame()
    assert board_of(match).drawing.lively
    house.run(3.0)
    assert not board_of(match).drawing.lively


def test_a_person_who_is_alone_may_change_hands(house: Playhouse) -> None:
    pads = [PadHand(house), PadHand(house)]
    match = begin(house, AOI, AI)
    for pad in pads:
        pad.hit(Kind.UP)
    assert dict(match.hands.selection.desk.dials) == {0: 10}
    tap_key(house, pygame.K_DOWN)
    assert dict(match.hands.selection.desk.dials) == {0: 9}


def test_pads_keep_their_seats_when_the_window_loses_the_focus(house: Playhouse) -> None:
    pads = [PadHand(house), PadHand(house)]
    match = begin(house, AOI, REN)
    pads[1].hit(Kind.UP)
    for kind in (pygame.WINDOWFOCUSLOST, pygame.WINDOWFOCUSGAINED):
        pygame.event.post(pygame.event.Event(kind))
        house.frame()
    pads[0].hit(Kind.UP)
    pads[1].hit(Kind.DOWN)
    assert dict(match.hands.selection.desk.dials) == {1: 9, 0: 7}


def test_pads_keep_their_seats_when_the_board_is_laid_out_anew(house: Playhouse) -> None:
    pads = [PadHand(house), PadHand(house)]
    match = begin(house, AOI, REN)
    pads[1].hit(Kind.UP)
    match.resized()
    match.hands.begin()
    pads[0].hit(Kind.UP)
    pads[1].hit(Kind.DOWN)
    assert dict(match.hands.selection.desk.dials) == {1: 9, 0: 7}


def test_drawing_and_animating_change_nothing(house: Playhouse) -> None:
    match = begin(house, AOI, REN, actions=("0:bid 9", "0:agree", "1:agree"))
    board = board_of(match)
    match.controller.submit(0, route()[0])
    step = match.session.steps[-1]
    way = board.latest.journey_of(step)
    clips = [board.drawing.animate(step) for _ in range(2)]
    house.frame()
    assert board.latest.journey_of(step) is way
    assert clips[0].sample(0.1) == clips[1].sample(0.1)


@pytest.mark.parametrize("rate", [30, 60, 144])
@pytest.mark.one_in(3)
def test_a_demonstration_is_the_same_at_every_frame_rate(
    house: Playhouse, rate: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is heard, in its order, and where everything stands at the end."""
    match = begin(house, AOI, REN, actions=("0:bid 9", "1:bid 9", "0:agree", "1:agree"), chips_to_win=2)
    house.fps = rate
    heard: list[str] = []
    monkeypatch.setattr(match.table.timeline, "on_cue", lambda name, *, pitch: heard.append(name))
    for move in route():
        match.controller.submit(0, move)
        house.until(lambda: match.table.timeline.idle, "rest")
    expected = []
    for step in match.session.steps[-len(route()) :]:
        slid = next(event for event in step.events if isinstance(event, RobotSlid))
        expected += ["slide", *("bounce" for leg in slid.legs if leg.end == "reflector")]
    assert heard == [*expected, "chip", "chip"]
    state = match.session.state
    assert state.chips == (1, 0)
    assert match.table.snapshot(1.0).placements == board_of(match).drawing.pieces(state)


def test_back_pauses_while_an_ai_shows_its_route(house: Playhouse) -> None:
    match = begin(house, AOI, AI, actions=("1:bid 9", "0:agree", "1:agree"))
    assert match.session.state.demonstrator == 1
    tap_key(house, pygame.K_ESCAPE)
    house.on_top(PauseScene)


def test_news_of_a_chip_stands_below_the_next_task_for_a_while(house: Playhouse) -> None:
    match = begin(house, AOI, REN, chips_to_win=2, actions=("0:none",))
    lost = match.session.state.chip
    match.controller.submit(1, NoRoute())
    house.until(lambda: match.table.shown.chip_number == 2, "the next chip")
    t, shown = house.stage.t, match.table.shown
    news = t("robots.returned", chip=phrases.mark_name(t, lost))
    house.run(0.1)
    assert match.words.content.helper == f"{phrases.task(t, shown.chip)}\n{news}"
    house.run(NEWS_SECONDS)
    assert match.words.content.helper.startswith(phrases.task(t, shown.chip))
    assert news not in match.words.content.helper


def test_no_hint_helps_one_against_the_others(house: Playhouse) -> None:
    rivals, alone = begin(house, AOI, REN), begin(house, AOI)
    for match, offered in ((rivals, False), (alone, True)):
        pause = PauseScene(house.services, match.session, None)
        answer = next(answer for answer in pause.answers if answer.result is Choice.HINT)
        assert answer.enabled is offered


def test_a_move_counts_from_the_start_of_its_slide(house: Playhouse) -> None:
    match = begin(house, AOI, REN, actions=("0:bid 9", "0:agree", "1:agree"))
    house.fps = 60
    move = route()[0]
    match.controller.submit(0, move)
    house.frame()
    t = house.stage.t
    assert match.table.shown.moves == ()
    assert match.words.content.helper.endswith(phrases.move(t, 1, move.colour, move.heading))
    assert len(board_of(match).latest.counted(match.table.shown).moves) == 1
    house.run(2.0)
    assert board_of(match).latest.counted(match.table.shown) is match.table.shown


def test_an_ai_waits_for_a_number_that_was_begun_before(open_house: OpenHouse) -> None:
    house = open_house(agent=Ready())
    match = begin(house, AOI, REN, AI)
    tap_key(house, BUZZERS[0])
    house.run(1.5)
    assert match.session.state.bids == ()
    type_number(house, 12)
    house.run(0.2)
    assert match.session.state.bids == ((0, 12), (2, 12))
