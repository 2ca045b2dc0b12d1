"""Turns pygame's events into intents and signals, in order. No other module reads the event queue.

Keys and buttons have modes: presses, text, raw keys, or the capture of one key, to bind it.

The module also makes pads rumble in short named pulses. Their strength is in the settings.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import NamedTuple, Protocol

import pygame

from scenes.kit.input import controllers, pointers
from scenes.kit.input.bindings import (
    BESIDE_TEXT,
    KEYBOARD_PROFILE,
    BindingProfile,
    Bindings,
    is_fullscreen_toggle,
    is_paste,
    key_face,
    key_meaning,
)
from scenes.kit.input.controllers import PadIdentity
from scenes.kit.input.holds import Capture, Repeater, Switches, edge_of
from scenes.kit.input.intents import DIRECTIONS, KEYBOARD, SWITCH, Device, Intent, Kind, Signal, SignalKind
from scenes.kit.input.pad_numbers import Facts
from scenes.kit.system import text_on_clipboard

TEXT = {pygame.TEXTINPUT: SignalKind.TYPED, pygame.TEXTEDITING: SignalKind.COMPOSING}
OF_KEYBOARD = {*TEXT.values(), SignalKind.KEY_DOWN, SignalKind.KEY_UP}
"""Signals that make the keyboard the device in use."""
Meant = Signal | tuple[Kind, int] | None
_PLAIN = {
    pygame.QUIT: SignalKind.QUIT,
    pygame.APP_TERMINATING: SignalKind.QUIT,
    pygame.WINDOWCLOSE: SignalKind.CLOSE,
    pygame.WINDOWEXPOSED: SignalKind.EXPOSED,
    pygame.WINDOWFOCUSLOST: SignalKind.FOCUS_LOST,
    pygame.WINDOWFOCUSGAINED: SignalKind.FOCUS_GAINED,
}
_DROPPED = {pygame.DROPFILE: (SignalKind.DROPPED_FILE, "file"), pygame.DROPTEXT: (SignalKind.DROPPED_TEXT, "text")}
STRENGTHS: Mapping[str, float] = {"off": 0.0, "soft": 0.4, "strong": 1.0}
"""The settings of rumble, each with its share of a pulse's full strength."""


class Presses:
    """The mode in which keys and buttons have their bound meanings. Other modes inherit from it."""

    def catches(self, event: pygame.event.Event, now: float) -> bool:
        """Take account of an event. Returns whether nothing else may use the event; `now` is in seconds."""
        return False

    def tick(self, now: float) -> tuple[Presses, list[Signal]]:
        """The next mode, and the signals that the end of this mode causes."""
        return self, []

    def key(self, event: pygame.event.Event, bindings: Bindings) -> Meant:
        """Return the meaning of a key press or release: a signal, a kind with its value, or None."""
        if event.type == pygame.KEYUP:
            return None
        if is_fullscreen_toggle(event.key, event.mod):
            return Signal(SignalKind.FULLSCREEN)
        return self._down(event, bindings)

    def text(self, event: pygame.event.Event) -> Signal | None:
        """Return the signal for text from the keyboard or an input method."""
        return None

    def _down(self, event: pygame.event.Event, bindings: Bindings) -> Meant:
        if is_paste(event.key, event.mod):
            return Signal(SignalKind.PASTED, text=text_on_clipboard())
        return key_meaning(event.key, event.mod, bindings)


class Typing(Presses):
    """The mode in which printing keys come as text. While an input method composes, it gets the keys."""

    def __init__(self) -> None:
        self._composing = False

    def text(self, event: pygame.event.Event) -> Signal | None:
        self._composing = event.type == pygame.TEXTEDITING and bool(event.text)
        return Signal(TEXT[event.type], text=event.text)

    def _down(self, event: pygame.event.Event, bindings: Bindings) -> Meant:
        if self._composing:
            return None
        if event.key == pygame.K_BACKSPACE:
            return Signal(SignalKind.ERASED)
        if is_paste(event.key, event.mod):
            return super()._down(event, bindings)
        return (BESIDE_TEXT[event.key], 0) if event.key in BESIDE_TEXT else None


