"""Shows a film on the screen, drawn from the record itself, and makes the film's file.

The film plays once, and again on request. While its file is made, a card over the scene below shows the progress, and
Back cancels the work.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pygame

from game.records.films import FilmError, Filming, FilmOrder
from scenes.kit.drawing.canvas import Canvas
from scenes.kit.drawing.glyphs import Prompt
from scenes.kit.input.intents import Device, Intent, Kind
from scenes.kit.layout import Places
from scenes.kit.scene import Item, Nav, PhoneView, Pop, Scene
from scenes.kit.sound.speech import sentences
from scenes.kit.widgets.dialog import ProgressDialog
from scenes.kit.widgets.glyphbar import GlyphBar
from scenes.kit.widgets.scanner import prompt_targets
from scenes.services import Services
from scenes.table.board.board_view import place_bar
from scenes.table.film.picture import FilmPicture
from scenes.table.film.reel import Reel

# Design pixels between the film and the bar.
GAP = 8


class WatchScene(Scene):
    def __init__(self, services: Services, *reels: Reel) -> None:
        """The `reels` follow one another."""
        super().__init__(services.stage)
        self.services = services
        self.reels = reels
        self.reel = reels[0]
        # Seconds since the beginning of the reel.
        self.time = 0.0
        self.running = True
        # The index of the last shot that was read aloud.
        self._spoken_shot = -1
        self.film: FilmPicture
        self.bar: GlyphBar
        self.places: Places

    def enter(self) -> None:
        self.resized()

    def resized(self) -> None:
        stage = self.stage
        self.bar = place_bar(stage, (54, 1720, 972, 148))
        box = pygame.Rect(0, 0, stage.metrics.size[0], self.bar.region.top - stage.metrics.px(GAP))
        self.film = FilmPicture(self.services, self.reel, box)
        self.places = self.film.places

    def covered(self) -> None:
        self.film.table.ground.rest()

    def leave(self) -> None:
        self.film.table.clear()
        super().leave()

    # Time

    @property
    def is_over(self) -> bool:
        """Whether the last picture is on the screen."""
        return self.time >= self.reel.seconds and self.reel is self.reels[-1]

    def _begin(self, reel: Reel) -> None:
        """Begin one of the reels."""
        self.time, self._spoken_shot = 0.0, -1
        if reel is self.reel:
            self.film.begin()
            return
        self.film.table.clear()
        self.reel = reel
        self.resized()

    def tick(self, dt: float) -> Nav | None:
        if self.running:
            self.time = min(self.reel.seconds, self.time + dt)
            self.running = not self.is_over
            if self.running and self.time >= self.reel.seconds:
                self._begin(self.reels[self.reels.index(self.reel) + 1])
        shot = self.reel.at(self.time)[0]
        self.film.enter(shot)
        if shot != self._spoken_shot and self.reel.shots[shot].caption.text:
            self._spoken_shot = shot
            self.stage.say(self._spoken_text(shot), passing=True)
        return None

    def _spoken_text(self, shot: int) -> str:
        caption = self.reel.shots[shot].caption
        return sentences(caption.eyebrow, caption.text, caption.more)

    @property
    def is_animated(self) -> bool:
        return self.running or self.reel.board.drawing.is_animated

    def phone_view(self, device: Device) -> PhoneView:
        caption = self.reel.shots[self.reel.at(self.time)[0]].caption
        return PhoneView(caption.text or caption.eyebrow, caption.more)

    @property
    def spoken(self) -> str:
        return self.stage.t("film.title")

    # Presses

    def toggle(self) -> None:
        """Pause or continue the film. After its end, start it again from the beginning."""
        if self.is_over:
            self._begin(self.reels[0])
        self.running = not self.running

    def intent(self, intent: Intent) -> Nav | None:
        meant = self.bar.translate(intent) or intent
        if meant.kind is Kind.BACK:
            self.stage.audio.play("back")
            return Pop()
        if meant.kind in (Kind.CONFIRM, Kind.PAUSE) and meant.point is None:
            self.toggle()
        return None

    def scan(self) -> tuple[Item, ...]:
        return prompt_targets(self, self.bar)

    # Drawing

    def draw(self, canvas: Canvas, alpha: float) -> None:
        self.film.draw(canvas, *self.reel.at(self.time))
        self.bar.set(self.prompts())
        self.bar.draw(canvas)

    def prompts(self) -> list[Prompt]:
        t = self.stage.t
        run = "film.again" if self.is_over else "replay.stop" if self.running else "replay.play"
        return [Prompt(Kind.CONFIRM, t(run)), Prompt(Kind.BACK, t("glyph.back"))]


class FilmOutcome(NamedTuple):
    """How the making of a film ended, as a title and a sentence."""

    title: str
    body: str


class FilmingScene(ProgressDialog):
    """Orders the film, and pops with a FilmOutcome, or with None if cancelled.

    `save` is called with the bytes of the film. It writes them to a file and returns the path, or raises OSError.
    """

    def __init__(self, services: Services, order: FilmOrder, save: Callable[[bytes], Path]) -> None:
        t = services.stage.t
        super().__init__(services.stage, t("film.making"), t("film.cancel"))
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
        """Write the film to a file. Returns a message with its path, or with the error."""
        t = self.stage.t
        try:
            path = self.save(data)
        except OSError as error:
            return FilmOutcome(t("archive.export_failed"), error.strerror or str(error))
        return FilmOutcome(t("film.saved"), t("archive.exported_body", name=path.name, folder=path.parent))

    @property
    def share(self) -> float:
        return 0.0 if self.filming is None else self.filming.share
