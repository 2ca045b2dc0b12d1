"""The film of a game is made: how far it is, on a card over whatever is there; back gives it up."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pygame

from game.records.films import FilmError, Filming, FilmOrder
from scenes.kit.drawing.canvas import Canvas
from scenes.kit.scene import Nav, Pop
from scenes.kit.widgets.dialog import PAD, Dialog, DialogAnswer
from scenes.kit.widgets.progress import draw_progress
from scenes.services import Services

BAR = (560, 20)  # design pixels
HEAD = 72


class FilmOutcome(NamedTuple):
    """The outcome of filming, in words: a title and a sentence."""

    title: str
    body: str


class FilmingScene(Dialog):
    """Has the film of `order` made, and pops with the outcome (`FilmOutcome`), or None where it was given up.

    `save` writes it, and gives where it is; it raises OSError.
    """

    def __init__(self, services: Services, order: FilmOrder, save: Callable[[bytes], Path]) -> None:
        t = services.stage.t
        super().__init__(services.stage, t("film.making"), "", [DialogAnswer(t("film.cancel"), None)], head=HEAD)
        self.services = services
        self.order = order
        self.save = save
        self.filming: Filming | None = None

    def leave(self) -> None:
        if self.filming is not None:
            self.filming.cancel()
        super().leave()

    def tick(self, dt: float) -> Nav | None:
        super().tick(dt)
        try:
            if self.filming is None:
                self.filming = self.services.films.begin(self.order)
            if self.filming.look():
                return Pop(self._saved(self.filming.result()))
        except (OSError, FilmError) as error:
            return Pop(FilmOutcome(self.stage.t("film.failed"), str(error)))
        return None

    def _saved(self, data: bytes) -> FilmOutcome:
        """Write the film, and say where it is, or what is wrong."""
        t = self.stage.t
        try:
            path = self.save(data)
        except OSError as error:
            return FilmOutcome(t("archive.export_failed"), error.strerror or str(error))
        return FilmOutcome(t("film.saved"), t("archive.exported_body", name=path.name, folder=path.parent))

    @property
    def is_animated(self) -> bool:
        return True

    def draw_head(self, canvas: Canvas, rect: pygame.Rect, alpha: float) -> None:
        px = self.stage.metrics.px
        bar = pygame.Rect(0, 0, min(px(BAR[0]), rect.width - 2 * px(PAD)), px(BAR[1]))
        bar.center = (rect.centerx, rect.bottom - px(HEAD) // 2)
        draw_progress(self.stage, canvas, bar, 0.0 if self.filming is None else self.filming.share)
