"""The vocabulary of phones at the table: what people do there or on a phone, and what must follow."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import cached_property
from typing import Any, ClassVar

from game.core.device_id import DeviceId
from game.phones.messages import Trouble
from scenes.kit.input.intents import Kind
from scenes.kit.scene import Scene
from scenes.match.match_scene import MatchScene
from scenes.menu.menu_scene import QuitDialog
from scenes.phones.phones_scene import PhonesScene
from scenes.settings.scan_question import ScanQuestion
from scenes.setup.setup_scene import SetupScene
from tests.scenes.house_stories import HouseVocabulary
from tests.scenes.phone_evening import Evening
from tests.scenes.playhouse import QUORIDOR
from tests.stories import listed
from tools.catalogue.phones import NETWORKS


def player(device: DeviceId) -> str:
    """Return the number of a phone, or another device as it is."""
    return str(device.number) if device.is_phone else device


class PhoneVocabulary(HouseVocabulary):
    """Tells of phones and of the table. A step or fact of a PHONE has its number in front, or several numbers: "1 2
    joins", "1 says = Paused". The method "act" lists what phones do. The phone server is a stand-in without a network.
    Lists have commas between their items."""

    begun: Any = None  # the match or the result that the story began

    @cached_property
    def evening(self) -> Any:
        """The table with its phone server."""
        return Evening(self.house)

    def on_top(self) -> str:
        """Return the class of the scene on top, or how it goes on: "the match", "the result" or "a new match"."""
        top = self.house.top
        if top is self.begun:
            return "the match" if isinstance(top, MatchScene) else "the result"
        return "a new match" if isinstance(top, MatchScene) and self.begun else type(top).__name__

    def role(self, phone: int, *name: str) -> str | None:
        """Return the role of a button, by its id or label, behind "barred" if it cannot be pressed."""
        shown = self.evening.shown(phone).buttons
        found = next((each for each in shown if " ".join(name) in (each.id, each.label)), None)
        return found and f"{'' if found.enabled else 'barred '}{found.role}"

    facts: ClassVar = {
        "cards": lambda s: len(s.house.on_top(PhonesScene).places.all("card")),  # how many places at the table are seen
        "chairs": lambda s: [player(chair.device) for chair in s.house.services.people.roster.chairs],
        "dismissed": lambda s: [f"{phone}{' full' * full}" for phone, full in s.evening.phones.dismissed],
        "known": lambda s: list(s.evening.phones.known),  # phones that sit or watch
        # the addresses at which the server was opened, one after the other
        "opened": lambda s: [address or "the best" for address in s.evening.phones.opened],
        "players": lambda s: ["AI" if seat.is_ai else player(seat.device) for seat in s.begun.session.seats],
        "refused": lambda s: len(s.evening.phones.refused),  # how many presses and taps
        "top": on_top,
        # Of a phone
        "adds": lambda s, phone: s.evening.shown(phone).helper,  # the line below its sentence
        "buttons": lambda s, phone: list(s.evening.labels(phone)),  # the labels of all buttons
        "cell": lambda s, phone, cell: s.evening.cell(phone, cell).spoken,  # CELL: what a screen reader says of it
        # the person's name
        "is": lambda s, phone: getattr(s.evening.shown(phone).me, "name", "nobody"),
        "role": role,  # BUTTON, by its id or label
        "says": lambda s, phone: s.evening.shown(phone).sentence,
        "shows": lambda s, phone: s.evening.shown(phone).hand,  # what it is for now: joined, board, pad, result …
    }

    pages: ClassVar[Mapping[str, Callable[..., Scene]]] = {
        **HouseVocabulary.pages,
        "code": lambda s: PhonesScene(s.house.services, s.evening.controllers),  # the page with the code for phones
        "one_button": lambda s: ScanQuestion(s.house.services),  # asks about one-button play
        "quit": lambda s: QuitDialog(s.house.stage, saved=False),  # asks whether to end
        "setup": lambda s: SetupScene(s.house.services, QUORIDOR),
    }

    def do(self, verb: str, *given: Any) -> None:
        if not given or isinstance(given[0], str):
            super().do(verb, *given)
            return
        phone, *what = given
        for each in listed(what[0]) if verb == "presses" else ["".join(what)]:
            self.act(phone, verb, each)
            self.house.run(0.15)
        self.house.be_heard()

    def act(self, phone: int, verb: str, what: str) -> None:
        """VERB [WHAT]: Let PHONE act. The comments explain each VERB."""
        phones = self.evening.phones
        acts: Mapping[str, Callable[[], object]] = {
            "scans": lambda: phones.join(phone),  # scan the code
            "joins": lambda: self.evening.join(phone),  # scan the code and sit down
            "watches": lambda: phones.join(phone, watching=True),  # scan the code to watch
            # BUTTONS: press these, by their ids; "declare=9" presses one with a number
            "presses": lambda: phones.press(phone, what.partition("=")[0], int(what.partition("=")[2] or 0)),
            "answers": lambda: phones.answer(phone, what),  # LABEL: press this button
            "taps": lambda: self._tap(phone, what),  # CELL: tap it on the small board
            "sleeps": lambda: phones.sleep(phone),
            "wakes": lambda: phones.wake(phone),
            "leaves": lambda: phones.leave(phone),  # give up the seat
            "fetches": lambda: phones.fetch(phone),  # ask for the game's file
            "is named": lambda: phones.rename(phone, what),  # NAME: choose it
            "forges": lambda: self.evening.forge(phone, *listed(what)),  # BUTTONS: press what its page does not allow
            # KIND [NUMBER or LABEL], …: send intents to the scene, past all checks: "NEXT", "ANSWER 2"
            "means": lambda: [self._mean(phone, *each.split(" ", 1)) for each in listed(what)],
        }
        acts[verb]()

    def _tap(self, phone: int, what: str) -> None:
        cell = self.evening.cell(phone, what)
        self.evening.phones.tap(phone, cell.x, cell.y)

    def _mean(self, phone: int, kind: str, value: str = "0") -> None:
        number = int(value) if value.isdecimal() else [each.label for each in self.house.top.replies].index(value)
        self.evening.mean(phone, Kind[kind], number)

    def do_at_once(self, rest: str = "") -> None:
        """PHONE VERB [WHAT], …: Let phones act before the next frame: "1 presses up, 2 leaves"."""
        for each in listed(rest):
            phone, verb, what = f"{each} ".split(" ", 2)
            self.act(int(phone), verb, what.strip())
        self.house.be_heard()

    def do_server(self, rest: str = "") -> None:
        """fails, has no address, has an address, or has only a VPN: Let the phone server fail because its address no
        longer belongs to this computer, let this computer have no address or one again, or let the server lose its
        network."""
        phones = self.evening.phones
        if rest == "has an address":
            phones.fails, phones._bind = False, "-"  # as after a failure, so that it opens again
        elif rest == "has only a VPN":
            phones.join_code = replace(phones.join_code, networks=(NETWORKS[3],), is_lost=True)
            self.house.run(0.3)
        elif rest == "has no address":
            phones.fails, phones.trouble = True, Trouble("address")
        else:
            phones.state, phones.trouble, phones.join_code = "failed", Trouble("address"), None
            self.house.run(0.5)

    def do_networks(self, rest: str = "") -> None:
        """[one]: Show the page with the code, with the server at the best of several networks, or at the only one."""
        self.evening.networks(*[NETWORKS[0]] * (rest == "one"))

    def do_match(self, rest: str = "") -> None:
        """GAME [ACTIONS]: Begin a match of the phones 1 and 2, after ACTIONS."""
        game, _, actions = rest.partition(" ")
        self.begun = self.evening.match(game, actions)

    def do_ended(self, rest: str = "") -> None:
        """GAME [unread]: Show the result of a game of the phones 1 and 2, in which phone 1 has resigned. An "unread"
        one has only just appeared."""
        self.begun = self.evening.ended(rest.removesuffix(" unread"))
        if rest.endswith(" unread"):
            self.begun.age = 0.0
            self.house.run(0.2)
