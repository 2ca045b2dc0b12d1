"""The page about adding a screen: its example is short, and is a working screen in every window and both languages."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pygame
import pytest

from scenes.kit.input.intents import KEYBOARD, Intent, Kind
from scenes.kit.text.strings import Strings
from scenes.kit.widgets.widget import Button
from tests.scenes.drawn import Walker, Written, layout_faults, parts
from tests.scenes.playhouse import TEXTS

PAGE = (Path(__file__).parents[2] / "docs" / "adding-a-screen.md").read_text(encoding="utf-8")
SIZES = {"16:9": (1280, 720), "4:3": (1024, 768), "9:16": (720, 1280)}
PEOPLE = ["Aoi", "Haru", "Maximiliane", "ことり", "Sora", "Nagi", "Yui", "Kai"]


def block(language: str) -> str:
    """Return the block of the page in this language."""
    found = re.search(rf"```{language}\n(.*?)```", PAGE, re.S)
    assert found is not None
    return found[1]


@pytest.mark.parametrize("language", ["en", "ja"])
@pytest.mark.parametrize("shape", SIZES)
def test_the_example_is_a_screen(shape: str, language: str, tmp_path: Path) -> None:
    for name, texts in json.loads(block("json")).items():
        (tmp_path / f"{name}.json").write_text(json.dumps(texts), encoding="utf-8")
    space: dict[str, type] = {}
    exec(compile(block("python"), "adding-a-screen.md", "exec"), space)
    host = Walker(SIZES[shape], language, 1.0, has_pixels=False)
    host.stage.strings = Strings(language, strict=True, folders=(*TEXTS, tmp_path))
    scene = space["TonightScene"](host.stage, list(PEOPLE), [f"{name} 2" for name in PEOPLE * 3])
    host.show(scene, KEYBOARD)
    written = Written()
    with written.watching():
        host.look(written)
    places = parts(host.stage, scene)
    assert list(layout_faults(places, written.inks, pygame.Rect((0, 0), SIZES[shape]))) == []
    assert written.cut == [] and scene.places.crowded == []
    assert {line for line, _ in written.lines} >= {"Aoi", host.stage.t("tonight.swap"), host.stage.t("tonight.title")}

    host.press(Intent(Kind.CONFIRM, KEYBOARD))  # the first name is lit
    assert scene.people["waiting"][-1] == "Aoi" and scene.focus.current.name == "Haru"
    swap, clear, _ = (widget for widget in scene.focus.widgets if isinstance(widget, Button))
    host.press(
        Intent(Kind.PRESS, KEYBOARD, point=swap.rect.center), Intent(Kind.RELEASE, KEYBOARD, point=swap.rect.center)
    )
    assert len(scene.people["playing"]) == 25 and scene.lists[0].pages > 1
    scene.focus.current = scene.lists[0].ways[1]
    host.press(Intent(Kind.CONFIRM, KEYBOARD))
    assert scene.lists[0].page == 1
    clear.action()
    assert [shown.rows for shown in scene.lists] == [[], []]
    host.close()


def test_the_example_is_short() -> None:
    assert len(block("python").splitlines()) <= 60
