"""Ways on Star's board: arrows along slides and jumps; what the foul rule bars, with the shape it would repeat."""

from __future__ import annotations

import math

import pygame

from game.star import rules
from game.star.state import JUMPS, Action, BoardAction, Cell, Foul, FoulPlayed, Jump, Slide, State, cells_in
from scenes.kit.drawing import svg, theme
from scenes.kit.drawing.canvas import Drawable
from scenes.kit.drawing.paint import Painter, Sprite
from scenes.kit.stage import Stage
from scenes.star.geometry import Geometry, place
from scenes.star.looks import PIECES, Look
from scenes.star.selection import Selection, origin_of, target_of
from scenes.star.sprites import GHOST, Sprites
from scenes.table.cells.marks import KEYLINE
from scenes.table.contract.view import View

START, TIP = 40.0, 58.0  # board units from the bar's middle to an arrow's ends
BOW_START, BOW, BOW_TIP = (52.0, 46.0), 150.0, (84.0, 66.0)  # along and aside: of a jump's arrow
SIGN, SIGN_ASIDE = 68.0, 62.0
SIGN_CORNER = 84.0
ARROW_SQUARES = 8
ARROW_REACH = 18.0  # from an arrow's line to the edges of its head

StarView = View[State, Action, Selection]
LINE, KEY, HEAD = 11.0, 5.0, 24.0  # board units: stroke, dark line around, length of the head's sides
DOTS = 24.0  # from dot to dot


class StarWays:
    """Draws ways on one geometry."""

    def __init__(self, stage: Stage, geometry: Geometry, sprites: Sprites) -> None:
        self._stage = stage
        self._geometry = geometry
        self._sprites = sprites

    def curve(self, state: State, action: Slide | Jump) -> tuple[Point, Point, Point]:
        """The start, the control point and the tip of an action's arrow, in pixels."""
        unit = self._geometry.unit
        if isinstance(action, Slide):
            x, y = self._geometry.between(action.origin, action.target)
            dx, dy = direction(action.origin, action.target)
            start = x - START * unit * dx, y - START * unit * dy
            return straight(start, (x + TIP * unit * dx, y + TIP * unit * dy))
        dx, dy = direction(state.star, action.target)
        out_x, out_y = _outward(state.star, action.target)
        (x0, y0), (x1, y1) = self._geometry.middle(state.star), self._geometry.middle(action.target)
        along, aside = (length * unit for length in BOW_START)
        start = x0 + along * dx + aside * out_x, y0 + along * dy + aside * out_y
        along, aside = (length * unit for length in BOW_TIP)
        tip = x1 - along * dx + aside * out_x, y1 - along * dy + aside * out_y
        bow = BOW * unit
        return start, ((x0 + x1) / 2 + bow * out_x, (y0 + y1) / 2 + bow * out_y), tip

    def draw(
        self,
        canvas: Drawable,
        state: State,
        action: Slide | Jump,
        color: str,
        alpha: float = 1.0,
        dotted: bool = False,
    ) -> None:
        """An action's arrow."""
        sprite = arrow(self._stage.paint, self._geometry.unit, self.curve(state, action), color, dotted)
        self._stage.blit(canvas, sprite, (0, 0), alpha)

    def along(self, state: State, action: Slide | Jump, share: float) -> Point:
        """The point of an action's arrow at `share` (0..1) of its way, in pixels."""
        (x0, y0), (x1, y1), (x2, y2) = self.curve(state, action)
        first, second, third = (1 - share) ** 2, 2 * share * (1 - share), share**2
        return first * x0 + second * x1 + third * x2, first * y0 + second * y1 + third * y2

    def covered(self, state: State, action: Slide | Jump) -> list[pygame.Rect]:
        """Return the pixels that an action's arrow covers: squares along its line."""
        side = round(2 * ARROW_REACH * self._geometry.unit)
        rects = []
        for step in range(ARROW_SQUARES + 1):
            rect = pygame.Rect(0, 0, side, side)
            x, y = self.along(state, action, step / ARROW_SQUARES)
            rect.center = round(x), round(y)
            rects.append(rect)
        return rects

    # What may not be played

    def draw_barred(self, canvas: Drawable, view: StarView, held: Cell | None, tried: Foul | None) -> None:
        """The way back that the foul rule bars, with its sign; where it was `tried`, the shape it would repeat."""
        if not view.legal or not (view.state.foul_guard or view.theory is not None):
            return
        for action, foul in rules.barred_actions(view.state).items():
            if foul == tried:
                self._draw_shape(canvas, foul)
                look = Look.STAR if isinstance(action, Jump) else PIECES[view.state.mover]
                self._sprites.on(canvas, self._sprites.look(look), action.target, GHOST)
            elif origin_of(view.state, action) != held and (view.theory is None or held is not None):
                continue
            self._draw_barred_way(canvas, view.state, action)

    def draw_foul(self, canvas: Drawable, view: StarView) -> None:
        """The foul that has just been played, and the shape that it repeats."""
        if view.last is None:
            return
        for event in view.last.events:
            if isinstance(event, FoulPlayed):
                self._draw_shape(canvas, rules.barred_actions(view.last.before)[event.action])
                self._draw_barred_way(canvas, view.last.before, event.action)

    def draw_refused(self, canvas: Drawable, action: BoardAction) -> None:
        """The sign in the corner of the cell that was tried."""
        self._sign_at(canvas, target_of(action))

    def draw_stuck(self, canvas: Drawable, state: State) -> None:
        """Draw that nothing is left: the sign beside each piece of the mover, and the way that only the foul rule
        bars.
        """
        for action in rules.barred_actions(state):
            self._draw_barred_way(canvas, state, action)
        for cell in cells_in(state.pieces[state.mover]):
            self._sign_at(canvas, cell)

    def _sign_at(self, canvas: Drawable, cell: Cell) -> None:
        x, y = self._geometry.middle(cell)
        corner = SIGN_CORNER * self._geometry.unit
        self._sprites.blit(canvas, self._sprites.sign(SIGN), (x + corner, y - corner))

    def _draw_shape(self, canvas: Drawable, foul: Foul) -> None:
        """Rings where the mover's pieces and the star stood, and would stand once more."""
        for cell in (*cells_in(foul.pieces), foul.star):
            self._sprites.on(canvas, self._sprites.girdle(theme.WARN, dashed=True), cell)

    def _draw_barred_way(self, canvas: Drawable, state: State, action: Slide | Jump) -> None:
        self.draw(canvas, state, action, theme.WARN, dotted=True)
        aside = SIGN_ASIDE * self._geometry.unit
        if isinstance(action, Slide):
            x, y = self._geometry.between(action.origin, action.target)
            dx, _ = direction(action.origin, action.target)
            at = (x, y - aside) if dx else (x + aside, y)
        else:
            out_x, out_y = _outward(state.star, action.target)
            x, y = self._geometry.middle(over(state, action))
            at = x + 1.6 * aside * out_x, y + 1.6 * aside * out_y
        self._sprites.blit(canvas, self._sprites.sign(SIGN), at)


