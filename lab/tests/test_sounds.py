"""The sounds are clean and match the synthesis."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from lab.sounds import music
from lab.sounds.cli import FOLDER, FULL, SOUNDS, TOLERANCE, Frames, frames, read, table
from lab.sounds.dsp import RATE, Signal, seconds
from lab.sounds.effects import EFFECTS, GROUPS
from lab.sounds.measures import at_once, integrated, momentary, true_peak
from scenes.house.preferences import Preferences
from scenes.match.match_input import MUSIC_LEVEL

ROOT = Path(__file__).resolve().parents[2]
FILES = {path.stem for path in FOLDER.iterdir()}
EFFECT_NAMES = [effect.name for effect in EFFECTS]
# These sounds ring, so they may last longer than touches.
NOTES = {"start", "turn", "hint", "star", "win", "over"}


def kept(name: str) -> Frames:
    return read(FOLDER / f"{name}.wav")[1]


def test_the_files_are_those_that_the_synthesis_makes() -> None:
    assert set(SOUNDS) == FILES
    assert {path.suffix for path in FOLDER.iterdir()} == {".wav"}


@pytest.mark.parametrize("name", EFFECT_NAMES)
def test_effects_are_made_alike_each_time_and_as_committed(name: str) -> None:
    fresh = frames(name)
    assert np.array_equal(fresh, frames(name))
    assert fresh.shape == kept(name).shape
    assert np.abs(fresh.astype(int) - kept(name)).max() <= TOLERANCE


def test_the_music_is_as_committed() -> None:
    fresh = frames("music")
    assert fresh.shape == kept("music").shape
    assert np.abs(fresh.astype(int) - kept("music")).max() <= TOLERANCE


@pytest.mark.parametrize("name", sorted(FILES))
def test_nothing_clips_or_leans_to_one_side(name: str) -> None:
    content = kept(name) / FULL
    assert 0.05 < np.abs(content).max() < 10 ** (-1 / 20)
    assert abs(content.mean()) < 0.0005


@pytest.mark.parametrize("name", EFFECT_NAMES)
def test_effects_begin_and_end_in_silence(name: str) -> None:
    content = kept(name) / FULL
    peak = np.abs(content).max()
    assert np.abs(content[[0, -1]]).max() <= 1 / FULL
    assert np.abs(content[-RATE // 1000 :]).max() < 0.01 * peak


@pytest.mark.parametrize("name", EFFECT_NAMES)
def test_effects_answer_at_once_and_are_soon_over(name: str) -> None:
    content = np.abs(kept(name) / FULL)
    heard = np.flatnonzero(content > 0.05 * content.max())
    assert heard[0] < 0.03 * RATE
    longest = 1.5 if name in NOTES else 0.4
    assert 0.03 <= len(content) / RATE <= longest


def groups() -> dict[str, list[float]]:
    """Return the loudness of each group's effects."""
    found: dict[str, list[float]] = {group: [] for group in GROUPS}
    for effect in EFFECTS:
        found[effect.group].append(momentary(kept(effect.name) / FULL, RATE))
    return found


def test_effects_are_as_loud_as_their_group() -> None:
    for group, levels in groups().items():
        assert max(levels) - min(levels) <= 3.0, group
    assert sum(map(len, groups().values())) == len(EFFECTS)


def test_groups_become_louder_from_one_to_the_next_and_the_music_is_behind() -> None:
    levels = [float(np.mean(found)) for found in groups().values()]
    assert levels == sorted(levels)
    volumes = Preferences()
    behind = integrated(kept("music") / FULL, music.RATE) + 20 * np.log10(volumes.music / volumes.effects)
    _, hand, signal, *_ = levels
    assert behind < signal and behind + 20 * np.log10(MUSIC_LEVEL) < hand


def test_no_true_peak_is_near_full_scale() -> None:
    peaks = {name: true_peak(kept(name) / FULL) for name in sorted(FILES)}
    assert {name: peak for name, peak in peaks.items() if peak > -1.0} == {}


