"""Keys and buttons: what each action is bound to, device by device; press an action, then the new key or button."""

from __future__ import annotations

from functools import partial

import pygame

from scenes.kit import theme
from scenes.kit.bindings import Bindings, Profile
from scenes.kit.canvas import Canvas
from scenes.kit.devices import Signal, SignalKind
from scenes.kit.dialog import Answer, Dialog
from scenes.kit.focus_scene import FocusScene
from scenes.kit.fonts import Style
from scenes.kit.glyphbar import GlyphBar, Prompt
from scenes.kit.glyphs import ARROWS, SHOULDERS, Glyphs
from scenes.kit.heading import draw_heading
from scenes.kit.intents import KEYBOARD, Device, Intent, Kind
from scenes.kit.layout import Shape
from scenes.kit.scene import Nav, Pop, Push
from scenes.kit.stage import Stage
from scenes.kit.widgets import Action, Button, Ghost, Touch
from scenes.services import Services
from scenes.settings.clash_scene import ClashScene
from scenes.settings.tabs import Tab
from scenes.table.loading import keys_together

LABEL = Style(theme.LIST, theme.IVORY)
WAITING = Style(theme.LIST, theme.INK, bold=True)
NONE = Style(theme.CAPTION, theme.MUTED)
HELP = Style(theme.GLYPH, theme.IVORY)
GAP = 16


