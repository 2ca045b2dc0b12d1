"""Nothing that is drawn in a match reads the store, settings or who sits here: it knows what it draws."""

from __future__ import annotations

import pytest

from game.core.record import SeatConfig
from game.core.spec import GameSpec
from game.match_setup import IDENTITIES
from scenes.kit.input.intents import KEYBOARD, Intent, Kind
from tests.fifth_game import EVERY_GAME
from tests.make import AOI, REN
from tests.scenes.phone_evening import Evening
from tests.scenes.playhouse import Playhouse
from tests.scenes.store_reads import watching_reads
from tools.catalogue.common import PAD

pytestmark = pytest.mark.quick


def reads(house: Playhouse) -> list[str]:
    """What a whole picture reads that is not the first."""
    house.app.draw()
    house.app.canvas.invalidate()
    with watching_reads(and_what_is_held=True) as found:
        house.app.draw()
    return sorted(set(found))


@pytest.mark.parametrize("people", [1, 2])
@pytest.mark.parametrize("spec", EVERY_GAME, ids=[spec.id for spec in EVERY_GAME])
def test_a_match_is_drawn_without_them(house: Playhouse, fifth_game: GameSpec, spec: GameSpec, people: int) -> None:
    seats = [SeatConfig("human", identity=identity) for identity in IDENTITIES[:people]]
    others = [SeatConfig("ai", 1, identity=identity) for identity in IDENTITIES[people:2]]
    house.match(*seats, *others, game=spec.id)
    assert reads(house) == []
    house.run(3.0)
    for kind in (Kind.UP, Kind.CONFIRM, Kind.NEXT):
        house.app.take(Intent(kind, KEYBOARD))
        assert reads(house) == []
        house.run(0.1)
        assert reads(house) == []


def test_what_is_read_is_found(house: Playhouse) -> None:
    with watching_reads(and_what_is_held=True) as found:
        _ = house.services.people.roster, house.services.settings.preferences
    assert [line.split(" asks for ")[1] for line in found] == ["People.roster", "Services.settings"]


@pytest.mark.parametrize("game", ["quoridor", "robots"])
def test_nor_by_who_plays_by_phone(evening: Evening, game: str) -> None:
    evening.match(game)
    number = evening.settle(0.4)
    evening.phones.press(number, "declare" if game == "robots" else "up", 9)
    evening.house.run(0.3)
    assert reads(evening.house) == []


def test_nor_by_who_plays_by_pad(house: Playhouse) -> None:
    house.match(AOI, REN)
    house.app.take(Intent(Kind.UP, PAD))
    assert reads(house) == []
