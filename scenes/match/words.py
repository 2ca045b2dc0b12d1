"""A match's words: beside the board, in the bar, spoken, and on phones; and the list of its moves.

A phone shows the board from its own seat, with the selection that the table's screen shows.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from game.core.rules import Seat
from game.phones.snapshot import PhoneButton, cut
from scenes.kit.drawing.glyphs import Prompt
from scenes.kit.input.intents import Device, Intent, Kind
from scenes.kit.scene import PhoneView
from scenes.kit.sound.speech import sentences
from scenes.match import verdict
from scenes.match.controller import MatchController
from scenes.match.strip import WaitingStrip
from scenes.table.column.move_list import MoveEntry, MoveList, entries
from scenes.table.column.side_panel import PanelContent
from scenes.table.contract.phone_pages import LABEL, LINE, PageData, SeatPage


class MatchWords:
    """The texts of one match. They change nothing in it."""

    def __init__(self, controller: MatchController) -> None:
        self.controller = controller
        self.stage = controller.stage
        self.services = controller.services
        self.session = controller.session
        self.board = controller.board
        self.input = controller.input
        self.hint_service = controller.hint_service
        self._undo_known = (-1, False)
        # First the device and language, then the prompts of the last turn that were made for them.
        self._latest: tuple[object, list[Prompt]] = None, []
        self._written: tuple[tuple[int, str], tuple[MoveEntry, ...]] = ((-1, ""), ())

    @property
    def content(self) -> PanelContent:
        """The content of the side panel."""
        session = self.session
        actor = next(iter(session.actors()), None)
        moves = MoveList(
            self._entries(),
            session.ply - 1,
            "" if actor is None else session.seats[actor].identity,
        )
        thinking = actor is not None and session.seats[actor].is_ai and not self.note
        return PanelContent(
            self.sentence(),
            self.helper(),
            self.controller.table.shown,
            self.controller.table.drawn_lights(),
            moves,
            self.input.problem,
            thinking,
            self.input.actors(),
            self.input.selection,
        )

    def _entries(self) -> tuple[MoveEntry, ...]:
        """The list of moves, cached until the game changes."""
        about = (self.session.revision, self.stage.strings.language)
        if self._written[0] != about:
            self._written = about, entries(self.board.words, self.session.seats, self.session.steps)
        return self._written[1]

    def sentence(self) -> str:
        """Return the main sentence: whose turn it is or who won, or the board's own sentence where all act at once."""
        t = self.stage.t
        outcome = self.session.outcome
        if outcome is not None:
            return verdict.title(self.services, self.session)
        if self.controller.is_simultaneous:
            return self.input.turn_at(self.controller.table.shown).sentence
        return t("match.turn", name=self._name(self.session.actors()[0]))

    @property
    def note(self) -> str:
        """The controller's note, if any."""
        if self.hint_service.looking:
            return self.stage.t("match.looking")
        return self.controller.note or (self.stage.t("store.lagging") if self.controller.saving_lags else "")

    def helper(self) -> str:
        """Return what to do now."""
        if self.note:
            return self.note
        if self.session.outcome is not None:
            return ""
        if self.controller.is_simultaneous:  # the text is for everybody, people and AIs
            return self.input.turn_at(self.controller.table.shown).helper
        actor = self.session.actors()[0]
        if self.session.seats[actor].is_ai and self.input.person is None:
            return self.stage.t("match.thinking", name=self._name(actor))
        if self.input.person is None:
            return ""
        if self.input.armed is not None:
            return self.confirm_text(self.input.armed)
        return self.input.turn.helper

    def confirm_text(self, action: object) -> str:
        """Say how to play `action`, which waits for a second press.

        If it is new to the player, the text explains it.
        """
        family = self.stage.devices.current.family
        new = self.input.first_time(action)
        if new:
            press = family if family in ("mouse", "touch") else "confirm"
            return f"{self.stage.t(new)}\n{self.stage.t(f'match.first.{press}')}"
        return self.input.turn.helper

    def prompts(self, seat: Seat | None) -> list[Prompt]:
        """Return the bar's prompts while `seat` is to act. While nobody may act, show the last ones in grey."""
        t = self.stage.t
        prompts: list[Prompt] = []
        about = self.stage.devices.current, self.stage.strings.language
        # Where several act at once, the board knows what each device can do.
        plays = self.session.spec.simultaneous or self.input.plays_now(self.stage.devices.current)
        if seat is not None and plays:
            prompts = list(self.input.turn.prompts)
            if self.input.armed is not None:  # an action waits for a confirmation
                prompts = [p._replace(button="primary") if p.control is Kind.CONFIRM else p for p in prompts]
            prompts += self._advice()
            self._latest = about, [*prompts]
        elif self.session.outcome is None and self._latest[0] == about and not self.session.spec.simultaneous:
            prompts = [prompt._replace(enabled=False) for prompt in self._latest[1]]
        policy = self.session.spec.undo_policy(self.session.options)
        if policy != "none" and self.session.outcome is None:
            prompts.append(Prompt(Kind.UNDO, t("glyph.undo"), "minor", enabled=self._can_undo()))
        can_redo = self.session.can_redo() and not self.input.claims(Intent(Kind.REDO, self.stage.devices.current))
        if can_redo or (policy == "free" and self.session.outcome is None):
            prompts.append(Prompt(Kind.REDO, t("glyph.redo"), "minor", enabled=can_redo))
        if self.stage.speech.is_enabled:
            prompts.append(Prompt(Kind.WHERE, t("glyph.where"), "minor"))
        # whether the board takes presses of Pause
        taken = self.input.claims(Intent(Kind.PAUSE, self.stage.devices.current))
        return [*prompts, Prompt(Kind.BACK if taken else Kind.PAUSE, t("glyph.pause"), "minor")]

    def _advice(self) -> list[Prompt]:
        """The prompts of hint and theory. A pad has one button for both, which shows the theory if there is one."""
        t = self.stage.t
        device = self.stage.devices.current
        if self.input.claims(Intent(Kind.HINT, device)):
            return []
        hint = Prompt(Kind.HINT, t("glyph.hint"), "minor")
        if not self.controller.scenes.theory_overlay:
            return [hint]
        label = t("glyph.hide_theory" if self.hint_service.showing else "glyph.theory")
        return [Prompt(Kind.HINT, label, "minor")] if device.is_pad else [hint, Prompt(Kind.THEORY, label, "minor")]

    def _can_undo(self) -> bool:
        """Whether an undo is possible; cached until the game changes."""
        if self._undo_known[0] != self.session.revision:
            self._undo_known = (self.session.revision, self.session.can_undo())
        return self._undo_known[1] and self.session.outcome is None

    def _name(self, seat: Seat) -> str:
        return self.services.people.name(self.session.seats[seat])


