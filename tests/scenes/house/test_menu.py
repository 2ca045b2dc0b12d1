"""The menu: what its presses lead to, its tiles, where one comes back to, and saved data that cannot be read."""

from __future__ import annotations

import itertools
from datetime import date

import pytest

from game import registry
from game.core.record import Record
from game.core.rules import Outcome
from game.core.spec import GameSpec
from game.people.party import Party, keep
from game.people.roster import Chair, Roster
from game.records.playback import Playback, moves_of
from game.registry import find
from game.storage.store import Store
from scenes.archive.listing import length_text
from scenes.house.offers import Visitors
from scenes.join.join_scene import JoinScene
from scenes.kit.input.intents import KEYBOARD, MOUSE, Intent, Kind, phone
from scenes.kit.layout import Metrics
from scenes.kit.scene import Pop, Push, Switch
from scenes.kit.widgets.dialog import Dialog
from scenes.learn.exercise_scene import ExerciseScene, keep_solved
from scenes.learn.rules_scene import RulesScene
from scenes.match.result_scene import ResultScene
from scenes.menu.head import menu_places, tile_places
from scenes.menu.menu_scene import MenuScene, More, MoreDialog, QuitDialog, menu_pictures
from scenes.routes import ToArchive, ToMatch, ToMenu, ToRecords, ToRules, ToSetup
from scenes.setup.setup_scene import SetupScene
from scenes.table.loading import lessons_of
from scenes.table.pictures import close_up
from scenes.table.tile import own_picture
from tests.scenes import posting
from tests.scenes.conftest import OpenHouse, Written
from tests.scenes.hands import HANDS, Hand, KeyHand, MouseHand, tile
from tests.scenes.playhouse import PERSON, RIVAL, SIZES, Playhouse

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
def test_the_seats_of_the_roster_lead_to_where_one_sits_down(house: Playhouse) -> None:
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
def test_the_menu_says_that_ais_are_below_their_strength(house: Playhouse, written: Written, told: str) -> None:
    """A stranger is not sent to a command line."""
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


# Tiles


COUNTS = range(1, 9)
Box = tuple[float, float, float, float]
FOUR: dict[tuple[int, int], list[tuple[Box, Box]]] = {  # design pixels of tiles and plates, as on the menu's pictures
    (1920, 1080): [((96 + i * 443, 224, 399, 516), (96 + i * 443, 784, 399, 124)) for i in range(4)],
    (1440, 1080): [((72 + i * 332, 240, 300, 498), (72 + i * 332, 782, 300, 124)) for i in range(4)],
    (1080, 1920): [((x, y, 464, 441), (x, y + 469, 464, 112)) for y in (310, 919) for x in (54, 562)],
}


@pytest.mark.parametrize("size", FOUR)
def test_four_games_lie_as_they_were_drawn(size: tuple[int, int]) -> None:
    for place, (frame, plate) in zip(tile_places(menu_places(Metrics.of(size), 4)), FOUR[size], strict=True):
        assert all(abs(is_at - wanted) <= 0.6 for is_at, wanted in zip(place.frame, frame, strict=True))
        assert all(abs(is_at - wanted) <= 0.6 for is_at, wanted in zip(place.plate, plate, strict=True))


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("count", COUNTS)
def test_any_number_of_tiles_lies_apart_above_the_bar(size: tuple[int, int], count: int) -> None:
    metrics = Metrics.of(size)
    places = tile_places(menu_places(metrics, count))
    width = metrics.design[0]
    field = metrics.rect(54, 200, width - 108, metrics.design[1] - 200 - (124 if width > 1080 else 392))
    assert len(places) == count
    for place in places:
        assert field.contains(place.frame.union(place.plate))
        assert place.frame.width >= metrics.px(285) and place.frame.height >= metrics.px(300)
        assert place.is_laid != (place.plate.top >= place.frame.bottom)
        assert not place.seen(place.frame).colliderect(place.plate)
    for one, other in itertools.combinations(places, 2):
        assert not one.frame.union(one.plate).colliderect(other.frame.union(other.plate))


@pytest.fixture(params=COUNTS)
def house_of(request: pytest.FixtureRequest, open_house: OpenHouse, monkeypatch: pytest.MonkeyPatch) -> Playhouse:
    """The menu of a registry with so many games; those that there are not are the fifth game under other ids."""
    house, there_are = open_house(strict=False), [*registry.PACKAGES]
    for game in reversed(there_are[request.param :]):  # the last one goes first and comes back last: the order stays
        monkeypatch.delitem(registry.PACKAGES, game)
    for number in range(request.param - len(there_are)):
        monkeypatch.setitem(registry.PACKAGES, f"guest{number}", "tests.fifth_game")
    house.show(MenuScene(house.services))
    return house


@pytest.mark.one_in(4)
def test_every_tile_is_reached_by_arrows(house_of: Playhouse) -> None:
    hand = KeyHand(house_of)
    for game in registry.GAMES:
        hand.go(tile(house_of, game))
        assert house_of.on_top(MenuScene)._chosen == game


