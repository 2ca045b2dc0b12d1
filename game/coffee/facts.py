"""Facts of a step of Coffee, by its rules. A player's winning cell is one where a bean would complete a row of n.

| kind | true where | seats | numbers | cells |
| --- | --- | --- | --- | --- |
| row | the bean completed a row | winner | length | row |
| stuck | the other cannot lay the stick anywhere | winner, loser | | |
| swapped | the mover has taken the other colour | mover, other | | |
| misses_row | a winning cell was offered, and the mover took another cell | mover | | missed |
| no_escape | after every action of the mover, the other can complete a row | other, mover | | winning |
| gives_row | the stick offers the other a winning cell | mover, other | | winning |
| traps | after every action of the other, the mover can complete a row | mover, other | | offered |
| closes_row | the bean lies where the other would have completed a row | mover, other | n | cell |
| fork | the mover has two or more winning cells on the board, and had at most one | mover | count, n | winning |
| threat | the mover has one winning cell, and had none; the other's stick can offer it | mover, other | n | winning |
| one_place | the stick offers the other a single cell | other, mover | | offered |
| open_row | the new bean is in a row of two or more with an empty cell at both ends | mover | length | row, ends |
| offers | the stick offers `count` cells | other, mover | count | offered |

`closes_row` and the kinds below it are left out if the other can complete a row at once.
"""

from __future__ import annotations

from game.coffee import rules
from game.coffee.board import Cell, board
from game.coffee.rules import completing_cells, dangers, offered, runs_through, winning_cells
from game.coffee.state import Action, Drop, Event, RowCompleted, State, Stuck, Swap, other
from game.core.review import Fact
from game.core.rules import Step


def facts(step: Step[State, Action, Event], optimum: int | None = None) -> tuple[Fact, ...]:
    """Return the facts of `step`, the most telling first; see the module's table. `optimum` is not used."""
    mover, rival = step.seat, 1 - step.seat
    if isinstance(step.action, Swap):
        return (Fact("swapped", (mover, rival)),)
    for event in step.events:
        if isinstance(event, RowCompleted):
            return (Fact("row", (mover,), {"length": len(event.cells)}, cells={"row": event.cells}),)
        if isinstance(event, Stuck):
            return (*_missed(step), Fact("stuck", (mover, rival)))
    given = winning_cells(step.after)
    if given:
        lost = not _missed(step) and is_lost(step.before)
        kind, seats = ("no_escape", (rival, mover)) if lost else ("gives_row", (mover, rival))
        return (*_missed(step), Fact(kind, seats, cells={"winning": given}))
    return (*_missed(step), *_threats(step, step.action), *_offer(step))


def is_lost(state: State) -> bool:
    """Whether the other can complete a row after every action of the mover."""
    if winning_cells(state) or rules.may_swap(state):
        return False
    drops = [drop for drop in rules.legal(state, state.mover) if isinstance(drop, Drop)]
    risky = {cell: dangers(state, cell) for cell in {drop.cell for drop in drops}}
    return bool(drops) and all(drop.axis in risky[drop.cell] for drop in drops)


def is_trapped(state: State) -> bool:
    """Whether the mover can neither win now nor prevent the other's next row."""
    if not is_lost(state):
        return False
    afters = (rules.apply(state, state.mover, action)[0] for action in rules.legal(state, state.mover))
    return all(after.winner is None for after in afters)


def _missed(step: Step[State, Action, Event]) -> list[Fact]:
    missed = winning_cells(step.before)
    return [Fact("misses_row", (step.seat,), cells={"missed": missed})] if missed else []


def _threats(step: Step[State, Action, Event], drop: Drop) -> list[Fact]:
    """Return the facts of the bean's effect on both players' rows."""
    mover, rival, after = step.seat, 1 - step.seat, step.after
    colour, n = step.before.to_move, after.n
    found = []
    if is_trapped(after):
        found.append(Fact("traps", (mover, rival), cells={"offered": offered(after)}))
    if completing_cells(step.before, other(colour)) >> drop.cell & 1:
        found.append(Fact("closes_row", (mover, rival), {"n": n}, cells={"cell": (drop.cell,)}))
    table = board(after.board)
    had = completing_cells(step.before, colour).bit_count()
    winning = table.members(completing_cells(after, colour))
    if len(winning) > 1 and had < 2:
        found.append(Fact("fork", (mover,), {"count": len(winning), "n": n}, cells={"winning": winning}))
    elif len(winning) == 1 and not had and _can_be_offered(after, winning[0]):
        found.append(Fact("threat", (mover, rival), {"n": n}, cells={"winning": winning}))
    return found


def _can_be_offered(state: State, cell: Cell) -> bool:
    """Whether some stick of the mover offers `cell` to the other."""
    table = board(state.board)
    drops = (drop for drop in rules.legal(state, state.mover) if isinstance(drop, Drop))
    return any(drop.axis and drop.cell != cell and cell in table.line(drop.cell, drop.axis) for drop in drops)


def _offer(step: Step[State, Action, Event]) -> list[Fact]:
    """Return the facts of the stick's offer, and of an open row."""
    assert isinstance(step.action, Drop)
    seats, places = (1 - step.seat, step.seat), offered(step.after)
    single = [Fact("one_place", seats, cells={"offered": places})] if len(places) == 1 else []
    plain = [] if single else [Fact("offers", seats, {"count": len(places)}, cells={"offered": places})]
    return [*single, *_open_row(step, step.action.cell), *plain]


def _open_row(step: Step[State, Action, Event], cell: Cell) -> list[Fact]:
    found: list[tuple[tuple[Cell, ...], tuple[Cell, Cell]]] = []
    after = step.after
    for line, run in runs_through(after, cell):
        first, last = line.index(run[0]), line.index(run[-1])
        if len(run) > 1 and first > 0 and last + 1 < len(line):
            ends = line[first - 1], line[last + 1]
            if not any(after.stones >> end & 1 for end in ends):
                found.append((run, ends))
    if not found:
        return []
    run, ends = max(found, key=lambda row: len(row[0]))
    return [Fact("open_row", (step.seat,), {"length": len(run)}, cells={"row": run, "ends": ends})]
