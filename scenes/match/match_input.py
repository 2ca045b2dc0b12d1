"""The input of a match: which seats a device plays, the selection, and the meaning of presses on the board.

It also plays all sounds except those of the board's clips. Whatever a sound says can also be seen. Each named person
sees an explanation once; people without a name see it once at this table.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

import pygame

from game.core.device_id import ANY, TABLE
from game.core.record import SeatConfig
from game.core.rules import Seat
from game.match_setup import has_own_name
from game.people.roster import stands_in
from game.session.session import Session
from game.storage.profiles import Profile
from scenes.kit.input.intents import DIRECTIONS, SWITCH, Device, Intent, Kind, Point
from scenes.kit.sound.audio import Audio
from scenes.services import Services
from scenes.table.board.board_view import BoardView
from scenes.table.board.confirm_gate import ConfirmGate
from scenes.table.contract.board import AnyBoard
from scenes.table.contract.input import Actors, InputResult
from scenes.table.contract.view import seat_pitch
from scenes.table.contract.words import IllegalReason, TurnWords

# How the store's keys begin for explanations that people without a name have seen.
SHOWN = "shown."


def is_new(services: Services, what: str, people: Sequence[SeatConfig]) -> bool:
    """Whether an explanation is new to one of these people. `what` is its key; for a demonstration, the game's id."""
    known = _known(services, people)
    new = any(what not in profile.shown for profile in known)
    return new or (len(known) < len(people) and not services.store.get(f"{SHOWN}{what}", False))


def keep_shown(services: Services, what: str, people: Sequence[SeatConfig]) -> None:
    """Store that `what` was shown to these people."""
    known = _known(services, people)
    for profile in known:
        services.store.profiles.mark_shown(profile.id, what)
    if len(known) < len(people) and not services.store.get(f"{SHOWN}{what}", False):
        services.store.set(f"{SHOWN}{what}", True)


def _known(services: Services, people: Sequence[SeatConfig]) -> list[Profile]:
    """The profiles of named people."""
    found = [services.store.profiles.find(seat.name) if has_own_name(seat.name) else None for seat in people]
    return [profile for profile in found if profile is not None]


MUSIC_LEVEL = 0.5  # the music's level in a match, as a share of its level in the menu
PHRASE_SECONDS = 1.2  # length of the phrases at the end of a game
EVERYBODY, EACH_SEAT = ("barred", "hint", "undo", "win", "over", "focus", "back"), ("turn", "lift")
SELECTING = {
    **dict.fromkeys((*DIRECTIONS, Kind.PREVIOUS, Kind.NEXT, Kind.TURN), "focus"),
    Kind.SECONDARY: "lift",
    Kind.BACK: "back",
}


class MatchSounds:
    """The sounds of one session; `clips` lists the sounds of its board's clips."""

    def __init__(self, audio: Audio, session: Session, clips: tuple[str, ...]) -> None:
        self.audio = audio
        self.session = session
        self._clips = clips

    def begin(self) -> None:
        """Lower the music and load all sounds of the match."""
        self.audio.start_music(MUSIC_LEVEL)
        self.audio.play("start")
        self.audio.preload(EVERYBODY)
        self.audio.preload((*EACH_SEAT, *self._clips), map(seat_pitch, range(len(self.session.seats))))

    def selected(self, kind: Kind, seat: Seat) -> None:
        """Play the sound of a press that changed the selection of `seat`."""
        name = SELECTING.get(kind)
        if name is not None:
            self.audio.play(name, 0.5 if name == "focus" else 1.0, seat_pitch(seat) if name == "lift" else 0)

    def barred(self) -> None:
        """Play the sound of a forbidden try."""
        self.audio.play("barred")

    def turn(self, seat: Seat) -> None:
        """Play the sound of a person's turn."""
        self.audio.play("turn", pitch=seat_pitch(seat))

    def ended(self) -> None:
        """Play the phrase at the end of a game: a bright one if people won or AIs played alone, else a quiet one."""
        outcome = self.session.outcome
        winners = [] if outcome is None else [self.session.seats[seat] for seat in outcome.winners]
        only_robots = all(seat.is_ai for seat in self.session.seats)
        won = bool(winners) and (only_robots or any(not seat.is_ai for seat in winners))
        self.audio.duck(PHRASE_SECONDS)
        self.audio.play("win" if won else "over")


