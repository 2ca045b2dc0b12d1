"""The pause menu of a match. Resume is large and first; a line separates the choices that end or leave the game.

The last choice leads back to the page of the puzzle, or to the menu. This module also draws the light over the table: a
pause dims it, and at the end of a game only the winning place stays lit.
"""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum, auto

import pygame

from game.core.rules import Seat
from game.session.session import Session
from scenes.kit.drawing import svg, theme
from scenes.kit.drawing.canvas import Canvas
from scenes.kit.drawing.paint import Sprite
from scenes.kit.drawing.timeline import ease_in_out
from scenes.kit.input.intents import Intent, Kind
from scenes.kit.layout import Part, Shape, cell, row
from scenes.kit.scene import Nav, Pop, Push, Switch
from scenes.kit.stage import Stage
from scenes.kit.widgets.dialog import BUTTON_GAP, BUTTON_HEIGHT, LEAST_SHARE, OPEN_SECONDS, Dialog, DialogAnswer
from scenes.kit.widgets.widget import Button, Widget
from scenes.match.questions import MORE_SECONDS
from scenes.routes import ToMenu, ToRules, ToSettings, ToSetup, ToToday
from scenes.services import Services
from scenes.table.contract.words import BETWEEN
from scenes.table.exercises import puzzle_days
from scenes.table.words import rules_in_force

SECONDS = 0.4  # seconds that the board outside the spotlight takes to get dark
WARMING_SECONDS = 1.5  # seconds from the end of a game to the warm light
DIMMING_SECONDS = 0.6  # seconds that a pause takes to dim the table
DARK = 0.52  # darkness of the board far from the spotlight, 0 to 1
WIDE = 0.62  # the spotlight's radius, as a share of the board's width
POOL = 0.34, 0.20  # centre of the light on the table, as shares of the window's size
# Darkness during a pause, in the light and far from it.
DIM, DIM_FAR = 0.48, 0.72
SMALL = 8  # the picture is drawn smaller by this factor, since it is blurred
NIGHT, WARM = "#0A0603", "#FFD98A"


