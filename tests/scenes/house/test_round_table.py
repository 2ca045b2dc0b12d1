"""The table where people sit down: saucers around it, and a panel for whoever gives a name."""

from __future__ import annotations

import pygame
import pytest

from game.core.device_id import DeviceId
from scenes.archive.names_scene import NamesScene
from scenes.join.join_scene import JoinScene
from scenes.join.join_table import CHAIRS
from scenes.join.places import chip_places
from scenes.kit.input.intents import Kind
from tests.scenes.conftest import OpenHouse, Written
from tests.scenes.hands import MouseHand, PadHand
from tests.scenes.playhouse import SIZES, Playhouse


def seated(house: Playhouse, *names: str) -> JoinScene:
    """People who gave these names sit down by keys."""
    people = house.services.people
    for number, name in enumerate(names):
        people.seat(people.roster.sit(DeviceId("keyboard"), ord("a") + number))
        people.seat(people.named(people.roster.chairs[number], name))
    return house.show(JoinScene(house.services))


def test_the_sentence_stands_once_until_all_seats_are_taken(house: Playhouse, written: Written) -> None:
    sentence = house.stage.t("join.free").split()[0]

    def said(*names: str) -> int:
        seated(house, *names)
        written.clear()
        house.app.draw()
        return sum(text.startswith(sentence) for text, _ in written)

    assert said() == 1
    assert said(*[f"name {number}" for number in range(CHAIRS)]) == 0


@pytest.mark.parametrize("size", SIZES)
def test_names_are_of_one_size(open_house: OpenHouse, size: tuple[int, int], written: Written) -> None:
    house = open_house(size=size)
    names = "Maximiliane", "Bo", "ことり"
    seated(house, *names)
    written.clear()
    house.app.draw()
    assert len({place.height for text, place in written if text in names}) == 1


def test_a_press_on_a_known_name_takes_it_and_one_on_the_saucer_ends_it(house: Playhouse) -> None:
    house.services.store.profiles.take("Tom")
    scene = seated(house, "Maja", "Ren")
    mouse = MouseHand(house)
    scene.input.begin_naming(scene.roster.chairs[0], typed=False)
    ((_, panel),) = scene.input.panels()
    mouse.point(chip_places(house.stage.metrics, panel)[0].center)
    assert scene.roster.chairs[0].name == "Tom" and scene.input.panels() == []
    scene.input.begin_naming(scene.roster.chairs[1], typed=False)
    mouse.point(scene.places.all("chair")[1].center)
    assert scene.roster.chairs[1].name == "Ren" and scene.input.panels() == []


def test_a_pad_and_a_mouse_give_names_side_by_side(house: Playhouse) -> None:
    scene = house.show(JoinScene(house.services))
    pad, mouse = PadHand(house), MouseHand(house)
    pad.hit(Kind.CONFIRM)
    mouse.point(scene.places.all("chair")[1].center)
    mouse.point(scene.places.all("chair")[1].center)
    scene.input.begin_naming(scene.roster.chairs[0], typed=False)
    assert [identity for identity, _ in scene.input.panels()] == [chair.identity for chair in scene.roster.chairs[::-1]]
    pad.hit(Kind.RIGHT)
    letter = scene.table.namings[scene.roster.chairs[0].identity].text
    assert len(letter) == 1 and scene.table.namings[scene.roster.chairs[1].identity].text == ""


def test_a_name_in_the_list_is_told_with_the_games_it_has_met(house: Playhouse) -> None:
    profiles = house.services.store.profiles
    profiles.take("Tom")
    profiles.take("Mia")
    mia = profiles.find("Mia")
    assert mia is not None
    profiles.mark_shown(mia.id, "coffee")
    scene = house.show(NamesScene(house.services))
    said = {scene.profiles[index].name: scene.row_text(index) for index in range(scene.count)}
    assert said == {"Tom": "Tom. No game yet.", "Mia": "Mia. Has played: Coffee."}
    told = [scene.row_picture(index, (900, 120), chosen=False) for index in range(scene.count)]
    right = [pygame.image.tobytes(picture.subsurface((480, 0, 420, 120)), "RGB") for picture in told]
    assert right[0] != right[1], "the pictures of the games differ"