@dataclass(frozen=True, slots=True)
class NotYourTurn:
    """A press by a device that does not play for `seat`, which is in turn."""

    seat: Seat


class MatchInput:
    """The input of one match; other parts play the chosen action."""

    def __init__(
        self, services: Services, session: Session, board: AnyBoard, table: BoardView, sounds: MatchSounds
    ) -> None:
        self.stage = services.stage
        self._turn: tuple[object, object, TurnWords | None] = (None, None, None)
        self.session = session
        self.board = board
        self.table = table
        self.sounds = sounds
        self._services = services
        self.phones = PhoneSeats(services, session)
        self.confirm_gate: ConfirmGate[Any, Any, Any] = ConfirmGate(services, session.spec, board, self._is_new)
        self.selection: Any = None  # the game's screen defines its type
        self.family = ""  # the kind of device with which the selection began
        # for each seat, the rectangle in pixels of its card, on which its pieces in hand lie
        self.cards: Mapping[Seat, pygame.Rect] = {}
        self.drag = self.confirm_gate.drag
        self.drag.on_stock = self._on_own_card

    # Who

    @property
    def people(self) -> tuple[Seat, ...]:
        """The people who may act now. Where seats act in turn, nobody may before the board is at rest."""
        if not self.session.spec.simultaneous and not self.table.timeline.is_idle:
            return ()
        return tuple([seat for seat in self.session.actors() if seat in self.session.people])

    @property
    def person(self) -> Seat | None:
        """The person in turn, or the first of several who act at once."""
        return next(iter(self.people), None)

    def actors(self, device: Device | None = None) -> Actors[object, object]:
        """The people who may act and their legal actions; with `device`, only the people who play with it."""
        return self._actors(self.people if device is None else self._played_by(device, self.people))

    def _actors(self, seats: Iterable[Seat]) -> Actors[object, object]:
        legal = {seat: self.session.legal(seat) for seat in seats}
        clocks = self.session.clocks
        return Actors(self.session.state, legal, clocks.clock, clocks.silence)

    def plays_now(self, device: Device) -> bool:
        """Whether a device plays for a person who may act now."""
        return bool(self._played_by(device, self.people))

    def has_phone(self, seat: Seat) -> bool:
        """Whether an awake phone plays a seat, so that one-button play skips it."""
        wanted = self.session.seats[seat].device
        return any(pad.is_phone and pad.held == wanted for pad in self.stage.devices.pads())

    def _played_by(self, device: Device, people: Sequence[Seat]) -> Sequence[Seat]:
        """The people whom a device plays for: its owners, and people who have no device or whose device is lost.

        A phone plays for its owners only.
        """
        if device == SWITCH:
            return people
        if device.is_phone:
            own = self.phones.of(device)
            return [seat for seat in people if seat in own]
        seats = self.session.seats
        others = {seats[seat].device for seat in people} - {ANY, device.held}
        if others:
            others &= {TABLE, *(pad.held for pad in self.stage.devices.pads())}  # lost devices do not count
        return [seat for seat in people if seats[seat].device not in others]

    # What

    def begin(self) -> None:
        """Clear the selection, for the device in use."""
        self.family = self.stage.devices.current.family
        self.confirm_gate.clear()
        seat = self.person
        legal = self.session.legal(seat) if seat is not None else ()
        self.selection = self.board.input.empty(self.session.state, legal, self.family)

    def go_on(self) -> None:
        """Go on after an action of a simultaneous game: the others keep their selection."""
        if self.board.simultaneous is not None:
            actors, family = self.actors(), self.stage.devices.current.family
            self.selection = self.board.input.empty(actors.state, actors.actions, family, self.selection)

    def consider(self, action: object) -> None:
        """Select an action, so that a confirm plays it."""
        self.confirm_gate.clear()
        self.selection = self.board.input.considering(action)

    @property
    def problem(self) -> IllegalReason | None:
        """The reason why a person's selection cannot be played."""
        return None if self.person is None else self.turn.problem

    @property
    def turn(self) -> TurnWords:
        """The board's words about the selection, for the device in use; cached."""
        return self.turn_at(self.session.state)

    def turn_at(self, state: object) -> TurnWords:
        """Return the same as `turn`, but for `state`, such as an earlier position that the screen still shows."""
        stage = self.stage
        family, language = stage.devices.current.family, stage.strings.language
        now = 0.0 if self.board.simultaneous is None else stage.time
        about = (self.board.words, stage.devices.current, self.selection, self.armed, language, now)
        known_state, known_about, words = self._turn
        if known_state is not state or known_about != about or words is None:
            words = self.board.words.turn(state, self.selection, family, self.armed)
            self._turn = state, about, words
        return words

    @property
    def armed(self) -> object | None:
        """The action that waits for a second press, if any."""
        return None if self.person is None else self.confirm_gate.armed

    @property
    def is_engaged(self) -> bool:
        """Whether pressing Back would cancel something on the board."""
        return self.person is not None and self.confirm_gate.is_engaged(self.selection)

    @property
    def drag_at(self) -> Point | None:
        """The point, in pixels, to which a pointer carries a piece."""
        return self.drag.at

    def claims(self, intent: Intent) -> bool:
        """Whether the board takes a press that otherwise belongs to the match."""
        together = self.board.simultaneous
        return together is not None and together.claims(self.selection, intent)

    @property
    def holds_clock(self) -> bool:
        """Whether the clock and AI seats wait for an action that someone has begun to enter."""
        together = self.board.simultaneous
        return together is not None and together.holds_clock(self.selection)

    # Presses

    def let_go(self) -> None:
        """Forget what the pointer has pressed or carried, because a new press begins."""
        self.drag.let_go()

    def press(self, intent: Intent) -> InputResult[object, object] | NotYourTurn | None:
        """Return the result of a press on the board; None if the press is not for the board."""
        if not intent.finger and not self.drag.follows(intent):
            return None  # the press began on the bar, or it skipped an animation
        people = self.people
        actors = self._actors(self._played_by(intent.device, people))
        if self.board.simultaneous is not None:
            return self._keep(self.board.input.choose(actors, self.selection, intent))
        if not people:
            self.drag.let_go()  # a press that began in another person's turn does not count
            return None
        (seat,) = people
        if seat not in actors.legal:
            return None if intent.kind is Kind.HOVER else NotYourTurn(seat)
        if self._takes_up(intent, actors):
            return None
        return replace(self._choose(seat, actors, intent), seat=seat)

    def _choose(self, seat: Seat, actors: Actors[object, object], intent: Intent) -> InputResult[object, object]:
        before, carried = (self.selection, self.confirm_gate.armed), self.drag.at
        chosen = self._keep(self.confirm_gate.press(actors, self.selection, intent))
        if chosen.action is None and (chosen.selection, self.confirm_gate.armed) != before:
            lifts = carried is None and self.drag.at is not None
            self.sounds.selected(Kind.SECONDARY if lifts else intent.kind, seat)
        if chosen.action is None and intent.kind in (Kind.CONFIRM, Kind.RELEASE) and self.problem is not None:
            self.sounds.barred()
        return chosen

    def wait(self, dt: float) -> InputResult[object, object] | None:
        """Where seats act at once, return what the board decides after `dt` seconds without a press, or None."""
        if self.board.simultaneous is None:
            return None
        chosen = self.board.input.elapse(self._actors(self.people), self.selection, dt)
        self.selection = chosen.selection
        return None if chosen.action is None and chosen.wish is None else chosen

    def _keep(self, chosen: InputResult[object, object]) -> InputResult[object, object]:
        self.selection = chosen.selection
        return chosen

    def first_time(self, action: object) -> str:
        """Return the key of the explanation if `action` is new to the person in turn, else ""."""
        key = self.board.words.first_times.get(type(action), "")
        seat = self.person if key else None
        return key if seat is not None and is_new(self._services, key, [self.session.seats[seat]]) else ""

    def keep_known(self, seat: Seat, action: object) -> None:
        """Store that the person of `seat` has played an action of this kind."""
        key = self.board.words.first_times.get(type(action), "")
        if key and not self.session.seats[seat].is_ai:
            keep_shown(self._services, key, [self.session.seats[seat]])

    def _is_new(self, action: object) -> bool:
        return bool(self.first_time(action))

    def _takes_up(self, intent: Intent, actors: Actors[object, object]) -> bool:
        """Whether this is the first arrow press after a pointer was used. Such a press only shows the focus."""
        if intent.device.family == self.family:
            return False
        self.family = intent.device.family
        empty = partial(self.board.input.empty, actors.state, actors.actions)
        if intent.kind not in DIRECTIONS or self.selection != empty("mouse"):
            return False
        self.selection = empty(self.family)
        return True

    def _on_own_card(self, point: tuple[int, int]) -> bool:
        """Whether `point` is on the card of the person in turn, where the pieces in hand lie."""
        seat = self.person
        return seat is not None and seat in self.cards and self.cards[seat].collidepoint(point)


