"""Draws Coffee's board: ground, lit line, beans, stick and current choice. It also says how the pieces move."""

from __future__ import annotations

import math
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias

from game.coffee import DANGER_MARKS, rules
from game.coffee.board import ROWS, STRIDE, Axis, Cell
from game.coffee.state import Action, Colour, Drop, State, StonePlaced, other
from game.core.rules import Step
from scenes.coffee.geometry import Geometry
from scenes.coffee.input import LaidStick, Pointing, Selection, shown
from scenes.coffee.sprites import CoffeeGround, CoffeeMarks, Pieces
from scenes.coffee.wheel import WheelPlaces, count_disc
from scenes.kit.drawing.canvas import Drawable
from scenes.kit.drawing.paint import Sprite
from scenes.kit.drawing.timeline import Clip, ease_in_out, ease_out
from scenes.kit.stage import Stage
from scenes.table.art.marks import GOLD
from scenes.table.cells.pieces import LABEL_SIZE, breath, coordinate_style
from scenes.table.contract.drawing import BoardDrawing
from scenes.table.contract.setup import BoardContext
from scenes.table.contract.shown import ShownBoard
from scenes.table.contract.view import BoardClip, ClipFrame, Placement, Placements, View, diff_clip, of_seat

CoffeeView = View[State, Action, Selection]
GHOST = 0.62
OLD_STICK = 0.3
BREATH_SECONDS = 2.0
BREATH_STEPS = 8
# Opacity of the lit saucers before the first bean, when all saucers are offered.
FIRST_GLOW = 0.45
# Seconds until the outline of the winning row is complete.
WIN_DRAWN = 0.6
# Height (as `Placement.lift`) and duration of a winning bean's hop.
HOP, HOP_SECONDS = 0.8, 0.36
# Seconds until the first bean hops, and from each hop to the next.
FIRST_HOP, NEXT_HOP = 0.30, 0.12
HINT_GLOW = "#8FD6A6"


