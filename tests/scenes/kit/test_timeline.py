"""The timeline: order, overshoot, skipping, cues; and the clock that feeds it."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scenes.kit.drawing.timeline import Clip, Timeline, ease_in_out, ease_out
from scenes.kit.system import MAX_STEPS, STEP, FixedClock
from scenes.table.contract.view import Placement, diff_clip

Placed = dict[str, Placement[str]]


def moving(name: str, seconds: float, *cues: tuple[float, str]) -> Clip[Placed]:
    """A clip in which one piece travels one unit a second."""
    return Clip(seconds, lambda t: {name: Placement("look", t, 0.0)}, cues)


def play(timeline: Timeline, seconds: float, dt: float = STEP) -> None:
    for _ in range(round(seconds / dt)):
        timeline.tick(dt)


def test_overshoot_belongs_to_the_next_clip() -> None:
    timeline: Timeline[Placed] = Timeline()
    timeline.push(moving("a", 0.1))
    timeline.push(moving("b", 1.0))
    timeline.tick(0.15)
    assert timeline.sample(1.0)["b"].x == pytest.approx(0.05)


def test_nothing_of_an_ended_queue_shortens_the_next_clip() -> None:
    timeline: Timeline[Placed] = Timeline()
    timeline.push(moving("a", 0.1))
    timeline.tick(5.0)
    timeline.push(moving("b", 0.1))
    timeline.tick(0.05)
    assert timeline.sample(1.0)["b"].x == pytest.approx(0.05)


def test_a_clip_pushed_by_the_end_of_another_is_played() -> None:
    timeline: Timeline[Placed] = Timeline()
    done: list[str] = []
    timeline.push(moving("a", 0.1), lambda: timeline.push(moving("b", 0.1), lambda: done.append("b")))
    play(timeline, 0.15)
    assert not timeline.is_idle
    play(timeline, 0.1)
    assert done == ["b"]


@given(
    times=st.lists(st.floats(0, 1.999), max_size=6).map(sorted),
    dts=st.lists(st.floats(0.001, 0.5) | st.just(5.0), min_size=1, max_size=200),
)
def test_every_clip_ends_once_and_every_cue_is_heard_once_in_order(times: list[float], dts: list[float]) -> None:
    """Also where one long tick ends several clips, or where they are skipped."""
    heard: list[str] = []
    timeline: Timeline[Placed] = Timeline(lambda name, pitch: heard.append(name))
    for name in ("first", "second"):
        cues = tuple((t, f"{name} {i}") for i, t in enumerate(times))
        timeline.push(moving(name, 2.0, *cues), lambda name=name: heard.append(f"{name} ends"))
    for dt in dts:
        timeline.tick(dt)
    timeline.skip()
    assert timeline.is_idle and timeline.sample(1.0) is None
    each = [*map(str, range(len(times))), "ends"]
    assert heard == [f"{name} {what}" for name in ("first", "second") for what in each]


def test_each_clip_sounds_at_its_own_pitch() -> None:
    heard: list[tuple[str, int]] = []
    timeline: Timeline[Placed] = Timeline(lambda name, pitch: heard.append((name, pitch)))
    for pitch in (4, -3):
        timeline.push(replace(moving("a", 0.1, (0.05, "pawn")), pitch=pitch))
    timeline.tick(1.0)
    assert heard == [("pawn", 4), ("pawn", -3)]


def test_drawing_between_ticks_lies_between_them() -> None:
    timeline: Timeline[Placed] = Timeline()
    timeline.push(moving("a", 1.0))
    timeline.push(moving("b", 1.0))
    play(timeline, 0.5)
    assert timeline.sample(0.0)["a"].x == pytest.approx(0.5 - STEP)
    assert timeline.sample(0.5)["a"].x == pytest.approx(0.5 - STEP / 2)
    assert timeline.sample(1.0)["a"].x == pytest.approx(0.5)


def test_what_differs_slides_and_what_comes_and_goes_fades() -> None:
    before = {"moves": Placement("m", 0, 0), "stays": Placement("s", 5, 5), "goes": Placement("g", 1, 1)}
    after = {"moves": Placement("m", 4, 2), "stays": Placement("s", 5, 5), "comes": Placement("c", 2, 2)}
    clip = diff_clip(before, after, 1.0)
    assert clip.sample(0.0).placements == {
        "moves": Placement("m", 0, 0),
        "comes": Placement("c", 2, 2, alpha=0),
        "goes": Placement("g", 1, 1, alpha=1),
    }
    half = clip.sample(0.5).placements
    assert 2 < half["moves"].x < 4
    assert 0 < half["goes"].alpha < 0.5 < half["comes"].alpha < 1
    assert clip.sample(9.0).placements == {
        "moves": Placement("m", 4, 2),
        "comes": Placement("c", 2, 2),
        "goes": Placement("g", 1, 1, alpha=0),
    }


@given(st.floats(0, 1), st.floats(0, 1))
def test_easing_runs_from_0_to_1_and_never_back(a: float, b: float) -> None:
    for ease in (ease_out, ease_in_out):
        assert (ease(0.0), ease(1.0)) == (0.0, 1.0)
        assert ease(min(a, b)) <= ease(max(a, b)) + 1e-12


@given(st.lists(st.floats(0, 0.2), min_size=1, max_size=100))
def test_the_clock_loses_no_time(frames: list[float]) -> None:
    clock = FixedClock()
    steps = sum(clock.advance(seconds) for seconds in frames)
    assert abs(steps * STEP + clock.alpha * STEP - sum(frames)) < 1e-6
    assert 0 <= clock.alpha <= 1


def test_a_suspended_machine_is_not_caught_up_with() -> None:
    clock = FixedClock()
    assert clock.advance(3600.0) == MAX_STEPS
    assert clock.advance(0.0) == 0


def test_time_that_runs_backwards_counts_as_none() -> None:
    assert FixedClock().advance(-5.0) == 0
