"""The modes of keys and buttons: presses, text, keys as such, or the one that is to be bound."""

from __future__ import annotations

import pygame

from scenes.kit.input import controllers, keyboard, pointers
from scenes.kit.input.bindings import Bindings
from scenes.kit.input.holds import Capture
from scenes.kit.input.intents import KEYBOARD, Device, Kind
from scenes.kit.input.signals import Signal, SignalKind
from scenes.kit.system import text_on_clipboard

TEXT = {pygame.TEXTINPUT: SignalKind.TYPED, pygame.TEXTEDITING: SignalKind.COMPOSING}
OF_KEYBOARD = {*TEXT.values(), SignalKind.KEY_DOWN, SignalKind.KEY_UP}
"""What tells that the keyboard is in somebody's hand."""
Meant = Signal | tuple[Kind, int] | None


class Presses:
    """Keys and buttons are presses, as they are bound. What other modes do not change is as here."""

    def catches(self, event: pygame.event.Event, now: float) -> bool:
        """Whether an event is for the mode alone; `now` in seconds."""
        return False

    def tick(self, now: float) -> tuple[Presses, list[Signal]]:
        """The mode from now on, and what its end has to say."""
        return self, []

    def key(self, event: pygame.event.Event, bindings: Bindings) -> Meant:
        """Return the meaning of a key that goes down or up: a signal, a press with its value, or nothing."""
        if event.type == pygame.KEYUP:
            return None
        if keyboard.is_fullscreen_toggle(event.key, event.mod):
            return Signal(SignalKind.FULLSCREEN)
        return self._down(event, bindings)

    def text(self, event: pygame.event.Event) -> Signal | None:
        """Return the meaning of text that comes from the keyboard or from an input method."""
        return None

    def _down(self, event: pygame.event.Event, bindings: Bindings) -> Meant:
        if keyboard.is_paste(event.key, event.mod):
            return Signal(SignalKind.PASTED, text=text_on_clipboard())
        return keyboard.key_meaning(event.key, event.mod, bindings)


class Typing(Presses):
    """Keys that print come as text, and an input method has its own while it holds what it has not given yet."""

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
        if keyboard.is_paste(event.key, event.mod):
            return super()._down(event, bindings)
        return (keyboard.BESIDE_TEXT[event.key], 0) if event.key in keyboard.BESIDE_TEXT else None


class WatchedKeys(Presses):
    """Keys are reported as such, all but Esc and those for full screen."""

    def key(self, event: pygame.event.Event, bindings: Bindings) -> Meant:
        if event.key == pygame.K_ESCAPE or keyboard.is_fullscreen_toggle(event.key, event.mod):
            return super().key(event, bindings)
        return Signal(SignalKind.KEY_DOWN if event.type == pygame.KEYDOWN else SignalKind.KEY_UP, code=event.key)


class Capturing(Presses):
    """The next key or button of `device` is wanted, whatever it means; `then` is the mode behind it."""

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
