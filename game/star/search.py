"""Star's five levels of play, all from the solved game: a level sees endings within its horizon."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import replace
from random import Random

from game.agents.agent import StopTest, Thought, Variation
from game.core.rules import Seat
from game.core.strengths import FINISH, is_between_levels, row_for
from game.star import rules
from game.star.solver import DRAWN, Table, Verdict, action_verdicts, position_verdict, refuse_offer, table_of
from game.star.state import SIZE, Accept, Action, BoardAction, Jump, Place, Refuse, Resign, State

HORIZONS: dict[float, float] = {1: 1, 2: 2, 3: 4, 4: 8, 5: math.inf}
"""By level: how many plies ahead it sees a win or a loss."""

HURRIES: dict[float, tuple[float, ...]] = {1: (0.5,), 2: (0.11, 0.46)}
"""By beginner's level: the probabilities of looking only 0, 1, ... plies ahead, so that it overlooks an immediate win
of either side."""

SHUNS: dict[float, float] = {1: 0.45, 2: 0.12}
"""By beginner's level: the probability of choosing, among equal actions, one that ends furthest from the star."""

SURE = 2
"""From this strength on, between levels, a win that it sees in its last three moves is never overlooked."""

OPENING = 8
"""Plies of the opening, where nearly equal actions count as equal so that games differ."""

FAR, NEARLY = 8, 8
"""In plies. In the opening, wins (or losses) further away than FAR are equal if they differ by at most NEARLY."""

_LONGEST_LINE = 12  # plies

_SCORES = {"win": 1.0, "draw": 0.0, "loss": -1.0}


class StarBrain:
    """Thinks about Star; see `game.agents.agent.Brain`. The first call loads or computes the table."""

    def choose(
        self, state: State, seat: Seat, level: float, agent_seed: int, seconds: float | None, stop: StopTest
    ) -> Thought:
        """The action of a level for `seat`. It never offers a draw and resigns only when it cannot move."""
        table = table_of(state.fouls)
        seed = f"{agent_seed}/{seat}/{state.ply}"
        random = Random(seed)
        finishes = level > SURE and is_between_levels(level)
        level = row_for(HORIZONS, level, seed)
        horizon = _horizon(level, random)
        if state.offer == "open":
            return _answer(position_verdict(state, table), HORIZONS[level])
        real = _real(state, table)
        if finishes and _wins_soon(real.values(), HORIZONS[level]):
            horizon, shuns = HORIZONS[level], 0.0
        else:
            shuns = SHUNS.get(level, 0.0)
        verdicts = {action: _seen(verdict, horizon) for action, verdict in real.items()}
        if not verdicts:
            return _thought(Resign(), Verdict("loss", 0), 0)
        best = max(verdicts.values(), key=_rank)
        equals = [action for action, verdict in verdicts.items() if _is_as_good(verdict, best, state.ply)]
        if random.random() < shuns:
            furthest = max(_distance(state, action) for action in equals)
            equals = [action for action in equals if _distance(state, action) == furthest]
        action = random.choice(equals)
        return _thought(action, verdicts[action], len(verdicts))

    def rank(
        self, state: State, seat: Seat, level: float, seconds: float | None, stop: StopTest, count: int
    ) -> list[Variation]:
        """The best actions of `seat` by the table within the level's horizon, without offers and resigning.

        An offer has two answers: accepting draws, refusing keeps the position's value.
        """
        table = table_of(state.fouls)
        horizon = HORIZONS[math.floor(level)]
        if state.offer == "open":
            seen = _seen(_turned(position_verdict(state, table)), horizon)
            answers = [_variation(Accept(), DRAWN, (Accept(),)), _variation(Refuse(), seen, (Refuse(),))]
            return (answers if seen is None or seen.value != "win" else answers[::-1])[:count]
        worth = {action: _seen(verdict, horizon) for action, verdict in _real(state, table).items()}
        best = sorted(worth, key=lambda action: -_rank(worth[action]))[:count]
        return [_variation(action, worth[action], _line(state, action, table, worth[action])) for action in best]

    def value(self, state: State, seat: Seat, effort: float, seconds: float | None, stop: StopTest) -> Variation | None:
        """The best action of `seat` by the table; `effort` does not matter."""
        return next(iter(self.rank(state, seat, max(HORIZONS), seconds, stop, 1)), None)

    def theory(self, state: State, seconds: float | None) -> dict[str, object]:
        """The engine mode's answer to `theory`: board actions only, repetition ignored, fouls barred.

        An open draw offer changes nothing: value and actions are the mover's. A finished game has its result as value,
        for the seat that would be next, and no actions.
        """
        table = table_of(state.fouls)
        verdict = position_verdict(state, table)
        after = {
            rules.text(action): [found.value, found.distance] for action, found in action_verdicts(state, table).items()
        }
        return {"value": verdict.value, "distance": verdict.distance, "after": after}


