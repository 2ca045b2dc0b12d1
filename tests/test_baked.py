"""The files that `lab` made are still those that people looked at, listened to and measured.

The makers are in `lab`, with tests of their own. These check that the hashes here and the measures in docs/sounds.md
belong to the files.
"""

from __future__ import annotations

import hashlib
import re
from collections import defaultdict
from math import log10
from pathlib import Path
from statistics import mean

import pytest

from scenes.house.preferences import Preferences
from scenes.match.match_input import MUSIC_LEVEL
from tests.selection import ROOT
from tests.tables import rows

pytestmark = pytest.mark.quick

ASSETS = ROOT / "assets"
BAKED = {row[0]: row[1] for row in rows("baked")}
MEASURE = re.compile(r"^\| `(\w+)` \| (\w*) \| ([-\d.]+) LUFS \| ([-\d.]+) dBTP \|", re.MULTILINE)
GROUPS = ("touch", "hand", "signal", "piece", "phrase")  # the quietest first
SPREAD = 3.0  # LU at most within a group
PEAK = -1.0  # dBTP at most
MOST_BYTES = {"sounds": 2_500_000, "textures": 9_500_000}


def measures() -> dict[str, tuple[str, float, float]]:
    """Return the group, loudness and true peak of each sound, as docs/sounds.md has them."""
    page = (ROOT / "docs" / "sounds.md").read_text(encoding="utf-8")
    return {name: (group, float(loud), float(peak)) for name, group, loud, peak in MEASURE.findall(page)}


def digest(path: Path) -> str:
    """Return the beginning of the file's SHA-256. A checkout may have changed line ends, so these do not count."""
    return hashlib.sha256(path.read_bytes().replace(b"\r\n", b"\n")).hexdigest()[:16]


def test_every_baked_file_is_the_one_that_was_made() -> None:
    found = {name: digest(ROOT / name) for name in BAKED}
    assert found == BAKED, "python -m lab.hashes writes them anew"


def test_no_sound_or_texture_is_there_that_nobody_made() -> None:
    for folder in MOST_BYTES:
        files = {path.relative_to(ROOT).as_posix() for path in (ASSETS / folder).iterdir()}
        assert files and files <= BAKED.keys()


def test_textures_and_sounds_stay_small() -> None:
    for folder, most in MOST_BYTES.items():
        assert sum(path.stat().st_size for path in (ASSETS / folder).iterdir()) <= most, folder


def test_sounds_are_as_loud_as_their_group_and_none_is_near_full_scale() -> None:
    found = measures()
    assert found.keys() == {path.stem for path in (ASSETS / "sounds").iterdir()}
    levels = defaultdict(list)
    for group, loud, _ in found.values():
        levels[group].append(loud)
    (music,) = levels.pop("")
    assert set(levels) == set(GROUPS)
    assert {group: each for group, each in levels.items() if max(each) - min(each) > SPREAD} == {}
    means = [mean(levels[group]) for group in GROUPS]
    assert means == sorted(means)
    volumes = Preferences()
    behind = music + 20 * log10(volumes.music / volumes.effects)
    assert behind < means[GROUPS.index("signal")]
    assert behind + 20 * log10(MUSIC_LEVEL) < means[GROUPS.index("hand")], "in a match"
    assert {name: peak for name, (_, _, peak) in found.items() if peak > PEAK} == {}
