"""The scan targets that many scenes have: widgets and the bar's prompts, in groups where there are many."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import partial

import pygame

from scenes.kit.input.intents import SWITCH, Intent, Kind
from scenes.kit.scene import Item, ScanGroup, ScanTarget, Scene
from scenes.kit.stage import Stage
from scenes.kit.widgets.focus import Focus
from scenes.kit.widgets.glyphbar import GlyphBar
from scenes.kit.widgets.slider import Slider
from scenes.kit.widgets.widget import Widget

MOST_FLAT = 8  # stops that lie beside each other without groups
SLIDER_STEPS = 2  # that one press moves a slider by


def trim(items: Iterable[Item]) -> tuple[Item, ...]:
    """Return the items without empty groups, and with a single item in place of its group."""
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
    """The name of a group without one: its first and its last."""
    first, last = items[0].name, items[-1].name
    return first if first == last else stage.t("scan.span", first=first, last=last)


def by_rows(stage: Stage, items: Sequence[Item], most: int = MOST_FLAT) -> tuple[Item, ...]:
    """The items as they are while they are few, else in groups, a group for each row on the screen."""
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


# The parts that many scenes have


def widget_targets(stage: Stage, focus: Focus) -> tuple[Item, ...]:
    """The widgets that can be pressed, the brass button first."""
    named = [widget for widget in focus.widgets if widget.enabled and not widget.is_only_read]
    items = targets_of(stage, focus, named)
    brass = [index for index, widget in enumerate(named) if widget.is_primary]
    if len(items) > MOST_FLAT:
        first = [items[index] for index in brass]
        return (*first, *by_rows(stage, [item for index, item in enumerate(items) if index not in brass]))
    return tuple(sorted(items, key=lambda item: items.index(item) not in brass))


def targets_of(stage: Stage, focus: Focus, widgets: Iterable[Widget]) -> tuple[Item, ...]:
    """Those of the widgets of `focus` that can be pressed."""
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
    """Return the bar's prompts as a group, without those in `left_out`, which presses on other targets say as well."""
    t = scene.stage.t
    found: list[Item] = []
    for place in bar.places():
        kind = place.prompt.kind
        if kind is not None and kind not in left_out:
            take = partial(scene.intent, Intent(kind, SWITCH))
            found.append(ScanTarget(("prompt", kind), place.prompt.label, take, (place.rect,)))
    return (ScanGroup("bar", t("scan.more"), tuple(found)),)
