"""A chip whose mark is not on the board: said in words of the table, and beside no card's edge."""

from __future__ import annotations

from dataclasses import replace
from itertools import count

import pytest

from game.match_setup import IDENTITIES, NAMES
from tests import make
from tests.scenes.conftest import OpenHouse, Written
from tests.scenes.playhouse import PERSON

PEOPLE = [replace(PERSON, name=name, identity=each) for name, each in zip(NAMES, IDENTITIES, strict=True)]


@pytest.mark.one_in(3)
@pytest.mark.parametrize("size", [(1280, 720), (1920, 1080), (1024, 768), (1080, 1920)])
@pytest.mark.parametrize("people", [2, 5, 8])
@pytest.mark.parametrize("language", ["en", "ja"])
def test_it_is_said_and_touches_no_card(
    open_house: OpenHouse, written: Written, size: tuple[int, int], people: int, language: str
) -> None:
    house = open_house(size, language)
    seed = next(n for n in count() if "set_aside" in make.state("robots", seed=n, players=people).bites)
    match = house.match(*PEOPLE[:people], game="robots", seed=seed)
    house.until(lambda: match.session.state.phase == "think", "the first chip")
    sentence, helper = house.stage.t("robots.bite.set_aside", chip="|").split("|"), match.words.helper()
    assert all(part in helper for part in sentence)
    match.draw(house.app.canvas, 0.0)
    said = [rect for text, rect in written if len(text) > 3 and text in helper]
    cards = match.side_panel.cards.values()
    assert said and not [rect for rect in said if rect.collidelist(list(cards)) >= 0]
