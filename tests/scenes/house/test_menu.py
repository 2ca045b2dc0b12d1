"""The menu: what its presses lead to, the puzzle of the day, and where one comes back to."""

from __future__ import annotations

from datetime import date

import pytest

from game.core.record import Record
from game.core.rules import Outcome
from game.records.playback import Playback, moves_of
from game.registry import find
from scenes.archive.listing import length_text
from scenes.house.offers import Visitors
from scenes.join.join_scene import JoinScene
from scenes.kit.input.intents import KEYBOARD, MOUSE, Intent, Kind, phone
from scenes.kit.scene import Pop, Push, Switch
from scenes.learn.exercise_scene import ExerciseScene, keep_solved
from scenes.learn.rules_scene import RulesScene
from scenes.match.result_scene import ResultScene
from scenes.menu.menu_scene import MenuScene, More, MoreDialog, QuitDialog
from scenes.routes import ToArchive, ToMatch, ToRecords, ToRules, ToSetup
from scenes.setup.setup_scene import SetupScene
from scenes.table.loading import lessons_of
from tests.scenes import posting
from tests.scenes.conftest import OpenHouse, Written
from tests.scenes.hands import KeyHand, MouseHand
from tests.scenes.playhouse import PERSON, RIVAL, Playhouse

TODAY = date(2026, 3, 1)
QUORIDOR = find("quoridor")


def menu_of(house: Playhouse) -> MenuScene:
    house.boot()
    return house.on_top(MenuScene)


def test_the_rules_are_those_of_the_game_under_the_pointer(house: Playhouse) -> None:
    menu = menu_of(house)
    point = menu.tiles["coffee"].rect.center
    menu.intent(Intent(Kind.HOVER, MOUSE, point=point))  # and pressed within the same frame
    assert menu.intent(Intent(Kind.RULES, MOUSE)) == Push(ToRules("coffee"))


def test_every_setup_leads_to_the_rules_and_they_lead_to_play(house: Playhouse) -> None:
    setup = house.show(SetupScene(house.services, QUORIDOR))
    assert setup.intent(Intent(Kind.RULES, KEYBOARD)) == Push(ToRules("quoridor"))
    assert setup.resume(ToSetup("quoridor")) == Switch(ToMatch(setup.table))


@pytest.mark.one_in(3)
@pytest.mark.parametrize("game", ["quoridor", "star", "coffee", "robots"])
def test_after_the_last_page_one_may_play(house: Playhouse, game: str) -> None:
    menu = menu_of(house)
    house.app.manager.go(Push(ToRules(game)))
    house.be_heard()
    card = house.on_top(RulesScene)
    card._turn(-1)
    ways = [prompt.kind for prompt in card.bar.prompts if prompt.label == house.stage.t("glyph.play")]
    assert len(ways) == 1 and ways[0] is not None
    left = card.intent(Intent(ways[0], KEYBOARD))
    assert left == Pop(ToSetup(game))
    assert menu.resume(left.result) == Switch(ToSetup(game))


def test_any_press_leaves_the_praise_and_the_last_exercise_offers_play(house: Playhouse) -> None:
    exercises = lessons_of(QUORIDOR).exercises
    for exercise in exercises[:-2]:
        keep_solved(house.services.store, QUORIDOR, exercise.key)
    scene = house.show(ExerciseScene(house.services, QUORIDOR))
    scene.celebrate()
    assert scene.intent(Intent(Kind.UP, KEYBOARD)) is None
    assert (scene.index, scene.is_solved) == (len(exercises) - 1, False)
    scene.celebrate()
    assert [prompt.label for prompt in scene.prompts()] == ["Play", "Close"]
    assert scene.intent(Intent(Kind.PRESS, MOUSE, point=(5, 5))) == Pop(ToSetup("quoridor"))


@pytest.mark.parametrize("size", [(1280, 720), (1024, 768)])
def test_the_seats_of_the_roster_lead_to_where_one_sits_down(open_house: OpenHouse, size: tuple[int, int]) -> None:
    house = open_house(size)
    menu = menu_of(house)
    hand = MouseHand(house)
    x, y = menu.tiles["star"].rect.center
    for point in ((x - 9, y), (x, y)):
        posting.move_mouse(point)
        house.react()
    assert menu.chosen == "star"
    roster = menu.others[0].rect
    hand.point(roster.center)
    house.on_top(JoinScene)
    hand.order(Kind.BACK)
    assert house.on_top(MenuScene).chosen == "star"


