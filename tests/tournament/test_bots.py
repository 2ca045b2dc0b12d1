"""The bots that docs/engines.md shows play every game whose seats act in turn."""

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from game.core.options import resolve
from game.core.record import SeatConfig
from game.outside.engine import EngineCommand
from game.registry import find
from game.tournament.match import Match
from game.tournament.runner import run

DOCS = Path(__file__).parents[2] / "docs" / "engines.md"
PLAYERS = (SeatConfig("ai", 5, name="ext:bot"), SeatConfig("ai", 2))


def source(language):
    """The one program in a language that the docs show."""
    (found,) = re.findall(rf"^```{language}\n(.*?)^```$", DOCS.read_text(), re.MULTILINE | re.DOTALL)
    return found


def interpreter(language):
    """The words that start a program in the language; the test is skipped where they would not."""
    if language == "python":
        return (sys.executable,)
    perl = shutil.which("perl")
    if perl is None or subprocess.run([perl, "-MJSON::PP", "-e", "1"], capture_output=True).returncode:
        pytest.skip("there is no Perl with JSON::PP")
    return (perl,)


@pytest.mark.one_in(3)
@pytest.mark.parametrize("language", ["python", "perl"])
@pytest.mark.parametrize("game", ["quoridor", "coffee", "star"])
def test_a_bot_plays(game, language, tmp_path):
    (tmp_path / "bot").write_text(source(language))
    bot = EngineCommand("bot", (*interpreter(language), str(tmp_path / "bot")))
    match = Match(game, resolve(find(game).options, {}), PLAYERS, 1, engines=(bot,), seconds=5)
    result = run(match, 2)
    assert (len(result.games), result.faults()) == (2, [])
    assert all(game.moves[0] > 0 for game in result.games)


@pytest.mark.parametrize("language", ["python", "perl"])
def test_a_bot_is_short(language):
    assert len([line for line in source(language).splitlines() if line.strip()]) <= 20