def draw_spotlight(stage: Stage, canvas: Canvas, board: pygame.Rect, at: pygame.Rect, age: float) -> None:
    """Darken `board` except around the middle of `at` (pixels), `age` seconds after the end of the game."""
    centre = at.centerx - board.left, at.centery - board.top
    small = max(1, board.width // SMALL), max(1, board.height // SMALL)
    middle, radius = (centre[0] / SMALL, centre[1] / SMALL), WIDE * small[0]
    night = (("0", f"{NIGHT}/0"), (".3", f"{NIGHT}/.06"), ("1", f"{NIGHT}/{DARK}"))
    warm = (("0", f"{WARM}/.34"), (".3", f"{WARM}/.2"), ("1", f"{WARM}/0"))
    shades = (
        ("night", night, radius, min(1.0, age / stage.seconds(SECONDS))),
        ("warm", warm, 0.7 * radius, ease_in_out(min(1.0, age / stage.seconds(WARMING_SECONDS)))),
    )
    for name, stops, reach, share in shades:

        def make(name: str = name, stops: svg.Stops = stops, reach: float = reach) -> Sprite:
            return Sprite(pygame.transform.smoothscale(_pool(small, name, stops, middle, reach), board.size))

        stage.blit(canvas, stage.paint.cached_one(f"lamp {name}", (board.size, centre), make), board.topleft, share)


def draw_dimmed(stage: Stage, canvas: Canvas, share: float) -> None:
    """Dim the whole window by `share`, 0 to 1; the light on the table stays visible."""
    size = stage.metrics.size

    def make() -> Sprite:
        small = size[0] // SMALL, size[1] // SMALL
        stops = (("0", f"{NIGHT}/{DIM}"), ("1", f"{NIGHT}/{DIM_FAR}"))
        middle = POOL[0] * small[0], POOL[1] * small[1]
        return Sprite(pygame.transform.smoothscale(_pool(small, "dim", stops, middle, 0.6 * max(small)), size))

    stage.blit(canvas, stage.paint.cached_async(("lamp dimmed", size), size, make), (0, 0), share)


def _pool(
    size: tuple[int, int], name: str, stops: svg.Stops, centre: tuple[float, float], radius: float
) -> pygame.Surface:
    """A picture filled with a round gradient."""
    defs = svg.radial(name, stops, centre, radius)
    return svg.render(f'<defs>{defs}</defs><rect width="{size[0]}" height="{size[1]}" fill="url(#{name})"/>', *size)


# Widths in design pixels: in a tall window, and in other windows.
WIDTH, LONG_WIDTH = 860, 1240
# Design pixels: the height of the Resume button, and the gap above the last row.
RESUME_HEIGHT, APART = 124, 56
# Design pixels: the height of the last row, and its type size.
QUIET, QUIET_SIZE = 84, 32


def way_out(services: Services, session: Session) -> tuple[str, Callable[[], Nav | None]]:
    """Return the label of the choice that leaves the match, and its function."""
    t, record = services.stage.t, session.record()
    day = puzzle_days.day_of(record, services.today)
    if day is not None:
        return t("today.title"), lambda: Switch(ToToday(day.isoformat()))
    if puzzle_days.practice_puzzle(record) is not None:
        return t("practice.title"), lambda: Switch(ToToday(practice=record.game))
    return t("result.menu"), lambda: Switch(ToMenu(game=record.game))


class PauseChoice(Enum):
    """A choice in the pause menu; the match carries it out."""

    RESUME = auto()
    UNDO = auto()
    REDO = auto()
    HINT = auto()
    ANALYSIS = auto()
    RULES = auto()
    SETTINGS = auto()
    START_OVER = auto()
    MORE_TIME = auto()
    RESIGN = auto()
    RESTART = auto()
    SIGNS = auto()
    LEAVE = auto()
    MENU = auto()


ENDING = (PauseChoice.RESIGN, PauseChoice.RESTART, PauseChoice.MENU)
"""Choices that end or leave the game, in a row of their own."""
OF_TABLE = (PauseChoice.RULES, PauseChoice.SETTINGS, PauseChoice.START_OVER, PauseChoice.SIGNS, PauseChoice.LEAVE)
"""Choices of the table, in a row below those that help in the game."""


class PauseScene(Dialog):
    """The pause menu; the game's clocks stop.

    Choices that are impossible now are disabled. More time appears only with a running clock.
    """

    def __init__(
        self,
        services: Services,
        session: Session,
        resigner: Seat | None,
        analysing: bool | None = None,
        quiet: bool | None = None,
    ) -> None:
        """`analysing` says whether the evaluation is shown; None if the game has none.

        `quiet` says whether the person who pauses has switched signs off (see `strip`); None if nobody gives signs.
        """
        self.services = services
        self.analysing = analysing
        self.quiet = quiet
        self.session = session
        self.resigner = resigner
        super().__init__(
            services.stage, "", self._rules(), self._answers(), cancel=PauseChoice.RESUME, stacked=True, width=WIDTH
        )

    @property
    def _is_for_cup(self) -> bool:
        """Whether this is a game of the cup. A restarted game would not count for the cup."""
        return self.services.people.party.is_cup_match(self.session.record())

    def _rules(self) -> str:
        """The unusual rules in force."""
        stage = self.services.stage
        found = rules_in_force(stage, self.session.spec, self.session.options)
        return stage.t("setup.in_force", rules=BETWEEN.join(found)) if found else ""

    def _answers(self) -> list[DialogAnswer]:
        t = self.services.stage.t
        session = self.session
        over = session.outcome is not None
        people = any(not session.seats[seat].is_ai for seat in session.actors())
        analysis = "analysis.hide" if self.analysing else "analysis.show"
        # where people race, a hint would help one of them
        racing = session.spec.simultaneous and len(session.seats) > 1
        restarts = bool(session.steps) and not self._is_for_cup
        ended = t("why.over")
        hinting = t("why.race" if racing else "why.not_yours")
        resigning = ended if over else t("why.resign" if session.spec.play.resign else "why.no_resigning")
        restarting = t("why.cup_restart" if self._is_for_cup else "why.restart")
        alone = len(session.seats) == 1
        leaving = ended if over else t("why.leave_alone")
        return [
            DialogAnswer(t("pause.resume"), PauseChoice.RESUME, primary=True),
            DialogAnswer(t("pause.hint"), PauseChoice.HINT, enabled=people and not racing, why=hinting),
            *(
                []
                if self.analysing is None
                else [DialogAnswer(t(analysis), PauseChoice.ANALYSIS, enabled=not over, why=ended)]
            ),
            DialogAnswer(t("pause.undo"), PauseChoice.UNDO, enabled=session.can_undo(), why=t("why.undo")),
            DialogAnswer(t("pause.redo"), PauseChoice.REDO, enabled=session.can_redo(), why=t("why.redo")),
            *(
                [DialogAnswer(t("pause.more_time", seconds=MORE_SECONDS), PauseChoice.MORE_TIME)]
                if session.has_clock
                else []
            ),
            DialogAnswer(t("pause.rules"), PauseChoice.RULES),
            DialogAnswer(t("kiosk.clear"), PauseChoice.START_OVER)
            if self.services.is_unattended
            else DialogAnswer(t("menu.settings"), PauseChoice.SETTINGS, is_for_owner=True),
            *(
                []
                if self.quiet is None
                else [DialogAnswer(t("pause.signs_on" if self.quiet else "pause.signs_off"), PauseChoice.SIGNS)]
            ),
            DialogAnswer(t("pause.leave"), PauseChoice.LEAVE, enabled=not (over or alone), why=leaving),
            DialogAnswer(
                t("pause.resign"), PauseChoice.RESIGN, enabled=not over and self.resigner is not None, why=resigning
            ),
            DialogAnswer(t("pause.restart"), PauseChoice.RESTART, enabled=restarts, why=restarting),
            DialogAnswer(way_out(self.services, session)[0], PauseChoice.MENU),
        ]

    def _rows(self, width: int) -> list[Part]:
        """The rows from top to bottom.

        Resume comes first, then help with the game, then the table's choices. The choices that end or leave the game
        are smaller, and stand apart at the foot.
        """
        gap = cell(fit=BUTTON_GAP, least=LEAST_SHARE * BUTTON_GAP)
        found = [row(cell("answer"), fit=RESUME_HEIGHT, least=LEAST_SHARE * RESUME_HEIGHT)]
        of_table = sum(answer.result in OF_TABLE for answer in self.answers)
        for count in (len(self.answers) - 1 - of_table - len(ENDING), of_table):
            for here in _in_rows(count, self.columns):
                line = [cell("answer")] * here
                found += [gap, row(*line, gap=BUTTON_GAP, fit=BUTTON_HEIGHT, least=LEAST_SHARE * BUTTON_HEIGHT)]
        last = row(*[cell("answer")] * len(ENDING), gap=BUTTON_GAP, fit=QUIET, least=0.8 * QUIET)
        return [*found, cell("apart", fit=APART, least=LEAST_SHARE * APART), last]

    def _button(self, answer: DialogAnswer, rect: pygame.Rect) -> Widget:
        if answer.result not in ENDING:
            return super()._button(answer, rect)
        quiet = Button(rect, answer.label, lambda: self.answered(answer.result), size=QUIET_SIZE, ground=theme.INK)
        quiet.allow(answer.enabled, answer.why)
        return quiet

    @property
    def is_animated(self) -> bool:
        return self._dim_share < 1 or super().is_animated

    @property
    def _dim_share(self) -> float:
        """How far the dimming has gone, 0 to 1; it is fast with reduced motion or on a large window."""
        at_once = self.stage.look.reduced_motion or self.stage.is_large
        return min(1.0, self.age / (OPEN_SECONDS if at_once else DIMMING_SECONDS))

    def _draw_veil(self, canvas: Canvas, share: float) -> None:
        draw_dimmed(self.stage, canvas, ease_in_out(self._dim_share))

    def _draw_card(self, canvas: Canvas, rise: int, alpha: float) -> None:
        super()._draw_card(canvas, rise, alpha)
        line, place = self.stage.paint.line, self.places["apart"].move(0, rise)
        self.stage.blit(canvas, line(place.width, theme.INK, 0.3), (place.left, place.centery), alpha)

    def resized(self) -> None:
        # the language may have changed
        self.title, self.answers = self.services.stage.t("pause.title"), self._answers()
        self.body = self._rules()
        is_long = self.stage.metrics.shape is not Shape.TALL
        self.columns, self.design_width = (4, LONG_WIDTH) if is_long else (3, WIDTH)
        super().resized()

    def answered(self, result: object) -> Nav | None:
        if result is PauseChoice.RULES:
            return Push(ToRules(self.session.spec.id))
        if result is PauseChoice.START_OVER and self.services.offers.visitors is not None:
            return self.services.offers.visitors.start_over()
        return Push(ToSettings()) if result is PauseChoice.SETTINGS else Pop(result)

    def resume(self, result: object) -> Nav | None:
        # Play was chosen on the last page of the rules
        return Pop(PauseChoice.RESUME) if isinstance(result, ToSetup) else None

    def intent(self, intent: Intent) -> Nav | None:
        if intent.kind is Kind.PAUSE:
            return Pop(PauseChoice.RESUME)
        return super().intent(intent)


def _in_rows(count: int, most: int) -> list[int]:
    """Split `count` into even rows of at most `most`: 5 buttons in rows of at most 4 give [3, 2]."""
    rows = -(-count // most)
    return [count // rows + (index < count % rows) for index in range(rows)]