class PhoneSeats:
    """The seats that phones play in one match.

    A phone plays its owner's seats. It takes over a seat without a device when the phone's owner presses the button for
    that seat.

    `SeatConfig.device`, and so the card at the table, shows which phone plays a seat.
    """

    def __init__(self, services: Services, session: Session) -> None:
        self._services = services
        self._session = session

    def of(self, device: Device) -> tuple[Seat, ...]:
        """The seats of a phone: those bound to it, and its owner's."""
        seats = [(seat, config) for seat, config in enumerate(self._session.seats) if not config.is_ai]
        return tuple([s for s, config in seats if config.device == device.held or self._is_own(s, config, device)])

    def offered(self, device: Device, people: Sequence[Seat]) -> Seat | None:
        """Return the seat that a phone may take over: the first of `people` (who may act) that has no device.

        Where all act at once, a phone serves one seat only.
        """
        if self._session.spec.simultaneous and self.of(device):
            return None
        roster, seats = self._services.people.roster, self._session.seats
        if all(chair.device != device.held for chair in roster.chairs):
            return None  # the phone's owner is not a player
        phones = [pad for pad in self._services.stage.devices.pads() if pad.is_phone and pad != device]
        taken = {seat for pad in phones for seat in self.of(pad)}
        free = [seat for seat in people if not seats[seat].device and seat not in taken]
        return next((seat for seat in free if seat not in self.of(device)), None)

    def bind(self, device: Device, people: Sequence[Seat]) -> bool:
        """Bind a phone to its owner's seats if one of them may act (is in `people`). Returns whether it got a seat."""
        own, seats = self.of(device), self._session.seats
        new = [seat for seat in own if seats[seat].device != device.held] if set(own) & set(people) else []
        for seat in new:
            self.claim(device, seat)
        return bool(new)

    def claim(self, device: Device, seat: Seat) -> None:
        """Bind a phone to a seat."""
        self._session.reseat(seat, replace(self._session.seats[seat], device=device.held))

    def stands_in(self, seat: Seat) -> bool:
        """Whether another person's phone plays a seat."""
        return stands_in(self._services.people.roster, self._session.seats[seat])

    def _is_own(self, seat: Seat, config: SeatConfig, device: Device) -> bool:
        """Whether a seat belongs to a phone's owner, since the seat has the owner's colour and shape.

        False if the owner has left the seat in mid-game, or plays it with another device.
        """
        roster = self._services.people.roster
        chair = roster.chair(config.identity)
        if chair is None or chair.device != device.held:
            return False
        if any(change.seat == seat for change in self._session.changes):
            return False
        return not config.device or stands_in(roster, config)
