"""The settings, as rows on pages with tabs. Each change takes effect and is stored at once.

There are rows for the program's preferences and for those of each game.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial

from game.core.kinds import LANGUAGES, Flag, Setting
from game.registry import GAMES
from scenes.house import preferences
from scenes.house.preferences import OWN, Preferences
from scenes.kit.drawing import theme
from scenes.kit.drawing.canvas import Canvas
from scenes.kit.drawing.fonts import Style
from scenes.kit.drawing.glyphs import ARROWS, SHOULDERS, Prompt
from scenes.kit.input.intents import Intent, Kind
from scenes.kit.layout import Part, Shape, cell, column, row
from scenes.kit.scene import Nav, Push
from scenes.kit.widgets.form import DARK, Field, Form, value_text
from scenes.kit.widgets.page import FRAMES, MARGIN, TOP_WITH_HEADING
from scenes.kit.widgets.widget import Action, Button, Widget
from scenes.kit.window.window import displays
from scenes.services import Services
from scenes.settings.about_scene import AboutScene, ColourVisionScene
from scenes.settings.controls_scene import ControlsScene
from scenes.settings.tabs import ABOVE, BELOW, GAP, SIDEBAR, TabbedScene, height_of_tabs

TABS = (*preferences.TABS, "games")
ABOUT_TAB = TABS[0]


def fields_of(services: Services, tab: str) -> list[Field]:
    """Return the rows of one of TABS."""
    if tab == "games":
        return [_of_game(services, game, setting) for game, spec in GAMES.items() for setting in spec.preferences]
    found = [_own(services, name) for name, its_tab in preferences.TAB_OF.items() if its_tab == tab]
    if tab == "picture":
        found.append(_card(services, "vision", "look", lambda: Push(lambda: ColourVisionScene(services))))
    if tab == ABOUT_TAB:
        found.append(_card(services, "about", "read", lambda: Push(lambda: AboutScene(services))))
    return found


def restore(services: Services) -> None:
    """Reset all preferences except the language, so that the person can still read the screen."""
    services.settings.restore(Preferences(language=services.settings.preferences.language))
    for spec in GAMES.values():
        for setting in spec.preferences:
            services.settings.put(setting, setting.default)


def _own(services: Services, name: str) -> Field:
    """Return the row of a preference that belongs to the program, not to a game."""
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
    """Set how strongly pads rumble, and let all pads rumble once at that strength."""
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
    """Return a row whose button opens a card."""
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


# The most rows of full height. If there are more, the rows are lower.
MOST_FULL = 4
# Design pixels beside the rows, and above and below them.
PAD, CARD_PAD = 48, 12
# Height of the arrows that turn the pages.
TURNS = 96
COUNT = Style(theme.HELPER, theme.MUTED)


class SettingsScene(TabbedScene):
    """The settings' screen. It has no result, because changes take effect at once."""

    eyebrow, title = "app.title", "menu.settings"
    # The open page of the tab, whose rows may need several pages.
    page = 0

    def __init__(self, services: Services, fields_of: Callable[[Services, str], list[Field]] = fields_of) -> None:
        super().__init__(services)
        self._fields_of = fields_of
        self.form = Form(services.stage, DARK)

    def enter(self) -> None:
        self.resized()
        self.turned()

    def sections(self) -> Sequence[tuple[str, str]]:
        return [(self.stage.t(f"settings.section.{tab}"), tab) for tab in TABS]

    def body(self, shape: Shape) -> Part:
        """Lay out a card that is as high as its rows, with arrows below it if there are several pages."""
        width, is_tall = self._width(shape), shape is Shape.TALL
        fields = self._fields_of(self.services, TABS[self.section])
        room = self._room(shape)
        self.pages = self.form.pages(fields, width, room, stacked=is_tall)
        if len(self.pages) > 1:
            self.pages = self.form.pages(fields, width, room - TURNS, stacked=is_tall)
        self.page = min(self.page, len(self.pages) - 1)
        fields = self.pages[self.page]
        form = self.form.part(fields, width, stacked=is_tall)
        turns = row(cell(), cell("turn", 112), cell("count", 160), cell("turn", 112), cell(), size=TURNS)
        parts = [*form.parts, turns] if len(self.pages) > 1 else form.parts
        least = sum(line.size or line.least for line in parts) + 2 * CARD_PAD
        card = column(*parts, name="card", share=len(fields), least=least, gap=0, pad=(PAD, CARD_PAD))
        return column(card, cell(share=max(0, MOST_FULL - len(fields))), gap=0)

    def _room(self, shape: Shape) -> float:
        """Return the height that is free for rows, in design pixels."""
        frame = FRAMES[shape]
        tabs = height_of_tabs(shape, len(TABS)) + GAP if shape is not Shape.WIDE else 0
        outside = TOP_WITH_HEADING + tabs + frame.gap + frame.bar + frame.foot
        return self.stage.metrics.design[1] - outside - ABOVE - BELOW - 2 * CARD_PAD

    def _width(self, shape: Shape) -> float:
        """Return the width of a row, in design pixels."""
        beside = SIDEBAR if shape is Shape.WIDE else 0
        return self.stage.metrics.design[0] - 2 * MARGIN[shape] - beside - 2 * PAD

    def widgets(self) -> list[Widget]:
        turns = zip(self.places.all("turn"), "‹›", (-1, 1), strict=False)
        arrows = [Button(place, sign, partial(self._turn_page, by), size=60) for place, sign, by in turns]
        return [*self.make_tabs(), *self.form.widgets(self.places), *arrows]

    def open(self, section: int) -> None:
        self.section = section
        self.page = 0
        self.resized()

    def turn(self, by: int) -> None:
        if 0 <= self.page + by < len(self.pages):
            self._turn_page(by)
        else:
            super().turn(by)

    def _turn_page(self, by: int) -> None:
        self.page = (self.page + by) % len(self.pages)
        self.stage.audio.play("page")
        self.resized()

    def turned(self) -> None:
        self.focus.focus(self.form.controls[0])

    def meant(self, intent: Intent) -> Nav | None:
        if intent.kind is Kind.HINT:
            return self.ask_defaults()
        if intent.kind is Kind.SECONDARY:
            self.form.restore(self.focus.current)
            self.resized()
            return None
        return super().meant(intent)

    def ask_defaults(self) -> Nav | None:
        return self.defaults_dialog(self.stage.t("settings.reset.body"), "defaults")

    def resume(self, result: object) -> Nav | None:
        if result == "defaults":
            restore(self.services)
        self.resized()
        return None

    def draw_page(self, canvas: Canvas) -> None:
        card = self.places["card"]
        self.stage.blit(canvas, self.stage.paint.panel("lacquer", card.size), card.topleft)
        self.form.draw(canvas, self.places, self.focus.current)
        if "count" in self.places:
            self.stage.label(canvas, f"{self.page + 1} / {len(self.pages)}", self.places["count"], COUNT, "centre")

    def prompts(self) -> list[Prompt]:
        t, is_changed = self.stage.t, self.form.may_restore(self.focus.current)
        return [
            Prompt(ARROWS, t("glyph.choose"), ""),
            Prompt(Kind.CONFIRM, t("glyph.change"), ""),
            Prompt(SHOULDERS, t("settings.section"), ""),
            *([Prompt(Kind.SECONDARY, t("settings.default"), "main")] if is_changed else []),
            Prompt(Kind.HINT, t("settings.all_defaults"), "main"),
        ]
