"""What hangs on a match's pixels, windows of any size, a bar that stands still, presses meant for what was before."""

from __future__ import annotations

import random
from dataclasses import replace

import pygame
import pytest

from game.core.record import Record, SeatConfig
from game.quoridor import SPEC
from game.quoridor import rules as quoridor
from game.registry import find
from game.robots import rules as robots
from game.robots.state import Bid
from game.session.session import Session
from scenes.kit.drawing.glyphs import SHOULDERS
from scenes.kit.drawing.theme import BY_ITSELF_SECONDS
from scenes.kit.input.intents import DIRECTIONS, KEYBOARD, MOUSE, TOUCH, Device, Intent, Kind, Point
from scenes.kit.scene import Pop, Push
from scenes.kit.widgets.dialog import Dialog
from scenes.kit.widgets.glyphbar import GlyphBar
from scenes.learn.demo_scene import DemoScene
from scenes.learn.exercise_scene import ExerciseScene
from scenes.match import starting
from scenes.match.match_scene import SPARE, MatchScene
from scenes.match.result_scene import ResultScene
from scenes.menu.menu_scene import MenuScene
from scenes.robots.selection import LookingBack
from scenes.routes import ToDemonstration
from scenes.setup.setup_scene import SetupScene
from scenes.today.solving_scene import SolvingScene
from tests.make import ai, record
from tests.scenes import posting
from tests.scenes.conftest import OpenHouse
from tests.scenes.hands import HANDS, MouseHand, board_of
from tests.scenes.learn.test_solving import opened
from tests.scenes.noting import pixels
from tests.scenes.playhouse import AFTER_TURN, PERSON, READING, RIVAL, ROBOT, SIZE, InstantAgent, Playhouse
from tests.scenes.robots_play import begin, route
from tests.scenes.robots_play import board_of as robots_board_of

NEARLY_WON = ["e2", "e8", "e3", "e7", "e4", "e6", "e5", "e4", "e6", "e3", "e7", "e2", "e8", "d2"]


def texts(match: MatchScene) -> list[str]:
    """The actions so far in notation."""
    return [match.board.words.action(step.action).notation for step in match.session.steps]


def test_a_hint_is_drawn_on_the_board(house: Playhouse) -> None:
    match = house.match(PERSON, RIVAL)
    hand = MouseHand(house)
    hand.point((5, 5))
    rect = board_of(match).geometry.cell_rect(match.session.spec.rules.parse("e2").cell)
    before = pixels(house, rect)
    posting.tap_key(pygame.K_h)
    house.until(lambda: match.controller.hint_service.hint is not None, "the hint")
    house.run(0.1)
    assert match.board.words.action(match.controller.hint_service.hint).notation == "e2"
    assert pixels(house, rect) != before


def test_the_process_of_ais_starts_once_the_board_is_drawn(open_house: OpenHouse) -> None:
    drawn: list[int] = []

    class Agent(InstantAgent):
        def warm(self) -> None:
            drawn.append(house.app.frames_shown)

    house = open_house(agent=Agent())
    before = house.app.frames_shown
    house.match(PERSON, RIVAL)
    house.run(0.2)
    assert len(drawn) == 1 and drawn[0] > before


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


AI = ai(1)


def test_nobody_is_taken_for_the_one_who_resigns_while_an_ai_is_to_move(house: Playhouse) -> None:
    for seats, resigner in (
        ((AI, PERSON, RIVAL, replace(AI, name="@haru", identity="diamond")), None),
        ((AI, PERSON), 1),
    ):
        session = Session.resume(SPEC, record("quoridor", *seats))
        match = starting.match_of(house.services, session)
        assert session.actors() == (0,) and match.controller.resigner == resigner


def test_an_unfinished_game_that_the_rules_do_not_allow_is_set_aside_and_said_so(house: Playhouse) -> None:
    store = house.services.store
    store.begin(Record("quoridor", {"players": 2, "jump_pairs": False}, 0, ("e2", "e2"), (PERSON, RIVAL)))
    house.app.manager.start(MenuScene(house.services))
    house.run(0.5)
    assert "could not be read" in house.on_top(Dialog).body
    assert store.unfinished() is None and [damaged.detail for damaged in store.damaged()]


def test_a_resumed_game_goes_on_with_the_same_ai(house: Playhouse) -> None:
    begun = record("quoridor", PERSON, RIVAL, actions=["e2"], seed=31)
    fresh = starting.play(house.services, SPEC, begun.options, begun.seats, begun.seed)
    resumed = starting.resume(house.services, begun)
    assert isinstance(fresh, MatchScene) and isinstance(resumed, MatchScene)
    assert resumed.session.agent_seats.seed == fresh.session.agent_seats.seed == 31


