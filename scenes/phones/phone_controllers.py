"""Phones as devices at the table. A phone has a chair, sends intents like a pad, and shows a page."""

from __future__ import annotations

import logging
from collections import deque
from collections.abc import Callable, Iterable
from dataclasses import replace
from ipaddress import IPv4Address

from game.core.decode import decode
from game.core.device_id import FIRST_PHONE
from game.core.rules import GameError
from game.people.roster import Chair, Roster
from game.phones.messages import (
    MOST_PHONES,
    Asleep,
    Awake,
    Fetch,
    JoinCode,
    Joined,
    Leave,
    Named,
    Network,
    PhoneMessage,
    Press,
    Tap,
)
from game.phones.process import Event, KeptServer, Phones
from scenes.kit.input.controllers import MATCH
from scenes.kit.input.intents import Device, Intent, Kind, Signal, SignalKind, phone
from scenes.kit.scene import Scene
from scenes.phones.keepsakes import Keepsakes
from scenes.phones.pages import ANSWER, KINDS, MEET, SHELF, Screens, answers, given_names, own_page
from scenes.services import Services
from scenes.table.contract.phone_pages import CHOICES, ResultPage

# Seconds after which the menu frees the seat of a phone that is gone.
GONE_SECONDS = 60.0
# The most events that wait until an earlier press has acted. Only frantic pressing makes more.
MOST_WAITING = 60
# The store's key for the code and the hashed secrets.
_KEPT = "phones"
# The store's key for the address of the chosen network.
_NETWORK = "phones.network"
log = logging.getLogger(__name__)


