"""The table of a stored game, and the choice of players for playing on from one of its positions.

Each seat is played by a person, an AI level or an engine.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial

import pygame

from game.core.device_id import ANY
from game.core.record import SeatConfig, SeatKind
from game.core.spec import LEVELS
from game.match_setup import with_fitting_names
from game.records.playback import Playback
from scenes.kit.drawing import theme
from scenes.kit.drawing.canvas import Canvas
from scenes.kit.drawing.fonts import Style
from scenes.kit.layout import Align, Part, Shape, cell, cells, column, row, within
from scenes.kit.scene import Nav, Push, Switch
from scenes.kit.widgets.choices import Cycler
from scenes.kit.widgets.dialog import PAD, CardScene
from scenes.kit.widgets.person import Tag, draw_person
from scenes.kit.widgets.widget import Button, Pips, SegmentedControl, Widget
from scenes.routes import ToBranch
from scenes.services import Services
from scenes.table.art.faces import draw_face_beside, face_of
from scenes.table.board.board_view import PlaybackView
from scenes.table.loading import make_board

PERSON, AI, ENGINE = range(3)
OnChange = Callable[[SeatConfig], None]
TITLE = Style(theme.TITLE, theme.IVORY, bold=True)
NOTE = Style(theme.HELPER, theme.MUTED)
WARNING = Style(theme.HELPER, theme.WARN)
NAME = Style(theme.NAME, theme.IVORY, bold=True)
HEAD, FOOT = 64, 104
TOKEN = 36


def kind_of(seat: SeatConfig) -> int:
    """Return which of PERSON, AI and ENGINE plays a seat."""
    return ENGINE if seat.is_engine else AI if seat.is_ai else PERSON


def kind_choice(
    services: Services, game: str, seat: SeatConfig, rect: pygame.Rect, on_change: OnChange
) -> SegmentedControl:
    """Return the control that chooses a person, an AI or an engine for `seat`.

    The control calls `on_change` with the new seat.
    """
    t = services.stage.t
    names = services.offers.engine_names(game)
    kinds = [t("setup.person"), t("setup.ai"), *([t("setup.engine")] if names else [])]

    def choose(kind: int) -> None:
        engine = names[0] if kind == ENGINE else ""
        level = (0, services.offers.level(), LEVELS[-1])[kind]
        kinded: SeatKind = "human" if kind == PERSON else "ai"
        on_change(replace(seat, kind=kinded, level=level, strength=0.0, device=ANY, engine=engine))

    choice = SegmentedControl(rect, kinds, kind_of(seat), choose)
    choice.name = services.people.name(seat)
    return choice


def thinker(
    services: Services, game: str, seat: SeatConfig, rect: pygame.Rect, on_change: OnChange
) -> Pips | Cycler | None:
    """Return the control that chooses a seat's AI level or engine; None if a person plays it."""
    t = services.stage.t
    if seat.is_engine:
        names = services.offers.engine_names(game)
        index = names.index(seat.engine)
        return Cycler(rect, t("setup.engine"), names, index, lambda i: on_change(replace(seat, engine=names[i])))
    if seat.is_ai:
        levels = [t(f"level.{level}") for level in LEVELS]
        return Pips(
            rect,
            t("setup.level"),
            seat.level,
            lambda level: on_change(replace(seat, level=level, strength=0.0)),
            levels,
            services.offers.levels,
            [t(f"level.{level}.style") for level in LEVELS],
        )
    return None


