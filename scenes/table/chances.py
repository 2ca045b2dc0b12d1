"""Draws all players' winning chances: as a curve over the game, as a bar beside the board, and in the analysis.

The curve lies on lacquer, with brass markers at turning points. The bar has the players' colours and patterns. The
analysis has the chances in words, the curve, and the best line as ribbons on the board.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import pygame

from game.core.review import Evaluation
from game.core.rules import AnyStep, Seat
from game.core.spec import GameSpec
from game.review.explaining import line_of
from game.review.turning_points import PositionValue
from scenes.kit.drawing import svg, theme
from scenes.kit.drawing.canvas import Canvas
from scenes.kit.drawing.fonts import Style
from scenes.kit.drawing.paint import Sprite
from scenes.kit.drawing.timeline import ease_out
from scenes.kit.layout import Shape, cell, column, row, within
from scenes.kit.stage import Stage
from scenes.table.art.marks import FADED, GOLD
from scenes.table.contract.board import AnyBoard
from scenes.table.words import brief

# Seconds for which the curve draws itself.
SECONDS = 0.6
# Margin between the panel's edge and the curve. All lengths in this module are in design pixels.
PAD = 26
EDGE_TOKEN, TOKEN_ROOM = 15, 44
LINE, MARKER, LIT, GLOW = 3, 9, 13, 9
DASH, DASH_GAP = 8, 8

Points = tuple[tuple[float, float], ...]
NEARLY_EVEN = 0.02
# How near to 0 or 1 a chance must be to count as a certain loss or win.
EXACT = 0.0005
# Seconds for which the bar glides to new chances.
GLIDE_SECONDS = 0.3
RADIUS = 10  # radius of the bar's corners
# Gap between a token and the bar's edge.
TOKEN_GAP = 4
# The least radius of a token; people would not recognise a smaller one.
LEAST_TOKEN = 10
VALUE = Style(40, theme.IVORY, bold=True)
TEXT = Style(theme.CAPTION, theme.MUTED)
LEAST = 24
# Width and distance of the bar beside the board, and height of the bar above it.
EDGE, EDGE_GAP, LOW_EDGE = 20, 4, 16
GAP = 20  # gap between the curve and the words beside it
TOKEN = 17
# The curve's share of the panel's height, or of its width if the panel is at least LONG times as wide as high.
CURVE_SHARE = 0.46
LONG = 2.2
LEAST_WITH_CURVE, LEAST_WITH_LINES, LEAST_LONG = 180, 130, 130
# The greatest type size, as a share of the height of the text's line.
TEXT_SHARE = 0.64
# How many actions of the best line are drawn. In a game in rounds, all actions of the best answer are drawn.
RIBBONS = 2


@dataclass(frozen=True, slots=True)
class Curve:
    """The data of curves. For each of `colors`, `lines` has the known chances (0 to 1) by ply.

    `plies` is the length of the game. `markers` are the plies with a marker on the first line; `lit` is the ply of the
    selected marker. `at` is the ply of a thin vertical line, negative for none. In a game for two, `sides` are the
    identities whose chances grow upwards and downwards.
    """

    plies: int
    lines: tuple[Points, ...]
    colors: tuple[str, ...]
    markers: tuple[int, ...] = ()
    lit: int = -1
    at: int = -1
    sides: tuple[str, ...] = ()

    @property
    def height_of(self) -> dict[int, float]:
        """The chances on the first line, by ply."""
        return {round(ply): chance for ply, chance in self.lines[0]} if self.lines else {}


def marker_place(stage: Stage, rect: pygame.Rect, curve: Curve, ply: int) -> tuple[int, int]:
    """Return the place of a ply's marker, in pixels."""
    x, y = _Plot(stage, rect.size, curve).at(ply, curve.height_of.get(ply, 0.5))
    return rect.left + round(x), rect.top + round(y)


