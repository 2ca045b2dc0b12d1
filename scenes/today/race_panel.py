"""Beside the board of a race: the task, what is offered with the direction of each, and everybody with their points."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import pygame

from scenes.kit.drawing import theme
from scenes.kit.drawing.canvas import Canvas
from scenes.kit.drawing.fonts import Style
from scenes.kit.layout import Metrics, Places, Shape, cell, column, grid, row, stack, within
from scenes.kit.stage import Stage
from scenes.kit.widgets.person import Tag, draw_person
from scenes.services import Services
from scenes.table.board.layout import table_places
from scenes.today.solving_panel import EYEBROW, TIME, TRY, SolvingRemark, draw_remark, draw_task

ARROWS = ("↑", "→", "↓", "←")
ARROW = Style(40, theme.EYEBROW, bold=True)
OPTION = Style(36, theme.IVORY, bold=True)
PERSON = Tag(20, Style(30, theme.IVORY, bold=True), least=15)
POINTS, STATE = Style(36, theme.IVORY, bold=True), Style(24, theme.MUTED)
LEAST = 16
HIGH = 70  # design pixels of a line in which a name has its note below it


@dataclass(frozen=True, slots=True)
class RaceStanding:
    """A player's line: the person, the points, and in a word the present state.

    `lit` where it is their turn, or they have won.
    """

    identity: str
    name: str
    points: int
    state: str
    lit: bool


@dataclass(frozen=True, slots=True)
class RaceView:
    """The content of the panel: the task above, the time, the offered actions, and everybody's standing.

    `chosen` is the place on which the light lies, -1 for none.
    """

    eyebrow: str
    task: str
    goal: str
    time: str
    count: str
    options: Sequence[str]
    chosen: int
    people: Sequence[RaceStanding]


def race_places(metrics: Metrics, options: int, people: int) -> Places:
    """The places of `eyebrow`, `task`, `goal`, `time`, `remark`, and of each `option` and `person`."""
    shape = metrics.shape
    if shape is Shape.WIDE:
        offered = column(*[cell("option", 84)] * options, cell(), gap=12)
        asked = cell("eyebrow", 36), cell("task", 150), cell("goal", 84)
        left = column(*asked, stack(offered, cell("remark")), cell("time", 56), gap=16)
        return table_places(metrics, left, column(*[cell("person", 84)] * people, cell(), gap=12))
    lines = -(-people // 2)
    if shape is Shape.CLASSIC:
        head = row(cell("eyebrow"), cell("time", 130), size=44, gap=12)
        offered = column(*[cell("option", 46)] * options, cell(), gap=4)
        crowd = column(*[cell("person")] * people, size=43 * people, gap=4)
        words = head, cell("task", 92), cell("goal", 80), crowd, stack(offered, cell("remark"))
        return table_places(metrics, cell(), column(*words, gap=12))
    head = column(cell("eyebrow", 36), cell("task", 100), cell("goal", 44), gap=10)
    offered = column(grid("option", options, 2, size=152, gap=12), cell(), gap=0)
    below = column(
        stack(offered, cell("remark"), size=160), grid("person", people, 2, size=46 * lines, gap=12, row_gap=6), cell()
    )
    return table_places(metrics, row(head, cell("time", 220), gap=24), below)


class RacePanel:
    """Draws all this for one arrangement of the window."""

    def __init__(self, services: Services, options: int, people: int) -> None:
        self.stage: Stage = services.stage
        self.places = race_places(self.stage.metrics, options, people)

    def draw(self, canvas: Canvas, shown: RaceView, remark: SolvingRemark | None) -> None:
        """Draw everything; where something is remarked it stands in place of what was offered."""
        stage, places = self.stage, self.places
        stage.label(canvas, shown.eyebrow.upper(), places["eyebrow"], EYEBROW, grow=1.2, least=LEAST)
        draw_task(stage, canvas, places, shown.task, shown.goal)
        self._draw_time(canvas, shown)
        for standing, place in zip(shown.people, places.all("person"), strict=False):
            self._draw_person(canvas, standing, place)
        if remark is not None:
            draw_remark(stage, canvas, places["remark"], remark)
            return
        for number, (text, place) in enumerate(zip(shown.options, places.all("option"), strict=False)):
            self._draw_option(canvas, number, text, place, number == shown.chosen)

    def _draw_time(self, canvas: Canvas, shown: RaceView) -> None:
        stage, place = self.stage, self.places["time"]
        if stage.metrics.shape is not Shape.WIDE:
            upper = pygame.Rect(place.left, place.top, place.width, min(place.height, stage.metrics.px(56)))
            stage.label(canvas, shown.time, upper, TIME, "right", grow=1.1)
            if place.height > 2 * upper.height:
                stage.label(canvas, shown.count, upper.move(0, upper.height), TRY, "right", grow=1.2, least=20)
            return
        time = pygame.Rect(place.left, place.top, place.width // 3, place.height)
        end = stage.label(canvas, shown.time, time, TIME, grow=1.1).right + stage.metrics.px(16)
        rest = pygame.Rect(end, place.top, place.right - end, place.height)
        stage.label(canvas, shown.count, rest, TRY, grow=1.2, least=20)

    def _draw_option(self, canvas: Canvas, number: int, text: str, place: pygame.Rect, lit: bool) -> None:
        stage = self.stage
        kind = "enamel" if lit else "lacquer"
        stage.blit(canvas, stage.paint.panel(kind, place.size), place.topleft)
        at = within(stage.metrics, place, row(cell("arrow", 44), cell("text"), gap=8, pad=(14, 0)))
        arrow, style = ARROW, OPTION
        if lit:
            arrow, style = ARROW._replace(color=theme.INK_SOFT), OPTION._replace(color=theme.INK)
        stage.label(canvas, ARROWS[number], at["arrow"], arrow, "centre", least=LEAST)
        stage.label(canvas, text, at["text"], style, grow=1.1, least=LEAST)

    def _draw_person(self, canvas: Canvas, standing: RaceStanding, place: pygame.Rect) -> None:
        stage, lit = self.stage, standing.lit
        stage.blit(canvas, stage.paint.panel("enamel" if lit else "lacquer", place.size), place.topleft)
        is_high = place.height >= stage.metrics.px(HIGH)
        state = cell("state", 0 if is_high else 72)
        at = within(stage.metrics, place, row(cell("who"), state, cell("points", 48), gap=6, pad=(14, 0)))
        ink, soft = (theme.INK, theme.INK_SOFT) if lit else (theme.IVORY, theme.MUTED)
        tag = PERSON._replace(name=PERSON.name._replace(color=ink), note=STATE._replace(color=soft))
        if is_high:
            draw_person(stage, canvas, at["who"], tag, standing.identity, standing.name, standing.state)
        else:
            tag = tag._replace(radius=16, gap=8, least=13)
            draw_person(stage, canvas, at["who"], tag, standing.identity, standing.name)
            stage.label(canvas, standing.state, at["state"], tag.note, "right", least=LEAST)
        stage.label(canvas, str(standing.points), at["points"], POINTS._replace(color=ink), "right", least=LEAST)
