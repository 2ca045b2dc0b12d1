"""The unattended table: nobody finds a way out, who has gone is asked, and the next one finds the table ready."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import datetime
from functools import partial
from pathlib import Path

import pygame
import pytest

from game.kiosk.pin import PinFile
from game.registry import find
from game.roster import Roster
from game.table import NAMES, default_table
from game.troubles import Trouble
from scenes.join.join_scene import JoinScene
from scenes.kiosk.show import Invited
from scenes.kiosk.still_playing import IGNORED_SECONDS, StillPlayingScene
from scenes.kiosk.waiting_scene import WaitingScene
from scenes.kiosk.watch import OPERATOR_SECONDS, THANKS_SECONDS
from scenes.kit.devices import Signal, SignalKind
from scenes.kit.intents import KEYBOARD, MOUSE, Intent, Kind
from scenes.kit.scene import Pop, Push, Quit, Switch
from scenes.match.match_scene import MatchScene
from scenes.match.pause_scene import PauseScene
from scenes.menu.menu_scene import MenuScene
from scenes.records.records_scene import RecordsScene
from scenes.routes import ToMenu
from tests.scenes import posting
from tests.scenes.conftest import OpenHouse
from tests.scenes.hands import Hand, KeyHand, MouseHand, PadHand, TouchHand, focus_of
from tests.scenes.kiosk_table import HURRY, Asking, Dark, FirstPin, Resting, idle, pin_file, watch
from tests.scenes.playhouse import PERSON, RIVAL, Playhouse
from tests.scenes.robots_play import begin


def labels(house: Playhouse) -> list[str]:
    return [widget.value() for widget in focus_of(house).widgets]


def test_no_press_leads_out_to_the_settings_or_to_files(house: Playhouse, tmp_path: Path) -> None:
    watch(house, tmp_path)
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


def test_the_system_ends_the_program_by_a_signal_and_nobody_by_a_key(house: Playhouse, tmp_path: Path) -> None:
    watch(house, tmp_path)
    house.boot()
    house.app.take(Signal(SignalKind.QUIT))  # as Cmd+Q gives it
    assert not house.app.manager.quitting and not house.app.ended()


def test_a_scene_with_nothing_below_it_leads_to_the_menu(house: Playhouse, tmp_path: Path) -> None:
    watch(house, tmp_path)
    house.show(JoinScene(house.services))
    KeyHand(house).order(Kind.BACK)
    house.run(0.5)
    house.on_top(MenuScene)


def test_the_pause_menu_starts_over_instead_of_opening_the_settings(house: Playhouse, tmp_path: Path) -> None:
    watch(house, tmp_path)
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


def test_strangers_have_given_names_alone(house: Playhouse, tmp_path: Path) -> None:
    watch(house, tmp_path)
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


@pytest.mark.one_in(2)
@pytest.mark.parametrize(
    ("open_it", "seconds"),
    [
        (lambda house: house.boot(), HURRY["idle.menu"]),
        (lambda house: house.match(PERSON, RIVAL, actions=["e2"]), HURRY["idle.turn"]),
        (lambda house: begin(house, PERSON, RIVAL), HURRY["idle.thinking"]),
    ],
    ids=["menu", "turn", "thinking"],
)
def test_who_presses_nothing_is_asked(
    house: Playhouse, open_it: Callable[[Playhouse], object], seconds: float, tmp_path: Path
) -> None:
    guard = watch(house, tmp_path)
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


@pytest.mark.one_in(3)
@pytest.mark.parametrize("device", list(HANDS))
def test_a_press_on_yes_or_beside_it_goes_on(house: Playhouse, device: str, tmp_path: Path) -> None:
    guard = watch(house, tmp_path)
    hand = HANDS[device](house)
    match = house.match(PERSON, RIVAL, actions=["e2"])
    guard.quiet = HURRY["idle.turn"]
    house.run(IGNORED_SECONDS + 0.4)
    hand.say("Yes, go on")
    assert house.top is match
    guard.quiet = HURRY["idle.turn"]
    house.run(IGNORED_SECONDS + 0.4)
    house.on_top(StillPlayingScene)
    if isinstance(hand, MouseHand | TouchHand):
        hand.point((5, 5))
    else:
        hand.order(Kind.SECONDARY)
    assert house.top is match and match.session.ply == 1


@pytest.mark.one_in(3)
@pytest.mark.parametrize("device", list(HANDS))
def test_start_over_clears_the_table(house: Playhouse, device: str, tmp_path: Path) -> None:
    guard = watch(house, tmp_path)
    hand = HANDS[device](house)
    house.match(PERSON, RIVAL, actions=["e2"])
    house.services.toggle_language()
    guard.quiet = HURRY["idle.turn"]
    house.run(IGNORED_SECONDS + 0.4)
    hand.say(house.stage.t("kiosk.start_over"))
    house.on_top(MenuScene)
    assert house.stage.strings.language == "en"
    assert house.services.store.unfinished("quoridor") is None


def test_a_game_that_was_left_is_offered_and_goes_on_where_it_was(house: Playhouse, tmp_path: Path) -> None:
    guard = watch(house, tmp_path)
    house.match(PERSON, RIVAL, actions=["e2", "e8", "e3"])
    guard.quiet = HURRY["idle.turn"]
    idle(house, HURRY["idle.question"] + 2)
    house.on_top(Resting)
    house.react(partial(posting.tap_key, pygame.K_RETURN))
    house.run(0.5)
    house.on_top(WaitingScene)
    KeyHand(house).say("Continue")
    assert house.on_top(MatchScene).session.ply == 3


def test_after_two_minutes_it_goes_to_the_shelf_and_the_seats_are_free(house: Playhouse, tmp_path: Path) -> None:
    guard = watch(house, tmp_path)
    house.services.seat(Roster().sit("keyboard", ord("f")))
    house.match(PERSON, RIVAL, actions=["e2", "e8", "e3"])
    guard.quiet = HURRY["idle.turn"]
    idle(house, HURRY["idle.question"] + 2)
    assert house.services.roster.chairs and guard.invited is Invited.WAITING
    idle(house, HURRY["idle.offer"] + 2)
    assert guard.invited is Invited.ANYBODY
    assert not house.services.roster.chairs and house.services.store.unfinished("quoridor") is None
    house.react(partial(posting.tap_key, pygame.K_RETURN))
    house.run(0.5)
    house.on_top(MenuScene)
    assert house.services.store.archive()[0].record.actions == ("e2", "e8", "e3")


def test_who_does_not_take_the_offer_finds_a_free_table(house: Playhouse, tmp_path: Path) -> None:
    guard = watch(house, tmp_path)
    house.match(PERSON, RIVAL, actions=["e2", "e8", "e3"])
    guard.quiet = HURRY["idle.turn"]
    idle(house, HURRY["idle.question"] + 2)
    house.react(partial(posting.tap_key, pygame.K_RETURN))
    house.run(0.5)
    house.on_top(WaitingScene)
    KeyHand(house).hit(Kind.BACK)
    house.on_top(MenuScene)
    assert house.services.store.unfinished("quoridor") is None


def test_a_menu_that_nobody_uses_rests_without_an_offer(house: Playhouse, tmp_path: Path) -> None:
    guard = watch(house, tmp_path)
    house.services.seat(Roster().sit("keyboard", ord("f")))
    house.boot()
    guard.quiet = HURRY["idle.menu"]
    idle(house, HURRY["idle.question"] + 2)
    house.on_top(Resting)
    assert not house.services.roster.chairs


@pytest.mark.one_in(2)
@pytest.mark.parametrize("size", [(1280, 720), (1024, 768), (720, 1280)])
def test_the_question_and_the_offer_are_drawn(open_house: OpenHouse, size: tuple[int, int], tmp_path: Path) -> None:
    house = open_house(size)
    guard = watch(house, tmp_path)
    house.match(PERSON, RIVAL, actions=["e2", "e8", "e3"])
    guard.quiet = HURRY["idle.turn"]
    house.run(1.0)
    scene = house.on_top(StillPlayingScene)
    assert scene.card.contains(scene.yes.rect) and scene.card.contains(scene.over.rect)
    assert "Still playing?" in scene.spoken and "Yes, go on" in scene.spoken
    idle(house, HURRY["idle.question"])
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


@pytest.mark.one_in(2)
@pytest.mark.parametrize("hold", [hold_corner, hold_key, hold_pad])
def test_the_operator_is_let_in_after_five_seconds_and_not_before(
    house: Playhouse, hold: Callable[[Playhouse, float], None], tmp_path: Path
) -> None:
    watch(house, tmp_path)
    house.show(Resting(house.stage))
    house.app.manager.go(Switch(ToMenu()))
    house.run(0.5)
    hold(house, 4.0)
    assert not isinstance(house.top, Asking)
    house.app.manager.go(Switch(ToMenu()))
    house.run(0.5)
    hold(house, 6.0)
    house.on_top(Asking)


def test_who_wipes_the_screen_is_not_asked_about_one_button_play(house: Playhouse, tmp_path: Path) -> None:
    watch(house, tmp_path)
    house.boot()
    house.app.manager.go(Push(lambda: Asking(house.stage)))
    house.run(0.5)
    posting.mouse_down((400, 300))
    house.run(6.0)
    house.on_top(Asking)
    posting.mouse_up((400, 300))


def test_nothing_of_the_operators_stays_open(house: Playhouse, tmp_path: Path) -> None:
    watch(house, tmp_path)
    house.boot()
    house.app.manager.go(Push(lambda: Asking(house.stage)))
    idle(house, OPERATOR_SECONDS - 1)
    house.on_top(Asking)
    idle(house, 2)
    house.on_top(Resting)


def test_without_a_pin_the_question_for_one_stays(house: Playhouse, tmp_path: Path) -> None:
    watch(house, tmp_path)
    (tmp_path / "kiosk-pin.json").unlink()
    house.boot()
    idle(house, 3 * OPERATOR_SECONDS)
    house.on_top(FirstPin)


def test_what_does_not_count_as_a_press(house: Playhouse, tmp_path: Path) -> None:
    guard = watch(house, tmp_path)
    house.boot()
    guard.quiet = 5.0
    guard.hears(Intent(Kind.RIGHT, KEYBOARD, repeat=True))
    for step in range(40):
        guard.hears(Intent(Kind.HOVER, MOUSE, (step % 2, step % 3)))
    assert guard.quiet == 5.0
    guard.hears(Intent(Kind.HOVER, MOUSE, (200, 200)))
    assert guard.quiet == 0.0


def test_one_button_play_counts_as_presses(house: Playhouse, tmp_path: Path) -> None:
    guard = watch(house, tmp_path)
    house.boot()
    house.services.change(scan=True)
    guard.quiet = 5.0
    house.run(0.2)
    house.react(partial(posting.tap_key, pygame.K_SPACE))
    assert guard.quiet < 1.0


def test_at_the_start_nothing_is_left_of_those_before_but_a_game_that_was_cut_off(
    house: Playhouse, tmp_path: Path
) -> None:
    guard = watch(house, tmp_path)
    house.services.seat(Roster().sit("keyboard", ord("f")))
    assert guard.first()().rests and not house.services.roster.chairs
    house.services.seat(Roster().sit("keyboard", ord("f")))
    house.match(PERSON, RIVAL, actions=["e2", "e8", "e3"])
    house.app.manager.start(guard.first()())
    house.run(0.5)
    house.react(partial(posting.tap_key, pygame.K_RETURN))
    house.run(0.5)
    assert house.on_top(WaitingScene).record.actions == ("e2", "e8", "e3") and house.services.roster.chairs


def test_the_music_rests_with_the_table(house: Playhouse, tmp_path: Path) -> None:
    guard = watch(house, tmp_path)
    house.boot()
    house.run(2.0)
    assert house.stage.audio._goal > 0
    guard.quiet = 100.0
    idle(house, HURRY["idle.question"] + 3)
    house.on_top(Resting)
    assert house.stage.audio._goal == 0


def test_two_games_of_one_length_are_two_pictures(house: Playhouse, tmp_path: Path) -> None:
    watch(house, tmp_path)
    scenes = []
    for actions in (["e2", "e8"], ["d1", "e8"]):
        record = house.match(PERSON, RIVAL, actions=actions).session.record()
        scenes.append(WaitingScene(house.services, record, 60.0, Switch(ToMenu()), lambda: Switch(ToMenu())))
    assert scenes[0]._shown != scenes[1]._shown


# The operator's hours, and the limit of time


def test_a_table_without_a_pin_is_open_to_nobody(house: Playhouse, tmp_path: Path) -> None:
    guard = watch(house, tmp_path)
    house.boot()
    (tmp_path / "kiosk-pin.json").unlink()  # as the command line does while the table runs
    house.run(1.5)
    house.on_top(FirstPin)
    house.react(partial(posting.tap_key, pygame.K_ESCAPE))
    house.run(1.0)
    house.on_top(FirstPin)
    assert guard.first()().is_operators


def test_whoever_plays_while_the_pin_is_reset_finds_the_game_again(house: Playhouse, tmp_path: Path) -> None:
    guard = watch(house, tmp_path)
    house.match(PERSON, RIVAL, actions=["e2", "e8"])
    PinFile(tmp_path / "kiosk-pin.json").reset()
    house.run(1.5)
    house.on_top(FirstPin)
    idle(house, 3 * OPERATOR_SECONDS)
    house.on_top(FirstPin)
    pin_file(tmp_path)
    house.app.manager.go(Switch(lambda: Resting(house.stage)))  # as the PIN's scene leads on
    house.run(1.0)
    assert guard._offered is not None and guard._offered.actions == ("e2", "e8")


def test_a_damaged_pin_opens_nothing_and_closes_nothing(house: Playhouse, tmp_path: Path) -> None:
    watch(house, tmp_path)
    house.boot()
    (tmp_path / "kiosk-pin.json").write_text("{}")
    house.run(2.5)
    house.on_top(MenuScene)


def test_the_limit_of_table_time_is_announced_and_ends_the_visit(
    house: Playhouse, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    guard = watch(house, tmp_path, table__limit=7)
    said: list[str] = []
    monkeypatch.setattr(guard, "tell", said.append)
    house.match(PERSON, RIVAL, actions=["e2", "e8"])
    for _ in range(7 * 12 + 1):
        guard.quiet = 0.0
        idle(house, 5.0)
    assert said == [
        "The table is yours for 5 more minutes",
        "The table is yours for 1 more minute",
        "Time is up. Thank you for playing!",
    ]
    house.on_top(Resting)
    assert guard.invited is Invited.NEXT
    idle(house, THANKS_SECONDS + 1)
    assert guard.invited is Invited.ANYBODY
    assert house.services.store.unfinished("quoridor") is None and len(house.services.store.archive()) == 1


def test_the_next_guests_have_their_own_time(house: Playhouse, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    guard = watch(house, tmp_path, table__limit=2)
    house.boot()
    said: list[str] = []
    monkeypatch.setattr(guard, "tell", said.append)
    guard.quiet = -50.0
    idle(house, 50.0)
    house.app.manager.go(guard.start_over())
    guard.quiet = -100.0
    idle(house, 100.0)
    assert said == ["The table is yours for 1 more minute"]


CLOSES = datetime(2026, 11, 22, 21, 54, 50)  # ten seconds and five minutes before ten
HOURS = {f"hours__{day}": "10:00-22:00" for day in ("sunday", "monday")}


def test_at_closing_time_the_lamp_goes_down_and_it_is_announced(
    house: Playhouse, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    guard = watch(house, tmp_path, CLOSES, **HOURS)
    house.boot()
    said: list[str] = []
    monkeypatch.setattr(guard, "tell", said.append)
    guard.quiet = -1000.0
    idle(house, 305.0)
    assert said == ["The table closes in 5 minutes", "The table closes in 1 minute"]
    house.on_top(MenuScene)
    idle(house, 10.0)
    house.on_top(MenuScene)
    idle(house, 20.0)
    house.on_top(Dark)
    house.react(partial(posting.tap_key, pygame.K_RETURN))
    house.run(2.0)
    house.on_top(Dark)


@pytest.mark.parametrize(("end", "minutes"), [("21:57", 3), ("21:58", 4)])
def test_it_tells_the_true_minutes_where_the_hours_were_changed(
    house: Playhouse, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, end: str, minutes: int
) -> None:
    guard = watch(house, tmp_path, CLOSES, **HOURS)
    house.boot()
    heard: list[str] = []
    monkeypatch.setattr(guard, "tell", heard.append)
    guard.quiet = -1000.0
    guard._kiosk.change({f"hours.{day}": f"10:00-{end}" for day in ("sunday", "monday")})
    idle(house, 20.0)
    assert heard == [f"The table closes in {minutes} minutes"]


def test_who_comes_late_is_told_the_minutes_that_are_left(
    house: Playhouse, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    guard = watch(house, tmp_path, CLOSES, **HOURS)
    house.app.manager.start(Resting(house.stage))
    heard: list[str] = []
    monkeypatch.setattr(guard, "tell", heard.append)
    idle(house, 10 + 90)
    assert not heard
    house.app.manager.go(Switch(ToMenu()))
    idle(house, 5.0)
    assert heard == ["The table closes in 4 minutes"]


def test_no_game_begins_after_closing_time(house: Playhouse, tmp_path: Path) -> None:
    guard = watch(house, tmp_path, datetime(2026, 11, 22, 21, 59, 50), **HOURS)
    house.boot()
    guard.quiet = -2000.0
    idle(house, 15.0)
    assert guard._closing.gone > 0
    house.match(PERSON, RIVAL, actions=["e2"])
    idle(house, 20.0)
    house.on_top(Dark)
    assert house.services.store.unfinished("quoridor") is None


def test_after_the_game_that_was_still_played_no_other_one_begins(house: Playhouse, tmp_path: Path) -> None:
    guard = watch(house, tmp_path, datetime(2026, 11, 22, 21, 59, 50), **HOURS)
    match = house.match(PERSON, RIVAL, actions=["e2", "e8"])
    guard.quiet = -2000.0
    idle(house, 60.0)
    assert house.top is match and guard._closing.gone == 0
    match.session.resign(0)
    house.run(0.5)
    assert guard._closing.gone > 0
    house.match(PERSON, RIVAL, actions=["e2"])
    idle(house, 21.0)
    house.on_top(Dark)


def test_who_plays_at_closing_time_may_end_the_game_for_as_long_as_the_operator_says(
    house: Playhouse, tmp_path: Path
) -> None:
    guard = watch(house, tmp_path, datetime(2026, 11, 22, 21, 59, 50), table__grace=2, **HOURS)
    house.match(PERSON, RIVAL, actions=["e2", "e8"])
    guard.quiet = -2000.0
    idle(house, 10 + 60)
    house.on_top(MatchScene)
    idle(house, 60 + 21)
    house.on_top(Dark)
    assert house.services.store.unfinished("quoridor") is None


def test_in_the_morning_the_table_rests_and_wakes(house: Playhouse, tmp_path: Path) -> None:
    guard = watch(house, tmp_path, datetime(2026, 11, 22, 9, 59, 50), **HOURS)
    house.app.manager.start(guard.first()())
    house.run(2.0)
    house.on_top(Dark)
    idle(house, 12.0)
    house.on_top(Resting)


def test_at_night_no_light_goes_on_for_a_setting_or_an_operator_who_walks_away(
    house: Playhouse, tmp_path: Path
) -> None:
    guard = watch(house, tmp_path, datetime(2026, 11, 22, 23, 0), **HOURS)
    house.app.manager.start(guard.first()())
    house.run(2.0)
    house.on_top(Dark)
    guard._kiosk.change({"games.shown": ["coffee"]})
    house.run(1.5)
    house.on_top(Dark)
    guard.quiet = 0.0
    house.app.manager.go(Push(lambda: Asking(house.stage)))
    idle(house, OPERATOR_SECONDS + 1)
    house.on_top(Dark)


def test_the_volume_follows_the_time_of_the_day(house: Playhouse, tmp_path: Path) -> None:
    watch(house, tmp_path, datetime(2026, 11, 22, 17, 59, 55), sound__second=80, sound__third=20)
    house.boot()
    assert house.stage.audio.volume == 0.8
    house.run(8.0)
    assert house.stage.audio.volume == 0.2


# What the operator shows


def test_visitors_find_the_games_and_levels_that_are_shown(house: Playhouse, tmp_path: Path) -> None:
    watch(house, tmp_path, games__shown=["star", "quoridor"], games__levels=[1, 3])
    house.services.remember(replace(default_table(find("star")), seats=(PERSON, replace(RIVAL, kind="ai", level=5))))
    house.boot()
    assert list(house.on_top(MenuScene).tiles) == ["star", "quoridor"]
    assert [seat.level for seat in house.services.table(find("star")).seats if seat.is_ai] == [3]
    assert list(RecordsScene(house.services).games) == ["star", "quoridor"]


@pytest.mark.parametrize("language", ["en", "ja", "both"])
def test_the_flag_is_there_where_both_languages_are(house: Playhouse, tmp_path: Path, language: str) -> None:
    watch(house, tmp_path, display__language=language)
    house.boot()
    shown = house.stage.strings.language
    assert shown == ("ja" if language == "ja" else "en")
    prompts = [prompt.kind for prompt in house.on_top(MenuScene).bar.prompts]
    assert (Kind.HINT in prompts) == (language == "both")
    KeyHand(house).order(Kind.HINT)
    house.run(0.3)
    assert (house.stage.strings.language != shown) == (language == "both")


def test_what_is_set_while_the_operator_is_there_holds_from_then_on(house: Playhouse, tmp_path: Path) -> None:
    guard = watch(house, tmp_path)
    house.boot()
    house.app.manager.go(Push(lambda: Asking(house.stage)))
    house.run(0.5)
    guard._kiosk.change({"games.shown": ["coffee"], "sound.second": 10})
    house.run(1.5)
    house.on_top(Asking)
    assert house.stage.audio.volume == 0.1
    house.app.manager.go(Pop())
    house.run(0.5)
    assert list(house.on_top(MenuScene).tiles) == ["coffee"]


def test_troubles_are_told_to_the_operator_and_not_to_visitors(house: Playhouse, tmp_path: Path) -> None:
    watch(house, tmp_path)
    house.services.store.trouble = Trouble("unwritable", "store.sqlite3", "the disk is full")
    house.boot()
    house.run(1.0)
    house.on_top(MenuScene)
    newest = house.services.store.audits.incidents[0]
    assert newest.kind == "error" and newest.detail.startswith("store.sqlite3 cannot be written")


def test_another_volume_changes_nothing_else_for_whoever_is_there(house: Playhouse, tmp_path: Path) -> None:
    guard = watch(house, tmp_path)
    match = house.match(PERSON, RIVAL, actions=["e2", "e8"])
    house.services.toggle_language()
    guard._kiosk.change({"sound.second": 10})
    house.run(1.5)
    assert house.top is match and house.stage.strings.language == "ja" and house.stage.audio.volume == 0.1
    house.show(JoinScene(house.services))
    guard._kiosk.change({"idle.offer": 99})
    house.run(1.5)
    house.on_top(JoinScene)


def test_a_warning_waits_for_somebody_who_hears_it(house: Playhouse, tmp_path: Path) -> None:
    watch(house, tmp_path, CLOSES, **HOURS)
    house.app.manager.start(Resting(house.stage))
    idle(house, 60.0)
    house.app.manager.go(Switch(ToMenu()))
    house.run(2.0)
    assert house.app.guard is not None and house.app.guard.lively


def test_of_what_a_visitor_sets_nothing_is_kept(house: Playhouse, tmp_path: Path) -> None:
    watch(house, tmp_path)
    house.boot()
    house.services.toggle_language()
    assert house.services.store.get("language") is None and house.stage.strings.language == "ja"
