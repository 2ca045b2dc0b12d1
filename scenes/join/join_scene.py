"""Sitting down: whoever presses something takes a chair, and keeps it from game to game."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial

import pygame

from game.core.device_id import DeviceId
from game.core.rules import GameError
from game.roster import Chair, Roster
from game.table import IDENTITIES, NAMES
from scenes.join.chair_art import (
    CHAIRS,
    chip_places,
    draw_chair,
    draw_free,
    draw_naming,
    more_place,
    wheel_places,
)
from scenes.join.chair_menu import ChairMenu, Chosen, Whose, WhoseDialog
from scenes.join.join_words import POINTERS, chair_words, prompts_for
from scenes.join.naming import CHIPS, SHOWN, Naming
from scenes.kit import keyboard
from scenes.kit.boxes import Part, cell, column, grid, row
from scenes.kit.canvas import Canvas
from scenes.kit.glyphbar import Prompt
from scenes.kit.intents import DIRECTIONS, Device, Intent, Kind, Point
from scenes.kit.layout import Shape
from scenes.kit.page import PageScene
from scenes.kit.scene import Nav, Pop, Push, Switch, Told
from scenes.kit.signals import Signal, SignalKind
from scenes.kit.widgets import Button, Ghost, Widget, button_width
from scenes.routes import ToCup, ToNames, ToPhones, ToSetup
from scenes.services import Services
from scenes.table.name_scene import showable
from scenes.table.pitch import seat_pitch

HOLD_SECONDS = 0.8  # of B, to stand up
TYPING_SECONDS = 10.0  # without a key, then the keyboard is everybody's again
RISE, RISE_SECONDS = 16, 0.18  # design pixels by which a chair slides up as it is taken
# Keys that lie apart on the keyboards of all countries, for those who sit down without having chosen one.
USUAL_KEYS = tuple(map(ord, "qozmtval"))

SMALL = {"names": "join.names", "ai": "join.add_ai", "cup": "join.cup", "phones": "join.phones"}


class JoinScene(PageScene):
    """Edits the roster in `services`; Start leads to the setup of `game`, or back where none is given."""

    is_lobby = True
    eyebrow, title, top = "join.eyebrow", "join.title", 208

    def __init__(self, services: Services, game: str = "") -> None:
        super().__init__(services.stage)
        self.services = services
        self.game = game
        self.namings: dict[str, Naming] = {}  # by identity, for chairs in which a name is given
        self.notes: dict[str, str] = {}  # by identity: why a name cannot be had
        self._idle = 0.0  # seconds since the last key was typed
        self._leaving: dict[str, tuple[Device, float]] = {}  # by identity: the pad whose B is held, and since when
        self._lit_by = ""  # the device that moved the light last, by its id
        self._by: Device = services.stage.devices.current
        self._pointed_at = ""  # the identity of the chair in which a pointer gives a name
        self._rising: dict[str, float] = {}  # by identity: seconds since the chair was taken

    # Life and layout

    def enter(self) -> None:
        self.resized()
        if self._start.enabled:
            self.focus.focus(self._start)

    def leave(self) -> None:
        self.stage.devices.listen(None)

    def pause(self) -> None:
        self._leaving.clear()
        self._end_typing()
        self.stage.devices.listen(None)

    def parts(self, shape: Shape) -> Part:
        """Every `chair`, the small buttons, by their names in SMALL, and `start`."""
        usual = 40 / self.stage.metrics.text_scale  # larger labels are made smaller again: there is room for four only
        widths = {name: button_width(self.stage, self.stage.t(key), usual) for name, key in SMALL.items()}
        small = [cell(name, fit=width, share=1) for name, width in widths.items()]
        high = 240 if shape is Shape.CLASSIC else 264
        chairs = grid("chair", CHAIRS, 2 if shape is Shape.TALL else 4, height=high)
        if shape is Shape.TALL:
            return column(chairs, row(*small, size=96), cell("start", 120), gap=32)
        start = cell("start", 640 if shape is Shape.WIDE else 520)
        return column(chairs, row(row(*small), start, size=96, gap=40), gap=48)

    def widgets(self) -> list[Widget]:
        t, at, chairs = self.stage.t, self.places, self.places.all("chair")
        names = Button(at["names"], t(SMALL["names"]), lambda: Push(ToNames()))
        ai = Button(at["ai"], t(SMALL["ai"]), self._add_ai)
        cup = Button(at["cup"], t(SMALL["cup"]), self._cup)
        phones = Button(at["phones"], t(SMALL["phones"]), lambda: Push(ToPhones(self.game)))
        names.enabled = not self.services.is_unattended
        ai.allow(len(self.roster.chairs) < CHAIRS, t("why.all_seats_taken"))
        cup.allow(bool(self.roster.people) and len(self.roster.chairs) > 1, t("why.cup"))
        phones.enabled = self.services.offers.has_phones
        label = t("setup.start") if self.game else t("join.to_games")
        self._start = Button(self.places["start"], label, self._play, kind="primary", size=56)
        self._start.allow(bool(self.roster.people), t("why.nobody_sits"))
        self._listen()
        seats = [Ghost(card, partial(self._open, i), name=self._chair_text(i)) for i, card in enumerate(chairs)]
        return [*seats, names, ai, cup, phones, self._start]

    def told(self, device: Device) -> Told:
        t = self.stage.t
        return Told(t("join.title"), t("phones.seated", count=len(self.roster.chairs)), sits=True)

    @property
    def roster(self) -> Roster:
        """Who sits where."""
        return self.services.people.roster

    @property
    def pressable(self) -> Sequence[Prompt]:
        return self.prompts()

    def _seat(self, roster: Roster) -> None:
        """Take a changed roster."""
        before = {chair.identity for chair in self.roster.chairs}
        self.services.people.seat(roster)
        here = {chair.identity for chair in roster.chairs}
        self._rising.update(dict.fromkeys(here - before, 0.0))
        for chair in roster.chairs:
            if chair.identity not in before:
                self.stage.say(self.services.people.chair_name(chair), urgent=True)
        self.namings = {identity: naming for identity, naming in self.namings.items() if identity in here}
        self.notes = {identity: note for identity, note in self.notes.items() if identity in here}
        self.resized()

    def _chair_text(self, index: int) -> str:
        """A chair as it is read aloud."""
        chair = self._chair_at(index)
        return self.stage.t("speech.free_chair") if chair is None else self.services.people.chair_name(chair)

    def _chair_at(self, index: int) -> Chair | None:
        chairs = self.roster.chairs
        return chairs[index] if index < len(chairs) else None

    def _chair_of(self, device: Device, key: int = 0) -> Chair | None:
        """Whose device, or whose key, it is."""
        if device.is_pad:
            wanted = device.held
            return next((chair for chair in self.roster.chairs if chair.device == wanted), None)
        if key:
            return next((chair for chair in self.roster.chairs if chair.key == key), None)
        return next((chair for chair in self.roster.chairs if chair.device == device.family), None)

    # Sitting down and standing up

    def _sit(self, device: DeviceId, key: int = 0) -> None:
        if len(self.roster.chairs) >= CHAIRS:
            self.stage.audio.play("barred")
            return
        seat = len(self.roster.chairs)
        self._seat(self.roster.sit(device, key))
        self.stage.audio.play("pawn", pitch=seat_pitch(seat))

    def _sit_by_pad(self, pad: Device) -> Nav | None:
        """A pad without a chair: one whose own pad is missed and that it may be, else a new one. Nobody guesses."""
        devices = self.stage.devices
        mine = [chair for chair in self.roster.people if devices.identity.could_be(pad, chair.device.slot)]
        if len(mine) > 1:
            return Push(lambda: WhoseDialog(self.services, pad, mine))
        loose = next((chair for chair in self.roster.people if not chair.device), None)
        if mine:
            self._return_to(pad, mine[0])
        elif loose is not None:
            self._seat(self.roster.with_chair(replace(loose, device=pad.held)))
        else:
            self._sit(pad.held)
        self._light(pad)
        return None

    @property
    def _freed(self) -> Chair | None:
        """The chair of a phone that is lit, where all are taken: whoever has none at the table may free it."""
        chair = None if self._lit_chair is None else self._chair_at(self._lit_chair)
        is_full = len(self.roster.chairs) == CHAIRS
        return chair if is_full and chair is not None and chair.device.is_phone else None

    def _light(self, pad: Device) -> None:
        """Let the light go to a pad's chair, where its next press gives a name."""
        chair = self._chair_of(pad)
        if chair is not None:
            self.focus.focus(self.focus.widgets[self.roster.chairs.index(chair)])
            self._lit_by = pad.id

    def _return_to(self, pad: Device, chair: Chair) -> None:
        """A pad is that of a chair whose own was missed."""
        if self.stage.devices.become(pad, chair.device.slot) is not None:
            self.services.people.seat(self.roster)
            self.stage.audio.play("pawn", pitch=seat_pitch(self.roster.chairs.index(chair)))

    def _stand_up(self, chair: Chair) -> None:
        self._seat(self.roster.leave(chair.identity))
        self.stage.audio.play("back")

    def _add_ai(self) -> None:
        self._seat(self.roster.fill(len(self.roster.chairs) + 1, self.services.offers.level()))

    def _open(self, index: int) -> Nav | None:
        """A chair was pressed by a pointer, or by whoever points at it."""
        chair = self._chair_at(index)
        if chair is None:
            self._take_free(self._by)
            return None
        by_pointer = self._by.family in POINTERS
        if chair.kind != "ai" and (by_pointer or (self._by.is_pad and self._chair_of(self._by) == chair)):
            self._begin_naming(chair, typed=False)
            self._pointed_at = chair.identity if by_pointer else self._pointed_at
            return None
        if self._by.is_phone and not chair.is_ai and chair != self._chair_of(self._by):
            self.stage.audio.play("barred")  # no phone sends another one away
            return None
        return self._menu(chair)

    def _take_free(self, device: Device) -> None:
        if device.is_pad:
            self.stage.audio.play("barred")  # it sits already
        elif device.family == "keyboard":
            taken = {chair.key for chair in self.roster.chairs}
            self._sit(DeviceId("keyboard"), next(key for key in USUAL_KEYS if key not in taken))
        else:
            self._sit(DeviceId(device.family))

    def _menu(self, chair: Chair) -> Nav:
        return Push(lambda: ChairMenu(self.services, chair))

    def resume(self, result: object) -> Nav | None:
        if isinstance(result, Chosen):
            self._change(result)
        elif isinstance(result, Whose):
            chair = self.roster.chair(result.identity)
            if chair is not None:
                self._return_to(result.pad, chair)
            elif result.pad in self.stage.devices.pads() and self._chair_of(result.pad) is None:
                self._sit(result.pad.held)
        self.resized()
        return None

    def _change(self, chosen: Chosen) -> None:
        """Do what was chosen in a chair's menu."""
        chair = self.roster.chair(chosen.identity)
        if chair is None:
            return
        if chosen.what == "leave":
            self._stand_up(chair)
        elif chosen.what == "name":
            self._begin_naming(chair, typed=self._by.family == "keyboard")
        elif chosen.what == "colour":
            self._recolour(chair)
        elif chosen.what == "level":
            self._seat(self.roster.with_chair(replace(chair, level=chosen.value)))
        elif all(other.key != chosen.value for other in self.roster.chairs) and is_seat_key(chosen.value):
            self._seat(self.roster.with_chair(replace(chair, key=chosen.value)))
        else:
            self.stage.audio.play("barred")  # it is another one's, or nobody's to have

    def _recolour(self, chair: Chair) -> None:
        """The next colour that nobody has."""
        taken = {other.identity for other in self.roster.chairs}
        free = [identity for identity in IDENTITIES if identity not in taken]
        if not free:
            self.stage.audio.play("barred")
            return
        place = IDENTITIES.index(chair.identity)
        now = next((identity for identity in free if IDENTITIES.index(identity) > place), free[0])
        changed = replace(chair, identity=now)
        self._seat(Roster(tuple(changed if other == chair else other for other in self.roster.chairs)))

    # Names

    def _begin_naming(self, chair: Chair, typed: bool) -> None:
        if self.services.is_unattended:
            self._next_given_name(chair)
            return
        if typed and any(naming.typed for naming in self.namings.values()):
            return  # the keyboard belongs to somebody
        present = {self.services.people.chair_name(other) for other in self.roster.chairs}
        known = [profile.name for profile in self.services.store.profiles.all() if profile.name not in present]
        page = 2 if self.stage.strings.language == "ja" else 0
        self.namings[chair.identity] = Naming(
            text="" if chair.name.startswith("@") else chair.name, page=page, known=tuple(known[:CHIPS]), typed=typed
        )
        self.notes.pop(chair.identity, None)
        self._idle = 0.0
        self._listen()

    def _next_given_name(self, chair: Chair) -> None:
        """At an unattended table nobody finds letters: a press takes the next name of the house that is free."""
        taken = {other.name for other in self.roster.chairs if other != chair}
        after = NAMES.index(chair.name) + 1 if chair.name in NAMES else 0
        free = next(name for name in (*NAMES[after:], *NAMES[:after]) if name not in taken)
        self._seat(self.roster.with_chair(replace(chair, name=free, profile=0)))

    def _end_naming(self, identity: str, keep: bool = True) -> bool:
        """Take the name as it is, or give it up; whether it could be taken."""
        naming = self.namings[identity]
        chair = next(chair for chair in self.roster.chairs if chair.identity == identity)
        if keep and naming.name:
            try:
                self._seat(self.services.people.named(chair, naming.name))
            except GameError:
                self.notes[identity] = self.stage.t("join.taken")
                self.stage.audio.play("barred")
                return False
        self.namings.pop(identity, None)
        self.notes.pop(identity, None)
        self._listen()
        return True

    def _end_typing(self) -> None:
        """Take the name that the keyboard was asked for, or give it up where it cannot be taken."""
        for identity in [identity for identity, naming in self.namings.items() if naming.typed]:
            if not self._end_naming(identity):
                self._end_naming(identity, keep=False)

    def _typist(self) -> str | None:
        """The chair that the keyboard belongs to while a name is given, by its identity.

        A name that was begun by the keyboard goes first, then the one begun last: what is typed never seats anybody.
        """
        typed = (identity for identity, naming in self.namings.items() if naming.typed)
        return next(typed, next(reversed(self.namings), None))

    def _listen(self) -> None:
        typist = self._typist()
        if typist is None:
            self.stage.devices.listen(None)
            return
        index = next(i for i, chair in enumerate(self.roster.chairs) if chair.identity == typist)
        self.stage.devices.listen(self.places.all("chair")[index])

    @property
    def takes_text(self) -> bool:
        return bool(self.namings)

    def signal(self, signal: Signal) -> Nav | None:
        typist = self._typist()
        if typist is not None and signal.kind in (SignalKind.TYPED, SignalKind.ERASED):
            naming = self.namings[typist]
            self._idle = 0.0
            typed = showable(self.stage, signal.text)
            self.namings[typist] = naming.erased() if signal.kind is SignalKind.ERASED else naming.added(typed)
        if signal.kind is SignalKind.FOCUS_LOST:
            self._leaving.clear()
        if signal.kind in (SignalKind.DEVICE_ADDED, SignalKind.DEVICE_REMOVED):
            self.resized()
        return None

    # Presses

    def intent(self, intent: Intent) -> Nav | None:
        self._by = intent.device
        meant = self.bar.translate(intent) or intent
        if meant.point is not None:
            return self._pointed(meant, meant.point)
        if intent.device.is_pad:
            return self._pad(meant)
        if intent.device.family in POINTERS and self._pointed_at in self.namings:
            self._ordered(meant.kind, self._pointed_at)
            return None
        typist = self._typist()
        if typist is not None:
            if meant.kind in (Kind.CONFIRM, Kind.BACK):
                self._end_naming(typist, keep=meant.kind is Kind.CONFIRM)
            return None
        return self._keys(meant)

    def _pad(self, intent: Intent) -> Nav | None:
        chair = self._chair_of(intent.device)
        if chair is None:
            if intent.kind is Kind.CONFIRM:
                freed = None if intent.device.is_phone else self._freed
                return self._sit_by_pad(intent.device) if freed is None else self._menu(freed)
            if len(self.roster.chairs) == CHAIRS and intent.kind in DIRECTIONS:
                return self._press(intent)
            watches = len(self.roster.people) > 0 and len(self.roster.chairs) < CHAIRS  # sends nobody away
            return self.back() if intent.kind is Kind.BACK and not watches else None
        naming = self.namings.get(chair.identity)
        if naming is not None:
            if intent.kind in (Kind.CONFIRM, Kind.BACK):
                self._end_naming(chair.identity, keep=intent.kind is Kind.CONFIRM)
            elif intent.kind is Kind.HINT:
                return self._menu(chair)
            else:
                self.namings[chair.identity] = naming.pressed(intent)
                self.notes.pop(chair.identity, None)
            return None
        if intent.kind is Kind.BACK:
            self._leaving[chair.identity] = intent.device, 0.0
            return None
        if intent.kind is Kind.PAUSE:
            return self._play()
        if intent.kind is Kind.HINT:
            return self._menu(chair)
        return self._press(intent, self.roster.chairs.index(chair))

    def _ordered(self, kind: Kind, identity: str) -> None:
        """A pointer has pressed the bar while it gives a name."""
        naming = self.namings[identity]
        if kind is Kind.UNDO:
            self.namings[identity] = naming.erased()
        elif kind is Kind.NEXT:
            self.namings[identity] = naming.paged(1)
        elif kind in (Kind.CONFIRM, Kind.BACK):
            self._end_naming(identity, keep=kind is Kind.CONFIRM)

    def _keys(self, intent: Intent) -> Nav | None:
        if intent.kind is Kind.BACK:
            return self.back()
        if intent.kind not in (*DIRECTIONS, Kind.CONFIRM) and is_seat_key(intent.key):
            chair = self._chair_of(intent.device, intent.key)
            if chair is None:
                self._sit(DeviceId("keyboard"), intent.key)
            else:
                self._begin_naming(chair, typed=True)
            return None
        if intent.kind is Kind.PAUSE:
            return self._play()
        return self._press(intent)

    def _press(self, intent: Intent, own: int | None = None) -> Nav | None:
        """A press of a device on what is lit; of a pad whose chair has the number `own`.

        Where others have moved the light to a chair of theirs, it goes to the pad's own chair first.
        """
        lit = self._lit_chair
        moved = self._lit_by == intent.device.id
        if own is not None and not moved and lit not in (None, own) and self._chair_at(lit or 0) is not None:
            self.focus.focus(self.focus.widgets[own])
        self._lit_by = intent.device.id
        return self.focus.intent(intent)[1]

    @property
    def _lit_chair(self) -> int | None:
        """The number of the chair that is lit, of a free one too."""
        lit = self.focus.current
        return next((index for index, widget in enumerate(self.focus.widgets[:CHAIRS]) if widget is lit), None)

    def _pointed(self, intent: Intent, point: Point) -> Nav | None:
        """A pointer: on a wheel, a chip or the menu of a chair, else on a widget."""
        index = next((i for i, card in enumerate(self.places.all("chair")) if card.collidepoint(point)), None)
        chair = None if index is None else self._chair_at(index)
        if index is None or chair is None or intent.kind is not Kind.RELEASE:
            return self.focus.intent(intent)[1]
        card = self.places.all("chair")[index]
        naming = self.namings.get(chair.identity)
        if naming is None:
            if more_place(self.stage.metrics, card).collidepoint(point):
                self.focus.intent(replace(intent, point=(-1, -1)))  # lets go of the chair below
                return self._menu(chair)
            return self.focus.intent(intent)[1]
        self.focus.intent(replace(intent, point=(-1, -1)))
        wheel = wheel_places(self.stage.metrics, card)
        letter = next((i for i, place in enumerate(wheel) if place.collidepoint(point)), None)
        chips = chip_places(self.stage.metrics, card)[: len(naming.known)]
        chip = next((i for i, place in enumerate(chips) if place.collidepoint(point)), None)
        if letter is not None and not naming.typed:
            step = letter - SHOWN // 2
            self.namings[chair.identity] = naming.turned(step) if step else naming.taken()
        elif chip is not None:
            self.namings[chair.identity] = naming.chosen(chip)
            self._end_naming(chair.identity)
        else:
            self._end_naming(chair.identity)
        return None

    def _play(self) -> Nav | None:
        """Go on to the game, with the names as far as they have been given."""
        if not self.roster.people or not self._all_named():
            return None
        return Switch(ToSetup(self.game)) if self.game else Pop()

    def _cup(self) -> Nav | None:
        """Go on to the cup of those who sit here."""
        return Switch(ToCup()) if self._all_named() else None

    def _all_named(self) -> bool:
        """Take all names as far as they have been given; whether they could be."""
        return all(self._end_naming(identity) for identity in list(self.namings))

    # Time and drawing

    def tick(self, dt: float) -> Nav | None:
        for identity in list(self._rising):
            self._rising[identity] += dt
            if self._rising[identity] >= RISE_SECONDS:
                del self._rising[identity]
        self._idle += dt
        if self._idle >= TYPING_SECONDS:
            self._end_typing()
        nav = self._tick_leaving(dt)
        return nav or super().tick(dt)

    def _tick_leaving(self, dt: float) -> Nav | None:
        """B held stands up, B pressed leads back."""
        for identity, (pad, seconds) in list(self._leaving.items()):
            chair = self._chair_of(pad)
            if chair is None or chair.identity != identity or pad not in self.stage.devices.pads():
                del self._leaving[identity]
            elif not self.stage.devices.is_down(pad, Kind.BACK):
                del self._leaving[identity]
                return self.back()
            elif seconds + dt >= HOLD_SECONDS:
                del self._leaving[identity]
                self._stand_up(chair)
            else:
                self._leaving[identity] = pad, seconds + dt
        return None

    @property
    def lively(self) -> bool:
        return super().lively or bool(self._rising or self._leaving) or self._typist() is not None

    def draw_page(self, canvas: Canvas) -> None:
        stage = self.stage
        mine = self._chair_of(stage.devices.current)
        for index, card in enumerate(self.places.all("chair")):
            chair = self._chair_at(index)
            if chair is None:
                draw_free(stage, canvas, card)
                continue
            share = self._rising.get(chair.identity, RISE_SECONDS) / RISE_SECONDS
            if share < 1 and not stage.look.reduced_motion:
                card = card.move(0, round(stage.metrics.px(RISE) * (1 - share)))
            naming = self.namings.get(chair.identity)
            if naming is not None:
                left = 1 - self._idle / TYPING_SECONDS
                note = self.notes.get(chair.identity, "")
                draw_naming(self.services, canvas, card, chair, naming, note, left)
            else:
                words = chair_words(self.services, chair, chair.identity in self._leaving)
                draw_chair(self.services, canvas, card, chair, words, chair == mine)

    def prompts(self) -> list[Prompt]:
        device = self.stage.devices.current
        chair = self._chair_of(device)
        own = "" if chair is None else chair.identity
        naming = own if device.is_pad else self._pointed_at if device.family in POINTERS else self._typist()
        lit = self.focus.current
        t = self.stage.t
        if device.is_pad and not device.is_phone and chair is None and self._freed is not None:
            return [Prompt(Kind.CONFIRM, t("join.menu"), "primary"), Prompt(Kind.BACK, t("glyph.back"))]
        press = self._start.label if lit is self._start else t("menu.open" if self._lit_chair is None else "join.name")
        return prompts_for(self.stage, device, chair is not None, naming in self.namings, self._start.label, press)


def is_seat_key(key: int) -> bool:
    """Whether a key of the shared keyboard may be somebody's own: it prints, and is no digit nor P (pause)."""
    return keyboard.prints(key) and key not in keyboard.DIGITS and key != pygame.K_p