class CoffeeDrawing(BoardDrawing[State, Action, Selection]):
    """Draws the board in one geometry."""

    def __init__(self, context: BoardContext, geometry: Geometry, places: WheelPlaces) -> None:
        self._context = context
        self._stage = context.stage
        self._geometry = geometry
        self._places = places
        self._pieces = Pieces(context.stage)
        self.ground = CoffeeGround(context.stage, geometry, self._pieces)
        self._marks = CoffeeMarks(context.stage, geometry, self._pieces)
        self._labels = geometry.labels()

    # Pieces and their motion

    def pieces(self, state: State) -> Placements:
        placed: dict[str, Placement[object]] = {}
        table = self._geometry.board
        for cell in table.members(state.stones):
            colour: Colour = "black" if state.black >> cell & 1 else "orange"
            placed[bean_id(cell)] = Placement(Bean(colour), *table.center(cell))
        if state.stick is not None:
            cell, axis = state.stick
            placed[STICK_ID] = Placement(Stick(), *table.center(cell), angle=self._geometry.angle(axis))
        return placed

    def animate(self, step: Step[State, Action, object]) -> BoardClip:
        before, after = self.pieces(step.before), self.pieces(step.after)
        clip = replace(diff_clip(before, after), cues=((0.0, "stick"),))
        seats = self._context.seats
        watched = bool(seats) and seats[step.seat].is_ai
        for event in step.events:
            if isinstance(event, StonePlaced):
                stick_seconds = WATCHED_STICK_SECONDS if watched else STICK_SECONDS
                clip = drop_clip(bean_id(event.cell), before, after, stick_seconds)
        return of_seat(self._stage, clip, before, after, step.seat)

    # Drawing

    def draw_ground(self, target: Drawable) -> None:
        self._stage.blit(target, self.ground.board(), self._geometry.rect.topleft)
        self.draw_labels(target)

    def draw_labels(self, target: Drawable, color: str = "") -> None:
        style = coordinate_style(self._stage, self._geometry.unit)
        style = style._replace(color=color or style.color)
        for text, x, y in self._labels:
            surface = self._stage.fonts.line(text, style)
            baseline = y + 0.366 * LABEL_SIZE * self._geometry.unit
            self._stage.text(target, text, (x - surface.get_width() / 2, baseline), style)

    def draw(self, canvas: Drawable, view: CoffeeView) -> None:
        """Draw the board. If there is no wheel beside it, the wheel's numbers are drawn on the board."""
        won = self._won(view)
        turning = bool(view.legal) and isinstance(view.selection, Pointing)
        if not turning:
            self._draw_offer(canvas, view, won)
        self._draw_end(canvas, view, won)
        placements = {**view.placements, **self.hopping(view)}
        # While a player turns the stick, it is in the hand. Only a trace of it is left where it lay.
        if turning and STICK_ID in placements:
            placements[STICK_ID] = replace(placements[STICK_ID], alpha=OLD_STICK)
        self._draw_pieces(canvas, placements)
        if view.legal:
            self._draw_considered(canvas, view)
        if view.legal and view.drag_at is not None and not isinstance(view.selection, Pointing):
            radius = self._geometry.radius
            self._stage.blit(canvas, self._pieces.bean_shadow(radius, lifted=True), view.drag_at)
            self._stage.blit(canvas, self._pieces.bean(radius, view.state.to_move), view.drag_at)
        self._draw_hint(canvas, view)

    def _put(self, canvas: Drawable, sprite: Sprite, alpha: float = 1.0) -> None:
        """Draw a sprite whose origin is the corner of the frame."""
        self._stage.blit(canvas, sprite, self._geometry.rect.topleft, alpha)

    def _at(self, canvas: Drawable, sprite: Sprite, x: float, y: float, rise: float = 0.0, alpha: float = 1.0) -> None:
        """Draw a piece at a point, given in pitches from the board's middle."""
        left, top = self._geometry.center(x, y)
        self._stage.blit(canvas, sprite, (round(left), round(top - rise)), alpha)

    def _on(self, canvas: Drawable, sprite: Sprite, cell: Cell, alpha: float = 1.0) -> None:
        self._stage.blit(canvas, sprite, self._geometry.cell_rect(cell).center, alpha)

    def _draw_offer(self, canvas: Drawable, view: CoffeeView, won: Sequence[Cell]) -> None:
        """Draw the line that the stick offers. At the end, draw the winning row."""
        state = view.state
        if won:
            self._put(canvas, self.ground.offer(won, won), self._win_share(view))
        elif state.winner is None:
            line = () if state.stick is None else self._geometry.board.line(*state.stick)
            glow = self.breath() if state.stick is not None else FIRST_GLOW
            offer = self.ground.offer(line, rules.offered(state))
            left, top = self._geometry.rect.x + offer.dx, self._geometry.rect.y + offer.dy
            for slab in self.ground.slabs(line, offer):
                canvas.blit(offer.surface, (left + slab.x, top + slab.y), glow, slab)

    @staticmethod
    def _won(view: CoffeeView) -> Sequence[Cell]:
        """Return the winning row; () if no row ended the game."""
        state = view.state
        if state.winner is None or state.reason != "row":
            return ()
        return rules.longest(state, state.colours[state.winner])

    def _win_share(self, view: CoffeeView) -> float:
        """Return how much of the winning row's outline is drawn, 0 to 1."""
        still = self._stage.look.reduced_motion or view.winner is None
        return 1.0 if still else min(1.0, view.win_time / WIN_DRAWN)

    def hopping(self, view: CoffeeView) -> dict[str, Placement[Bean]]:
        """Return the beans of the winning row that are in the air. They hop one after the other."""
        if self._stage.look.reduced_motion or view.winner is None:
            return {}
        lifted = {}
        for i, cell in enumerate(self._won(view)):
            share = (view.win_time - FIRST_HOP - i * NEXT_HOP) / HOP_SECONDS
            if 0 < share < 1:
                key = bean_id(cell)
                lifted[key] = replace(view.placements[key], lift=HOP * math.sin(math.pi * share))
        return lifted

    def breath(self) -> float:
        """Return an opacity that goes from 0.9 to 1 and back in two seconds."""
        if self._stage.look.reduced_motion:
            return 1.0
        wave = 0.5 + 0.5 * math.cos(2 * math.pi * self._stage.time / BREATH_SECONDS)
        return 0.9 + 0.1 * round(wave * BREATH_STEPS) / BREATH_STEPS

    def _draw_pieces(self, canvas: Drawable, placements: Placements) -> None:
        radius = self._geometry.radius
        beans = [place for place in placements.values() if isinstance(place.look, Bean)]
        for place in sorted(beans, key=lambda p: (p.lift > 0, p.y, p.x)):
            lift = place.lift
            shadow = self._pieces.bean_shadow(radius, lifted=lift > 0.12)
            self._at(canvas, shadow, place.x + 0.12 * lift, place.y + 0.1 * lift, 0, place.alpha)
            bean = self._pieces.bean(radius, place.look.colour)
            self._at(canvas, bean, place.x, place.y, lift * self._geometry.pitch * 0.5, place.alpha)
        stick = placements.get(STICK_ID)
        if stick is not None:
            sprite = self._pieces.stick(radius, stick.angle)
            self._at(canvas, sprite, stick.x, stick.y, stick.lift * self._geometry.pitch, stick.alpha)

    def _draw_end(self, canvas: Drawable, view: CoffeeView, won: Sequence[Cell]) -> None:
        """Draw the winning row's outline. If the rival is stuck, draw the barred sign on the cells of the line."""
        if won:
            self._put(canvas, self._marks.won(won, self._win_share(view)))
        elif view.state.winner is not None:
            self._put(canvas, self._marks.barred(rules.offered(view.state)))

    def _draw_considered(self, canvas: Drawable, view: CoffeeView) -> None:
        warned = self._context.settings[DANGER_MARKS]
        shows = shown(view.state, view.legal, view.selection, warned)
        ghost = shows.ghost()
        if isinstance(view.selection, Pointing):
            self._draw_pointing(canvas, view.state, view.selection, shows)
        elif ghost is not None:
            self._draw_bean(canvas, view.state.to_move, ghost.cell, GHOST)
        elif barred := shows.marked("barred"):
            self._put(canvas, self._marks.barred([mark.cell for mark in barred]))

    def _draw_pointing(self, canvas: Drawable, state: State, selection: Pointing, shows: ShownBoard[LaidStick]) -> None:
        """Draw the placed bean with its stick, the saucers that the stick offers, and the dangerous rows.

        A row is dangerous if the rival could complete it. If an axis is chosen, only a stick along this axis counts.
        """
        offered = tuple(mark.cell for mark in shows.marked("offered"))
        if offered:
            self._put(canvas, self._marks.preview(offered, other(state.to_move)))
        self._draw_bean(canvas, state.to_move, selection.cell, 1.0)
        for bar in shows.bars:
            if bar.mark:
                cell, axis = bar.lying
                self._on(canvas, self._pieces.stick(self._geometry.radius, self._geometry.angle(axis)), cell)
        for way in shows.ways if not offered else ():
            if not way.warning:
                self._put(canvas, self._marks.blocked(way.cells))
        threats = [way for way in shows.ways if way.warning]
        rows = {way.at: way.cells for way in threats if way.at is not None and selection.axis in (None, way.look)}
        if rows:
            self._put(canvas, self._marks.danger(sorted(rows.items())))
        if self._places.wheel is None:
            dangers = frozenset(way.look for way in threats)
            draw_spokes(self._stage, canvas, self._geometry, state, selection, dangers)

    def _draw_bean(self, canvas: Drawable, colour: Colour, cell: Cell, alpha: float) -> None:
        """Draw a bean that is only considered, in a ring."""
        radius = self._geometry.radius
        self._on(canvas, self._pieces.bean_shadow(radius, lifted=False), cell, alpha)
        self._on(canvas, self._pieces.bean(radius, colour), cell, alpha)
        self._ring(canvas, cell)

    def _ring(self, canvas: Drawable, cell: Cell, alpha: float = 1.0) -> None:
        rect = self._geometry.cell_rect(cell)
        ring = self._stage.paint.ring(rect.size, rect.width / 2 / self._stage.metrics.scale, 0, 5)
        self._stage.blit(canvas, ring, rect.topleft, alpha)

    def draw_weighed(self, canvas: Drawable, step: Step[State, Action, object], color: str, alpha: float) -> None:
        if not isinstance(step.action, Drop):
            return
        radius, cell = self._geometry.radius, step.action.cell
        self._on(canvas, self._pieces.halo(radius, color, 0.9), cell, alpha)
        self._on(canvas, self._pieces.bean(radius, step.before.to_move), cell, alpha)
        if step.action.axis is not None:
            stick = self._pieces.stick(radius, self._geometry.angle(step.action.axis), lit=color == GOLD)
            self._on(canvas, stick, cell, alpha)

    def _draw_hint(self, canvas: Drawable, view: CoffeeView) -> None:
        if not isinstance(view.hint, Drop):
            return
        radius, alpha = self._geometry.radius, breath(self._stage)
        self._on(canvas, self._pieces.halo(radius, HINT_GLOW, 0.9), view.hint.cell, alpha)
        self._on(canvas, self._pieces.bean(radius, view.state.to_move), view.hint.cell, alpha)
        self._ring(canvas, view.hint.cell, alpha)
        shown = isinstance(view.selection, Pointing) and view.selection.axis is not None
        # Only one stick is shown at a time.
        if view.hint.axis is not None and not shown:
            stick = self._pieces.stick(radius, self._geometry.angle(view.hint.axis), lit=True)
            self._on(canvas, stick, view.hint.cell, alpha)


