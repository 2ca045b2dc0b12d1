"""The parts of the setup, for one to eight seats in each arrangement of the window."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial

import pygame

from scenes.kit.layout import Align, Metrics, Part, Places, Shape, cell, column, row, within

TOP = 50  # design pixels, as all below: above the small line of the heading
RAIL, NARROW_RAIL = 440, 330
RAIL_HEAD = 236  # what stands above the cards of a rail
RAIL_GAP, NARROW_GAP = 10, 6
HEAD, RECORD = 124, 112  # the heading, and the record to beat below it
LABEL, CHOICE, START = 36, 76, 112
BESIDE, MOST_BESIDE, MOST_MOVES = 172, 1.1, 4  # a label beside its choice, and up to which text and choice it may be
GAP, CARD_GAP = 24, 16
HIGH, MIDDLE, ROOMY = 440, 240, 176  # the least heights of a card with the token above the name, of one with a stock,
# and of one with its note below the name
TALL_CARDS = {1: 176, 2: 176, 4: 216}  # the heights of cards in an upright window, by the number of seats
TALL_CARD = 150  # of more
MOST_SAID = 0.45  # of a low card's width
NARROW = 360  # a card less wide has no room for a note beside the token


@dataclass(frozen=True, slots=True)
class Needs:
    """The needs of a setup besides its heading, its seats, the board and Start.

    `has_player_counts`: how many players can be chosen; `has_opponents`: people or AIs can; `has_rules`: there are
    house rules; `has_presets`: the game has ways to play with names; `has_arrangement`: its board can be laid out;
    `first_moves`: so many ways to say who begins; `has_remark`: there is something to be known of it.
    """

    has_player_counts: bool = False
    has_opponents: bool = False
    has_rules: bool = False
    has_presets: bool = False
    has_arrangement: bool = False
    first_moves: int = 0
    has_remark: bool = False


def around(count: int, in_turn: bool) -> tuple[list[int], list[int]]:
    """The seats on either side of the board, from the top down: left and right.

    Where they act in turn they go clockwise from the lower left, as their pieces stand around the board.
    """
    half = (count + 1) // 2
    left = range(half)
    return list(reversed(left) if in_turn else left), list(range(half, count))


def setup_parts(metrics: Metrics, sides: tuple[Sequence[int], Sequence[int]], needs: Needs, before: float = 0) -> Part:
    """The board, `free` to lie in the middle, with the cards `seat 0` and on at its sides, and `start` under it.

    Above the cards are the `heading`, the `record` to beat, the choices `opponents` and `upper` with its `label`, and
    the button of the `rules`; under the board the `remark`, the ways to play (`preset`) with the button that may
    `arrange` the board, and the choice `lower` with its label `below`. In an upright window the record begins `before`
    design pixels from the margin, beside the small line of the heading.
    """
    if metrics.shape is Shape.TALL:
        return _upright(metrics, sides, needs, before)
    rail, gap = (RAIL, RAIL_GAP) if metrics.shape is Shape.WIDE else (NARROW_RAIL, NARROW_GAP)
    rows = max(map(len, sides))
    heading = column(cell("heading", HEAD), cell("record", RECORD), cell(), size=RAIL_HEAD, gap=0)
    chosen = column(*_choices(metrics.shape, needs), size=RAIL_HEAD, gap=gap)
    left, right = (column(head, _rail(seats, rows)) for head, seats in zip((heading, chosen), sides, strict=True))
    beside = metrics.shape is Shape.WIDE and metrics.text_scale <= MOST_BESIDE and needs.first_moves <= MOST_MOVES
    middle = column(cell("free"), *_below(needs, 84, beside), cell("start", START), gap=28 if beside else 18)
    return row(row(left, size=rail), middle, row(right, size=rail), gap=30, pad=(0, 0, 0, 20))


def _choices(shape: Shape, needs: Needs) -> list[Part | None]:
    """What is chosen above the cards of the right rail; what is left of that stays free."""
    players: Part | None = None
    if needs.has_player_counts and shape is Shape.WIDE:
        players = row(cell("label", 130), cell("upper"), size=68, gap=10)
    elif needs.has_player_counts:
        players = column(cell("label", 36), cell("upper", 58), size=98, gap=4)
    side = 58 if players and shape is Shape.CLASSIC else 68
    opponents = cell("opponents", side) if needs.has_opponents else None
    return [opponents, players, cell("rules", side) if needs.has_rules else None, cell()]


def _rail(seats: Sequence[int], rows: int) -> Part:
    """The cards of one side, as high as those of the other."""
    cards = [cell(f"seat {seat}") for seat in seats]
    return column(*cards, *[cell()] * (rows - len(cards)), gap=CARD_GAP)


def _below(needs: Needs, remark: float, beside: bool = False) -> list[Part]:
    """What is chosen, or to be known, under the board; with `beside` the choice has its label beside it."""
    arrange = cell("arrange", 216) if needs.has_arrangement else None
    if beside:
        first = row(cell("below", BESIDE), cell("lower"), size=CHOICE, gap=16)
    else:
        first = column(cell("below", LABEL), cell("lower", CHOICE), size=LABEL + CHOICE + 4, gap=4)
    parts = [
        cell("remark", remark) if needs.has_remark else None,
        row(cell("preset"), arrange, size=CHOICE, gap=16) if needs.has_presets or needs.has_arrangement else None,
        first if needs.first_moves else None,
    ]
    return [part for part in parts if part is not None]


def _upright(metrics: Metrics, sides: tuple[Sequence[int], Sequence[int]], needs: Needs, before: float) -> Part:
    """Half of the cards above the board and half below it, whoever is first nearest to whoever looks."""
    count = sum(map(len, sides))
    high, across = TALL_CARDS.get(count, TALL_CARD), 1 if count <= 2 else 2
    near, far = (
        [seats[first : first + across] for first in range(0, len(seats), across)] for seats in map(list, sides)
    )

    def cards(lines: Sequence[Sequence[int]]) -> Part | None:
        filled = [
            row(*[cell(f"seat {seat}") for seat in line], *[cell()] * (across - len(line)), gap=CARD_GAP)
            for line in lines
        ]
        return column(*filled, size=len(lines) * (high + CARD_GAP) - CARD_GAP, gap=CARD_GAP) if lines else None

    record = row(cell("", before), cell("record"), size=40, gap=0)
    opponents = cell("opponents", 406) if needs.has_opponents else None
    head = column(record, row(cell("heading"), opponents, size=84), size=138, gap=14)
    rules = cell("rules", 330) if needs.has_rules else None
    known = cell("remark") if needs.has_remark else cell()
    players = [cell("label", 150), cell("upper")] if needs.has_player_counts else [known]
    upper = row(*players, rules, size=116 if needs.has_remark else 84, gap=28)
    rows = 64 * (metrics.text_scale - 1)  # three of large keys are higher than the bar
    chosen = _below(replace(needs, has_remark=False), 0)
    parts = [head, upper, cards(far), cell("free"), cards(near), *chosen, cell("start", 140 - rows)]
    return column(*parts, gap=20, pad=(0, 0, 0, rows))


def preview_place(places: Places) -> pygame.Rect:
    """Return the place of the board, in the middle of the room that is left `free` for it."""
    free = places["free"]
    place = pygame.Rect(0, 0, side := min(free.size), side)
    place.center = free.center
    return place


def seat_places(metrics: Metrics, card: pygame.Rect, said: float = 0) -> Places:
    """The places of a card: the `head` with the token and the name of `who` sits there, what can be done there (`more`)
    and the `switch`.

    A card with room for it has a `stock` below a `line`, and the highest a `token` above the name, a `note` below that
    and words `about` who plays; a narrow one has the note `below` the head, a low one has so
    many design pixels as are `said` `beside` the name.
    """
    width, height = card.width / metrics.scale, card.height / metrics.scale
    more = cell("more", 44, across=44, align=Align.MIDDLE)
    who, line = partial(row, cell("who"), more, name="head", gap=8), cell("line", 2)
    if width > 800:
        switch = cell("switch", 430, across=84, align=Align.MIDDLE)
        return within(metrics, card, row(who(pad=(0, 10)), switch, gap=24, pad=(34, 0, 24, 0)))
    if height >= HIGH:
        side = cell("more", 44)
        named = cell("token", 160), cell("name", 62), cell("note", 38)
        head = row(
            cell("", 44), column(*named, gap=4), column(side, cell(), size=44, gap=0), name="head", size=268, gap=0
        )
        words = cell("about", least=72), line, cell("stock", 52)
        return within(metrics, card, column(head, cell("switch", 84), *words, gap=16, pad=(24, 36, 24, 20)))
    if height >= MIDDLE:
        note = cell("below", 32) if width < NARROW else None
        sizes = (80, 64, 44) if note else (92, 72, 48)
        head, switch, stock = who(size=sizes[0]), cell("switch", sizes[1]), cell("stock", sizes[2])
        return within(metrics, card, column(head, note, cell(), switch, line, stock, gap=6, pad=(20, 26, 20, 8)))
    if height >= ROOMY:
        return within(metrics, card, column(who(), cell("switch", 72), gap=6, pad=(20, 28, 20, 12)))
    beside = cell("beside", min(said, width * MOST_SAID)) if said else None
    head = row(cell("who"), beside, more, name="head", gap=8)
    return within(metrics, card, column(head, cell("switch", fit=58, least=52), gap=6, pad=(34, 10, 16, 12)))
