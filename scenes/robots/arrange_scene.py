"""Lays out the board before the game: its sheets, the cells of the robots, and the code with which others get the same
board.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any, Final

import pygame

from game.core.options import amend
from game.core.rules import Options
from game.match_setup import MatchSetup
from game.robots import SPEC, rules
from game.robots.board import COLOURS, SIZE, Cell, Colour, cell_at, xy
from game.robots.drifting_droids import is_droids_code, write_droids_code
from game.robots.placement import ALPHABET, CodeError, decode, free_cells
from game.robots.puzzle import write_robots
from game.robots.sheets import GENERATED, QUARTERS, box, chosen_sheets, pick_sheets
from game.robots.state import State
from scenes.kit.drawing import theme
from scenes.kit.drawing.canvas import Canvas, SurfaceCanvas
from scenes.kit.drawing.fonts import Style
from scenes.kit.drawing.glyphs import ARROWS, SHOULDERS, Prompt
from scenes.kit.drawing.paint import Sprite
from scenes.kit.input.intents import DIRECTIONS, Intent, Kind, Point, Signal, SignalKind
from scenes.kit.layout import Part, Shape, cell, cells, column, row
from scenes.kit.scene import Nav, Pop
from scenes.kit.system import put_on_clipboard, text_on_clipboard
from scenes.kit.widgets.choices import Picker
from scenes.kit.widgets.page import TOP, PageScene
from scenes.kit.widgets.widget import Button, SegmentedControl, Widget
from scenes.robots.board import RobotsBoard
from scenes.robots.phrases import shown_code
from scenes.robots.selection import Watching
from scenes.services import Services
from scenes.table.board.board_view import Ground
from scenes.table.contract.board import view_of
from scenes.table.contract.setup import BoardContext

SOURCES: Final = ("random", "generated", "chosen")
# The source of boards of DriftingDroids, which can only come from a code.
IMPORTED: Final = "imported"
LONGEST_CODE: Final = 40


def source_of(options: Options) -> str:
    """Return where the sheets come from."""
    sheets = options["sheets"]
    if is_droids_code(sheets):
        return IMPORTED
    return "random" if sheets is None else "generated" if sheets == GENERATED else "chosen"


def with_source(options: Options, source: str, seed: int) -> Options:
    """Return the options with another source of sheets.

    If people are to choose the sheets, they start from the random ones of `seed`.

    The robots are placed at random again, because a cell chosen by hand may have a mark on the new board.
    """
    sheets: Any = None if source == "random" else GENERATED
    if source == "chosen":
        sheets = [placed.name for placed in pick_sheets(None, options["reflectors"], seed)]
    return {**options, "sheets": sheets, "placement": None}


def with_side(options: Options, quarter: int, side: str) -> Options:
    """Return the options with `side` in a quarter (0 NW, 1 NE, 2 SE, 3 SW).

    If another quarter has a sheet of the same colour, that quarter gets the side that was in `quarter` before.
    """
    placed = {each.turns: each.sheet.id for each in chosen_sheets(options["sheets"])}
    former, colour = placed[quarter], box()[side].colour
    for other, lying in placed.items():
        if other != quarter and box()[lying].colour == colour:
            placed[other] = former
    placed[quarter] = side
    names = [f"{placed[turns]}:{turns}" for turns in range(QUARTERS)]
    return {**options, "sheets": names, "placement": None}


def side_in(options: Options, quarter: int) -> str:
    """Return the side that lies in a quarter."""
    return next(each.sheet.id for each in chosen_sheets(options["sheets"]) if each.turns == quarter)


def by_hand(options: Options, state: State) -> Options:
    """Return the options in which the robots are placed by hand, on the cells where they are now."""
    return {**options, "placement": write_robots(state.robots)}


def with_robot(options: Options, colour: Colour, cell: Cell) -> Options:
    """Return the options with a robot on `cell`. If another robot is there, the two swap cells."""
    placement = {robot: tuple(place) for robot, place in options["placement"].items()}
    there = xy(cell)
    for robot, place in placement.items():
        if place == there:
            placement[robot] = placement[colour]
    placement[colour] = there
    return {**options, "placement": {robot: list(place) for robot, place in placement.items()}}


def robot_on(options: Options, cell: Cell) -> Colour | None:
    """Return the robot that was placed on a cell."""
    placement = options["placement"] or {}
    return next((robot for robot, place in placement.items() if cell_at(*place) == cell), None)


def type_letter(code: str, letter: str) -> str:
    """Return the code with `letter` added at its end, if it is a letter of codes and the code is not full."""
    letter = letter.upper()
    fits = letter in ALPHABET or letter in "OIL"
    return code + letter if fits and len(code) < LONGEST_CODE else code


def turn_letter(code: str, by: int) -> str:
    """Return the code with another last letter, for devices without letter keys."""
    if not code:
        return ALPHABET[0 if by > 0 else -1]
    last = ALPHABET.find(code[-1])
    return code[:-1] + ALPHABET[(last + by) % len(ALPHABET)]


def group_code(code: str) -> str:
    """Return the code in groups of four, as it is displayed."""
    return "-".join(code[start : start + 4] for start in range(0, len(code), 4))


LABEL = Style(theme.HELPER, theme.MUTED)
CODE = Style(44, theme.HIGHLIGHT, bold=True)
# The quarters row by row, as they lie on the board.
GRID = (0, 1, 3, 2)
# Design pixels around the picture of a sheet.
EDGE = 3


class ArrangeScene(PageScene):
    """The screen on which people lay out the board. Its result is `table`, the setup with the new options and seed."""

    eyebrow, title = "game.robots", "robots.arrange.title"
    top = TOP

    def __init__(self, services: Services, table: MatchSetup) -> None:
        super().__init__(services.stage)
        self.services = services
        self.table = table
        self.seed = services.fresh_seed() if table.seed is None else table.seed
        # The cell of the cursor while robots are being placed.
        self.cursor: int | None = None
        self.robot = COLOURS[0]
        # The letters entered so far; None while no code is being entered.
        self.code: str | None = None
        self.note = ""
        self.ground = Ground(services.stage)
        self.state = rules.start(table.options, self.seed)

    def covered(self) -> None:
        self.ground.rest()

    # Layout

    def parts(self, shape: Shape) -> Part:
        """Lay out the `board`, the code with its `label` and the error (`note`), and each choice under its name.

        If there is room, each `quarter` has a picture of its `sheet` beside it.
        """
        texts = cell("label", 32), cell("code", 60), cell("note", 36)
        halves = (row(*cells(names), size=88) for names in ("place shuffle", "enter done"))
        choices = cell("source", 88), *_quarters(shape), cell("placement", 88), *halves
        if shape is Shape.TALL:
            upper = row(cell(), column(*texts, size=546, gap=2), size=132, gap=0)
            return column(upper, row(cell(), cell("board", 800), cell(), size=800), column(*choices), gap=40)
        side, gap = (728, 80) if shape is Shape.WIDE else (640, 40)
        board = column(cell(size=152), cell("board", side), size=side, gap=0)
        return row(board, column(column(*texts, size=132, gap=2), column(*choices), gap=52), gap=gap)

    def resized(self) -> None:
        super().resized()
        self.rect = self.places["board"]
        self.rect.height = self.rect.width
        self._lay_board()

    def _lay_board(self) -> None:
        """Make the picture of the board again, for the current options."""
        self.state = rules.start(self.table.options, self.seed)
        self.board = RobotsBoard(BoardContext(self.stage, self.table.options))
        self.board.layout(self.rect, [seat.identity for seat in self.table.seats], 0)
        self.ground.lay(self.board.drawing.draw_ground)

    def widgets(self) -> list[Widget]:
        t, options, places = self.stage.t, self.table.options, self.places
        source = source_of(options)
        sources = [t(f"robots.arrange.{name}") for name in SOURCES]
        chosen = -1 if source == IMPORTED else SOURCES.index(source)
        widgets: list[Widget] = [
            SegmentedControl(places["source"], sources, chosen, self._take_source, size=theme.LIST)
        ]
        widgets[0].name = t("robots.arrange.title")
        if source == "chosen":
            sides = list(box())
            names = [side_text(t, side) for side in sides]
            for number, (place, quarter) in enumerate(zip(places.all("quarter"), GRID, strict=True)):
                present = sides.index(side_in(options, quarter))
                widgets.append(Picker(place, names, present, partial(self._take_side, quarter)))
                widgets[-1].name = t(f"robots.arrange.quarter.{number}")
        placements = [t("robots.arrange.by_chance"), t("robots.arrange.by_hand")]
        is_by_hand = options["placement"] is not None
        widgets.append(
            SegmentedControl(places["placement"], placements, int(is_by_hand), self._take_placement, size=theme.LIST)
        )
        widgets[-1].name = t("robots.arrange.robots")
        widgets[-1].allow(source != IMPORTED, t("robots.arrange.imported"))
        widgets.append(Button(places["place"], t("robots.arrange.place"), self._begin_placing))
        widgets[-1].allow(is_by_hand, t("robots.arrange.why"))
        widgets.append(Button(places["shuffle"], t("robots.arrange.shuffle"), self._shuffle))
        widgets.append(Button(places["enter"], t("robots.arrange.enter"), self._begin_code))
        widgets.append(Button(places["done"], t("dialog.ok"), self._done, kind="primary"))
        return widgets

    # Changing options

    def _set(self, options: Options) -> None:
        self.note = ""
        self.table = self.table.with_options(SPEC, amend(SPEC.options, self.table.options, options))
        if self.table.options["placement"] is None:
            # Once robots are placed at random, nobody places one by hand any more.
            self.cursor = None
        self._lay_board()
        self.renew()

    def _take_source(self, index: int) -> None:
        self._set(with_source(self.table.options, SOURCES[index], self.seed))

    def _take_side(self, quarter: int, index: int) -> None:
        self._set(with_side(self.table.options, quarter, list(box())[index]))

    def _take_placement(self, index: int) -> None:
        if index:
            self._set(by_hand(self.table.options, self.state))
        else:
            self._set({**self.table.options, "placement": None})

    def _shuffle(self) -> None:
        """Take a new random seed. It decides about the chips, and about everything that people have not chosen.

        Robots placed by hand stay only on a board that people have chosen.
        """
        self.seed = self.services.fresh_seed()
        options = self.table.options
        kept = options["placement"] if source_of(options) == "chosen" else None
        self._set({**options, "placement": kept})

    def _begin_placing(self) -> None:
        self.cursor = self.state.robots[COLOURS.index(self.robot)]

    def _begin_code(self) -> None:
        self.code, self.note = "", ""

    def _copy(self) -> None:
        """Copy the board to the clipboard, in the form that DriftingDroids reads."""
        code = write_droids_code(self.state.board, self.state.robots, self.state.chip)
        self.note = self.stage.t("robots.arrange.copied" if put_on_clipboard(code) else "robots.arrange.uncopied")

    def signal(self, signal: Signal) -> Nav | None:
        """Treat a pasted code like a typed one."""
        if signal.kind is SignalKind.PASTED and not self.services.is_unattended:
            self._take_code(signal.text)
        return None

    def _done(self) -> Nav:
        return Pop(replace(self.table, seed=self.seed))

    def _take_code(self, code: str) -> None:
        """Use a code, or show that it is wrong."""
        try:
            options, self.seed = decode(code)
        except CodeError as error:
            wrong = f": {error}" if is_droids_code(code) else ""
            self.note = self.stage.t("robots.arrange.no_code") + wrong
            return
        self.code = None
        self._set({**self.table.options, **options})

    # Presses

    def intent(self, intent: Intent) -> Nav | None:
        meant = self.bar.translate(intent) or intent
        if self.code is not None:
            self._enter_code(meant, self.code)
            return None
        if meant.point is not None and self._points_at_board(meant):
            return None
        if self.cursor is not None and meant.point is None:
            self._move_cursor(meant, self.cursor)
            return None
        return super().intent(intent)

    def meant(self, intent: Intent) -> Nav | None:
        if intent.kind is Kind.SECONDARY and self._can_copy:
            self._copy()
            return None
        if intent.kind is Kind.HINT:
            return self.signal(Signal(SignalKind.PASTED, text=text_on_clipboard()))
        return super().meant(intent)

    @property
    def _can_copy(self) -> bool:
        """Whether the board can be copied for DriftingDroids.

        It must be a board that DriftingDroids knows, and the table must not be a kiosk.
        """
        return not (self.state.board.reflectors or self.services.is_unattended)

    def back(self) -> Nav:
        self.stage.audio.play("back")
        return self._done()

    def _enter_code(self, intent: Intent, code: str) -> None:
        """Enter a code with keys. Up and down change the last letter, right adds one, and left removes it."""
        letter = str(intent.value) if intent.kind is Kind.DIGIT else chr(intent.key) if 32 < intent.key < 127 else ""
        if intent.kind is Kind.BACK:
            self.code = None
        elif intent.kind is Kind.CONFIRM:
            self._take_code(code)
        elif intent.kind is Kind.LEFT or intent.key == pygame.K_BACKSPACE:
            self.code = code[:-1]
        elif intent.kind is Kind.RIGHT:
            self.code = type_letter(code, "0")
        elif intent.kind in (Kind.UP, Kind.DOWN):
            self.code = turn_letter(code, 1 if intent.kind is Kind.UP else -1)
        elif letter:
            self.code = type_letter(code, letter)

    def _points_at_board(self, intent: Intent) -> bool:
        """Let a pointer pick robots up and put them down, if they are placed by hand.

        Returns whether the press was used.
        """
        point: Point | None = intent.point
        cell = None if point is None else self.board.geometry.cell_at(point)
        if cell is None or self.table.options["placement"] is None:
            return False
        if intent.kind is Kind.PRESS:
            standing = robot_on(self.table.options, cell)
            if standing is not None:
                self.robot, self.cursor = standing, cell
            elif self.cursor is not None:
                self._put(cell)
        elif intent.kind is Kind.RELEASE and self.cursor not in (None, cell):
            self._put(cell)
        return True

    def _move_cursor(self, intent: Intent, cursor: int) -> None:
        if intent.kind in DIRECTIONS:
            (x, y), (dx, dy) = xy(cursor), DIRECTIONS[intent.kind]
            self.cursor = cell_at(min(SIZE - 1, max(0, x + dx)), min(SIZE - 1, max(0, y + dy)))
        elif intent.kind in (Kind.PREVIOUS, Kind.NEXT):
            step = 1 if intent.kind is Kind.NEXT else -1
            self.robot = COLOURS[(COLOURS.index(self.robot) + step) % len(COLOURS)]
            self.cursor = self.state.robots[COLOURS.index(self.robot)]
        elif intent.kind is Kind.CONFIRM:
            self._put(cursor)
        elif intent.kind is Kind.BACK:
            self.cursor = None

    def _put(self, cell: int) -> None:
        """Put the picked-up robot on a cell, if it may start there."""
        if cell not in free_cells(self.state.board):
            self.note = self.stage.t("robots.arrange.barred")
            self.stage.audio.play("barred")
            return
        self._set(with_robot(self.table.options, self.robot, cell))
        self.stage.audio.play("chip")
        self.cursor = cell

    # Time and drawing

    @property
    def takes_text(self) -> bool:
        return self.code is not None

    @property
    def picture(self) -> pygame.Surface:
        return self.ground.picture

    def draw_page(self, canvas: Canvas) -> None:
        stage = self.stage
        self.board.drawing.draw(canvas, view_of(self.board, self.state, selection=Watching()))
        if self.cursor is not None:
            rect = self.board.geometry.cell_rect(self.cursor)
            stage.blit(canvas, stage.paint.ring(rect.size, 5, 1, 5), rect.topleft)
            self._draw_in_hand(canvas, rect)
        if source_of(self.table.options) == "chosen":
            self._draw_sheets(canvas)
        self._draw_code(canvas)

    def _draw_sheets(self, canvas: Canvas) -> None:
        """Draw the quarters of the board, each beside its control."""
        stage = self.stage
        for index, place in enumerate(self.places.all("sheet")):

            def make(index: int = index, side: int = place.width) -> Sprite:
                quarter = pygame.Rect(index % 2 * side, index // 2 * side, side, side)
                sheet = self._small_board(2 * side).surface.subsurface(quarter).copy()
                pygame.draw.rect(sheet, theme.rgb(theme.BRASS_DEEP), sheet.get_rect(), stage.metrics.px(EDGE))
                return Sprite(sheet)

            key = self.state, place.size, self.picture
            stage.blit(canvas, stage.paint.cached_one(f"arranged sheet {index}", key, make), place.topleft)

    def _small_board(self, side: int) -> Sprite:
        """Draw the field with everything on it, `side` pixels wide."""

        def make() -> Sprite:
            whole = SurfaceCanvas(self.picture.copy())
            self.board.drawing.draw(whole, view_of(self.board, self.state, selection=Watching()))
            field = whole.surface.subsurface(self.board.geometry.field)
            return Sprite(pygame.transform.smoothscale(field, (side, side)))

        return self.stage.paint.cached_one("arranged board", (self.state, side, self.picture), make)

    def _draw_in_hand(self, canvas: Canvas, rect: pygame.Rect) -> None:
        """Draw the picked-up robot at the cursor."""
        if self.cursor != self.state.robots[COLOURS.index(self.robot)]:
            self.stage.blit(canvas, self.board.sprites.robot(self.robot), rect.center, 0.6)

    def _draw_code(self, canvas: Canvas) -> None:
        """Draw the board's code, or the part of a code that has been entered, and the error below."""
        stage, places = self.stage, self.places
        label = stage.t("robots.arrange.code" if self.code is None else "robots.arrange.typing")
        stage.label(canvas, label, places["label"], LABEL, grow=1.15)
        typed = None if self.code is None else f"{group_code(self.code)}_"
        shown = typed or shown_code(self.table.options, self.seed)
        # The type must leave room for the cursor after the last group.
        stage.label(canvas, shown, places["code"], CODE, grow=1.1, least=22)
        stage.label(canvas, self.note, places["note"], LABEL._replace(color=theme.WARN), grow=1.1)

    def prompts(self) -> list[Prompt]:
        t = self.stage.t
        if self.code is not None:
            return [Prompt(ARROWS, t("glyph.letter"), ""), Prompt(Kind.CONFIRM, t("robots.glyph.done"), "primary")]
        if self.cursor is not None:
            return [
                Prompt(ARROWS, t("glyph.choose_cell"), ""),
                Prompt(SHOULDERS, t("glyph.robot"), "minor"),
                Prompt(Kind.CONFIRM, t("glyph.place"), "primary"),
                Prompt(Kind.BACK, t("robots.glyph.done")),
            ]
        owners = [] if self.services.is_unattended else [Prompt(Kind.HINT, t("import.paste"), "minor")]
        owners += [Prompt(Kind.SECONDARY, t("robots.home.text"), "minor")] * self._can_copy
        return [
            Prompt(ARROWS, t("glyph.choose"), ""),
            Prompt(Kind.CONFIRM, t("glyph.change"), ""),
            *owners,
            Prompt(Kind.BACK, t("robots.glyph.done"), "minor"),
        ]


def _quarters(shape: Shape) -> list[Part]:
    """Lay out two rows of two choices. A narrow window has no room for pictures beside them."""
    sheet = None if shape is Shape.CLASSIC else cell("sheet", 88)
    return [row(row(sheet, cell("quarter"), gap=12), row(sheet, cell("quarter"), gap=12), size=88)] * 2


def side_text(t: Callable[..., str], side: str) -> str:
    """Return a side of a sheet in words: the colour of its centre, and its number.

    The side with reflectors is called the back.
    """
    sheet = box()[side]
    colour, number = t(f"robots.colour.{sheet.colour}").capitalize(), "".join(filter(str.isdigit, side))
    return t("robots.side.reflectors" if sheet.reflectors else "robots.side.plain", colour=colour, number=number)