STICK_ID = "stick"
_BEAN_IDS = tuple(f"bean {cell}" for cell in range(STRIDE * len(ROWS)))
BEAN_SECONDS = 0.16
STICK_SECONDS = 0.14
# An AI's stick moves slower, because people must see how it turns.
WATCHED_STICK_SECONDS = 0.36
# How high above the board a bean begins to drop, in pitches.
DROP = 1.0
STICK_LIFT = 0.25
# How many degrees the stick turns when it first comes to the board.
FIRST_TURN = 60


@dataclass(frozen=True, slots=True)
class Bean:
    """A player's bean."""

    colour: Colour


@dataclass(frozen=True, slots=True)
class Stick:
    """The white stick. Its placement has the angle; 0 is horizontal."""


Look: TypeAlias = Bean | Stick


def bean_id(cell: Cell) -> str:
    """Return the id of the bean on a cell."""
    return _BEAN_IDS[cell]


def drop_clip(bean: str, before: Placements, after: Placements, stick_seconds: float = STICK_SECONDS) -> BoardClip:
    """Return the clip of an action: `bean` drops; then the stick, if it is laid, moves there and turns."""
    end, journey = after[bean], _journey(before, after)

    def sample(t: float) -> ClipFrame:
        share = min(1.0, t / BEAN_SECONDS)
        placed = {bean: replace(end, lift=DROP * (1 - share * share), alpha=min(1.0, 0.3 + 2 * share))}
        if journey is not None and t > BEAN_SECONDS:
            placed[STICK_ID] = journey.at(min(1.0, (t - BEAN_SECONDS) / stick_seconds))
        return ClipFrame(placed)

    cues = ((BEAN_SECONDS * 0.92, "stone"),)
    if journey is None:
        return Clip(BEAN_SECONDS, sample, cues)
    whole = BEAN_SECONDS + stick_seconds
    return Clip(whole, sample, (*cues, (whole * 0.96, "stick")))


