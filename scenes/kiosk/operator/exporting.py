"""Files for the operator, written beside the screen: a stick may take its time, and no frame waits for it."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from datetime import datetime
from pathlib import Path

import pygame

from game import paths
from game.kiosk.kiosk import Kiosk
from scenes.kiosk.operator.quiet import Quiet
from scenes.kit import svg, theme
from scenes.kit.canvas import Canvas
from scenes.kit.card import PAD, CardScene
from scenes.kit.fonts import Style
from scenes.kit.paint import Sprite
from scenes.kit.scene import Nav, Pop
from scenes.kit.stage import Stage
from scenes.kit.widgets import Button

TITLE = Style(theme.TITLE, theme.INK, bold=True)
NOTE = Style(theme.HELPER, theme.INK_SOFT)
WIDTH, HEIGHT, RING, FOOT = 900, 400, 112, 96  # design pixels
TURN_SECONDS = 1.2
STEPS = 24  # pictures of the ring
SHOWN_SECONDS = 0.6  # at least, or nobody could read it

Write = Callable[[Path, datetime], Sequence[Path]]
"""Writes files to a folder, at a moment; gives where they are. Raises OSError."""


class Job:
    """Files that are being written in a thread; `files` or `error` once `done`."""

    def __init__(self, write: Write, folder: Path, moment: datetime) -> None:
        self.folder = folder
        self.files: tuple[Path, ...] = ()
        self.error: OSError | None = None
        self._write = write
        self._moment = moment
        self._thread = threading.Thread(target=self._run, name="export", daemon=True)
        self._thread.start()

    def _run(self) -> None:
        try:
            self.files = tuple(self._write(self.folder, self._moment))
        except OSError as error:
            self.error = error

    @property
    def done(self) -> bool:
        """Whether it has come to its end."""
        return not self._thread.is_alive()

    def outcome(self, stage: Stage) -> tuple[str, str]:
        """What came of it: a title, and where the files are or what went wrong where."""
        t = stage.t
        if self.error is not None:
            place = self.error.filename or self.folder
            return t("kiosk.export.failed"), f"{place}\n{self.error.strerror or self.error}"
        if not self.files:  # the thread ended by an error of the program, which the log has
            return t("kiosk.export.failed"), str(self.folder)
        names = "\n".join(path.name for path in self.files)
        return t("kiosk.export.done"), t("kiosk.export.where", folder=self.files[0].parent, names=names)


def usual_folder(kiosk: Kiosk) -> Path:
    """Where files go without a stick."""
    return paths.export_dir() / Path(kiosk.config.export.folder).expanduser()  # which may be a whole path of its own


class WritingScene(Quiet, CardScene):
    """Says that files are being written; pops when they are, or with back, while the writing goes on."""

    def __init__(self, stage: Stage, job: Job) -> None:
        super().__init__(stage)
        self.job = job
        self._age = 0.0

    @property
    def is_held(self) -> bool:
        return True

    @property
    def spoken_title(self) -> str:
        return self.stage.t("kiosk.export.writing")

    def resized(self) -> None:
        px = self.stage.metrics.px
        inner = self.place(min(px(WIDTH), self.stage.metrics.size[0] - px(80)), px(HEIGHT))
        place = pygame.Rect(0, inner.bottom - px(FOOT), px(420), px(FOOT))
        place.right = inner.right
        self.focus.set([Button(place, self.stage.t("kiosk.export.aside"), self.done)])

    def tick(self, dt: float) -> Nav | None:
        self._age += dt
        if self.job.done and self._age >= SHOWN_SECONDS:
            return Pop()
        return super().tick(dt)

    @property
    def lively(self) -> bool:
        return True

    def draw_face(self, canvas: Canvas) -> None:
        stage, px = self.stage, self.stage.metrics.px
        left, top, room = self.rect.left + px(PAD), self.rect.top + px(PAD), self.rect.width - 2 * px(PAD)
        begin = left + px(RING + 32)
        title = stage.t("kiosk.export.writing")
        style = stage.shrunk(title, stage.capped(TITLE, 1.0), room - px(RING + 32), 28)
        stage.text(canvas, title, (begin, top + px(48)), style)
        lines, small = stage.fitted(str(self.job.folder), stage.capped(NOTE, 1.0), room - px(RING + 32), px(120))
        stage.paragraph(canvas, lines, (begin, top + px(104)), small)
        at = round(self._age / TURN_SECONDS * STEPS) % STEPS
        ring = stage.paint.once(("writing", at), lambda: _ring(stage, at))
        stage.put(canvas, ring, (left, top))


def _ring(stage: Stage, at: int) -> Sprite:
    """A ring of brass with a bead that runs round it."""
    side = stage.metrics.px(RING)
    defs = svg.gradient("brass", theme.BRASS, (0, 0), (100, 100))
    body = f'<defs>{defs}</defs><circle cx="50" cy="50" r="40" fill="none" stroke="#37291C" stroke-width="10"/>'
    turn = 360 * at / STEPS
    body += '<path d="M50 10A40 40 0 0 1 90 50" fill="none" stroke="url(#brass)" stroke-width="10" '
    body += f'stroke-linecap="round" transform="rotate({turn:.1f} 50 50)"/>'
    return Sprite(svg.render(body, side, side, (100, 100)))
