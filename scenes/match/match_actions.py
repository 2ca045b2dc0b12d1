"""A match's actions other than moves: hints, offers, undo, resigning, and the pause menu.

When someone leaves in mid-game, or a pad is pulled out, a dialog asks who takes over.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from game.core.device_id import ANY, FIRST_PHONE
from game.core.record import SeatConfig
from game.core.rules import Seat
from game.match_setup import free_ai_name
from game.people.roster import free_name
from game.session.session import HANDED_OVER_LEVEL, Session
from scenes.kit.input.controllers import MATCH
from scenes.kit.input.intents import SWITCH, Device, Intent, Kind
from scenes.kit.scene import Nav, PhoneView, Pop, Push, Switch
from scenes.kit.widgets.dialog import Dialog, DialogAnswer, sure
from scenes.match.controller import MatchController
from scenes.match.pause_scene import PauseChoice, PauseScene, way_out
from scenes.match.questions import Agreement, PlayAction, Questions
from scenes.match.strip import WaitingStrip
from scenes.routes import ToDemonstration, ToRematch
from scenes.services import Services
from scenes.table.contract.input import Wish
from scenes.table.exercises import puzzle_days

WIDTH = 860  # width of a question's card in design pixels


@dataclass(frozen=True, slots=True)
class LeaveSeat:
    """The person of `seat` has to leave."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class TakeSeat:
    """`by` takes over `seat`. `agreed` says that the others have agreed."""

    seat: Seat
    by: SeatConfig
    agreed: bool = False


