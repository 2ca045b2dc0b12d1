"""What scenes are given: all services of a window, or in a test only those that a scene uses."""

from __future__ import annotations

import pytest

from scenes.services import Services
from scenes.settings.about_scene import ColourVisionScene
from tests.scenes.conftest import OpenHouse
from tests.scenes.playhouse import Playhouse


def test_a_scene_needs_no_more_than_it_uses(house: Playhouse) -> None:
    house.show(ColourVisionScene(Services(stage=house.stage)))
    house.run(0.2)


def test_what_was_not_given_is_named() -> None:
    with pytest.raises(AttributeError, match="'roster' was asked of a service that was not given"):
        _ = Services().people.roster


def test_a_start_writes_nothing_over_what_it_cannot_read(open_house: OpenHouse) -> None:
    stored = {"roster": {"chairs": []}, "evening": [], "cup": {"entrants": [], "of": "a later program"}, "pads": {}}
    house = open_house()
    house.services.store.set("party", stored)
    house.close()
    again = open_house()
    assert again.services.people.cup is None
    assert again.services.store.get("party") == stored
