"""One-button play: a light steps by itself over the targets, and any press takes the lit one.

The light is a double ring, a shrinking bar, and a name. In most scenes the targets are widgets and the prompts of
the bar at the bottom, in groups if there are many.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import partial

import pygame

from scenes.kit.drawing import theme
from scenes.kit.drawing.canvas import Drawable
from scenes.kit.drawing.fonts import Style
from scenes.kit.input.intents import SWITCH, Intent, Kind
from scenes.kit.scene import Item, Manager, ScanGroup, ScanTarget, Scene
from scenes.kit.stage import Stage
from scenes.kit.widgets.choices import Slider
from scenes.kit.widgets.focus import Focus
from scenes.kit.widgets.glyphbar import GlyphBar
from scenes.kit.widgets.widget import Widget

MOST_FLAT = 8  # the most targets that are not put into groups
SLIDER_STEPS = 2  # steps by which one press moves a slider
# The first target of a group or scene is lit longer by this factor, since the eye has to find it.
FIRST_SHARE = 1.5
# The light leaves a group after going through it this many times without a press.
PASSES = 2
# The ticks fall silent after the light has gone through a scene this many times without a press.
QUIET_AFTER = 5
REMIND_SECONDS = 10.0  # seconds between two spoken reminders
LOOK_SECONDS = 0.25  # seconds between two requests for the scene's targets
# Seconds after an edge of the switch in which other edges are taken for the trembling of a hand.
BOUNCE_SECONDS = 0.25
# Semitones by which a tick is higher in each deeper group.
PITCH = 5
TICK_GAIN = 0.6
# The most rings in a group. A larger group has one ring around all its targets.
MOST_RINGS = 16
LINES = (("#14171C", 3), ("#FFF3CC", 4), ("#14171C", 3), ("#F0CB73", 4), ("#14171C", 3))
"""The lines of the ring from the outside in: colour, and width in design pixels.

