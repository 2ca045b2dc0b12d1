"""Handles presses on the page where people join, from all kinds of devices; and the menu of a chair."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal, Protocol

import pygame

from game.core.device_id import DeviceId
from game.people.roster import ANYWHERE, Chair
from scenes.join.join_table import CHAIRS, SHOWN, JoinTable, Naming, is_seat_key
from scenes.join.places import chip_places, more_place, wheel_places
from scenes.kit.drawing.glyphs import ARROWS, Prompt
from scenes.kit.input.bindings import key_face
from scenes.kit.input.intents import DIRECTIONS, KEYBOARD, Device, Intent, Kind, Point, Signal, SignalKind
from scenes.kit.layout import Places
from scenes.kit.scene import Nav, Pop, Push
from scenes.kit.stage import Stage
from scenes.kit.widgets.dialog import Dialog, DialogAnswer
from scenes.kit.widgets.focus import Focus
from scenes.services import Services
from scenes.table.contract.view import seat_pitch
from scenes.table.names import showable

What = Literal["name", "colour", "key", "level", "leave"]


@dataclass(frozen=True, slots=True)
class ChairMenuChoice:
    """The choice for the chair of `identity`, made in its menu. `value` is a level or a key code."""

    identity: str
    what: What
    value: int = 0


class ChairMenu(Dialog):
    """The menu of a chair. It pops with a ChairMenuChoice, or with None.

    To choose another key, the person presses it.
    """

    def __init__(self, services: Services, chair: Chair) -> None:
        self.chair = chair
        # True while the menu waits for the key that the person wants.
        self.waits = False
        t = services.stage.t
        back = DialogAnswer(t("glyph.back"), None, primary=True)
        if chair.kind == "ai":
            answers = [
                DialogAnswer(f"{level}  {t(f'level.{level}')}", ChairMenuChoice(chair.identity, "level", level))
                for level in services.offers.levels
            ]
        else:
            answers = [DialogAnswer(t("join.menu.name"), ChairMenuChoice(chair.identity, "name"))]
            if chair.device == "keyboard":
                answers.append(DialogAnswer(t("join.menu.key"), ChairMenuChoice(chair.identity, "key")))
        # A player of the running cup keeps the colour, by which the cup knows them.
        is_free = not services.people.party.plays_cup(chair.identity)
        answers.append(
            DialogAnswer(
                t("join.menu.colour"), ChairMenuChoice(chair.identity, "colour"), enabled=is_free, why=t("why.colour")
            )
        )
        answers.append(DialogAnswer(t("join.menu.leave"), ChairMenuChoice(chair.identity, "leave")))
        super().__init__(
            services.stage, services.people.chair_name(chair), "", [*answers, back], stacked=True, columns=2, width=820
        )

    def answered(self, result: object) -> Nav | None:
        if isinstance(result, ChairMenuChoice) and result.what == "key":
            self.waits = True
            self.body = self.stage.t("join.press_key")
            self.resized()
            self.stage.devices.capture(KEYBOARD)
            return None
        return Pop(result)

    def intent(self, intent: Intent) -> Nav | None:
        return None if self.waits else super().intent(intent)

    def signal(self, signal: Signal) -> Nav | None:
        if not self.waits or signal.kind is not SignalKind.CAPTURED:
            return None
        self.waits = False
        return Pop(None if signal.code is None else ChairMenuChoice(self.chair.identity, "key", signal.code))


@dataclass(frozen=True, slots=True)
class Whose:
    """The answer of WhoseDialog: `pad` belongs to the chair of `identity`, or to a new person if that is ""."""

    pad: Device
    identity: str


class WhoseDialog(Dialog):
    """Asks to which of several people `pad` belongs, if the pads of more than one person are unplugged.

    It pops with a Whose, or with None.
    """

    def __init__(self, services: Services, pad: Device, chairs: Sequence[Chair]) -> None:
        t = services.stage.t
        answers = [DialogAnswer(services.people.chair_name(chair), Whose(pad, chair.identity)) for chair in chairs]
        answers.append(DialogAnswer(t("join.somebody_new"), Whose(pad, "")))
        title = t("join.whose", number=pad.number)
        super().__init__(services.stage, title, "", answers, stacked=True, columns=2, width=820)


# The families of devices that point.
POINTERS = ("mouse", "touch")


def chair_words(stage: Stage, chair: Chair, stands_up: bool) -> str:
    """Return the name of a chair's device or AI, or what the chair waits for. `stands_up` is true while B is held."""
    t = stage.t
    present = {pad.number for pad in stage.devices.pads()}
    number = chair.device.slot
    if not chair.device or (number and number not in present):
        return t("join.press")
    if stands_up:
        return t("join.leaving")
    if number:
        return stage.pad_name(number)
    if chair.device == "keyboard":
        return t("join.key", cap=key_face(chair.key)) if chair.key else t("device.keyboard")
    return t(f"join.{chair.device}")