class WatchedKeys(Presses):
    """The mode in which keys are reported as they are, except Esc and the keys for full screen."""

    def key(self, event: pygame.event.Event, bindings: Bindings) -> Meant:
        if event.key == pygame.K_ESCAPE or is_fullscreen_toggle(event.key, event.mod):
            return super().key(event, bindings)
        return Signal(SignalKind.KEY_DOWN if event.type == pygame.KEYDOWN else SignalKind.KEY_UP, code=event.key)


class Capturing(Presses):
    """The mode that takes the next key or button of `device` for binding; `then` is the mode that follows."""

    def __init__(self, device: Device, pads: controllers.Pads, then: Presses) -> None:
        self._capture = Capture(device)
        self._pads = pads
        self._then = then

    def tick(self, now: float) -> tuple[Presses, list[Signal]]:
        capture = self._capture
        capture.tick(now)
        if not capture.is_over:
            return self, []
        return self._then, [Signal(SignalKind.CAPTURED, device=capture.device, code=capture.code)]

    def catches(self, event: pygame.event.Event, now: float) -> bool:
        capture = self._capture
        if event.type in (pygame.KEYDOWN, pygame.KEYUP):
            if event.type == pygame.KEYUP:
                capture.release(KEYBOARD, event.key)
            elif event.key == pygame.K_ESCAPE:
                capture.is_over = True
            else:
                capture.press(KEYBOARD, event.key, now)
            return True
        if event.type in controllers.BUTTON_EVENTS:
            button = self._pads.button(event)
            if button is not None:
                device, code, down = button
                if down:
                    capture.press(device, code, now)
                else:
                    capture.release(device, code)
            return True
        if event.type in (pygame.MOUSEBUTTONDOWN, pygame.FINGERDOWN):
            capture.is_over = True
        if event.type in (pygame.WINDOWFOCUSLOST, pygame.JOYDEVICEREMOVED):
            capture.is_over = True
            return False
        return event.type in pointers.EVENTS


class Remotes(Protocol):
    """Devices whose presses do not come through the window, such as phones."""

    def devices(self) -> list[Device]:
        """Return the connected devices."""

    def poll(self, now: float) -> list[Intent | Signal]:
        """Return the presses since the last call, in order; `now` is in seconds and never decreases."""

    def unheard(self, device: Device, seconds: float) -> None:
        """Note that presses of `device` came too fast and are ignored for `seconds`."""

    def end(self) -> None:
        """Disconnect: the program ends."""


def prepare_environment() -> None:
    """Set the SDL hints for input, before pygame's display is initialised."""
    # otherwise closing the window would look like the end of the session
    os.environ["SDL_QUIT_ON_LAST_WINDOW_CLOSE"] = "0"
    pointers.prepare_environment()
    controllers.prepare_environment()


