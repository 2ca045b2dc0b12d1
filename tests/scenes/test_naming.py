"""A name of one's own: by keys, pad and touch, in Latin letters and kana, twenty characters at the most."""

from __future__ import annotations

import pygame
import pytest

from game.quoridor import SPEC
from game.table import LONGEST_NAME, clean_name
from scenes.kit.intents import Kind
from scenes.kit.letters import PAGES, katakana, varied
from scenes.match.match_scene import MatchScene
from scenes.setup.seat_editor import SeatEditor
from scenes.setup.setup_scene import SetupScene
from scenes.table.name_scene import NameScene
from tests.scenes import posting
from tests.scenes.conftest import OpenHouse
from tests.scenes.hands import HANDS, Hand, KeyHand, PadHand
from tests.scenes.playhouse import SIZES, Playhouse


def open_naming(house: Playhouse, hand: Hand) -> NameScene:
    """From the setup to the first seat's name."""
    scene = SetupScene(house.services, SPEC)
    house.show(scene)
    hand.press(next(w for w in scene.focus.widgets if scene.seat_places[0].head == w.rect))
    house.on_top(SeatEditor)
    hand.say("Another name…")
    return house.on_top(NameScene)


def type_text(house: Playhouse, text: str, kind: int = pygame.TEXTINPUT) -> None:
    """What the system reports for typed characters, with the keys below them."""
    for char in text:
        if ord(char) < 128:
            posting.key_down(ord(char.lower()))
        pygame.event.post(pygame.event.Event(kind, text=char))
        if ord(char) < 128:
            posting.key_up(ord(char.lower()))
    house.react()


def test_a_typed_name_is_played_and_remembered(house: Playhouse) -> None:
    hand = KeyHand(house)
    open_naming(house, hand)
    type_text(house, "Quexhp 7")  # letters that are shortcuts elsewhere, a space that confirms elsewhere
    hand.hit(Kind.CONFIRM)
    house.on_top(SeatEditor)
    hand.say("OK")
    assert house.on_top(SetupScene).table.seats[0].name == "Quexhp 7"
    hand.say("Start")
    match = house.on_top(MatchScene)
    assert match.session.seats[0].name == "Quexhp 7"
    assert house.services.table(SPEC).seats[0].name == "Quexhp 7"
    posting.tap_key(pygame.K_p)  # shortcuts work again
    house.react()
    assert house.top is not match


@pytest.mark.one_in(2)
@pytest.mark.parametrize("device", ["pad", "mouse", "touch"])
def test_a_name_is_put_together_letter_by_letter(house: Playhouse, device: str) -> None:
    hand = HANDS[device](house)
    scene = open_naming(house, hand)
    for letter in "BOX":
        hand.say(letter)
    hand.say("Erase")
    assert scene.name == "BO"
    hand.say("OK")
    assert house.on_top(SeatEditor).table.seats[0].name == "BO"


def test_kana_with_a_pad(house: Playhouse) -> None:
    hand = PadHand(house)
    scene = open_naming(house, hand)
    hand.hit(Kind.NEXT)
    hand.hit(Kind.NEXT)
    hand.say("は")
    hand.say("゛゜小")
    hand.say("゛゜小")
    hand.hit(Kind.NEXT)
    hand.say("ン")
    assert scene.name == "ぱン"
    hand.hit(Kind.SECONDARY)
    assert scene.name == "ぱ"
    hand.hit(Kind.BACK)
    assert house.on_top(SeatEditor).table.seats[0].name == "@aoi"


def test_what_an_input_method_holds_is_not_yet_the_name(house: Playhouse) -> None:
    scene = open_naming(house, KeyHand(house))
    pygame.event.post(pygame.event.Event(pygame.TEXTEDITING, text="にほ", start=0, length=2))
    posting.tap_key(pygame.K_RETURN)  # the input method's, not the scene's
    house.react()
    assert (house.top, scene.name, scene.held) == (scene, "", "にほ")
    pygame.event.post(pygame.event.Event(pygame.TEXTINPUT, text="日本"))
    house.react()
    posting.tap_key(pygame.K_BACKSPACE)
    house.react()
    assert (scene.name, scene.held) == ("日", "")


def test_a_name_has_twenty_characters_that_can_be_shown(house: Playhouse) -> None:
    scene = open_naming(house, KeyHand(house))
    type_text(house, "\U0001f600@あいうえおかきくけこさしすせそたちつてとなにぬ")
    assert scene.name == "あいうえおかきくけこさしすせそたちつてと"
    assert len(scene.name) == LONGEST_NAME


def test_the_field_tells_how_many_characters_are_left(house: Playhouse) -> None:
    scene = open_naming(house, KeyHand(house))
    t = house.stage.t
    assert scene.left_text == t("naming.left", count=LONGEST_NAME - len(scene.name))
    type_text(house, "x" * 30)
    assert scene.left_text == t("naming.left", count=0)


@pytest.mark.parametrize(
    ("text", "name"), [("  Jo\tAnn ", "Jo Ann"), ("@aoi", "aoi"), ("x" * 30, "x" * 20), ("か\u3099", "が"), ("\n", "")]
)
def test_clean_names(text: str, name: str) -> None:
    assert clean_name(text) == name


def test_kana_change_round() -> None:
    text, seen = "カツ", []
    for _ in range(3):
        text = varied(text)
        seen.append(text)
    assert seen == ["カッ", "カヅ", "カツ"]
    assert varied("") == ""
    assert varied("A") == "A"
    assert katakana("あー・") == "アー・"
    assert all(len(row) <= 10 for rows in PAGES.values() for row in rows)


@pytest.mark.parametrize("size", [size for size in SIZES if size[0] < 1920])
def test_the_card_lies_in_the_window(open_house: OpenHouse, size: tuple[int, int]) -> None:
    house = open_house(size, "ja")
    scene = NameScene(house.stage, "")
    house.show(scene)
    for page in range(len(PAGES)):
        scene._turn_to(page)
        assert pygame.Rect((0, 0), size).contains(scene.rect)
        rects = [widget.rect for widget in scene.focus.widgets]
        assert all(scene.rect.contains(rect) for rect in rects)
        assert all(rect.collidelist(rects[i + 1 :]) == -1 for i, rect in enumerate(rects))
