"""Star's five levels of play. All use the solved game, but each sees only endings within its horizon."""

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
"""By level, the horizon: the number of plies within which the AI sees a win or a loss."""

HURRIES: dict[float, tuple[float, ...]] = {1: (0.5,), 2: (0.11, 0.46)}
"""By beginner's level: the probabilities of looking only 0, 1, ... plies ahead.

An AI that looks 0 plies ahead overlooks a win in one move.
"""

SHUNS: dict[float, float] = {1: 0.45, 2: 0.12}
"""By beginner's level: the probability that the AI chooses, of equal actions, one that ends farthest from the star."""

SURE = 2
"""Above this level, an AI with a strength between two levels overlooks no win within FINISH plies.

This holds only for wins within the AI's horizon.
"""

OPENING = 8
"""Plies of the opening, in which nearly equal actions count as equal, so that games differ."""

FAR, NEARLY = 8, 8
"""In plies. In the opening, two wins count as equal if both are farther away than FAR and differ by at most NEARLY.

The same holds for two losses.
"""

# In plies.
_LONGEST_LINE = 12

_SCORES = {"win": 1.0, "draw": 0.0, "loss": -1.0}


class StarBrain:
    """Thinks about Star; see `game.agents.agent.Brain`. The first call loads the table or makes it."""

    def choose(
        self, state: State, seat: Seat, level: float, agent_seed: int, seconds: float | None, stop: StopTest
    ) -> Thought:
        """Return the action of an AI of this level. It never offers a draw, and resigns only if `seat` cannot move."""
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
        """Return the best actions of `seat` within the level's horizon, without draw offers and resigning.

        If a draw offer is open, the actions are its two answers. Accepting has the value of a draw. Refusing has the
        value of the position.
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
        """Return the best action of `seat` by the table. `effort` is not used."""
        return next(iter(self.rank(state, seat, max(HORIZONS), seconds, stop, 1)), None)

    def theory(self, state: State, seconds: float | None) -> dict[str, object]:
        """Return the answer of engine mode to `theory`: the value of the position and of each action on the board.

        Repetition is ignored, and fouls are forbidden. While a draw offer is open, the values are for the seat that
        offers. In a finished game, the value is the result for the seat that would be next, and there are no actions.
        """
        table = table_of(state.fouls)
        verdict = position_verdict(state, table)
        after = {
            rules.text(action): [found.value, found.distance] for action, found in action_verdicts(state, table).items()
        }
        return {"value": verdict.value, "distance": verdict.distance, "after": after}


def _horizon(level: float, random: Random) -> float:
    """Return how many plies a level looks ahead this time."""
    chance = random.random() if level in HURRIES else 1.0
    for plies, often in enumerate(HURRIES.get(level, ())):
        if chance < often:
            return plies
        chance -= often
    return HORIZONS[level]


def _wins_soon(verdicts: Iterable[Verdict], horizon: float) -> bool:
    """Whether one of the verdicts is a win within FINISH plies and within the horizon."""
    most = min(FINISH, horizon)
    return any(found.value == "win" and (found.distance or 0) <= most for found in verdicts)


def _distance(state: State, action: BoardAction) -> int:
    """Return the steps between the star and the cell where an action ends; 0 for a jump."""
    if isinstance(action, Jump):
        return 0
    end = action.cell if isinstance(action, Place) else action.target
    return abs(end % SIZE - state.star % SIZE) + abs(end // SIZE - state.star // SIZE)


def _real(state: State, table: Table) -> dict[BoardAction, Verdict]:
    """Return the verdict of each action in this game. An action that leads to a third repetition is a draw."""
    return {
        action: DRAWN if rules.apply(state, state.mover, action)[0].result == rules.REPETITION else verdict
        for action, verdict in action_verdicts(state, table).items()
    }


def _seen(verdict: Verdict, horizon: float) -> Verdict | None:
    """Return the verdict if a level with this horizon sees it, otherwise None."""
    if verdict.distance is None:
        return verdict if horizon == math.inf else None
    return verdict if verdict.distance <= horizon else None


def _rank(verdict: Verdict | None) -> float:
    """Return a number to sort by.

    From high to low: early wins, late wins, draws and unknown results, late losses, early losses.
    """
    if verdict is None or verdict.distance is None:
        return 0.0
    return _SCORES[verdict.value] / (verdict.distance + 1)


def _is_as_good(verdict: Verdict | None, best: Verdict | None, ply: int) -> bool:
    """Whether two verdicts count as equal: they have equal ranks, or in the opening nearly equal distances."""
    if _rank(verdict) == _rank(best):
        return True
    if ply >= OPENING or verdict is None or best is None or verdict.value != best.value:
        return False
    distances = [found.distance for found in (verdict, best) if found.distance is not None]
    return len(distances) == 2 and min(distances) > FAR and abs(distances[0] - distances[1]) <= NEARLY


def _turned(verdict: Verdict) -> Verdict:
    """Return the verdict as the other seat sees it."""
    return {"win": replace(verdict, value="loss"), "loss": replace(verdict, value="win")}.get(verdict.value, verdict)


def _line(state: State, action: BoardAction, table: Table, verdict: Verdict | None) -> tuple[Action, ...]:
    """Return `action` and best play after it, up to the distance of `verdict`, at most _LONGEST_LINE plies.

    Without a verdict, return only `action`.
    """
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
    """Return the answer to a draw offer. `mover` is the verdict of the position for the seat that offers.

    The offer is accepted only if the answering level sees that its own seat cannot win.
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
