"""Saved data that cannot be read: the program starts, says so in one sentence, and keeps it."""

from __future__ import annotations

import pytest

from game.people.party import Party, keep
from game.people.roster import Chair, Roster
from game.storage.store import Store
from scenes.house.offers import Visitors
from scenes.kit.scene import Switch
from scenes.kit.widgets.dialog import Dialog
from scenes.menu.menu_scene import MenuScene
from scenes.routes import ToMenu
from tests.scenes.conftest import OpenHouse
from tests.scenes.playhouse import Playhouse

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
    house.until(lambda: isinstance(house.top, Dialog), "the notice")
    assert "the setup of a game" in house.on_top(Dialog).body
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