A light line between dark ones is visible without colours, too.
"""
BAR_HEIGHT, BAR_FRAME, LEAST_BAR = 14, 3, 96
WORD_BAR = 320  # width of the bar below the name of a target without a ring
GAP = 4  # space between a ring and its target
NAME = Style(theme.CAPTION, theme.IVORY, bold=True)
LARGE = Style(theme.HEADING, theme.IVORY, bold=True)
LABEL_HEIGHT, LABEL_PAD, LABEL_TOP = 50, 24, 4
BAR_STEPS = 48  # number of pictures of a shrinking bar; a still screen is redrawn only for the next picture


def trim(items: Iterable[Item]) -> tuple[Item, ...]:
    """Return the items without empty groups. A group with a single item is replaced by that item."""
    found: list[Item] = []
    for item in items:
        if isinstance(item, ScanGroup):
            inner = trim(item.items)
            if len(inner) > 1:
                found.append(replace(item, items=inner))
            elif inner:
                found.append(inner[0])
        else:
            found.append(item)
    return tuple(found)


def tree(scene: Scene) -> tuple[Item, ...]:
    """Return the targets of a scene. No group is empty or has one item, and no group is the only item."""
    items = trim(scene.scan())
    only = items[0] if len(items) == 1 else None
    return only.items if isinstance(only, ScanGroup) else items


def span(stage: Stage, items: Sequence[Item]) -> str:
    """A name for a group: the names of its first and last member, or the one name if they are the same."""
    first, last = items[0].name, items[-1].name
    return first if first == last else stage.t("scan.span", first=first, last=last)


def by_rows(stage: Stage, items: Sequence[Item], most: int = MOST_FLAT) -> tuple[Item, ...]:
    """The items if they are few, else a group for each row on the screen."""
    if len(items) <= most:
        return tuple(items)
    rows: list[list[Item]] = []
    for item in sorted(items, key=lambda item: _middle(item)[1]):
        if rows and abs(_middle(rows[-1][0])[1] - _middle(item)[1]) <= _height(rows[-1][0]) / 2:
            rows[-1].append(item)
        else:
            rows.append([item])
    ordered = [sorted(row, key=lambda item: _middle(item)[0]) for row in rows]
    return tuple(ScanGroup(("row", i), span(stage, row), tuple(row)) for i, row in enumerate(ordered))


def _around(item: Item) -> pygame.Rect:
    return item.areas[0].unionall(list(item.areas[1:])) if item.areas else pygame.Rect(0, 0, 1, 1)


def _middle(item: Item) -> tuple[int, int]:
    return _around(item).center


def _height(item: Item) -> int:
    return _around(item).height


# Targets of many scenes


def widget_targets(stage: Stage, focus: Focus) -> tuple[Item, ...]:
    """The enabled widgets as targets, the main button first."""
    named = [widget for widget in focus.widgets if widget.enabled and not widget.is_only_read]
    items = targets_of(stage, focus, named)
    brass = [index for index, widget in enumerate(named) if widget.is_primary]
    if len(items) > MOST_FLAT:
        first = [items[index] for index in brass]
        return (*first, *by_rows(stage, [item for index, item in enumerate(items) if index not in brass]))
    return tuple(sorted(items, key=lambda item: items.index(item) not in brass))


def targets_of(stage: Stage, focus: Focus, widgets: Iterable[Widget]) -> tuple[Item, ...]:
    """Targets of the enabled ones among `widgets`, which belong to `focus`."""
    places = {id(widget): index for index, widget in enumerate(focus.widgets)}
    can = (widget for widget in widgets if widget.enabled and not widget.is_only_read)
    return tuple(_widget_stop(stage, focus, places[id(widget)], widget) for widget in can)


def _widget_stop(stage: Stage, focus: Focus, index: int, widget: Widget) -> Item:
    name, areas = widget.spoken(stage), (widget.rect,)
    if isinstance(widget, Slider):
        less, more = (partial(_slid, widget, by) for by in (-SLIDER_STEPS, SLIDER_STEPS))
        ends = (
            ScanTarget("less", stage.t("scan.less"), less, areas, is_back_in_group=True),
            ScanTarget("more", stage.t("scan.more_of"), more, areas, is_back_in_group=True),
        )
        return ScanGroup(("widget", index), name, ends)
    return ScanTarget(("widget", index), name, partial(focus.press, widget), areas, is_back_in_group=widget.cycles)


def _slid(slider: Slider, by: int) -> None:
    slider.set(slider.step + by)


def prompt_targets(scene: Scene, bar: GlyphBar, left_out: Iterable[Kind] = (Kind.CONFIRM,)) -> tuple[Item, ...]:
    """Return the bar's prompts as a group.

    Prompts of the kinds in `left_out` are missing, since other targets do the same.
    """
    t = scene.stage.t
    found: list[Item] = []
    for place in bar.places():
        kind = place.prompt.kind
        if kind is not None and kind not in left_out and place.prompt.enabled:
            take = partial(scene.intent, Intent(kind, SWITCH))
            found.append(ScanTarget(("prompt", kind), place.prompt.label, take, (place.rect,)))
    return (ScanGroup("bar", t("scan.more"), tuple(found)),)


@dataclass(frozen=True, slots=True)
class Lit:
    """The lit target, how many groups it is in, and the share of its time that is left, 0..1."""

    item: Item
    depth: int
    left: float


class Scanner:
    """Scans the scene on top while one-button play is on. All times are in seconds of `Stage.time`.

    A press and a release are edges of the switch.
    """

    def __init__(self, stage: Stage, manager: Manager) -> None:
        self.stage = stage
        self.manager = manager
        self._scene: Scene | None = None
        self._path: list[Hashable] = []  # keys of the entered groups
        self._items: tuple[Item, ...] = ()
        self._index = 0
        # Seconds for which the present target is lit, and how many of them are left.
        self._whole = self._left = 0.0
        self._passes = 0
        self._spoke_at = 0.0  # when it last spoke
        self._since_look = 0.0
        self._edge = -BOUNCE_SECONDS  # time of the switch's last edge
        self._deaf_until = 0.0  # presses before this time are ignored, since new targets came without a press
        self._pressed = False  # whether a press or a change of scene brings the next targets

    @property
    def is_deaf(self) -> bool:
        """Whether a press does nothing now, because it may be meant for the target that was lit before."""
        return self.manager.is_new or self.stage.time < self._deaf_until

    @property
    def is_active(self) -> bool:
        """Whether all presses count as the switch of one-button play."""
        top = self.manager.top
        return top is not None and (self.stage.scan.is_on or top.scanned)

    @property
    def lit(self) -> Lit | None:
        """The target that a press would take."""
        if not self._items:
            return None
        return Lit(self._items[self._index], len(self._path), max(0.0, self._left / self._whole))

    def draw(self, canvas: Drawable) -> None:
        """Draw the light, if any."""
        if (lit := self.lit) is not None:
            draw_light(self.stage, canvas, lit)

    # Time

    def tick(self, dt: float) -> None:
        """Let `dt` seconds pass."""
        scanned = self.manager.top if self.is_active else None
        if scanned is not self._scene:
            self._scene = scanned
            self._restart()
            self._pressed = True  # no deaf time is needed: the manager itself ignores presses for a while
            return
        if scanned is None:
            return
        if self.manager.is_new:
            return
        self._since_look += dt
        if not self._items or self._since_look >= LOOK_SECONDS:
            self._look()
        if not self._items or self.stage.speech.is_urgent:
            return  # the speech must end first
        self._left -= dt
        if self._left <= 0:
            self._step()

    def _restart(self) -> None:
        """Restart at the first target."""
        self._path, self._items, self._passes = [], (), 0
        self.stage.scan.is_in_group = False

    def _look(self) -> None:
        """Update the targets; the light stays on its target if that still exists."""
        self._since_look = 0.0
        pressed, self._pressed = self._pressed, False
        before = self._items[self._index].key if self._items else None
        items = self._found()
        if items is None:
            self._restart()
            items = self._found() or ()
            before = None
        keys = [item.key for item in items]
        self._items = items
        if before is not None and before in keys:
            self._index = keys.index(before)
        elif items:
            if not pressed:  # the targets changed by themselves: a press now may be meant for what was lit before
                self._deaf_until = self.stage.time + theme.BY_ITSELF_SECONDS
            self._light(0, FIRST_SHARE)

    def _found(self) -> tuple[Item, ...] | None:
        """The items of the entered group; None if it is gone."""
        assert self._scene is not None
        items = tree(self._scene)
        for key in self._path:
            inner = next((item.items for item in items if isinstance(item, ScanGroup) and item.key == key), None)
            if inner is None:
                return None
            items = inner
        return items

    def _step(self) -> None:
        """Step to the next target; after PASSES through a group, leave it."""
        self._look()
        if not self._items:
            return
        index = self._index + 1
        if index >= len(self._items):
            index, self._passes = 0, self._passes + 1
            if self._path and self._passes >= PASSES:
                self._go_up()
                return
        self._light(index)

    def _go_up(self) -> None:
        group, self._passes = self._path.pop(), 0
        self.stage.scan.is_in_group = bool(self._path)
        self._items = self._found() or ()
        keys = [item.key for item in self._items]
        if keys:
            self._light(keys.index(group))

    def _light(self, index: int, share: float = 1.0) -> None:
        self._index = index
        self._whole = self._left = self.stage.scan.pace * share
        item = self._items[index]
        if not self._is_quiet:
            if self.stage.scan.has_sound:
                self.stage.audio.play("focus", TICK_GAIN, PITCH * len(self._path))
            self.stage.say(item.name, passing=True)
            self._spoke_at = self.stage.time
        elif self.stage.time - self._spoke_at >= REMIND_SECONDS:
            self.stage.say(self.stage.t("scan.still_here"))
            self._spoke_at = self.stage.time
        item.lit()

    @property
    def _is_quiet(self) -> bool:
        """Whether the light goes on silently, for lack of presses."""
        return self._passes >= QUIET_AFTER

    # Presses

    def switch(self, down: bool) -> None:
        """Press the switch, which takes the lit target, or release it."""
        now = self.stage.time
        trembles, self._edge = now - self._edge < BOUNCE_SECONDS, now
        if down and not trembles and self._items and not self.is_deaf and self._scene is self.manager.top:
            self._press()

    def _press(self) -> None:
        item = self._items[self._index]
        was_quiet, self._passes = self._is_quiet, 0
        if was_quiet and self.stage.speech.is_enabled:
            self._light(0, FIRST_SHARE)  # the light was silent, so a listener does not know what is lit
            return
        if isinstance(item, ScanGroup):
            self.stage.audio.play("press")
            self._path.append(item.key)
            self.stage.scan.is_in_group = True
            self._items = item.items
            self._light(0, FIRST_SHARE)
            return
        nav = item.take()
        self._pressed = True
        self.manager.go(nav)
        if nav is not None or not item.is_back_in_group:
            self._restart()
        else:
            self._left = self._whole
            self._look()


def draw_light(stage: Stage, canvas: Drawable, lit: Lit) -> None:
    """Draw the light on `canvas`."""
    window = pygame.Rect((0, 0), stage.metrics.size)
    areas = [area.clip(window) for area in lit.item.areas if area.colliderect(window)]
    if areas:
        around = areas[0].unionall(areas[1:])
        distinct = {(area.x, area.y, area.w, area.h): area for area in areas}
        for area in list(distinct.values()) if len(distinct) <= MOST_RINGS else [around]:
            _draw_ring(stage, canvas, area)
        _draw_bar(stage, canvas, around, window, lit.left)
    _draw_label(stage, canvas, lit, window, large=not areas)
    if not areas:
        px = stage.metrics.px
        above = pygame.Rect(window.centerx - px(WORD_BAR) // 2, 0, px(WORD_BAR), px(LABEL_TOP + 2 * LABEL_HEIGHT))
        _draw_bar(stage, canvas, above, window, lit.left)


def _draw_ring(stage: Stage, canvas: Drawable, area: pygame.Rect) -> None:
    """Draw nested frames as thin strips: pictures of whole boards would be slow."""
    widths = [max(1, stage.metrics.px(width)) for _, width in LINES]
    out = area.inflate(2 * (sum(widths) + stage.metrics.px(GAP)), 2 * (sum(widths) + stage.metrics.px(GAP)))
    for (color, _), width in zip(LINES, widths, strict=True):
        across, down = _plate(stage, (out.width, width), color), _plate(stage, (width, out.height), color)
        canvas.blit(across, out.topleft)
        canvas.blit(across, (out.left, out.bottom - width))
        canvas.blit(down, out.topleft)
        canvas.blit(down, (out.right - width, out.top))
        out = out.inflate(-2 * width, -2 * width)


def _plate(stage: Stage, size: tuple[int, int], color: str) -> pygame.Surface:
    return stage.paint.veil(size, 1.0, color).surface


def _draw_bar(stage: Stage, canvas: Drawable, around: pygame.Rect, window: pygame.Rect, left: float) -> None:
    """Draw the remaining time below the lit target, or above it if it is at the window's lower edge."""
    px = stage.metrics.px
    place = pygame.Rect(0, 0, max(around.width, px(LEAST_BAR)), px(BAR_HEIGHT))
    far = px(GAP) + sum(px(width) for _, width in LINES)
    place.midtop = around.centerx, around.bottom + far
    if place.bottom > window.bottom:
        place.midbottom = around.centerx, around.top - far
    place.clamp_ip(window)
    canvas.blit(_plate(stage, place.size, theme.ROOM), place.topleft)
    inner = place.inflate(-2 * px(BAR_FRAME), -2 * px(BAR_FRAME))
    full = _plate(stage, inner.size, theme.HIGHLIGHT)
    width = round(inner.width * round(left * BAR_STEPS) / BAR_STEPS)
    if width:
        canvas.blit(full, inner.topleft, area=pygame.Rect(0, 0, width, inner.height))


def _draw_label(stage: Stage, canvas: Drawable, lit: Lit, window: pygame.Rect, large: bool) -> None:
    """Draw the lit target's name at the top of the screen, with a sign for each entered group.

    The name is `large` if the target itself is invisible.
    """
    px = stage.metrics.px
    text = f"{'› ' * lit.depth}{lit.item.name}"
    style = stage.shrink_to_width(text, stage.limit_scale(LARGE if large else NAME, 1.2), window.width // 2, 20)
    width = min(window.width // 2, stage.fonts.width(text, style)) + 2 * px(LABEL_PAD)
    place = pygame.Rect(0, 0, width, px(LABEL_HEIGHT * (2 if large else 1)))
    place.midtop = window.centerx, px(LABEL_TOP)
    stage.blit(canvas, stage.paint.panel("lacquer", place.size), place.topleft)
    stage.centred(canvas, text, place, style, place.width - px(LABEL_PAD))