def test_eight_effects_at_once_stay_below_full_scale() -> None:
    loudest = sorted(EFFECT_NAMES, key=lambda name: -int(np.abs(kept(name)).max()))[:8]
    assert true_peak(at_once(kept(name) / FULL for name in loudest)) < -1.0


def test_the_measures_in_the_docs_are_those_of_the_files() -> None:
    told = (ROOT / "docs/sounds.md").read_text(encoding="utf-8")
    assert table() in told


def sine(frequency: float, level: float, length: float, rate: int) -> Signal:
    return 10 ** (level / 20) * np.sin(2 * np.pi * frequency * seconds(length, rate))


@pytest.mark.parametrize("rate", [22050, 44100, 48000])
def test_a_sine_measures_what_the_standard_says(rate: int) -> None:
    """BS.1770: 997 Hz at 0 dBFS in one channel is -3.01 LKFS."""
    whole = sine(997, 0.0, 3.0, rate)
    assert integrated(whole, rate) == pytest.approx(-3.01, abs=0.02)
    assert momentary(whole, rate) == pytest.approx(-3.01, abs=0.02)
    assert momentary(sine(997, -20.0, 3.0, rate), rate) == pytest.approx(-23.01, abs=0.02)
    assert integrated(sine(60, 0.0, 3.0, rate), rate) < -4.5 < -1.0 < integrated(sine(4000, 0.0, 3.0, rate), rate)


def test_half_of_a_moment_is_three_decibels_less_and_silence_counts_for_nothing() -> None:
    half = sine(997, 0.0, 0.2, 48000)
    assert momentary(half, 48000) == pytest.approx(-6.02, abs=0.1)
    loud, quiet = sine(997, -20.0, 10.0, 48000), sine(997, -60.0, 10.0, 48000)
    assert integrated(np.concatenate([loud, quiet]), 48000) == pytest.approx(-23.01, abs=0.1)
    assert integrated(np.zeros(48000), 48000) == -np.inf


def test_a_peak_between_the_frames_is_found() -> None:
    """A sine of a quarter of the rate, whose frames all lie 45 degrees off its peaks."""
    signal = np.sin(np.pi / 2 * np.arange(4000) + np.pi / 4)
    assert 20 * np.log10(np.abs(signal).max()) == pytest.approx(-3.01, abs=0.01)
    assert true_peak(signal * np.hanning(4000)) == pytest.approx(0.0, abs=0.05)


def test_the_music_runs_into_itself() -> None:
    content = kept("music") / FULL
    steps = np.abs(np.diff(content))
    assert abs(content[0] - content[-1]) <= np.quantile(steps, 0.999)
    second = np.array([content[0] - content[-1], content[1] - content[0]])
    # The curve has no corner at the seam either.
    assert abs(second[1] - second[0]) <= np.abs(np.diff(content, 2)).max()
    halves = [np.sqrt(np.mean(part**2)) for part in (content[: music.RATE], content[-music.RATE :])]
    assert 0.4 < halves[0] / halves[1] < 2.5


def test_the_music_is_calm() -> None:
    """The music never falls silent, never jumps in level, and lies below the range of clear voices."""
    content = kept("music") / FULL
    assert 40 <= len(content) / music.RATE <= 60
    blocks = content[: len(content) // music.RATE * music.RATE].reshape(-1, music.RATE)
    levels = 20 * np.log10(np.sqrt(np.mean(blocks**2, axis=1)))
    assert np.ptp(levels) < 10
    spectrum = np.abs(np.fft.rfft(content)) ** 2
    frequency = np.fft.rfftfreq(len(content), 1 / music.RATE)
    assert spectrum[frequency > 2000].sum() < 0.02 * spectrum.sum()


def test_the_wall_is_heard_in_two_parts() -> None:
    """The wall touches the edge, then sits in the groove about 50 ms later."""
    content = np.abs(kept("wall") / FULL)
    window = RATE // 200
    levels = content[: len(content) // window * window].reshape(-1, window).max(axis=1)
    first, gap, second = levels[0:2].max(), levels[7:10].min(), levels[10:14].max()
    assert gap < 0.5 * first
    assert gap < 0.3 * second