class MatchVoice:
    """Speaks the news of a match at every tick, the most important first. It changes nothing in the match."""

    def __init__(self, controller: MatchController, words: MatchWords) -> None:
        self.controller = controller
        self.words = words
        self.stage = controller.stage
        self._spoken_ply = controller.session.ply  # the number of actions spoken or skipped
        self._note = ""
        self._turn = ""
        self._aim: Sequence[str] = ()

    def again(self) -> None:
        """After another scene: speak once more whose turn it is."""
        self._turn = ""

    def tell_position(self) -> None:
        """Speak whose turn it is, and the position on screen (during an animation, an earlier one)."""
        shown = self.controller.session.state if self.controller.table.timeline.is_idle else self.controller.table.shown
        spoken = sentences(self.words.sentence(), *self.controller.board.words.position(shown))
        self.stage.say(spoken, urgent=True)

    def tick(self) -> None:
        """Speak the news."""
        if not self.stage.speech.is_enabled:
            self._spoken_ply = self.controller.session.ply
            return
        self._tell_actions()
        self._tell_note()
        if self.controller.session.outcome is None:  # the result scene speaks the end
            self._tell_turn()
            self._tell_aim()

    def _tell_actions(self) -> None:
        session, board = self.controller.session, self.controller.board
        for step in session.steps[self._spoken_ply :]:
            name = board.context.names[step.seat]
            self.stage.say(self.stage.t("speech.action", name=name, action=board.words.spoken(step)), urgent=True)
        self._spoken_ply = session.ply

    def _tell_note(self) -> None:
        note = self.controller.note
        if note != self._note:
            self.stage.say(note, urgent=True)
            self._note = note

    def _tell_turn(self) -> None:
        """Speak whose turn it is. Where all act at once, also speak the task."""
        turn = self.words.sentence()
        if self.controller.is_simultaneous:
            task, *_ = self.words.helper().split("\n")
            turn = sentences(turn, task)
        if turn != self._turn:
            self.stage.say(turn)
            self._turn = turn

    def _tell_aim(self) -> None:
        """Speak where the selection is, unless a mouse has moved it."""
        aim = self._parts()
        fresh = [part for part in aim if part not in self._aim]
        self._aim = aim
        if fresh and self.stage.devices.current.family != "mouse":
            self.stage.say(sentences(*fresh), passing=True)

    def _parts(self) -> Sequence[str]:
        taking = self.controller.input
        if taking.person is None:
            return ()
        parts = [*taking.turn.aim]
        if taking.problem is not None:
            parts += [taking.problem.title, taking.problem.text]
        if taking.armed is not None:
            parts.append(self.words.confirm_text(taking.armed))
        return parts


