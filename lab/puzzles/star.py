"""Puzzles of Star: every position of the solved game where exactly one action wins, or exactly one does not lose."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from typing import Any

from game.core.options import resolve
from game.core.rules import Step
from game.star import SPEC, rules
from game.star.facts import facts
from game.star.solver import VERSION, Table, Verdict, action_verdicts, code_of, table_of
from game.star.state import Action, BoardAction, Event, FoulReading, Jump, Place, State
from lab.puzzles.pages import grouped

BY = f"star-table {VERSION}"
PIECES = 1
PRACTICE = 84
READINGS: tuple[FoulReading, ...] = ("takeback", "literal", "none")
# The least plies to the win, in a puzzle.
LEAST_WIN = 3
LEAST_ACTIONS = 3
# The most moves of the solver in a solution.
LONGEST_LINE = 3
# The most plies from the start to a position.
LATEST = 20
# The bits of a code without the memory of the foul rule.
_BOARD = (1 << 18) - 1
_RANK = {"win": 2, "draw": 1, "loss": 0}


def positions(fouls: FoulReading) -> Iterator[tuple[tuple[str, ...], State]]:
    """Yield one of each set of symmetric positions, with a shortest way to it; the nearest to the start come first."""
    first = rules.start(resolve(SPEC.options, {"fouls": fouls}), 0)
    start: tuple[tuple[str, ...], State] = ((), first)
    todo, seen = deque([start]), {code_of(first)}
    while todo:
        actions, state = todo.popleft()
        yield actions, state
        if len(actions) == LATEST:
            continue
        for action in rules.board_actions(state):
            then = rules.apply(state, state.mover, action)[0]
            if then.result is None and code_of(then) not in seen:
                seen.add(code_of(then))
                todo.append(((*actions, rules.text(action)), then))


def only_action(verdicts: dict[BoardAction, Verdict]) -> BoardAction | None:
    """Return the only action that keeps the position's value; None if there are several, or if the position is lost."""
    if len(verdicts) < LEAST_ACTIONS:
        return None
    best = max(_RANK[verdict.value] for verdict in verdicts.values())
    alike = [action for action, verdict in verdicts.items() if _RANK[verdict.value] == best]
    return alike[0] if best > 0 and len(alike) == 1 else None


def solution(state: State, table: Table) -> tuple[list[str], list[dict[str, str]]]:
    """Return the line, which goes on while only one action wins, and the replies to all wrong actions along it.

    If the position is drawn, the line has one move.
    """
    line: list[str] = []
    replies: list[dict[str, str]] = []
    while True:
        verdicts = action_verdicts(state, table)
        key = only_action(verdicts)
        if key is None:
            return line[:-1], replies
        line.append(rules.text(key))
        replies.append({rules.text(one): best_reply(after(state, one), table) for one in verdicts if one != key})
        state = after(state, key)
        if verdicts[key].value == "draw" or state.result is not None or len(replies) == LONGEST_LINE:
            return line, replies
        reply = best_reply(state, table)
        if not reply:
            return line, replies
        line.append(reply)
        state = after(state, rules.parse(reply))


def after(state: State, action: Any) -> State:
    """Return the position after an action."""
    return rules.apply(state, state.mover, action)[0]


def best_reply(state: State, table: Table) -> str:
    """Return the best reply: the quickest win, else a draw, else the latest loss; "" if there is no action."""
    if state.result is not None:
        return ""
    verdicts = action_verdicts(state, table)
    return min((worth(verdict), rules.text(action)) for action, verdict in verdicts.items())[1] if verdicts else ""


def worth(verdict: Verdict) -> tuple[int, int]:
    """Return a sort key of a verdict: the smaller, the better for the mover."""
    distance = verdict.distance or 0
    return -_RANK[verdict.value], -distance if verdict.value == "loss" else distance


def themes(state: State, key: BoardAction) -> list[str]:
    """Return the kind of the key action, and the other themes of its puzzle."""
    kind = "star_jump" if isinstance(key, Jump) else "placement" if isinstance(key, Place) else "slide"
    step: Step[State, Action, Event] = Step(state.ply, state, state.mover, key, *rules.apply(state, state.mover, key))
    quiet = [] if any(fact.kind in ("threat", "surrounded") for fact in facts(step)) else ["quiet"]
    return [kind, *quiet, *(["barred"] if rules.barred_actions(state) else [])]


def obvious(state: State) -> list[str]:
    """Return the obvious actions: the star's jumps, or if there are none, the actions that end closest to the star."""

    def far(action: BoardAction) -> int:
        if isinstance(action, Jump):
            return 0
        cell = action.cell if isinstance(action, Place) else action.target
        return abs(cell % 3 - state.star % 3) + abs(cell // 3 - state.star // 3)

    found = [action for action in rules.board_actions(state) if action not in rules.barred_actions(state)]
    nearest = min(map(far, found))
    return [rules.text(action) for action in found if far(action) == nearest]


def same(state: State) -> int:
    """Return a key that is equal for positions that differ only by a reflection, the rule's variant or the seats."""
    return code_of(state) & _BOARD


def puzzles(piece: int) -> Iterator[dict[str, Any]]:
    """Yield all puzzles; they are one piece of work. A board comes only once, although the foul rule has variants."""
    seen: set[int] = set()
    for fouls in READINGS:
        table = table_of(fouls)
        for actions, state in positions(fouls):
            verdicts = action_verdicts(state, table)
            key = only_action(verdicts)
            board = same(state)
            if key is None or board in seen or verdicts[key].distance == 1:
                continue
            line, replies = solution(state, table)
            seen.add(board)
            yield {
                "options": {} if fouls == "takeback" else {"fouls": fouls},
                "actions": " ".join(actions),
                "side": state.mover,
                "task": "win" if verdicts[key].value == "win" else "hold",
                "themes": " ".join(themes(state, key)),
                "line": " ".join(line),
                "replies": list(map(grouped, replies)),
                "plies": verdicts[key].distance,
                "legal": len(verdicts),
                "trap": int(rules.text(key) not in obvious(state)),
            }
