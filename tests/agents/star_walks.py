"""Positions of Star from random games."""

from __future__ import annotations

from dataclasses import replace
from random import Random

from game.core.options import resolve
from game.star import SPEC, rules
from game.star.state import CORNERS, State, cell_name


def walks(fouls: str, count: int, seed: int, **options: object) -> list[State]:
    """Positions from random games without fouls, in every corner, with nothing to repeat."""
    random = Random(seed)
    found: list[State] = []
    while len(found) < count:
        star = cell_name(random.choice(CORNERS))
        state = rules.start(resolve(SPEC.options, {"star": star, "fouls": fouls, **options}), 0)
        for _ in range(random.randrange(25)):
            actions = [action for action in rules.board_actions(state) if action not in rules.barred_actions(state)]
            if not actions or state.result is not None:
                break
            state = rules.apply(state, state.mover, random.choice(actions))[0]
        if state.result is None:
            found.append(replace(state, history=()))
    return found