def over(state: State, jump: Jump) -> Cell:
    """The cell that the star jumps over."""
    return next(middle for middle, landing in JUMPS[state.star] if landing == jump.target)


def direction(origin: Cell, target: Cell) -> tuple[int, int]:
    """The unit step from one cell towards another in its row or column."""
    (x0, y0), (x1, y1) = place(origin), place(target)
    return (x1 > x0) - (x1 < x0), (y1 > y0) - (y1 < y0)


def _outward(star: Cell, target: Cell) -> tuple[int, int]:
    """From the way between two corners to the nearer edge of the board."""
    (column, row), (dx, _) = place(star), direction(star, target)
    return (0, -1 if row == 0 else 1) if dx else (-1 if column == 0 else 1, 0)


Point = tuple[float, float]


def arrow(paint: Painter, unit: float, points: tuple[Point, Point, Point], color: str, dotted: bool = False) -> Sprite:
    """An arrow along a curve (start, control point, end; pixels), to be put at (0, 0)."""
    spread = (LINE + 2 * KEY + HEAD) * unit
    left, top = (min(p[axis] for p in points) - spread for axis in (0, 1))
    right, bottom = (max(p[axis] for p in points) + spread for axis in (0, 1))
    left, top = math.floor(left), math.floor(top)

    def make() -> Sprite:
        near = [(x - left, y - top) for x, y in points]
        body = _body((near[0], near[1], near[2]), unit, color, dotted)
        return Sprite(svg.render(body, math.ceil(right - left), math.ceil(bottom - top)), left, top)

    return paint.cached(("star arrow", unit, points, color, dotted), make)


def straight(start: Point, end: Point) -> tuple[Point, Point, Point]:
    """A curve that is a straight line."""
    return start, ((start[0] + end[0]) / 2, (start[1] + end[1]) / 2), end


def _body(points: tuple[Point, Point, Point], unit: float, color: str, dotted: bool) -> str:
    start, control, end = points
    way = f"M{start[0]:.1f} {start[1]:.1f}Q{control[0]:.1f} {control[1]:.1f} {end[0]:.1f} {end[1]:.1f}"
    angle = math.atan2(end[1] - control[1], end[0] - control[0])
    wings = [
        (end[0] - HEAD * unit * math.cos(angle + turn), end[1] - HEAD * unit * math.sin(angle + turn))
        for turn in (0.72, -0.72)
    ]
    head = f"M{wings[0][0]:.1f} {wings[0][1]:.1f}L{end[0]:.1f} {end[1]:.1f}L{wings[1][0]:.1f} {wings[1][1]:.1f}"
    pen = 'fill="none" stroke-linecap="round" stroke-linejoin="round"'
    dark = f'{pen} stroke="{KEYLINE}" stroke-width="{(LINE + 2 * KEY) * unit:.1f}"'
    light = f'{pen} stroke="{color}" stroke-width="{LINE * unit:.1f}"'
    body = f'<path d="{way}" {dark}/><path d="{head}" {dark}/>'
    if not dotted:
        return body + f'<path d="{way}" {light}/><path d="{head}" {light}/>'
    for x, y in _dots(points, DOTS * unit):
        body += f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{0.55 * LINE * unit:.1f}" fill="{color}"/>'
    return body + f'<path d="{head}" {light}/>'


def _dots(points: tuple[Point, Point, Point], spacing: float) -> list[Point]:
    """Points along the curve, about `spacing` apart, from its start to where the head begins."""
    start, control, end = points
    found = [start]
    for i in range(1, 81):
        t = i / 100
        u = 1 - t
        x, y = (u * u * a + 2 * u * t * b + t * t * c for a, b, c in zip(start, control, end, strict=True))
        if math.hypot(x - found[-1][0], y - found[-1][1]) >= spacing:
            found.append((x, y))
    return found
