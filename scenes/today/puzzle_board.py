"""The board of a puzzle, the cards with the remaining pieces, and the panels beside the board.

Subclasses decide what a try does. The panels are the task, a remark on the last try, and a slip of paper with the stars
that can be won.
"""

from __future__ import annotations

import math
from abc import abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial

import pygame

from game.core.rules import AnyStep
from game.puzzles.puzzle import GRADES, MOST_STARS, Puzzle
from game.registry import facts_of, find
from scenes.kit.drawing import theme
from scenes.kit.drawing.canvas import Canvas
from scenes.kit.drawing.fonts import Style
from scenes.kit.drawing.glyphs import SHOULDERS, Prompt
from scenes.kit.drawing.timeline import ease_out
from scenes.kit.input.intents import Intent, Kind
from scenes.kit.layout import Metrics, Places, Shape, cell, column, row, within
from scenes.kit.scene import Item, Nav
from scenes.kit.sound.speech import sentences
from scenes.kit.widgets.focus import Focus
from scenes.kit.widgets.scanner import prompt_targets
from scenes.kit.widgets.widget import Button
from scenes.services import Services
from scenes.table.art.paper import draw_double_rule, paper
from scenes.table.board.board_view import place_bar
from scenes.table.board.layout import table_places
from scenes.table.contract.lessons import LessonPosition
from scenes.table.exercises.lesson_table import LessonTable, TryingScene, step_from
from scenes.table.exercises.puzzles import goal, side_name, task
from scenes.table.words import is_drawn
from scenes.today import occasion as words
from scenes.today.occasion import PuzzleReasons
from scenes.today.solving_panel import EYEBROW, TIME, TRY, SolvingRemark, draw_beans, draw_mark, draw_remark, draw_task

# Design pixels of the bar in an upright window, below the cards and the remark.
LOW_BAR = (54, 1700, 972, 191)
NUMBER = Style(theme.LIST, theme.PRINT_RED, bold=True)
NOTE = Style(theme.CAPTION, theme.INK_SOFT)
BEAN = 36
SMALLEST = 16
# A slip lower than this (design pixels) has the grade beside the stars.
LOW = 300
STAMP_SECONDS = 0.42
STAMP_DROP = 26  # design pixels that a star falls
BUTTONS = 3
MOST_PROMPTS = 7  # prompts in the bar: four from the board, and three that every puzzle has
# A place narrower than this (design pixels) has room only for the time.
NARROW = 200


@dataclass(frozen=True, slots=True)
class Slip:
    """The content of the slip: the puzzle's number and grade, the stars that can be won or were won, and a note."""

    number: str
    grade: int
    stars: int
    note: str


@dataclass(frozen=True, slots=True)
class TaskText:
    """The words of the task, from top to bottom: a small line, the task, its goal, time and tries.

    `short` replaces the small line if there is no room.
    """

    eyebrow: str
    short: str
    task: str
    goal: str
    time: str
    count: str


def solving_places(metrics: Metrics) -> Places:
    """Lay out `eyebrow`, `task`, `goal`, `remark`, `time`, `slip`, two `card`s; in a wide window also each `button`."""
    shape = metrics.shape
    cards = [cell("card", 88), cell("card", 88)]
    if shape is Shape.WIDE:
        asked = cell("eyebrow", 36), cell("task", 150), cell("goal", 84)
        left = column(*asked, cell("remark"), *cards, cell("time", 56), gap=12)
        right = column(cell("slip", 330), *[cell("button", 100)] * BUTTONS, cell(), gap=24)
        return table_places(metrics, left, right)
    if shape is Shape.CLASSIC:
        head = row(cell("eyebrow"), cell("time", 110), size=44, gap=12)
        words = head, cell("task", 92), cell("goal", 80), cell("slip", 226), cell("remark"), *cards
        return table_places(metrics, cell(), column(*words, gap=10))
    head = column(cell("eyebrow", 36), cell("task", 100), cell("goal", 44), cell("time", 52), gap=10)
    below = column(row(cell("card"), cell("card"), size=96), cell("remark", 240), cell(), gap=16)
    return table_places(metrics, row(head, cell("slip", 400), gap=32), below)


