"""The analysis beside the board: chances in words, as a curve over the game, and the best line as ribbons."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import pygame

from game.core.rules import AnyStep, Seat
from game.core.spec import GameSpec
from game.review.explaining import line_of
from game.review.turning_points import PositionValue
from scenes.kit.drawing import theme
from scenes.kit.drawing.canvas import Canvas
from scenes.kit.drawing.fonts import Style
from scenes.kit.layout import Shape, cell, column, row, within
from scenes.kit.stage import Stage
from scenes.table.art.ribbon import FADED, GOLD
from scenes.table.chances.chance_bar import draw_chances
from scenes.table.chances.curve import curve_of, draw_curve, worth_text
from scenes.table.contract.board import AnyBoard
from scenes.table.words import brief

VALUE = Style(40, theme.IVORY, bold=True)
TEXT = Style(theme.CAPTION, theme.MUTED)
LEAST = 24
EDGE, EDGE_GAP, LOW_EDGE = 22, 5, 16  # design pixels of the bar at the board's edge, where 32 are free, or 20 above it
GAP = 20  # design pixels, as all below
TOKEN = 17
CURVE_SHARE = 0.46  # of the panel's height, or of its width where that is LONG times as much
LONG = 2.2
LEAST_WITH_CURVE, LEAST_WITH_LINES, LEAST_LONG = 180, 130, 130
SAID = 0.64  # the type's size, of the height of its line
RIBBONS = 2  # actions of the best line that are drawn; of the answer to a round all are


@dataclass(frozen=True, slots=True)
class PositionAnalysis:
    """A position of a game as it is shown: the values of all, by ply, and which one is on the board.

    `value` is the search's result for the position. In a game in rounds `line` is the best answer, and `answer` says
    what it would win.
    """

    values: Sequence[PositionValue | None]
    ply: int
    seat: Seat  # who is to move there
    value: PositionValue | None
    line: tuple[AnyStep, ...] = ()
    balance: str = ""
    answer: str = ""


class AnalysisView:
    """Shows the analysis of the position on the board. Slow parts are worked out once for each position, not every
    frame.
    """

    def __init__(self, spec: GameSpec, board: AnyBoard) -> None:
        self._spec = spec
        self._board = board
        self._of: tuple[object, PositionValue | None, str] = (None, None, "")
        self._told: tuple[tuple[AnyStep, ...], str, str] = ((), "", "")

    def analysed(
        self, state: object, seat: Seat, values: Sequence[PositionValue | None], ply: int, value: PositionValue | None
    ) -> PositionAnalysis:
        """Return the analysis of `state`, the position after `ply` actions, in which `seat` is to move, from its
        `value`.
        """
        language = self._board.context.stage.strings.language
        if self._of[0] is not state or self._of[1:] != (value, language):
            self._of = state, value, language
            shown = None if self._spec.study.rounds else RIBBONS
            line = () if value is None else line_of(self._spec, state, ply, value.line[:shown])
            self._told = line, "", ""
            if not self._spec.study.rounds:
                self._told = line, self._board.words.glance(state, seat), ""
            elif line:
                self._told = line, "", self._board.words.glance(state, seat, len(line))
        return PositionAnalysis(values, ply, seat, value, *self._told)


def draw_analysis(
    stage: Stage, canvas: Canvas, rect: pygame.Rect, board: AnyBoard, found: PositionAnalysis, bottom: Seat
) -> None:
    """Draw the panel: the chances, what both seats need, the best line.

    Above or beside it the curve where there is room.
    """
    identities = [seat.identity for seat in board.context.seats]
    width, height = (side / stage.metrics.scale for side in rect.size)
    lines = [text for text in (found.balance, _written(board, found)) if text] if height >= LEAST_WITH_LINES else []
    token = None if found.answer else cell("token", 2 * TOKEN)
    said = row(token, cell("said"), share=1.4, gap=12)
    page = words = column(said, *[cell("line", share=0.9)] * len(lines), share=1 - CURVE_SHARE, gap=0)
    if width >= LONG * height and height >= LEAST_LONG:
        page = row(cell("curve", share=CURVE_SHARE), words, gap=GAP)
    elif height >= LEAST_WITH_CURVE:
        page = column(cell("curve", share=CURVE_SHARE), words, gap=6)
    places = within(stage.metrics, rect, page)
    if "curve" in places:
        curve = curve_of(stage, identities, bottom, found.values, at=found.ply)
        draw_curve(stage, canvas, places["curve"], curve)
    if token is not None:
        place, radius = places["token"], stage.metrics.px(TOKEN)
        disc = stage.identities.token(identities[found.seat], TOKEN)
        stage.blit(canvas, disc, (place.left, place.centery - radius))
    text = found.answer or stage.t("analysis.looking")
    if found.value is not None and not found.answer:
        text = worth_text(stage.t, found.value.worth, found.seat)
    room = places["said"]
    size = min(VALUE.size, SAID * room.height / stage.metrics.scale)
    stage.label(canvas, text, room, VALUE._replace(size=size), least=LEAST)
    for text, room in zip(lines, places.all("line"), strict=True):
        most = SAID * room.height / stage.metrics.scale / TEXT.size
        stage.label(canvas, text, room, TEXT, grow=max(1.0, min(stage.metrics.text_scale, most)), least=LEAST)


def _written(board: AnyBoard, found: PositionAnalysis) -> str:
    """What the best action does, which the board shows; "" where that is a whole answer."""
    t = board.context.stage.t
    return t("analysis.best", action=brief(t, found.line[0], board.words)) if found.line and not found.answer else ""


def draw_edge(
    stage: Stage, canvas: Canvas, board: AnyBoard, frame: pygame.Rect, found: PositionAnalysis, bottom: Seat
) -> None:
    """The chances as a bar between the board in `frame` and what lies beside it, or above it in an upright window."""
    if found.value is None:
        return
    stage, px = stage, stage.metrics.px
    left = frame.left - px(EDGE_GAP + EDGE)
    if stage.metrics.shape is Shape.CLASSIC:
        left = frame.right + px(EDGE_GAP)
    place = pygame.Rect(left, frame.top, px(EDGE), frame.height)
    if stage.metrics.shape is Shape.TALL:
        place = pygame.Rect(frame.left, frame.top - px(LOW_EDGE + 2), frame.width, px(LOW_EDGE))
    identities = [seat.identity for seat in board.context.seats]
    draw_chances(stage, canvas, place, identities, bottom, found.value.worth.chances)


def draw_best_line(stage: Stage, canvas: Canvas, board: AnyBoard, found: PositionAnalysis) -> None:
    """The best action in brass, the reply to it fainter in its player's colour; the answer to a round all in brass."""
    if found.answer:
        for step in found.line:
            board.drawing.draw_weighed(canvas, step, GOLD, 1.0)
        return
    for index, step in reversed(list(enumerate(found.line))):
        own = stage.identities[board.context.seats[step.seat].identity].color
        board.drawing.draw_weighed(canvas, step, own if index else GOLD, FADED if index else 1.0)
