"""Playing on from a position of a replay: who takes which seat."""

from __future__ import annotations

import itertools
from functools import partial

import pygame

from game.core.record import SeatConfig
from game.playback import Playback
from scenes.kit import theme
from scenes.kit.canvas import Canvas
from scenes.kit.card import PAD, CardScene
from scenes.kit.fonts import Style
from scenes.kit.layout import Shape
from scenes.kit.scene import Nav, Switch
from scenes.kit.widgets import Button, Widget
from scenes.routes import ToBranch
from scenes.services import Services
from scenes.table.seat_kinds import kind_choice, thinker

TITLE = Style(theme.TITLE, theme.IVORY, bold=True)
NOTE = Style(theme.HELPER, theme.MUTED)
WARNING = Style(theme.HELPER, theme.WARN)
NAME = Style(theme.NAME, theme.IVORY, bold=True)
FOOT = 104
TOKEN = 36


class BranchScene(CardScene):
    """Seats as they were, each to be changed; the brass button starts the new game from this position."""

    material = "lacquer"
    rim = 0.0

    def __init__(self, services: Services, playback: Playback) -> None:
        super().__init__(services.stage)
        self.services = services
        self.playback = playback
        self.seats = list(services.opened(playback.spec.id, playback.record.seats))

    def enter(self) -> None:
        self._shelves = bool(self.services.store.length(self.playback.spec.id))
        super().enter()
        self.focus.focus(self._start)

    def resized(self) -> None:
        unit = self.stage.metrics.px
        tall = self.stage.metrics.shape is Shape.TALL
        engines = bool(self.services.engine_names(self.playback.spec.id))  # which make a choice wider
        self._kind_width = unit(440 if engines else 340)
        width = min(unit(1360 if engines else 1240), self.stage.metrics.size[0] - 2 * unit(54))
        inner = width - 2 * unit(PAD)
        self._notes = self.stage.lines(self._note(), NOTE, inner)
        head = unit(PAD + 64) + len(self._notes) * self.stage.fonts.line_height(NOTE) + unit(32)
        foot = unit(24 + FOOT + PAD)
        room = (self.stage.metrics.size[1] - 2 * unit(40) - head - foot) // len(self.seats)
        pitches = [min(unit(208 if tall and seat.is_ai else 104), room) for seat in self.seats]
        self.place(width, head + sum(pitches) + foot)
        left = self.rect.x + unit(PAD)
        tops = itertools.accumulate(pitches, initial=self.rect.y + head)
        self._rows = [pygame.Rect(left, top, inner, pitch) for top, pitch in zip(tops, pitches, strict=False)]
        widgets: list[Widget] = []
        for index, row in enumerate(self._rows):
            widgets += self._seat_widgets(index, row, tall)
        top = self.rect.bottom - unit(PAD + FOOT)
        gap = unit(24)
        keep = pygame.Rect(left, top, (inner - gap) // 2, unit(FOOT))
        start = pygame.Rect(keep.right + gap, top, inner - gap - keep.width, unit(FOOT))
        t = self.stage.t
        self._start = Button(start, t("branch.start"), self._play, kind="primary")
        widgets += [Button(keep, t("glyph.back"), self.done), self._start]
        self.focus.set(widgets)

    @property
    def spoken_title(self) -> str:
        return self.stage.t("branch.title")

    def _seat_widgets(self, index: int, row: pygame.Rect, tall: bool) -> list[Widget]:
        unit = self.stage.metrics.px
        seat = self.seats[index]
        if tall:
            kind = pygame.Rect(row.right - unit(480), row.y + unit(12), unit(480), unit(80))
            detail = pygame.Rect(row.right - unit(480), row.y + unit(108), unit(480), unit(76))
        else:
            wide = min(unit(340), row.width // 3)
            height = min(unit(80), row.height - unit(16))
            room = min(self._kind_width, row.width * 2 // 5)
            kind = pygame.Rect(row.right - wide - unit(32) - room, row.y + unit(12), room, height)
            detail = pygame.Rect(row.right - wide, row.y + unit(14), wide, height - unit(4))
        game = self.playback.spec.id
        widgets: list[Widget] = [kind_choice(self.services, game, seat, kind, partial(self._take, index))]
        chosen = thinker(self.services, game, seat, detail, partial(self._choose, index))
        return widgets if chosen is None else [*widgets, chosen]

    def _note(self) -> str:
        t = self.stage.t
        note = self._place()
        return f"{note}\n{t('branch.shelves')}" if self._shelves else note

    def _place(self) -> str:
        at, total = self.playback.moves(self.playback.ply), self.playback.moves(self.playback.total)
        return self.stage.t("branch.note", move=at, total=total)

    def _take(self, index: int, seat: SeatConfig) -> None:
        """Let somebody else play."""
        self.seats[index] = seat
        self.resized()

    def _choose(self, index: int, seat: SeatConfig) -> None:
        """Take another level or another engine."""
        self.seats[index] = seat

    def _play(self) -> Nav:
        return Switch(ToBranch(self.playback.branch(tuple(self.seats))))

    def draw_face(self, canvas: Canvas) -> None:
        stage = self.stage
        unit = stage.metrics.px
        left, baseline = self.rect.x + unit(PAD), self.rect.y + unit(PAD + 44)
        stage.text(canvas, stage.t("branch.title"), (left, baseline), TITLE, width=self.rect.width - 2 * unit(PAD))
        baseline += unit(56)
        for line in self._notes:
            style = WARNING if self._shelves and line != self._notes[0] else NOTE
            stage.text(canvas, line, (left, baseline), style)
            baseline += stage.fonts.line_height(NOTE)
        for seat, row in zip(self.seats, self._rows, strict=True):
            middle = row.y + unit(52)
            token = self.services.identities.token(seat.identity, TOKEN)
            stage.put(canvas, token, (row.x, middle - unit(TOKEN)))
            left = row.x + unit(2 * TOKEN + 24)
            size = NAME.size * stage.metrics.scale * stage.metrics.text_scale
            room = self._kind_left(row) - unit(24) - left
            stage.text(canvas, self.services.name(seat), (left, middle + 0.366 * size), NAME, width=room)

    def _kind_left(self, row: pygame.Rect) -> int:
        return min(widget.rect.left for widget in self.focus.widgets if row.collidepoint(widget.rect.center))
