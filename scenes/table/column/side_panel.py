"""The panel beside the board: whose turn it is, the seats' cards, the moves, and why a try is barred."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import pygame

from game.core.record import SeatConfig
from game.core.rules import Seat
from game.roster import stands_in
from scenes.kit.drawing import theme
from scenes.kit.drawing.canvas import Canvas
from scenes.kit.drawing.fonts import Style
from scenes.kit.layout import GAP, Part, Shape, cell, cells, column, row, stack, within
from scenes.kit.stage import Stage
from scenes.services import Services
from scenes.table.art.cups import WIDTH, draw_cup, draw_table_cup
from scenes.table.art.faces import level_of
from scenes.table.board.layout import CARD, table_places, transport_part
from scenes.table.column.move_list import MoveList, draw_move_list
from scenes.table.column.seat_cards import SeatCard, draw_card
from scenes.table.contract.board import AnyBoard
from scenes.table.contract.input import Actors
from scenes.table.contract.words import IllegalReason

EYEBROW = Style(theme.CAPTION, theme.EYEBROW, bold=True, spacing=4)
SENTENCE = Style(theme.HEADING, theme.IVORY, bold=True)
HELPER = Style(theme.HELPER, theme.MUTED)
WARNING = Style(theme.HELPER, theme.WARN, bold=True)
REASON = Style(theme.HELPER, theme.IVORY)
MOST_GROWTH = 1.2  # how far the sentence follows the text scale: it is large already
HELPER_HEIGHT, MOST_HELP = 100, 3  # design pixels of two lines; in the smallest type it may be one more


@dataclass(slots=True)
class PanelContent:
    """The content of the side panel in this frame; `lights` (0..1 by seat) are those that are drawn."""

    sentence: str
    helper: str
    state: Any
    lights: Mapping[Seat, float]
    moves: MoveList
    problem: IllegalReason | None = None
    is_ai_thinking: bool = False
    actors: Actors[Any, Any] | None = None  # of all persons who may act, for a side panel of a game's own
    selection: Any = None


@dataclass(eq=False)
class SidePanel:
    """Places and draws everything beside one board, for one arrangement of the window.

    With `replay` there is room for the transport between title and cards.
    """

    services: Services
    eyebrow: str
    seats: Sequence[SeatConfig]
    board: AnyBoard
    is_replay: bool = False

    bar_top = 1541  # design pixels: from there on the bar of a match has the tall arrangement for itself
    rail_card, rail_gap = 144, GAP  # and of two players' cards where all lies in one rail, and between them
    least_sentence, least_helper = 24.0, 28.0  # the former with a name of twelve kana
    is_analysed = False  # whether it is shown what positions are worth
    is_paper_hidden = False  # while something else lies where the moves are written

    def __post_init__(self) -> None:
        self.stage = self.services.stage
        self.seats = tuple(self.seats)
        roster = self.services.people.roster
        self._stood_in = {seat for seat, config in enumerate(self.seats) if stands_in(roster, config)}
        self.arrange()

    def arrange(self) -> None:
        """Lay everything out for the window, and for the device in the hand."""
        self.by_touch = match_by_touch(self.stage)
        self.places = table_places(self.stage.metrics, *self._plan())
        self.cards = {seat: self.places[f"card {seat}"] for seat in range(len(self.seats))}
        self.move_list = self.places.get("paper")

    @property
    def transport(self) -> pygame.Rect:
        """The room that `replay` leaves."""
        return self.places["transport"]

    @property
    def analysis(self) -> pygame.Rect | None:
        """The place of the analysis: one of its own, else that of the moves; None for none."""
        return self.places.get("analysis") or self.move_list

    def _plan(self) -> tuple[Part, Part]:
        """What lies before and after the board (`table_places`): the title, `card N` by seat, the `paper`."""
        around = self.board.seats
        two, shape = len(around) == 2, self.stage.metrics.shape

        def card(index: int, size: float | None = None) -> Part:
            return cell(f"card {around[index]}", size)

        transport = transport_part(shape, self.by_touch) if self.is_replay else None
        if shape is Shape.WIDE:
            said: tuple[Part | None, ...] = (title(196), column(cell("analysis", most=268)))
            if self.is_replay:
                said = title(), cell("analysis", 200 if self.by_touch else 232) if two else None, transport
            left, right = range(len(around) // 2)[::-1], range(len(around) // 2, len(around))
            before = column(*said, *(card(index, CARD) for index in left), gap=32)
            return before, column(*(card(index, CARD) for index in right), cell("paper"), gap=32)
        if shape is Shape.CLASSIC and two:
            said, size, gap = (title(224), None), self.rail_card, self.rail_gap
            if self.is_replay:
                said, size, gap = (title(150 if self.by_touch else 176), transport), 112, GAP
            return cell(), column(*said, card(1, size), cell("paper"), card(0, size), gap=gap)
        if shape is Shape.CLASSIC:
            return cell(), column(title(176), transport or cell("analysis", 60), *map(card, (2, 3, 1, 0)), gap=14)
        upper = column(card(1, CARD)) if two else column(card(2), card(3), gap=16)
        lower = card(0) if two else row(card(0), card(1))
        below: Part | None = transport or cell("paper", CARD)
        height = 132 if self.is_replay else 0
        if self.by_touch and not self.is_replay:  # buttons lie where the moves would
            lower = stack(lower, row(*cells("beside analysis"))) if two else lower
            below, height = None, 0 if two else 84
        analysed = column(cell(), cell("analysis", height), gap=0) if height else None
        before = row(stack(title(), analysed, size=510 if two else None), upper)
        return before, column(row(lower, size=140), below, cell(), gap=48, pad=(0, 16, 0, 0))

    def covered(self, content: PanelContent) -> pygame.Rect:
        """The pixels that a game's own side panel takes from cards and moves for a while; by default none."""
        return pygame.Rect(0, 0, 0, 0)

    def draw(self, canvas: Canvas, content: PanelContent) -> None:
        """Draw the side panel."""
        if self.by_touch != match_by_touch(self.stage):
            self.arrange()
        self._draw_title(canvas, content)
        covered = self.covered(content)
        if (room := self._cup_room(content)) is not None and not room.colliderect(covered):
            draw_table_cup(self.stage, canvas, room)
        for seat, rect in self._cards().items():
            if not rect.colliderect(covered):
                draw_card(self.stage, canvas, rect, self._card(content.state, seat), content.lights[seat])
        if self.move_list is not None and not self.is_paper_hidden and not self.move_list.colliderect(covered):
            draw_move_list(self.stage, canvas, self.move_list, content.moves, len(self.seats))
        if content.problem is not None and (panel := self._warning_place(content, content.problem)) is not None:
            self._draw_warning(canvas, panel, content.problem)

    def _cup_room(self, content: PanelContent) -> pygame.Rect | None:
        """Where a cup stands beside a board for two: in the place of the analysis while there is none, nor a reason."""
        free = self.stage.metrics.shape is Shape.WIDE and not self.is_replay and len(self.seats) <= 2
        if not free or self.is_analysed or content.problem is not None:
            return None
        return self.places.get("analysis")

    def _cards(self) -> dict[Seat, pygame.Rect]:
        """The places of the cards; the lower one gives way to what is told beside it."""
        beside = self.places.get("beside") if self.is_analysed else None
        return self.cards if beside is None else {**self.cards, self.board.seats[0]: beside}

    def _card(self, state: object, seat: Seat) -> SeatCard:
        config = self.seats[seat]
        people = sum(not other.is_ai for other in self.seats)
        t = self.stage.t
        if config.is_engine:
            who = t("who.engine")
        elif config.resigned:
            who = t("resign.plays_for", name=self.services.people.owner(config))
        elif config.is_ai:
            who = t("who.ai", level=config.level, name=t(f"level.{config.level}"))
        elif people == 1 and not self.is_replay and seat not in self._stood_in:
            who = t("who.you")
        elif config.device.slot and not self.is_replay:
            who = self.stage.pad_name(config.device.slot)
        else:
            who = t("setup.person")
        words = self.board.words.seat(state, seat)
        aim = words.short_aim
        brief = f"{t('setup.ai')} {config.level}" if config.is_ai and not config.is_engine else who
        shortest = (who,) if config.resigned else (f"{brief} {aim}", aim)
        notes = (f"{who} · {words.aim}", f"{who} · {aim}", f"{who} {aim}", *shortest)
        return SeatCard(
            config.identity,
            self.services.people.name(config),
            notes,
            words.stock,
            self.board.setup,
            level_of(config),
        )

    def _draw_title(self, canvas: Canvas, content: PanelContent) -> None:
        stage, places = self.stage, self.places
        stage.label(canvas, self.eyebrow.upper(), places["eyebrow"], EYEBROW, grow=MOST_GROWTH, least=20)
        stage.label(canvas, content.sentence, places["sentence"], SENTENCE, grow=MOST_GROWTH, least=self.least_sentence)
        text, style = content.helper, HELPER
        if content.problem is not None and self._warning_place(content, content.problem) is None:
            text, style = content.problem.text, Style(theme.CAPTION, theme.WARN)
        room = pygame.Rect(places["helper"].topleft, (places["helper"].width, stage.metrics.px(HELPER_HEIGHT)))
        longest = max(text.split("\n"), key=lambda line: stage.fonts.width(line, style))
        style = stage.shrink_to_width(longest, style, room.width, self.least_helper)
        place = stage.label(canvas, text, room, style, lines=MOST_HELP, grow=math.inf, top=True)
        if text and content.is_ai_thinking:
            draw_cup(stage, canvas, place.right + stage.metrics.px(WIDTH + 8), place.bottom)

    def _warning_place(self, content: PanelContent, problem: IllegalReason) -> pygame.Rect | None:
        """Where the reason is explained: in the left rail, above the cards; None where it takes the helper's place."""
        if self.stage.metrics.shape is not Shape.WIDE:
            return None
        px, rail = self.stage.metrics.px, self.places["helper"]
        bottom = min(rect.top for rect in self.cards.values() if rect.left == rail.left) - px(32)
        least = rail.top + px(16 + self.stage.natural_height(content.helper, HELPER, rail.width, HELPER_HEIGHT))
        grown, usual = (
            bottom - px(112 + self.stage.natural_height(problem.text, style, rail.width - 2 * px(28)))
            for style in (REASON, self.stage.limit_scale(REASON, 1.0))
        )
        top = max(least, grown)
        return pygame.Rect(rail.left, top, rail.width, bottom - top) if usual >= least else None

    def _draw_warning(self, canvas: Canvas, panel: pygame.Rect, problem: IllegalReason) -> None:
        stage = self.stage
        stage.blit(canvas, stage.paint.panel("lacquer", panel.size), panel.topleft)
        head = row(*cells("sign", 52), cell("title"), size=52, gap=16)
        parts = within(stage.metrics, panel, column(head, cell("reason"), gap=10, pad=(28, 24)))
        stage.blit(canvas, stage.drawing("barred", parts["sign"].size), parts["sign"].topleft)
        stage.label(canvas, problem.title, parts["title"], WARNING)
        stage.label(canvas, problem.text, parts["reason"], REASON, lines=0, grow=math.inf, top=True)


def title(size: float | None = None) -> Part:
    """Return the room of the panel's title: from top to bottom the game, whose turn it is, and a line of help."""
    return column(cell("eyebrow", 36), cell("sentence", 84), cell("helper"), size=size, gap=0)


def match_by_touch(stage: Stage) -> bool:
    """Whether the lower part of the tall arrangement holds buttons, not glyphs and the moves."""
    return stage.devices.current.family in ("touch", "mouse")
