"""The tool that plays engines and older versions against each other."""

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from game.paths import cache_dir
from lab.quoridor import gauntlet

ROOT = Path(__file__).parents[2]
SCRIPT = """
import json, sys
for line in sys.stdin:
    request = json.loads(line)
    print(json.dumps({"id": request["id"], "ok": True, "action": request.get("legal", ["pass"])[0]}), flush=True)
"""


@pytest.fixture
def repository(tmp_path, monkeypatch):
    """Return a small repository where each version is an engine that plays the first legal action."""
    folder = tmp_path / "repository"
    folder.mkdir()
    for number in (1, 2):
        (folder / "main.py").write_text(f"# {number}\n{SCRIPT}")
        git(folder, "init", "-q") if number == 1 else None
        git(folder, "add", "main.py")
        git(folder, "-c", "user.name=x", "-c", "user.email=x@x", "commit", "-q", "--no-gpg-sign", "-m", str(number))
    git(folder, "tag", "0.1", "HEAD~1")
    monkeypatch.setattr(gauntlet, "ROOT", folder)
    return folder


def git(folder, *words):
    return subprocess.run(["git", *words], cwd=folder, check=True, capture_output=True, text=True).stdout.strip()


def match(words):
    return gauntlet.match_of(gauntlet.build_parser().parse_args(words.split()))


def test_a_pool_is_played_and_gone_on_with(repository, tmp_path, capsys):
    log, report = tmp_path / "log", tmp_path / "report"
    words = f"star --version 0.1 --level 1 --opening 2 --jobs 1 --resume {log} --json {report}".split()
    old = f"ext:v_0_1_{git(repository, 'rev-parse', '0.1')[:7]}"
    for games in ("2", "4"):
        assert gauntlet.main([*words, "--games", games]) == 0
        assert old in capsys.readouterr().out
        assert len(log.read_text().splitlines()) == int(games)
    assert [entry["player"] for entry in json.loads(report.read_text())["ratings"]] == ["ai:1", old]
    assert not [game["fault"] for game in json.loads(report.read_text())["games"] if game["fault"]]


def test_versions_are_checked_out_once_each(repository):
    head = git(repository, "rev-parse", "HEAD")
    for _ in range(2):
        old, new = (gauntlet.version(name) for name in ("0.1", head))
        assert [Path(engine.words[1]).read_text()[:3] for engine in (old, new)] == ["# 1", "# 2"]
        assert new.name == f"v_{head[:7]}" and Path(new.words[1]).is_relative_to(cache_dir())
        assert old.words[0] == sys.executable and old.words[2] == "engine"
    shutil.rmtree(Path(new.words[1]).parent)
    assert Path(gauntlet.version(head).words[1]).exists(), "one that was thrown away comes back"


def test_who_plays_whom(repository):
    pool = "star --version 0.1 --version HEAD --engine bot=python3"
    assert [seat.name[:8] for seat in match(pool).players] == ["ext:here", "ext:v_0_", "ext:v_HE", "ext:bot"]
    assert len(match(pool).pairings) == 6
    assert match(f"{pool} --first").pairings == ((0, 1), (0, 2), (0, 3))
    assert [seat.level for seat in match("star --level 5 --level 3").players] == [5, 3]


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("star", "two players or more"),
        ("star --level 2 --level 2", "a name of its own"),
        ("star --version no-such", "no-such"),
        ("star --version=--all", "--all"),
        ("robots --level 1 --level 2", "is none"),
        ("quoridor --level 1 --level 2 --option players=4", "4 seats"),
        ("star --level 1 --level 2 --games 3", "is odd"),
        ("star --level 1 --level 2 --nodes 9", "cannot be limited"),
        ("star --level 1 --level 2 --option x=1", "unknown option"),
    ],
)
def test_what_cannot_be_played_is_said_in_a_line(words, message, repository, capsys):
    with pytest.raises(SystemExit) as caught:
        gauntlet.main(words.split())
    error = capsys.readouterr().err
    assert caught.value.code == 2 and message in error and error.count("\n") == 1
