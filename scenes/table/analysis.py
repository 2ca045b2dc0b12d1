"""What a position is worth, beside the board: in words, as a curve over the game, and the best line as ribbons."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import pygame

from game.core.review import AnyStep
from game.core.rules import Seat
from game.core.spec import GameSpec
from game.review.explaining import line_of
from game.review.turning_points import Valued
from scenes.kit import theme
from scenes.kit.canvas import Canvas
from scenes.kit.fonts import Style
from scenes.kit.layout import Shape
from scenes.kit.stage import Stage
from scenes.services import Services
from scenes.table.board import AnyBoard
from scenes.table.curve import curve_of, draw_curve, worth_text
from scenes.table.ribbon import FADED, GOLD
from scenes.table.side_panel import SidePanel

VALUE = Style(40, theme.IVORY, bold=True)
TEXT = Style(theme.CAPTION, theme.MUTED)
LEAST = 22
GAP = 20  # design pixels, as all below
TOKEN = 17
CURVE_SHARE = 0.46  # of the panel's height, or of its width where that is LONG times as much
LONG = 2.2
LEAST_WITH_CURVE, LEAST_WITH_LINES, LEAST_LONG = 180, 100, 130
SHOWN = 4  # actions of the best line that are written; of the answer to a round all are
RIBBONS = 2  # and that are drawn


@dataclass(frozen=True, slots=True)
class Analysed:
    """A position of a game as it is shown: the values of all, by ply, and which one is on the board.

    `value` is what is known of it. In a game in rounds `line` is the best answer, and `answer` says what it is worth.
    """

    values: Sequence[Valued | None]
    ply: int
    seat: Seat  # who is to move there
    value: Valued | None
    line: tuple[AnyStep, ...] = ()
    balance: str = ""
    answer: str = ""


class Analyst:
    """Says what is known of the position on the board; what takes time it works out once for each, not every frame."""

    def __init__(self, spec: GameSpec, board: AnyBoard) -> None:
        self._spec = spec
        self._board = board
        self._of: tuple[object, Valued | None, str] = (None, None, "")
        self._told: tuple[tuple[AnyStep, ...], str, str] = ((), "", "")

    def analysed(
        self, state: object, seat: Seat, values: Sequence[Valued | None], ply: int, value: Valued | None
    ) -> Analysed:
        """What is known of `state`, the position after `ply` actions, in which `seat` is to move: its `value`."""
        language = self._board.context.stage.strings.language
        if self._of[0] is not state or self._of[1:] != (value, language):
            self._of = state, value, language
            shown = None if self._spec.rounds else SHOWN
            line = () if value is None else line_of(self._spec, state, ply, value.line[:shown])
            answer = self._board.words.best_answer(len(line)) if line and self._spec.rounds else ""
            self._told = line, self._board.words.balance(state, seat), answer
        return Analysed(values, ply, seat, value, *self._told)


def draw_analysis(
    services: Services, canvas: Canvas, rect: pygame.Rect, board: AnyBoard, found: Analysed, bottom: Seat
) -> None:
    """The panel: whose chance, what both need, the best line; above or beside it the curve where there is room."""
    stage = services.stage
    px = stage.metrics.px
    identities = [seat.identity for seat in board.context.seats]
    curve, rect = _parted(stage, rect)
    if curve is not None:
        draw_curve(services, canvas, curve, curve_of(services, identities, bottom, found.values, at=found.ply))
    top = rect.top
    left = rect.left + (0 if found.answer else px(2 * TOKEN + 12))
    said = found.answer or stage.t("analysis.looking")
    if found.value is not None and not found.answer:
        said = worth_text(stage.t, found.value.worth, found.seat)
    lines = [text for text in (found.balance, _written(board, found)) if text]
    if rect.height < px(LEAST_WITH_LINES):
        lines = []
    parts = 1.4 + 0.9 * len(lines)
    pitch = (rect.bottom - top) / parts
    size = min(VALUE.size, 0.9 * pitch / stage.metrics.scale)
    style = stage.shrunk(said, stage.capped(VALUE._replace(size=size), 1.0), rect.right - left, LEAST)
    baseline = top + round(1.0 * pitch)
    if not found.answer:
        token = services.identities.token(identities[found.seat], TOKEN)
        stage.put(canvas, token, (rect.left, baseline - px(0.36 * style.size + TOKEN)))
    stage.text(canvas, said, (left, baseline), style, width=rect.right - left)
    for text in lines:
        baseline += round(0.9 * pitch)
        small = stage.shrunk(text, stage.capped(TEXT, 1.0), rect.width, LEAST)
        stage.text(canvas, text, (rect.left, baseline), small, width=rect.width)


def _parted(stage: Stage, rect: pygame.Rect) -> tuple[pygame.Rect | None, pygame.Rect]:
    """The curve's part of a panel, None where there is no room for one, and the words'."""
    px = stage.metrics.px
    if rect.width >= LONG * rect.height and rect.height >= px(LEAST_LONG):
        curve = pygame.Rect(rect.left, rect.top, round(CURVE_SHARE * rect.width), rect.height)
        left = curve.right + px(GAP)
        return curve, pygame.Rect(left, rect.top, rect.right - left, rect.height)
    if rect.height < px(LEAST_WITH_CURVE):
        return None, rect
    curve = pygame.Rect(rect.left, rect.top, rect.width, round(CURVE_SHARE * rect.height))
    top = curve.bottom + px(6)
    return curve, pygame.Rect(rect.left, top, rect.width, rect.bottom - top)


def _written(board: AnyBoard, found: Analysed) -> str:
    """The best line as it is written: "e5  e6h  d4"."""
    line = board.words.written([step.action for step in found.line])
    return board.context.stage.t("analysis.best", line=line) if line else ""


def draw_best_line(services: Services, canvas: Canvas, board: AnyBoard, found: Analysed) -> None:
    """The best action in brass, the reply to it fainter in its player's colour; the answer to a round all in brass."""
    if found.answer:
        for step in found.line:
            board.drawing.draw_weighed(canvas, step, GOLD, 1.0)
        return
    for index, step in reversed(list(enumerate(found.line[:RIBBONS]))):
        own = services.identities[board.context.seats[step.seat].identity].color
        board.drawing.draw_weighed(canvas, step, own if index else GOLD, FADED if index else 1.0)


PLACES = {
    Shape.WIDE: (96, 248, 392, 244),
    Shape.CLASSIC: None,
    Shape.TALL: (54, 180, 510, 140),
}
"""Where the panel lies in a replay of two seats, in design pixels; None: in place of the moves, if those have one."""

WITH_FOUR = {Shape.WIDE: None, Shape.CLASSIC: None, Shape.TALL: (54, 180, 474, 140)}
IN_MATCH = {Shape.WIDE: (96, 284, 392, 268), Shape.CLASSIC: None, Shape.TALL: None}
WITH_FOUR_IN_MATCH = {Shape.WIDE: (96, 276, 392, 172), Shape.CLASSIC: (992, 232, 376, 60), Shape.TALL: None}


def panel_place(services: Services, side_panel: SidePanel) -> pygame.Rect | None:
    """The panel's place beside a board for the window as it is, in pixels; None where there is none."""
    if side_panel.analysis is not None:
        return side_panel.analysis
    metrics = services.stage.metrics
    of_two, of_four = (PLACES, WITH_FOUR) if side_panel.replay else (IN_MATCH, WITH_FOUR_IN_MATCH)
    place = (of_two if len(side_panel.seats) == 2 else of_four)[metrics.shape]
    return metrics.rect(*place) if place is not None else side_panel.move_list or side_panel.spare