def draw_curve(stage: Stage, canvas: Canvas, rect: pygame.Rect, curve: Curve, share: float = 1.0) -> None:
    """Draw the panel, with the first `share` (0 to 1) of its lines and their markers."""
    stage.blit(canvas, stage.paint.panel("lacquer", rect.size), rect.topleft)
    drawn = replace(curve, markers=(), lit=-1)
    key = ("curve", rect.size, drawn)
    lines = stage.paint.cached_async(key, rect.size, lambda: Sprite(_lines(_Plot(stage, rect.size, drawn))))
    width = rect.width if share >= 1 else max(1, round(rect.width * share))
    canvas.blit(lines.surface, rect.topleft, area=pygame.Rect(0, 0, width, rect.height))
    for identity, top in zip(curve.sides, (PAD, rect.height / stage.metrics.scale - PAD), strict=False):
        token = stage.identities.token(identity, EDGE_TOKEN)
        corner = rect.left + stage.metrics.px(PAD - 6), rect.top + stage.metrics.px(top - EDGE_TOKEN)
        stage.blit(canvas, token, corner)
    for ply in curve.markers:
        x, y = marker_place(stage, rect, curve, ply)
        if x - rect.left <= width:
            lit = ply == curve.lit
            half = stage.metrics.px((LIT if lit else MARKER) + GLOW)
            marker = stage.drawing("curve-bead-lit" if lit else "curve-bead", (2 * half, 2 * half))
            stage.blit(canvas, marker, (x - half, y - half))


class _Plot:
    """The geometry of a panel of a given size, in pixels from its top left corner."""

    def __init__(self, stage: Stage, size: tuple[int, int], curve: Curve) -> None:
        self.px = stage.metrics.px
        self.size = size
        self.curve = curve
        self._left = self.px(PAD + (TOKEN_ROOM if curve.sides else 0))
        self._top = self.px(PAD)

    def at(self, ply: float, chance: float) -> tuple[float, float]:
        """Return the point of a chance at a ply."""
        width, height = self.size[0] - self._left - self._top, self.size[1] - 2 * self._top
        return self._left + width * ply / self.curve.plies, self._top + height * (1 - chance)


def _lines(plot: _Plot) -> pygame.Surface:
    """Draw the dashed mid line, the line at `at` and the curves."""
    px, curve = plot.px, plot.curve
    way = svg.dash_path((plot.at(0, 0.5), plot.at(curve.plies, 0.5)), px(DASH), px(DASH_GAP))
    body = f'<path d="{way}" fill="none" stroke="{theme.MUTED}" stroke-width="{max(1, px(1.5))}" opacity=".55"/>'
    if curve.at >= 0:
        x, top = plot.at(curve.at, 1)
        _, bottom = plot.at(curve.at, 0)
        body += f'<path d="M{x:.1f} {top:.1f}V{bottom:.1f}" stroke="{theme.EYEBROW}" stroke-width="{px(2)}"/>'
    pen = 'fill="none" stroke-linejoin="round" stroke-linecap="round"'
    for points, color in zip(curve.lines, curve.colors, strict=True):
        corners = [plot.at(ply, chance) for ply, chance in points]
        if len(corners) > 1:
            way = "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in corners)
            body += f'<path d="{way}" {pen} stroke="#0B0A09" stroke-width="{px(LINE + 4)}" opacity=".6"/>'
            body += f'<path d="{way}" {pen} stroke="{color}" stroke-width="{px(LINE)}"/>'
    return svg.render(body, *plot.size)


def chance_text(t: Callable[..., str], chance: float) -> str:
    """Return a chance of winning: "won", "lost", or per cent. An uncertain chance is never 0 % or 100 %."""
    if chance >= 1 - EXACT:
        return t("review.won")
    if chance <= EXACT:
        return t("review.lost")
    return t("review.percent", value=max(1, min(99, round(100 * chance))))


def evaluation_text(t: Callable[..., str], evaluation: Evaluation, seat: Seat) -> str:
    """Return an evaluation for a seat: "wins in 9 moves" (moves of both sides), "even" or "71 %"."""
    chance = evaluation.chances[seat]
    if evaluation.plies is not None and evaluation.plies > 0 and chance in (0.0, 1.0):
        return t("review.wins_in" if chance else "review.loses_in", count=evaluation.plies)
    if len(evaluation.chances) == 2 and abs(chance - 0.5) < NEARLY_EVEN:
        return t("review.even")
    return chance_text(t, chance)


def curve_of(
    stage: Stage,
    identities: Sequence[str],
    bottom: Seat,
    values: Sequence[PositionValue | None],
    markers: Sequence[int] = (),
    lit: int = -1,
    at: int = -1,
) -> Curve:
    """Return the chances over a game.

    For two players there is one line, for the player below the board; for more, each player has a line in their colour.
    """
    known = [(float(ply), value.evaluation.chances) for ply, value in enumerate(values) if value is not None]
    seats = [bottom] if len(identities) == 2 else range(len(identities))
    lines = tuple(tuple((ply, chances[seat]) for ply, chances in known) for seat in seats)
    colors = (theme.IVORY,) if len(identities) == 2 else tuple(stage.identities[who].color for who in identities)
    sides = (identities[bottom], identities[1 - bottom]) if len(identities) == 2 else ()
    return Curve(max(1, len(values) - 1), lines, colors, tuple(markers), lit, at, sides)


