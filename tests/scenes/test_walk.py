"""Each scene of the catalogue is drawn once in a view. This drawing is checked for all that holds for every scene.

The default run draws each scene in one view; the views take turns. The long run draws all.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple
from unittest.mock import patch

import pygame
import pytest

from game.registry import GAMES
from scenes.kiosk.output_tests import DisplayTestScene
from scenes.kit.drawing import theme
from scenes.kit.input.intents import KEYBOARD, MOUSE, TOUCH, Device, Intent, Kind, phone
from scenes.kit.scene import Scene
from scenes.kit.widgets.choices import Picker
from scenes.kit.widgets.dialog import Dialog
from scenes.kit.widgets.focus import Focus
from scenes.kit.widgets.glyphbar import GlyphBar
from scenes.kit.widgets.scanner import tree
from scenes.kit.widgets.widget import Button, SegmentedControl, Widget
from scenes.learn.exercise_scene import ExerciseRemark, ExerciseScene
from scenes.learn.rules_scene import RulesScene
from scenes.match.match_scene import MatchScene
from scenes.table.names import NameScene
from tests.four import FOUR
from tests.golden.fifth_scenes import MEASURED, PICTURED
from tests.golden.pictures import golden
from tests.scenes.drawn import Walker, Written, layout_faults, parts
from tests.scenes.one_switch import levels
from tests.scenes.store_reads import watching_reads
from tests.selection import leaves_out
from tools.catalogue.common import PAD
from tools.catalogue.scenes import SCENES
from tools.shooter import Shoot

SIZES = {
    "wide": (1280, 720),
    "classic": (1024, 768),
    "portrait": (1080, 1920),
    "full": (1920, 1080),
    "large": (3840, 2160),
    "cinema": (2560, 1080),
    "tablet": (800, 1280),
}
LONG = ("full", "large", "cinema", "tablet")  # the same arrangements as the wide and the upright one


class View(NamedTuple):
    """The window, language and text size in which a scene is looked at."""

    shape: str
    language: str
    text_scale: float

    @property
    def name(self) -> str:
        """The name of its golden images, with the text size in percent."""
        return f"{self.shape}-{self.language}-{round(100 * self.text_scale)}"


VIEWS = [View(shape, language, scale) for shape in SIZES for language in ("en", "ja") for scale in (1.0, 1.5)]
USUAL = [view for view in VIEWS if view.shape not in LONG]
OF_SHAPED = (View("wide", "en", 1.0), View("classic", "ja", 1.5), View("portrait", "en", 1.5))
_SHAPED = "cup-new cup-end join-naming join-naming-long setup-record setup-rules-coffee waiting-eight"
SHAPED = _SHAPED.split(" ")
"""Scenes that differ so much from shape to shape of the window that the default run draws them in these three."""
DEVICES = (KEYBOARD, TOUCH)
OF_MATCHES = (*DEVICES, MOUSE, PAD)
WAYS = (Kind.UP, Kind.DOWN, Kind.LEFT, Kind.RIGHT)
MOST_WORDS = 3  # of a button; a path may be longer
LONGEST_LEVEL = 13  # stops on a level of one-button play, in scenes with many choices
MAY_BE_CUT = (
    "Maximiliane Rosenbaum",  # a name in an imported game, longer than the house allows
    "best: ",  # as many foreseen moves as there is room for
    "最善：",
    "Folder: ",  # a path may have any length
    "フォルダー：",
)
JUST_OVER = {"coffee-won", "coffee-stuck", "star-won", "star-foul"}  # a result takes no press at first
FOR_POINTERS = (RulesScene,)  # whose buttons only pointers press: keys turn the pages
WITHOUT_PLACES = (Dialog, DisplayTestScene)  # cards that fit their words; pictures for a technician
PUT_AWAY = {"result-board"}  # the result's buttons are hidden while people look at the board
NAMING = {"join-naming", "join-naming-long"}  # A ends the name, directions change its letters
NO_CHAIR = {"join-empty"}  # a pad without a chair takes the one that is lit, whatever it presses


KNOWN = (("match-analysis-quoridor-long", "cut: WWWWWWWWWWWW"),)  # on narrow cards beside the analysis
"""Known faults that are not mended yet: the beginning of a scene's name, and some words of the fault."""


pytestmark = pytest.mark.usefixtures("shared_pictures")


FIFTH: dict[str, Shoot] = {**PICTURED, **MEASURED}
ALL: dict[str, Shoot] = {**{name: entry.show for name, entry in SCENES.items()}, **FIFTH}


