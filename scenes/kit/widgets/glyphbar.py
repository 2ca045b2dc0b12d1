"""The bar that shows what presses do: glyphs for pads and keys, buttons for fingers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import pygame

from scenes.kit.drawing import svg, theme
from scenes.kit.drawing.canvas import Canvas
from scenes.kit.drawing.fonts import Style
from scenes.kit.drawing.glyphs import ARROWS, KINDS, MOUSE_ACTS, SHOULDERS, Control, Glyphs, Prompt
from scenes.kit.drawing.paint import Sprite
from scenes.kit.input.intents import SWITCH, Intent, Kind
from scenes.kit.layout import Shape
from scenes.kit.stage import ICON_GAP, Stage
from scenes.kit.widgets.widget import DISABLED

GAP = 52
GLYPH_GAP = 14
MOST = 6  # the most entries; nobody could take in more at a glance
MOST_SMALL = 4  # small buttons in a row of an upright window
BUTTON_GAP = 36
BUTTON_TEXT = Style(theme.NAME, theme.IVORY, bold=True)
BUTTON_PAD = 28  # space beside a button's text, left and right together
ICON = 44  # size of a button's icon
# The two rows of buttons in an upright window: their heights, and the gap.
FIRST_HEIGHT, ROW_GAP, MINOR_HEIGHT = 148, 64, 112
# The height of the row above the buttons, which shows what a mouse can do on the board.
ACTS_HEIGHT = 84
# The height of buttons elsewhere.
BUTTON_HEIGHT = 92
# A bar that is less high than LOW_REGION is called low. It has LOW_BUTTON_GAP above its buttons, buttons of the height
# LOW_BUTTON, and rows of glyphs of the height LOW_ROW.
LOW_REGION, LOW_BUTTON_GAP, LOW_BUTTON, LOW_ROW = 80, 6, 84, 48
# In a bar with room for one row only: the least width of a button, and the least width of the first button.
LOW_WIDTH, LOW_FIRST = 216, 300
LOW_GAP = 16  # between two low rows of buttons
# The least width of the helper beside the buttons, and its height.
LEAST_HELPER, HELPER_HEIGHT = 240, 128
TEXT = Style(theme.GLYPH)
SMALLER = (28, 26, 24, 22)  # type sizes of a low bar that has many words
CHIP_PAD = 18  # space beside a clickable word, left and right
# Words beside glyphs grow with the text scale up to this factor.
MOST_GROWTH = 1.25
GREY = 0.4  # opacity of a glyph whose action is not possible
LEAST = 22  # the smallest type of a button


def _finger_order(prompt: Prompt) -> int:
    """The order of buttons: Back on the left, the main button on the right under the thumb."""
    return 0 if any(each.control is Kind.BACK for each in prompt.slot) else 2 if _is_great(prompt) else 1


def _is_great(prompt: Prompt) -> bool:
    """Whether any of the prompts that share this place has the brass button."""
    return any(each.button == "primary" for each in prompt.slot)


class PromptPlace(NamedTuple):
    """The place of a prompt, in pixels."""

    prompt: Prompt
    rect: pygame.Rect


class GlyphBar:
    """Lays out and draws prompts in `region` (pixels), and turns clicks on them into intents."""

    def __init__(self, stage: Stage, region: pygame.Rect, ink: str = theme.IVORY) -> None:
        """`ink` is the colour of the text."""
        self.stage = stage
        self.region = region
        self.ink = ink
        self.most = MOST
        self.is_narrow = False  # whether there is room only for what is possible now
        self.prompts: tuple[Prompt, ...] = ()
        self.helper = ""  # a sentence beside the small buttons of an upright window
        self._spare: tuple[Control, ...] = ()
        self._set_type(TEXT.size, MOST_GROWTH)
        self._pressed: dict[int, Prompt | None] = {}  # for each finger, the prompt that it presses
        self._hovered: Prompt | None = None
        # what the places depend on, and the places
        self._laid: tuple[object, list[PromptPlace]] = None, []
        self._faces_known: dict[Control, list[str]] = {}  # names of keys; forgotten when new places are made

    def set(self, prompts: Sequence[Prompt], helper: str = "", spare: Sequence[Control] = ()) -> None:
        """Show these prompts, but leave out those in `spare`, one after the other, while there are more than `most`.

        People do not need spare prompts: the pause menu has the same choice, or a press on the screen does the same.
        """
        self.prompts = tuple(prompts)
        self.helper = helper
        self._spare = tuple(spare)

    @property
    def family(self) -> str:
        """The device family of the glyphs."""
        return self.stage.devices.current.family

    @property
    def as_buttons(self) -> bool:
        """Whether prompts are buttons: for fingers, and for a mouse in an upright window, which has a large bar."""
        return self.family == "touch" or (self.family == "mouse" and self.stage.metrics.shape is Shape.TALL)

    def translate(self, intent: Intent) -> Intent | None:
        """The intent of a pointer's press on the bar; None if it concerns no prompt."""
        if intent.point is None:
            return None
        under = next((place.prompt for place in self.places() if place.rect.collidepoint(intent.point)), None)
        if intent.kind is Kind.HOVER:
            self._hovered = under
        elif intent.kind is Kind.PRESS:
            self._pressed[intent.finger] = under
        elif intent.kind is Kind.RELEASE:
            pressed = self._pressed.pop(intent.finger, None)
            if pressed is not None and pressed == under and pressed.kind is not None and pressed.enabled:
                return Intent(pressed.kind, intent.device)
        return None

    def covers(self, point: tuple[int, int]) -> bool:
        """Whether `point` is on the bar. A pointer there does not reach the scene."""
        return any(place.rect.collidepoint(point) for place in self.places())

    def draw(self, canvas: Canvas) -> None:
        """Draw the bar for the device in use."""
        as_buttons, by_mouse = self.as_buttons, self.family == "mouse"
        for place in self.places():
            if as_buttons and place.prompt.control not in MOUSE_ACTS:
                self._draw_button(canvas, place)
            else:
                self._draw_glyph(canvas, place, by_mouse)
        if self.family == "touch" and self.helper and self.stage.metrics.shape is Shape.TALL:
            self._draw_helper(canvas)

    def places(self) -> list[PromptPlace]:
        """Return the place of each visible prompt; cached until its conditions change."""
        devices, metrics = self.stage.devices, self.stage.metrics
        device = devices.current, devices.profile(devices.current), devices.bindings
        about = self.prompts, self._spare, self.helper, tuple(self.region), device, metrics
        if self._laid[0] != about:
            self._faces_known = {}
            self._laid = about, self._lay_out()
        return self._laid[1]

    def _set_type(self, size: float, most: float) -> None:
        """Set the type size of words beside glyphs. Words and glyphs follow the text scale up to `most`."""
        stage = self.stage
        self._text = stage.limit_scale(TEXT._replace(size=size), most)
        self._glyphs = Glyphs(stage.assets, stage.paint, stage.fonts, most)

    def _lay_out(self) -> list[PromptPlace]:
        self._set_type(TEXT.size, MOST_GROWTH)
        if self.as_buttons:
            return self._button_places()
        shown = self._few([prompt for prompt in self.prompts if self._has_glyph(prompt)])
        low = self.region.height < self.stage.metrics.px(LOW_REGION)
        for control in self._spare if low else ():
            if not self._is_one_row(shown):
                shown = [prompt for prompt in shown if prompt.control != control]
        for size in (TEXT.size, *SMALLER) if low else ():
            if not self._is_one_row(shown):
                self._set_type(size, 1.0)  # glyphs as large as usual, or the words would become smaller than usual
        return self._glyph_places(shown)

    def _is_one_row(self, shown: Sequence[Prompt]) -> bool:
        return len(self._rows([self._glyph_width(prompt) for prompt in shown], self.stage.metrics.px(GAP))) < 2

    def _few(self, prompts: Sequence[Prompt]) -> list[Prompt]:
        """The prompts. Spare ones are left out, one after the other, while there are more than `most`."""
        found = list(prompts)
        for control in self._spare:
            if len(found) > self.most:
                found = [prompt for prompt in found if prompt.control != control]
        return found

    def _is_chip(self, prompt: Prompt) -> bool:
        """Whether a prompt is a clickable word for a mouse. A prompt that only informs cannot be clicked."""
        return self.family == "mouse" and prompt.kind is not None

    def _glyph_width(self, prompt: Prompt) -> int:
        return max(self._own_width(each) for each in prompt.slot if self._is_known(each))

    def _own_width(self, prompt: Prompt) -> int:
        if self._is_chip(prompt):
            return self.stage.fonts.width(prompt.label, self._text) + 2 * self.stage.metrics.px(CHIP_PAD)
        glyph = self._picture(prompt)
        return glyph.get_width() + self.stage.metrics.px(GLYPH_GAP) + self.stage.fonts.width(prompt.label, self._text)

    def _faces(self, control: Control) -> list[str]:
        """What is printed on the keys or buttons that are bound to `control` on the device in use."""
        if control not in self._faces_known:
            self._faces_known[control] = self._find_faces(control)
        return self._faces_known[control]

    def _find_faces(self, control: Control) -> list[str]:
        kinds = KINDS.get(control) or (control,)
        devices = self.stage.devices
        bound = [devices.faces(devices.current, kind) for kind in kinds if isinstance(kind, Kind)]
        return [faces[0] for faces in bound if faces]

    def _picture(self, prompt: Prompt) -> pygame.Surface:
        if prompt.faces:
            return self._glyphs.picture(prompt.control, "keyboard", prompt.faces)
        return self._glyphs.picture(prompt.control, self.family, self._faces(prompt.control) or ["·"])

    def _glyph_places(self, shown: Sequence[Prompt]) -> list[PromptPlace]:
        widths = [self._glyph_width(prompt) for prompt in shown]
        gap = self.stage.metrics.px(GAP)
        rows = self._rows(widths, gap)
        self.is_narrow = len(rows) > (1 if self.stage.metrics.shape is Shape.CLASSIC else 2)
        if self.is_narrow:
            shown = [prompt for prompt in shown if prompt.enabled]
            widths = [self._own_width(prompt) for prompt in shown]
            rows = self._rows(widths, gap)
        step = self.stage.metrics.px(66 if self.stage.metrics.shape is Shape.TALL else 54)
        places = []
        top = self.region.centery - (len(rows) - 1) * step // 2
        # In an upright window the glyphs are at the region's foot; the room above them belongs to the scene.
        if self.stage.metrics.shape is Shape.TALL:
            top = self.region.bottom - self.stage.metrics.px(36) - (len(rows) - 1) * step
            # Above the buttons: a mouse's actions on the board.
            if self.as_buttons:
                top = self.region.top + self.stage.metrics.px(26)
        high = min(step, self.stage.metrics.px(64), self.region.height)
        if len(rows) > 1 and self.region.height < self.stage.metrics.px(
            LOW_REGION
        ):  # a low bar below a board: the first row is at the bar's top
            step = high = self.stage.metrics.px(LOW_ROW)
            top = self.region.top + step // 2
        for number, row in enumerate(rows):
            spare = self.region.width - sum(widths[i] for i in row)
            space = min(gap, spare // max(1, len(row) - 1)) if len(row) > 1 else gap
            x = self.region.centerx - (sum(widths[i] for i in row) + space * (len(row) - 1)) // 2
            for i in row:
                box = pygame.Rect(x, 0, widths[i], high)
                box.centery = top + number * step
                places.append(PromptPlace(shown[i], box))
                x += widths[i] + space
        return places

    def _has_glyph(self, prompt: Prompt) -> bool:
        """Whether any of the prompts that share this place has a glyph."""
        return any(map(self._is_known, prompt.slot))

    def _is_known(self, prompt: Prompt) -> bool:
        """Whether a prompt has a glyph. A mouse has none for directions and shoulders; other devices need a binding."""
        if self.stage.devices.current == SWITCH:
            return prompt.kind is not None  # in one-button play only prompts with an action are shown
        if prompt.faces:
            return True
        if self.family == "mouse":
            return prompt.control not in (ARROWS, SHOULDERS)
        if prompt.control in MOUSE_ACTS:
            return False
        return prompt.control == ARROWS or bool(self._faces(prompt.control))

    def _rows(self, widths: list[int], gap: int) -> list[list[int]]:
        """The indices of the prompts in each row.

        Make as few rows as possible, about equally full. Gaps may shrink to half of `gap`.
        """
        everything = list(range(len(widths)))
        for count in range(1, len(widths) + 1):
            each = -(-len(widths) // count)
            last_short = [everything[start : start + each] for start in range(0, len(widths), each)]
            first_short = [everything[max(0, end - each) : end] for end in range(len(widths), 0, -each)][::-1]
            for rows in (last_short, first_short):
                if all(sum(widths[i] for i in row) + gap // 2 * (len(row) - 1) <= self.region.width for row in rows):
                    return rows
        return [[i] for i in everything]

    def _draw_glyph(self, canvas: Canvas, place: PromptPlace, by_mouse: bool) -> None:
        prompt = place.prompt
        hovered = by_mouse and prompt == self._hovered and prompt.kind is not None and prompt.enabled
        style = self._text._replace(color=theme.HIGHLIGHT if hovered else self.ink)
        alpha = 1.0 if prompt.enabled else GREY
        if by_mouse and prompt.kind is not None:
            self._draw_chip(canvas, place, style)
            return
        glyph = self._picture(prompt)
        canvas.blit(glyph, (place.rect.x, place.rect.centery - glyph.get_height() // 2), alpha)
        left = place.rect.x + glyph.get_width() + self.stage.metrics.px(GLYPH_GAP)
        label = pygame.Rect(left, place.rect.y, place.rect.right - left, place.rect.height)
        if prompt.also:  # other prompts of this place may have wider labels
            at = label.left, label.centery + self.stage.drop(style)
            self.stage.text(canvas, prompt.label, at, style, width=max(label.width, 1), alpha=alpha)
        else:
            self.stage.centred(canvas, prompt.label, label, style, max(label.width, 1), alpha)

    def _draw_chip(self, canvas: Canvas, place: PromptPlace, style: Style) -> None:
        """Draw a clickable word with a thin brass outline."""
        size, radius = place.rect.size, place.rect.height / 4

        def make() -> Sprite:
            body = svg.box(1, 1, size[0] - 2, size[1] - 2, radius, fill="#1B1A1C", stroke=theme.EYEBROW, line=2)
            return Sprite(svg.render(body, *size))

        alpha = 1.0 if place.prompt.enabled else GREY
        self.stage.blit(canvas, self.stage.paint.cached(("chip", size), make), place.rect.topleft, alpha)
        self.stage.centred(canvas, place.prompt.label, place.rect, style, place.rect.width, alpha)

    def _button_places(self) -> list[PromptPlace]:
        dead = MOUSE_ACTS | {ARROWS}
        shown = self._few([p for p in self.prompts if p.button and (p.button == "minor" or p.control not in dead)])
        first = [p for p in shown if p.button != "minor"]
        minor = [p for p in shown if p.button == "minor"]
        tall = self.stage.metrics.shape is Shape.TALL
        together = len(first) + len(minor) <= MOST_SMALL and not any(map(_is_great, first))
        if tall and self.family == "mouse" and together:
            first, minor = [], first + minor  # with a mouse only the next step is a wide button
        by_mouse = self.family == "mouse" and not first
        acts = [p for p in self.prompts if p.control in MOUSE_ACTS and self._is_known(p)] if by_mouse else []
        first.sort(key=_finger_order)
        unit = self.stage.metrics.px
        if tall and minor and self.region.height < unit(ACTS_HEIGHT + MINOR_HEIGHT):
            acts = []  # a low bar has room for its buttons only
        if tall and first and minor and self.region.height < unit(FIRST_HEIGHT + ROW_GAP + MINOR_HEIGHT):
            return self._low_row(first, minor)
        if tall:
            gap = unit(BUTTON_GAP)
            places = self._row(first, self.region.left, self.region.width, self.region.top, unit(FIRST_HEIGHT), gap)
            top = self.region.top + (unit(FIRST_HEIGHT) + unit(ROW_GAP) if first else unit(ACTS_HEIGHT) if acts else 0)
            gap = unit(24) if len(minor) > 2 else gap
            least = max([unit(216 if len(minor) < 3 else 196), *map(self._least_width, minor)])
            width = min(least * len(minor) + gap * max(0, len(minor) - 1), self.region.width)
            places += self._row(minor, self.region.right - width, width, top, unit(MINOR_HEIGHT), gap)
            return places + self._glyph_places(acts)
        width = min(self.region.width, unit(300) * len(first + minor))
        left, height = self.region.centerx - width // 2, unit(BUTTON_HEIGHT)
        top = self.region.centery - height // 2
        if self.region.height < unit(LOW_REGION):  # below a board: a low bar, which ends at the window's edge
            top, height = self.region.top + unit(LOW_BUTTON_GAP), unit(LOW_BUTTON)
        return self._row(minor + first, left, width, top, height, unit(24))

    def _low_row(self, first: list[Prompt], minor: list[Prompt]) -> list[PromptPlace]:
        """All buttons in one row, for a bar too low for two usual rows. Crowded buttons get two low rows if those fit.

        In one row the next step is at the right end, the helper at the left.
        """
        unit, gap = self.stage.metrics.px, self.stage.metrics.px(24)
        height = min(unit(MINOR_HEIGHT), self.region.height)
        row = [*minor, *first]
        each = (self.region.width - gap * (len(row) - 1)) // len(row)
        is_crowded = any(self._least_width(prompt) > each for prompt in row)
        if is_crowded and self.region.height >= unit(2 * LOW_BUTTON + LOW_GAP):
            left, width, gap = self.region.left, self.region.width, unit(LOW_GAP)
            below = self.region.top + unit(LOW_BUTTON) + gap
            upper = self._row(first, left, width, self.region.top, unit(LOW_BUTTON), gap)
            return upper + self._row(minor, left, width, below, unit(LOW_BUTTON), gap)
        usual = self._low_widths(first, minor, self.stage.limit_scale(BUTTON_TEXT, 1.0))
        widths = self._low_widths(first, minor, BUTTON_TEXT)
        if any(now < before for now, before in zip(widths, usual, strict=True)):
            widths = usual  # otherwise the larger type of one button would take room from others
        left = self.region.right - sum(widths) - gap * (len(row) - 1)
        places = []
        for prompt, width in zip(row, widths, strict=True):
            places.append(PromptPlace(prompt, pygame.Rect(left, self.region.top, width, height)))
            left += width + gap
        return places

    def _low_widths(self, first: list[Prompt], minor: list[Prompt], style: Style) -> list[int]:
        """The widths of the low row's buttons in this style; the button of the next step gets the room that is left."""
        unit, gap, row = self.stage.metrics.px, self.stage.metrics.px(24), [*minor, *first]
        most = (self.region.width - gap * (len(row) - 1)) // len(row)
        least = [LOW_WIDTH] * len(minor) + [LOW_FIRST] * len(first)
        widths = [min(most, max(unit(w), self._button_width(p, style))) for w, p in zip(least, row, strict=True)]
        spare = self.region.width - gap * (len(row) - 1) - sum(widths)
        if not self.helper or spare < unit(LEAST_HELPER):
            widths[len(minor) :] = [width + spare // len(first) for width in widths[len(minor) :]]
        return widths

    def _button_width(self, prompt: Prompt, style: Style = BUTTON_TEXT) -> int:
        """A button's width for its texts and icons."""
        unit = self.stage.metrics.px
        icon = unit(ICON + ICON_GAP) if any(each.icon for each in prompt.slot) else 0
        return max(self.stage.fonts.width(each.label, style) for each in prompt.slot) + unit(BUTTON_PAD) + icon + 1

    def _least_width(self, prompt: Prompt) -> int:
        """A button's width if its text has the smallest type."""
        return self._button_width(prompt, self.stage.limit_scale(BUTTON_TEXT._replace(size=theme.CAPTION), 1.0))

    def _row(self, prompts: list[Prompt], left: int, width: int, top: int, height: int, gap: int) -> list[PromptPlace]:
        if not prompts:
            return []
        each = (width - gap * (len(prompts) - 1)) / len(prompts)
        return [
            PromptPlace(prompt, pygame.Rect(round(left + i * (each + gap)), top, round(each), height))
            for i, prompt in enumerate(prompts)
        ]

    def _draw_button(self, canvas: Canvas, place: PromptPlace) -> None:
        is_great = place.prompt.button == "primary" and place.prompt.enabled
        kind = "primary" if is_great else "normal"
        state = "pressed" if place.prompt in self._pressed.values() else "normal"
        if not place.prompt.enabled:
            state = "disabled"
        self.stage.blit(canvas, self.stage.paint.button(kind, state, place.rect.size), place.rect.topleft)
        style = BUTTON_TEXT._replace(color=theme.INK if kind == "primary" else theme.IVORY)
        foot = self.stage.metrics.px(3) if kind == "primary" else 0
        prompt, face = place.prompt, place.rect.move(0, -foot)
        alpha = 1.0 if prompt.enabled else DISABLED
        self.stage.legend(
            canvas, prompt.label, face, style, prompt.icon, ICON, pad=BUTTON_PAD, least=LEAST, alpha=alpha
        )

    def _draw_helper(self, canvas: Canvas) -> None:
        minor = [place.rect for place in self._button_places() if place.prompt.button == "minor"]
        right = min((rect.left for rect in minor), default=self.region.right) - self.stage.metrics.px(BUTTON_GAP)
        unit = self.stage.metrics.px
        if right - self.region.left < unit(LEAST_HELPER):
            return  # the buttons take the whole width
        usual = self.region.top + unit(FIRST_HEIGHT + ROW_GAP + MINOR_HEIGHT // 2)
        box = pygame.Rect(self.region.left, 0, right - self.region.left, unit(HELPER_HEIGHT))
        box.centery = next((rect.centery for rect in minor), usual)
        grow = self.stage.metrics.text_scale
        self.stage.label(canvas, self.helper, box, Style(theme.CAPTION, theme.MUTED), lines=9, grow=grow)
