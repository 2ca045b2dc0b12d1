"""Iterative-deepening alpha-beta over pawn moves and walls in rivals' ways.

With four players the search is paranoid (Sturtevant and Korf, 2000): the others are taken to play together
against the seat that thinks. All scores are from that seat's view.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

from game.core.rules import Seat
from game.quoridor.bitboard import bits
from game.quoridor.board import HORIZONTAL, PASS, SHUT_IN, VERTICAL, Board, Key, Move, Way
from game.quoridor.evaluation import PROVEN, WIN, evaluate

Scored = list[tuple[float, Move]]
After = tuple[Move, list[int], tuple[int, ...]]
"""A move, and the steps to go and the walls left after it, by seat."""

_INFINITY = 2 * WIN
_UPPER, _EXACT, _LOWER = -1, 0, 1


class Stopped(Exception):  # noqa: N818 - not an error: the search was asked to end
    """Time or the node budget is used up."""


@dataclass(slots=True)
class Found:
    """The best move, its score, the depth in plies it was searched to, and the line expected after it."""

    move: Move
    score: float
    depth: int
    line: tuple[Move, ...]


class AlphaBeta:
    """Searches one position for one seat; a node is one position whose moves are generated.

    `width` bounds the walls tried at an inner node, `budget` the nodes; `stop` is asked at each node.
    """

    def __init__(self, board: Board, seat: Seat, width: int, budget: int, stop: Callable[[], bool]) -> None:
        self.board = board
        self.seat = seat
        self.nodes = 0
        self._width = width
        self._budget = budget
        self._stop = stop
        self._table: dict[Key, tuple[int, int, float, Move]] = {}

    def run(self, roots: Scored, depth: int, root_width: int) -> Found:
        """The best of the moves `roots` (with first guesses at their scores) within `depth` plies.

        Two plies are searched for every root, more only for the `root_width` best of them.
        """
        order = sorted(roots, key=_by_score, reverse=True)
        found = Found(order[0][1], order[0][0], 1, (order[0][1],))
        try:
            if depth >= 2:
                order = [(self._after(move, 1, -_INFINITY, _INFINITY), move) for _, move in order]
                order.sort(key=_by_score, reverse=True)
                found = Found(order[0][1], order[0][0], 2, self._line(order[0][1]))
            moves = [move for _, move in order[:root_width]]
            for limit in range(3, depth + 1):
                if abs(found.score) > PROVEN:
                    break
                for better in self._deepen(moves, limit):
                    found = better
                moves.remove(found.move)
                moves.insert(0, found.move)
        except Stopped:
            pass  # what was found so far stands
        return found

    def rank(self, roots: Scored, depth: int, root_width: int, count: int) -> list[Found]:
        """The `count` best of the moves `roots`, as `run` would find each without those before it, the best first.

        All are of the last pass that was finished.
        """
        order = sorted(roots, key=_by_score, reverse=True)
        best = [Found(move, score, 1, (move,)) for score, move in order[:count]]
        moves = [move for _, move in order]
        try:
            for limit in range(2, depth + 1):
                best = self._best(moves, limit, count)
                if all(abs(found.score) > PROVEN for found in best):
                    break
                first = [found.move for found in best]
                moves = (first + [move for move in moves if move not in first])[: max(root_width, count)]
        except Stopped:
            pass  # the pass before stands
        return best

    def _best(self, moves: list[Move], limit: int, count: int) -> list[Found]:
        """The `count` best of `moves` at `limit` plies; the others are searched only until they prove worse."""
        best: list[Found] = []
        for move in moves:
            floor = best[-1].score if len(best) == count else -_INFINITY
            score = self._after(move, limit - 1, floor, _INFINITY)
            if len(best) < count or score > floor:
                best = sorted([*best, Found(move, score, limit, self._line(move))], key=_by_worth, reverse=True)
                del best[count:]
        return best

    def _deepen(self, moves: list[Move], limit: int) -> Iterator[Found]:
        """Search each move to `limit` plies, the best of the last iteration first; yields ever better moves."""
        alpha = -_INFINITY
        for move in moves:
            score = self._after(move, limit - 1, alpha, _INFINITY)
            if score > alpha:
                alpha = score
                yield Found(move, score, limit, self._line(move))

    def _after(self, move: Move, depth: int, alpha: float, beta: float, ply: int = 1) -> float:
        self.board.play(move)
        try:
            return self._search(depth, ply, alpha, beta)
        finally:
            self.board.undo()

    def _search(self, depth: int, ply: int, alpha: float, beta: float) -> float:
        """The score of the position within (alpha, beta), or a bound outside; `ply` counts from the root."""
        key = self.board.key()
        known = self._table.get(key)
        if known and known[0] >= depth:
            _, kind, score, _ = known
            if kind == _EXACT or (kind == _LOWER and score >= beta) or (kind == _UPPER and score <= alpha):
                return score
        moves = self.expand(ply)
        if depth == 1 or abs(moves[0][0]) > PROVEN:
            self._table[key] = (depth, _EXACT, *moves[0])
            return moves[0][0]
        order = self._order(moves, known[3] if known else None)
        own = self.board.mover == self.seat
        best, best_move = (-_INFINITY if own else _INFINITY), PASS
        low, high = alpha, beta
        for move in order:
            score = self._after(move, depth - 1, low, high, ply + 1)
            if (score > best) if own else (score < best):
                best, best_move = score, move
                if own:
                    low = max(low, score)
                else:
                    high = min(high, score)
                if low >= high:
                    break
        self._table[key] = (depth, _UPPER if best <= alpha else _LOWER if best >= beta else _EXACT, best, best_move)
        return best

    def _order(self, moves: Scored, first: Move | None) -> list[Move]:
        """The moves to search: all of the pawn's and the most promising walls, `first` before all others."""
        order: list[Move] = []
        walls = 0
        for _, move in moves:
            walls += HORIZONTAL <= move < PASS
            if not HORIZONTAL <= move < PASS or walls <= self._width:
                order.append(move)
        if first in order:
            order.remove(first)
            order.insert(0, first)
        return order

    def expand(self, ply: int) -> Scored:
        """The mover's sensible moves with the scores of the positions after them, the mover's best first.

        A winning move stands alone. Raises Stopped when time or the budget is used up.
        """
        if self.nodes >= self._budget or self._stop():
            raise Stopped
        self.nodes += 1
        board = self.board
        mover = board.mover
        own = mover == self.seat
        ways = self._ways()
        lengths = {cell: board.length(mover, cell) for cell in board.pawn_targets(mover)}
        nearest = min(lengths.values(), default=0)
        if lengths and nearest == 0:
            return [(WIN - ply if own else ply - WIN, min(lengths, key=lengths.__getitem__))]
        reach = max(nearest, ways[mover][0])
        moves = [cell for cell, length in lengths.items() if length <= reach]
        if board.left[mover]:
            moves += self._useful_walls(ways)
        afters = self._afters(moves, ways) or self._afters([PASS], ways)
        scored = [(self._evaluate(after), after[0]) for after in afters]
        scored.sort(key=_by_score, reverse=own)
        return scored

    def score(self, moves: Sequence[Move]) -> Scored:
        """Legal `moves` of the mover with the scores of the positions after them, in the same order."""
        return [(self._evaluate(after), after[0]) for after in self._afters(moves, self._ways())]

    def _ways(self) -> list[Way]:
        return [self.board.way(seat) for seat in range(self.board.players)]

    def _afters(self, moves: Iterable[Move], ways: list[Way]) -> list[After]:
        """What `moves` lead to; walls that would shut somebody in are left out."""
        board = self.board
        mover = board.mover
        fewer = (*board.left[:mover], board.left[mover] - 1, *board.left[mover + 1 :])
        afters: list[After] = []
        for move in moves:
            lengths = [way[0] for way in ways]
            if move < HORIZONTAL:
                lengths[mover] = board.length(mover, move)
            elif move < PASS:
                for seat, (_, horizontal, vertical) in enumerate(ways):
                    cut = horizontal >> move - HORIZONTAL if move < VERTICAL else vertical >> move - VERTICAL
                    if cut & 1:
                        lengths[seat] = board.length_with(seat, move)
                if SHUT_IN in lengths:
                    continue
            afters.append((move, lengths, fewer if HORIZONTAL <= move < PASS else board.left))
        return afters

    def _useful_walls(self, ways: list[Way]) -> list[Move]:
        """Free slots in the ways of those whom the mover plays against, as far as they are near their goals."""
        board = self.board
        rivals = [way for seat, way in enumerate(ways) if (seat == self.seat) != (board.mover == self.seat)]
        nearest = min(way[0] for way in rivals)
        cut_h = cut_v = 0
        for length, horizontal, vertical in rivals:
            if length <= nearest + 1:
                cut_h |= horizontal
                cut_v |= vertical
        free_h, free_v = board.free_slots()
        return [anchor + HORIZONTAL for anchor in bits(cut_h & free_h)] + [
            anchor + VERTICAL for anchor in bits(cut_v & free_v)
        ]

    def _evaluate(self, after: After) -> float:
        _, lengths, left = after
        return evaluate(lengths, left, (self.board.mover + 1) % self.board.players, self.seat)

    def _line(self, move: Move) -> tuple[Move, ...]:
        """The principal variation that begins with `move`, as far as the table remembers it."""
        line = [move]
        self.board.play(move)
        while (known := self._table.get(self.board.key())) and len(line) < 8:
            line.append(known[3])
            self.board.play(known[3])
        for _ in line:
            self.board.undo()
        return tuple(line)


def _by_worth(found: Found) -> float:
    return found.score


def _by_score(entry: tuple[float, Move]) -> float:
    return entry[0]
