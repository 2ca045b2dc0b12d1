"""A scene of the catalogue on the screen, and what a frame of it shows: its parts, its texts and the places of their
ink."""

from __future__ import annotations

import itertools
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any
from unittest.mock import patch

import pygame

from scenes.kiosk.attract_scene import AttractScene
from scenes.kit import stage as stage_module
from scenes.kit.drawing.canvas import Canvas
from scenes.kit.drawing.fonts import Fonts, Style
from scenes.kit.input.intents import Device
from scenes.kit.layout import Places
from scenes.kit.scene import Scene
from scenes.kit.stage import Stage
from scenes.kit.text.line_breaking import fit
from scenes.kit.text.strings import Strings
from scenes.kit.widgets.focus import Focus
from scenes.kit.widgets.glyphbar import GlyphBar
from scenes.match.match_scene import MatchScene
from scenes.match.result_scene import ResultScene
from scenes.menu.menu_scene import MenuScene
from scenes.phones.phones_scene import PhonesScene
from scenes.settings.clash_scene import ClashScene
from scenes.setup.setup_scene import SetupScene
from tests.scenes.onlooker import Onlooker, share_drawing
from tests.scenes.playhouse import TEXTS
from tools.shooter import Shooter

Rects = dict[str, pygame.Rect]


class NoPixels(Canvas):
    """A canvas that takes a frame's list but draws nothing, to be quick at 4K. It keeps the latest surface."""

    latest: pygame.Surface

    def blit(self, surface, position, alpha=1.0, area=None) -> None:
        self.latest = surface
        super().blit(surface, position, alpha, area)

    def end(self) -> list[pygame.Rect]:
        return []


@dataclass
class Written:
    """What the scene on top has written on the screen: each line, where its ink lies, and how high its type is.

    `places`, `styles`, `cut` and `heights` are of all that was written, on sheets as well. `crowded` are rows and
    columns of pages that have had too little room.
    """

    lines: list[tuple[str, pygame.Rect]] = field(default_factory=list)
    places: list[tuple[str, pygame.Rect]] = field(default_factory=list)
    styles: list[tuple[str, Style]] = field(default_factory=list)
    cut: list[str] = field(default_factory=list)
    heights: dict[str, set[int]] = field(default_factory=lambda: defaultdict(set))
    crowded: set[str] = field(default_factory=set)
    is_on_top: bool = False

    @property
    def inks(self) -> Rects:
        """The ink of each line, by unique names."""
        return {f"{i} {line!r}": ink for i, (line, ink) in enumerate(self.lines)}

    @contextmanager
    def watching(self) -> Iterator[None]:
        """Collect in this block."""
        write, draw_line, lay_out = Stage.text, Fonts.line, Places.__init__

        def text(stage, canvas, line, at, style, *args, **kwargs):
            place = write(stage, canvas, line, at, style, *args, **kwargs)
            self.places.append((line, place))
            self.styles.append((line, style))
            if self.is_on_top and isinstance(canvas, NoPixels) and line:
                self.lines.append((line, canvas.latest.get_bounding_rect().move(place.topleft)))
            return place

        def shortened(line, measure, width):
            fitting = fit(line, measure, width)
            if fitting != line:
                self.cut.append(line)
            return fitting

        def noted(fonts, line, style):
            self.heights[line].add(fonts.font(style).get_height())
            return draw_line(fonts, line, style)

        def laid_out(places, *args):
            lay_out(places, *args)
            self.crowded.update(places.crowded)

        with (
            patch.object(Stage, "text", text),
            patch.object(Fonts, "line", noted),
            patch.object(Places, "__init__", laid_out),
            patch.object(stage_module, "fit", shortened),
        ):
            yield


