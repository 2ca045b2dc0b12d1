"""The table where people sit down: saucers around it, and a panel for whoever gives a name."""

from __future__ import annotations

import pygame
import pytest

from game.core.device_id import DeviceId
from scenes.archive.names_scene import NamesScene
from scenes.join.join_scene import JoinScene
from scenes.join.join_table import CHAIRS
from tests.scenes.conftest import OpenHouse, Written
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
