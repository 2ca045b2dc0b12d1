"""What must hold after every frame, after any input."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pygame

from game.core.device_id import FIRST_PHONE
from scenes.kit.drawing.canvas import Drawable
from scenes.kit.widgets.focus import Focus
from scenes.kit.window.app import App
from scenes.match.match_scene import MatchScene
from scenes.services import Services

# Pixels that a text may exceed its place because of rounding.
SLACK = 2


class Watch:
    """Checks the app; each finding is one sentence."""

    def __init__(self, app: App, services: Services) -> None:
        self.app = app
        self.services = services
        self._outside: list[str] = []
        self._watch_text()

    def broken(self, pads: int) -> Iterator[str]:
        """Return what is wrong now; `pads` is the number of pads plugged in."""
        scenes = self.app.manager.scenes
        if len({id(scene) for scene in scenes}) != len(scenes) or not scenes:
            yield f"the stack is {[type(scene).__name__ for scene in scenes]}"
            return
        yield from self._focus()
        for scene in scenes:
            if isinstance(scene, MatchScene):
                yield from self._match(scene)
        found = sum(pad.number < FIRST_PHONE for pad in self.services.stage.devices.pads())
        if found != pads:
            yield f"{found} pads are known of {pads} plugged in"
        if self.app.canvas.screen is not pygame.display.get_surface():
            yield "what is drawn on is not the window"
        while self._outside:
            yield self._outside.pop()

    def _focus(self) -> Iterator[str]:
        top = self.app.manager.top
        focus = getattr(top, "focus", None)
        if not isinstance(focus, Focus) or not any(widget.enabled for widget in focus.widgets):
            return
        if focus.current not in focus.widgets:
            yield f"the focus of {type(top).__name__} is on none of its widgets"

    def _match(self, scene: MatchScene) -> Iterator[str]:
        session = scene.session
        record = session.record()
        for seat in session.actors():
            if not session.legal(seat):
                yield f"seat {seat} is to act in {record.game} and has no legal action: {record.actions}"
        store = self.services.store
        kept = store.unfinished(record.game) if session.outcome is None else next(iter(store.results(1)), None)
        if kept is None or (kept.game, kept.actions) != (record.game, record.actions):
            told = None if kept is None else (kept.game, kept.actions)
            yield f"the store holds {told}, not {(record.game, record.actions)}"
        if session.steps and session.state != session.steps[-1].after:
            yield "the state is not that of the last step"

    def _watch_text(self) -> None:
        """Note every line of text that crosses the window's edge."""
        stage = self.services.stage
        text = stage.text

        def watched(canvas: Drawable, shown: str, *given: Any, **more: Any) -> pygame.Rect:
            rect = text(canvas, shown, *given, **more)
            width = stage.metrics.size[0]
            if canvas is self.app.canvas and (rect.left < -SLACK or rect.right > width + SLACK) and not self._outside:
                top = type(self.app.manager.top).__name__
                self._outside.append(f"a text of {top} reaches over the edge of {stage.metrics.size}: {shown!r} {rect}")
            return rect

        stage.text = watched  # type: ignore[method-assign, assignment]