class Walker(Shooter, Onlooker):
    """A host that looks at scenes. With `has_pixels` it draws frame by frame, as pictures are made."""

    def __init__(self, size: tuple[int, int], language: str, text_scale: float, has_pixels: bool) -> None:
        super().__init__(size, language, text_scale)
        self.fps = 60 if has_pixels else 12
        self.has_pixels = has_pixels
        self.stage.strings = Strings(language, strict=True, folders=TEXTS)
        share_drawing(self.stage)
        if not has_pixels:
            self.app.canvas = NoPixels(self.window.surface)

    @property
    def top(self) -> Scene:
        """The scene that has the input."""
        assert self.app.manager.top is not None
        return self.app.manager.top

    def look(self, written: Written, device: Device | None = None) -> None:
        """Draw a frame with a device in the hand, and collect what the scene on top writes."""
        if device is not None:
            self.stage.devices.current = device
            for scene in self.app.manager.scenes:
                scene.resized()
            self.run(0.2)
        self.app.canvas = NoPixels(self.window.surface)
        written.lines.clear()
        top, draw = self.top, self.top.draw

        def watched(canvas: Any, alpha: float) -> None:
            written.is_on_top = True
            draw(canvas, alpha)
            written.is_on_top = False

        with patch.object(top, "draw", watched):
            self.app.draw()


# The layout


def parts(stage: Stage, scene: Scene) -> Rects:
    """Return by name the rectangles of a scene that must not touch each other."""
    found: Rects = {}
    bar = getattr(scene, "bar", None)
    if isinstance(bar, GlyphBar):
        found |= {f"bar: {place.prompt.label}": place.rect for place in bar.places()}
    if isinstance(scene, MatchScene):
        cards = scene.side_panel.cards.items()
        found |= {f"card {seat}": rect for seat, rect in cards}
        if scene.side_panel.move_list is not None:
            found["paper"] = scene.side_panel.move_list
        return found | {"board": scene.table.frame}
    if isinstance(scene, PhonesScene):
        found |= {f"card {index}": rect for index, rect in enumerate(scene.places.all("card"))}
        return found | {name: scene.places[name] for name in ("code", "slip", "note")}
    if isinstance(scene, AttractScene):
        tiles = zip(scene.show.games, scene.places.all("tile"), strict=False)
        found |= {f"tile {game}": rect for game, rect in tiles}
        found |= {name: scene.places[name] for name in ("code", "paper", "invitation") if name in scene.places}
        return found | {"board": scene.table.frame}
    if isinstance(scene, ClashScene):
        found |= {f"key {i}": rect for i, rect in enumerate(scene.caps)}
        return found | {f"chip {i}": rect for i, rect in enumerate(scene.places.all("chip"))}
    focus = getattr(scene, "focus", None)
    is_put_away = isinstance(scene, ResultScene) and scene.folded
    if isinstance(focus, Focus) and not is_put_away:
        found |= {f"widget {i}": widget.rect for i, widget in enumerate(focus.widgets)}
    if isinstance(scene, MenuScene) and len(scene.at) < 5:  # with more tiles, each plate lies on its tile
        found |= {f"plate {game}": place.plate for game, place in scene.at.items()}
    if isinstance(scene, SetupScene) and scene.preview is not None:
        found["preview"] = scene.preview
    return found


def outside(rects: Rects, screen: pygame.Rect) -> Iterator[str]:
    """Yield what leaves the screen."""
    yield from (f"{name} {rect} leaves {screen}" for name, rect in rects.items() if not screen.contains(rect))


def on_each_other(rects: Rects) -> Iterator[str]:
    """Yield what covers something else."""
    for (one, first), (other, second) in itertools.combinations(rects.items(), 2):
        if first.colliderect(second):
            yield f"{one} {first} lies on {other} {second}"


def layout_faults(places: Rects, inks: Rects, screen: pygame.Rect, is_large: bool = False) -> Iterator[str]:
    """Yield what leaves the screen, covers another place or ink, or crosses the edge of a place.

    With `is_large`, the text is larger than usual and must only stay on the screen.
    """
    yield from (*outside(places, screen), *on_each_other(places), *outside(inks, screen))
    if is_large:
        return
    yield from on_each_other(inks)
    for (line, ink), (name, rect) in itertools.product(inks.items(), places.items()):
        inside = rect.inflate(4, 4).contains(ink)  # letters on the board's frame may reach its very edge
        if rect.colliderect(ink) and not inside:
            yield f"{line} {ink} crosses the edge of {name} {rect}"
