"""What lies beside the board: whose turn it is, the seats' cards, the moves, and why a try is barred."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pygame

from game.core.rules import Seat
from game.session import Session
from scenes.board import BoardScene, Problem
from scenes.cards import Card, draw_card
from scenes.house import House
from scenes.kit import svg, theme
from scenes.kit.canvas import Canvas
from scenes.kit.fonts import Style
from scenes.kit.layout import Shape
from scenes.kit.paint import Sprite
from scenes.kit.stage import Stage
from scenes.paper import Entry, draw_moves
from scenes.steam import WIDTH, draw_cup

if TYPE_CHECKING:
    from scenes.match import MatchScene

EYEBROW = Style(theme.CAPTION, theme.EYEBROW, bold=True, spacing=4)
SENTENCE = Style(theme.HEADING, theme.IVORY, bold=True)
HELPER = Style(theme.HELPER, theme.MUTED)
WARNING = Style(theme.HELPER, theme.WARN, bold=True)
REASON = Style(theme.HELPER, theme.IVORY)


class Rails:
    """Places and draws everything beside one board, for one arrangement of the window."""

    def __init__(self, house: House, session: Session, board: BoardScene[Any, Any, Any]) -> None:
        self.house = house
        self.stage = house.stage
        self.session = session
        self.board = board
        self.by_touch = match_by_touch(self.stage)
        self.cards, self.paper, self.title, self.width = self._places()

    def _places(self) -> tuple[dict[Seat, pygame.Rect], pygame.Rect | None, tuple[float, float], float]:
        """Card by seat, the paper (if there is room), the title's corner and the width of its lines (design)."""
        around = self.board.places()
        shape = self.stage.metrics.shape
        rect = self.stage.metrics.rect
        if shape is Shape.WIDE:
            return self._wide(around)
        if shape is Shape.CLASSIC:
            return self._classic(around)
        paper = None if match_by_touch(self.stage) else rect(54, 1540, 972, 216)
        if len(around) == 2:
            cards = {around[0]: rect(54, 1352, 972, 140), around[1]: rect(587, 64, 439, 216)}
            return cards, paper, (54, 82), 510
        cards = {
            around[0]: rect(54, 1352, 474, 140),
            around[1]: rect(552, 1352, 474, 140),
            around[2]: rect(552, 54, 474, 124),
            around[3]: rect(552, 194, 474, 124),
        }
        return cards, paper, (54, 82), 474

    def _wide(self, around: Any) -> tuple[dict[Seat, pygame.Rect], pygame.Rect | None, tuple[float, float], float]:
        rect = self.stage.metrics.rect
        if len(around) == 2:
            cards = {around[0]: rect(96, 720, 392, 216), around[1]: rect(1432, 56, 392, 216)}
            return cards, rect(1432, 328, 392, 608), (96, 84), 400
        spots = [(96, 720), (96, 464), (1432, 56), (1432, 312)]
        cards = {seat: rect(x, y, 392, 216) for seat, (x, y) in zip(around, spots, strict=True)}
        return cards, rect(1432, 568, 392, 368), (96, 84), 400

    def _classic(self, around: Any) -> tuple[dict[Seat, pygame.Rect], pygame.Rect | None, tuple[float, float], float]:
        rect = self.stage.metrics.rect
        if len(around) == 2:
            cards = {around[1]: rect(992, 304, 376, 144), around[0]: rect(992, 792, 376, 144)}
            return cards, rect(992, 476, 376, 288), (992, 84), 376
        order = [around[2], around[3], around[1], around[0]]
        cards = {seat: rect(992, 304 + i * 160, 376, 144) for i, seat in enumerate(order)}
        return cards, None, (992, 84), 376

    def draw(self, canvas: Canvas, match: MatchScene) -> None:
        """Draw the rails for the match as it stands."""
        if self.by_touch != match_by_touch(self.stage):
            self.by_touch = not self.by_touch
            self.cards, self.paper, self.title, self.width = self._places()
        self._draw_title(canvas, match)
        for seat, rect in self.cards.items():
            draw_card(self.house, canvas, rect, self._card(match, seat), match.drawn_light(seat))
        if self.paper is not None:
            self._draw_paper(canvas, self.paper, match)
        problem = match.problem
        if problem is not None:
            self._draw_problem(canvas, problem)

    def _card(self, match: MatchScene, seat: Seat) -> Card:
        config = self.session.seats[seat]
        people = sum(not other.is_ai for other in self.session.seats)
        t = self.stage.t
        if config.is_ai:
            who = t("who.ai", level=config.level)
        elif people == 1:
            who = t("who.you")
        elif config.device.startswith("pad"):
            who = t("device.pad", number=config.device[3:])
        else:
            who = t("setup.person")
        aim = self.board.side_note(seat, short=True)
        notes = (f"{who} · {self.board.side_note(seat)}", f"{who} · {aim}", f"{who} {aim}", aim)
        return Card(config.identity, self.house.name(config), notes, self.board.stock(match.shown, seat))

    def _draw_title(self, canvas: Canvas, match: MatchScene) -> None:
        stage = self.stage
        x, baseline = stage.metrics.point(*self.title)
        width = stage.metrics.px(self.width)
        name = stage.t(f"game.{self.session.spec.id}")
        stage.text(canvas, name.upper(), (x, baseline), EYEBROW, width=width)
        top = baseline + stage.metrics.px(76)
        stage.text(canvas, self._sentence(), (x, top), self._sentence_style(width), width=width)
        helper = self._helper(match)
        if helper and (match.problem is None or self._panel_rect(match.problem) is not None):
            style = stage.shrunk(helper, HELPER, width)
            style = style if stage.fonts.width(helper, style) <= width else HELPER
            lines = stage.lines(helper, style, width)[:2]
            stage.paragraph(canvas, lines, (x, top + stage.metrics.px(52)), style)
            if self._is_thinking(match):
                widest = max(stage.fonts.width(line, style) for line in lines)
                right = x + widest + stage.metrics.px(WIDTH + 8)
                draw_cup(stage, canvas, right, top + stage.metrics.px(60))

    def _sentence_style(self, width: int) -> Style:
        """The sentence at its size, or a little smaller where a long name would be cut."""
        return self.stage.shrunk(self._sentence(), SENTENCE, width, theme.NAME)

    def _sentence(self) -> str:
        t = self.stage.t
        outcome = self.session.outcome
        if outcome is not None:
            names = self.house.names([self.session.seats[seat] for seat in outcome.winners])
            return t("result.wins", name=names, count=len(outcome.winners))
        return t("match.turn", name=self.house.name(self.session.seats[self.session.actors()[0]]))

    def _is_thinking(self, match: MatchScene) -> bool:
        actors = self.session.actors()
        return bool(actors) and self.session.seats[actors[0]].is_ai and not match.note and match.review_ply is None

    def _helper(self, match: MatchScene) -> str:
        t = self.stage.t
        if match.review_ply is not None:
            return t("review.at", ply=match.review_ply, total=self.session.ply)
        if self.session.outcome is not None:
            return ""
        if match.note:
            return match.note
        actor = self.session.actors()[0]
        if self.session.seats[actor].is_ai:
            return t("match.thinking", name=self.house.name(self.session.seats[actor]))
        if match.human_to_act is None:
            return ""
        return self.board.helper(self.session.state, match.selection, self.stage.devices.current.family)

    def _draw_paper(self, canvas: Canvas, rect: pygame.Rect, match: MatchScene) -> None:
        shown = len(self.session.steps) if match.review_ply is None else match.review_ply
        seats = self.session.seats
        entries = [
            Entry(self.board.notation(step.action), seats[step.seat].identity) for step in self.session.steps[:shown]
        ]
        actors = self.session.actors()
        upcoming = seats[actors[0]].identity if actors and match.review_ply is None else ""
        draw_moves(self.house, canvas, rect, entries, len(seats), upcoming)

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
            style = Style(theme.CAPTION, theme.WARN)
            stage.paragraph(canvas, stage.lines(problem.text, style, width)[:3], (x, baseline + unit(124)), style)
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
