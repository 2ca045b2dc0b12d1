"""Coffee's board: beans and the stick as the state has them, the lit line, what an axis would offer."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import pygame

from game.coffee import rules
from game.coffee.board import SIDES
from game.coffee.board import board as board_named
from game.coffee.state import Action, Colour, Drop, State, StonePlaced, Swap
from game.core.options import Option
from game.core.rules import Seat, Step
from scenes.coffee.cup import cup, look
from scenes.coffee.drawing import BoardPainter
from scenes.coffee.geometry import Geometry, wheel_order
from scenes.coffee.input import Hands, Selection, targets
from scenes.coffee.motion import STICK_SECONDS, WATCHED_STICK_SECONDS, drop_clip, stick_look
from scenes.coffee.pieces import ART
from scenes.coffee.places import Places, places_in
from scenes.coffee.side_panel import CoffeeSidePanel
from scenes.coffee.swap import draw_swap
from scenes.coffee.wheel import draw_wheel
from scenes.coffee.words import Words
from scenes.kit.canvas import Target
from scenes.kit.glyphbar import Prompt
from scenes.kit.intents import Intent
from scenes.kit.layout import Shape
from scenes.kit.paint import Sprite
from scenes.kit.picture import Picture
from scenes.kit.stage import Stage
from scenes.kit.timeline import Clip, Placement, diff_clip
from scenes.services import Services
from scenes.table.board import BoardScene, Chosen, Problem, Spot, Stock, View
from scenes.table.pitch import seat_pitch

LEAST_ROW = 3  # that the setup offers, and the least side of a board
FULL_FROM = 4  # side of the square boards that fill the frame
STARTING: tuple[Colour, Colour] = ("black", "orange")
FRAMES = ("textures/coffee-hex.jpg", "textures/coffee-square.jpg")


class CoffeeScene(BoardScene[State, Action, Selection]):
    """Sprites, clips and input of Coffee."""

    sounds = ("stone", "stick")
    lessons = "scenes.coffee.lessons"
    side_panel_class = CoffeeSidePanel

    def __init__(self, services: Services) -> None:
        super().__init__(services)
        self.words = Words(services.stage)
        self.places_beside = Places()
        self._shown: State | None = None  # as last drawn: cards tell which colour a seat has now

    @staticmethod
    def pictures(stage: Stage) -> list[Picture]:
        side = stage.metrics.px(972 if stage.metrics.shape is Shape.TALL else BoardScene.frame_size)
        return [Picture(stage, name, (side, side)) for name in FRAMES]

    @staticmethod
    def seat_note(stage: Stage, index: int, count: int) -> str:
        return stage.t("coffee.seat.black" if index == 0 else "coffee.seat.orange")

    @staticmethod
    def setup_stock(stage: Stage, options: Mapping[str, Any], seat: Seat) -> Stock:
        colour = STARTING[seat]
        return Stock(0, options["n"], stage.t("coffee.in_a_row"), look(colour, 0, options["n"]))

    @staticmethod
    def stock_row(services: Services, stock: Stock, lit: bool, room: int) -> Sprite:
        return cup(services, stock, lit, room)

    @classmethod
    def offered(cls, option: Option, options: Mapping[str, Any]) -> Sequence[Any]:
        """Boards and rows that make a game: on smaller ones it is over before it begins."""
        values = super().offered(option, options)
        if option.name == "board":
            return [board for board in values if SIDES[board] >= LEAST_ROW]
        return [row for row in values if row >= LEAST_ROW] if option.name == "n" else values

    @staticmethod
    def fills_square(options: Mapping[str, Any]) -> bool:
        table = board_named(options["board"])
        return not table.hexagonal and table.side >= FULL_FROM

    def layout(self, rect: pygame.Rect, identities: Sequence[str], bottom: Seat) -> None:
        self.identities = tuple(identities)
        self.geometry = Geometry(rect, board_named(self.options["board"]), self.stage.assets.data(ART))
        self.painter = BoardPainter(self.stage, self.geometry)
        self._seats = (bottom, 1 - bottom)
        self._lay_hands(Places())

    def take_panel(self, panel: pygame.Rect) -> None:
        """Have the wheel and the swap in the side panel' `panel` (pixels) until the next layout."""
        self._lay_hands(places_in(self.stage.metrics, self.geometry, panel))

    def _lay_hands(self, places: Places) -> None:
        self.places_beside = places
        self.hands = Hands(self.geometry, places, self.services.preferences.always_confirm)

    def places(self) -> Sequence[Seat]:
        return self._seats

    def empty(self, state: State, legal: Sequence[Action], family: str) -> Selection:
        with_focus = legal and family not in ("mouse", "touch")
        return self.hands.first(state, legal) if with_focus else Selection()

    def targets(self, state: State, legal: Sequence[Action]) -> Sequence[Spot[Action]]:
        return targets(self.geometry, legal)

    def choose(
        self, state: State, legal: Sequence[Action], selection: Selection, intent: Intent
    ) -> Chosen[Action, Selection]:
        return self.hands.choose(state, legal, selection, intent)

    # Pieces and their motion

    def pieces(self, state: State) -> dict[str, Placement]:
        placed = {}
        table = self.geometry.board
        for cell in table.members(state.stones):
            placed[f"bean {cell}"] = Placement("black" if state.black >> cell & 1 else "orange", *table.center(cell))
        if state.stick is not None:
            cell, axis = state.stick
            placed["stick"] = Placement(stick_look(self.geometry.angle(axis)), *table.center(cell))
        return placed

    def animate(self, step: Step[State, Action, Any]) -> Clip:
        before, after = self.pieces(step.before), self.pieces(step.after)
        clip = replace(diff_clip(before, after), cues=((0.0, "stick"),))
        watched = bool(self.seats) and self.seats[step.seat].is_ai
        for event in step.events:
            if isinstance(event, StonePlaced):
                stick_seconds = WATCHED_STICK_SECONDS if watched else STICK_SECONDS
                clip = drop_clip(f"bean {event.cell}", before, after, stick_seconds)
        if self.stage.look.reduced_motion:  # nothing flies then; its coming down is heard all the same
            clip = replace(diff_clip(before, after), cues=tuple((0.0, name) for _, name in clip.cues[-1:]))
        return replace(clip, pitch=seat_pitch(step.seat))

    # Drawing

    def draw_ground(self, target: Target) -> None:
        self.painter.draw_ground(target)

    def draw(self, canvas: Target, view: View[State, Action, Selection]) -> None:
        self._shown = view.state
        self.painter.draw(canvas, view, self.services.preferences.danger_marks, self.places_beside.wheel is None)

    def panel_shown(self, selection: Selection | None, legal: Sequence[Action]) -> pygame.Rect | None:
        """What the wheel or the swap covers of the side panel now, in pixels."""
        places = self.places_beside
        if not legal or selection is None or places.wheel is None:
            return None
        if selection.placed:
            return places.wheel.panel
        return places.swap if Swap() in legal else None

    def draw_panel(self, canvas: Target, state: State, selection: Selection | None, legal: Sequence[Action]) -> None:
        """Draw the wheel for a stone that is put, or the swap where it may be chosen."""
        places = self.places_beside
        if selection is None or places.wheel is None or self.panel_shown(selection, legal) is None:
            return
        if selection.placed:
            order = wheel_order(self.geometry.board)
            view = self.words.wheel(state, selection, order, self.services.preferences.danger_marks)
            draw_wheel(self.stage, canvas, places.wheel, view)
        elif places.swap is not None:
            draw_swap(self.stage, canvas, places.swap, self.words.swap(state), selection.swapping)

    # Words

    def prompts(self, state: State, selection: Selection) -> list[Prompt]:
        return self.words.prompts(state, selection)

    def helper(self, state: State, selection: Selection, family: str) -> str:
        return self.words.helper(state, selection, family)

    def hint_text(self, action: Action) -> str:
        return self.words.hint(action)

    def announce(self, step: Step[State, Action, Any]) -> str:
        return self.words.announce(step, self.names)

    def touch_helper(self, selection: Selection) -> str:
        return self.words.finger(selection)

    def engaged(self, selection: Selection) -> bool:
        return selection.placed or selection.swapping or selection.armed

    def considering(self, action: Action) -> Selection:
        if not isinstance(action, Drop):
            return Selection(swapping=True)
        return Selection(cell=action.cell, placed=action.axis is not None, axis=action.axis)

    def considered(self, selection: Selection) -> Action | None:
        if selection.swapping:
            return Swap()
        if selection.cell is None or (selection.placed and selection.axis is None):
            return None
        return Drop(selection.cell, selection.axis) if selection.placed or selection.tried else None

    def area(self, action: Action) -> pygame.Rect:
        return self.geometry.cell_rect(action.cell) if isinstance(action, Drop) else self.geometry.rect

    def problem(self, state: State, selection: Selection) -> Problem | None:
        return self.words.problem(state, selection)

    def stock(self, state: State, seat: Seat) -> Stock:
        colour = state.colours[seat]
        count = state.stones_of(colour).bit_count()
        row = len(rules.longest(state, colour))
        return Stock(count, state.n, self.stage.t("coffee.beans", count=count), look(colour, row, state.n))

    def side_note(self, seat: Seat, short: bool = False) -> str:
        return self.words.roast(STARTING[seat] if self._shown is None else self._shown.colours[seat], short)

    def notation(self, action: Action) -> str:
        return self.words.notation(action)