@pytest.mark.usefixtures("four_games")
def test_a_tile_without_a_picture_shows_the_board(house: Playhouse, fifth_game: GameSpec) -> None:
    house.show(MenuScene(house.services))
    assert len(menu_pictures(house.stage)) == len(registry.GAMES)  # the table and all tiles but one
    frame = house.on_top(MenuScene).at["race"].frame
    assert own_picture(house.stage, "race", frame) is None
    shown = close_up(house.stage, fifth_game, (400, 300)).surface
    assert shown.get_size() == (400, 300)
    colours = {tuple(shown.get_at((x, y)))[:3] for x in range(0, 400, 4) for y in range(0, 300, 4)}
    assert len(colours) > 100
    blank = house.stage.assets.cover(house.stage.table_name, (400, 300))
    same = sum(shown.get_at((x, y)) == blank.get_at((x, y)) for x in range(0, 400, 4) for y in range(0, 300, 4))
    assert same < 100  # the table is covered


@pytest.mark.parametrize("device", HANDS)
@pytest.mark.one_in(2)
def test_its_setup_is_opened_from_the_tile(house: Playhouse, fifth_game: GameSpec, device: str) -> None:
    hand: Hand = HANDS[device](house)
    house.boot()
    hand.press(tile(house, "race"))
    assert house.on_top(SetupScene).spec is fifth_game
    hand.order(Kind.BACK)
    assert house.on_top(MenuScene)._chosen in registry.GAMES


# Saved data that cannot be read


HUGE, LEFT = 10**300, Roster((Chair("circle", name="Mio"),))
DAMAGED = {
    "text_scale": HUGE,
    "setup.star": {"chess": [[[None]]]},
    "lessons.star": ["first", 5],
    "cup.plan": "short",
    "phones": {"seats": True},
    "kiosk.tests": {"input": [1]},
}


def damage(store: Store) -> None:
    """Replace values of each kind, and the cup, by others that no reader takes."""
    keep(store, Party(LEFT))
    store.set("party", {**store.get("party"), "cup": {"entrants": []}})
    for key, value in DAMAGED.items():
        store.set(key, value)


def test_a_cup_and_a_setting_that_cannot_be_read_are_told_in_one_sentence(open_house: OpenHouse) -> None:
    before = open_house()
    damage(before.services.store)
    before.close()
    house = open_house()
    house.boot()
    path = house.services.store.path
    dialog = house.on_top(Dialog)
    assert dialog.title == "Please note"
    told = "Some saved data could not be read: the cup, settings. It is kept in {}, marked as damaged."
    assert dialog.body == told.format(path)
    assert house.services.people.roster == LEFT and house.services.people.cup is None
    house.services.people.keep_cup(None)
    store = house.services.store
    assert store.get("party.cup.damaged") == {"entrants": []} and store.get("text_scale.damaged") == HUGE


def test_what_is_read_later_is_told_when_the_menu_comes(house: Playhouse) -> None:
    damage(house.services.store)
    house.services.people.were_asked = house.services.offered_resume = True
    house.boot()
    house.on_top(MenuScene)
    house.services.offers.table(house.services.offers.games["star"])
    house.app.manager.go(Switch(ToMenu()))
    assert "the setup of a game" in house.come_to(Dialog).body
    assert house.services.store.get("setup.star.damaged") == DAMAGED["setup.star"]


@pytest.mark.quick
@pytest.mark.parametrize(
    ("key", "kind"),
    [
        ("party", "the evening’s people and cup"),
        ("party.roster", "people"),
        ("party.evening", "results"),
        ("party.cup", "the cup"),
        ("cup.plan", "the cup"),
        ("rating.1.star", "results"),
        ("statistics.1.star", "results"),
        ("profiles.3", "people"),
        ("phones.network", "people"),
        ("clocks.star", "the clock of a game"),
        ("setup.star", "the setup of a game"),
        ("incidents.4", "restarts and errors"),
        ("volume.music", "settings"),
        ("kiosk.overrides", "settings"),
    ],
)
def test_what_is_said_of_a_key(house: Playhouse, key: str, kind: str) -> None:
    house.services.store.set_aside(key, 1)
    house.services.store.set_aside(key, 2)
    (told,) = house.services.notices.take()
    assert told.startswith(f"Some saved data could not be read: {kind}. ")
    assert house.services.notices.take() == []


def test_at_an_unattended_table_the_operator_reads_it(house: Playhouse) -> None:
    house.services.offers.visitors = Visitors(lambda: Switch(ToMenu()))
    house.services.store.set_aside("setup.star", 1)
    assert house.services.notices.take() == []
    (incident,) = house.services.store.audits.incidents
    assert incident.kind == "error" and incident.detail.startswith("Some saved data could not be read: the setup")