class Walk:
    """A scene in a view, and the checks of it. Each check yields its faults in words."""

    def __init__(self, name: str, view: View) -> None:
        self.name = name
        self.view = view
        self.written = Written()
        self.golden = golden(f"{name}-{view.shape}-{view.language}") if view.text_scale == 1.0 else None
        with self.written.watching():
            self.host = self._shown(view.text_scale)

    def _shown(self, text_scale: float) -> Walker:
        """Return a host with the scene on the screen."""
        host = Walker(SIZES[self.view.shape], self.view.language, text_scale, self.golden is not None)
        ALL[self.name](host)
        return host

    @property
    def scene(self) -> Scene:
        """The scene on top."""
        return self.host.top

    @property
    def focus(self) -> Focus | None:
        """The focus of the scene on top, if something in focus can be pressed now."""
        focus = getattr(self.scene, "focus", None)
        if isinstance(self.scene, FOR_POINTERS) or self.name in PUT_AWAY:
            return None
        return focus if isinstance(focus, Focus) and focus.current is not None else None

    def picture(self, update: bool, folder: Path) -> Iterator[str]:
        """The scene looks as it did when somebody last looked at it. With `update`, somebody has looked now."""
        if self.golden is None:
            return
        picture, places = self.host.window.surface.convert(24), self.scene.places.leaves
        if update:
            self.golden.renew(picture, places)
        elif found := list(self.golden.faults(picture, places)):
            seen = folder / f"{self.golden.name}.png"
            pygame.image.save(picture, seen)
            yield from (f"{fault}; what was seen: {seen}" for fault in found)

    def drawing(self) -> Iterator[str]:
        """Drawing reads neither the store nor settings nor the people at the table. A scene knows these before."""
        with watching_reads(and_what_is_held=True) as reads:
            self.host.app.draw()
        yield from sorted(set(reads))

    def texts(self) -> Iterator[str]:
        """Nothing overlaps, leaves the screen or is cut, with any device in the hand. What is over a title is in
        capitals."""
        screen = pygame.Rect((0, 0), SIZES[self.view.shape])
        devices = OF_MATCHES if isinstance(self.scene, MatchScene) else DEVICES
        with self.written.watching():
            for device in devices:
                self.host.look(self.written, device)
                places, inks = parts(self.host.stage, self.scene), self.written.inks
                bar = getattr(self.scene, "bar", None)
                if isinstance(bar, GlyphBar) and len(told := bar.places()) > bar.most:
                    yield f"{device.family}: {len(told)} entries in the bar: {[place.prompt.label for place in told]}"
                for fault in layout_faults(places, inks, screen, is_large=self.view.text_scale > 1.0):
                    yield f"{device.family}: {fault}"
        for line, style in self.written.styles:
            if style.spacing and style.color == theme.EYEBROW and line != line.upper():
                yield f"{line!r} is not in capitals"
        yield from (f"cut: {text}" for text in set(self.written.cut) if not text.startswith(MAY_BE_CUT))
        yield from (f"crowded: {parts}" for parts in self.written.crowded)

    def places(self) -> Iterator[str]:
        """The scene gives the places of its parts. All are on the screen, and large enough to be seen."""
        screen = pygame.Rect((0, 0), SIZES[self.view.shape])
        if not isinstance(self.scene, WITHOUT_PLACES) and not self.scene.places.leaves:
            yield "it says no places"
        for name, rect in self.scene.places.leaves:
            if not screen.contains(rect) or not (rect.width and rect.height):
                yield f"{name} {rect} is not on the screen"

    @property
    def is_private(self) -> bool:
        """Whether only the operator is there, or nobody."""
        stack = self.host.app.manager.scenes
        return any(scene.is_operators or scene.closed_to_phones or scene.rests for scene in stack)

    def words(self) -> Iterator[str]:
        """Speech names what can be pressed, and says "Players: 2", not "2". What cannot be pressed says why. A phone
        says what is on the screen."""
        scene, stage = self.scene, self.host.stage
        if not (self.is_private or scene.phone_view(phone(1)).sentence):
            yield "a phone says nothing"
        for widget in self.focus.widgets if self.focus else ():
            if widget.is_stop and not self.is_private and not widget.spoken(stage):
                yield f"the widget at {widget.rect} says nothing"
            if isinstance(widget, SegmentedControl | Picker) and not widget.name:
                yield f"{widget.value()!r} does not say what it chooses"
            if isinstance(widget, Button) and len(widget.label.split()) > MOST_WORDS and "/" not in widget.label:
                yield f"the button {widget.label!r} has more than {MOST_WORDS} words"
            if not widget.enabled and not widget.is_only_read and not widget.why:
                yield f"{widget.spoken(stage)!r} is grey and does not say why"

    def scan(self) -> Iterator[str]:
        """One-button play reaches all that can be pressed. Its levels are short, and all stops have names."""
        screen = pygame.Rect((0, 0), SIZES[self.view.shape])
        items = tree(self.scene)
        for level in levels(items):
            if len(level) > LONGEST_LEVEL and isinstance(self.scene, MatchScene | NameScene):
                yield f"{len(level)} things on a level: {[item.name for item in level]}"
            if len({item.key for item in level}) < len(level):
                yield f"the same key twice: {[item.key for item in level]}"
            yield from (f"{item.key} has no name" for item in level if not (item.name or self.is_private))
            areas = [area for item in level for area in item.areas] if self.name not in PUT_AWAY else []
            yield from (f"{area} leaves the screen" for area in areas if not screen.contains(area))
        lit = {tuple(area) for item in items for area in item.areas}
        for widget in self.focus.widgets if self.focus and items else ():
            if widget.enabled and not widget.is_only_read and tuple(widget.rect) not in lit:
                yield f"{widget.spoken(self.host.stage)!r} is never lit"

    def presses(self) -> Iterator[str]:
        """A presses what is lit."""
        if self.focus is None or self.name in JUST_OVER | NAMING | NO_CHAIR:
            return
        for device in (KEYBOARD, PAD):
            pressed: list[Widget] = []
            lit = self.focus.current
            assert lit is not None
            with patch.object(Focus, "_activate", lambda focus, widget, point, found=pressed: found.append(widget)):
                self.host.stage.devices.current = device
                self.scene.intent(Intent(Kind.CONFIRM, device))
            if pressed != ([lit] if lit.is_stop else []):
                yield f"{device.family}: not what is lit is pressed"

    def reach(self) -> Iterator[str]:
        """Directions lead to all that can be lit, and soon to the main button. They change no value on the way."""
        focus = self.focus
        if focus is None:
            return
        stage = self.host.stage
        values = [widget.value() for widget in focus.widgets]
        for device in (KEYBOARD, PAD):
            far = ways_to(self.scene, focus, device, at_ends=True)
            stops = [] if self.name in NAMING | NO_CHAIR else [widget for widget in focus.widgets if widget.is_stop]
            yield from (f"{device.family}: {w.spoken(stage)!r} is not reached" for w in stops if id(w) not in far)
            rows = len({widget.rect.centery for widget in focus.widgets})
            near = ways_to(self.scene, focus, device)
            main = next((widget for widget in focus.widgets if widget.is_primary and widget.enabled), None)
            if main is not None and near.get(id(main), rows + 3) > rows + 2:
                yield f"{device.family}: {near.get(id(main))} presses to the main button"
        if [widget.value() for widget in focus.widgets] != values:
            yield "a value changed on the way"