class Leaving:
    """The dialogs of one match about a person who leaves.

    Each dialog ends with a LeaveSeat or TakeSeat, for which the match opens the next dialog.
    """

    def __init__(self, services: Services, session: Session) -> None:
        self.services = services
        self.session = session

    @property
    def _people(self) -> list[Seat]:
        return [seat for seat, config in enumerate(self.session.seats) if not config.is_ai]

    @cached_property
    def _is_for_cup(self) -> bool:
        return self.services.people.party.is_cup_match(self.session.record())

    @property
    def is_possible(self) -> bool:
        """Whether a person may leave: not after the end, and not from a game with one seat."""
        return self.session.outcome is None and len(self.session.seats) > 1

    def took(self, takes: TakeSeat) -> None:
        """Note in the cup who plays on, if the match belongs to the cup."""
        if self._is_for_cup:
            self.services.people.hand_on(self.session.seats[takes.seat].identity, takes.by)

    def seat_of(self, key: str) -> Seat | None:
        """The seat of the person with a device; None if that person may not leave."""
        found = (seat for seat in self._people if self.session.seats[seat].device == key)
        return next(found, None) if self.is_possible else None

    def ask(self) -> Push:
        """Ask who has to leave. With one person, ask the next question at once."""
        people = self._people
        if len(people) == 1:
            return self.ask_for(LeaveSeat(people[0]))
        t = self.services.stage.t
        answers = [
            DialogAnswer(self.services.people.name(self.session.seats[seat]), LeaveSeat(seat)) for seat in people
        ]
        return self._question(t("leave.who"), "", answers)

    def ask_for(self, goes: LeaveSeat) -> Push:
        """Ask who takes over: a level of the AI, a person waiting at the table, or a new one."""
        t, seat = self.services.stage.t, goes.seat
        config = self.session.seats[seat]
        answers = [DialogAnswer(self.services.people.name(by), TakeSeat(seat, by)) for by in self._waiting(config)]
        is_phone = config.device.is_phone  # a phone leaves with its owner
        somebody = replace(config, name=self._free_name, device=ANY if is_phone else config.device)
        answers.append(DialogAnswer(t("leave.somebody"), TakeSeat(seat, somebody)))
        if len(self._people) > 1:
            for level in self.services.offers.levels:
                name = free_ai_name(self.session.seats, level, self._names_at_table)
                by = replace(somebody, kind="ai", level=level, strength=0.0, name=name, device=ANY)
                answers.append(DialogAnswer(self._named(by), TakeSeat(seat, by)))
        title = t("leave.title", name=self.services.people.name(config))
        return self._question(title, t("leave.body"), answers)

    def ask_others(self, takes: TakeSeat) -> Push:
        """Ask the other people to agree."""
        t = self.services.stage.t
        others = [self.session.seats[seat] for seat in self._people if seat != takes.seat]
        who = self._named(takes.by)
        agree = t("undo.agree", name=self.services.people.name(others[0])) if len(others) == 1 else t("undo.agree_all")
        title = t("leave.title", name=self.services.people.name(self.session.seats[takes.seat]))
        body = self.services.stage.strings.lines(t("leave.plays_on", name=who), agree)
        result = replace(takes, agreed=True)
        return sure(self.services.stage, title, body, t("undo.keep"), t("leave.agree"), result, WIDTH)

    def needs_others(self, takes: TakeSeat) -> bool:
        """Whether other people have to agree."""
        return not takes.agreed and any(seat != takes.seat for seat in self._people)

    def _waiting(self, config: SeatConfig) -> list[SeatConfig]:
        """The people at the table without a seat in this match, each with the colour and side of `config`."""
        seated = {seat.identity for seat in self.session.seats}
        if self._is_for_cup:
            seated |= {entrant.identity for entrant in self.services.people.party.entrants}
        waiting = [chair for chair in self.services.people.roster.people if chair.identity not in seated]
        return [replace(config, name=chair.name or self._free_name, device=chair.seat().device) for chair in waiting]

    @property
    def _free_name(self) -> str:
        """A preset name that nobody has; "" if there is none. Then the colour alone names the person."""
        return free_name([*(seat.name for seat in self.session.seats), *self._names_at_table])

    @property
    def _names_at_table(self) -> list[str]:
        """The names of all at the table, also of those in the cup whose chairs are empty."""
        party = self.services.people.party
        found = [chair.name for chair in party.roster.chairs]
        return found if party.cup is None else found + [party.cup.holder(one.identity).name for one in party.entrants]

    def _named(self, by: SeatConfig) -> str:
        name = self.services.people.name(by)
        return self.services.stage.t("who.ai", level=by.level, name=name) if by.is_ai else name

    def _question(self, title: str, body: str, answers: list[DialogAnswer]) -> Push:
        stay = DialogAnswer(self.services.stage.t("leave.stay"), None, primary=True)
        return Push(
            lambda: Dialog(self.services.stage, title, body, [stay, *answers], stacked=True, columns=2, width=WIDTH)
        )


@dataclass(frozen=True, slots=True)
class Replacement:
    """`device` takes over `seat`; an AI does if `device` is None."""

    seat: Seat
    device: Device | None


@dataclass(frozen=True, slots=True)
class ReturnedDevice:
    """The pad `device` belongs to `seat`, but another player sits there now."""

    seat: Seat
    device: Device