LONG_WAYS = [pytest.param(tiny, marks=pytest.mark.long) for tiny in ((240, 240), (1500, 60))]


@pytest.mark.parametrize("tiny", [(1, 1), (60, 1500), *LONG_WAYS])
@pytest.mark.one_in(2)
def test_a_tiny_or_minimised_window_is_survived(house: Playhouse, tiny: Point) -> None:
    house.match(PERSON, RIVAL)
    for scene in (None, SetupScene(house.services, SPEC)):
        if scene is not None:
            house.show(scene)
        for wanted in (tiny, SIZE):
            house.window.surface = pygame.display.set_mode(wanted, pygame.RESIZABLE)
            house.app.relayout()
            house.run(0.1)
    assert house.stage.metrics.size == SIZE


PAD, OTHER = Device("pad:1", "xbox", "Pad", 1), Device("pad:2", "xbox", "Pad", 2)
SECOND_ROUND = ("1:bid 9", "clock:expire", *(f"1:{robots.text(move)}" for move in route()))
DEVICES = pytest.mark.parametrize("device", [KEYBOARD, PAD, MOUSE, TOUCH], ids=lambda device: device.family)


def press(house: Playhouse, device: Device) -> None:
    """Press what decides on the scene on top: with a pointer, on the first legal action of a match."""
    manager, top = house.app.manager, house.top
    if device not in (MOUSE, TOUCH):
        manager.intent(Intent(Kind.CONFIRM, device))
        return
    point = house.stage.metrics.rect(960, 400, 2, 2).center
    if isinstance(top, MatchScene):
        seat = top.session.actors()[0]
        point = top.board.input.area(top.session.state, top.session.legal(seat)[0]).center
    if isinstance(top, ResultScene):
        point = top.focus.widgets[-1].rect.center
    manager.intent(Intent(Kind.PRESS, device, point))
    manager.intent(Intent(Kind.RELEASE, device, point))


def known(match: MatchScene) -> object:
    return match.session.ply, match.input.selection


def check_held_back(house: Playhouse, match: MatchScene, device: Device) -> None:
    """A press does nothing now, and does something a moment later."""
    before = known(match)
    press(house, device)
    assert known(match) == before
    house.run(AFTER_TURN)
    press(house, device)
    assert known(match) != before


@DEVICES
@pytest.mark.parametrize("rival", [ROBOT, RIVAL], ids=["ai", "person"])
@pytest.mark.parametrize("game", ["quoridor", "coffee", "star"])
def test_a_turn_that_begins(house: Playhouse, game: str, rival: SeatConfig, device: Device) -> None:
    match = house.match(PERSON, rival, game=game)
    house.stage.devices.current = device
    match.controller.submit(0, match.session.legal(0)[0])
    wanted = 2 if rival is ROBOT else 1
    house.until(lambda: match.session.ply == wanted and match.input.person is not None, "the next turn")
    if device in (KEYBOARD, PAD):
        match.input.selection = match.board.input.considering(match.session.legal(wanted % 2)[0])
    check_held_back(house, match, device)


def test_what_decides_nothing_is_never_held_back(house: Playhouse) -> None:
    match = house.match(PERSON, ROBOT)
    match.controller.submit(0, quoridor.parse("e2"))
    house.stage.devices.current = KEYBOARD
    house.until(lambda: match.session.ply == 2 and match.input.person is not None, "the next turn")
    before = match.input.selection
    match.intent(Intent(Kind.LEFT, KEYBOARD))
    assert match.input.selection != before


def test_after_a_press_that_skips_a_clip_the_next_one_waits_less(house: Playhouse) -> None:
    match = house.match(PERSON, RIVAL)
    match.controller.submit(0, quoridor.parse("e2"))
    match.input.selection = match.board.input.considering(quoridor.parse("e8"))
    match.intent(Intent(Kind.CONFIRM, KEYBOARD))
    match.input.selection = match.board.input.considering(quoridor.parse("e8"))
    match.intent(Intent(Kind.CONFIRM, KEYBOARD))
    assert match.session.ply == 1
    house.run(0.34)
    match.intent(Intent(Kind.CONFIRM, KEYBOARD))
    assert match.session.ply == 2


@DEVICES
def test_a_result(house: Playhouse, device: Device) -> None:
    match = house.match(PERSON, ROBOT, game="star")
    match.session.resign(0)
    result = house.come_to(ResultScene)
    press(house, device)
    assert house.top is result and not result.folded
    house.run(READING)
    press(house, device)
    house.run(0.1)
    assert house.top is not result