@dataclass(frozen=True, slots=True)
class _Journey:
    """The stick's way between two cells. It turns by `turn` degrees in the shorter direction."""

    start: Placement[Stick]
    end: Placement[Stick]
    turn: float

    def at(self, share: float) -> Placement[Stick]:
        """Return the stick's place after `share` (0 to 1) of the time."""
        if share == 1:
            return self.end
        start, end = self.start, self.end
        eased = ease_in_out(ease_out(share))
        return replace(
            end,
            x=start.x + (end.x - start.x) * eased,
            y=start.y + (end.y - start.y) * eased,
            lift=STICK_LIFT * 4 * eased * (1 - eased),
            alpha=max(start.alpha, eased),
            angle=start.angle + self.turn * eased,
        )


def _journey(before: Placements, after: Placements) -> _Journey | None:
    """Return the stick's way, or None if it stays. In the first turn of a game, the stick comes down from above."""
    end, start = after.get(STICK_ID), before.get(STICK_ID)
    if end is None or end == start:
        return None
    if start is None:
        start = replace(end, alpha=0.0, angle=end.angle - FIRST_TURN)
    return _Journey(start, end, (end.angle - start.angle + 90) % 180 - 90)


# The counts at the ends of the axes around the bean, for a lesson without a side panel

# Distance from the bean to a count, in pitches.
SPOKE_AWAY = 0.80
# Radius of a count, in pitches.
SPOKE_RADIUS = 0.21


def draw_spokes(
    stage: Stage,
    canvas: Drawable,
    geometry: Geometry,
    state: State,
    selection: Pointing,
    dangers: Collection[str],
) -> None:
    """Draw a count on each axis through the placed bean, at the end of the axis that has more room."""
    cell = selection.cell
    radius = max(8, round(SPOKE_RADIUS * geometry.pitch))
    for axis in geometry.board.axes:
        count = len(rules.offer_of(state, cell, axis))
        disc = count_disc(stage, radius, count, axis == selection.axis, axis in dangers)
        x, y = _end(geometry, cell, axis)
        stage.blit(canvas, disc, (round(x), round(y)))


def _end(geometry: Geometry, cell: Cell, axis: Axis) -> tuple[float, float]:
    x, y = geometry.cell_center(cell)
    line = geometry.board.line(cell, axis)
    forward = line.index(cell) < len(line) / 2
    angle = math.radians(geometry.angle(axis) + (0 if forward else 180))
    far = SPOKE_AWAY * geometry.pitch
    return x + far * math.cos(angle), y + far * math.sin(angle)
