"""What lies beside the board: whose turn it is, the seats' cards, the moves, and why a try is barred."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import pygame

from game.core.record import SeatConfig
from game.core.rules import Seat
from game.roster import stands_in
from scenes.kit import svg, theme
from scenes.kit.canvas import Canvas
from scenes.kit.fonts import Style
from scenes.kit.layout import Shape
from scenes.kit.paint import Sprite
from scenes.kit.stage import Stage
from scenes.services import Services
from scenes.table.board import Actors, AnyBoard, Problem
from scenes.table.faces import level_of
from scenes.table.move_list import MoveList, draw_move_list
from scenes.table.seat_cards import Card, draw_card
from scenes.table.thinking_cup import WIDTH, draw_cup

EYEBROW = Style(theme.CAPTION, theme.EYEBROW, bold=True, spacing=4)
SENTENCE = Style(theme.HEADING, theme.IVORY, bold=True)
HELPER = Style(theme.HELPER, theme.MUTED)
WARNING = Style(theme.HELPER, theme.WARN, bold=True)
REASON = Style(theme.HELPER, theme.IVORY)
LEAST_SENTENCE = 24  # with a name of twelve kana
MOST_GROWTH = 1.2  # how far the sentence follows the text scale: it is large already
_Places = tuple[dict[Seat, pygame.Rect], pygame.Rect | None, tuple[float, float], float]


@dataclass(slots=True)
class PanelContent:
    """What the side panel says in this frame; `lights` (0..1 by seat) are those that are drawn."""

    sentence: str
    helper: str
    state: Any
    lights: Mapping[Seat, float]
    moves: MoveList
    problem: Problem | None = None
    thinking: bool = False
    actors: Actors[Any, Any] | None = None  # of all persons who may act, for a side panel of a game's own
    selection: Any = None


class SidePanel:
    """Places and draws everything beside one board, for one arrangement of the window.

    With `replay` there is room for the transport between title and cards.
    """

    bar_top = 1541  # design pixels: from there on the bar of a match has the tall arrangement for itself

    def __init__(
        self,
        services: Services,
        eyebrow: str,
        seats: Sequence[SeatConfig],
        board: AnyBoard,
        replay: bool = False,
    ) -> None:
        self.services = services
        self.stage = services.stage
        self.eyebrow = eyebrow
        self.seats = tuple(seats)
        self.board = board
        self.replay = replay
        self.analysis: pygame.Rect | None = None  # where a game's own has room for what positions are worth
        self.is_analysed = False  # whether that is shown
        self.is_paper_hidden = False  # while something else lies where the moves are written
        self.by_touch = match_by_touch(self.stage)
        self.cards, self.move_list, self.title, self.width = self._places()

    @property
    def transport(self) -> pygame.Rect:
        """The room that `replay` leaves."""
        rect = self.stage.metrics.rect
        if self.stage.metrics.shape is Shape.TALL:
            return rect(54, 1516, 972, 176)
        if self.stage.metrics.shape is Shape.CLASSIC:
            return rect(992, 248, 376, 176)
        return rect(96, 512 if len(self.seats) == 2 else 256, 392, 176)

    @property
    def spare(self) -> pygame.Rect | None:
        """The room of an upright match by touch, which has no list of moves: beside the lower card, or the title."""
        if self.replay or self.move_list is not None or self.stage.metrics.shape is not Shape.TALL:
            return None
        return self.stage.metrics.rect(*((552, 1352, 474, 140) if len(self.seats) == 2 else (54, 240, 474, 84)))

    def _places(self) -> _Places:
        """Card by seat, the paper (if there is room), the title's corner and the width of its lines (design)."""
        around = self.board.places()
        shape = self.stage.metrics.shape
        rect = self.stage.metrics.rect
        if shape is Shape.WIDE:
            return self._wide(around)
        if shape is Shape.CLASSIC:
            return self._classic_replay(around) if self.replay else self._classic(around)
        move_list = None if self.replay or match_by_touch(self.stage) else rect(54, 1540, 972, 216)
        if len(around) == 2:
            cards = {around[0]: rect(54, 1352, 972, 140), around[1]: rect(587, 64, 439, 216)}
            return cards, move_list, (54, 82), 510
        cards = {
            around[0]: rect(54, 1352, 474, 140),
            around[1]: rect(552, 1352, 474, 140),
            around[2]: rect(552, 54, 474, 124),
            around[3]: rect(552, 194, 474, 124),
        }
        return cards, move_list, (54, 82), 474

    def _wide(self, around: Sequence[Seat]) -> _Places:
        rect = self.stage.metrics.rect
        if len(around) == 2:
            cards = {around[0]: rect(96, 720, 392, 216), around[1]: rect(1432, 56, 392, 216)}
            return cards, rect(1432, 328, 392, 608), (96, 84), 400
        spots = [(96, 720), (96, 464), (1432, 56), (1432, 312)]
        cards = {seat: rect(x, y, 392, 216) for seat, (x, y) in zip(around, spots, strict=True)}
        return cards, rect(1432, 568, 392, 368), (96, 84), 400

    def _classic(self, around: Sequence[Seat]) -> _Places:
        rect = self.stage.metrics.rect
        if len(around) == 2:
            cards = {around[1]: rect(992, 304, 376, 144), around[0]: rect(992, 792, 376, 144)}
            return cards, rect(992, 476, 376, 288), (992, 84), 376
        order = [around[2], around[3], around[1], around[0]]
        cards = {seat: rect(992, 304 + i * 160, 376, 144) for i, seat in enumerate(order)}
        return cards, None, (992, 84), 376

    def _classic_replay(self, around: Sequence[Seat]) -> _Places:
        rect = self.stage.metrics.rect
        if len(around) == 2:
            cards = {around[1]: rect(992, 456, 376, 112), around[0]: rect(992, 824, 376, 112)}
            return cards, rect(992, 592, 376, 208), (992, 84), 376
        order = [around[2], around[3], around[1], around[0]]
        cards = {seat: rect(992, 452 + i * 124, 376, 112) for i, seat in enumerate(order)}
        return cards, None, (992, 84), 376

    def covered(self, content: PanelContent) -> pygame.Rect:
        """The pixels that a game's own side panel takes from cards and moves for a while; by default none."""
        return pygame.Rect(0, 0, 0, 0)

    def draw(self, canvas: Canvas, content: PanelContent) -> None:
        """Draw the side panel."""
        if self.by_touch != match_by_touch(self.stage):
            self.by_touch = not self.by_touch
            self.cards, self.move_list, self.title, self.width = self._places()
        self._draw_title(canvas, content)
        covered = self.covered(content)
        for seat, rect in self._cards().items():
            if not rect.colliderect(covered):
                draw_card(self.services, canvas, rect, self._card(content.state, seat), content.lights[seat])
        if self.move_list is not None and not self.is_paper_hidden and not self.move_list.colliderect(covered):
            draw_move_list(self.services, canvas, self.move_list, content.moves, len(self.seats))
        if content.problem is not None:
            self._draw_problem(canvas, content.problem)

    def _cards(self) -> dict[Seat, pygame.Rect]:
        """The places of the cards; one gives way to what lies in its spare room."""
        if not self.is_analysed or self.spare is None:
            return self.cards
        gap = self.stage.metrics.px(24)
        given = {seat: rect.colliderect(self.spare) for seat, rect in self.cards.items()}
        return {
            seat: pygame.Rect(rect.left, rect.top, self.spare.left - gap - rect.left, rect.height)
            if given[seat]
            else rect
            for seat, rect in self.cards.items()
        }

    def _card(self, state: Any, seat: Seat) -> Card:
        config = self.seats[seat]
        people = sum(not other.is_ai for other in self.seats)
        t = self.stage.t
        if config.is_engine:
            who = t("who.engine")
        elif config.is_ai:
            who = t("who.ai", level=config.level, name=t(f"level.{config.level}"))
        elif people == 1 and not self.replay and not stands_in(self.services.roster, config):
            who = t("who.you")
        elif config.device.startswith("pad") and not self.replay:
            who = self.stage.pad_name(int(config.device[3:]))
        else:
            who = t("setup.person")
        aim = self._aim(state, seat, short=True)
        brief = f"{t('setup.ai')} {config.level}" if config.is_ai and not config.is_engine else who
        notes = (f"{who} · {self._aim(state, seat)}", f"{who} · {aim}", f"{who} {aim}", f"{brief} {aim}", aim)
        return Card(
            config.identity,
            self.services.name(config),
            notes,
            self.board.words.stock(state, seat),
            self.board.setup,
            level_of(config),
        )

    def _aim(self, state: Any, seat: Seat, short: bool = False) -> str:
        """What a card says of the seat's aim in this position."""
        return self.board.words.side_note(seat, short)

    def _draw_title(self, canvas: Canvas, content: PanelContent) -> None:
        stage = self.stage
        x, baseline = stage.metrics.point(*self.title)
        width = stage.metrics.px(self.width)
        eyebrow = self.eyebrow.upper()
        small = stage.shrunk(eyebrow, stage.capped(EYEBROW, MOST_GROWTH), width, 20)
        stage.text(canvas, eyebrow, (x, baseline), small, width=width)
        top = baseline + stage.metrics.px(76)
        sentence = stage.shrunk(content.sentence, stage.capped(SENTENCE, MOST_GROWTH), width, LEAST_SENTENCE)
        stage.text(canvas, content.sentence, (x, top), sentence, width=width)
        helper = content.helper
        if helper and (content.problem is None or self._panel_rect(content.problem) is not None):
            lines = helper.split("\n")
            widest_line = max(lines, key=lambda line: stage.fonts.width(line, HELPER))
            style = stage.shrunk(widest_line, HELPER, width)
            if stage.fonts.width(widest_line, style) > width:
                lines, style = stage.fitted(helper, HELPER, width, stage.metrics.px(96))
                lines = lines[:2]
            stage.paragraph(canvas, lines, (x, top + stage.metrics.px(52)), style)
            if content.thinking:
                widest = max(stage.fonts.width(line, style) for line in lines)
                right = x + widest + stage.metrics.px(WIDTH + 8)
                draw_cup(stage, canvas, right, top + stage.metrics.px(60))

    def _panel_rect(self, problem: Problem) -> pygame.Rect | None:
        """Where the reason is explained: in the left rail, above the cards; None where it takes the helper's place."""
        if self.stage.metrics.shape is not Shape.WIDE:
            return None
        top = min(rect.top for rect in self.cards.values() if rect.left < self.stage.metrics.size[0] // 2)
        height = self.stage.metrics.px(110) + self.stage.fonts.line_height(REASON) * len(self._reason(problem))
        bottom = top - self.stage.metrics.px(32)
        left, width = self.stage.metrics.point(96, 0)[0], self.stage.metrics.px(392)
        if bottom - height < self.stage.metrics.point(0, 180)[1]:
            return None
        return pygame.Rect(left, bottom - height, width, height)

    def _reason(self, problem: Problem) -> list[str]:
        return self.stage.lines(problem.text, REASON, self.stage.metrics.px(392 - 56))

    def _draw_problem(self, canvas: Canvas, problem: Problem) -> None:
        stage = self.stage
        unit = stage.metrics.px
        panel = self._panel_rect(problem)
        if panel is None:
            x, baseline = stage.metrics.point(*self.title)
            width = unit(self.width)
            lines, style = stage.fitted(problem.text, Style(theme.CAPTION, theme.WARN), width, unit(112))
            stage.paragraph(canvas, lines[:3], (x, baseline + unit(118)), style)
            return
        stage.put(canvas, stage.paint.panel("lacquer", panel.size), panel.topleft)
        sign = stage.paint.once("barred sign", lambda: Sprite(_sign(unit(52))))
        stage.put(canvas, sign, (panel.left + unit(28), panel.top + unit(24)))
        title = stage.shrunk(problem.title, WARNING, unit(280))
        stage.text(canvas, problem.title, (panel.left + unit(96), panel.top + unit(62)), title, width=unit(280))
        stage.paragraph(canvas, self._reason(problem), (panel.left + unit(28), panel.top + unit(124)), REASON)


def match_by_touch(stage: Stage) -> bool:
    """Whether the lower part of the tall arrangement holds buttons, not glyphs and the moves."""
    return stage.devices.current.family in ("touch", "mouse")


def _sign(side: int) -> pygame.Surface:
    body = f'<circle cx="34" cy="34" r="28" fill="#FFF6E8" stroke="{theme.SIGN}" stroke-width="8"/>'
    body += f'<path d="M15 15L53 53" stroke="{theme.SIGN}" stroke-width="8"/>'
    return svg.render(body, side, side, (68, 68))
