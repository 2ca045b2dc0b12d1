"""The bindings of each action to keys and buttons, by device.

A person presses an action, then its new key or button.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import pygame

from scenes.kit.drawing import theme
from scenes.kit.drawing.canvas import Canvas
from scenes.kit.drawing.fonts import Style
from scenes.kit.drawing.glyphs import ARROWS, SHOULDERS, Glyphs, Prompt
from scenes.kit.input.bindings import BindingProfile, Bindings
from scenes.kit.input.intents import KEYBOARD, Device, Kind, Signal, SignalKind
from scenes.kit.layout import Part, Shape, cell, column, row
from scenes.kit.scene import Nav, Push
from scenes.kit.stage import Stage
from scenes.kit.widgets.dialog import Dialog, DialogAnswer
from scenes.kit.widgets.widget import Action, Button, HitArea, Widget
from scenes.services import Services
from scenes.settings.clash_scene import ClashScene
from scenes.settings.tabs import LEAST, TabbedScene
from scenes.table.loading import keys_together

LABEL = Style(theme.LIST, theme.IVORY)
WAITING = Style(theme.LIST, theme.INK, bold=True)
NONE = Style(theme.CAPTION, theme.MUTED)
HELP = Style(theme.GLYPH, theme.IVORY)


class BindingRow(HitArea):
    """A plate with an action and its keys or buttons. It is lit while it waits for a new key or button."""

    def __init__(self, rect: pygame.Rect, glyphs: Glyphs, words: tuple[str, str], action: Action) -> None:
        """`words` are the name of the action, and the request to press a new key or button."""
        super().__init__(rect, action, name=words[0])
        self.glyphs = glyphs
        self.words = words
        self.faces: list[str] = []
        self.family = ""
        self.waiting = False

    def value(self) -> str:
        return self.words[1] if self.waiting else ", ".join(self.faces)

    def draw(self, stage: Stage, canvas: Canvas, pressed: bool) -> None:
        unit = stage.metrics.px
        material = "enamel" if self.waiting else "lacquer"
        stage.blit(canvas, stage.paint.panel(material, self.rect.size), self.rect.topleft)
        face, grow = self.rect.inflate(-2 * unit(28), 0), stage.metrics.text_scale
        if self.waiting:
            stage.label(canvas, self.words[1], face, WAITING, "centre", grow=grow, least=LEAST)
            return
        face.width -= self._draw_glyphs(stage, canvas, face) + unit(24)
        stage.label(canvas, self.words[0], face, LABEL, grow=grow, least=LEAST)

    def _draw_glyphs(self, stage: Stage, canvas: Canvas, face: pygame.Rect) -> int:
        """Draw the bound keys or buttons at the right, as many as fit about half of the plate. Returns their width."""
        shown = self.faces
        if not shown:
            return stage.label(canvas, "—", face, NONE, "right", grow=stage.metrics.text_scale).width
        picture = self.glyphs.picture("", self.family, shown)
        while picture.get_width() > face.width * 0.55 and len(shown) > 1:
            shown = shown[:-1]
            picture = self.glyphs.picture("", self.family, shown)
        canvas.blit(picture, (face.right - picture.get_width(), face.centery - picture.get_height() // 2))
        return picture.get_width()


class ControlsScene(TabbedScene):
    """Has a page for the keyboard and for each connected pad. A new binding takes effect at once."""

    eyebrow, title = "menu.settings", "settings.bindings"

    def __init__(self, services: Services) -> None:
        super().__init__(services)
        current = services.stage.devices.current
        self.device = current if current.is_pad and not current.is_phone else KEYBOARD
        self.waiting: Kind | None = None
        self.note = ""

    def enter(self) -> None:
        self.resized()
        self.focus.focus(self.rows[0])

    def resized(self) -> None:
        self.devices = [KEYBOARD, *(pad for pad in self.stage.devices.pads() if not pad.is_phone)]
        if self.device not in self.devices:
            self.device = KEYBOARD
        self.section = self.devices.index(self.device)
        super().resized()

    def sections(self) -> Sequence[tuple[str, str]]:
        return [(self._name(device), "controls" if device.is_pad else "keyboard") for device in self.devices]

    def body(self, shape: Shape) -> Part:
        """Lay out a plate for each action, in two columns."""
        half = -(-(len(self.profile.actions) + self._has_test) // 2)
        return row(*[column(*[cell("plate", most=120)] * half, gap=16)] * 2)

    def widgets(self) -> list[Widget]:
        self.tabs = self.make_tabs()
        glyphs, plates = Glyphs(self.stage.assets, self.stage.paint, self.stage.fonts), self.places.all("plate")
        actions = self.profile.actions
        self.rows = [self._row(place, glyphs, action) for place, action in zip(plates, actions, strict=False)]
        widgets: list[Widget] = [*self.tabs, *self.rows]
        # The button of the keyboard test follows the last action.
        if self._has_test:
            test = Push(lambda: ClashScene(self.services))
            widgets.append(Button(plates[len(actions)], self.stage.t("clash.open"), lambda: test, size=theme.LIST))
        return widgets

    @property
    def profile(self) -> BindingProfile:
        """The binding profile of the device whose page is open."""
        return self.stage.devices.profile(self.device)

    @property
    def _has_test(self) -> bool:
        """Whether the page has the button of the keyboard test.

        The keyboard's page has it, if people share the keyboard in some game.
        """
        return not self.device.is_pad and bool(keys_together(self.services))

    def _name(self, device: Device) -> str:
        t = self.stage.t
        return self.stage.pad_name(device.number) if device.is_pad else t("device.keyboard")

    def _row(self, place: pygame.Rect, glyphs: Glyphs, action: Kind) -> BindingRow:
        """Make the plate of an action."""
        ask = self.stage.t("controls.press_button" if self.device.is_pad else "controls.press_key")
        made = BindingRow(place, glyphs, (self.action_name(action), ask), partial(self._wait, action))
        made.faces = self.stage.devices.faces(self.device, action)
        made.family = self.device.family
        made.waiting = action is self.waiting
        return made

    def action_name(self, action: Kind) -> str:
        """Return the name of an action."""
        return self.stage.t(f"action.{action.name.lower()}")

    # Changes

    def open(self, section: int) -> None:
        self.device = self.devices[section]
        self.note = ""
        self.resized()

    def turned(self) -> None:
        """Leave the focus where it is."""

    def _wait(self, action: Kind) -> None:
        """Bind the next key or button of the device to `action`."""
        self.waiting = action
        self.note = ""
        self.stage.devices.capture(self.device)
        self.resized()

    def signal(self, signal: Signal) -> Nav | None:
        if signal.kind is SignalKind.CAPTURED:
            action, self.waiting = self.waiting, None
            nav = None if action is None or signal.code is None else self._bind(action, signal.code)
            self.resized()
            return nav
        if signal.kind in (SignalKind.DEVICE_ADDED, SignalKind.DEVICE_REMOVED):
            self.resized()
        return None

    def _bind(self, action: Kind, code: int) -> Nav | None:
        """Bind a key or button. If another action has it, return the way to a dialog that asks what to do."""
        bindings = self.stage.devices.bindings
        if code in self.profile.fixed:
            self.note = self.stage.t("controls.fixed")
            return None
        owner = bindings.meaning(self.profile, code)
        if owner in (None, action):
            self.services.settings.change(bindings=bindings.assigned(self.profile, action, code))
            return None
        assert owner is not None
        return Push(lambda: self._conflict(bindings, action, code, owner))

    def _conflict(self, bindings: Bindings, action: Kind, code: int, owner: Kind) -> Dialog:
        """Ask what happens to `owner`, the action that has the key or button.

        The dialog pops with the chosen bindings.
        """
        t = self.stage.t
        profile = self.profile
        names = {"wanted": self.action_name(action), "owner": self.action_name(owner)}
        answers = [DialogAnswer(t("controls.keep"), None)]
        body = [t("controls.conflict.body", **names)]
        swap, take = bindings.may_swap(profile, action, code), bindings.may_take(profile, code)
        if take:
            answers.append(DialogAnswer(t("controls.take"), bindings.assigned(profile, action, code), primary=not swap))
            body.append(t("controls.conflict.take", **names))
        if swap:
            swapped = bindings.assigned(profile, action, code, swap=True)
            answers.append(DialogAnswer(t("controls.swap"), swapped, primary=True))
            body.append(t("controls.conflict.swap", **names))
        if not swap and not take:
            body.append(t("controls.conflict.essential", **names))
        return Dialog(self.stage, t("controls.conflict.title"), "\n".join(body), answers, width=980)

    def ask_defaults(self) -> Nav | None:
        if not self._is_changed:
            return None
        body = self.stage.t("controls.reset.body", device=self._name(self.device))
        return self.defaults_dialog(body, self.stage.devices.bindings.restored(self.profile))

    def resume(self, result: object) -> Nav | None:
        if isinstance(result, Bindings):
            self.services.settings.change(bindings=result)
        self.resized()
        return None

    @property
    def _is_changed(self) -> bool:
        return self.stage.devices.bindings.is_changed(self.profile)

    @property
    def _help(self) -> str:
        """Return the text shown in place of the bar; "" if the bar is shown."""
        return self.stage.t("controls.cancel") if self.waiting is not None else self.note

    def bar_prompts(self) -> Sequence[Prompt]:
        return () if self._help else super().bar_prompts()

    def draw_bar(self, canvas: Canvas) -> None:
        super().draw_bar(canvas)
        grow = self.stage.metrics.text_scale
        self.stage.label(canvas, self._help, self.bar.region, HELP, "centre", grow=grow, least=LEAST)

    def prompts(self) -> list[Prompt]:
        t = self.stage.t
        return [
            Prompt(ARROWS, t("glyph.choose"), ""),
            Prompt(Kind.CONFIRM, t("glyph.change"), ""),
            *([Prompt(SHOULDERS, t("setup.device"), "")] if len(self.tabs) > 1 else []),
            *([Prompt(Kind.SECONDARY, t("settings.defaults"), "main")] if self._is_changed else []),
        ]
