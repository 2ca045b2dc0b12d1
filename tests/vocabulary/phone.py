"""The vocabulary of phones at the table: what people do there or on a phone, and what must follow."""

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
    """Tells of phones and of the table. A step or fact of a PHONE has its number in front, or several numbers: "1 2
    joins", "1 says = Paused". The phone server is a stand-in without a network. Lists have commas between their items.
    """

    evening: Any

    def __init__(self, house: Playhouse) -> None:
        self.house = house
        self.game: Any = None
        self.chosen: object = None

    # What happens at the table

    def do_open(self, bind: str = "") -> None:
        """[ADDRESS]: Open the phone server at ADDRESS, or at the best network."""
        self.evening.controllers.open(bind)

    def do_join_page(self) -> None:
        """Show the page with the code for phones."""
        self.evening.join_page()

    def do_scene(self, name: str) -> None:
        """NAME: Show a scene: "menu", "seats", "setup" (of Quoridor), "quit" (asks whether to end) or "one button"
        (asks about one-button play)."""
        self.house.show(SCENES[name](self.house))
        self.house.run(0.3)

    def do_match(self, what: str) -> None:
        """GAME [OPTION=JSON …] [ACTIONS]: Begin a match of the phones 1 and 2, or of as many as "players=NUMBER" says,
        after ACTIONS."""
        game, *rest = what.split()
        options = {name: json.loads(value) for name, value in (each.split("=") for each in rest if "=" in each)}
        self.game = self.evening.match(game, " ".join(each for each in rest if "=" not in each), **options)
        self.chosen = self.game.input.selection

    def do_ended(self, game: str) -> None:
        """GAME: Show the result of a game of the phones 1 and 2, in which phone 1 has resigned."""
        self.game = self.evening.ended(game)

    def do_again(self) -> None:
        """Treat the result as if it had only just appeared."""
        self.game.age = 0.0
        self.house.run(0.2)

    def do_no_address(self) -> None:
        """Let this computer have no address at which the phone server could open."""
        self.evening.phones.fails = True
        self.evening.phones.trouble = Trouble("address")

    def do_an_address(self) -> None:
        """Let this computer have an address again."""
        self.evening.phones.fails = False
        self.evening.phones._bind = "-"  # as after a failure, so that it opens again

    def do_the_server_fails(self) -> None:
        """Let the phone server fail because its address no longer belongs to this computer."""
        self.evening.phones.state, self.evening.phones.trouble = "failed", Trouble("address")
        self.evening.phones.join_code = None
        self.house.run(0.5)

    def do_networks(self, what: str = "") -> None:
        """[one]: Show the page with the code, with the server at the best of several networks, or at the only one."""
        self.evening.networks(*[NETWORKS[0]] * (what == "one"))

    def do_kept_network(self, stored: str) -> None:
        """JSON: Store this as the network that was chosen last: an address, or null."""
        self.house.services.store.set("phones.network", json.loads(stored))

    def do_only_the_vpn_is_left(self) -> None:
        """Let the server lose its network, so that only a VPN is left."""
        self.evening.phones.join_code = replace(self.evening.phones.join_code, networks=(NETWORKS[3],), is_lost=True)
        self.house.run(0.3)

    def do_takes(self, kind: str) -> None:
        """KIND: Press the key that means KIND, such as NEXT, for a prompt of the screen."""
        KeyHand(self.house).hit(Kind[kind])
        self.house.run(0.5)

    def do_picks(self, label: str) -> None:
        """LABEL: Choose the answer LABEL of the question on the screen, with keys."""
        KeyHand(self.house).say(label)
        self.house.run(0.5)

    def do_wait(self, seconds: str) -> None:
        """SECONDS: Let this time pass."""
        self.house.run(float(seconds))

    def do_key(self, name: str) -> None:
        """NAME: Press a key by its name in pygame: "x", "return"."""
        posting.tap_key(pygame.key.key_code(name))
        self.house.be_heard()

    # What must be so at the table

    def do_on_top(self, name: str) -> None:
        """NAME: Check which scene is on top: one of this class, "the match" or "the result" that the story began, or "a
        new match"."""
        self.house.be_heard()
        top = self.house.top
        if name == "a new match":
            assert isinstance(top, MatchScene) and top.session is not self.game.session
        else:
            assert top is self.game if name.startswith("the ") else type(top).__name__ == name, top

    def ask_title(self) -> Any:
        """Return the title of the question on the screen."""
        return self.house.on_top(Dialog).title

    def ask_screen_answers(self) -> Any:
        """Return the labels of the answers to the question on the screen."""
        return [answer.label for answer in self.house.on_top(Dialog).answers]

    def ask_screen_prompts(self) -> Any:
        return [prompt.label for prompt in self.house.on_top(PhonesScene).bar.prompts]

    def ask_screen_says(self) -> Any:
        return self.house.on_top(PhonesScene).spoken

    def ask_cards(self) -> Any:
        """How many places at the table are on the screen."""
        return len(self.house.on_top(PhonesScene).places.all("card"))

    def do_notices(self, what: str = "") -> None:
        """[WORDS]: Take the waiting notice, and check that it has all of WORDS. Without WORDS, check that no notice
        waits."""
        found, words = self.house.services.notices.take(), listed(what)
        same((len(found), [word for word in words if word not in " ".join(found)]), (bool(words), []))

    def do_keeps_network(self, stored: str) -> None:
        """JSON: Check which network the store has as the one chosen last."""
        same(self.house.services.store.get("phones.network"), json.loads(stored))

    def do_the_network_is_there(self) -> None:
        """Check that the server has its network."""
        same(self.evening.controllers.lost, "")

    def ask_note(self) -> Any:
        """Return the match's note."""
        return self.game.controller.note

    def do_ply(self, count: str) -> None:
        """NUMBER: Wait until this many actions are played."""
        self.house.until(lambda: self.game.session.ply == int(count), f"ply {count}")

    def ask_played(self) -> Any:
        """Return all actions of the game."""
        return [self.game.session.spec.rules.text(step.action) for step in self.game.session.steps]

    def ask_over(self) -> Any:
        """Return whether the game is over."""
        return self.game.session.outcome is not None

    def do_nothing_is_chosen(self) -> None:
        """Check that the selection is still the one at the beginning of the match."""
        same(self.game.input.selection, self.chosen)

    def do_seat(self, what: str) -> None:
        """NUMBER PHONE, or NUMBER AI: Check which phone plays this seat (from 1), or that an AI plays it."""
        index, device = what.split(maxsplit=1)
        seat = self.game.session.seats[int(index) - 1]
        same((seat.device, seat.is_ai), (word(int(device)) if device.isdigit() else "", device == "AI"))

    def do_chairs(self, what: str = "") -> None:
        """[PHONES]: Check that the people of these phones, and nobody else, sit at the table, in this order."""
        same(self.evening.chairs, [word(int(each)) for each in what.split()])

    def ask_tickets(self) -> Any:
        """Return the phones that the server knows: "1 2"."""
        return " ".join([str(ticket.phone) for ticket in self.evening.phones.kept.tickets])

    def ask_known(self) -> Any:
        """Return the phones that sit or watch: "1 3"."""
        return " ".join([str(phone) for phone in self.evening.phones.known])

    def ask_state(self) -> Any:
        """Return the state of the phone server: "open", "closed" or "failed"."""
        return self.evening.phones.state

    def ask_opened(self) -> Any:
        """Return the addresses at which the server was opened, one after the other; "the best" if none was given."""
        return [address or "the best" for address in self.evening.phones.opened]

    def ask_dismissed(self) -> Any:
        """Return the phones that were sent away: "2", or "2 full" if the table was full."""
        return [f"{phone} full" if full else str(phone) for phone, full in self.evening.phones.dismissed]

    def ask_refused(self) -> Any:
        """Return how many presses and taps were refused."""
        return len(self.evening.phones.refused)

    def ask_given(self) -> Any:
        """Return the phones that were given files."""
        return [str(phone) for phone, _, _ in self.evening.phones.given]

    def ask_language(self) -> Any:
        """Return the language of the screen."""
        return self.house.stage.strings.language

    # What phones do

    def do_joins(self, phone: int) -> None:
        """Let PHONE scan the code and sit down."""
        self.evening.join(phone)

    def do_sits_without_a_ticket(self, phone: int) -> None:
        """Give PHONE a chair, although the server does not know it."""
        self.house.services.people.seat(self.house.services.people.roster.sit(word(phone)))

    def do_chair_leaves(self, number: str) -> None:
        """NUMBER: Free this chair (from 1), as somebody at the table can."""
        roster = self.house.services.people.roster
        self.house.services.people.seat(roster.leave(roster.chairs[int(number) - 1].identity))

    def do_the_table_is_filled(self) -> None:
        """Let a person sit down at the mouse, and AIs on all chairs that are left."""
        roster = self.house.services.people.roster.sit(DeviceId("mouse"))
        self.house.services.people.seat(roster.fill(MOST_PHONES, 3))

    def do_watches(self, phone: int) -> None:
        """Let PHONE scan the code to watch."""
        self.evening.phones.join(phone, watching=True)
        self.house.run(0.3)

    def do_presses(self, phone: int, what: str) -> None:
        """BUTTONS: Press these buttons of PHONE, by their ids. "declare=9" presses one with a number."""
        for button in listed(what):
            name, _, value = button.partition("=")
            self.evening.phones.press(phone, name, int(value or 0))
            self.house.run(0.15)

    def do_answers(self, phone: int, label: str) -> None:
        """LABEL: Press the button LABEL of PHONE."""
        self.evening.phones.answer(phone, label)
        self.house.run(0.5)

    def do_taps(self, phone: int, cell: str) -> None:
        """CELL: Tap CELL on the small board of PHONE."""
        self.evening.tap(phone, cell)

    def do_forges(self, phone: int, what: str) -> None:
        """BUTTONS: Send presses from PHONE that its page does not allow."""
        self.evening.forge(phone, *listed(what))

    def do_means(self, phone: int, what: str) -> None:
        """KIND [NUMBER], …: Send intents from PHONE to the scene, past all checks: "NEXT", "ANSWER 2"."""
        for each in listed(what):
            kind, _, value = each.partition(" ")
            self.evening.mean(phone, Kind[kind], int(value or 0))

    def do_chooses(self, phone: int, label: str) -> None:
        """LABEL: Send the answer LABEL from PHONE to the scene, past all checks, even if PHONE does not show it."""
        labels = [answer.label for answer in self.house.top.replies]
        self.evening.mean(phone, Kind.ANSWER, labels.index(label))

    def do_sleeps(self, phone: int) -> None:
        """Let PHONE fall asleep."""
        self.evening.phones.sleep(phone)
        self.house.run(0.5)

    def do_wakes(self, phone: int) -> None:
        """Let PHONE wake up."""
        self.evening.phones.wake(phone)
        self.house.run(0.5)

    def do_leaves(self, phone: int) -> None:
        """Let PHONE give up its seat."""
        self.evening.phones.leave(phone)
        self.house.run(0.5)

    def do_fetches(self, phone: int) -> None:
        """Let PHONE ask for the game's file."""
        self.evening.phones.fetch(phone)
        self.house.run(0.3)

    def do_is_named(self, phone: int, name: str) -> None:
        """NAME: Choose NAME on PHONE."""
        self.evening.phones.rename(phone, name)
        self.house.run(0.3)

    def do_at_once(self, what: str) -> None:
        """PHONE ACT, …: Let phones act before the next frame: "1 up", "1 declare=9", "1 taps d1", "2 answers Yes", "3
        joins", "3 leaves"."""
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
        """Return the sentence that PHONE shows."""
        return self.evening.shown(phone).sentence

    def ask_adds(self, phone: int) -> Any:
        """Return the line below the sentence on PHONE."""
        return self.evening.shown(phone).helper

    def ask_shows(self, phone: int) -> Any:
        """Return what PHONE is for now: "joined", "board", "pad", "result" …"""
        return self.evening.shown(phone).hand

    def ask_is(self, phone: int) -> Any:
        """Return the name of the person on PHONE, or "nobody"."""
        shown = self.evening.shown(phone).me
        return shown.name if shown else "nobody"

    def ask_buttons(self, phone: int) -> Any:
        """Return the labels of all buttons of PHONE, in order."""
        return list(self.evening.labels(phone))

    def do_offers(self, phone: int, what: str) -> None:
        """BUTTONS: Check that these buttons of PHONE can be pressed. Each is an id or a label."""
        shown = self.evening.shown(phone).buttons
        able = {name for button in shown if button.enabled for name in (button.id, button.label)}
        same(set(listed(what)) - able, set())

    def do_bars(self, phone: int, what: str) -> None:
        """BUTTONS: Check that PHONE shows these buttons, by their ids, and that they cannot be pressed."""
        found = self.evening.buttons(phone)
        same([id for id in listed(what) if found[id].enabled], [])

    def do_lacks(self, phone: int, what: str) -> None:
        """BUTTONS: Check that PHONE shows none of these buttons. Each is an id or a label."""
        shown = self.evening.shown(phone).buttons
        same(set(listed(what)) & {name for button in shown for name in (button.id, button.label)}, set())

    def do_roles(self, phone: int, what: str) -> None:
        """LABEL ROLE, …: Check the roles of buttons of PHONE: "Seats plain"."""
        found = self.evening.labels(phone)
        for each in listed(what):
            label, role = each.rsplit(maxsplit=1)
            same((label, found[label]), (label, role))

    def do_reads(self, phone: int, what: str) -> None:
        """CELL TEXT: Check what a screen reader says of CELL on PHONE: "e2 your pawn"."""
        cell, _, spoken = what.partition(" ")
        same(self.evening.cell(phone, cell).spoken, spoken)