class BranchScene(CardScene):
    """Shows the seats of a stored game, so that each can be changed.

    The brass button starts a new game from the position of `playback`.
    """

    material = "lacquer"
    rim = 0.0

    def __init__(self, services: Services, playback: Playback) -> None:
        super().__init__(services.stage)
        self.services = services
        self.playback = playback
        seats = services.offers.opened(playback.spec.id, playback.record.owners)
        self.seats = list(with_fitting_names(seats))

    def enter(self) -> None:
        self._shelves = bool(self.services.store.length(self.playback.spec.id))
        super().enter()
        self.focus.focus(self._start)

    def resized(self) -> None:
        metrics, t = self.stage.metrics, self.stage.t
        # A choice with engines is wider.
        engines = bool(self.services.offers.engine_names(self.playback.spec.id))
        width = min(1360 if engines else 1240, metrics.size[0] / metrics.scale - 2 * 54)
        self._notes = self.stage.lines(self._note(), NOTE, metrics.px(width - 2 * PAD))
        notes = len(self._notes) * self.stage.fonts.line_height(NOTE) / metrics.scale
        seats = [self._seat_part(index, 440 if engines else 340) for index in range(len(self.seats))]
        high = PAD + HEAD + notes + 28 + sum(seat.fit or 0 for seat in seats) + 24 + FOOT + PAD
        card = self.place(metrics.px(width), min(metrics.px(high) + 1, metrics.size[1] - 2 * metrics.px(40)))
        foot = row(*cells("back start"), size=FOOT)
        face = column(cell("title", HEAD), cell("notes", notes), cell(size=28), *seats, cell(size=24), foot, gap=0)
        self.places = within(metrics, card, face)
        widgets: list[Widget] = [widget for index in range(len(self.seats)) for widget in self._seat_widgets(index)]
        self._start = Button(self.places["start"], t("branch.start"), self._play, kind="primary")
        self.focus.set([*widgets, Button(self.places["back"], t("glyph.back"), self.done), self._start])

    def _seat_part(self, index: int, width: float) -> Part:
        """Lay out a seat: who played it, who plays it now, and the control for a level or engine.

        The controls are at the right, or below in an upright window.
        """
        seat = self.seats[index]
        if self.stage.metrics.shape is not Shape.TALL:
            kind = cell("kind", fit=width, share=0, least=240, across=80, align=Align.MIDDLE)
            how = cell(f"how {index}", fit=340, share=0, least=240, across=76, align=Align.MIDDLE)
            return row(cell("person", share=1), kind, how, fit=104, least=72, gap=32)
        first = row(cell("person"), cell("kind", 480), gap=24, size=80)
        second = row(cell(), cell(f"how {index}", 480), gap=24, size=76) if seat.is_ai else None
        return column(first, second, fit=208 if seat.is_ai else 104, gap=16, pad=(0, 12))

    @property
    def spoken_title(self) -> str:
        return self.stage.t("branch.title")

    def _seat_widgets(self, index: int) -> list[Widget]:
        game, seat = self.playback.spec.id, self.seats[index]
        kind, how = self.places.all("kind")[index], self.places.get(f"how {index}")
        choice = kind_choice(self.services, game, seat, kind, partial(self._take, index))
        chosen = None if how is None else thinker(self.services, game, seat, how, partial(self._choose, index))
        return [choice] if chosen is None else [choice, chosen]

    def _note(self) -> str:
        t = self.stage.t
        note = self._place()
        return f"{note}\n{t('branch.shelves')}" if self._shelves else note

    def _place(self) -> str:
        at, total = self.playback.moves(self.playback.ply), self.playback.moves(self.playback.total)
        return self.stage.t("branch.note", move=at, total=total)

    def _take(self, index: int, seat: SeatConfig) -> None:
        """Change whether a person, an AI or an engine plays a seat."""
        self._choose(index, seat)
        self.resized()

    def _choose(self, index: int, seat: SeatConfig) -> None:
        """Change a seat's level or engine."""
        self.seats[index] = seat
        self.seats[:] = with_fitting_names(self.seats)

    def _play(self) -> Nav:
        return Switch(ToBranch(self.playback.branch(tuple(self.seats))))

    def draw_face(self, canvas: Canvas) -> None:
        stage, notes, grow = self.stage, self.places["notes"], self.stage.metrics.text_scale
        stage.label(canvas, stage.t("branch.title"), self.places["title"], TITLE, grow=grow)
        baseline = notes.top + stage.fonts.ascent(NOTE)
        for line in self._notes:
            style = WARNING if self._shelves and line != self._notes[0] else NOTE
            baseline = stage.paragraph(canvas, [line], (notes.left, baseline), style)
        tag = Tag(TOKEN, NAME, gap=24, grow=grow)
        for seat, place in zip(self.seats, self.places.all("person"), strict=True):
            name = self.services.people.name(seat)
            draw_person(stage, canvas, place, tag, seat.identity, name)
            draw_face_beside(stage, canvas, place, TOKEN, face_of(seat))


class RecordTable(PlaybackView):
    """The table of a finished game, which can be continued from any position."""

    def __init__(self, services: Services, playback: Playback) -> None:
        super().__init__(services, make_board(services, playback.spec, playback.record.options), playback)
        self.is_guest = services.store.is_guest

    @property
    def seated(self) -> tuple[SeatConfig, ...]:
        """Return who plays at the position of `playback`. A player who resigned later is still one of them."""
        return self.playback.record.seats_at(self.playback.ply)

    @property
    def can_branch(self) -> bool:
        """Whether play can go on from here. It cannot while another instance of the program has the store open."""
        return not self.is_guest and self.playback.can_branch()

    def branch(self) -> Nav:
        """Open the choice of seats for playing on from here."""
        self.playback.playing = False
        self.timeline.skip()
        return Push(lambda: BranchScene(self.services, self.playback))

    def slide_there(self) -> None:
        """Slide the pieces from the position on screen straight to the position of `playback`."""
        state = self.playback.state
        self.slide(state, lambda: self.arrived(state))