@DEVICES
def test_the_end_of_a_demonstration(house: Playhouse, device: Device) -> None:
    match = house.match(PERSON, ROBOT)
    house.stage.devices.current = device
    house.app.manager.go(Push(ToDemonstration("quoridor", Pop())))
    house.run(0.1)
    demo = house.on_top(DemoScene)
    demo.time = demo.demo.seconds
    house.until(lambda: house.top is match, "its end")
    check_held_back(house, match, device)


def test_a_press_of_another_after_ones_own(house: Playhouse) -> None:
    """Two skip the demonstration one after the other: the second press plays nothing."""
    match = house.match(PERSON, RIVAL)
    house.app.manager.go(Push(ToDemonstration("quoridor", Pop())))
    house.run(0.5)
    house.app.manager.intent(Intent(Kind.CONFIRM, PAD))
    house.run(0.34)
    match.input.selection = match.board.input.considering(quoridor.parse("e2"))
    house.app.manager.intent(Intent(Kind.CONFIRM, OTHER))
    assert match.session.ply == 0
    house.app.manager.intent(Intent(Kind.CONFIRM, PAD))
    assert match.session.ply == 1, "300 ms after one's own press"


@pytest.mark.parametrize("device", [KEYBOARD, MOUSE, TOUCH], ids=lambda device: device.family)
def test_a_round_that_ends(house: Playhouse, device: Device) -> None:
    *actions, last = SECOND_ROUND
    match = begin(house, PERSON, RIVAL, actions=actions)
    match.controller.submit(1, robots.parse(last.split(":")[1]))
    house.until(lambda: match.table.shown.chip_number == 2, "the next round")
    before = match.input.selection
    press_on_dock(match, device)
    assert match.input.selection == before and not match.session.state.bids
    house.run(AFTER_TURN)
    press_on_dock(match, device)
    house.run(0.1)
    assert match.input.selection != before or match.session.state.bids


def press_on_dock(match: MatchScene, device: Device) -> None:
    if device in (KEYBOARD, PAD):
        match.intent(
            Intent(Kind.CONFIRM, device, key=robots_board_of(match).seating.buzzers[0] if device == KEYBOARD else 0)
        )
        return
    point = robots_board_of(match).docks[0].center
    match.intent(Intent(Kind.PRESS, device, point))
    match.intent(Intent(Kind.RELEASE, device, point))


def test_the_first_bid_turns_no_look_at_the_last_round_into_an_agreement(house: Playhouse) -> None:
    match = begin(house, PERSON, RIVAL, actions=SECOND_ROUND)
    assert match.session.state.chip_number == 2
    house.run(8.0)
    match.controller.submit(1, Bid(9))
    house.run(0.1)
    match.intent(Intent(Kind.SECONDARY, KEYBOARD))
    assert not match.input.selection.asked and not isinstance(match.input.selection, LookingBack)
    house.run(BY_ITSELF_SECONDS)
    match.intent(Intent(Kind.SECONDARY, KEYBOARD))
    assert match.input.selection.asked


def test_one_button_does_not_take_a_target_that_has_just_come(house: Playhouse) -> None:
    match = house.match(PERSON, ROBOT)
    house.stage.scan.is_on = True
    house.stage.devices.switch(True)
    match.controller.submit(0, quoridor.parse("e2"))
    house.until(lambda: match.input.person is not None and match.session.ply == 2, "the next turn")
    scanner = house.app.scanner
    house.until(lambda: scanner.lit is not None, "its targets")
    scanner.switch(True)
    assert match.session.ply == 2 and scanner.lit is not None and scanner.lit.depth == 0
    scanner.switch(False)
    house.run(0.45)
    scanner.switch(True)
    assert match.session.ply > 2 or scanner.lit is None or scanner.lit.depth > 0


SIZES = ((1920, 1080), (1024, 768), (1080, 1920))
KEYS = (*DIRECTIONS, Kind.CONFIRM, Kind.SECONDARY, Kind.BACK, Kind.NEXT, Kind.TURN, Kind.DIGIT, Kind.UNDO, Kind.REDO)
TRIES = (*(kind for kind in KEYS if kind not in (Kind.UNDO, Kind.REDO)), Kind.HINT)
PUZZLES = {"quoridor": "quoridor-44", "coffee": "coffee-385", "star": "star-262"}
POINTS = (Kind.HOVER, Kind.PRESS, Kind.RELEASE)
PRESSES = 120
Seen = dict[object, tuple[object, list[str]]]
"""By what lasts: where the prompts of a bar lie, and what they say."""


