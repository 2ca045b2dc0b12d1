"""Star solved: the distance to the end from every position, by retrograde analysis of all positions up to symmetry.

For each reading of the foul rule, a table in the cache folder has the value of each position. The values of actions
follow from these.

A code stands for a position from its mover's view, turned so that the star is on a3. It has the mover's pieces (bits
0..8), the other seat's (9..17), and both memories as indices of MOVES (18..22 and 23..27). A position and its
reflection in the diagonal through the star have the same code, the smaller of the two.

A distance is the number of plies to the end under best play, or DRAW if neither seat can force a win. An odd distance
is a win for the mover, an even distance a loss (0: the mover cannot move). The draw by repetition is ignored. Fouls are
forbidden, as with the guard on.

A table's file has a head (magic, version, reading), a SHA-256 of head and rows, and the packed rows: codes as
differences, and distances. If the file at the table's path does not have this form, a new table replaces it.
"""

from __future__ import annotations

import contextlib
import functools
import hashlib
import itertools
import logging
import os
import struct
import zlib
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from game.core.rules import Outcome, Seat
from game.paths import cache_dir, prune_parts
from game.star import rules
from game.star.state import (
    AROUND,
    CELLS,
    CORNERS,
    JUMPS,
    NEIGHBOURS,
    PIECES_EACH,
    SIZE,
    BoardAction,
    Cell,
    FoulReading,
    Jump,
    Mask,
    Memory,
    Slide,
    State,
    cells_in,
)

Code = int
Distance = int
Table = dict[Code, Distance]
Value = Literal["win", "draw", "loss"]

DRAW: Distance = 255
START: Code = 0
_BOARD = (1 << CELLS) - 1
# The first bit of each memory in a code.
_OWN_MEMORY, _OTHER_MEMORY = 2 * CELLS, 2 * CELLS + 5
# A mask for the bits of one memory.
_INDEX = 31

MAGIC = b"KSTAR"
VERSION = 1
"""Raise this number when codes, distances or the rules behind them change."""

_READINGS: tuple[FoulReading, ...] = ("takeback", "literal", "none")
_SUM_SIZE = hashlib.sha256().digest_size
_MOST_BYTES = 1_000_000
_log = logging.getLogger(__name__)

MOVES: tuple[Memory, ...] = (
    None,
    *(Slide(origin, target) for origin in range(CELLS) for target in NEIGHBOURS[origin]),
    *(Jump(target) for _, target in JUMPS[0]),
)
"""The possible memories while the star is on a3. Codes have their indices."""

_INDEX_OF = {move: index for index, move in enumerate(MOVES)}


