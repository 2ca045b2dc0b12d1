"""What every level of Star's AI owes the table: it sees as far as it should, and no further."""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import replace
from typing import Any

import pytest

from game.agents.agent import Job, Thought
from game.agents.worker import InlineAgent
from game.core.record import SeatConfig
from game.core.rules import Outcome
from game.core.spec import LEVELS
from game.registry import load_brain
from game.session.session import Session
from game.star import SPEC, rules
from game.star.search import FAR, HORIZONS, HURRIES, NEARLY, OPENING
from game.star.solver import Verdict, action_verdicts, table_of
from game.star.state import State
from tests import make
from tests.rules.star_ascii import go_on, played, read, texts, walks
from tests.tables import rows

pytestmark = pytest.mark.quick

every_level = pytest.mark.parametrize("level", LEVELS)
every_sure_level = pytest.mark.parametrize("level", [level for level in LEVELS if level not in HURRIES])
every_reading = pytest.mark.parametrize("fouls", ["takeback", "literal", "none"])
SEEDS = range(24)
BRAIN: Any = load_brain(SPEC)
DISTINCT_SOLVED = 8  # games that level 5 plays with itself over SEEDS; 4 where only the very best would do
MOCK_UP = "@b3 @a2 @a1 @c2 b3-b2 @c1"


def choose(state: State, level: int, seed: int = 0) -> Thought:
    return BRAIN.choose(state, rules.actors(state)[0], level, seed, None, lambda: False)


def choices(state: State, level: int) -> set[str]:
    """What a level may play: its answers to many seeds."""
    return {choose(state, level, seed).action for seed in SEEDS}


def slack(state: State, distance: int) -> int:
    """By how many plies a level may miss the shortest win or the longest loss, that far away, for variety."""
    return NEARLY if state.ply < OPENING and distance > FAR else 0


class TestHorizon:
    @every_sure_level
    @every_reading
    @pytest.mark.one_in(6)
    def test_a_win_within_it_is_taken_the_shortest_way(self, level: int, fouls: str) -> None:
        tried = 0
        for state in walks(fouls, 80, seed=level):
            wins = {
                rules.text(action): verdict.distance
                for action, verdict in action_verdicts(state, table_of(fouls)).items()
                if verdict.value == "win" and verdict.distance <= HORIZONS[level]
            }
            if wins:
                tried += 1
                best = min(wins.values())
                assert wins.get(choose(state, level).action, math.inf) <= best + slack(state, best)
        assert tried > 10

    @every_sure_level
    @every_reading
    @pytest.mark.one_in(3)
    def test_a_loss_within_it_is_avoided_or_put_off(self, level: int, fouls: str) -> None:
        tried = 0
        for state in walks(fouls, 80, seed=level + 10):
            verdicts = action_verdicts(state, table_of(fouls))
            losses = {
                rules.text(action): verdict.distance
                for action, verdict in verdicts.items()
                if verdict.value == "loss" and verdict.distance <= HORIZONS[level]
            }
            if losses:
                tried += 1
                action = choose(state, level).action
                if action in losses:
                    assert len(losses) == len(verdicts)
                    assert losses[action] >= max(losses.values()) - slack(state, losses[action])
        assert tried > 10

    def test_every_level_overlooks_what_the_next_one_sees(self) -> None:
        """Wins and losses of the horizons 1, 2, 4 and 8, each in one position."""
        assert "@c3" in choices(played("@b3"), 1)
        assert Counter(choose(played("@b3"), 2, seed).action for seed in SEEDS).most_common(1)[0][0] == "@a2"
        assert choices(played("@b3"), 3) == {"@a2"}
        position = played("@b3 @a2 @c2 @c3")
        losing_in_four = {"@b2", "@a1", "@c1"}
        assert losing_in_four & choices(position, 2)
        assert not losing_in_four & choices(position, 3)
        assert "@b1" in choices(position, 3)
        assert "@b1" not in choices(position, 4)

    def test_the_position_of_the_rules(self) -> None:
        state = played(MOCK_UP)
        assert choices(state, 1) == {"@b3", "@c3", "@b1", "b2-b1", "a1-b1"}
        assert choices(state, 3) == choices(state, 1)
        assert choices(state, 4) == choices(state, 5) == {"@b1"}


