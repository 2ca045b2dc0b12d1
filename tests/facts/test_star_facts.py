"""What is told of Star's steps: the stories of star_facts.txt, and in random play what is true."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest

from game.core.review import Fact
from game.registry import facts_of
from game.star import SPEC, rules
from game.star.state import State
from tests.facts.telling import random_game, told
from tests.make import state as position
from tests.rules.test_star_rules import Star
from tests.stories import Story, each_story

THEORY = {"gives_win_away", "gives_draw_away", "only_win", "only_draw", "wins", "loses", "drawn"}
ENDS = {"surrounded", "foul", "repeated", "agreed", "resigned"}
DEPTH = 4  # plies that the tests look ahead by the rules alone


@cache
def forced(state: State, plies: int) -> int | None:
    """In how many plies, at most `plies`, best play ends with the star surrounded: odd where the mover wins.

    None where neither can force that so soon, by plain search through the rules.
    """
    if state.result is not None:
        return 0 if state.result.reason == "star" and state.mover not in state.result.winners else None
    actions = [a for a in rules.board_actions(state) if a not in rules.barred_actions(state)]
    if plies == 0 or not actions:
        return None if actions else 0  # who can do nothing must give up
    ends = [forced(rules.apply(state, state.mover, action)[0], plies - 1) for action in actions]
    wins = [end + 1 for end in ends if end is not None and end % 2 == 0]
    if wins:
        return min(wins)
    return None if None in ends else max(end for end in ends if end is not None) + 1


def searched(state: State, plies: int = DEPTH) -> int | None:
    """As `forced`, for a position whose past does not matter."""
    return forced(replace(state, history=(), ply=0, offer="none"), plies)


@pytest.mark.one_in(2)
@pytest.mark.parametrize("fouls", ["takeback", "literal"])
@pytest.mark.parametrize("seed", range(6))
def test_what_is_told_in_random_play_is_so_by_search(seed, fouls):
    said: set[str] = set()
    for step in random_game(SPEC, seed, 40, fouls=fouls, foul_guard=seed % 2 == 0):
        found = {fact.kind: fact for fact in facts_of(SPEC, step)}
        said |= found.keys()
        assert found
        if found.keys() & ENDS or step.after.offer == "open" or step.before.offer == "open":
            continue
        end, mover = searched(step.after), step.seat
        if "wins" in found and found["wins"].numbers["moves"] <= DEPTH // 2:
            assert found["wins"].seats == (mover,) and end == 2 * found["wins"].numbers["moves"]
        if "loses" in found and found["loses"].numbers["moves"] <= DEPTH // 2:
            assert found["loses"].seats[0] == 1 - mover and end == 2 * found["loses"].numbers["moves"] - 1
        if "drawn" in found:
            assert end is None
        if end is not None and end % 2 == 0 and end:
            assert "wins" in found or not found.keys() & THEORY
        if end is not None and end % 2:
            assert "loses" in found or found.keys() & {"gives_win_away", "gives_draw_away"} or repeats(step.after)
        assert ("star_jumped" in found) == (step.before.star != step.after.star)
        assert ("stuck" in found) == (not rules.board_actions(step.after))
        if "threat" in found:
            again = replace(step.after, mover=mover, history=(), ply=0)
            assert forced(again, 1) == 1 and searched(step.after, 1) is None
    assert len(said) > 3


def repeats(state: State) -> bool:
    return len(set(state.history)) < len(state.history)


@cache
def tellings(state: State) -> dict[str, dict[str, Fact]]:
    """What is told of each board action of the mover, by notation."""
    return {rules.text(action): told(SPEC, state, state.mover, action) for action in rules.board_actions(state)}


def by_kind(state: State, kind: str) -> dict[str, Fact]:
    """The fact of this kind for each action of which it is told."""
    return {text: found[kind] for text, found in tellings(state).items() if kind in found}


@cache
def games() -> tuple[State, ...]:
    """Positions of random games, the ends left out."""
    steps = [step for seed in range(25) for step in random_game(SPEC, seed, 16)]
    return tuple(step.before for step in steps if step.before.offer != "open" and not repeats(step.before))


@pytest.mark.parametrize("every", [27, pytest.param(9, marks=pytest.mark.long)])
def test_a_win_is_given_away_where_it_was_there_and_is_no_more(every):
    said = 0
    for state in games()[::every]:  # a search for each
        end = searched(state, 3)
        if end not in (1, 3):
            continue
        for text in by_kind(state, "gives_win_away"):
            after = rules.apply(state, state.mover, rules.parse(text))[0]
            assert searched(after, 4) in (None, 1, 3)
            said += 1
        if end == 1:
            winning = by_kind(state, "surrounded").keys() | by_kind(state, "stuck").keys()
            assert winning and not by_kind(state, "gives_win_away").keys() & winning
    assert said


def test_the_draw_is_given_away_where_every_other_action_but_this_held_it():
    said = 0
    for state in games():
        given, held = by_kind(state, "gives_draw_away"), by_kind(state, "drawn")
        if not given:
            continue
        said += 1
        assert held and not held.keys() & given.keys()
        assert not by_kind(state, "wins") and not by_kind(state, "gives_win_away")
    assert said


def test_an_only_move_stands_alone():
    said = 0
    for state in games():
        draws, wins = by_kind(state, "only_draw"), by_kind(state, "only_win")
        actions = len(rules.board_actions(state))
        if draws:
            assert len(draws) == 1 and len(by_kind(state, "drawn")) == 1 and actions > 1
            assert len(by_kind(state, "gives_draw_away")) == actions - 1
        if wins:
            assert len(wins) == 1 and actions > 1
            assert len(by_kind(state, "gives_win_away")) == actions - 1
        said += len(draws) + len(wins)
    assert said > 3


@each_story(Path(__file__).with_name("star_facts.txt"))
def test_the_story_is_true(story: Story) -> None:
    Star().tell(story)


def test_nothing_of_theory_is_told_once_a_position_has_come_back():
    state = position("star", "@b2 @c3 b2-c2 c3-b3 c2-c1 b3-b2 c1-b1 b2-c2 b1-b2 c2-c3 b2-c2")
    assert repeats(state)
    for text, found in tellings(state).items():  # what was there before a placement cannot come again
        assert bool(found.keys() & THEORY) == text.startswith("@")
    assert tellings(position("star", "@b2 @c3"))["b2-b1"].keys() & THEORY