def _turned(cell: Cell, corner: Cell) -> Cell:
    """Return the image of `cell` when the board is flipped so that `corner` becomes a3."""
    row, column = divmod(cell, SIZE)
    last = SIZE - 1
    return (last - row if corner // SIZE else row) * SIZE + (last - column if corner % SIZE else column)


def _reflected(cell: Cell) -> Cell:
    return cell % SIZE * SIZE + cell // SIZE


def _masks(cells: list[Cell]) -> list[Mask]:
    """Return the image of every mask when each cell c moves to cells[c]."""
    return [sum(1 << cells[cell] for cell in cells_in(mask)) for mask in range(1 << CELLS)]


def _move(move: Memory, cells: list[Cell]) -> Memory:
    if isinstance(move, Slide):
        return Slide(cells[move.origin], cells[move.target])
    return None if move is None else Jump(cells[move.target])


_TURN = {corner: [_turned(cell, corner) for cell in range(CELLS)] for corner in CORNERS}
_TURN_MASK = {corner: _masks(cells) for corner, cells in _TURN.items()}
_TURN_MOVE = {corner: [_INDEX_OF.get(_move(move, cells), 0) for move in MOVES] for corner, cells in _TURN.items()}
_REFLECTION = [_reflected(cell) for cell in range(CELLS)]
_REFLECT_MASK = _masks(_REFLECTION)
_REFLECT_MOVE = [_INDEX_OF[_move(move, _REFLECTION)] for move in MOVES]


def code_of(state: State) -> Code:
    """Return the code of a position, without draw offers, results and history."""
    cells, masks = _TURN[state.star], _TURN_MASK[state.star]
    mover, other = state.mover, 1 - state.mover
    own_memory, other_memory = (_INDEX_OF.get(_move(state.memory[seat], cells), 0) for seat in (mover, other))
    return _code(masks[state.pieces[mover]], masks[state.pieces[other]], own_memory, other_memory)


def _code(own: Mask, other: Mask, own_memory: int, other_memory: int) -> Code:
    code = own | other << CELLS | own_memory << _OWN_MEMORY | other_memory << _OTHER_MEMORY
    reflected = (
        _REFLECT_MASK[own]
        | _REFLECT_MASK[other] << CELLS
        | _REFLECT_MOVE[own_memory] << _OWN_MEMORY
        | _REFLECT_MOVE[other_memory] << _OTHER_MEMORY
    )
    return min(code, reflected)


@dataclass(frozen=True, slots=True)
class _Ply:
    """An action on the board, and the board that it leads to.

    That board is as the other seat sees it, turned so that the star is on a3.

    `move` is the action's index in MOVES, 0 for a placement. `own` and `other` are the pieces from the other seat's
    view. `back` is the index of the reverse action. `corner` is where the star was before the board was turned.
    `possible` has a bit for each move of the other seat on that board, by index; bit 0 is always set. `wins` says that
    the action surrounds the star.
    """

    move: int
    own: Mask
    other: Mask
    corner: Cell
    back: int
    possible: int
    wins: bool


def solve(fouls: FoulReading) -> dict[Code, Distance]:
    """Return the distance of every position that can be reached from the start."""
    parents, pending, stuck, wins = _explore(fouls)
    distances = dict.fromkeys(stuck, 0) | dict.fromkeys(wins, 1)
    layers = [stuck, wins]
    for distance, layer in enumerate(layers):
        reached = []
        for parent in itertools.chain.from_iterable(parents[code] for code in layer):
            if parent in distances:
                continue
            pending[parent] -= 1
            # To win, a seat needs one action after which the other seat loses. A position is lost if the other seat
            # wins after each of its actions.
            if distance % 2 == 0 or pending[parent] == 0:
                distances[parent] = distance + 1
                reached.append(parent)
        if distance == 0:
            wins += reached
        elif reached:
            layers.append(reached)
    return {code: distances.get(code, DRAW) for code in sorted(pending)}


def _explore(fouls: FoulReading) -> tuple[dict[Code, list[Code]], dict[Code, int], list[Code], list[Code]]:
    """Find all codes that can be reached.

    Return the parents of each code, its number of actions, the codes where the mover is stuck, and those where it wins
    at once.
    """
    parents: dict[Code, list[Code]] = defaultdict(list)
    pending: dict[Code, int] = {}
    stuck: list[Code] = []
    wins: list[Code] = []
    plies = functools.cache(_plies)
    seen = {START}
    todo = [START]
    while todo:
        code = todo.pop()
        actions = [
            ply
            for ply in plies(code & _BOARD, code >> CELLS & _BOARD)
            if not ply.move or ply.move != code >> _OWN_MEMORY & _INDEX
        ]
        pending[code] = len(actions)
        if not actions:
            stuck.append(code)
        if any(ply.wins for ply in actions):
            wins.append(code)
        for ply in actions:
            if ply.wins:
                continue
            child = _after(code, ply, fouls)
            parents[child].append(code)
            if child not in seen:
                seen.add(child)
                todo.append(child)
    return parents, pending, stuck, wins


def _after(code: Code, ply: _Ply, fouls: FoulReading) -> Code:
    """Return the code after `ply`, with the memories that follow from the rules."""
    if fouls == "none":
        return _code(ply.own, ply.other, 0, 0)
    memory = _TURN_MOVE[ply.corner][code >> _OTHER_MEMORY & _INDEX]
    if not ply.possible >> memory & 1 or (fouls == "literal" and ply.corner):
        memory = 0
    return _code(ply.own, ply.other, memory, ply.back)


def _plies(own: Mask, other: Mask) -> list[_Ply]:
    """Return the actions on the board, fouls included, of the seat with the pieces `own`. The star is on a3."""
    placements = []
    if own.bit_count() < PIECES_EACH:
        placements = [_ply(0, own | 1 << cell, other, 0, 0) for cell in cells_in(_BOARD & ~(own | other | 1))]
    return placements + [_moved(index, own, other) for index in _movable(own, other)]


def _movable(own: Mask, other: Mask) -> Iterator[int]:
    """Yield the slides and jumps of `own` as indices of MOVES."""
    empty = _BOARD & ~(own | other | 1)
    for index, move in enumerate(MOVES):
        if move is not None and empty >> move.target & 1:
            # The piece that slides, or the piece that the star jumps over.
            origin = move.origin if isinstance(move, Slide) else move.target // 2
            if own >> origin & 1:
                yield index


def _moved(index: int, own: Mask, other: Mask) -> _Ply:
    move = MOVES[index]
    if isinstance(move, Slide):
        back = _INDEX_OF[Slide(move.target, move.origin)]
        return _ply(index, own ^ 1 << move.origin ^ 1 << move.target, other, 0, back)
    assert isinstance(move, Jump)
    return _ply(index, own, other, move.target, _INDEX_OF[Jump(_TURN[move.target][0])])


def _ply(index: int, own: Mask, other: Mask, corner: Cell, back: int) -> _Ply:
    masks = _TURN_MASK[corner]
    own, other = masks[own], masks[other]
    possible = sum(1 << move for move in _movable(other, own)) | 1
    return _Ply(index, other, own, corner, back, possible, not AROUND[0] & ~own)


class TableFileError(Exception):
    """A file that is not a table. The message says why."""


def table_path(fouls: FoulReading) -> Path:
    """Return the path of a reading's table."""
    return cache_dir() / f"star-{fouls}.table"


@functools.cache
def table_of(fouls: FoulReading) -> Table:
    """Return the table of a reading. It is loaded once in a process."""
    return load(fouls)


def load(fouls: FoulReading) -> Table:
    """Return the table of a reading from its file.

    If there is no such file, solve the game, which takes a quarter of a second, and store the table if possible.
    """
    path = table_path(fouls)
    try:
        return unpack(_read(path), fouls)
    except FileNotFoundError:
        _log.info("Star's table is made: none is kept yet: %s", path)
    except (OSError, TableFileError) as error:
        _log.warning("Star's table is made anew: %s: %s", path, error)
    table = solve(fouls)
    _keep(path, pack(table, fouls))
    return table


def pack(table: Table, fouls: FoulReading) -> bytes:
    """Return the content of a table's file."""
    codes = sorted(table)
    steps = [code - before for before, code in zip([0, *codes], codes, strict=False)]
    rows = zlib.compress(
        struct.pack(f"<I{len(codes)}I", len(codes), *steps) + bytes(table[code] for code in codes), level=9
    )
    return _head(fouls) + hashlib.sha256(_head(fouls) + rows).digest() + rows


def unpack(blob: bytes, fouls: FoulReading) -> Table:
    """Return the table in the content of a file. Raises TableFileError."""
    head = _head(fouls)
    if not blob.startswith(head):
        raise TableFileError("foreign, of another version or of another reading")
    total, rows = blob[len(head) :][:_SUM_SIZE], blob[len(head) + _SUM_SIZE :]
    if hashlib.sha256(head + rows).digest() != total:
        raise TableFileError("damaged")
    data = zlib.decompress(rows)
    (count,) = struct.unpack_from("<I", data)
    codes = itertools.accumulate(struct.unpack_from(f"<{count}I", data, 4))
    return dict(zip(codes, data[4 + 4 * count :], strict=True))


def _head(fouls: FoulReading) -> bytes:
    return MAGIC + bytes([VERSION, _READINGS.index(fouls)])


def _read(path: Path) -> bytes:
    with path.open("rb") as file:
        return file.read(_MOST_BYTES)


def _keep(path: Path, blob: bytes) -> None:
    """Write the file in one step, so that no reader sees a part of it."""
    prune_parts(path.parent)
    part = path.with_suffix(f".{os.getpid()}.part")
    try:
        part.write_bytes(blob)
        part.replace(path)
    except OSError as error:
        _log.warning("Star's table cannot be kept and will be made again: %s", error)
        # The file or the folder may not exist.
        with contextlib.suppress(OSError):
            part.unlink()


@dataclass(frozen=True, slots=True)
class Verdict:
    """The value of a position or action for the mover.

    `distance` is the number of plies from the position to the end under best play, None for a draw.
    """

    value: Value
    distance: int | None


DRAWN = Verdict("draw", None)


def position_verdict(state: State, table: Table) -> Verdict:
    """Return the value of `state` for the mover; after the end, the result."""
    if state.result is not None:
        return _result_verdict(state.result, state.mover)
    return _verdict(table[code_of(state)])


def action_verdicts(state: State, table: Table) -> dict[BoardAction, Verdict]:
    """Return the verdict of each board action that is legal with the foul guard on."""
    barred = rules.barred_actions(state)
    return {
        action: _action_verdict(rules.apply(refuse_offer(state), state.mover, action)[0], table)
        for action in rules.board_actions(state)
        if action not in barred
    }


def refuse_offer(state: State) -> State:
    """Return `state` after its open draw offer was refused."""
    if state.offer != "open":
        return state
    return rules.apply(state, 1 - state.mover, rules.parse("refuse"))[0]


def _action_verdict(after: State, table: Table) -> Verdict:
    if after.result is not None and after.result.reason == rules.STAR_REASON:
        return Verdict("win", 1)
    return _ply_before(table[code_of(after)])


def _ply_before(distance: Distance) -> Verdict:
    """Return the verdict of an action that leads to this distance, for the seat that takes the action."""
    return DRAWN if distance == DRAW else _verdict(distance + 1)


def _verdict(distance: Distance) -> Verdict:
    return DRAWN if distance == DRAW else Verdict("win" if distance % 2 else "loss", distance)


def _result_verdict(result: Outcome, seat: Seat) -> Verdict:
    if not result.winners:
        return DRAWN
    return Verdict("win" if seat in result.winners else "loss", 0)
