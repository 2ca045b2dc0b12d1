"""A host for tests. It draws only frames that somebody looks at, and draws nothing twice."""

from __future__ import annotations

import weakref
from collections import OrderedDict
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pygame

from game.agents.agent import Agent
from scenes.kit.drawing.fonts import Fonts
from scenes.kit.drawing.paint import Painter
from scenes.kit.drawing.surfaces import SurfaceCache
from scenes.kit.scene import Scene
from scenes.kit.stage import Stage
from scenes.kit.window.app import App
from scenes.learn.rules_scene import RulesScene
from scenes.menu.boot_scene import BootScene
from tools.host import Host

MAKERS = (BootScene, RulesScene)  # drawing these makes their content, part by part
PAINT_HELD = 100_000_000  # bytes; more than one evening needs, because many tests share them
FACE_HELD = 8_000_000  # bytes of a face with many characters drawn
DRAWN_HELD = 60_000_000  # bytes; above this, drawings of older views are dropped
View = tuple[tuple[int, int], float]  # size of the window in pixels, and of the text
Drawn = tuple[Painter, Fonts, SurfaceCache[pygame.Surface]]
_drawn: OrderedDict[View, Drawn] = OrderedDict()
"""Drawings by view, the latest last. Every host uses them."""
_letters: list[pygame.font.Font] = []
"""One font, made by the same run of pygame as all that is kept."""


def share_drawing(stage: Stage) -> None:
    """Let `stage` use what earlier hosts have drawn, set and read in the same view."""
    assets, view = stage.assets, (stage.metrics.size, stage.look.text_scale)
    if _is_over():
        _drawn.clear()
        _letters[:] = [pygame.font.Font(None, 8)]
    fresh = Painter(stage.metrics.scale, PAINT_HELD), stage.fonts, assets.scaled
    stage.paint, stage.fonts, assets.scaled = _drawn.setdefault(view, fresh)
    _drawn.move_to_end(view)
    while len(_drawn) > 1 and sum(map(_held, _drawn.values())) > DRAWN_HELD:
        _drawn.popitem(last=False)


@contextmanager
def drawing_apart() -> Iterator[None]:
    """Keep what is drawn meanwhile apart: it finds nothing that was drawn before, nor is it found later."""
    kept, letters = [*_drawn.items()], [*_letters]
    _drawn.clear(), _letters.clear()
    yield
    _drawn.clear()
    _drawn.update(kept)
    _letters[:] = letters


def _is_over() -> bool:
    """Return whether a command that was tried in this process has ended pygame, and with it all fonts."""
    try:
        return not _letters or _letters[0].get_height() < 1
    except pygame.error:
        return True


def _held(drawn: Drawn) -> int:
    """Return about how many bytes the drawings of a view take."""
    return sum(kept.held for kept in drawn) + drawn[1].faces * FACE_HELD


class Onlooker(Host):
    """A host that draws a frame only if somebody looks at it. Other frames just pass."""

    def __init__(self, size: tuple[int, int], language: str, agent: Agent | None = None) -> None:
        super().__init__(size, language, agent)
        self.is_watched = False  # whether every frame is looked at
        self._looks = True  # whether somebody looks at the next frame
        self._is_due = False  # whether a frame was skipped that the app would have drawn
        self._seen: Callable[[], Scene | None] = lambda: None  # returns the last top scene that was drawn
        self.app.draw = self._draw  # type: ignore[method-assign]

    def _draw(self) -> None:
        """Draw the frame if somebody looks at it, or if it is the first one of a scene."""
        top = self.app.manager.top
        is_new = self.app.unseen or top is not self._seen() or isinstance(top, MAKERS)
        self._is_due = not (self._looks or self.is_watched or is_new)
        if not self._is_due:
            if top is not None:
                self._seen = weakref.ref(top)
            App.draw(self.app)

    def _look(self) -> None:
        """Draw what has changed since the last look."""
        if self._is_due:
            self.app.draw()

    def _pass(self) -> None:
        """Let a frame pass without a look."""
        self._looks = False
        self.frame()
        self._looks = True

    def run(self, seconds: float) -> None:
        """Let virtual time pass. The last frame is looked at."""
        for _ in range(max(1, round(seconds * self.fps)) - 1):
            self._pass()
        self.frame()
        self._look()
