"""Draws Star's board: the board itself, pieces, the win, marks on cells, and arrows along slides and jumps."""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping, Sequence
from functools import cache

import pygame

from game.core.rules import Seat, Step
from game.star import rules
from game.star.state import (
    AROUND,
    JUMPS,
    SEATS,
    Action,
    BoardAction,
    Cell,
    Foul,
    FoulPlayed,
    Jump,
    Place,
    Slide,
    State,
    cells_in,
)
from scenes.kit.drawing import svg, theme
from scenes.kit.drawing.canvas import Drawable
from scenes.kit.drawing.paint import Painter, Sprite
from scenes.kit.stage import Stage
from scenes.star.input import CARRYING, Selection, aimed_at, held_cell, on_board, origin_of, reason, shown, target_of
from scenes.star.sprites import (
    BOARD,
    COLORS,
    GHOST,
    PIECES,
    RADIUS,
    ActionValue,
    Geometry,
    Look,
    Plates,
    Point,
    Sprites,
    StarPlacement,
    StarPlacements,
    place,
)
from scenes.table.art.marks import BRASS
from scenes.table.cells.carry import Choosing, Trying
from scenes.table.cells.carry_drawing import FLYING, HELD_LIFT, CarryDrawing
from scenes.table.cells.marks import KEYLINE
from scenes.table.cells.pieces import Carry, DropMotion, breath, hop
from scenes.table.contract.shown import ShownBoard
from scenes.table.contract.view import Placement, View

GLOW = "#FFC95E"
PLACE = DropMotion(0.16, 0.5, "stone")
SLIDE = Carry(0.22, 0.14, ("lift", "stone"))
# The star turns by two of its five points.
JUMP = Carry(0.42, 0.55, ("star", "pawn"), push=0.35, turn=144)
# The id of the star.
STAR_KEY = "star"