def prompts_for(stage: Stage, device: Device, sits: bool, names: bool, onward: str, press: str) -> list[Prompt]:
    """Return the prompts for `device`.

    `sits` is true if its person has a chair, `names` if a name is being entered there. `onward` says where Start leads,
    `press` what A does on the lit chair.
    """
    t = stage.t
    done, cancel = Prompt(Kind.CONFIRM, t("join.done"), "primary"), Prompt(Kind.BACK, t("join.cancel"))
    alphabet = Prompt(Kind.NEXT, t("join.alphabet"), "minor")
    if device.is_pad and not sits:
        return [Prompt(Kind.CONFIRM, t("join.sit"), "primary"), Prompt(Kind.BACK, t("glyph.back"))]
    if names and device.is_pad:
        known = Prompt(Kind.SECONDARY, t("join.known"), "minor")
        return [Prompt(ARROWS, t("join.letter"), ""), alphabet, known, done, cancel]
    if names and device.family in POINTERS:
        return [cancel, Prompt(Kind.UNDO, t("naming.erase"), "minor"), alphabet, done]
    if names:
        return [done, cancel]
    choose = Prompt(ARROWS, t("glyph.choose"), "")
    if not device.is_pad:
        return [choose, Prompt(Kind.CONFIRM, t("menu.open"), ""), Prompt(Kind.BACK, t("glyph.back"), "minor")]
    return [
        choose,
        Prompt(Kind.CONFIRM, press, ""),
        Prompt(Kind.HINT, t("join.menu"), "minor"),
        Prompt(Kind.PAUSE, onward, "minor"),
        Prompt(Kind.BACK, t("join.hold"), "minor"),
    ]


# How long B is held to leave the chair.
HOLD_SECONDS = 0.8
# How long the keyboard types for one person without a key press; after that, others can use it.
TYPING_SECONDS = 10.0


class Lobby(Protocol):
    """The scene that owns a JoinInput."""

    services: Services
    focus: Focus
    places: Places

    def resized(self) -> None:
        """Lay out everything again."""

    def play(self) -> Nav | None:
        """Go on to the game."""

    def back(self) -> Nav | None:
        """Return to the previous scene."""


