"""What can be set, section by section: a label, a note, and the widget that changes it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

import pygame

from scenes.kit.picker import Picker
from scenes.kit.renderer import CHOICES
from scenes.kit.scene import Push
from scenes.kit.slider import Slider
from scenes.kit.strings import LANGUAGES
from scenes.kit.widgets import Button, Choice, Toggle, Widget
from scenes.kit.window import displays
from scenes.preferences import LONGEST_CHIPS, PAUSES, SCAN_PACES, TEXT_SCALES
from scenes.services import Services
from scenes.settings.colour_vision import ColourVisionScene
from scenes.settings.controls_scene import ControlsScene

SECTIONS = ("general", "picture", "sound", "controls", "scan")
_ENTRIES = {
    "general": ("language", "text_scale", "reduced_motion", "danger_marks"),
    "picture": ("fullscreen", "display", "renderer", "vision"),
    "sound": ("effects", "music", "speech"),
    "controls": ("always_confirm", "demonstration_pause", "longest_chip", "bindings", "phones"),
    "scan": ("scan", "scan_pace", "scan_sound"),
}
LANGUAGE_NAMES = {"en": "English", "ja": "日本語"}


@dataclass(frozen=True, slots=True)
class Row:
    """One thing to set. `make` makes its widget in a rectangle (pixels)."""

    label: str
    note: str
    make: Callable[[pygame.Rect], Widget]


def rows(services: Services, section: str) -> list[Row]:
    """The rows of one of SECTIONS, with the values as they are."""
    t = services.stage.t
    makers = _makers(services)
    return [Row(t(f"settings.{name}"), _note(services, name), makers[name]) for name in _ENTRIES[section]]


def _note(services: Services, name: str) -> str:
    t, program = services.stage.t, services.stage.speech.program
    if name != "speech":
        return t(f"settings.{name}.note")
    return t("settings.speech.none") if program is None else t("settings.speech.note", program=program.name)


def _makers(services: Services) -> dict[str, Callable[[pygame.Rect], Widget]]:
    t = services.stage.t
    present = services.preferences

    def switch(name: str, rect: pygame.Rect) -> Widget:
        labels = [t("setup.off"), t("setup.on")]
        return Toggle(rect, labels, getattr(present, name), lambda on: services.change(**{name: on}))

    def choice(name: str, values: Sequence[Any], labels: Sequence[str], value: Any, rect: pygame.Rect) -> Widget:
        index = values.index(value) if value in values else 0
        return Choice(rect, labels, index, lambda i: services.change(**{name: values[i]}))

    def slider(name: str, rect: pygame.Rect) -> Widget:
        return Slider(services.stage, rect, getattr(present, name), lambda value: services.change(**{name: value}))

    def opener(label: str, push: Push, rect: pygame.Rect) -> Widget:
        return Button(rect, label, lambda: push)

    def speech(rect: pygame.Rect) -> Widget:
        widget = switch("speech", rect)
        widget.allow(services.stage.speech.program is not None, t("why.speech"))
        return widget

    def pace(rect: pygame.Rect) -> Widget:
        labels = [t("settings.scan_pace.value", seconds=f"{seconds:g}") for seconds in SCAN_PACES]
        index = SCAN_PACES.index(present.scan_pace) if present.scan_pace in SCAN_PACES else None
        other = t("settings.scan_pace.value", seconds=f"{present.scan_pace:g}")
        return Picker(rect, labels, index, lambda i: services.change(scan_pace=SCAN_PACES[i]), other)

    screens = range(displays())
    scales = [f"{scale:.0%}".rstrip("%") for scale in TEXT_SCALES]
    names = [LANGUAGE_NAMES[language] for language in LANGUAGES]
    ways = [t(f"settings.renderer.{way}") for way in CHOICES]
    paces = [t(f"settings.demonstration_pause.{index}") for index in range(len(PAUSES))]
    lengths = [t("settings.longest_chip.any"), *map(str, LONGEST_CHIPS[1:])]
    numbers = [str(screen + 1) for screen in screens]
    return {
        "language": partial(choice, "language", LANGUAGES, names, services.stage.strings.language),
        "text_scale": partial(choice, "text_scale", TEXT_SCALES, scales, present.text_scale),
        "reduced_motion": partial(switch, "reduced_motion"),
        "fullscreen": partial(switch, "fullscreen"),
        "display": partial(choice, "display", screens, numbers, present.display),
        "renderer": partial(choice, "renderer", CHOICES, ways, present.renderer),
        "vision": partial(opener, t("settings.look"), Push(lambda: ColourVisionScene(services))),
        "effects": partial(slider, "effects"),
        "music": partial(slider, "music"),
        "speech": speech,
        "always_confirm": partial(switch, "always_confirm"),
        "danger_marks": partial(switch, "danger_marks"),
        "demonstration_pause": partial(choice, "demonstration_pause", PAUSES, paces, present.demonstration_pause),
        "longest_chip": partial(choice, "longest_chip", LONGEST_CHIPS, lengths, present.longest_chip),
        "scan": partial(switch, "scan"),
        "scan_pace": pace,
        "scan_sound": partial(switch, "scan_sound"),
        "phones": partial(switch, "phones"),
        "bindings": partial(opener, t("settings.bind"), Push(lambda: ControlsScene(services))),
    }