class StarDrawing(CarryDrawing[State, Action, BoardAction]):
    """Draws the board in one geometry. `identities` has the identity of each seat, which sets the colours of marks."""

    picture = BOARD
    carry, drop = SLIDE, PLACE

    def __init__(self, stage: Stage, geometry: Geometry, identities: Sequence[str]) -> None:
        self.sprites = Sprites(stage, geometry)
        super().__init__(stage, geometry, self.sprites, CARRYING, shown, identities)
        self._geometry = geometry
        colors = {seat: stage.identities[identity].color for seat, identity in enumerate(identities)}
        self.ways = StarWays(stage, geometry, self.sprites)
        self._star_marks = StarMarks(stage, geometry, self.sprites, self.ways, colors)

    # Pieces and their looks

    def pieces(self, state: State) -> StarPlacements:
        placed: dict[str, StarPlacement] = {STAR_KEY: Placement(Look.STAR, *place(state.star))}
        for seat in SEATS:
            for cell in cells_in(state.pieces[seat]):
                placed[f"piece {seat} {cell}"] = Placement(PIECES[seat], *place(cell))
        return placed

    def carry_of(self, look: Look) -> Carry:
        return JUMP if look is Look.STAR else SLIDE

    def sprite(self, look: Look, angle: float) -> Sprite:
        return self.sprites.look(look, angle)

    def shadow(self, look: Look, angle: float, layer: str) -> Sprite:
        return self.sprites.shadow_of(look, angle, layer)

    # Changing parts

    def draw(self, canvas: Drawable, view: StarView) -> None:
        actions = on_board(view.legal)
        held = held_cell(view.state, view.selection) if view.legal else None
        open_ways = [action for action in actions if held in (None, origin_of(view.state, action))]
        shows = shown(view.state, view.legal, view.selection, view.last)
        why = reason(view.state, view.selection) if view.legal else None
        self._star_marks.draw_last(canvas, shows)
        self._star_marks.draw_targets(canvas, view, shows)
        self._draw_win_below(canvas, view)
        if view.hint is not None:
            self._star_marks.draw_hint(canvas, view, view.hint)
        self.draw_pieces(canvas, view, held)
        if view.drag_at is not None and held is None:
            self.draw_at(canvas, Placement(PIECES[view.state.mover], 0, 0), view.drag_at, HELD_LIFT)
        self._draw_win_above(canvas, view)
        if view.theory is None:
            self._star_marks.draw_ways(canvas, view, open_ways, held)
        self._star_marks.draw_focus(canvas, view, actions)
        self.ways.draw_barred(canvas, view, held, why.foul if why is not None else None)
        self.ways.draw_foul(canvas, view)
        if view.legal and not actions and view.state.offer != "open":
            self.ways.draw_stuck(canvas, view.state)
        if view.theory is not None:
            self._star_marks.draw_theory(canvas, view, held)
        if why is not None and why.foul is None and isinstance(view.selection, Trying):
            self.ways.draw_refused(canvas, view.selection.action)

    def draw_weighed(self, canvas: Drawable, step: Step[State, Action, object], color: str, alpha: float) -> None:
        self._star_marks.draw_weighed(canvas, step.before, step.action, color, alpha)

    def rank(self, placement: StarPlacement) -> tuple[bool, bool]:
        return placement.lift > FLYING, placement.look is Look.STAR

    def draw_raised(self, canvas: Drawable, placement: StarPlacement, at: tuple[float, float]) -> None:
        """Draw a glow below the star if it is picked up, or a ring around a picked-up piece."""
        if placement.look is Look.STAR:
            self.sprites.blit(canvas, self.sprites.halo(GLOW, hollow=False), at)
        super().draw_raised(canvas, placement, at)
        if placement.look is not Look.STAR:
            self.sprites.blit(canvas, self.sprites.girdle(BRASS), (at[0], at[1] - 0.5 * HELD_LIFT * self._grid.pitch))

    def joy(self, view: StarView, look: Look) -> float:
        """Return how high the star hops. It hops only if the winner has surrounded it."""
        if look is not Look.STAR or not _surrounded(view) or self._stage.look.reduced_motion:
            return 0.0
        return hop(view.win_time, 0.3)

    def _draw_win_below(self, canvas: Drawable, view: StarView) -> None:
        if not _surrounded(view):
            return
        breath = 1.0 if view.win_time >= theme.WIN_SECONDS else 0.7 + 0.3 * math.sin(math.tau * view.win_time)
        self.sprites.on(canvas, self.sprites.halo(GLOW, hollow=False), view.state.star, breath)
        for cell in cells_in(AROUND[view.state.star]):
            self.sprites.on(canvas, self.sprites.halo(GLOW, hollow=True), cell, breath)

    def _draw_win_above(self, canvas: Drawable, view: StarView) -> None:
        if _surrounded(view):
            for cell in cells_in(AROUND[view.state.star]):
                self.sprites.on(canvas, self.sprites.girdle(BRASS), cell)


def _surrounded(view: StarView) -> bool:
    """Return whether the winner has pieces on all cells beside the star."""
    return view.winner is not None and not AROUND[view.state.star] & ~view.state.pieces[view.winner]


TARGET = "#FFF1DC"
# Board units from the star's middle to the sides of the square that pills do not cover.
STAR_REACH = 92
# If there are at most this many ways, all have pills with words. If there are more, only the ways of the focused piece
# have pills.
FEW = 1
# The number of steps across the board in the search for a pill's place.
SPOTS = 32
# Opacity of the arrows to the cells that the star can reach, while nothing is picked up.
REACH = 0.5

# Cached, because perfect play parses the names of the same few actions in every frame.
_parsed = cache(rules.parse)