class TestLevel5:
    def test_it_takes_a_repetition_that_saves_it_and_shuns_one_that_costs_the_win(self) -> None:
        saved = kept = 0
        for state in walks("takeback", 60, seed=4):
            verdicts: dict[Any, Verdict] = {**action_verdicts(state, table_of("takeback"))}
            wins = {rules.text(action) for action, verdict in verdicts.items() if verdict.value == "win"}
            best = choose(state, 5).action
            if best[0] == "@" or best == "resign" or verdicts[rules.parse(best)].distance == 1:
                continue
            twice = replace(state, history=go_on(state, best).history[-1:] * 2)
            if not wins and all(verdict.value == "loss" for verdict in verdicts.values()):
                saved += 1
                assert choose(twice, 5).action == best
                assert go_on(twice, best).result == Outcome((), "repetition")
            elif len(wins) > 1:
                kept += 1
                assert choose(twice, 5).action in wins - {best}
        assert saved > 2 and kept > 2


class TestChance:
    def test_among_equals_the_seed_decides(self) -> None:
        assert choices(played(""), 5) == {"@b3", "@a2"}
        assert len(choices(played(""), 1)) > 4

    @every_level
    @pytest.mark.one_in(6)
    def test_other_seeds_give_other_games(self, level: int) -> None:
        """Even where the game is solved and few actions keep a win."""
        games = {texts_of_game(levels=(level, level), seed=seed) for seed in SEEDS}
        assert len(games) >= (DISTINCT_SOLVED if level == 5 else 0.9 * len(SEEDS))


def texts_of_game(levels: tuple[int, int], seed: int) -> tuple[str, ...]:
    seats = [SeatConfig("ai", level) for level in levels]
    session = Session(SPEC, {}, 0, seats, agent=InlineAgent(), agent_seed=seed, min_think=0.0)
    while session.outcome is None:
        assert session.tick(idle=True)
    return session.record().actions


class TestFouls:
    @every_level
    def test_none_is_played_even_without_the_guard(self, level: int) -> None:
        tried = 0
        for state in walks("takeback", 60, seed=8, foul_guard=False):
            tried += bool(rules.barred_actions(state))
            assert rules.parse(choose(state, level).action) not in rules.barred_actions(state)
        assert tried > 10

    @every_level
    @pytest.mark.parametrize("guard", [True, False])
    def test_stuck_it_resigns(self, level: int, guard: bool) -> None:
        before = read("*.o xoo x.x", mover=1, foul_guard=guard)
        thought = choose(go_on(before, "c1-b1 c3-b3"), level)
        assert (thought.action, thought.score, thought.depth, thought.nodes) == ("resign", -1.0, 0, 0)
        assert choose(go_on(before, "c1-b1 c3-b3 draw? refuse"), level).action == "resign"


class TestDrawOffers:
    @every_level
    def test_a_stuck_seats_offer_is_refused(self, level: int) -> None:
        state = go_on(read("*.o xoo x.x", mover=1), "c1-b1 c3-b3 draw?")
        assert choose(state, level).action == "refuse"

    @pytest.mark.parametrize(("actions", "answers"), rows("star_offers"))
    def test_what_is_seen_to_be_no_win_is_accepted(self, actions: str, answers: str) -> None:
        state = played(f"{actions.replace('MOCK', MOCK_UP)} draw?")
        assert [choose(state, level).action for level in LEVELS] == answers.split()

    @every_level
    def test_none_is_made(self, level: int) -> None:
        for seed in range(6):
            assert "draw?" not in texts_of_game((level, level), seed)


class TestThoughts:
    @every_level
    def test_they_say_how_they_were_found(self, level: int) -> None:
        thought = choose(played(MOCK_UP), level)
        assert thought.pv == (thought.action,)
        assert thought.nodes == 5
        seen = level >= 4
        assert (thought.score, thought.depth) == ((1.0, 5) if seen else (None, None))

    def test_an_agent_answers_for_the_theory(self) -> None:
        agent = InlineAgent()
        agent.request(Job("theory", make.record("star", actions=MOCK_UP, seed=0).to_json(), 0, 5, 0, 3, 6))
        thought = agent.poll()
        assert thought is not None and (thought.action, thought.error) == ("", "")
        assert (thought.kind, thought.revision, thought.decision) == ("theory", 3, 6)
        assert thought.theory == BRAIN.theory(played(MOCK_UP), None)


