"""The panel beside the board: whose turn it is, the seats' cards, the moves, and why a try is forbidden.

A seat's card shows its player and stock. The card is enamel while the seat is in turn.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import pygame

from game.core.record import SeatConfig
from game.core.rules import Seat
from game.people.roster import stands_in
from scenes.kit.drawing import theme
from scenes.kit.drawing.canvas import Canvas, Drawable, SurfaceCanvas
from scenes.kit.drawing.fonts import Style
from scenes.kit.drawing.paint import LIFT_CARD, LIFT_DIALOG, Sprite
from scenes.kit.layout import GAP, Part, Shape, cell, cells, column, row, stack, within
from scenes.kit.stage import Stage
from scenes.kit.widgets.person import draw_owned_panel
from scenes.services import Services
from scenes.table.art.cups import WIDTH, draw_cup, draw_table_cup
from scenes.table.art.faces import NO_FACE, Face, draw_face, face_of
from scenes.table.board.layout import CARD, table_places, transport_part
from scenes.table.board.turn_light import draw_lamp, draw_rim, forward
from scenes.table.column.move_list import MoveList, draw_move_list
from scenes.table.contract.board import AnyBoard
from scenes.table.contract.input import Actors
from scenes.table.contract.setup import GameSetup, Stock
from scenes.table.contract.words import IllegalReason

# A card lower than FULL_HEIGHT (design pixels) has everything in one row. It shows the pieces only if it is at least
# WIDE.
FULL_HEIGHT, WIDE = 195, 700
TOKEN, STOCK = 36, 48
# Width of the face of an AI's level, at the lower right of the token.
FACE = 44
# An identity without a pattern, for a card's edge in a side's own colour.
PLAIN = "circle"
COUNT = Style(48, theme.IVORY, bold=True)
# Smallest type size of a name, at which twelve kana fit.
LEAST_NAME = 14
# Limit of the text scale on cards.
CARD_GROWTH = 1.2
EYEBROW = Style(theme.CAPTION, theme.EYEBROW, bold=True, spacing=4)
SENTENCE = Style(theme.HEADING, theme.IVORY, bold=True)
HELPER = Style(theme.HELPER, theme.MUTED)
WARNING = Style(theme.HELPER, theme.WARN, bold=True)
REASON = Style(theme.HELPER, theme.IVORY)
# Limit of the text scale for the large sentence.
MOST_GROWTH = 1.2
# Design pixels of the sentence that says whose turn it is, and of the line of help.
SENTENCE_ROOM, HELPER_ROOM = 116, 144
# Type sizes of the sentence. The largest one at which no word breaks is used.
SENTENCES = (theme.HEADING, theme.TITLE, 44, theme.NAME)
ASKED = (theme.NAME,)
# Type sizes for texts that are too long for their place in any larger size.
SMALLER = (theme.LIST, theme.HELPER, theme.CAPTION, 26, 24)
# Height of the strip for people who wait for their match in a cup: beside a board, in a 4:3 window, and below a board.
STRIP, NARROW_STRIP, LOW_STRIP = 312, 256, 160
# Least height of the moves above the strip.
LEAST_PAPER = 150
# Height of the title: in a game for two, and where there is less room.
HIGH_TITLE, LOW_TITLE = 36 + SENTENCE_ROOM + HELPER_ROOM, 36 + SENTENCE_ROOM + 100


@dataclass(frozen=True, slots=True)
class SeatCard:
    """The content of a seat's card.

    `notes` has shorter and shorter forms of the note; the first one that fits is shown.
    """

    identity: str
    name: str
    notes: tuple[str, ...]
    stock: Stock
    setup: GameSetup
    face: Face = NO_FACE  # of the seat's AI


def draw_card(stage: Stage, canvas: Canvas, rect: pygame.Rect, card: SeatCard, light: float) -> None:
    """Draw a card at `rect` (pixels).

    `light` (0 to 1) fades the card from lacquer to enamel. An enamel card lies higher and has a longer shadow.
    """
    for lift, share in ((LIFT_CARD, 1 - light), (LIFT_DIALOG, light)):
        stage.blit(
            canvas,
            stage.paint.shadow(rect.size, lift),
            rect.topleft,
            share,
            # Shadows are separate from the faces, so that a fading card does not redraw them.
        )
    if light < 1:
        stage.blit(canvas, _card(stage, rect.size, card, lit=False), rect.topleft)
    if light > 0:
        stage.blit(canvas, _card(stage, rect.size, card, lit=True), rect.topleft, light)


def _card(stage: Stage, size: tuple[int, int], card: SeatCard, lit: bool) -> Sprite:
    return stage.paint.cached_one(f"card {card.identity} {lit}", (size, card), lambda: _make(stage, size, card, lit))


def card_plan(width: float, height: float) -> Part:
    """Lay out a card: the `token`, the `words` and the `stock`. A high card has a thin `line` above the stock."""
    if height >= FULL_HEIGHT:
        head = row(cell("token", 2 * TOKEN), cell("words"), size=2 * TOKEN, gap=16)
        stock, line = row(cell("stock"), size=STOCK, pad=(6, 0, 8, 0)), row(cell("line"), size=2, pad=(6, 0, 14, 0))
        share = min(1.0, (height - 2 * TOKEN - STOCK - 2) / 94)  # of the usual gaps, less than 1 in a low card
        return column(head, line, stock, gap=22 * share, pad=(30, 28 * share, 16, 0))
    room = 470 if width >= WIDE else 122 if width > 420 else 82
    return row(cell("token", 2 * TOKEN), cell("words"), cell("stock", room), gap=16, pad=(30, 0, 10, 0))


def _make(stage: Stage, size: tuple[int, int], card: SeatCard, lit: bool) -> Sprite:
    sheet, face = SurfaceCanvas.blank(size), pygame.Rect((0, 0), size)
    edge = card.stock.edges[0 if lit else 1]
    whose = PLAIN if edge else card.identity
    draw_owned_panel(stage, sheet, face, whose, lit=lit, edge=edge, shadow=False)
    width, height = (side / stage.metrics.scale for side in size)
    places = within(stage.metrics, face, card_plan(width, height))
    token, line = places["token"], places.get("line")
    badge = card.setup.badge(stage, card.stock, TOKEN)
    if badge is None:
        token_at = token.left, token.centery - stage.metrics.px(TOKEN)
        stage.blit(sheet, stage.identities.token(card.identity, TOKEN, lit), token_at)
    else:
        stage.blit(sheet, badge, token.center)
    corner = token.left + stage.metrics.px(1.72 * TOKEN), token.centery + stage.metrics.px(0.72 * TOKEN)
    draw_face(stage, sheet, card.face, corner, stage.metrics.px(FACE))
    _head(stage, sheet, card, lit, places["words"])
    if line is not None:
        hairline = stage.paint.line(line.width, theme.INK if lit else theme.IVORY, 0.22)
        sheet.blit(hairline.surface, line.topleft)
    _stock(stage, sheet, card, lit, places["stock"], line is not None or width >= WIDE)
    return Sprite(sheet.surface)


def _head(stage: Stage, sheet: Drawable, card: SeatCard, lit: bool, room: pygame.Rect) -> None:
    """Draw the name and the note at the right of the token."""
    name = Style(theme.NAME, theme.INK if lit else theme.IVORY, bold=True)
    note = Style(theme.CAPTION, theme.INK_SOFT if lit else theme.MUTED)
    upper, lower = room.move(0, -stage.metrics.px(17)), room.move(0, stage.metrics.px(24))
    stage.label(sheet, card.name, upper, name, grow=CARD_GROWTH, least=LEAST_NAME)
    capped = stage.limit_scale(note, CARD_GROWTH)
    fitting = (
        text
        for text in card.notes
        if stage.fonts.width(text, stage.shrink_to_width(text, capped, room.width)) <= room.width
    )
    stage.label(sheet, next(fitting, card.notes[-1]), lower, note, grow=CARD_GROWTH)


def _stock(stage: Stage, sheet: Drawable, card: SeatCard, lit: bool, room: pygame.Rect, with_row: bool) -> None:
    """Draw the remaining pieces: a row of them if `with_row`, their number and their unit."""
    stock = card.stock
    unit = stage.metrics.px
    count = stage.limit_scale(COUNT._replace(color=theme.INK if lit else theme.IVORY), CARD_GROWTH)
    word = stage.limit_scale(Style(theme.CAPTION, theme.INK_SOFT if lit else theme.MUTED), CARD_GROWTH)
    x = room.left
    if with_row:
        taken = stage.fonts.width(str(stock.total), count) + unit(8) + stage.fonts.width(stock.unit, word)
        pieces = card.setup.stock_row(stage, stock, lit, room.width - unit(16) - taken)
        stage.blit(sheet, pieces, (x, room.centery - unit(24)))
        x += pieces.surface.get_width() + unit(16)
    baseline = room.centery + stage.drop(count)
    x = stage.text(sheet, str(stock.left), (x, baseline), count).right + unit(8)
    for words in filter(None, (stock.unit, stock.brief)):
        fitting = stage.shrink_to_width(words, word, room.right - x)
        if stage.fonts.width(words, fitting) <= room.right - x:
            stage.text(sheet, words, (x, baseline), fitting)
            return


@dataclass(slots=True)
class PanelContent:
    """What the side panel shows in this frame. `lights` has the light of each seat (0 to 1)."""

    sentence: str
    helper: str
    state: Any
    lights: Mapping[Seat, float]
    moves: MoveList
    problem: IllegalReason | None = None
    is_ai_thinking: bool = False
    # All people who may act, for a game's own side panel.
    actors: Actors[Any, Any] | None = None
    selection: Any = None


@dataclass(eq=False)
class SidePanel:
    """Places and draws everything beside one board in the current window.

    A replay (`is_replay`) has room for its keys between the title and the cards.
    """

    services: Services
    eyebrow: str
    seats: Sequence[SeatConfig]
    board: AnyBoard
    is_replay: bool = False
    has_strip: bool = False  # whether there is a strip for people who wait for their match in a cup

    # Design pixels from the top at which the bar of an upright window begins.
    bar_top = 1541
    # Height of each of two players' cards in a single column, and the gap between them.
    sidebar_card, sidebar_gap = 144, GAP
    # True while evaluations are shown.
    is_analysed = False
    # True while the bar of an analysis may stand between the cards and the board.
    has_edge = False
    # True while something else covers the moves.
    is_paper_hidden = False

    def __post_init__(self) -> None:
        self.stage = self.services.stage
        self.seats = tuple(self.seats)
        roster = self.services.people.roster
        self._stood_in = {seat for seat, config in enumerate(self.seats) if stands_in(roster, config)}
        self.arrange()

    def arrange(self) -> None:
        """Lay everything out for the window and the device in use."""
        self.by_touch = match_by_touch(self.stage)
        before, after = self._plan()
        if self.has_strip:
            self.bar_top = type(self).bar_top + LOW_STRIP + 4
        self.places = table_places(self.stage.metrics, before, after, self.board.aspect)
        self.cards = {seat: self.places[f"card {seat}"] for seat in range(len(self.seats))}
        paper = self.places.get("paper")
        is_low = self.has_strip and paper is not None and paper.height < self.stage.metrics.px(LEAST_PAPER)
        self.move_list = None if is_low else paper

    @property
    def transport(self) -> pygame.Rect:
        """Return the place of a replay's keys."""
        return self.places["transport"]

    @property
    def analysis(self) -> pygame.Rect | None:
        """Return the place of the analysis: its own, or else the place of the moves. None if there is neither."""
        return self.places.get("analysis") or self.move_list

    def _plan(self) -> tuple[Part, Part]:
        """Lay out the parts before and after the board (see `table_places`): the title, `card N` for each seat N, the
        `paper`.
        """
        around = self.board.seats
        two, shape = len(around) == 2, self.stage.metrics.shape

        def card(index: int, size: float | None = None) -> Part:
            return cell(f"card {around[index]}", size)

        transport = transport_part(shape, self.by_touch) if self.is_replay else None
        strip = cell("strip", LOW_STRIP if shape is Shape.TALL else STRIP) if self.has_strip else None
        if shape is Shape.WIDE:
            head: tuple[Part | None, ...] = (
                title(HIGH_TITLE if two else LOW_TITLE),
                column(cell("analysis", most=268)),
            )
            if self.is_replay:
                head = title(), cell("analysis", 200 if self.by_touch else 232) if two else None, transport
            left, right = range(len(around) // 2)[::-1], range(len(around) // 2, len(around))
            before = column(*head, *(card(index, CARD) for index in left), gap=32)
            return before, column(*(card(index, CARD) for index in right), cell("paper"), strip, gap=32)
        if shape is Shape.CLASSIC and two:
            head, size, gap = (title(HIGH_TITLE), None), self.sidebar_card, self.sidebar_gap
            if self.is_replay:
                head, size, gap = (title(176 if self.by_touch else 196), transport), 112, GAP
            if self.has_strip:
                head, size, strip = (title(LOW_TITLE), None), 112, cell("strip", NARROW_STRIP)
            return cell(), column(*head, card(1, size), cell("paper"), card(0, size), strip, gap=gap)
        if shape is Shape.CLASSIC:
            above: Part | None = transport or cell("analysis", 60)
            if self.has_strip:
                strip, above = cell("strip", NARROW_STRIP), None
            return cell(), column(title(LOW_TITLE), above, *map(card, (2, 3, 1, 0)), strip, gap=14)
        upper = column(card(1, CARD)) if two else column(card(2), card(3), gap=16)
        lower = card(0) if two else row(card(0), card(1))
        below: Part | None = transport or cell("paper", CARD)
        height = 132 if self.is_replay else 0
        # Buttons take the place of the moves.
        if self.by_touch and not self.is_replay:
            lower = stack(lower, row(*cells("beside analysis"))) if two else lower
            below, height = None, 0 if two else 84
        gap = 48
        if self.has_strip:
            below, height, gap = strip, 0, 24
        analysed = column(cell(), cell("analysis", height), gap=0) if height else None
        before = row(stack(title(), analysed, size=510 if two else None), upper)
        return before, column(row(lower, size=140), below, cell(), gap=gap, pad=(0, 16, 0, 0))

    def covered(self, content: PanelContent) -> pygame.Rect:
        """Return the pixels of cards and moves that a game's own side panel covers now. By default there are none."""
        return pygame.Rect(0, 0, 0, 0)

    def draw_light(self, canvas: Canvas, state: object, lights: Mapping[Seat, float]) -> None:
        """Draw the lights that show whose turn it is, below the pieces: the lamp on the card, and the board's rim."""
        draw_lamp(self.stage, canvas, self._cards(), lights)
        draw_rim(self.stage, canvas, self.board, state, lights)

    def draw(self, canvas: Canvas, content: PanelContent) -> None:
        if self.by_touch != match_by_touch(self.stage):
            self.arrange()
        self._draw_title(canvas, content)
        covered = self.covered(content)
        if (room := self.cup_room(content)) is not None and not room.colliderect(covered):
            draw_table_cup(self.stage, canvas, room)
        for seat, rect in self._cards().items():
            if not rect.colliderect(covered):
                light = content.lights[seat]
                # With the bar of an analysis between card and board, the card does not move towards the board.
                near = 0.0 if self.has_edge else light
                place = rect.move(forward(self.stage, rect, self.places["board"], near))
                draw_card(self.stage, canvas, place, self.card(content.state, seat), light)
        if self.move_list is not None and not self.is_paper_hidden and not self.move_list.colliderect(covered):
            draw_move_list(self.stage, canvas, self.move_list, content.moves, len(self.seats))
        if content.problem is not None and (panel := self._warning_place(content, content.problem)) is not None:
            self._draw_warning(canvas, panel, content.problem)

    def cup_room(self, content: PanelContent) -> pygame.Rect | None:
        """Return the place of a coffee cup beside a board for two, None for none.

        The cup stands in the place of the analysis, while neither an analysis nor a reason is shown there.
        """
        free = self.stage.metrics.shape is Shape.WIDE and not self.is_replay and len(self.seats) <= 2
        if not free or self.is_analysed or content.problem is not None:
            return None
        return self.places.get("analysis")

    def _cards(self) -> dict[Seat, pygame.Rect]:
        """Return the places of the cards. The lower card makes room for an analysis beside it."""
        beside = self.places.get("beside") if self.is_analysed else None
        return self.cards if beside is None else {**self.cards, self.board.seats[0]: beside}

    def card(self, state: object, seat: Seat) -> SeatCard:
        config = self.seats[seat]
        people = sum(not other.is_ai for other in self.seats)
        t = self.stage.t
        if config.is_engine:
            who = t("who.engine")
        elif config.resigned:
            who = t("resign.plays_for", name=self.services.people.owner(config))
        elif config.is_ai:
            who = self.services.people.level_note(config)
        elif people == 1 and not self.is_replay and seat not in self._stood_in:
            who = t("who.you")
        elif config.device.slot and not self.is_replay:
            who = self.stage.pad_name(config.device.slot)
        else:
            who = t("setup.person")
        words = self.board.words.seat(state, seat)
        aim = words.short_aim
        brief = t("who.level", level=f"{config.plays_at:g}") if config.is_ai and not config.is_engine else who
        shortest = (who,) if config.resigned else (f"{brief} {aim}", aim)
        notes = (f"{who} · {words.aim}", f"{who} · {aim}", f"{who} {aim}", *shortest)
        return SeatCard(
            config.identity,
            self.services.people.name(config),
            notes,
            words.stock,
            self.board.setup,
            face_of(config),
        )

    def _draw_title(self, canvas: Canvas, content: PanelContent) -> None:
        stage, places = self.stage, self.places
        stage.label(canvas, self.eyebrow.upper(), places["eyebrow"], EYEBROW, grow=MOST_GROWTH, least=20)
        # Without a sentence, a panel of the game's own is shown instead.
        if not content.sentence:
            return
        sentence = self._fitting(content.sentence, SENTENCE, SENTENCES, places["sentence"], MOST_GROWTH)
        stage.label(canvas, content.sentence, places["sentence"], sentence, lines=2, grow=math.inf, least=24)
        text, color = content.helper, HELPER.color
        if content.problem is not None and self._warning_place(content, content.problem) is None:
            text, color = content.problem.text, theme.WARN
        style = self._fitting(text, HELPER._replace(color=color), ASKED, places["helper"])
        place = stage.label(canvas, text, places["helper"], style, lines=0, grow=math.inf, top=True, least=24)
        if text and content.is_ai_thinking:
            draw_cup(stage, canvas, place.right + stage.metrics.px(WIDTH + 8), place.bottom)

    def _fitting(
        self, text: str, style: Style, sizes: Sequence[float], room: pygame.Rect, most: float = math.inf
    ) -> Style:
        """Return `style` in the largest of `sizes` at which a text fits `room` without breaking words.

        If the text fits at none of them, the style is smaller still.
        """
        return self.stage.untorn([text], [style._replace(size=size) for size in (*sizes, *SMALLER)], room.size, most)

    def _warning_place(self, content: PanelContent, problem: IllegalReason) -> pygame.Rect | None:
        """Return the place of the reason why a try is forbidden: in the left column, above the cards.

        None if the reason takes the helper's place.
        """
        if self.stage.metrics.shape is not Shape.WIDE:
            return None
        px, sidebar = self.stage.metrics.px, self.places["helper"]
        bottom = min(rect.top for rect in self.cards.values() if rect.left == sidebar.left) - px(32)
        helper = self._fitting(content.helper, HELPER, ASKED, sidebar)
        least = sidebar.top + px(16 + self.stage.natural_height(content.helper, helper, sidebar.width))
        grown, usual = (
            bottom - px(112 + self.stage.natural_height(problem.text, style, sidebar.width - 2 * px(28)))
            for style in (REASON, self.stage.limit_scale(REASON, 1.0))
        )
        top = max(least, grown)
        return pygame.Rect(sidebar.left, top, sidebar.width, bottom - top) if usual >= least else None

    def _draw_warning(self, canvas: Canvas, panel: pygame.Rect, problem: IllegalReason) -> None:
        stage = self.stage
        stage.blit(canvas, stage.paint.panel("lacquer", panel.size), panel.topleft)
        head = row(*cells("sign", 52), cell("title"), size=52, gap=16)
        parts = within(stage.metrics, panel, column(head, cell("reason"), gap=10, pad=(28, 24)))
        stage.blit(canvas, stage.drawing("barred", parts["sign"].size), parts["sign"].topleft)
        stage.label(canvas, problem.title, parts["title"], WARNING, least=22)
        stage.label(canvas, problem.text, parts["reason"], REASON, lines=0, grow=math.inf, top=True)


def title(size: float | None = None) -> Part:
    """Lay out the panel's title, from top to bottom: the game, whose turn it is, and a line of help."""
    return column(cell("eyebrow", 36), cell("sentence", SENTENCE_ROOM), cell("helper"), size=size, gap=0)


def match_by_touch(stage: Stage) -> bool:
    """Whether the lower part of an upright window has buttons in place of glyphs and moves."""
    return stage.devices.current.family in ("touch", "mouse")