class StarMarks:
    """Draws marks in one geometry. `colors` has the colour of each seat. `held` is the cell of what is picked up."""

    def __init__(
        self, stage: Stage, geometry: Geometry, sprites: Sprites, ways: StarWays, colors: Mapping[Seat, str]
    ) -> None:
        self._stage = stage
        self._geometry = geometry
        self._sprites = sprites
        self._ways = ways
        self._colors = colors
        self._plates = Plates(stage, geometry.unit)
        # The places of the pills, computed once per position.
        self._pills: tuple[object, dict[Slide | Jump, Point]] = ((), {})

    def draw_last(self, canvas: Drawable, shows: ShownBoard[object]) -> None:
        """Draw frames around the cells where the last action began and ended."""
        for mark in shows.marked("from", "last"):
            if mark.seat is not None:
                frame = self._sprites.mark(self._colors[mark.seat], mark.kind == "from")
                self._sprites.on(canvas, frame, mark.cell)

    def draw_targets(self, canvas: Drawable, view: StarView, shows: ShownBoard[object]) -> None:
        """Light the cells that can be chosen now, and draw a dot on the other cells in reach.

        On the focused cell, draw the piece that would stand there, faintly.
        """
        cursor = view.selection.cursor
        for mark in shows.marked("offered", "lit"):
            lit = mark.kind == "lit"
            sprite = self._sprites.target(TARGET, mark.cell == cursor) if lit else self._sprites.reach(TARGET)
            self._sprites.on(canvas, sprite, mark.cell)
        ghost = shows.ghost()
        if ghost is not None and view.theory is None:
            self._sprites.on(canvas, self._sprites.look(Look(ghost.look)), ghost.cell, GHOST)

    def draw_focus(self, canvas: Drawable, view: StarView, actions: Sequence[BoardAction]) -> None:
        """Draw the focus.

        For a mouse, draw it only on a cell where a press has an effect. For a finger, draw it only if a second tap
        plays.
        """
        cell = view.selection.cursor
        if cell is None or not view.legal:
            return
        if view.family == "touch" and (
            isinstance(view.selection, Trying) or aimed_at(view.state, view.selection) not in actions
        ):
            return
        if view.family == "mouse":
            own = view.state.pieces[view.state.mover] >> cell & 1 or cell == view.state.star
            if not own and all(target_of(action) != cell for action in actions):
                return
        self._sprites.ring(canvas, cell)

    def draw_ways(self, canvas: Drawable, view: StarView, shown: Sequence[BoardAction], held: Cell | None) -> None:
        """Draw the ways of the picked-up piece or star. If nothing is picked up, draw the star's jumps faintly."""
        for action in shown:
            if isinstance(action, Jump):
                self._ways.draw(canvas, view.state, action, BRASS, REACH if held is None else 1.0)
                if held is not None:
                    at = self._geometry.middle(over(view.state, action))
                    self._sprites.blit(canvas, self._sprites.girdle(BRASS), at)
            elif isinstance(action, Slide) and held is not None:
                self._ways.draw(canvas, view.state, action, TARGET)

    def draw_hint(self, canvas: Drawable, view: StarView, hint: Action) -> None:
        """Draw a hint, which pulses."""
        if not isinstance(hint, Place | Slide | Jump):
            return
        alpha = breath(self._stage)
        target = self._sprites.target(theme.GOOD, True)
        self._sprites.on(canvas, target, target_of(hint), alpha)
        look = Look.STAR if isinstance(hint, Jump) else PIECES[view.state.mover]
        self._sprites.on(canvas, self._sprites.look(look), target_of(hint), GHOST * alpha)
        if isinstance(hint, Slide):
            self._sprites.on(canvas, self._sprites.girdle(theme.GOOD), hint.origin, alpha)
        if not isinstance(hint, Place):
            self._ways.draw(canvas, view.state, hint, theme.GOOD, alpha)

    def draw_weighed(self, canvas: Drawable, state: State, action: Action, color: str, alpha: float) -> None:
        """Draw an action that is only considered in `state`."""
        if not isinstance(action, Place | Slide | Jump):
            return
        look = Look.STAR if isinstance(action, Jump) else PIECES[state.mover]
        middle = self._geometry.middle(target_of(action))
        self._sprites.blit(canvas, self._sprites.look(look), middle, 0.8 * alpha)
        self._sprites.blit(canvas, self._sprites.girdle(color), middle, alpha)
        if not isinstance(action, Place):
            self._ways.draw(canvas, state, action, color, alpha)

    def draw_theory(self, canvas: Drawable, view: StarView, held: Cell | None) -> None:
        """Draw the value of each action: on its cell, or at its arrow.

        At an arrow it is a sign. For the focused piece, or if there are few arrows, it is a pill with words beside the
        arrow.
        """
        known = {_parsed(text): ActionValue(*found) for text, found in (view.theory or {}).items()}
        ways: dict[Slide | Jump, ActionValue] = {}
        for action, verdict in known.items():
            if isinstance(action, Place) and held is None:
                self._sprites.on(canvas, self._plates.plate(verdict), action.cell)
            elif isinstance(action, Slide | Jump) and held in (None, origin_of(view.state, action)):
                ways[action] = verdict
                self._ways.draw(canvas, view.state, action, COLORS[verdict.value])
        focus = view.selection.cursor if held is None and isinstance(view.selection, Choosing) else held
        worded = {action: verdict for action, verdict in ways.items() if origin_of(view.state, action) == focus}
        if len(ways) <= FEW:
            worded = ways
        for action, verdict in ways.items():
            if action not in worded:
                self._sprites.blit(canvas, self._plates.dot(verdict), self._ways.along(view.state, action, 0.5))
        look = self._stage.strings.language, self._stage.metrics.text_scale
        key = view.state, held, tuple(known.items()), tuple(worded), look
        if self._pills[0] != key:
            self._pills = key, self._lay_pills(view.state, known, ways, worded, held)
        for action, at in self._pills[1].items():
            self._sprites.blit(canvas, self._plates.pill(ways[action]), at)

    def _lay_pills(
        self,
        state: State,
        known: Mapping[Action, ActionValue],
        ways: Collection[Slide | Jump],
        worded: Mapping[Slide | Jump, ActionValue],
        held: Cell | None,
    ) -> dict[Slide | Jump, Point]:
        """Return the middle of the pill of each way in `worded`.

        A pill is near the way's arrow and covers as little as possible.
        """
        taken = [self._around(state.star, STAR_REACH)]
        taken += [self._around(cell, RADIUS) for cell in cells_in(state.pieces[0] | state.pieces[1])]
        places = [(action, known[action]) for action in known if isinstance(action, Place) and held is None]
        taken += [self._covered(self._plates.plate(found), self._geometry.middle(act.cell)) for act, found in places]
        taken += [rect for action in ways for rect in self._ways.covered(state, action)]
        laid: dict[Slide | Jump, Point] = {}
        for action, verdict in worded.items():
            pill = self._plates.pill(verdict)
            near = self._ways.along(state, action, 0.5)
            laid[action] = min(self._spots(pill), key=lambda at: self._cost(self._covered(pill, at), near, taken))
            taken.append(self._covered(pill, laid[action]).inflate(6, 6))
        return laid

    def _spots(self, pill: Sprite) -> list[Point]:
        """Return possible middles of a pill, everywhere on the board."""
        room = self._geometry.rect.inflate(-pill.surface.get_width(), -pill.surface.get_height())
        across, down = ([i / SPOTS for i in range(SPOTS + 1)] for _ in range(2))
        return [(room.left + room.width * x, room.top + room.height * y) for x in across for y in down]

    @staticmethod
    def _cost(place: pygame.Rect, near: Point, taken: Sequence[pygame.Rect]) -> float:
        """Return the cost of a place for a pill. Covered pixels count more than the distance to its arrow."""
        covered = [place.clip(taken[i]) for i in place.collidelistall(list(taken))]
        return sum(rect.width * rect.height for rect in covered) + math.dist(place.center, near)

    @staticmethod
    def _covered(sprite: Sprite, at: Point) -> pygame.Rect:
        """Return the rectangle that a sprite covers if it is placed at a point."""
        return sprite.surface.get_rect(topleft=(round(at[0]) + sprite.dx, round(at[1]) + sprite.dy))

    def _around(self, cell: Cell, reach: float) -> pygame.Rect:
        """Return the square around a cell's middle. `reach` is half of its side, in board units."""
        side = round(2 * reach * self._geometry.unit)
        rect = pygame.Rect(0, 0, side, side)
        x, y = self._geometry.middle(cell)
        rect.center = round(x), round(y)
        return rect