class TestRank:
    """The best actions in their order, each with best play as far as the level sees."""

    @pytest.mark.parametrize(("actions", "level", "lines"), rows("star_lines", 3))
    def test_actions_are_told_with_best_play(self, actions: str, level: str, lines: str) -> None:
        state = played(actions.replace("MOCK", MOCK_UP))
        found = BRAIN.rank(state, rules.actors(state)[0], int(level), None, lambda: False, 2)
        told = [" ".join([f"{line.action} {line.score} {line.depth}", *line.pv[1:]]) for line in found]
        assert told == lines.split(" | ")
        assert all(line.pv[0] == line.action for line in found)
        if level == "5" and "draw?" not in actions:
            assert BRAIN.value(state, rules.actors(state)[0], 0.1, None, lambda: False) == found[0]

    def test_a_line_is_told_for_twelve_plies_and_one_that_is_not_seen_for_one(self) -> None:
        first, *_ = BRAIN.rank(played("@b3 @a2 @c2 @c3"), 0, 5, None, lambda: False, 1)
        assert (first.score, first.depth, len(first.pv)) == (0.0, None, 12)

    def test_a_stuck_seat_has_no_action(self) -> None:
        state = go_on(read("*.o xoo x.x", mover=1), "c1-b1 c3-b3")
        assert BRAIN.rank(state, 1, 5, None, lambda: False, 3) == []
        assert BRAIN.value(state, 1, 0.1, None, lambda: False) is None


@pytest.mark.parametrize(
    ("star", "actions", "furthest"),
    [
        *(("a3", "", "@c1"), ("c3", "", "@a1"), ("a1", "", "@c3"), ("c1", "@b2 @c2", "@a3")),
        ("a1", "@c3 @b2", "@b3 @c2 c3-b3 c3-c2"),
        ("c3", "@a1 @b1 @a2", "@a3 @b2 @c1 b1-b2 b1-c1"),
    ],
)
def test_who_shuns_the_star_plays_furthest_from_it(star: str, actions: str, furthest: str) -> None:
    state, cells = played(actions, star=star), set(furthest.split())
    shuns, others = (Counter(choose(state, level, seed).action for seed in range(200)) for level in (1, 4))
    assert {action for action, _ in shuns.most_common(len(cells))} == cells
    assert sum(shuns[action] for action in cells) > 80 + sum(others[action] for action in cells) / 2


class TestTheory:
    """What it answers where a position is not just to be played on; see `StarBrain.theory`."""

    @pytest.mark.parametrize("talk", ["draw?", "draw? refuse"])
    def test_draw_offers_change_nothing(self, talk: str) -> None:
        assert BRAIN.theory(played(f"{MOCK_UP} {talk}"), None) == BRAIN.theory(played(MOCK_UP), None)

    def test_a_stuck_seat_has_lost(self) -> None:
        state = go_on(read("*.o xoo x.x", mover=1), "c1-b1 c3-b3")
        assert BRAIN.theory(state, None) == {"value": "loss", "distance": 0, "after": {}}

    @pytest.mark.parametrize(
        ("state", "value", "distance"),
        [
            (go_on(read("*o. ... o.."), "@a2"), "loss", 0),
            (played("@b2 resign"), "loss", 0),
            (go_on(played(MOCK_UP, foul_guard=False), "b2-b3"), "win", 0),
            (played("draw? accept"), "draw", None),
        ],
    )
    def test_a_finished_game_is_worth_its_result_to_the_seat_that_would_be_next(
        self, state: State, value: str, distance: int | None
    ) -> None:
        assert BRAIN.theory(state, None) == {"value": value, "distance": distance, "after": {}}

    def test_repetition_is_ignored(self) -> None:
        state = go_on(read("*.. .o. ..x", fouls="none"), "@c3 c1-c2 b2-b1 c2-c1 b1-b2 c1-c2 b2-b1 c2-c1")
        answer = BRAIN.theory(state, None)
        fresh = BRAIN.theory(go_on(read("*.. .o. ..x", fouls="none"), "@c3 c1-c2 b2-b1 c2-c1"), None)
        assert answer == fresh
        assert texts(rules.board_actions(state)) == list(answer["after"])