CLAIM = "play_for"  # the button with which a phone takes over a seat that has no device


class MatchPhone:
    """What phones show in one match."""

    def __init__(self, controller: MatchController, strip: WaitingStrip) -> None:
        self.services = controller.services
        self.session = controller.session
        self.input = controller.input
        self.board = controller.board
        self._controller = controller
        self._strip = strip

    def view(self, device: Device, words: MatchWords) -> PhoneView:
        """What a phone shows of the match."""
        actor = None if self.session.spec.simultaneous else next(iter(self.session.actors()), None)
        mine = self.input.plays_now(device)
        whose = "" if actor is None else self.session.seats[actor].identity
        name = self.services.people.name(self.session.seats[actor]) if actor is not None and whose else ""
        sentence = words.sentence()
        if actor is not None and mine:
            stands_in = self.input.phones.stands_in(actor)
            sentence = self._turn_for(actor) if stands_in else self.input.stage.t("phones.your_turn")
        asked, page = self._strip.phone_page(device, self._page(device))
        helper = words.helper() if mine else asked or self._resigned_text(device)
        return PhoneView(sentence, helper, mine, whose, name, page=page, said=self._controller.greeting)

    def _page(self, device: Device) -> SeatPage | None:
        """The game's own page for a phone, if it has one, with a button to take over the seat that is offered."""
        page = None if self.board.phone is None else self.board.phone.page(self._page_data(device))
        seats = self.input.phones.of(device)
        if page is not None and self.session.spec.simultaneous and any(map(self.input.phones.stands_in, seats)):
            page = replace(page, title=cut(self._turn_for(seats[0]), LINE))
        offered = self._offered(device)
        if offered is None:
            return page
        label = self.input.stage.t("phones.play_for", name=self._name(offered))
        claim = PhoneButton(CLAIM, cut(label, LABEL), "primary", spoken=label[:LINE])
        page = page or SeatPage("pad", ())
        decision, kinds = ("offered", offered, page.decision), {**page.kinds, CLAIM: (Kind.ANSWER, 0)}
        return replace(page, buttons=(claim, *page.buttons), decision=decision, kinds=kinds)

    def claims(self, device: Device) -> str:
        """Bind a phone to the seat offered to it. Returns the table's message, "" if no seat was offered."""
        seat = self._offered(device)
        if seat is None:
            return ""
        self.input.phones.claim(device, seat)
        stage = self.input.stage
        return stage.t("match.by_phone", phone=stage.pad_name(device.number), name=self._name(seat))

    def _turn_for(self, seat: Seat) -> str:
        """Return a phone's words while its owner plays for another person."""
        return self.input.stage.t("phones.plays_for", name=self._name(seat))

    def _resigned_text(self, device: Device) -> str:
        """Return who plays on for the phone's owner after a resignation, else ""."""
        people = self.services.people
        for seat in self.session.seats:
            chair = people.roster.chair(seat.identity)
            if seat.resigned and chair is not None and chair.device == device.held:
                return self.input.stage.t("resign.phone", ai=people.name(seat))
        return ""

    def _offered(self, device: Device) -> Seat | None:
        if self.input.plays_now(device):
            return None
        return self.input.phones.offered(device, self.input.people)

    def _name(self, seat: Seat) -> str:
        return self.board.context.names[seat]

    def _page_data(self, device: Device) -> PageData[object, object, object]:
        seat, people = self._seat_of(device), self.input.people
        legal = self.session.legal(seat) if seat is not None and seat in people else ()
        steps = self.session.steps
        last = steps[-1] if steps else None
        return PageData(self.session.state, seat, legal, self.input.selection, last, self.session.clock)

    def _seat_of(self, device: Device) -> Seat | None:
        """The seat from which a phone shows the board: the first of its seats that may act now, else its first.

        None if it has none.
        """
        own, people = self.input.phones.of(device), self.input.people
        return next((seat for seat in own if seat in people), next(iter(own), None))