class PuzzleBoard(TryingScene):
    """Shows one puzzle at a time, set by `set_puzzle`."""

    def __init__(self, services: Services, puzzle: Puzzle) -> None:
        super().__init__(services, find(puzzle.game))
        self.puzzle = puzzle
        self.person = puzzle.side
        self.done = 0  # how many right moves were made
        self.remark: SolvingRemark | None = None
        self.pointed = Focus(services.stage)  # buttons for pointers; the bar has the same actions
        self.hint: object = None
        self._spoken_remark: SolvingRemark | None = None
        self._aim: Sequence[str] | None = None  # the place read aloud last; None before the selection has moved
        self._since = 0.0  # seconds since the board came to rest
        self._stamped = STAMP_SECONDS  # seconds since the stars began to be stamped

    def set_puzzle(self, puzzle: Puzzle) -> None:
        """Put a puzzle on the table, from its beginning."""
        self.puzzle, self.person, self.done, self.remark, self.hint = puzzle, puzzle.side, 0, None, None
        position = LessonPosition(puzzle.actions, puzzle.options)
        count = self.spec.seat_count(dict(puzzle.options))
        names = [side_name(self.stage, self.spec.id, seat) for seat in range(count)]
        self.take_table(LessonTable(self.services, self.spec, position, names, self.person))
        self.base = self.start = self.table.state  # the position of the solver's next move

    def resized(self) -> None:
        seats = [
            replace(seat, name=side_name(self.stage, self.spec.id, index))
            for index, seat in enumerate(self.table.seats)
        ]
        self.table.lay(seats)
        self.places = solving_places(self.stage.metrics)
        self._slip_places = self._lay_slip(self.places["slip"])
        self._stamped = STAMP_SECONDS
        self.table.cards = self.places.all("card")
        self.bar = place_bar(self.stage, LOW_BAR)
        self.bar.most = MOST_PROMPTS
        self.reasons = PuzzleReasons(self.stage, self.spec, self.table.board, [seat.name for seat in seats])
        self.renew_buttons()

    def renew_buttons(self) -> None:
        """Make the buttons beside the board, for what can be pressed now."""
        prompts = [prompt for prompt in self.own_prompts() if prompt.kind not in (Kind.BACK, Kind.NEXT)]
        pairs = zip(self.places.all("button"), prompts, strict=False)
        self.pointed.set([self._button(place, prompt) for place, prompt in pairs])

    def _button(self, place: pygame.Rect, prompt: Prompt) -> Button:
        kind = "primary" if prompt.button == "primary" else "normal"
        button = Button(place, prompt.label, partial(self._pressed, prompt.kind), kind=kind)
        button.enabled = prompt.enabled
        return button

    def _pressed(self, kind: Kind | None) -> Nav | None:
        return None if kind is None else self.meant(Intent(kind, self.stage.devices.current))

    # Texts of subclasses

    @abstractmethod
    def asked(self) -> TaskText:
        """Return the texts of the task."""

    @abstractmethod
    def slip(self) -> Slip:
        """Return the content of the slip."""

    @abstractmethod
    def own_prompts(self) -> list[Prompt]:
        """Return the prompts other than the board's."""

    @abstractmethod
    def ordered(self, intent: Intent) -> Nav | None:
        """Handle a press that is not for the buttons and does not ask for the position."""

    @property
    def shows_reason(self) -> bool:
        """Whether the board draws why the last step matters, if the game can draw that."""
        return self.is_over

    @property
    def spoken(self) -> str:
        stage, puzzle = self.stage, self.puzzle
        return sentences(task(stage, puzzle), goal(stage, puzzle), words.grade(stage, puzzle))

    # Tries

    def try_barred(self, action: object) -> None:
        """Answer an illegal try, which costs nothing."""
        super().try_barred(action)
        problem = self.turn.problem
        if problem is not None:
            self.remark = SolvingRemark(problem.title, problem.text, theme.WARN)

    def begin_try(self) -> None:
        if self.remark is not None and self.remark.edge == theme.WARN:
            self.remark = None

    def play(self, steps: Sequence[AnyStep], done: Callable[[], None]) -> None:
        """Show steps one after the other."""
        first, *rest = steps
        self._since = 0.0
        self.table.show(first, (lambda: self.play(rest, done)) if rest else done)

    def stamp(self) -> None:
        """Stamp the stars."""
        self._stamped = 0.0

    def key(self) -> AnyStep:
        """Return the solver's next right move."""
        return step_from(self.spec, self.base, self.spec.rules.parse(self.puzzle.keys[self.done]))

    def reply(self, step: AnyStep, text: str | None) -> AnyStep:
        """Return the rival's reply to a step; `text` is in the game's notation."""
        return step_from(self.spec, step.after, self.spec.rules.parse(text or ""))

    # Presses

    def meant(self, intent: Intent) -> Nav | None:
        if intent.point is not None and self.confirm_gate.drag.at is None:
            used, nav = self.pointed.intent(intent)
            if used and (nav is not None or intent.kind is not Kind.HOVER):
                return nav
        if intent.kind is Kind.WHERE:
            self.stage.say(sentences(self.spoken, *self.table.board.words.position(self.table.state)), urgent=True)
            return None
        return self.ordered(intent)

    def scan(self) -> Sequence[Item]:
        if not self.table.timeline.is_idle:
            return ()
        bar = prompt_targets(self, self.bar, (Kind.CONFIRM,) if self.legal else ())
        return (*self.action_items(), *bar) if self.legal else bar

    def prompts(self) -> list[Prompt]:
        return self.steady(self.own_prompts())

    # Time and drawing

    def tick(self, dt: float) -> Nav | None:
        self.wait(dt)
        self._stamped = min(STAMP_SECONDS, self._stamped + dt)
        self.pointed.tick(dt)
        self._since += dt if self.table.timeline.is_idle else 0.0
        if self.remark is not self._spoken_remark:
            self._spoken_remark = self.remark
            if self.remark is not None:
                self.stage.say(self.remark.spoken, urgent=True)
        self._tell_aim()
        return None

    def _tell_aim(self) -> None:
        """Read aloud where keys, a pad or a finger have moved the selection. With a mouse, people see where it is."""
        if not self.stage.speech.is_enabled or not self.legal:
            return
        aim = self.turn.aim
        known, self._aim = aim if self._aim is None else self._aim, aim
        fresh = [part for part in aim if part not in known]
        if fresh and self.stage.devices.current.family != "mouse":
            self.stage.say(sentences(*fresh), passing=True)

    @property
    def is_animated(self) -> bool:
        moves = self.table.is_animated or self._stamped < STAMP_SECONDS or self.pointed.is_animated
        return moves or self.hint is not None or self._since < theme.WIN_SECONDS

    def draw(self, canvas: Canvas, alpha: float) -> None:
        drag_at = self.confirm_gate.drag.at
        self.table.draw(canvas, alpha, selection=self.selection, legal=self.legal, hint=self.hint, drag_at=drag_at)
        self._draw_reason(canvas)
        self.draw_over(canvas)
        asked = self.asked()
        self._draw_eyebrow(canvas, asked)
        draw_task(self.stage, canvas, self.places, asked.task, asked.goal)
        self._draw_time(canvas, asked)
        self._draw_slip(canvas, self.slip())
        if self.remark is not None:
            draw_remark(self.stage, canvas, self.places["remark"], self.remark)
        self.pointed.draw(canvas, ring=False)
        self.bar.set(self.prompts(), self.turn.touch_helper if self.legal else "", (SHOULDERS, Kind.THEORY))
        self.bar.draw(canvas)

    def draw_over(self, canvas: Canvas) -> None:
        """Draw more on the board; a subclass may override this."""

    def draw_tried(self, canvas: Canvas, tried: AnyStep) -> None:
        """Draw the wrong try that the remark is about, while the board shows the reply to it."""
        color = self.stage.identities[self.table.seats[tried.seat].identity].color
        self.table.board.drawing.draw_weighed(canvas, tried, color, 1.0)

    def _draw_reason(self, canvas: Canvas) -> None:
        """Draw on the board why the shown step matters, if the game can draw that."""
        last = self.table.last
        if not self.shows_reason or last is None or not self.table.timeline.is_idle:
            return
        fact = next(filter(is_drawn, facts_of(self.spec, last)), None)
        if fact is not None:
            self.table.board.drawing.draw_reason(canvas, last, fact.seats[0], fact.cells, self._since)

    def _draw_eyebrow(self, canvas: Canvas, asked: TaskText) -> None:
        stage, place, whole = self.stage, self.places["eyebrow"], asked.eyebrow.upper()
        fits = stage.fonts.width(whole, stage.shrink_to_width(whole, EYEBROW, place.width, SMALLEST)) <= place.width
        text = whole if fits else asked.short.upper()
        stage.label(canvas, text, place, EYEBROW, grow=math.inf, least=SMALLEST)

    def _draw_time(self, canvas: Canvas, asked: TaskText) -> None:
        stage, place = self.stage, self.places["time"]
        if place.width < stage.metrics.px(NARROW):
            stage.label(canvas, asked.time, place, TIME, "right", grow=1.1)
            return
        time = pygame.Rect(place.left, place.top, place.width * 2 // 5, place.height)
        end = stage.label(canvas, asked.time, time, TIME, grow=1.1).right + stage.metrics.px(16)
        rest = pygame.Rect(end, place.top, place.right - end, place.height)
        stage.label(canvas, asked.count, rest, TRY, grow=1.2, least=20)

    def _lay_slip(self, place: pygame.Rect) -> Places:
        head = column(cell("number", 48), cell("rule", 8), gap=6)
        if place.height / self.stage.metrics.scale < LOW:
            marks, beans = [cell("mark", 42)] * MOST_STARS, [cell("bean", 30)] * len(GRADES)
            both = row(*marks, cell(), *beans, size=42, gap=2)
            rest = column(head, both, cell("note"), gap=4, pad=(28, 12, 28, 20))
        else:
            beans = [cell("bean", BEAN + 4)] * len(GRADES)
            stars = row(*[cell("mark", 62)] * MOST_STARS, cell(), size=62, gap=6)
            rest = column(
                head, row(*beans, cell(), size=BEAN, gap=2), stars, cell("note"), gap=14, pad=(28, 20, 28, 26)
            )
        return within(self.stage.metrics, place, rest)

    def _draw_slip(self, canvas: Canvas, slip: Slip) -> None:
        stage, place, at = self.stage, self.places["slip"], self._slip_places
        sheet = stage.paint.cached(("puzzle slip", place.size), lambda: paper(self.stage, place.size))
        stage.blit(canvas, sheet, place.topleft)
        stage.label(canvas, slip.number, at["number"], NUMBER, grow=1.15)
        draw_double_rule(stage, canvas, at["rule"])
        draw_beans(stage, canvas, at.all("bean"), slip.grade)
        share = ease_out(self._stamped / STAMP_SECONDS)
        drop = 0 if stage.look.reduced_motion else round((1 - share) * stage.metrics.px(STAMP_DROP))
        for index, star in enumerate(at.all("mark")):
            won = index < slip.stars
            draw_mark(stage, canvas, star.move(0, -drop if won else 0), won, share if won else 1.0)
        stage.label(canvas, slip.note, at["note"], NOTE, lines=0, grow=1.2, least=20, top=True)
