"""The names that vulture is told to leave alone: few, each with a reason, and each still there."""

import re
from fnmatch import fnmatch

import tomlkit

from tests.processes import ROOT

MOST = 20
PROJECT = (ROOT / "pyproject.toml").read_text(encoding="utf-8")


def test_few_names_are_kept_and_each_for_a_reason():
    table = PROJECT.partition("ignore_names = [")[2].partition("\n]")[0]
    lines = table.splitlines()[1:]
    assert 0 < len(lines) <= MOST
    assert [line for line in lines if not re.fullmatch(r'    "[^"]+", +# \w.+', line)] == []


def test_every_kept_name_is_still_there():
    kept = tomlkit.parse(PROJECT)["tool"]["vulture"]
    sources = [ROOT / "main.py", *(path for folder in kept["paths"] for path in ROOT.glob(f"{folder}/**/*.py"))]
    words = {word for path in sources for word in re.findall(r"\w+", path.read_text(encoding="utf-8"))}
    assert [name for name in kept["ignore_names"] if not any(fnmatch(word, name) for word in words)] == []
