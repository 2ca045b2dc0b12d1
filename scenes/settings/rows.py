"""The settings, tab by tab, as rows of a form: the program's own preferences, and those that its games bring."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from game.core.kinds import Flag, Setting
from game.core.languages import LANGUAGES
from game.registry import GAMES
from scenes.house import preferences
from scenes.house.preferences import OWN, Preferences
from scenes.kit.scene import Push
from scenes.kit.widgets.form import Field
from scenes.kit.widgets.values import value_text
from scenes.kit.widgets.widget import Action
from scenes.kit.window.window import displays
from scenes.services import Services
from scenes.settings.about_scene import AboutScene
from scenes.settings.colour_vision import ColourVisionScene
from scenes.settings.controls_scene import ControlsScene

TABS = (*preferences.TABS, "games")
ABOUT_TAB = TABS[0]


def fields_of(services: Services, tab: str) -> list[Field]:
    """The rows of one of TABS."""
    if tab == "games":
        return [_of_game(services, game, setting) for game, spec in GAMES.items() for setting in spec.preferences]
    found = [_own(services, name) for name, its_tab in preferences.TAB_OF.items() if its_tab == tab]
    if tab == "picture":
        found.append(_card(services, "vision", "look", lambda: Push(lambda: ColourVisionScene(services))))
    if tab == ABOUT_TAB:
        found.append(_card(services, "about", "read", lambda: Push(lambda: AboutScene(services))))
    return found


def restore(services: Services) -> None:
    """Put all preferences back, except the language: nobody could read on."""
    services.settings.restore(Preferences(language=services.settings.preferences.language))
    for spec in GAMES.values():
        for setting in spec.preferences:
            services.settings.put(setting, setting.default)


def _own(services: Services, name: str) -> Field:
    """A row of the program's own."""
    setting = OWN[name]
    if name == "bindings":
        found = _card(services, name, "bind", lambda: Push(lambda: ControlsScene(services)))
        return replace(found, value=lambda: services.settings.preferences.bindings, default=setting.default)
    found = _field(services, name, setting)
    program = services.stage.speech.program
    if name == "language":
        return replace(found, value=lambda: services.stage.strings.language, values=LANGUAGES, default=None)
    if name == "display":
        return replace(found, values=range(displays()), text=lambda number: str(number + 1))
    if name == "rumble":
        return replace(found, put=partial(_set_rumble, services, setting))
    if name == "text_scale":
        return replace(found, text=lambda scale: f"{round(100 * scale)}")
    if name == "speech" and program is None:
        t = services.stage.t
        return replace(found, note=lambda: t("settings.speech.none"), why=t("why.speech"))
    if name == "speech" and program is not None:
        return replace(found, note=partial(services.stage.t, "settings.speech.note", program=program.name))
    return found


def _set_rumble(services: Services, setting: Setting, strength: str) -> None:
    """Set how strongly pads shake, and let all of them be felt."""
    services.settings.put(setting, strength)
    services.stage.rumble.pulse(services.stage.devices.pads(), "chip")


def _of_game(services: Services, game: str, setting: Setting) -> Field:
    return replace(_field(services, setting.key, setting), section=services.stage.t(f"game.{game}"))


def _field(services: Services, name: str, setting: Setting) -> Field:
    t = services.stage.t
    return Field(
        name,
        t(f"settings.{name}"),
        setting.kind,
        value=lambda: services.settings.value(setting),
        put=partial(services.settings.put, setting),
        default=setting.default,
        text=partial(value_text, services.stage, f"settings.{name}", setting.kind),
        note=lambda: t(f"settings.{name}.note"),
    )


def _card(services: Services, name: str, press: str, open: Action) -> Field:
    """A row whose button opens a card."""
    t = services.stage.t
    return Field(
        name,
        t(f"settings.{name}"),
        Flag(),
        value=lambda: None,
        put=lambda value: None,
        note=lambda: t(f"settings.{name}.note"),
        open=open,
        press=t(f"settings.{press}"),
    )