class BindingRow(Ghost):
    """A plate with an action and its keys or buttons; lit while it waits for a new one."""

    def __init__(self, rect: pygame.Rect, glyphs: Glyphs, words: tuple[str, str], action: Action) -> None:
        """`words` name the action, and ask for the new key."""
        super().__init__(rect, action, name=words[0])
        self.glyphs = glyphs
        self.words = words
        self.faces: list[str] = []
        self.family = ""
        self.waiting = False

    def value(self) -> str:
        return self.words[1] if self.waiting else ", ".join(self.faces)

    def draw(self, stage: Stage, canvas: Canvas, touch: Touch) -> None:
        unit = stage.metrics.px
        material = "enamel" if self.waiting else "lacquer"
        stage.put(canvas, stage.paint.panel(material, self.rect.size), self.rect.topleft)
        face = self.rect.inflate(-2 * unit(28), 0)
        if self.waiting:
            style = stage.shrunk(self.words[1], WAITING, face.width, 22)
            stage.centred(canvas, self.words[1], face, style)
            return
        room = face.width - self._draw_glyphs(stage, canvas, face) - unit(24)
        style = stage.shrunk(self.words[0], LABEL, room, 22)
        baseline = face.centery + 0.366 * style.size * stage.metrics.scale * stage.metrics.text_scale
        stage.text(canvas, self.words[0], (face.left, baseline), style, width=room)

    def _draw_glyphs(self, stage: Stage, canvas: Canvas, face: pygame.Rect) -> int:
        """What is bound, as much of it as half the plate holds, at the right; returns its width in pixels."""
        shown = self.faces
        if not shown:
            size = NONE.size * stage.metrics.scale * stage.metrics.text_scale
            return stage.text(canvas, "—", (face.right, face.centery + 0.366 * size), NONE, "right").width
        picture = self.glyphs.picture("", self.family, shown)
        while picture.get_width() > face.width * 0.55 and len(shown) > 1:
            shown = shown[:-1]
            picture = self.glyphs.picture("", self.family, shown)
        canvas.blit(picture, (face.right - picture.get_width(), face.centery - picture.get_height() // 2))
        return picture.get_width()


class ControlsScene(FocusScene):
    """A page for the keyboard and one for each pad plugged in; what is bound is kept at once."""

    closed_to_phones = True

    def __init__(self, services: Services) -> None:
        super().__init__(services.stage)
        self.services = services
        current = services.stage.devices.current
        self.device = current if current.is_pad else KEYBOARD
        self.waiting: Kind | None = None
        self.note = ""

    def enter(self) -> None:
        self.resized()
        self.focus.focus(self.rows[0])

    def resized(self) -> None:
        devices = [KEYBOARD, *self.stage.devices.pads()]
        if self.device not in devices:
            self.device = KEYBOARD
        self.tabs = [self._tab(i, devices) for i in range(len(devices))]
        self.glyphs = Glyphs(self.stage.paint, self.stage.fonts)
        self.rows = [self._row(i, action) for i, action in enumerate(self.profile.actions)]
        self.focus.set([*self.tabs, *self.rows, *self._clash_button()])
        rect = self.stage.metrics.rect
        tall = self.stage.metrics.shape is Shape.TALL
        self.bar = GlyphBar(
            self.stage, rect(54, 1712, 972, 160) if tall else rect(54, 956, self.stage.metrics.design[0] - 108, 80)
        )

    @property
    def spoken_title(self) -> str:
        return self.stage.t("settings.bindings")

    @property
    def profile(self) -> Profile:
        """What is bound together with the device of the open page."""
        return self.stage.devices.profile(self.device)

    @property
    def _has_test(self) -> bool:
        """Whether the open page offers to test keys together: the keyboard's, where a game has people press them."""
        return not self.device.is_pad and bool(keys_together(self.services))

    def _tab(self, index: int, devices: list[Device]) -> Tab:
        shape = self.stage.metrics.shape
        count = len(devices)
        if shape is Shape.WIDE:
            pitch = min(176.0, 718 / count)
            place = self.stage.metrics.rect(96, 218 + index * pitch, 392, pitch - 24)
        else:
            left, top, width, height = (54, 236, 972, 152) if shape is Shape.TALL else (72, 200, 1296, 96)
            pitch = min(330.0, (width + GAP) / count)
            place = self.stage.metrics.rect(left + index * pitch, top, pitch - GAP, height)
        device = devices[index]
        icon = "controls" if device.is_pad else "keyboard"
        return Tab(place, self._name(device), icon, device == self.device, partial(self._open, device))

    def _name(self, device: Device) -> str:
        t = self.stage.t
        return self.stage.pad_name(device.number) if device.is_pad else t("device.keyboard")

    def _place(self, index: int) -> pygame.Rect:
        """The plate number `index`: two columns, filled one after the other."""
        left, top, width, height = {
            Shape.WIDE: (528, 218, 1296, 694),
            Shape.CLASSIC: (72, 328, 1296, 592),
            Shape.TALL: (54, 428, 972, 1200),
        }[self.stage.metrics.shape]
        per_column = -(-(len(self.profile.actions) + self._has_test) // 2)
        column, line = divmod(index, per_column)
        across = (width - 24) / 2
        pitch = min(136.0, (height + GAP) / per_column)
        return self.stage.metrics.rect(left + column * (across + 24), top + line * pitch, across, pitch - GAP)

    def _clash_button(self) -> list[Button]:
        """What leads to the test of keys together, after the last action."""
        if not self._has_test:
            return []
        place, label = self._place(len(self.profile.actions)), self.stage.t("clash.open")
        return [Button(place, label, lambda: Push(lambda: ClashScene(self.services)), size=theme.LIST)]

    def _row(self, index: int, action: Kind) -> BindingRow:
        """The plate of an action."""
        ask = self.stage.t("controls.press_button" if self.device.is_pad else "controls.press_key")
        row = BindingRow(self._place(index), self.glyphs, (self.action_name(action), ask), partial(self._wait, action))
        row.faces = self.stage.devices.faces(self.device, action)
        row.family = self.device.family
        row.waiting = action is self.waiting
        return row

    def action_name(self, action: Kind) -> str:
        """What an action is called."""
        return self.stage.t(f"action.{action.name.lower()}")

    # Changes

    def _open(self, device: Device) -> None:
        self.device = device
        self.note = ""
        self.resized()

    def _wait(self, action: Kind) -> None:
        """Let the next key or button of the page's device be the one for `action`."""
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
        """Bind, or ask first where the key or button already has a meaning."""
        bindings = self.stage.devices.bindings
        if code in self.profile.fixed:
            self.note = self.stage.t("controls.fixed")
            return None
        owner = bindings.meaning(self.profile, code)
        if owner in (None, action):
            self.services.change(bindings=bindings.assigned(self.profile, action, code))
            return None
        assert owner is not None
        return Push(lambda: self._conflict(bindings, action, code, owner))

    def _conflict(self, bindings: Bindings, action: Kind, code: int, owner: Kind) -> Dialog:
        """Ask what shall become of the action that has the key or button now; pops with the bindings chosen."""
        t = self.stage.t
        profile = self.profile
        names = {"wanted": self.action_name(action), "owner": self.action_name(owner)}
        answers = [Answer(t("controls.keep"), None)]
        body = [t("controls.conflict.body", **names)]
        swap, take = bindings.may_swap(profile, action, code), bindings.may_take(profile, code)
        if take:
            answers.append(Answer(t("controls.take"), bindings.assigned(profile, action, code), primary=not swap))
            body.append(t("controls.conflict.take", **names))
        if swap:
            swapped = bindings.assigned(profile, action, code, swap=True)
            answers.append(Answer(t("controls.swap"), swapped, primary=True))
            body.append(t("controls.conflict.swap", **names))
        if not swap and not take:
            body.append(t("controls.conflict.essential", **names))
        return Dialog(self.stage, t("controls.conflict.title"), "\n".join(body), answers, width=980)

    def _ask_defaults(self) -> Nav:
        t = self.stage.t
        fresh = self.stage.devices.bindings.restored(self.profile)
        answers = [Answer(t("settings.keep"), None, primary=True), Answer(t("settings.defaults"), fresh)]
        title, body = t("settings.reset.title"), t("controls.reset.body", device=self._name(self.device))
        return Push(lambda: Dialog(self.stage, title, body, answers, width=860))

    def resume(self, result: object) -> Nav | None:
        if isinstance(result, Bindings):
            self.services.change(bindings=result)
        self.resized()
        return None

    # Presses and time

    def intent(self, intent: Intent) -> Nav | None:
        meant = self.bar.translate(intent) or intent
        if meant.kind in (Kind.BACK, Kind.PAUSE):
            return Pop()
        if meant.kind is Kind.SECONDARY:
            return self._ask_defaults() if self._is_changed else None
        if meant.kind in (Kind.PREVIOUS, Kind.NEXT):
            devices = [KEYBOARD, *self.stage.devices.pads()]
            step = 1 if meant.kind is Kind.NEXT else -1
            self._open(devices[(devices.index(self.device) + step) % len(devices)])
            return None
        return self.focus.intent(meant)[1]

    @property
    def _is_changed(self) -> bool:
        return self.stage.devices.bindings.is_changed(self.profile)

    def draw(self, canvas: Canvas, alpha: float) -> None:
        stage = self.stage
        canvas.blit(stage.table, (0, 0))
        draw_heading(stage, canvas, stage.t("menu.settings"), stage.t("settings.bindings"))
        self.focus.draw(canvas)
        help_line = stage.t("controls.cancel") if self.waiting is not None else self.note
        if help_line:
            style = stage.shrunk(help_line, HELP, self.bar.region.width, 22)
            stage.centred(canvas, help_line, self.bar.region, style)
        else:
            self.bar.set(self._prompts())
            self.bar.draw(canvas)

    def _prompts(self) -> list[Prompt]:
        t = self.stage.t
        return [
            Prompt(ARROWS, t("glyph.choose"), ""),
            Prompt(Kind.CONFIRM, t("glyph.change"), ""),
            *([Prompt(SHOULDERS, t("setup.device"), "")] if len(self.tabs) > 1 else []),
            *([Prompt(Kind.SECONDARY, t("settings.defaults"), "main")] if self._is_changed else []),
            Prompt(Kind.BACK, t("glyph.back"), "main"),
        ]
