"""Phones in a match: each sees the board from its own seat, and what it chooses is the screen's own selection."""

from __future__ import annotations

from dataclasses import replace

from game.core.rules import Seat
from game.phones.snapshot import PhoneButton, cut
from scenes.kit.input.intents import Device, Kind
from scenes.kit.scene import PhoneView
from scenes.match.controller import MatchController
from scenes.match.words import MatchWords
from scenes.table.contract.phone_hand import LABEL, LINE, HandPage, InHand

CLAIM = "play_for"  # the button by which a phone says that it plays for somebody who has no device


class MatchPhone:
    """The board's pages for phones, in one match."""

    def __init__(self, controller: MatchController) -> None:
        self.services = controller.services
        self.session = controller.session
        self.hands = controller.hands
        self.board = controller.board

    def view(self, device: Device, words: MatchWords) -> PhoneView:
        """What a phone shows of the match."""
        actor = None if self.session.spec.simultaneous else next(iter(self.session.actors()), None)
        mine = self.hands.plays_now(device)
        whose = "" if actor is None else self.session.seats[actor].identity
        name = self.services.people.name(self.session.seats[actor]) if actor is not None and whose else ""
        sentence = words.sentence()
        if actor is not None and mine:
            stands_in = self.hands.phones.stands_in(actor)
            sentence = self._turn_for(actor) if stands_in else self.hands.stage.t("phones.your_turn")
        helper = words.helper() if mine else self._resigned_text(device)
        return PhoneView(sentence, helper, mine, whose, name, page=self._page(device))

    def _page(self, device: Device) -> HandPage | None:
        """The game's own page for a phone, where it has one now; with a button to play for who has no device."""
        page = None if self.board.phone is None else self.board.phone.page(self._held(device))
        seats = self.hands.phones.of(device)
        if page is not None and self.session.spec.simultaneous and any(map(self.hands.phones.stands_in, seats)):
            page = replace(page, title=cut(self._turn_for(seats[0]), LINE))
        offered = self._offered(device)
        if offered is None:
            return page
        label = self.hands.stage.t("phones.play_for", name=self._name(offered))
        claim = PhoneButton(CLAIM, cut(label, LABEL), "primary", spoken=label[:LINE])
        page = page or HandPage("pad", ())
        decision, kinds = ("offered", offered, page.decision), {**page.kinds, CLAIM: (Kind.ANSWER, 0)}
        return replace(page, buttons=(claim, *page.buttons), decision=decision, kinds=kinds)

    def claims(self, device: Device) -> str:
        """Let a phone take the seat that it was offered; what the table says of it, "" where it was offered none."""
        seat = self._offered(device)
        if seat is None:
            return ""
        self.hands.phones.claim(device, seat)
        stage = self.hands.stage
        return stage.t("match.by_phone", phone=stage.pad_name(device.number), name=self._name(seat))

    def _turn_for(self, seat: Seat) -> str:
        """Return the words of a phone while it plays for somebody else."""
        return self.hands.stage.t("phones.plays_for", name=self._name(seat))

    def _resigned_text(self, device: Device) -> str:
        """Return who plays on for the person of a phone, who has given up; "" where that is nobody."""
        people = self.services.people
        for seat in self.session.seats:
            chair = people.roster.chair(seat.identity)
            if seat.resigned and chair is not None and chair.device == device.held:
                return self.hands.stage.t("resign.phone", ai=people.name(seat))
        return ""

    def _offered(self, device: Device) -> Seat | None:
        if self.hands.plays_now(device):
            return None
        return self.hands.phones.offered(device, self.hands.people)

    def _name(self, seat: Seat) -> str:
        return self.board.context.names[seat]

    def _held(self, device: Device) -> InHand[object, object, object]:
        seat, people = self._seat_of(device), self.hands.people
        legal = self.session.legal(seat) if seat is not None and seat in people else ()
        steps = self.session.steps
        last = steps[-1] if steps else None
        return InHand(self.session.state, seat, legal, self.hands.selection, last, self.session.clock)

    def _seat_of(self, device: Device) -> Seat | None:
        """Whose side a phone sees: that of a seat of its own which may act now, else its first; None for neither."""
        own, people = self.hands.phones.of(device), self.hands.people
        return next((seat for seat in own if seat in people), next(iter(own), None))
