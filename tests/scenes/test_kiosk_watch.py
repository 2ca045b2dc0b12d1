"""The unattended table: nobody finds a way out, who has gone is asked, and the next one finds the table ready."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import pygame
import pytest

from game.roster import Roster
from game.table import NAMES
from scenes.join.join_scene import JoinScene
from scenes.kiosk.pin_scene import PinScene
from scenes.kiosk.still_playing import IGNORED_SECONDS, StillPlayingScene
from scenes.kiosk.waiting_scene import WaitingScene
from scenes.kiosk.watch import IdleTimes, Watch
from scenes.kit.canvas import Canvas
from scenes.kit.devices import Signal, SignalKind
from scenes.kit.intents import Intent, Kind
from scenes.kit.scene import Nav, Quit, Route, Scene, Switch
from scenes.match.match_scene import MatchScene
from scenes.match.pause_scene import PauseScene
from scenes.menu.menu_scene import MenuScene
from scenes.routes import ToMenu
from tests.scenes import posting
from tests.scenes.conftest import OpenHouse
from tests.scenes.hands import Hand, KeyHand, MouseHand, PadHand, TouchHand, focus_of
from tests.scenes.playhouse import PERSON, RIVAL, Playhouse
from tests.scenes.robots_play import begin
from tests.scenes.test_kiosk_pin import pin_file

TIMES = IdleTimes(menu=4, turn=8, thinking=16, question=3, offer=6)  # as in a hurry


class Resting(Scene):
    """Stands for what is shown while nobody is there."""

    rests = True

    def intent(self, intent: Intent) -> Nav | None:
        return None if intent.kind is Kind.HOVER else Switch(ToMenu())

    def draw(self, canvas: Canvas, alpha: float) -> None:
        canvas.blit(self.stage.table, (0, 0))


class ToRest(Route):
    """Where the table goes when nobody is there."""


def watch(house: Playhouse) -> Watch:
    """Leave the table unattended."""
    open_route = house.app.manager._open_route
    house.app.manager._open_route = lambda route: (
        Resting(house.stage) if isinstance(route, ToRest) else open_route(route)
    )
    guard = Watch(house.services, house.app.manager, TIMES, ToRest(), lambda: pin_scene(house))
    house.app.guard = guard
    house.services.offered_roster = True
    return guard


def pin_scene(house: Playhouse) -> PinScene:
    return PinScene(house.services, pin_file(), lambda: Switch(ToMenu()))


def idle(house: Playhouse, seconds: float) -> None:
    """Nobody presses anything; few frames are drawn in so long a time."""
    fps, house.fps = house.fps, 5
    house.run(seconds)
    house.fps = fps


def labels(house: Playhouse) -> list[str]:
    return [widget.value() for widget in focus_of(house).widgets]


def test_no_press_leads_out_to_the_settings_or_to_files(house: Playhouse) -> None:
    watch(house)
    house.boot()
    for key in (pygame.K_ESCAPE, pygame.K_p, pygame.K_e):
        house.react(partial(posting.tap_key, key))
        house.on_top(MenuScene)
    shown = {prompt.label for prompt in house.on_top(MenuScene).bar.prompts}
    assert not shown & {"Settings", "Games", "Quit"} and "Clear the table" in shown
    house.app.take(Signal(SignalKind.CLOSE))
    was = house.window.fullscreen
    house.app.take(Signal(SignalKind.FULLSCREEN))
    house.app.manager.go(Quit())
    house.run(0.5)
    assert not house.app.manager.quitting and house.window.fullscreen == was


def test_the_system_may_still_end_the_program(house: Playhouse) -> None:
    watch(house)
    house.boot()
    house.app.take(Signal(SignalKind.QUIT))
    assert house.app.manager.quitting


def test_a_scene_with_nothing_below_it_leads_to_the_menu(house: Playhouse) -> None:
    watch(house)
    house.show(JoinScene(house.services))
    KeyHand(house).order(Kind.BACK)
    house.run(0.5)
    house.on_top(MenuScene)


def test_the_pause_menu_starts_over_instead_of_opening_the_settings(house: Playhouse) -> None:
    watch(house)
    house.match(PERSON, RIVAL, actions=["e2", "e8"])
    house.services.seat(Roster().sit("keyboard", ord("f")))
    hand = KeyHand(house)
    hand.order(Kind.PAUSE)
    house.on_top(PauseScene)
    assert "Settings" not in labels(house)
    hand.say("Clear the table")
    house.on_top(MenuScene)
    assert house.services.store.unfinished("quoridor") is None and not house.services.roster.chairs
    assert len(house.services.store.archive()) == 1


def test_strangers_have_given_names_alone(house: Playhouse) -> None:
    watch(house)
    house.show(JoinScene(house.services))
    house.react(partial(posting.tap_key, pygame.K_f))
    join = house.on_top(JoinScene)
    names = [house.services.roster.chairs[0].name]
    for _ in NAMES:
        house.react(partial(posting.tap_key, pygame.K_f))
        assert not join.namings
        names.append(house.services.roster.chairs[0].name)
    assert set(names) == set(NAMES) and names[0] == names[-1]
    assert not next(widget for widget in focus_of(house).widgets if widget.value() == "Names…").enabled


@pytest.mark.parametrize(
    ("open_it", "seconds"),
    [
        (lambda house: house.boot(), TIMES.menu),
        (lambda house: house.match(PERSON, RIVAL, actions=["e2"]), TIMES.turn),
        (lambda house: begin(house, PERSON, RIVAL), TIMES.thinking),
    ],
    ids=["menu", "turn", "thinking"],
)
def test_who_presses_nothing_is_asked(house: Playhouse, open_it: Callable[[Playhouse], object], seconds: float) -> None:
    guard = watch(house)
    open_it(house)
    guard.quiet = 0.0
    idle(house, seconds - 1)
    assert not isinstance(house.top, StillPlayingScene)
    idle(house, 2)
    house.on_top(StillPlayingScene)


HANDS: dict[str, Callable[[Playhouse], Hand]] = {
    "keys": KeyHand,
    "pad": PadHand,
    "mouse": MouseHand,
    "touch": TouchHand,
}


@pytest.mark.parametrize("device", list(HANDS))
def test_a_press_on_yes_or_beside_it_goes_on(house: Playhouse, device: str) -> None:
    guard = watch(house)
    hand = HANDS[device](house)
    match = house.match(PERSON, RIVAL, actions=["e2"])
    guard.quiet = TIMES.turn
    house.run(IGNORED_SECONDS + 0.4)
    hand.say("Yes, go on")
    assert house.top is match
    guard.quiet = TIMES.turn
    house.run(IGNORED_SECONDS + 0.4)
    house.on_top(StillPlayingScene)
    if isinstance(hand, MouseHand | TouchHand):
        hand.point((5, 5))
    else:
        hand.order(Kind.SECONDARY)
    assert house.top is match and match.session.ply == 1


@pytest.mark.parametrize("device", list(HANDS))
def test_start_over_clears_the_table(house: Playhouse, device: str) -> None:
    guard = watch(house)
    hand = HANDS[device](house)
    house.match(PERSON, RIVAL, actions=["e2"])
    house.services.toggle_language()
    guard.quiet = TIMES.turn
    house.run(IGNORED_SECONDS + 0.4)
    hand.say(house.stage.t("kiosk.start_over"))
    house.on_top(MenuScene)
    assert house.stage.strings.language == "en"
    assert house.services.store.unfinished("quoridor") is None


def test_a_game_that_was_left_is_offered_and_goes_on_where_it_was(house: Playhouse) -> None:
    guard = watch(house)
    house.match(PERSON, RIVAL, actions=["e2", "e8", "e3"])
    guard.quiet = TIMES.turn
    idle(house, TIMES.question + 2)
    house.on_top(Resting)
    house.react(partial(posting.tap_key, pygame.K_RETURN))
    house.run(0.5)
    house.on_top(WaitingScene)
    KeyHand(house).say("Continue")
    assert house.on_top(MatchScene).session.ply == 3


def test_after_two_minutes_it_goes_to_the_shelf_and_the_seats_are_free(house: Playhouse) -> None:
    guard = watch(house)
    house.services.seat(Roster().sit("keyboard", ord("f")))
    house.match(PERSON, RIVAL, actions=["e2", "e8", "e3"])
    guard.quiet = TIMES.turn
    idle(house, TIMES.question + 2)
    assert house.services.roster.chairs
    idle(house, TIMES.offer + 2)
    assert not house.services.roster.chairs and house.services.store.unfinished("quoridor") is None
    house.react(partial(posting.tap_key, pygame.K_RETURN))
    house.run(0.5)
    house.on_top(MenuScene)
    assert house.services.store.archive()[0].record.actions == ("e2", "e8", "e3")


def test_who_does_not_take_the_offer_finds_a_free_table(house: Playhouse) -> None:
    guard = watch(house)
    house.match(PERSON, RIVAL, actions=["e2", "e8", "e3"])
    guard.quiet = TIMES.turn
    idle(house, TIMES.question + 2)
    house.react(partial(posting.tap_key, pygame.K_RETURN))
    house.run(0.5)
    house.on_top(WaitingScene)
    KeyHand(house).hit(Kind.BACK)
    house.on_top(MenuScene)
    assert house.services.store.unfinished("quoridor") is None


def test_a_menu_that_nobody_uses_rests_without_an_offer(house: Playhouse) -> None:
    guard = watch(house)
    house.services.seat(Roster().sit("keyboard", ord("f")))
    house.boot()
    guard.quiet = TIMES.menu
    idle(house, TIMES.question + 2)
    house.on_top(Resting)
    assert not house.services.roster.chairs


@pytest.mark.parametrize("size", [(1280, 720), (1024, 768), (720, 1280)])
def test_the_question_and_the_offer_are_drawn(open_house: OpenHouse, size: tuple[int, int]) -> None:
    house = open_house(size)
    guard = watch(house)
    house.match(PERSON, RIVAL, actions=["e2", "e8", "e3"])
    guard.quiet = TIMES.turn
    house.run(1.0)
    scene = house.on_top(StillPlayingScene)
    assert scene.card.contains(scene.yes.rect) and scene.card.contains(scene.over.rect)
    assert "Still playing?" in scene.spoken and "Yes, go on" in scene.spoken
    idle(house, TIMES.question)
    house.react(partial(posting.tap_key, pygame.K_RETURN))
    house.run(0.5)
    assert "Quoridor" in house.on_top(WaitingScene).spoken


def hold_corner(house: Playhouse, seconds: float) -> None:
    """A finger rests in the upper left corner."""
    posting.mouse_down((20, 20))
    house.run(seconds)
    posting.mouse_up((20, 20))
    house.run(0.2)


def hold_key(house: Playhouse, seconds: float) -> None:
    posting.key_down(pygame.K_F10)
    house.run(seconds)
    posting.key_up(pygame.K_F10)
    house.run(0.2)


def hold_pad(house: Playhouse, seconds: float) -> None:
    pad = PadHand(house).pad
    house.run(0.3)
    pad.press("start")
    pad.press("view")
    house.run(seconds)
    pad.release("start")
    pad.release("view")
    house.run(0.2)


@pytest.mark.parametrize("hold", [hold_corner, hold_key, hold_pad])
def test_the_operator_is_let_in_after_five_seconds_and_not_before(
    house: Playhouse, hold: Callable[[Playhouse, float], None]
) -> None:
    watch(house)
    house.show(Resting(house.stage))
    house.app.manager.go(Switch(ToMenu()))
    house.run(0.5)
    hold(house, 4.0)
    assert not isinstance(house.top, PinScene)
    house.app.manager.go(Switch(ToMenu()))
    house.run(0.5)
    hold(house, 6.0)
    house.on_top(PinScene)
