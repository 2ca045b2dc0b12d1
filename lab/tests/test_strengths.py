"""Ratings follow from measured results; a longer step shifts the ratings of all steps that it spans."""

from __future__ import annotations

import math

import pytest

from lab.strengths import BASE, Step, likeliest


def step(upper: float, lower: float, games: int, score: float) -> Step:
    return Step(upper, lower, games, score, 0.0, 1.0)


def gain(score: float) -> float:
    return 400 * math.log10(score / (1 - score))


def test_each_step_of_a_chain_has_the_difference_that_explains_its_score() -> None:
    found = likeliest([step(2, 1, 400, 0.6), step(3, 2, 100, 0.75)])
    assert found == pytest.approx({1: BASE, 2: BASE + gain(0.6), 3: BASE + gain(0.6) + gain(0.75)}, abs=0.1)


def test_a_longer_step_shifts_what_it_spans_by_its_weight() -> None:
    chain = [step(2, 1, 100, 0.55), step(3, 2, 100, 0.55)]
    few, many = (likeliest([*chain, step(3, 1, games, 0.8)]) for games in (20, 2_000))
    assert 2 * gain(0.55) < few[3] - BASE < many[3] - BASE < gain(0.8)
    assert few[2] - BASE == pytest.approx(few[3] - few[2], abs=0.1)


def test_a_game_that_was_never_lost_has_a_finite_difference() -> None:
    assert likeliest([step(2, 1, 20, 1.0)])[2] == pytest.approx(BASE + gain(19.5 / 20), abs=0.1)