def look(bar: GlyphBar, seen: Seen, lasting: object) -> None:
    """Nothing has moved since the last look, if the same lasts."""
    places = bar.places()
    if bar.is_narrow:
        assert bar.stage.metrics.size != SIZES[0], "a wide window has room"
        return
    now, labels = [tuple(place.rect) for place in places], [place.prompt.label for place in places]
    before = seen.setdefault(lasting, (now, labels))
    assert now == before[0], f"{before[1]} became {labels}"


def phase(match: MatchScene) -> object:
    """What lasts: a part of a game whose seats act at once, else a turn."""
    together = match.board.simultaneous
    if together is not None:
        return together.part(match.session.state, Kind.PRESS)
    return match.session.revision, match.input.person is not None or match.session.outcome is None


def pointed(device: Device, point: Point) -> list[Intent]:
    """A press there with what belongs to it."""
    return [Intent(kind, device, point) for kind in POINTS[device == TOUCH :]]


def within(area: pygame.Rect, chance: random.Random) -> Point:
    return chance.randrange(area.left, area.right), chance.randrange(area.top, area.bottom)


def presses(match: MatchScene, device: Device, chance: random.Random) -> list[Intent]:
    """A press, on the board or anywhere."""
    if device not in (MOUSE, TOUCH):
        kind = chance.choice(KEYS)
        keys = [0, *robots_board_of(match).seating.buzzers[:2]] if match.session.spec.id == "robots" else [0]
        key = chance.choice(keys) if device == KEYBOARD else 0
        return [Intent(kind, device, value=chance.randint(0, 9), key=key)]
    window = pygame.Rect((0, 0), match.stage.metrics.size)
    return pointed(device, within(match.table.frame if chance.random() < 0.6 else window, chance))


@pytest.mark.one_in(3)
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("device", [KEYBOARD, MOUSE, TOUCH, PAD], ids=lambda device: device.family)
@pytest.mark.parametrize("game", ["quoridor", "coffee", "star", "robots"])
def test_nothing_moves_under_a_finger(house: Playhouse, game: str, device: Device) -> None:
    chance = random.Random(game + device.family)
    seen: Seen = {}
    rival = RIVAL if game == "robots" else ROBOT
    match = house.match(PERSON, rival, game=game, actions=["0:none", "1:bid 20"] if game == "robots" else ())
    house.stage.devices.current = device
    match.words.prompts(match.input.person)
    for _ in range(PRESSES):
        for intent in presses(match, device, chance):
            match.intent(intent)
        house.run(chance.choice((0.05, 0.05, 0.5)))
        if house.top is not match or match.session.outcome is not None:
            break
        house.stage.devices.current = device
        match.bar.set(match.words.prompts(match.input.person), "", SPARE)
        look(match.bar, seen, phase(match))


def tries(scene: ExerciseScene | SolvingScene, device: Device, chance: random.Random) -> list[Intent]:
    """A press; none that leaves."""
    if device not in (MOUSE, TOUCH):
        may_go_back = not scene.is_over and scene.confirm_gate.is_engaged(scene.selection)
        kinds = [kind for kind in TRIES if kind is not Kind.BACK or may_go_back]
        return [Intent(chance.choice(kinds), device, value=chance.randint(0, 9))]
    return pointed(device, within(scene.table.frame, chance))


def lasting(scene: ExerciseScene | SolvingScene) -> object:
    """What lasts: the tries at one position, the answer to one, or the end."""
    if isinstance(scene, ExerciseScene):
        return scene.index, scene.is_solved
    return scene.phase, scene.done, scene.attempt.wrong


@pytest.mark.one_in(4)
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("device", [KEYBOARD, MOUSE, TOUCH, PAD], ids=lambda device: device.family)
@pytest.mark.parametrize("game", ["quoridor", "coffee", "star", "robots"])
@pytest.mark.parametrize("kind", ["lesson", "puzzle"])
def test_nothing_moves_in_lessons_and_puzzles(
    house: Playhouse, kind: str, game: str, device: Device, size: tuple[int, int]
) -> None:
    if kind == "puzzle" and game not in PUZZLES:
        pytest.skip("it has puzzles of another kind")
    chance = random.Random(kind + game + device.family)
    house.stage.devices.current = device
    scene: ExerciseScene | SolvingScene
    if kind == "puzzle":
        scene = opened(house, PUZZLES[game])
    else:
        house.show(scene := ExerciseScene(house.services, find(game)))
    seen: Seen = {}
    for _ in range(PRESSES // 3):
        for intent in tries(scene, device, chance):
            scene.intent(intent)
        house.run(chance.choice((0.05, 0.05, 0.5)))
        if house.top is not scene:
            break
        house.stage.devices.current = device
        scene.bar.set(scene.prompts(), "", (SHOULDERS, Kind.THEORY))
        look(scene.bar, seen, lasting(scene))
    assert seen or size != SIZES[0]