# The arrow of a slide crosses the bar between two cells. START and TIP are the distances of the arrow's start and tip
# from the middle of that bar, in board units.
START, TIP = 40.0, 58.0
# The arrow of a jump, in board units. BOW_START is the distance of the arrow's start from the middle of the first cell:
# along the jump, and aside from it. BOW_TIP is the tip's distance from the middle of the last cell, in the same two
# directions. BOW is the control point's distance aside.
BOW_START, BOW, BOW_TIP = (52.0, 46.0), 150.0, (84.0, 66.0)
SIGN, SIGN_ASIDE = 68.0, 62.0
SIGN_CORNER = 84.0
ARROW_SQUARES = 8
# Board units from an arrow's line to the edges of its head.
ARROW_REACH = 18.0

StarView = View[State, Action, Selection]
# Board units: width of the line, width of the dark line around it, and length of the head's sides.
LINE, KEY, HEAD = 11.0, 5.0, 24.0
# Distance of dots in board units.
DOTS = 24.0


class StarWays:
    """Draws the ways of slides and jumps as arrows, in one geometry."""

    def __init__(self, stage: Stage, geometry: Geometry, sprites: Sprites) -> None:
        self._stage = stage
        self._geometry = geometry
        self._sprites = sprites

    def curve(self, state: State, action: Slide | Jump) -> tuple[Point, Point, Point]:
        """Return the start, the control point and the tip of an action's arrow, in pixels."""
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
        """Draw an action's arrow."""
        sprite = arrow(self._stage.paint, self._geometry.unit, self.curve(state, action), color, dotted)
        self._stage.blit(canvas, sprite, (0, 0), alpha)

    def along(self, state: State, action: Slide | Jump, share: float) -> Point:
        """Return the point at `share` (0 to 1) of an action's arrow, in pixels."""
        (x0, y0), (x1, y1), (x2, y2) = self.curve(state, action)
        first, second, third = (1 - share) ** 2, 2 * share * (1 - share), share**2
        return first * x0 + second * x1 + third * x2, first * y0 + second * y1 + third * y2

    def covered(self, state: State, action: Slide | Jump) -> list[pygame.Rect]:
        """Return the pixels that an action's arrow covers, as squares along its line."""
        side = round(2 * ARROW_REACH * self._geometry.unit)
        rects = []
        for step in range(ARROW_SQUARES + 1):
            rect = pygame.Rect(0, 0, side, side)
            x, y = self.along(state, action, step / ARROW_SQUARES)
            rect.center = round(x), round(y)
            rects.append(rect)
        return rects

    # Illegal actions

    def draw_barred(self, canvas: Drawable, view: StarView, held: Cell | None, tried: Foul | None) -> None:
        """Draw the way back that the foul rule forbids, with the barred sign.

        If it was `tried`, also draw the position that it repeats.
        """
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
        """Draw the foul that was just played, and the position that it repeats."""
        if view.last is None:
            return
        for event in view.last.events:
            if isinstance(event, FoulPlayed):
                self._draw_shape(canvas, rules.barred_actions(view.last.before)[event.action])
                self._draw_barred_way(canvas, view.last.before, event.action)

    def draw_refused(self, canvas: Drawable, action: BoardAction) -> None:
        """Draw the barred sign in the corner of the cell that was tried."""
        self._sign_at(canvas, target_of(action))

    def draw_stuck(self, canvas: Drawable, state: State) -> None:
        """Draw that the player in turn is stuck: a sign beside each piece, and the way that only the foul rule
        forbids.
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
        """Draw rings where the mover's pieces and the star were, and where the foul would put them again."""
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
    """Return the cell that the star jumps over."""
    return next(middle for middle, landing in JUMPS[state.star] if landing == jump.target)