class PhoneControllers:
    """Connects the phone server with the table. The program has it as `Devices.remotes`."""

    def __init__(
        self,
        services: Services,
        top: Callable[[], Scene | None],
        phones: Phones | None = None,
        hears: Callable[[], bool] = lambda: True,
    ) -> None:
        """`top` returns the scene that gets the input. `hears` returns whether presses reach that scene now."""
        self.services = services
        self.phones = phones or Phones(_stored(services))
        # The address of this machine that was asked for; "" for any.
        self.bind = ""
        self._top = top
        self._hears = hears
        self._kept = self.phones.kept
        # The address that this computer had lost at the last check; "" for none.
        self._lost = ""
        # The roster in which phones were last checked for chairs.
        self._roster: Roster | None = None
        # Events that wait because an earlier press has not acted yet.
        self._waiting: deque[Event] = deque()
        self.screens = Screens(services, self.phones)
        self._keepsakes = Keepsakes(services, self.phones, self.screens.note)
        # For each sleeping phone with a seat: how many seconds it has slept in the menu.
        self._gone: dict[int, float] = {}

    # The phone server

    def open(self, bind: str | None = None) -> None:
        """Start the phone server. `bind` is an address of this machine, if one was asked for."""
        self.bind = self.bind if bind is None else bind
        self.phones.open(self.bind or self._chosen)

    def choose(self, network: Network) -> None:
        """Start the phone server in another network. The choice is remembered as long as that network exists."""
        self.services.store.set(_NETWORK, network.address)
        self.open("")

    @property
    def _chosen(self) -> str:
        """Return the address of the chosen network; "" for none. Visitors cannot choose one."""
        return "" if self.services.is_unattended else self.services.store.read(_NETWORK, read_address, "")

    def _leave_network(self) -> None:
        """Use the best network if the chosen one is gone."""
        trouble = self.phones.trouble
        is_gone = self.phones.state == "failed" and trouble is not None and trouble.about == "address"
        if is_gone and not self.bind and self._chosen:
            log.warning("the network that was chosen for phones is gone")
            self.services.store.set(_NETWORK, None)
            self.phones.open("")

    @property
    def join_code(self) -> JoinCode | None:
        """The phone server, if phones can reach it. None if it is closed or has lost its address."""
        join_code = self.phones.join_code
        return None if join_code is None or join_code.is_lost else join_code

    @property
    def lost(self) -> str:
        """The phone server's address if this computer no longer has it, otherwise ""."""
        join_code = self.phones.join_code
        return join_code.address if join_code is not None and join_code.is_lost else ""

    def _tell_lost(self) -> None:
        """Report that the phones' network is gone, once for each loss."""
        before, self._lost = self._lost, self.lost
        if self._lost and not before:
            log.warning("the address of the phone server is gone")
            self.services.notices.tell(self.services.stage.t("phones.lost_notice", address=self._lost))

    def close(self) -> None:
        """Close the phone server. People on phones leave the table."""
        self.phones.close()
        self.clear()

    def clear(self) -> None:
        """End the seats and secrets of all phones and change the code. The phone server stays open."""
        for chair in self.services.people.roster.people:
            if chair.device.is_phone:
                self._stand_up(chair)
        self._waiting.clear()  # otherwise a phone that has just joined would take a seat that nobody has
        self.phones.renew(everybody=True)
        self._keep()

    def end(self) -> None:
        """Shut down when the program ends."""
        self.phones.end()

    @property
    def is_open(self) -> bool:
        """Whether the phone server is open or about to be."""
        return self.phones.state in ("opening", "open")

    # Called by the devices

    def devices(self) -> list[Device]:
        """Return the phones at the table that are awake."""
        return [phone(known.phone) for known in self.phones.known.values() if known.awake and not known.watching]

    def unheard(self, device: Device, seconds: float) -> None:
        """Show on a phone that its presses are ignored for some `seconds`, because they come too fast."""
        self.phones.mute(device.held.number, seconds)

    def poll(self, now: float) -> list[Intent | Signal]:
        """Return the phones' presses since the last call, and send phones their new pages."""
        found: list[Intent | Signal] = []
        self._free_seats(now - self.screens.now)
        self.screens.now = now
        self._waiting += self.phones.poll()
        while self._waiting:
            if self._is_early(self._waiting[0], found):
                break
            event = self._waiting.popleft()
            number = event.ticket.phone if isinstance(event, Joined) else event.phone
            device = phone(number)
            found += self._heard(event, device)
            self.screens.soon(number)
            has_acted = isinstance(event, PhoneMessage) and not isinstance(event.message, Leave)
            if (has_acted or isinstance(event, Joined)) and self._chair(device) is not None:
                found.append(Signal(SignalKind.PHONE_PRESSED, device=device))
        self._keepsakes.tick(self._top())
        found += self._dismissed()
        self.screens.forget()
        self._leave_network()
        self._tell_lost()
        if self.phones.state != "closed":
            playing = self.services.stage.devices.identity.held_by(MATCH)
            self.phones.seats(MOST_PHONES - len(self.services.people.roster.chairs), self._numbers(playing))
            if (scene := self._top()) is not None:
                self.screens.show(scene, self._chair)
        self._keep()
        return found

    def _free_seats(self, dt: float) -> None:
        """Free the seats of phones that have been gone for a minute.

        This happens only in the menu and where people join.
        """
        scene = self._top()
        if self.phones.state != "open" or scene is None or not scene.is_lobby:
            self._gone.clear()
            return
        awake = {known.phone for known in self.phones.known.values() if known.awake}
        for chair in self.services.people.roster.people:
            for number in self._numbers([chair.device.slot]):
                self._gone[number] = 0.0 if number in awake else self._gone.get(number, 0.0) + dt
                if self._gone[number] >= GONE_SECONDS:
                    log.info("phone %d is gone, and its seat is free again", number)
                    del self._gone[number]
                    self._stand_up(chair)

    @staticmethod
    def _numbers(pads: Iterable[int]) -> list[int]:
        """Return the numbers of the phones among the slots of pads."""
        return [pad - FIRST_PHONE for pad in pads if pad >= FIRST_PHONE]

    def _is_early(self, event: Event, found: list[Intent | Signal]) -> bool:
        """Return whether `event` must wait, so that it does not act before an earlier press in `found`."""
        press = event.message if isinstance(event, PhoneMessage) else None
        if isinstance(press, Press) and (press.button in KINDS or press.button.startswith(ANSWER)):
            return False
        return len(self._waiting) <= MOST_WAITING and any(isinstance(item, Intent) for item in found)

    def _dismissed(self) -> list[Intent | Signal]:
        """Release the phones whose chair was removed. They may scan the code again."""
        roster = self.services.people.roster
        # A waiting event may be about to take a seat.
        if roster is self._roster or self._waiting:
            return []
        self._roster = roster
        sitting = [phone(known.phone) for known in self.phones.known.values() if not known.watching]
        gone = [device for device in sitting if self._chair(device) is None]
        for device in gone:
            self.phones.dismiss(device.held.number)
        return [Signal(SignalKind.DEVICE_REMOVED, device=device) for device in gone]

    def _heard(self, event: Event, device: Device) -> list[Intent | Signal]:
        if isinstance(event, Joined):
            return self._joined(event, device)
        if isinstance(event, Asleep):
            return [Signal(SignalKind.DEVICE_REMOVED, device=device)]
        if isinstance(event, Awake):
            return [Signal(SignalKind.DEVICE_ADDED, device=device)]
        done = event.message
        if isinstance(done, Leave):
            chair = self._chair(device)
            if chair is not None:
                self._stand_up(chair)
            return [Signal(SignalKind.DEVICE_REMOVED, device=device)]
        if isinstance(done, Named):
            self._rename(device, done.name)
            return [Signal(SignalKind.DEVICE_ADDED, device=device)]
        if isinstance(done, Press):
            return self._pressed(event.phone, done, device)
        if isinstance(done, Tap):
            return self._tapped(event.phone, done, device)
        if isinstance(done, Fetch):
            self._give(event.phone, device, done)
        return []

    def _tapped(self, number: int, tap: Tap, device: Device) -> list[Intent | Signal]:
        """Turn a tap on a phone's board into a press on the table's board.

        The game's own page says which point of the table's board belongs to the tap.
        """
        scene = self._top()
        is_heard = self._hears() and not self.screens.is_new(number) and self._chair(device) is not None
        if is_heard and scene is not None and self.screens.are_of(number, scene):
            find = own_page(self.services, scene, device).point
            if find is not None and (point := find((tap.x, tap.y), tap.cell)) is not None:
                return [Intent(Kind.RELEASE, device, point)]
        self.phones.refuse(number, tap)
        return []

    def _pressed(self, number: int, press: Press, device: Device) -> list[Intent | Signal]:
        """Turn a press into an intent; refuse a press that was meant for an earlier scene.

        The press is a direction, an entry of the bar, an answer, or a button of the game's own page.
        """
        scene = self._top()
        # A press that is not heard has no effect.
        is_heard = self._hears() and self._chair(device) is not None
        if not is_heard or scene is None or not self.screens.are_of(number, scene):
            self.phones.refuse(number, press)
            return []
        if self.screens.is_new(number) and press.button not in SHELF:
            if press.button == MEET:
                self.screens.meet(number)
            else:
                self.phones.refuse(number, press)
            return []
        if (kind := KINDS.get(press.button)) is not None:
            return [Intent(kind, device, repeat=press.repeat)]
        if press.button in {button.id for button in answers(self.services, scene)}:
            return [Intent(Kind.ANSWER, device, value=int(press.button.removeprefix(ANSWER)))]
        if press.button in CHOICES and self._shows(number, press.button):
            return [Intent(Kind.DIGIT, device, value=CHOICES.index(press.button))]
        if (meant := own_page(self.services, scene, device).meant(press.button, press.value)) is not None:
            return [Intent(meant[0], device, value=meant[1])]
        self.phones.refuse(number, press)
        return []

    def _shows(self, number: int, button: str) -> bool:
        """Return whether a phone shows this button and it can be pressed. False if the phone has left."""
        known = self.phones.known.get(number)
        shown = None if known is None else known.shown
        return shown is not None and any(each.id == button and each.enabled for each in shown.buttons)

    def _give(self, number: int, device: Device, fetch: Fetch) -> None:
        """Send a phone at the table the finished game or the cup's film, or tell it why it gets nothing."""
        t, scene, chair = self.services.stage.t, self._top(), self._chair(device)
        page = None if scene is None or chair is None else scene.phone_view(device).page
        if isinstance(page, ResultPage) and page.record is not None:
            self._keepsakes.ask(number, page.record(), fetch.what)
        elif isinstance(page, ResultPage) and page.film is not None and fetch.what == "film":
            self._keepsakes.ask_for_cup(number, page.film)
        else:
            self.screens.note(number, t("phones.no_record"))

    def _joined(self, joined: Joined, device: Device) -> list[Intent | Signal]:
        """Give a phone a chair: the one it had before, one that has lost its device, or a new one."""
        if joined.ticket.watching:
            return []
        roster = self.services.people.roster
        if self._chair(device) is None:
            loose = next((chair for chair in roster.people if not chair.device), None)
            try:
                if loose is not None:
                    self.services.people.seat(roster.with_chair(replace(loose, device=device.held)))
                else:
                    self.services.people.seat(roster.sit(device.held))
            except GameError:
                self.phones.dismiss(joined.ticket.phone, full=True)
                return []
            self.services.stage.audio.play("pawn")
            # A visitor who scanned the code of the demo has not seen their seat yet.
            if self.services.is_unattended:
                self.screens.welcome(joined.ticket.phone)
        return [Signal(SignalKind.DEVICE_ADDED, device=device)]

    def _rename(self, device: Device, name: str) -> None:
        chair, known = self._chair(device), self.phones.known.get(device.held.number)
        if chair is None or known is None or not name:  # a phone may have left at once
            return
        try:
            if self.services.is_unattended:
                with self.services.stage.strings.in_language(known.language):
                    given = given_names(self.services, chair).get(name)
                if given is None:
                    raise GameError("strangers choose among the names of the house")
                self.services.people.seat(self.services.people.roster.with_chair(replace(chair, name=given, profile=0)))
            else:
                self.services.people.seat(self.services.people.named(chair, name, keeps=False))
        # Somebody else has the name; the phone keeps its old one.
        except GameError:
            self.services.stage.audio.play("barred")

    def _stand_up(self, chair: Chair) -> None:
        self.services.people.seat(self.services.people.roster.leave(chair.identity))

    def _chair(self, device: Device) -> Chair | None:
        return next((chair for chair in self.services.people.roster.chairs if chair.device == device.held), None)

    def _keep(self) -> None:
        if self.phones.kept != self._kept:
            self._kept = self.phones.kept
            self.services.store.set(_KEPT, self._kept.to_text())


def read_address(stored: object) -> str:
    """Read a stored IPv4 address. Raises ValueError."""
    return str(IPv4Address(decode(str, stored)))


def _stored(services: Services) -> KeptServer:
    """Return the code and the seats that were stored when the program last ended."""
    return services.store.read(_KEPT, lambda stored: KeptServer.from_text(str(stored)), KeptServer())