class LostDevices:
    """Follows the pads of one match's seats."""

    def __init__(self, services: Services, session: Session) -> None:
        self.services = services
        self.session = session
        self._devices = services.stage.devices
        self.owners: dict[Seat, SeatConfig] = {}  # for each seat with another player, its first configuration

    def hold(self) -> None:
        """Reserve the numbers of the pads in this match, even while they are unplugged."""
        configs = [self.owners.get(seat, config) for seat, config in enumerate(self.session.seats)]
        self._devices.identity.hold(MATCH, {number for config in configs if (number := config.device.slot)})

    def release(self) -> None:
        """Release the reserved numbers at the end of the match."""
        self._devices.identity.hold(MATCH, ())

    def missing(self) -> Sequence[Seat]:
        """The seats of people whose pad is unplugged."""
        missing, seats = self._devices.identity.missing, self.session.seats
        return [seat for seat in self.session.people if seats[seat].device.slot in missing] if missing else ()

    def watches(self, device: Device) -> bool:
        """Whether a pad plays for nobody, since each person has another device.

        False while a person who may act has lost their device, since the pad may replace the lost device.
        """
        people = [(seat, config.device) for seat, config in enumerate(self.session.seats) if not config.is_ai]
        keys = {key for _, key in people}
        if not keys or "" in keys or device.held in keys:
            return False
        present = {"table", *(pad.held for pad in self._devices.pads())}
        if not keys & present:
            return False  # nobody's device is present, so nobody could play if this pad only watched
        acting = self.session.actors()
        return not any(seat in acting and key not in present for seat, key in people)

    def replace(self, found: Replacement) -> None:
        """Let a device or an AI take over a seat. A pad without a seat takes the number of the missing pad."""
        seat, device = found.seat, found.device
        config = self.session.seats[seat]
        is_stranger = device is not None and device.is_pad and not (self._plays(device) or self._sits(device))
        if device is not None and is_stranger and config.device.slot < FIRST_PHONE:
            self._devices.become(device, config.device.slot)
            return
        self.owners.setdefault(seat, config)
        if device is None:
            name = free_ai_name(self.session.seats, HANDED_OVER_LEVEL)
            after = replace(config, kind="ai", level=HANDED_OVER_LEVEL, strength=0.0, name=name, device=ANY)
        else:
            after = replace(config, device=device.held)
        self.session.reseat(seat, after)
        self.hold()

    def forget(self, seat: Seat) -> None:
        """Note that the person has left for good: the returning pad does not get the seat back."""
        self.owners.pop(seat, None)

    def claimed_by(self, device: Device) -> list[Seat]:
        """The seats that have another player now, and whose owner lost a pad that could be `device`."""
        if not device.is_pad or self._plays(device) or self.session.outcome is not None:
            return []
        could_be = self._devices.identity.could_be
        return [seat for seat, owner in self.owners.items() if could_be(device, owner.device.slot)]

    def take_back(self, returned: ReturnedDevice) -> None:
        """Give the owner of a returned pad the seat back."""
        owner = self.owners.get(returned.seat)
        pad = None if owner is None else self._devices.become(returned.device, owner.device.slot)
        if pad is not None:
            self.welcome(pad)

    def welcome(self, device: Device) -> Seat | None:
        """Give the owner of a plugged-in pad the seat back. Returns the pad's seat; None if it has none."""
        key = device.held
        for seat, config in self.owners.items():
            if config.device == key and self.session.outcome is None:
                self.session.reseat(seat, config)
                del self.owners[seat]
                return seat
        seats = self.session.seats
        return next((seat for seat, config in enumerate(seats) if config.device == key and not config.is_ai), None)

    def _plays(self, device: Device) -> bool:
        return any(config.device == device.held for config in self.session.seats)

    def _sits(self, device: Device) -> bool:
        """Whether a pad has a chair at the table, in the match or waiting."""
        return any(chair.device == device.held for chair in self.services.people.roster.chairs)

    def may_play_for(self, seat: Seat, device: Device) -> bool:
        """Whether a device may take over a seat. Where all act at once, a pad plays for one seat only."""
        return not (self.session.spec.simultaneous and device.is_pad and self._plays(device))