def test_the_upright_menu_has_a_wide_first_button_and_quits_last(open_house: OpenHouse) -> None:
    house = open_house((1080, 1920))
    menu = menu_of(house)
    house.stage.devices.current = MOUSE
    places = menu.bar.places()
    assert places[0].rect.width > places[1].rect.width
    assert {place.rect.size for place in places[1:]} == {places[1].rect.size}
    assert [places[0].prompt.kind, places[-1].prompt.kind] == [Kind.SECONDARY, Kind.BACK]
    assert all(menu.bar.region.contains(place.rect) for place in places)


@pytest.mark.parametrize("key", [None, Kind.NEXT, Kind.THEORY])
def test_more_leads_to_what_the_bar_has_no_room_for(house: Playhouse, key: Kind | None) -> None:
    """Each device opens it with one press; what had a key of its own before has it still."""
    menu = menu_of(house)
    if key is not None:
        assert menu.intent(Intent(key, KEYBOARD)) == Push(ToArchive() if key is Kind.NEXT else ToRecords("quoridor"))
        return
    keys = KeyHand(house)
    keys.order(Kind.PAUSE)
    assert [answer.label for answer in house.on_top(MoreDialog).answers][-1] == "Back"
    keys.say("日本語")
    assert house.on_top(MenuScene).stage.strings.language == "ja"
    keys.order(Kind.PAUSE)
    keys.say("終了")
    house.on_top(QuitDialog)


def test_a_phone_finds_the_records_behind_more_and_nothing_of_the_owners(house: Playhouse) -> None:
    menu = menu_of(house)
    held = phone(1)
    assert Kind.PAUSE in [prompt.kind for prompt in menu.pressable]
    menu.intent(Intent(Kind.PAUSE, held))
    house.app.manager.go(Push(lambda: MoreDialog(house.services)))
    found = house.on_top(MoreDialog)
    assert [reply.label for reply in found.replies if reply.enabled] == ["Records", "Back"]
    assert found.intent(Intent(Kind.ANSWER, held, value=0)) is None
    records = [reply.label for reply in found.replies].index("Records")
    assert found.intent(Intent(Kind.ANSWER, held, value=records)) == Pop(More.RECORDS)


def test_moves_are_counted_as_the_list_numbers_them(house: Playhouse) -> None:
    actions = ("e2", "e8", "e3", "e7", "e4", "e6", "e5", "e4", "e6", "e3", "e7", "e2", "e8", "d2", "e9")
    match = house.match(PERSON, RIVAL, actions=actions)
    house.read_result()
    record = match.session.record()
    assert moves_of(record) == 8
    assert house.on_top(ResultScene).body == "by reaching the goal in 8 moves"
    assert length_text(house.services, record) == "8 moves"
    playback = Playback(match.session.spec, record)
    assert [playback.moves(ply) for ply in (0, 1, 2, 3, 15)] == [0, 1, 1, 2, 8]


def test_talk_about_a_draw_is_no_move() -> None:
    record = Record("star", {}, 0, ("@b3", "@a2", "draw?", "refuse"), (PERSON, RIVAL), (), Outcome((), "agreed"))
    assert moves_of(record) == Playback(find("star"), record).moves(4) == 1


@pytest.mark.parametrize(("language", "told"), [("en", "AI players are weaker"), ("ja", "AIは本来より弱く")])
def test_the_menu_says_that_ais_are_below_their_strength(
    open_house: OpenHouse, written: Written, language: str, told: str
) -> None:
    """A stranger is not sent to a command line."""
    house = open_house(language=language)
    house.show(MenuScene(house.services))
    for is_uncompiled, is_stranger in ((False, False), (True, False), (True, True)):
        house.services.shortcomings.is_uncompiled = lambda is_uncompiled=is_uncompiled: is_uncompiled
        house.services.offers.visitors = Visitors(lambda: None) if is_stranger else None
        written.clear()
        house.app.draw()
        said = "".join(text for text, _ in written)
        assert (told in said, "doctor" in said) == (is_uncompiled, is_uncompiled and not is_stranger)


def test_the_menu_tells_while_searches_are_compiled(house: Playhouse, written: Written) -> None:
    """In the margin, and again as it goes on; nothing once all are there."""
    house.is_watched = True
    progress: list[tuple[int, int] | None] = [(0, 3)]
    house.services.compiling = lambda: progress[0]
    menu = house.show(MenuScene(house.services))
    for told, wanted in (((0, 3), "(0 of 3)"), ((2, 3), "(2 of 3)"), (None, "")):
        progress[0] = told
        written.clear()
        house.run(0.2)
        house.app.draw()
        said = [text for text, _ in written if "Preparing the AI" in text]
        assert bool(said) == bool(wanted) and all(wanted in text for text in said)
        assert not menu.is_animated or menu.focus.is_animated
