"""The vocabulary of phones at the table: what somebody does there or on a phone, and what then is so."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pygame

from game.core.device_id import DeviceId
from game.phones.messages import MOST_PHONES, Trouble
from scenes.join.join_scene import JoinScene
from scenes.kit.input.intents import Kind
from scenes.kit.scene import Scene
from scenes.kit.widgets.dialog import Dialog
from scenes.match.match_scene import MatchScene
from scenes.menu.menu_scene import MenuScene, QuitDialog
from scenes.phones.phones_scene import PhonesScene
from scenes.settings.scan_question import ScanQuestion
from scenes.setup.setup_scene import SetupScene
from tests.scenes import posting
from tests.scenes.hands import KeyHand
from tests.scenes.phone_evening import word
from tests.scenes.playhouse import QUORIDOR, Playhouse
from tests.stories import Teller, listed, same
from tools.catalogue.phones import NETWORKS

FOLDER = Path(__file__).parents[1] / "scenes" / "stories" / "phones"
SCENES: dict[str, Callable[[Playhouse], Scene]] = {
    "menu": lambda house: MenuScene(house.services),
    "seats": lambda house: JoinScene(house.services),
    "setup": lambda house: SetupScene(house.services, QUORIDOR),
    "quit": lambda house: QuitDialog(house.stage, saved=False),
    "one button": lambda house: ScanQuestion(house.services),
}


class PhoneVocabulary(Teller):
    """Phones at an `evening` of the house, and the table itself. A fact of a phone has its number before it."""

    evening: Any

    def __init__(self, house: Playhouse) -> None:
        self.house = house
        self.game: Any = None
        self.chosen: object = None

    # What happens at the table

    def do_open(self, bind: str = "") -> None:
        self.evening.controllers.open(bind)

    def do_join_page(self) -> None:
        self.evening.join_page()

    def do_scene(self, name: str) -> None:
        self.house.show(SCENES[name](self.house))
        self.house.run(0.3)

    def do_match(self, what: str) -> None:
        """A game, options as name=value, and actions."""
        game, *rest = what.split()
        options = {name: json.loads(value) for name, value in (each.split("=") for each in rest if "=" in each)}
        self.game = self.evening.match(game, " ".join(each for each in rest if "=" not in each), **options)
        self.chosen = self.game.input.selection

    def do_ended(self, game: str) -> None:
        self.game = self.evening.ended(game)

    def do_again(self) -> None:
        """The result has only just come on."""
        self.game.age = 0.0
        self.house.run(0.2)

    def do_no_address(self) -> None:
        """This computer has none at which the phone server could be opened."""
        self.evening.phones.fails = True
        self.evening.phones.trouble = Trouble("address")

    def do_an_address(self) -> None:
        """It has one again."""
        self.evening.phones.fails = False
        self.evening.phones._bind = "-"  # as after a failure, when it is opened anew

    def do_the_server_fails(self) -> None:
        """Its address is none of this computer any more."""
        self.evening.phones.state, self.evening.phones.trouble = "failed", Trouble("address")
        self.evening.phones.join_code = None
        self.house.run(0.5)

    def do_networks(self, what: str = "") -> None:
        """The phone server on the screen, open at the best of several networks, or in "one"."""
        self.evening.networks(*[NETWORKS[0]] * (what == "one"))

    def do_kept_network(self, stored: str) -> None:
        self.house.services.store.set("phones.network", json.loads(stored))

    def do_only_the_vpn_is_left(self) -> None:
        self.evening.phones.join_code = replace(self.evening.phones.join_code, networks=(NETWORKS[3],), is_lost=True)
        self.house.run(0.3)

    def do_takes(self, kind: str) -> None:
        """What a prompt of the screen is for, by its key."""
        KeyHand(self.house).hit(Kind[kind])
        self.house.run(0.5)

    def do_picks(self, label: str) -> None:
        """An answer of the question on the screen, by keys."""
        KeyHand(self.house).say(label)
        self.house.run(0.5)

    def do_wait(self, seconds: str) -> None:
        self.house.run(float(seconds))

    def do_key(self, name: str) -> None:
        posting.tap_key(pygame.key.key_code(name))
        self.house.be_heard()

    # What is so there

    def do_on_top(self, name: str) -> None:
        """A scene by its class, "the match" or result that the story began, or "a new match"."""
        self.house.be_heard()
        top = self.house.top
        if name == "a new match":
            assert isinstance(top, MatchScene) and top.session is not self.game.session
        else:
            assert top is self.game if name.startswith("the ") else type(top).__name__ == name, top

    def ask_title(self) -> Any:
        return self.house.on_top(Dialog).title

    def ask_screen_answers(self) -> Any:
        return [answer.label for answer in self.house.on_top(Dialog).answers]

    def ask_screen_prompts(self) -> Any:
        return [prompt.label for prompt in self.house.on_top(PhonesScene).bar.prompts]

    def ask_screen_says(self) -> Any:
        return self.house.on_top(PhonesScene).spoken

    def ask_cards(self) -> Any:
        """How many places at the table are on the screen."""
        return len(self.house.on_top(PhonesScene).places.all("card"))

    def do_notices(self, what: str = "") -> None:
        """One is to be shown that has all these words, and is not shown again; without words there is none."""
        found, words = self.house.services.notices.take(), listed(what)
        same((len(found), [word for word in words if word not in " ".join(found)]), (bool(words), []))

    def do_keeps_network(self, stored: str) -> None:
        same(self.house.services.store.get("phones.network"), json.loads(stored))

    def do_the_network_is_there(self) -> None:
        same(self.evening.controllers.lost, "")

    def ask_note(self) -> Any:
        return self.game.controller.note

    def do_ply(self, count: str) -> None:
        self.house.until(lambda: self.game.session.ply == int(count), f"ply {count}")

    def ask_played(self) -> Any:
        """All actions."""
        return [self.game.session.spec.rules.text(step.action) for step in self.game.session.steps]

    def ask_over(self) -> Any:
        return self.game.session.outcome is not None

    def do_nothing_is_chosen(self) -> None:
        same(self.game.input.selection, self.chosen)

    def do_seat(self, what: str) -> None:
        """By what a seat is played."""
        index, device = what.split(maxsplit=1)
        seat = self.game.session.seats[int(index) - 1]
        same((seat.device, seat.is_ai), (word(int(device)) if device.isdigit() else "", device == "AI"))

    def do_chairs(self, what: str = "") -> None:
        same(self.evening.chairs, [word(int(each)) for each in what.split()])

    def ask_tickets(self) -> Any:
        """Which phones the phone server knows."""
        return " ".join([str(ticket.phone) for ticket in self.evening.phones.kept.tickets])

    def ask_known(self) -> Any:
        """Which phones sit or watch."""
        return " ".join([str(phone) for phone in self.evening.phones.known])

    def ask_state(self) -> Any:
        return self.evening.phones.state

    def ask_opened(self) -> Any:
        """At which addresses the server was started."""
        return [address or "the best" for address in self.evening.phones.opened]

    def ask_dismissed(self) -> Any:
        return [f"{phone} full" if full else str(phone) for phone, full in self.evening.phones.dismissed]

    def ask_refused(self) -> Any:
        return len(self.evening.phones.refused)

    def ask_given(self) -> Any:
        """To which phones files were given."""
        return [str(phone) for phone, _, _ in self.evening.phones.given]

    def ask_language(self) -> Any:
        return self.house.stage.strings.language

    # What phones do

    def do_joins(self, phone: int) -> None:
        self.evening.join(phone)

    def do_sits_without_a_ticket(self, phone: int) -> None:
        self.house.services.people.seat(self.house.services.people.roster.sit(word(phone)))

    def do_chair_leaves(self, number: str) -> None:
        """Somebody at the table takes a chair away, by its place among them from 1."""
        roster = self.house.services.people.roster
        self.house.services.people.seat(roster.leave(roster.chairs[int(number) - 1].identity))

    def do_the_table_is_filled(self) -> None:
        """By AIs, and by one at the mouse."""
        roster = self.house.services.people.roster.sit(DeviceId("mouse"))
        self.house.services.people.seat(roster.fill(MOST_PHONES, 3))

    def do_watches(self, phone: int) -> None:
        self.evening.phones.join(phone, watching=True)
        self.house.run(0.3)

    def do_presses(self, phone: int, what: str) -> None:
        for button in listed(what):
            name, _, value = button.partition("=")
            self.evening.phones.press(phone, name, int(value or 0))
            self.house.run(0.15)

    def do_answers(self, phone: int, label: str) -> None:
        self.evening.phones.answer(phone, label)
        self.house.run(0.5)

    def do_taps(self, phone: int, cell: str) -> None:
        self.evening.tap(phone, cell)

    def do_forges(self, phone: int, what: str) -> None:
        self.evening.forge(phone, *listed(what))

    def do_means(self, phone: int, what: str) -> None:
        """Intents past the controllers: "NEXT", "ANSWER 2"."""
        for each in listed(what):
            kind, _, value = each.partition(" ")
            self.evening.mean(phone, Kind[kind], int(value or 0))

    def do_chooses(self, phone: int, label: str) -> None:
        """An answer of the question on the screen, whether the phone shows it or not, past the controllers."""
        labels = [answer.label for answer in self.house.top.replies]
        self.evening.mean(phone, Kind.ANSWER, labels.index(label))

    def do_sleeps(self, phone: int) -> None:
        self.evening.phones.sleep(phone)
        self.house.run(0.5)

    def do_wakes(self, phone: int) -> None:
        self.evening.phones.wake(phone)
        self.house.run(0.5)

    def do_leaves(self, phone: int) -> None:
        self.evening.phones.leave(phone)
        self.house.run(0.5)

    def do_fetches(self, phone: int) -> None:
        self.evening.phones.fetch(phone)
        self.house.run(0.3)

    def do_is_named(self, phone: int, name: str) -> None:
        self.evening.phones.rename(phone, name)
        self.house.run(0.3)

    def do_at_once(self, what: str) -> None:
        """What phones do before the next frame: "1 up, 1 declare=9, 1 taps d1, 2 answers Yes, 3 joins, 3 leaves"."""
        phones = self.evening.phones
        for number, verb, rest in (f"{each} ".split(" ", 2) for each in listed(what)):
            phone, (name, _, value) = int(number), verb.partition("=")
            if verb in ("joins", "leaves"):
                (phones.join if verb == "joins" else phones.leave)(phone)
            elif verb == "answers":
                phones.answer(phone, rest.strip())
            elif verb == "taps":
                cell = self.evening.cell(phone, rest.strip())
                phones.tap(phone, cell.x, cell.y)
            else:
                phones.press(phone, name, int(value or 0))

    # What they show

    def ask_says(self, phone: int) -> Any:
        return self.evening.shown(phone).sentence

    def ask_adds(self, phone: int) -> Any:
        return self.evening.shown(phone).helper

    def ask_shows(self, phone: int) -> Any:
        return self.evening.shown(phone).hand

    def ask_is(self, phone: int) -> Any:
        shown = self.evening.shown(phone).me
        return shown.name if shown else "nobody"

    def ask_buttons(self, phone: int) -> Any:
        """All labels in their order."""
        return list(self.evening.labels(phone))

    def do_offers(self, phone: int, what: str) -> None:
        """Buttons that can be pressed, by id or label."""
        shown = self.evening.shown(phone).buttons
        able = {name for button in shown if button.enabled for name in (button.id, button.label)}
        same(set(listed(what)) - able, set())

    def do_bars(self, phone: int, what: str) -> None:
        found = self.evening.buttons(phone)
        same([id for id in listed(what) if found[id].enabled], [])

    def do_lacks(self, phone: int, what: str) -> None:
        shown = self.evening.shown(phone).buttons
        same(set(listed(what)) & {name for button in shown for name in (button.id, button.label)}, set())

    def do_roles(self, phone: int, what: str) -> None:
        """What some buttons are: "Seats plain"."""
        found = self.evening.labels(phone)
        for each in listed(what):
            label, role = each.rsplit(maxsplit=1)
            same((label, found[label]), (label, role))

    def do_reads(self, phone: int, what: str) -> None:
        """What a screen reader says of a cell: "e2 your pawn"."""
        cell, _, spoken = what.partition(" ")
        same(self.evening.cell(phone, cell).spoken, spoken)
