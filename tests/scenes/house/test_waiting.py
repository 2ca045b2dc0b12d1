"""The strip for those who wait in a cup: tips and signs by every device, in every shape, stored, and muted."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

import pygame
import pytest

from game.core.device_id import DeviceId
from game.people import tips
from game.people.cup import Cup
from game.people.party import kept_party
from game.people.roster import Roster
from game.registry import GAMES
from scenes.cup.cup_scene import CupScene
from scenes.cup.plan import Plan, cup_of
from scenes.cup.running import begun
from scenes.kit.drawing.canvas import SurfaceCanvas
from scenes.kit.input.intents import KEYBOARD, MOUSE, TOUCH, Device, Intent, Kind, phone
from scenes.kit.scene import Pop, ScanTarget
from scenes.kit.widgets.dialog import Dialog
from scenes.match.match_actions import LeaveSeat, TakeSeat
from scenes.match.match_scene import MatchScene
from scenes.match.pause_scene import PauseChoice, PauseScene
from scenes.quoridor.input import Walling
from scenes.table.contract.phone_pages import SeatPage
from tests import make
from tests.evening.test_cup import play
from tests.scenes import posting
from tests.scenes.conftest import OpenHouse
from tests.scenes.hands import focus_of
from tests.scenes.house.test_cup_scene import the_cup
from tests.scenes.playhouse import InstantAgent, Playhouse
from tools.catalogue.common import match_of

pytestmark = pytest.mark.usefixtures("four_games")
PADS = [Device(f"pad:{number}", "xbox", "Pad", number) for number in (1, 2)] + [phone(1)]
KEY, PHONE = "k", str(phone(1).held)


def match(house: Playhouse, game: str = "coffee", people: int = 4, ais: int = 0) -> MatchScene:
    """The first match of a cup of one game, of people at keys."""
    setattr(house.stage.devices, "pads", lambda: PADS)  # noqa: B010 - as if they were plugged in
    house.services.people.seat(make.roster(people).fill(people + ais, 2))
    house.services.people.were_asked = True
    return first_match(house, cup_of(house.services, house.services.people.roster.chairs, Plan("all", (game,))))


def first_match(house: Playhouse, cup: Cup) -> MatchScene:
    """The next match of a cup, at its beginning."""
    scene = house.show(match_of(house.services, begun(house.services, cup), InstantAgent()))
    house.run(0.3)
    return scene


def without(house: Playhouse, who: str, game: str) -> Cup:
    """A cup of one game whose matches are played up to the first one without this person."""
    cup = cup_of(house.services, house.services.people.roster.chairs, Plan("all", (game,)))
    while (first := cup.next) is not None and who in first.people:
        cup = play(cup, *range(1, 1 + len(first.people)))
    house.services.people.keep_cup(cup)
    return cup


def let_wait(house: Playhouse, scene: MatchScene, device: str, own: str = KEY) -> str:
    """Give one who waits this device, and at the keyboard this key."""
    people, (who, *_) = house.services.people, tips.waiting(the_cup(house))
    key = ord(own) if device == "keyboard" else 0
    roster = Roster(tuple(replace(each, device=DeviceId("mouse"), key=0) for each in people.roster.chairs))
    chair = roster.chair(who)
    assert chair is not None
    people.seat(roster.with_chair(replace(chair, device=DeviceId(device), key=key)))
    scene.strip.refresh()
    return who


def one_move(scene: MatchScene) -> None:
    seat = scene.session.actors()[0]
    scene.controller.submit(seat, scene.session.legal(seat)[0])
    scene.table.timeline.skip()


def picture(house: Playhouse, scene: MatchScene) -> bytes:
    """The strip as it looks."""
    sheet = SurfaceCanvas(pygame.Surface(house.stage.metrics.size, 0, 24))
    scene.strip.draw(sheet)
    return pygame.image.tobytes(sheet.surface, "RGB")


def presses(house: Playhouse, scene: MatchScene, device: str, who: str, number: int) -> None:
    """Somebody who waits presses what has this number on the strip."""
    if device == "keyboard":
        scene.intent(Intent(Kind.KEY, KEYBOARD, key=ord(KEY)))
        scene.intent(Intent(Kind.DIGIT, KEYBOARD, value=number))
    elif device == "pad1":
        kinds = [Kind.UP, Kind.LEFT, Kind.RIGHT, Kind.DOWN, Kind.PREVIOUS]
        kinds += [Kind.CONFIRM, Kind.SECONDARY, Kind.HINT, Kind.NEXT]
        assert scene.admits(Intent(kinds[number - 1], PADS[0]))
        scene.intent(Intent(kinds[number - 1], PADS[0]))
    elif device == PHONE:
        scene.intent(Intent(Kind.DIGIT, phone(1), value=number))
    else:
        pointer, strip = MOUSE if device == "mouse" else TOUCH, scene.strip.places
        token = strip.all("who")[tips.waiting(the_cup(house)).index(who)].center
        cell = (strip.all("choice") if number <= 5 else strip.all("sign"))[(number - 1) % 5].center
        for point in (token, cell):
            scene.intent(Intent(Kind.PRESS, pointer, point))
            scene.intent(Intent(Kind.RELEASE, pointer, point))


@pytest.mark.parametrize("device", ["keyboard", "pad1", PHONE, "mouse", "touch"])
@pytest.mark.parametrize("game", ["coffee", "star", "quoridor"])
def test_every_device_tips_and_gives_signs(house: Playhouse, game: str, device: str) -> None:
    scene = match(house, game, people=6 if game == "quoridor" else 4)
    who = let_wait(house, scene, device)
    plays = the_cup(house).next
    assert plays is not None
    presses(house, scene, device, who, 2)
    assert tips.tipped(the_cup(house), half=False) == {who: plays.people[1]}
    presses(house, scene, device, who, 1)
    assert tips.tipped(the_cup(house), half=False) == {who: plays.people[0]}, "it can be changed"
    presses(house, scene, device, who, 7)
    assert scene.strip.rising().keys() == {who} and scene.is_animated
    presses(house, scene, device, who, 6)
    assert len(scene.strip.rising()) == 1, "a sign rises once, and the next one after it"
    assert scene.session.ply == 0 and kept_party(house.services.store, GAMES).cup == the_cup(house), "all is stored"
    one_move(scene)
    house.run(0.2)
    if game != "star":
        presses(house, scene, device, who, 2)
    assert not the_cup(house).tips.moves, "it may be meant for the question before"
    house.run(0.5)
    if game != "star":
        presses(house, scene, device, who, 2)
    scene.strip.choose(who, 1)
    assert tips.tipped(the_cup(house), half=False) == {who: plays.people[0]}, "the first move closes the tips"
    assert bool(the_cup(house).tips.moves) == (game != "star")


def test_who_plays_cannot_tip(house: Playhouse) -> None:
    scene = match(house)
    let_wait(house, scene, "pad1")
    people, playing = house.services.people, scene.session.seats[0].identity
    chair = people.roster.chair(playing)
    assert chair is not None
    people.seat(people.roster.with_chair(replace(chair, device=PADS[1].held)))
    scene.strip.refresh()
    assert [scene.strip.takes(Intent(Kind.UP, pad)) for pad in PADS[:2]] == [True, False]


@pytest.mark.parametrize("key", "qoth")
def test_ones_own_key_counts_even_if_it_means_something_to_those_who_play(house: Playhouse, key: str) -> None:
    scene = match(house)
    who = let_wait(house, scene, "keyboard", key)
    house.run(0.5)
    for code in (ord(key), ord("2")):
        house.react(partial(posting.tap_key, code))
    plays = the_cup(house).next
    assert plays is not None and tips.tipped(the_cup(house), half=False) == {who: plays.people[1]}


def test_no_own_key_takes_a_key_that_a_game_cannot_do_without(house: Playhouse) -> None:
    scene = match(house, "quoridor", people=6)
    let_wait(house, scene, "keyboard", "x")
    house.run(0.5)
    house.react(partial(posting.tap_key, ord("x")))
    assert not scene.strip.is_armed and isinstance(scene.input.selection, Walling)


def test_a_pause_at_the_moment_of_the_end_opens_the_menu(house: Playhouse) -> None:
    scene = match(house, "star")
    scene.controller.resign()
    house.app.manager.intent(Intent(Kind.PAUSE, KEYBOARD))
    assert isinstance(house.top, PauseScene)


def test_who_waits_answers_no_question_of_those_who_play(house: Playhouse) -> None:
    scene = match(house, "quoridor", people=6)
    let_wait(house, scene, "pad1")
    house.app.manager.go(scene.actions.pause_menu())
    house.be_heard()
    menu = house.top
    for kind in (Kind.DOWN, Kind.CONFIRM):
        house.app.manager.intent(Intent(kind, PADS[0]))
        house.be_heard()
    assert house.top is menu
    house.app.manager.go(Pop(PauseChoice.RESUME))
    house.be_heard()
    assert scene.admits(Intent(Kind.CONFIRM, PADS[0])), "signs are given again"


def test_a_wall_let_go_over_the_strip_is_put_down_and_tips_nobody(house: Playhouse) -> None:
    scene = match(house, "quoridor", people=6)
    let_wait(house, scene, "mouse")
    house.run(0.5)
    card, cell = scene.input.cards[scene.session.actors()[0]].center, scene.strip.places.all("choice")[0].center
    way = [(Kind.PRESS, card), (Kind.DRAG, scene.table.frame.center), (Kind.DRAG, cell)]
    for kind, point in way:
        scene.intent(Intent(kind, MOUSE, point))
    assert scene.input.drag_at == cell, "the wall stays in the hand"
    scene.intent(Intent(Kind.RELEASE, MOUSE, cell))
    assert scene.input.drag_at is None and not tips.tipped(the_cup(house), half=False)


def test_somebody_new_for_who_goes_is_nobody_who_waits(house: Playhouse) -> None:
    scene, people = match(house, "star", people=5), house.services.people
    gone = people.roster.chairs[4]
    people.seat(people.roster.leave(gone.identity))
    before, seat = people.roster.people, scene.session.actors()[0]
    house.app.manager.go(scene.actions.leaving.ask_for(LeaveSeat(seat)))
    dialog = house.on_top(Dialog)
    takes = next(answer.result for answer in dialog.answers if isinstance(answer.result, TakeSeat))
    scene.resume(replace(takes, agreed=True))
    assert takes.by.name not in {gone.name, *(chair.name for chair in before)}
    left = scene.session.seats[seat].identity
    assert [(each.identity, each.name) for each in people.roster.people] == [
        (each.identity, takes.by.name if each.identity == left else each.name) for each in before
    ]


def test_a_tip_for_a_move_is_seen_after_the_move_only(house: Playhouse) -> None:
    scene = match(house)
    one_move(scene)
    house.run(0.3)
    question = scene.strip.question
    assert question is not None and question.about == "move"
    who = tips.waiting(the_cup(house))[0]
    before = picture(house, scene)
    scene.strip.choose(who, 1)
    one_of = picture(house, scene)
    scene.strip.choose(who, 2)
    assert picture(house, scene) == one_of != before, "a tick says that there is a tip, not which"
    kind = question.choices[1]
    seat = scene.session.actors()[0]
    guess = scene.session.spec.play.guess
    assert guess is not None
    action = next(a for a in scene.session.legal(seat) if guess.of(scene.session.state, seat, a) == kind)
    assert not scene.strip.news
    scene.controller.submit(seat, action)
    scene.table.timeline.skip()
    house.run(0.3)
    assert scene.strip.news and tips.stars(the_cup(house))[who] == tips.MOVE_STARS
    english = scene.strip.news
    house.services.settings.change(language="ja")
    assert scene.strip.news not in ("", english)
    assert kept_party(house.services.store, GAMES).cup == the_cup(house)


def test_signs_are_muted_by_the_table_or_by_who_plays(house: Playhouse) -> None:
    scene = match(house)
    who, player = tips.waiting(the_cup(house))[0], scene.session.seats[scene.session.actors()[0]].identity
    house.services.settings.change(signs=False)
    scene.strip.refresh()
    scene.strip.choose(who, 6)
    assert scene.strip.is_quiet and not scene.strip.rising() and not [n for n in scene.strip.cells() if n > 5]
    house.services.settings.change(signs=True)
    scene.strip.refresh()
    scene.actions.carry_out(PauseChoice.SIGNS)
    assert scene.strip.is_quiet and the_cup(house).tips.quiet == (player,)
    assert kept_party(house.services.store, GAMES).cup == the_cup(house)
    scene.actions.carry_out(PauseChoice.SIGNS)
    scene.strip.choose(who, 6)
    assert scene.strip.rising()


def test_ais_tip_too_and_begin_once_all_have_tipped(house: Playhouse) -> None:
    scene = ai_match(house)
    cup = the_cup(house)
    waits = {identity for identity in tips.waiting(cup) if cup.holder(identity).is_ai}
    assert scene.strip.is_on and waits and tips.tipped(cup, half=False).keys() == waits
    house.run(3.0)
    assert scene.strip.holds and scene.session.ply == 0
    scene.strip.choose("circle", 1)
    house.until(lambda: scene.session.ply > 0, "the first move")
    assert tips.tipped(the_cup(house), half=False).keys() == {*waits, "circle"}


def test_an_ai_begins_after_the_clock_of_tips(house: Playhouse) -> None:
    scene = ai_match(house)
    house.until(lambda: scene.session.ply > 0, "the first move", seconds=40)
    assert not scene.strip.holds and not tips.tipped(the_cup(house), half=False).get("circle")


def ai_match(house: Playhouse) -> MatchScene:
    """A match between two AIs, for which one person waits."""
    setattr(house.stage.devices, "pads", lambda: PADS)  # noqa: B010 - as if they were plugged in
    house.services.people.seat(Roster().sit(DeviceId("pad1"), 0).fill(4, 1))
    return first_match(house, without(house, "circle", "star"))


def test_a_phone_shows_the_question_the_own_tip_and_the_signs(house: Playhouse) -> None:
    scene = match(house)
    who = let_wait(house, scene, PHONE)
    view = scene.phone_view(phone(1))
    assert view.helper == "Who wins?" and isinstance(view.page, SeatPage)
    assert view.page.helper == "Who wins?", "in place of what the board's page says"
    roles = [button.role for button in view.page.buttons if button.id.startswith("tip")]
    assert roles == ["tip"] * 2 + ["sign"] * 4
    labels = [button.label for button in view.page.buttons if button.id.startswith("tip")]
    assert labels[2:] == ["Clap", "Oh!", "Laugh", "Hurry!"] and len(labels) == 6
    kind, number = view.page.meant("tip2", 0) or (None, 0)
    assert kind is Kind.DIGIT
    scene.intent(Intent(Kind.DIGIT, phone(1), value=number))
    page = scene.phone_view(phone(1)).page
    assert isinstance(page, SeatPage) and [button.chosen for button in page.buttons[:2]] == [False, True]
    assert who in tips.tipped(the_cup(house), half=False)


def test_the_phones_of_others_show_a_sign_while_it_rises(house: Playhouse) -> None:
    scene = match(house, people=4)
    giver, other = tips.waiting(the_cup(house))
    player = scene.session.seats[0].identity
    people = house.services.people
    devices = {giver: phone(1).held, other: phone(2).held, player: phone(3).held}
    mouse = DeviceId("mouse")
    chairs = (replace(each, device=devices.get(each.identity, mouse), key=0) for each in people.roster.chairs)
    people.seat(Roster(tuple(chairs)))
    scene.strip.refresh()

    def shown(number: int) -> list[tuple[str, str]]:
        page = scene.phone_view(phone(number)).page
        return [(sign.shape, sign.about) for sign in page.signs] if isinstance(page, SeatPage) else []

    scene.strip.choose(giver, 6)
    name = people.chair_name(next(chair for chair in people.roster.chairs if chair.identity == giver))
    page = scene.phone_view(phone(3)).page
    assert isinstance(page, SeatPage) and page.signs[0].spoken == f"{name}. Clap."
    assert [shown(number) for number in (1, 2, 3, 4)] == [[], [(giver, "clap")], [(giver, "clap")], [(giver, "clap")]]
    scene.strip.mute(other)
    assert [shown(number) for number in (2, 3)] == [[], [(giver, "clap")]], "one who waits mutes their own phone"
    scene.strip.mute(player)
    assert [shown(number) for number in (2, 3, 4)] == [[], [], []], "a player mutes the match"
    scene.strip.mute(player)
    house.run(2.0)
    assert not shown(3), "it rises once"


def test_one_button_reaches_tips_and_signs(house: Playhouse) -> None:
    scene = match(house)
    groups = [item for item in scene.scan() if item.key[0] == "waits"]  # type: ignore[index]
    people = scene.strip.waiting
    assert [group.name for group in groups] == [house.services.people.chair_name(chair) for chair in people]
    items = groups[0].items  # type: ignore[union-attr]
    assert isinstance(items[0], ScanTarget)
    items[0].take()
    assert tips.tipped(the_cup(house), half=False) and len(items) == 6


@pytest.mark.parametrize("game", ["coffee", "quoridor"])
def test_four_choices_have_room_below_the_board_of_an_upright_window(open_house: OpenHouse, game: str) -> None:
    house = open_house((1080, 1920))
    scene = match(house, game, people=6)
    one_move(scene)
    house.run(0.3)
    cells, px = scene.strip.cells(), house.stage.metrics.px
    assert min(cells[number].height for number in range(1, 5)) >= px(40)


def test_there_is_no_strip_without_a_cup_or_where_everybody_plays(house: Playhouse) -> None:
    assert not match(house, "robots").strip.is_on
    assert not match(house, "quoridor").strip.is_on


def test_stars_are_beside_the_names_and_the_best_eye_is_told_at_the_end(house: Playhouse) -> None:
    house.services.people.seat(make.roster(3))
    house.services.people.were_asked = True
    cup = cup_of(house.services, house.services.people.roster.chairs, Plan("all", ("star",)))
    who = tips.waiting(cup)[0]
    while (match := cup.next) is not None:
        if not cup.results:
            cup = tips.tip_winner(cup, who, match.people[0], half=False)
        cup = play(cup, *range(1, 1 + len(match.people)))
    house.services.people.keep_cup(cup)
    scene = house.show(CupScene(house.services))
    name = house.services.people.shown(cup.holder(who).name)
    assert f"Best eye: {name}, 3 stars" in scene.spoken_title
    rows = [widget.spoken(house.stage) for widget in focus_of(house).widgets[: len(cup.standings)]]
    assert [who == entrant.identity for _, entrant in cup.standings] == ["3 stars" in row for row in rows]


def test_ais_tip_each_move_of_people(house: Playhouse) -> None:
    house.services.people.seat(make.roster(3).fill(4, 1))
    cup = without(house, "diamond", "coffee")
    waits = {identity for identity in tips.waiting(cup) if cup.holder(identity).is_ai}
    assert waits
    scene = first_match(house, cup)
    one_move(scene)
    for ply in (1, 2, 3):
        house.run(0.3)
        found = the_cup(house).tips
        assert (found.ply, found.moves.keys()) == (ply, waits)
        one_move(scene)