class JoinInput:
    """Handles the presses of all devices on the chairs of `table`, and plays their sounds.

    All devices share one focus, the "light". The chair or button that has the light is lit.
    """

    def __init__(self, lobby: Lobby, table: JoinTable) -> None:
        self._lobby = lobby
        self._services = lobby.services
        self._stage = lobby.services.stage
        self._table = table
        self.idle = 0.0  # seconds since the last typed key
        # By identity: the pad on which B is held, and for how many seconds.
        self.leaving: dict[str, tuple[Device, float]] = {}
        # The identity of the chair whose name is being entered with the mouse or a finger.
        self.pointed_at = ""
        # The id of the device that last moved the light.
        self._lit_by = ""
        self._by: Device = self._stage.devices.current

    def pause(self) -> None:
        """Drop what is in progress, because another scene covers this one."""
        self.leaving.clear()
        self._end_typing()
        self._stage.devices.listen(None)

    def intent(self, intent: Intent, meant: Intent) -> Nav | None:
        """Act on a press. `intent` is the press itself, `meant` is what the glyph bar makes of it."""
        self._by = intent.device
        if meant.point is not None:
            return self._pointed(meant, meant.point)
        if intent.device.is_pad:
            return self._pad(meant)
        if intent.device.family in POINTERS and self.pointed_at in self._table.namings:
            self._ordered(meant.kind, self.pointed_at)
            return None
        typist = self._table.typist()
        if typist is not None:
            if meant.kind in (Kind.CONFIRM, Kind.BACK):
                self.end_naming(typist, keep=meant.kind is Kind.CONFIRM)
            return None
        return self._keys(meant)

    def signal(self, signal: Signal) -> None:
        """Type text into a name. If the window becomes inactive, forget which pads hold B."""
        typist = self._table.typist()
        if typist is not None and signal.kind in (SignalKind.TYPED, SignalKind.ERASED):
            naming = self._table.namings[typist]
            self.idle = 0.0
            typed = showable(signal.text)
            erases = signal.kind is SignalKind.ERASED
            self._table.namings[typist] = naming.erased() if erases else naming.added(typed)
        if signal.kind is SignalKind.FOCUS_LOST:
            self.leaving.clear()

    def tick(self, dt: float) -> Nav | None:
        """Count the seconds since the last typed key, and the seconds for which B is held.

        After TYPING_SECONDS, end the typing. After HOLD_SECONDS, free the chair. If B was released earlier, return to
        the previous scene.
        """
        self.idle += dt
        if self.idle >= TYPING_SECONDS:
            self._end_typing()
        for identity, (pad, seconds) in list(self.leaving.items()):
            chair = self._table.chair_of(pad)
            if chair is None or chair.identity != identity or pad not in self._stage.devices.pads():
                del self.leaving[identity]
            elif not self._stage.devices.is_down(pad, Kind.BACK):
                del self.leaving[identity]
                return self._lobby.back()
            elif seconds + dt >= HOLD_SECONDS:
                del self.leaving[identity]
                self._stand_up(chair)
            else:
                self.leaving[identity] = pad, seconds + dt
        return None

    def panels(self) -> list[tuple[str, pygame.Rect]]:
        """Return the identity and panel of each name being entered. A name whose panel is not laid out is left out."""
        return list(zip(self._table.namings, self._lobby.places.all("naming"), strict=False))

    # The light

    @property
    def lit_chair(self) -> int | None:
        """The index of the lit chair, taken or free; None if no chair is lit."""
        lit = self._lobby.focus.current
        return next((index for index, widget in enumerate(self._lobby.focus.widgets[:CHAIRS]) if widget is lit), None)

    @property
    def freed(self) -> Chair | None:
        """The lit chair, if it is a phone's and no chair is free. A person without a chair may free this chair."""
        chair = None if self.lit_chair is None else self._table.roster.chair_at(self.lit_chair)
        return chair if self._table.is_full and chair is not None and chair.device.is_phone else None

    def _light(self, pad: Device) -> None:
        """Light a pad's own chair, so that the pad's next press starts a name."""
        chair = self._table.chair_of(pad)
        if chair is not None:
            self._lobby.focus.focus(self._lobby.focus.widgets[chair.place])
            self._lit_by = pad.id

    def _press(self, intent: Intent, own: int | None = None) -> Nav | None:
        """Let the lit chair or button act on a device's press. `own` is the index of the device's chair, if any.

        If another device has moved the light to a taken chair, the light returns to `own` before the press acts.
        """
        lit = self.lit_chair
        moved = self._lit_by == intent.device.id
        if (
            own is not None
            and not moved
            and lit not in (None, own)
            and self._table.roster.chair_at(lit or 0) is not None
        ):
            self._lobby.focus.focus(self._lobby.focus.widgets[own])
        self._lit_by = intent.device.id
        return self._lobby.focus.intent(intent)[1]

    # Pads and phones

    def _pad(self, intent: Intent) -> Nav | None:
        chair = self._table.chair_of(intent.device)
        if chair is None:
            return self._pad_without_chair(intent)
        naming = self._table.namings.get(chair.identity)
        if naming is not None:
            return self._pad_naming(intent, chair, naming)
        if intent.kind is Kind.BACK:
            self.leaving[chair.identity] = intent.device, 0.0
            return None
        if intent.kind is Kind.PAUSE:
            return self._lobby.play()
        if intent.kind is Kind.HINT:
            return self._menu(chair)
        return self._press(intent, chair.place)

    def _pad_without_chair(self, intent: Intent) -> Nav | None:
        table = self._table
        if intent.kind is Kind.CONFIRM:
            freed = None if intent.device.is_phone else self.freed
            return self._sit_by_pad(intent.device) if freed is None else self._menu(freed)
        if len(table.roster.chairs) == CHAIRS and intent.kind in DIRECTIONS:
            return self._press(intent)
        # A pad without a chair must not end the page for people who have chairs.
        watches = len(table.roster.people) > 0 and not table.is_full
        return self._lobby.back() if intent.kind is Kind.BACK and not watches else None

    def _pad_naming(self, intent: Intent, chair: Chair, naming: Naming) -> Nav | None:
        if intent.kind in (Kind.CONFIRM, Kind.BACK):
            self.end_naming(chair.identity, keep=intent.kind is Kind.CONFIRM)
        elif intent.kind is Kind.HINT:
            return self._menu(chair)
        else:
            self._table.namings[chair.identity] = naming.pressed(intent)
            self._table.refused.discard(chair.identity)
        return None

    def _sit_by_pad(self, pad: Device) -> Nav | None:
        """Give a pad a chair.

        This is a chair whose unplugged pad it may be; else a chair without a device; else a free chair. If it may be
        the unplugged pad of several chairs, ask.
        """
        mine = self._table.candidates(lambda number: self._stage.devices.identity.could_be(pad, number))
        if len(mine) > 1:
            return Push(lambda: WhoseDialog(self._services, pad, mine))
        if mine:
            self._return_to(pad, mine[0])
        elif not self._table.take_loose(pad):
            self._sit(pad.held)
        self._light(pad)
        return None

    def _return_to(self, pad: Device, chair: Chair) -> None:
        """Connect `pad` to a chair whose pad was missing."""
        if self._stage.devices.become(pad, chair.device.slot) is not None:
            self._services.people.seat(self._table.roster)
            self._stage.audio.play("pawn", pitch=seat_pitch(self._table.roster.chairs.index(chair)))

    # The keyboard

    def _keys(self, intent: Intent) -> Nav | None:
        if intent.kind is Kind.BACK:
            return self._lobby.back()
        if intent.kind not in (*DIRECTIONS, Kind.CONFIRM) and is_seat_key(intent.key):
            chair = self._table.chair_of(intent.device, intent.key)
            if chair is None:
                self._sit(DeviceId("keyboard"), intent.key)
            else:
                self.begin_naming(chair, typed=True)
            return None
        if intent.kind is Kind.PAUSE:
            return self._lobby.play()
        return self._press(intent)

    # Mouse and fingers

    def _pointed(self, intent: Intent, point: Point) -> Nav | None:
        """Act on a pointer's press on a name panel, a chair's menu button or a widget."""
        focus, cards = self._lobby.focus, self._lobby.places.all("chair")
        if intent.kind is not Kind.RELEASE:
            return focus.intent(intent)[1]
        # A release outside everything, so that the pressed widget does nothing.
        nowhere = replace(intent, point=(-1, -1))
        for identity, panel in self.panels():
            if panel.collidepoint(point):
                focus.intent(nowhere)
                self._pointed_at_name(identity, panel, point)
                return None
        index = next((i for i, card in enumerate(cards) if card.collidepoint(point)), None)
        chair = None if index is None else self._table.roster.chair_at(index)
        if index is None or chair is None:
            return focus.intent(intent)[1]
        if chair.identity in self._table.namings:
            focus.intent(nowhere)
            self.end_naming(chair.identity)
            return None
        if more_place(self._stage.metrics, cards[index]).collidepoint(point):
            focus.intent(nowhere)
            return self._menu(chair)
        return focus.intent(intent)[1]

    def _pointed_at_name(self, identity: str, panel: pygame.Rect, point: Point) -> None:
        """Act on a pointer's press on a name panel: turn the wheel, take a letter, take a known name, or finish the
        name.
        """
        metrics, naming = self._stage.metrics, self._table.namings[identity]
        letters = () if naming.typed else wheel_places(metrics, panel)
        letter = next((i for i, place in enumerate(letters) if place.collidepoint(point)), None)
        chips = chip_places(metrics, panel, naming.typed)[: len(naming.known)]
        chip = next((i for i, place in enumerate(chips) if place.collidepoint(point)), None)
        if letter is not None:
            step = letter - SHOWN // 2
            self._table.namings[identity] = naming.turned(step) if step else naming.taken()
            return
        if chip is not None:
            self._table.namings[identity] = naming.chosen(chip)
        self.end_naming(identity)

    def _ordered(self, kind: Kind, identity: str) -> None:
        """Act on a pointer's press on the glyph bar while a name is entered."""
        naming = self._table.namings[identity]
        if kind is Kind.UNDO:
            self._table.namings[identity] = naming.erased()
        elif kind is Kind.NEXT:
            self._table.namings[identity] = naming.paged(1)
        elif kind in (Kind.CONFIRM, Kind.BACK):
            self.end_naming(identity, keep=kind is Kind.CONFIRM)

    # Chairs, for all devices

    def open(self, index: int) -> Nav | None:
        """Act on a press on the chair with this index."""
        chair = self._table.roster.chair_at(index)
        if chair is None:
            self._take_free(self._by, index)
            return None
        by_pointer = self._by.family in POINTERS
        own = self._table.chair_of(self._by) == chair
        if chair.kind != "ai" and (by_pointer or (self._by.is_pad and own)):
            self.begin_naming(chair, typed=False)
            self.pointed_at = chair.identity if by_pointer else self.pointed_at
            return None
        if self._by.is_phone and not chair.is_ai and not own:
            # A phone must not free a chair that somebody else has.
            self._stage.audio.play("barred")
            return None
        return self._menu(chair)

    def answered(self, result: object) -> None:
        """Act on the answer to a question about a chair."""
        if isinstance(result, ChairMenuChoice):
            self._change(result)
        elif isinstance(result, Whose):
            chair = self._table.roster.chair(result.identity)
            if chair is not None:
                self._return_to(result.pad, chair)
            elif result.pad in self._stage.devices.pads() and self._table.chair_of(result.pad) is None:
                self._sit(result.pad.held)

    def _menu(self, chair: Chair) -> Nav:
        return Push(lambda: ChairMenu(self._services, chair))

    def _change(self, chosen: ChairMenuChoice) -> None:
        """Apply the choice from a chair's menu."""
        chair = self._table.roster.chair(chosen.identity)
        if chair is None:
            return
        if chosen.what == "leave":
            self._stand_up(chair)
        elif chosen.what == "name":
            self.begin_naming(chair, typed=self._by.family == "keyboard")
        elif chosen.what == "level":
            self._table.set_level(chair, chosen.value)
        elif not (
            self._table.recolour(chair) if chosen.what == "colour" else self._table.take_key(chair, chosen.value)
        ):
            # The key is another person's, or not allowed.
            self._stage.audio.play("barred")

    def _take_free(self, device: Device, place: int) -> None:
        if device.is_pad:
            # The device has a chair already.
            self._stage.audio.play("barred")
        elif device.family == "keyboard":
            self._sit(DeviceId("keyboard"), self._table.free_key(), place)
        else:
            self._sit(DeviceId(device.family), place=place)

    def _sit(self, device: DeviceId, key: int = 0, place: int = ANYWHERE) -> None:
        seat = len(self._table.roster.chairs)
        if self._table.sit(device, key, place):
            self._stage.audio.play("pawn", pitch=seat_pitch(seat))
        else:
            self._stage.audio.play("barred")

    def _stand_up(self, chair: Chair) -> None:
        self._table.leave(chair)
        self._stage.audio.play("back")

    # Names

    def begin_naming(self, chair: Chair, typed: bool) -> None:
        """Start entering a name. In a kiosk, give the chair the next preset name instead."""
        if self._services.is_unattended:
            self._table.take_next_given_name(chair)
            return
        page = 2 if self._stage.strings.language == "ja" else 0
        known = (profile.name for profile in self._services.store.profiles.all())
        if self._table.begin_naming(chair, typed, page, known):
            self.idle = 0.0
            self._lobby.resized()
            self.listen()

    def end_naming(self, identity: str, keep: bool = True) -> bool:
        """Finish a name: use it for the chair if `keep`, otherwise discard it.

        Returns False if somebody has that name.
        """
        ended = self._table.end_naming(identity, keep)
        if ended:
            self._lobby.resized()
            self.listen()
        else:
            self._stage.audio.play("barred")
        return ended

    def end_all(self) -> bool:
        """Finish and use all names being entered. Returns False if somebody already has one of these names."""
        return all(self.end_naming(identity) for identity in list(self._table.namings))

    def _end_typing(self) -> None:
        """Finish the typed name: use it, or discard it if somebody has that name."""
        for identity in self._table.typed():
            if not self.end_naming(identity):
                self.end_naming(identity, keep=False)

    def listen(self) -> None:
        """Direct the system's text input to the chair for which the keyboard types."""
        typist = self._table.typist()
        if typist is None:
            self._stage.devices.listen(None)
            return
        self._stage.devices.listen(next((panel for who, panel in self.panels() if who == typist), None))