def direction(origin: Cell, target: Cell) -> tuple[int, int]:
    """Return the step of length 1 from one cell towards another in its row or column."""
    (x0, y0), (x1, y1) = place(origin), place(target)
    return (x1 > x0) - (x1 < x0), (y1 > y0) - (y1 < y0)


def _outward(star: Cell, target: Cell) -> tuple[int, int]:
    """Return the step of length 1 towards the board's nearer edge, for a way from one corner to another."""
    (column, row), (dx, _) = place(star), direction(star, target)
    return (0, -1 if row == 0 else 1) if dx else (-1 if column == 0 else 1, 0)


def arrow(paint: Painter, unit: float, points: tuple[Point, Point, Point], color: str, dotted: bool = False) -> Sprite:
    """Draw an arrow along a curve, given by its start, control point and end in pixels.

    The sprite is placed at (0, 0).
    """
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
    """Return a straight line as a curve: its start, control point and end."""
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
    """Return points along the curve, about `spacing` apart, from its start to the beginning of the head."""
    start, control, end = points
    found = [start]
    for i in range(1, 81):
        t = i / 100
        u = 1 - t
        x, y = (u * u * a + 2 * u * t * b + t * t * c for a, b, c in zip(start, control, end, strict=True))
        if math.hypot(x - found[-1][0], y - found[-1][1]) >= spacing:
            found.append((x, y))
    return found