class ChanceBar:
    """A bar whose parts glide to new chances. With reduced motion they change at once."""

    def __init__(self, stage: Stage) -> None:
        self._stage = stage
        self._from: tuple[float, ...] = ()
        self._to: tuple[float, ...] = ()
        self._time = 0.0

    def aim(self, chances: Sequence[float]) -> None:
        """Glide to these chances, given by seat. () hides the bar."""
        goal = tuple(chances)
        if goal == self._to:
            return
        alike = len(goal) == len(self._to) and not self._stage.look.reduced_motion
        self._from, self._to, self._time = self.shown if alike else goal, goal, 0.0

    def tick(self, dt: float) -> None:
        self._time = min(GLIDE_SECONDS, self._time + dt)

    @property
    def is_animated(self) -> bool:
        return self._from != self._to and self._time < GLIDE_SECONDS

    @property
    def shown(self) -> tuple[float, ...]:
        """The chances by seat that are drawn now."""
        share = ease_out(self._time / GLIDE_SECONDS)
        return tuple(old + share * (new - old) for old, new in zip(self._from, self._to, strict=True))

    def draw(self, canvas: Canvas, rect: pygame.Rect, identities: Sequence[str], bottom: Seat) -> None:
        """Draw the bar in `rect` with the chances that it has now. See `draw_chances`."""
        draw_chances(self._stage, canvas, rect, identities, bottom, self.shown)


def draw_chances(
    stage: Stage, canvas: Canvas, rect: pygame.Rect, identities: Sequence[str], bottom: Seat, chances: Sequence[float]
) -> None:
    """Draw the chances by seat in `rect` (pixels), beginning with `bottom`.

    A high bar runs upwards, a wide one to the right.

    Draws nothing for a single seat.
    """
    if len(chances) < 2:
        return
    upright = rect.height > rect.width
    stage.blit(canvas, stage.paint.well(rect.size, RADIUS), rect.topleft)
    inner = rect.inflate(-stage.metrics.px(6), -stage.metrics.px(6))
    length = inner.height if upright else inner.width
    begin, whole = 0.0, sum(chances) or 1.0
    for place in range(len(chances)):
        seat = (bottom + place) % len(chances)
        end = begin + chances[seat] / whole
        part = _part(inner, round(length * begin), round(length * end), upright)
        at = -1 if not place else int(place == len(chances) - 1)
        _draw_part(stage, canvas, inner, part, identities[seat], at)
        begin = end


def _draw_part(stage: Stage, canvas: Canvas, inner: pygame.Rect, part: pygame.Rect, identity: str, end: int) -> None:
    """Draw a seat's part of the bar, with its token if that fits.

    `end` says where the token stands: at the start (-1), in the middle (0) or at the end (1).
    """
    corner = stage.metrics.px(RADIUS - 3)
    strip = stage.identities.strip(identity, inner.size, (corner, corner, corner, corner))
    if part.width and part.height:
        canvas.blit(strip.surface, part.topleft, area=part.move(-inner.x, -inner.y))
    thick, upright = min(inner.size), inner.height > inner.width
    radius = thick / stage.metrics.scale / 2 - TOKEN_GAP
    if radius < LEAST_TOKEN or (part.height if upright else part.width) < thick:
        return
    token = pygame.Rect(0, 0, thick, thick)
    token.center = part.center
    if end and upright:
        token.y = part.bottom - thick if end < 0 else part.top
    elif end:
        token.x = part.left if end < 0 else part.right - thick
    side = stage.metrics.px(radius)
    stage.blit(canvas, stage.identities.token(identity, radius), (token.centerx - side, token.centery - side))


def _part(inner: pygame.Rect, begin: int, end: int, upright: bool) -> pygame.Rect:
    """Return the part of the bar from `begin` to `end`, counted in pixels from its lower or left end."""
    if upright:
        return pygame.Rect(inner.left, inner.bottom - end, inner.width, end - begin)
    return pygame.Rect(inner.left + begin, inner.top, end - begin, inner.height)


