"""The layouts of the operator's menu, in design pixels."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from scenes.kit.layout import Part, Shape, cell, column, row
from scenes.kit.widgets.page import BAR_MARGIN, MARGIN

PAD = 32  # from a panel's edge to its content
INSET = 16  # from a panel's edge to a row
ROW_GAP = 12  # between the faces of two rows
ROW, HIGHEST = 60, 106  # least and most height of a row
VOLUME, GAMES = "volume", "games"  # rows that are higher than others
HIGHER = {VOLUME: 160}
CONTROL = 304  # width of a row's control, beside its words
# The distance from the panel's edge to the first bar. The numbers of the axis stand in it.
AXIS = 76

_IDLE = ("idle.menu", "idle.turn", "idle.thinking")
_FIRST = ("hours", VOLUME, *_IDLE, GAMES, "language", "text")
_SECOND = ("levels", "pace", "cards", "limit", "phones", "bind", "question", "offer")
_CLASSIC_PAGES = (
    ("hours", *_IDLE, GAMES, "language", "text"),
    (VOLUME, "levels", "pace", "cards", "limit", "question"),
    ("phones", "bind", "offer", "dim", "shelf", "folder"),
)


def pages_of(shape: Shape, rows: Iterable[str]) -> list[Sequence[str]]:
    """Return the rows of each page of the adjustments; rows without a page come last."""
    pages = _CLASSIC_PAGES if shape is Shape.CLASSIC else (_FIRST, _SECOND)
    return [*pages, [name for name in rows if not any(name in page for page in pages)]]


def pages_of_found(shape: Shape, found: Iterable[str], rows: Iterable[str]) -> list[Sequence[str]]:
    """Split the `found` rows, in their order, into pages.

    No page is higher than the highest page of all `rows`.
    """
    pages: list[list[str]] = [[]]
    most = max(map(_height, pages_of(shape, rows)))
    for name in found:
        if _height([*pages[-1], name]) > most:
            pages.append([])
        pages[-1].append(name)
    return list(pages)


def _height(rows: Sequence[str]) -> float:
    """Return the least height of a page's rows."""
    return sum(HIGHER.get(name, ROW) for name in rows)


def operator_parts(shape: Shape, rows: Sequence[str], find: bool) -> Part:
    """Lay out everything for a page of the adjustments with these rows.

    Without rows, the part `nothing` holds a text. `find` says that the rows can be searched; a window without a bar
    then has a button `find`.

    On top lie `eyebrow`, `date` and `state`. Below them are the panels `audits` and `adjustments`, the panel `tests` if
    it fits, each `test`, each `deed` (a button), and the `bar` of a wide window.
    """
    margin = (MARGIN[shape], 0)
    parts = [_head(shape)]
    if shape is Shape.WIDE:
        tests = column(cell("tests_head", 44), *[cell("test")] * 3, name="tests", gap=14, pad=(24, 24, 24, 30))
        doing = column(tests, *[cell("deed", 96)] * 3, size=384, gap=16)
        parts += [row(_audits(3, 640), _adjustments(rows, find=False), doing, pad=margin)]
        parts += [row(cell("bar"), size=80, pad=(BAR_MARGIN, 0))]
        return column(*parts, gap=18, pad=(0, 50, 0, 44))
    actions = [cell("deed", share=share) for share in (306, 306, 372, 240)]
    buttons = [cell("test")] * 3, actions
    if shape is Shape.CLASSIC:
        parts += [row(_audits(1, 624), _adjustments(rows, find), size=624, pad=margin)]
        parts += [row(*line, size=84, pad=margin) for line in buttons]
        return column(*parts, gap=18, pad=(0, 50, 0, 0))
    parts += [row(_audits(3), size=696, pad=margin), row(_adjustments(rows, find), size=704, pad=margin)]
    parts += [row(*line, size=92, pad=margin) for line in buttons]
    return column(*parts, gap=18, pad=(0, 32, 0, 0))


def _head(shape: Shape) -> Part:
    """Lay out the date beside the state; below it in an upright window."""
    margin, is_tall = MARGIN[shape], shape is Shape.TALL
    words = column(cell("eyebrow", 52), None if is_tall else cell("date"), gap=0)
    state = cell("state", 456 if shape is Shape.CLASSIC else 600, across=86 if is_tall else 104)
    top = row(words, state, size=90 if is_tall else 124, pad=(margin, 0, margin - 8, 0))
    return column(top, row(cell("date"), pad=(margin, 0)), size=148, gap=0) if is_tall else top


def _audits(lines: int, width: float | None = None) -> Part:
    """Lay out the head with `tabs`, four figures with labels, `bars` and `legend`, and the `incidents`."""
    inset = PAD - INSET
    head = row(cell("games_head"), cell("tabs", 336), size=56)
    figures = cell(size=12), cell("figures", 56), cell("labels", 40), cell("ai", 48)
    bars = row(cell(size=AXIS - PAD), cell("bars"), gap=0, pad=(0, 10, 0, 0)), cell("hours", 48), cell("legend", 40)
    above = column(head, *figures, *bars, cell(size=16), cell("rule", 2), gap=0, pad=(inset, 0))
    titles = row(cell("incidents_head", share=2), cell("last_days"), gap=16)
    listed, height = [titles, *[cell("incident")] * lines], 44 * (lines + 1) + 8
    below = column(*listed, name="incidents", size=height, gap=0, pad=(inset, 8, inset, 0))
    return column(above, below, name="audits", size=width, gap=8, pad=(INSET, 24, INSET, 16))


def _row(name: str) -> Part:
    """Lay out a row of the form; the row of volumes also has a `span` for each volume."""
    line = row(cell("words"), cell("control", CONTROL), gap=24, pad=(0, ROW_GAP / 2))
    if name != VOLUME:
        return column(line, name="band", least=ROW, most=HIGHEST)
    return column(line, row(*[cell("span")] * 3, size=80), name="band", size=HIGHER[name], gap=0, pad=(0, 0, 0, 8))


def _adjustments(rows: Sequence[str], find: bool) -> Part:
    """Lay out the head with the `turner` of pages, and every `row`, as high as possible."""
    buttons = (cell("find", 56), cell("turner", 264)) if find else (cell("turner", 288),)
    head = row(cell(size=PAD - INSET), cell("adjustments_head"), *buttons, size=62, gap=0)
    lines = [_row(name) for name in rows] or [cell("nothing", 2 * ROW)]
    rows_part = column(*lines, gap=0, pad=(PAD - INSET, 0))
    return column(head, rows_part, name="adjustments", gap=ROW_GAP, pad=(INSET, 10, INSET, PAD))
