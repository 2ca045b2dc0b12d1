"""The parts of the demo's page, in each arrangement of the window."""

from __future__ import annotations

from scenes.kit.layout import Metrics, Part, Places, Shape, cell, column, places, row
from scenes.kit.widgets.page import MARGIN

USUAL_GAMES = 4  # more have as much smaller tiles
FOOT = 56  # design pixels above and below, as all below
PAPERLESS = 40  # by how much tiles and invitation lie lower where there is no paper
NAME, LINE = 28, 8
WIDE_CODE = 306  # design pixels of a code's side
LARGEST_CODE = 480


def attract_places(metrics: Metrics, games: int, has_paper: bool, has_join_code: bool, least: int = 0) -> Places:
    """The places of `board`, `head`, `invitation` and `paper`, of every `tile` and `name` and the `line` below.

    What is `said` is a `caption` and each `way` in numbers. Where phones are invited, there is the `code`, and beside
    it what goes `before` the address and each `row` of that; what has no room beside these is left out. A code that
    needs more than its usual place, `least` pixels of side, has that in a wide window, in place of the tiles.
    """
    needed = least / metrics.scale if least / metrics.scale <= LARGEST_CODE else 0.0
    shape = metrics.shape
    pad, gap = (MARGIN[shape], FOOT), 36 if shape is Shape.TALL else 24
    spare = None if has_paper or has_join_code else cell(size=PAPERLESS - gap)
    if shape is Shape.WIDE:
        said = _said(row(cell("way"), cell("way"), size=56, gap=40))
        lower = [_games(games, 104, 24, named=True), _paper(80, has_paper, PAPERLESS)]
        high = 148 if has_join_code else 168
        if has_join_code and needed > WIDE_CODE:
            high, lower = 104, [_join_code(needed, 3), _paper(64, has_paper)]
        elif has_join_code:
            lower = [_join_code(WIDE_CODE, 2, _games(games, 57, 10), _paper(64, has_paper))]
        beside = column(cell("head", 40), said, spare, cell("invitation", high), *lower)
        return places(metrics, row(cell("board", 968), beside, gap=56, pad=pad))
    if shape is Shape.TALL:
        above = column(cell("head", 44), _said(), cell("board", 972), gap=16)
        lower = [_games(games, 128, 24, named=True), _paper(80, has_paper, PAPERLESS)]
        if has_join_code:
            lower = [_join_code(308, 2, _games(games, 66, 16), _paper(64, has_paper))]
        return places(metrics, column(above, spare, cell("invitation", 176), *lower, gap=gap, pad=pad))
    board = cell("head", 56), cell(size=32), cell("board", 760), cell()
    if has_join_code:
        left = column(*board, _paper(72, has_paper), size=760, gap=8)
        right = column(_said(cell("way", 68)), cell("invitation", 104), _join_code(284, 3), gap=16, pad=(0, 104, 0, 0))
        return places(metrics, row(left, right, gap=32, pad=pad))
    said = _said(*[cell("way", 68)] * 2)
    right = column(said, spare, cell("invitation", 152), _games(games, 80, 24), pad=(0, 104, 0, 0))
    beside = row(column(*board, size=760, gap=8), right, gap=32)
    return places(metrics, column(beside, _paper(72, has_paper, PAPERLESS), gap=8, pad=pad))


def _said(*ways: Part) -> Part:
    return column(row(cell("caption"), pad=(0, 8, 0, 0)), *ways, name="said", gap=0)


def _games(count: int, height: float, gap: float, named: bool = False) -> Part:
    """The tiles, their names where these have room, and the line of progress."""
    share, room = min(1.0, USUAL_GAMES / count), [cell()] * (USUAL_GAMES - count)
    tiles = row(*[cell("tile", across=height * share)] * count, *room, size=height, gap=gap * share)
    names = row(*[cell("name")] * count, *room, size=NAME, gap=gap * share) if named else None
    whole = height + LINE + (NAME + 20 if named else 10)
    return column(tiles, names, cell("line", LINE), size=whole, gap=10)


def _paper(height: float, is_there: bool, spared: float = 0) -> Part:
    return cell("paper", height) if is_there else cell(size=height - spared)


def _join_code(side: float, rows: int, *below: Part) -> Part:
    """The code for phones, and beside it the address in so many rows."""
    address = column(cell("before", 36 * (rows - 1)), *[cell("row")] * rows, gap=0)
    return row(cell("code", side), column(address, *below, gap=14), size=side, gap=24 if below else 20)