class LostDeviceDialog(Dialog):
    """Asks who takes over a lost pad's seat: an AI (first answer), or the person who presses the second answer.

    Pops with a Replacement, or None if the pad is back.
    """

    def __init__(self, lost: LostDevices, seat: Seat) -> None:
        stage = lost.services.stage
        t = stage.t
        name = lost.services.people.name(lost.session.seats[seat])
        self._lost = lost
        self._seat = seat
        # The device that pressed last. A press in one-button play counts as the table's.
        self._by: Device = SWITCH
        answers = [
            DialogAnswer(t("device.ai_plays"), Replacement(seat, None)),
            DialogAnswer(t("device.take_over"), self, primary=True),
        ]
        is_phone = lost.session.seats[seat].device.is_phone
        title = t("device.asleep" if is_phone else "device.lost", name=name)
        super().__init__(stage, title, self._sentence(name, is_phone), answers, width=960)

    def _sentence(self, name: str, is_phone: bool) -> str:
        """What to do about the lost device of the person `name`."""
        t, missing = self._lost.services.stage.t, self._lost.services.stage.devices.identity.missing
        if is_phone:
            return t("device.asleep.body", name=name)
        if len(missing) > 1:
            return t("device.lost.which", name=name)
        return t("device.lost.body", name=name)

    def phone_view(self, device: Device) -> PhoneView:
        """Return the title with a sentence for phones, which does not ask to plug in a pad."""
        name = self._lost.services.people.name(self._lost.session.seats[self._seat])
        return PhoneView(self.title, self.stage.t("device.lost.on_phone", name=name))

    def answered(self, result: object) -> Nav | None:
        if result is not self:
            return Pop(result)
        if not self._lost.may_play_for(self._seat, self._by):
            self.stage.audio.play("barred")
            return None
        return Pop(Replacement(self._seat, self._by))

    def intent(self, intent: Intent) -> Nav | None:
        self._by = intent.device
        if intent.kind is Kind.BACK:
            return None  # someone must play this seat before the game goes on
        return super().intent(intent)

    def tick(self, dt: float) -> Nav | None:
        super().tick(dt)
        return None if self._seat in self._lost.missing() else Pop()


class ReturnDialog(Dialog):
    """Asks whose pad `device` is, after it has pressed A without having a seat.

    Pops with a ReturnedDevice, or None if the pad only watches.
    """

    def __init__(self, lost: LostDevices, device: Device, seats: Sequence[Seat]) -> None:
        stage, services = lost.services.stage, lost.services
        answers = [
            DialogAnswer(services.people.name(lost.owners[seat]), ReturnedDevice(seat, device)) for seat in seats
        ]
        answers.append(DialogAnswer(stage.t("device.only_watches"), None, primary=True))
        super().__init__(stage, stage.t("join.whose", number=device.number), "", answers, stacked=True, width=640)