class Devices:
    """Every device at the table: `open` it once the window exists, then `drain` it once a frame."""

    def __init__(self, window_size: tuple[int, int]) -> None:
        """`window_size` is in pixels. Opens nothing."""
        self.current: Device = KEYBOARD  # the device used last
        self.bindings = Bindings()
        self.remotes: Remotes | None = None
        self._mode: Presses = Presses()  # the present meaning of keys
        self.switches = Switches()
        self._pads = controllers.Pads()
        self.identity = PadIdentity(self._pads, lambda: self.remotes.devices() if self.remotes else [])
        self._pointers = pointers.Pointers(window_size)
        self._repeater = Repeater()
        self._down: set[tuple[Device, Kind]] = set()  # the buttons of pads that are held
        self._focused = True
        self._now = 0.0
        self._out: list[Intent | Signal] = []

    def open(self, facts: Facts | None = None) -> None:
        """Start listening and open the plugged-in pads. Needs pygame's display.

        `facts` asks the system for those traits of a pad that SDL does not know.
        """
        self._pads.facts = facts or self._pads.facts
        pygame.key.set_repeat()  # no repeats by SDL: `Repeater` repeats for all devices
        pygame.key.stop_text_input()  # otherwise an input method for Japanese would take the keys
        self._pads.open()
        self._pads.scan()
        if pads := self._pads.devices():
            self.current = pads[0]

    @contextmanager
    def as_current(self, device: Device) -> Iterator[None]:
        """Inside the block, treat `device` as the one used last, so that texts name its keys or buttons."""
        before, self.current = self.current, device
        try:
            yield
        finally:
            self.current = before

    def close(self) -> None:
        if self.remotes is not None:
            self.remotes.end()
        self._pads.close()
        self._repeater.clear()

    def pads(self) -> list[Device]:
        """The plugged-in pads, by number, then the awake phones."""
        return self.identity.present()

    def is_down(self, pad: Device, kind: Kind) -> bool:
        """Whether the pad's button for `kind` is held."""
        return (pad, kind) in self._down

    def pad_state(self, pad: Device) -> controllers.PadState | None:
        """Return the present state of a pad, independent of bindings; None if it was pulled out."""
        return self._pads.state(pad)

    def shake(self, pad: Device, low: float, high: float, seconds: float) -> bool:
        """Make a pad rumble, as `Pads.shake` does."""
        return self._pads.shake(pad, low, high, seconds)

    def become(self, pad: Device, number: int) -> Device | None:
        """Give a pad the number of a missing one, as `PadIdentity.become` does, and release what it holds."""
        after = self.identity.become(pad, number)
        if after is not None:
            self._drop(pad)
        if after is not None and self.current == pad:
            self.current = after
        return after

    def profile(self, device: Device) -> BindingProfile:
        """Return the binding profile of `device`; mouse and fingers have the keyboard's."""
        return self._pads.profile(device) if device.is_pad and not device.is_phone else KEYBOARD_PROFILE

    def faces(self, device: Device, action: Kind) -> list[str]:
        """Return what is printed on the keys or buttons for `action`; the first is the one to show."""
        profile = self.profile(device)
        codes = self.bindings.codes(profile, action)
        if profile is KEYBOARD_PROFILE:
            return [key_face(code) for code in codes]
        return [controllers.face(profile, code) for code in codes]

    def capture(self, device: Device) -> None:
        """Make the next key or button of `device` a CAPTURED signal instead of a press.

        Esc, a long hold, and a press of another device cancel the capture.
        """
        self.forget_holds()
        self._mode = Capturing(device, self._pads, self._mode)

    def listen(self, field: pygame.Rect | None) -> None:
        """Take typing as text, shown in `field` (pixels), until called with None.

        Only the keys in BESIDE_TEXT keep their meaning. Text comes as TYPED, COMPOSING and ERASED signals.
        """
        if field is None and not self.listens:
            return
        self._mode = Presses() if field is None else Typing()
        self.forget_holds()
        if field is None:
            pygame.key.stop_text_input()
        else:
            pygame.key.start_text_input()
            pygame.key.set_text_input_rect(field)  # where an input method shows its candidates

    @property
    def listens(self) -> bool:
        """Whether typing is taken as text."""
        return isinstance(self._mode, Typing)

    def watch_keys(self, on: bool) -> None:
        """Report the keyboard's keys as KEY_DOWN and KEY_UP signals instead of presses, or stop that.

        Esc and the keys for full screen keep their meaning, and other devices are unaffected.
        """
        if on or isinstance(self._mode, WatchedKeys):
            self._mode = WatchedKeys() if on else Presses()
        self.forget_holds()

    def switch(self, on: bool) -> None:
        """Merge all keys, buttons, clicks and taps into one switch with SWITCH signals, or stop that.

        The keys for full screen keep their meaning.
        """
        if on == self.switches.alone:
            return
        self.switches.alone = on
        self.forget_holds()
        self._pointers.cancel()
        if on:
            self.current = SWITCH
        elif self.current == SWITCH:
            self.current = next(iter(self._pads.devices()), KEYBOARD)

    def resize(self, window_size: tuple[int, int]) -> None:
        """Take the size of a new window; no RESIZED signal comes for it."""
        self._pointers.resize(window_size)

    def forget_holds(self) -> None:
        """Stop all repeats until the next press of a direction, as after a change of scene."""
        self._repeater.clear()

    def let_go(self) -> None:
        """Release everything held, and return to the mode in which keys have their bound meanings."""
        self.listen(None)
        self._mode = Presses()
        self._pointers.cancel()
        self.switches.clear()

    def drain(self, now: float) -> list[Intent | Signal]:
        """All intents and signals since the last call, in order, then the repeats that are due.

        `now` is in seconds and never decreases.
        """
        self._now = now
        self._out = []
        for event in pygame.event.get():
            if event.type in controllers.AXIS_EVENTS:
                self._pads.note_axis(event)
                continue
            self._apply(self._pads.settle())
            self._take(event)
        self._apply(self._pads.settle())
        self._mode, over = self._mode.tick(now)
        self._out += over
        held = self.switches.due(now)
        if held is not None:
            self._out.append(Signal(SignalKind.SWITCH_HELD, code=held[1] if held[0] == "key" else None))
        self._out += [Intent(kind, device, repeat=True) for device, kind in self._repeater.due(now)]
        if self.remotes is not None:  # phones show their own glyphs, so `current` does not change
            self._out += self.remotes.poll(now)  # also in one-button play, since phones are not pressed by accident
        return self._out

    def _switched(self, event: pygame.event.Event) -> bool:
        """Update the switch of one-button play. Returns whether the event has no other meaning."""
        edge = edge_of(event)
        if edge is None and event.type in controllers.BUTTON_EVENTS and (button := self._pads.button(event)):
            edge = (button[0].id, button[1]), button[2]
        if edge is not None:
            self.switches.take(*edge, self._now)
        if not self.switches.alone:
            return False
        if edge is not None and self._focused:
            self._out.append(Signal(SignalKind.SWITCH_DOWN if edge[1] else SignalKind.SWITCH_UP))
        others = event.type in pointers.EVENTS or event.type in controllers.BUTTON_EVENTS or event.type in TEXT
        return edge is not None or others

    def _take(self, event: pygame.event.Event) -> None:
        if self._mode.catches(event, self._now) or self._switched(event):
            return
        if event.type in pointers.EVENTS:
            self._point(event)
        elif event.type in controllers.BUTTON_EVENTS:
            self._apply(self._pads.edges(event, self.bindings))
        elif event.type in (pygame.KEYDOWN, pygame.KEYUP):
            self._key(event)
        elif event.type in TEXT:
            self._report(self._mode.text(event))
        elif event.type in (pygame.JOYDEVICEADDED, pygame.JOYDEVICEREMOVED):
            self._replug(event)
        elif event.type == pygame.WINDOWSIZECHANGED:
            self._resized((event.x, event.y))
        elif event.type in _DROPPED:
            kind, name = _DROPPED[event.type]
            self._out.append(Signal(kind, text=getattr(event, name)))
        elif event.type in _PLAIN:
            if event.type in (pygame.WINDOWFOCUSLOST, pygame.WINDOWFOCUSGAINED):
                self._focused = event.type == pygame.WINDOWFOCUSGAINED
                self.forget_holds()
                self._pointers.cancel()
                self.switches.clear()
            self._out.append(Signal(_PLAIN[event.type]))

    def _emit(self, intent: Intent) -> None:
        """Add an intent. If motions of a pointer follow each other within a frame, only the last is kept."""
        self.current = intent.device
        last = self._out[-1] if self._out else None
        if (
            intent.kind in (Kind.HOVER, Kind.DRAG)
            and isinstance(last, Intent)
            and (last.kind, last.device, last.finger) == (intent.kind, intent.device, intent.finger)
        ):
            self._out[-1] = intent
        else:
            self._out.append(intent)

    def _apply(self, edges: list[controllers.ControlEdge]) -> None:
        """Emit the presses among the pads' edges; held directions repeat. An inactive window gets no presses."""
        for edge in edges:
            if not edge.is_down:
                self._down.discard((edge.device, edge.kind))
                self._repeater.release(edge.device, edge.source, edge.kind, self._now)
            elif self._focused and not self.switches.alone:
                self._down.add((edge.device, edge.kind))
                self._press(edge.device, edge.source, edge.kind)

    def _press(self, device: Device, source: str, kind: Kind, value: int = 0, key: int = 0) -> None:
        if kind in DIRECTIONS:
            self._repeater.press(device, source, kind, self._now)
        self._emit(Intent(kind, device, value=value, key=key))

    def _key(self, event: pygame.event.Event) -> None:
        source = f"key {event.key}"
        if event.type == pygame.KEYUP and (kind := self.bindings.meaning(KEYBOARD_PROFILE, event.key)) is not None:
            self._repeater.release(KEYBOARD, source, kind, self._now)
        meant = self._mode.key(event, self.bindings)
        if isinstance(meant, Signal):
            self._report(meant)
        elif meant is not None:
            self._press(KEYBOARD, source, *meant, key=event.key)

    def _report(self, signal: Signal | None) -> None:
        """Add a key's signal, if any. Typing and raw keys make the keyboard the current device."""
        if signal is None:
            return
        if signal.kind in OF_KEYBOARD:
            self.current = KEYBOARD
        self._out.append(signal)

    def _point(self, event: pygame.event.Event) -> None:
        intent = self._pointers.intent(event, self.current, self._now)
        if intent is not None:
            self._emit(intent)

    def _replug(self, event: pygame.event.Event) -> None:
        if event.type == pygame.JOYDEVICEADDED:
            self._out += [Signal(SignalKind.DEVICE_ADDED, device=device) for device in self._pads.scan()]
            return
        device = self._pads.remove(event.instance_id)
        if device is None:
            return
        self._drop(device)
        self.switches.clear()
        if self.current == device:
            self.current = next(iter(self._pads.devices()), KEYBOARD)
        self._out.append(Signal(SignalKind.DEVICE_REMOVED, device=device))

    def _drop(self, device: Device) -> None:
        """Release everything that a device holds."""
        self._repeater.drop(device)
        self._down = {held for held in self._down if held[0] != device}

    def _resized(self, size: tuple[int, int]) -> None:
        """Report a new size. While the border is dragged, only the last size of a frame is reported."""
        if size == self._pointers.size:
            return
        self._pointers.resize(size)
        self._out = [item for item in self._out if not (isinstance(item, Signal) and item.kind is SignalKind.RESIZED)]
        self._out.append(Signal(SignalKind.RESIZED, size=size))


class Pulse(NamedTuple):
    """A rumble: the strengths of the slow heavy motor and of the fast light one (0..1 each), and how long it lasts."""

    low: float
    high: float
    seconds: float


PULSES: Mapping[str, Pulse] = {
    "turn": Pulse(0.0, 0.7, 0.12),
    "wall": Pulse(0.8, 0.2, 0.10),
    "stop": Pulse(0.5, 0.0, 0.08),
    "bounce": Pulse(0.0, 0.5, 0.05),
    "chip": Pulse(0.6, 0.6, 0.25),
    "clock": Pulse(0.3, 0.3, 0.06),
}


class Rumble:
    """Makes the pads of a table rumble; phones and pads without motors are skipped."""

    def __init__(self, devices: Devices) -> None:
        self._devices = devices
        self.strength = STRENGTHS["off"]

    def pulse(self, pads: Iterable[Device], name: str) -> None:
        """Send the pulse `name`, a key of PULSES, to the pads among these devices."""
        if self.strength <= 0:
            return
        pulse = PULSES[name]
        for pad in pads:
            if pad.is_pad and not pad.is_phone:
                self._devices.shake(pad, self.strength * pulse.low, self.strength * pulse.high, pulse.seconds)
