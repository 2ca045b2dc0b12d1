"""In every scene what is lit is what A presses, and the main button is near, without a value changed on the way."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator

import pytest

from scenes.kit.focus import Focus
from scenes.kit.intents import KEYBOARD, Device, Intent, Kind
from scenes.kit.scene import Scene
from scenes.kit.widgets import Widget
from tests.scenes.conftest import OpenHouse
from tests.scenes.playhouse import Playhouse
from tests.scenes.test_layout import SCENES

PAD = Device("pad1", "xbox", "Pad 1", 1)
WATCHED = 2.0  # seconds after which a result can be answered
WAYS = (Kind.UP, Kind.DOWN, Kind.LEFT, Kind.RIGHT)
OTHERWISE = {
    "giving names": "A ends the name, which is lit in its chair",
    "nobody sits": "a pad without a chair takes the one that is lit",
}
DEVICES = (KEYBOARD, PAD)


def focused(house: Playhouse) -> Iterator[tuple[str, Scene, Focus]]:
    """Every scene that has a focus, on the screen, with its name in the table."""
    for name, make in SCENES.items():
        scene = make(house)
        house.app.manager.start(scene)
        house.run(WATCHED)
        house.be_heard()
        focus = getattr(scene, "focus", None)
        if isinstance(focus, Focus) and focus.current is not None and house.top is scene:
            yield name, scene, focus


def test_what_is_lit_is_pressed_and_what_is_grey_says_why(
    open_house: OpenHouse, monkeypatch: pytest.MonkeyPatch
) -> None:
    pressed: list[Widget] = []
    monkeypatch.setattr(Focus, "_activate", lambda focus, widget, point: pressed.append(widget))
    house = open_house()
    tried = grey = 0
    names: list[tuple[str, str]] = []
    silent: list[tuple[str, str]] = []
    for name, scene, focus in focused(house):
        unlit = [widget for widget in focus.widgets if not widget.enabled and not widget.is_only_read]
        grey += len(unlit)
        silent += [(name, widget.spoken(house.stage)) for widget in unlit if not widget.why]
        for device in DEVICES:
            lit = focus.current
            assert lit is not None
            pressed.clear()
            house.stage.devices.current = device
            scene.intent(Intent(Kind.CONFIRM, device))
            tried += 1
            if pressed != ([lit] if lit.is_stop else []) and name not in OTHERWISE:
                names.append((name, device.family))
    assert tried > 80 and grey > 20 and names == [] and silent == []


def steps(scene: Scene, focus: Focus, widget: Widget, device: Device) -> list[Widget]:
    """Where one press leads from a widget; a press that would change its value is none."""
    changes = type(widget).adjust is not Widget.adjust
    found = []
    for way in WAYS:
        if changes and way in (Kind.LEFT, Kind.RIGHT):
            continue
        focus.current = widget
        scene.intent(Intent(way, device))
        if focus.current is not None and focus.current is not widget and focus.current in focus.widgets:
            found.append(focus.current)
    focus.current = widget
    return found


def presses_to(scene: Scene, focus: Focus, goal: Widget, device: Device) -> int | None:
    """The least presses from the first focus to a widget; None where no way leads there."""
    first = focus.current
    assert first is not None
    ways = {id(first): 0}
    queue = deque([first])
    while queue:
        widget = queue.popleft()
        if widget is goal:
            return ways[id(goal)]
        for after in steps(scene, focus, widget, device):
            if id(after) not in ways:
                ways[id(after)] = ways[id(widget)] + 1
                queue.append(after)
    return None


@pytest.mark.parametrize("size", [(1280, 720), (1024, 768), (1080, 1920)])
@pytest.mark.parametrize("device", [KEYBOARD, pytest.param(PAD, marks=pytest.mark.long)], ids=["keyboard", "pad"])
@pytest.mark.one_in(3)
def test_the_main_button_is_near(open_house: OpenHouse, size: tuple[int, int], device: Device) -> None:
    house = open_house(size)
    far, tried = {}, 0
    for name, scene, focus in focused(house):
        main = next((widget for widget in focus.widgets if widget.is_primary and widget.enabled), None)
        if main is None:
            continue
        tried += 1
        rows = len({widget.rect.centery for widget in focus.widgets})
        values = [(widget, widget.value) for widget in focus.widgets]
        presses = presses_to(scene, focus, main, device)
        if presses is None or presses > rows + 2:
            far[name] = presses
        assert [(widget, widget.value) for widget in focus.widgets] == values, f"{name}: a value changed on the way"
    assert tried > 15 and far == {}