@dataclass(frozen=True, slots=True)
class PositionAnalysis:
    """The analysis of the position after `ply` actions.

    `values` has the evaluations of the whole game by ply, `value` is the evaluation of this position. `balance` says
    what the seats still need to win. `line` is the best line. In a game in rounds, it is the best answer to the round,
    and `answer` says what this answer wins.
    """

    values: Sequence[PositionValue | None]
    ply: int
    # The seat in turn in the position.
    seat: Seat
    value: PositionValue | None
    line: tuple[AnyStep, ...] = ()
    balance: str = ""
    answer: str = ""


class AnalysisView:
    """Computes the analysis of the position on the board.

    Slow parts are computed once per position, not in every frame.
    """

    def __init__(self, spec: GameSpec, board: AnyBoard) -> None:
        self._spec = spec
        self._board = board
        self._of: tuple[object, PositionValue | None, str] = (None, None, "")
        self._glances: tuple[tuple[AnyStep, ...], str, str] = ((), "", "")

    def analysed(
        self, state: object, seat: Seat, values: Sequence[PositionValue | None], ply: int, value: PositionValue | None
    ) -> PositionAnalysis:
        """Return the analysis of `state`, the position after `ply` actions.

        `seat` is in turn, `value` is the evaluation.
        """
        language = self._board.context.stage.strings.language
        if self._of[0] is not state or self._of[1:] != (value, language):
            self._of = state, value, language
            shown = None if self._spec.study.rounds else RIBBONS
            line = () if value is None else line_of(self._spec, state, ply, value.line[:shown])
            self._glances = line, "", ""
            if not self._spec.study.rounds:
                self._glances = line, self._board.words.glance(state, seat), ""
            elif line:
                self._glances = line, "", self._board.words.glance(state, seat, len(line))
        return PositionAnalysis(values, ply, seat, value, *self._glances)


def draw_analysis(
    stage: Stage, canvas: Canvas, rect: pygame.Rect, board: AnyBoard, found: PositionAnalysis, bottom: Seat
) -> None:
    """Draw the panel: the chances, what both seats need to win, and the best line. The curve is drawn if it fits."""
    identities = [seat.identity for seat in board.context.seats]
    width, height = (side / stage.metrics.scale for side in rect.size)
    lines = [text for text in (found.balance, _written(board, found)) if text] if height >= LEAST_WITH_LINES else []
    token = None if found.answer else cell("token", 2 * TOKEN)
    text_part = row(token, cell("said"), share=1.4, gap=12)
    page = words = column(text_part, *[cell("line", share=0.9)] * len(lines), share=1 - CURVE_SHARE, gap=0)
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
        text = evaluation_text(stage.t, found.value.evaluation, found.seat)
    room = places["said"]
    size = min(VALUE.size, TEXT_SHARE * room.height / stage.metrics.scale)
    stage.label(canvas, text, room, VALUE._replace(size=size), lines=2 if found.answer else 1, least=LEAST)
    for text, room in zip(lines, places.all("line"), strict=True):
        most = TEXT_SHARE * room.height / stage.metrics.scale / TEXT.size
        stage.label(canvas, text, room, TEXT, grow=max(1.0, min(stage.metrics.text_scale, most)), least=LEAST)


def _written(board: AnyBoard, found: PositionAnalysis) -> str:
    """Return the sentence about the best action; "" without a best line, or if `answer` says everything."""
    t = board.context.stage.t
    return t("analysis.best", action=brief(t, found.line[0], board.words)) if found.line and not found.answer else ""


def draw_edge(
    stage: Stage, canvas: Canvas, board: AnyBoard, frame: pygame.Rect, found: PositionAnalysis, bottom: Seat
) -> None:
    """Draw the chances as a bar beside the board in `frame`, or above it in an upright window."""
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
    draw_chances(stage, canvas, place, identities, bottom, found.value.evaluation.chances)


def draw_best_line(stage: Stage, canvas: Canvas, board: AnyBoard, found: PositionAnalysis) -> None:
    """Draw the best action in brass, and the reply fainter in its player's colour.

    An answer to a round is all brass.
    """
    if found.answer:
        for step in found.line:
            board.drawing.draw_weighed(canvas, step, GOLD, 1.0)
        return
    for index, step in reversed(list(enumerate(found.line))):
        own = stage.identities[board.context.seats[step.seat].identity].color
        board.drawing.draw_weighed(canvas, step, own if index else GOLD, FADED if index else 1.0)