class MatchActions:
    """Asks the people who have to agree, then lets the controller act."""

    def __init__(self, controller: MatchController, strip: WaitingStrip) -> None:
        self.controller = controller
        self.session = controller.session
        self._strip = strip
        self.leaving = Leaving(controller.services, controller.session)
        self.questions = Questions(controller.services, controller.session, controller.board)
        # The latest checked revision of the game, and whether only answers to an offer are legal in that revision.
        self._owed = -1, False

    def carry_out(self, result: object) -> Nav | None:
        """Carry out the result of a dialog or menu above the match."""
        controller = self.controller
        if isinstance(result, PauseChoice):
            return self._chosen(result)
        if isinstance(result, PlayAction) and (seat := controller.input.person) is not None:
            controller.submit(seat, self.session.spec.rules.parse(result.text))
        elif isinstance(result, LeaveSeat):
            return self.leaving.ask_for(result)
        elif isinstance(result, TakeSeat) and self.leaving.needs_others(result):
            return self.leaving.ask_others(result)
        elif result is Agreement.UNDO:
            controller.undo()
        elif result is Agreement.MORE_TIME:
            controller.give_time()
        elif result is Agreement.RESIGN:
            controller.resign()
        elif result is Agreement.THEORY:
            controller.show_theory(True)
        elif result is Agreement.WATCH:
            return Push(ToDemonstration(self.session.spec.id, Pop()))
        elif result is Agreement.RESTART:
            return Switch(ToRematch(self.session.record()))
        return None

    def pause_menu(self) -> Nav:
        services, resigner = self.controller.services, self.controller.resigner
        hint_service = self.controller.hint_service
        analysing = None if hint_service.evaluation is None else hint_service.showing
        quiet = self._strip.is_muted_by(self._presser) if self._strip.is_on else None
        return Push(lambda: PauseScene(services, self.session, resigner, analysing, quiet))

    @property
    def _presser(self) -> str:
        """The identity of the person who pressed: the only player with the device in use, else the player in turn."""
        held = self.controller.stage.devices.current.held
        own = [seat.identity for seat in self.session.seats if seat.device == held and not seat.is_ai]
        return own[0] if len(own) == 1 else self.session.seats[self.session.actors()[0]].identity

    def _chosen(self, choice: PauseChoice) -> Nav | None:
        if choice is PauseChoice.MENU:
            return way_out(self.controller.services, self.session)[1]()
        if choice is PauseChoice.SIGNS:
            self._strip.mute(self._presser)
            return None
        if choice is PauseChoice.RESIGN:
            seat = self.controller.resigner
            return None if seat is None else self.questions.resign(seat)
        ways: dict[PauseChoice, Callable[[], Nav | None]] = {
            PauseChoice.UNDO: self.ask_undo,
            PauseChoice.MORE_TIME: self._ask_more_time,
            PauseChoice.ANALYSIS: self.toggle_theory,
            PauseChoice.REDO: self.controller.redo,
            PauseChoice.HINT: self.controller.ask_hint,
            PauseChoice.LEAVE: self.leaving.ask,
            PauseChoice.RESTART: self.questions.restart,
        }
        return ways[choice]() if choice in ways else None

    def toggle_theory(self) -> Nav | None:
        """Show or hide the theory; between people, showing it needs the others' agreement."""
        showing = self.controller.hint_service.showing
        if self.controller.has_several_people and not showing:
            return self.questions.theory(self.controller.input.person, self.controller.scenes.theory_overlay)
        self.controller.show_theory(not showing)
        return None

    def leave_by(self, device: Device) -> Nav | None:
        """Let the person with this device leave."""
        seat = self.leaving.seat_of(device.held)
        return None if seat is None else self.leaving.ask_for(LeaveSeat(seat))

    def ask_undo(self) -> Nav | None:
        """Undo at once against AIs; between people, ask for agreement first."""
        if not self.session.can_undo():
            return None
        if self.controller.has_several_people:
            return self.questions.undo()
        self.controller.undo()
        return None

    def _ask_more_time(self) -> Nav | None:
        """Add time to the clock at once against AIs; between people, ask for agreement first."""
        if self.controller.has_several_people:
            return self.questions.more_time()
        self.controller.give_time()
        return None

    def grant(self, wish: Wish) -> Nav | None:
        """Carry out the wish of a lone player or of the person in turn."""
        if wish is Wish.CONCEDE:
            return self.questions.concede()
        if wish is Wish.NEXT and self._leaves_todays_puzzle:
            return self.questions.next_puzzle()
        if wish is Wish.NEXT:
            return Switch(ToRematch(self.session.record()))
        self.controller.undo_all()
        return None

    @property
    def _leaves_todays_puzzle(self) -> bool:
        """Whether the game is today's puzzle and not solved yet."""
        services, record = self.controller.services, self.session.record()
        if record.result is not None or puzzle_days.day_of(record, services.today) != services.today:
            return False
        return not puzzle_days.attempt_of(services, record.game, services.today).is_over

    def answer_owed(self) -> Nav | None:
        """The dialog for a pending draw offer."""
        if self._owed[0] != self.session.revision:
            self._owed = self.session.revision, self._are_answers()
        seat = self.controller.input.person if self._owed[1] else None
        return None if seat is None else self.questions.answer(seat)

    def _are_answers(self) -> bool:
        """Whether only answers to an offer are legal."""
        spec, actors = self.session.spec, self.session.actors()
        legal = self.session.legal(actors[0]) if spec.play.answers and actors else ()
        return bool(legal) and all(spec.rules.text(action) in spec.play.answers for action in legal)