def ways_to(scene: Scene, focus: Focus, device: Device, at_ends: bool = False) -> dict[int, int]:
    """Return the number of presses from the widget in focus to each widget that is reached, by its id.

    Left and right change the value of some widgets, and then lead nowhere. With `at_ends`, these values are at their
    ends.
    """
    first = focus.current
    assert first is not None
    changing = [widget for widget in focus.widgets if type(widget).adjust is not Widget.adjust]
    for widget in changing:
        widget.adjust = lambda direction: not at_ends  # type: ignore[method-assign]
    ways, queue = {id(first): 0}, deque([first])
    while queue:
        widget = queue.popleft()
        for way in WAYS:
            focus.current = widget
            scene.intent(Intent(way, device))
            after = focus.current
            if after is not None and after in focus.widgets and id(after) not in ways:
                ways[id(after)] = ways[id(widget)] + 1
                queue.append(after)
    focus.current = first
    for widget in changing:
        del widget.adjust
    return ways


def unknown(scene: str, faults: Iterable[str]) -> list[str]:
    """Return the faults of a scene without the known ones."""
    return [fault for fault in faults if not any(scene.startswith(name) and part in fault for name, part in KNOWN)]


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Make a case for each scene in one view, or in all views for long tests or named ones: many cases are slow to
    collect.

    If -k names views, cases of other views are not made.
    """
    if metafunc.function is not test_a_scene_holds_what_every_scene_does:
        return
    config = metafunc.config
    wants_all = not leaves_out(config, "long") or any("[" in asked for asked in config.args)
    cases = []
    first = {scene.partition("-")[0]: scene for scene in reversed(ALL)}.values()  # as it opens
    named = [view for view in VIEWS if view.name in config.option.keyword]
    for view in named or VIEWS:  # view by view, because scenes share drawings
        for index, scene in enumerate(ALL):
            usual = USUAL[index % len(USUAL)]
            if wants_all or view is usual:
                marks = pytest.mark.long if view is not usual else pytest.mark.quick if scene in first else ()
                cases.append(pytest.param(scene, view, id=f"{scene}-{view.name}", marks=marks))
    metafunc.parametrize(("scene", "view"), cases)


@pytest.mark.quick(2)
def test_a_scene_holds_what_every_scene_does(
    scene: str, view: View, request: pytest.FixtureRequest, tmp_path: Path
) -> None:
    if scene in FIFTH or SCENES[scene].game in ("", *FOUR):
        request.getfixturevalue("four_games")
    if scene in FIFTH:
        request.getfixturevalue("fifth_game")
    walk = Walk(scene, view)
    update = request.config.getoption("--update-golden")
    asked = {
        "picture": walk.picture(update, tmp_path),
        "drawing": walk.drawing(),
        "texts": walk.texts(),
        "places": walk.places(),
        "words": walk.words(),
        "scan": walk.scan(),
        "presses": walk.presses(),
        "reach": walk.reach(),
    }
    faults = [f"{name}: {fault}" for name, found in asked.items() for fault in found]
    walk.host.close()
    assert not (new := unknown(scene, faults)), "\n".join(new)


@pytest.mark.parametrize("language", ["en", "ja"])
@pytest.mark.parametrize("shape", ["wide", "classic", "portrait"])
@pytest.mark.parametrize("scene", SCENES)
@pytest.mark.one_in(96)
def test_a_larger_text_size_makes_no_type_smaller(scene: str, shape: str, language: str) -> None:
    """For each text written at both text sizes, on sheets as well: its smallest type is at least as large.

    A larger text may leave one word alone on its last line. If this word is written elsewhere as well, it has one size
    more.
    """
    assert_no_type_is_smaller(scene, shape, language)


@pytest.mark.quick
def test_a_larger_task_leaves_the_remark_below_it_its_size() -> None:
    """Beside a field of robots in a 4:3 window, where the best bid has two lines as well."""
    assert_no_type_is_smaller("robots", "classic", "en")


def assert_no_type_is_smaller(scene: str, shape: str, language: str) -> None:
    """Compare the texts of a scene in the largest and in the usual size."""
    host = Walker(SIZES[shape], language, 1.0, has_pixels=False)
    seen = []
    SCENES[scene].show(host)
    for text_scale in (1.5, 1.0):
        host.services.settings.change(text_scale=text_scale)  # drops all drawings
        written = Written()
        with written.watching():
            host.look(written)
        seen.append(written.heights)
    host.close()
    large, usual = seen
    shared = large.keys() & usual.keys()
    smallest = {text: sorted(large[text])[-len(usual[text]) :][0] for text in shared}
    assert shared and not unknown(scene, (text for text in shared if smallest[text] < min(usual[text])))


@pytest.mark.parametrize("language", ["en", "ja"])
@pytest.mark.parametrize("shape", ["wide", "classic", "portrait"])
@pytest.mark.one_in(2)
def test_praise_stays_on_its_card(shape: str, language: str) -> None:
    """For everything that an exercise says after its solution."""
    host = Walker(SIZES[shape], language, 1.0, has_pixels=False)
    written = Written(is_on_top=True)
    for game in GAMES.values():
        scene = ExerciseScene(host.services, game)
        host.app.manager.start(scene)
        host.run(0.2)
        for exercise in scene.exercises:
            written.lines.clear()
            host.app.canvas.begin()
            with written.watching():
                remark = ExerciseRemark("right", "", host.stage.t(f"{exercise.key}.success"))
                scene._draw_praise(host.app.canvas, remark, scene._lay(remark))
            outside = [line for line, ink in written.lines if not scene.places["praise"].contains(ink)]
            assert written.lines and outside == [], f"{exercise.key}: {outside}"
    host.close()


@pytest.mark.parametrize("view", OF_SHAPED, ids=lambda view: view.name)
@pytest.mark.parametrize("scene", SHAPED)
def test_parts_that_lie_elsewhere_in_each_shape(
    scene: str, view: View, request: pytest.FixtureRequest, tmp_path: Path
) -> None:
    """Of other scenes the default run draws one view alone."""
    test_a_scene_holds_what_every_scene_does(scene, view, request, tmp_path)