def _horizon(level: float, random: Random) -> float:
    """The plies that a level looks ahead this time."""
    chance = random.random() if level in HURRIES else 1.0
    for plies, often in enumerate(HURRIES.get(level, ())):
        if chance < often:
            return plies
        chance -= often
    return HORIZONS[level]


def _wins_soon(verdicts: Iterable[Verdict], horizon: float) -> bool:
    """Whether any of these is a win within FINISH plies and this horizon."""
    most = min(FINISH, horizon)
    return any(found.value == "win" and (found.distance or 0) <= most for found in verdicts)


def _distance(state: State, action: BoardAction) -> int:
    """The steps between the star and the cell where an action ends; a jump moves the star itself."""
    if isinstance(action, Jump):
        return 0
    end = action.cell if isinstance(action, Place) else action.target
    return abs(end % SIZE - state.star % SIZE) + abs(end // SIZE - state.star // SIZE)


def _real(state: State, table: Table) -> dict[BoardAction, Verdict]:
    """The verdict of each action in this game, with the draw at a third repetition."""
    return {
        action: DRAWN if rules.apply(state, state.mover, action)[0].result == rules.REPETITION else verdict
        for action, verdict in action_verdicts(state, table).items()
    }


def _seen(verdict: Verdict, horizon: float) -> Verdict | None:
    """The verdict if a level sees it, else None."""
    if verdict.distance is None:
        return verdict if horizon == math.inf else None
    return verdict if verdict.distance <= horizon else None


def _rank(verdict: Verdict | None) -> float:
    """A rank, highest for early wins, then late wins, draws and unknown, late losses, early losses."""
    if verdict is None or verdict.distance is None:
        return 0.0
    return _SCORES[verdict.value] / (verdict.distance + 1)


def _is_as_good(verdict: Verdict | None, best: Verdict | None, ply: int) -> bool:
    """Whether two verdicts count as equal: the same rank, or in the opening nearly so."""
    if _rank(verdict) == _rank(best):
        return True
    if ply >= OPENING or verdict is None or best is None or verdict.value != best.value:
        return False
    distances = [found.distance for found in (verdict, best) if found.distance is not None]
    return len(distances) == 2 and min(distances) > FAR and abs(distances[0] - distances[1]) <= NEARLY


def _turned(verdict: Verdict) -> Verdict:
    """The verdict from the other side."""
    return {"win": replace(verdict, value="loss"), "loss": replace(verdict, value="win")}.get(verdict.value, verdict)


def _line(state: State, action: BoardAction, table: Table, verdict: Verdict | None) -> tuple[Action, ...]:
    """Best play from `action` on, while its result is seen, at most _LONGEST_LINE plies."""
    line: list[Action] = [action]
    after = rules.apply(refuse_offer(state), state.mover, action)[0]
    longest = 1 if verdict is None else min(verdict.distance or _LONGEST_LINE, _LONGEST_LINE)
    while len(line) < longest and after.result is None and (worth := _real(after, table)):
        line.append(max(worth, key=lambda reply: _rank(worth[reply])))
        after = rules.apply(after, after.mover, line[-1])[0]
    return tuple(line)


def _variation(action: Action, verdict: Verdict | None, line: Sequence[Action]) -> Variation:
    score = None if verdict is None else _SCORES[verdict.value]
    depth = None if verdict is None else verdict.distance
    return Variation(rules.text(action), score, depth, tuple(rules.text(step) for step in line))


def _answer(mover: Verdict, horizon: float) -> Thought:
    """The answer to a draw offer in a position with the verdict `mover` for the offering seat.

    It accepts only if it sees that the position is no win for itself.
    """
    seen = _seen(mover, horizon)
    action = Accept() if seen is not None and seen.value != "loss" else Refuse()
    return Thought(rules.text(action), nodes=1, pv=(rules.text(action),))


def _thought(action: Action, verdict: Verdict | None, nodes: int) -> Thought:
    return Thought(
        rules.text(action),
        score=None if verdict is None else _SCORES[verdict.value],
        depth=None if verdict is None else verdict.distance,
        nodes=nodes,
        pv=(rules.text(action),),
    )
