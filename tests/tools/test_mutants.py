"""`tools.mutants`: which changes survive, and which of them an earlier commit noticed, with tests that take no time."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path
from typing import Any

import pytest
import tomlkit

from tools import mutants
from tools.mutants import Mutant

PLAN = tomlkit.parse((mutants.ROOT / mutants.PLAN).read_text(encoding="utf-8")).unwrap()
CHANGES = {"a zero": ("1", "0"), "a two": ("1", "2"), "no Python": ("1", "1 +")}


@pytest.mark.parametrize("module", PLAN["modules"])
def test_modules_and_tests_of_the_plan_exist(module: str) -> None:
    assert all((mutants.ROOT / path).exists() for path in (module, *PLAN["modules"][module]))


@pytest.mark.parametrize("test", PLAN["made_of"])
def test_what_was_made_of_others_is_asked_for(test: str) -> None:
    assert any(test in tests for tests in PLAN["modules"].values())


@pytest.mark.parametrize("found", PLAN["results"], ids=lambda found: f"{found['module']}-{found['date']}")
def test_results_add_up_and_are_of_modules_that_exist(found: dict[str, Any]) -> None:
    assert (mutants.ROOT / found["module"]).exists()
    assert found["killed"] + found["survived"] == found["tried"] <= found["all"]
    assert found.get("left", 0) <= found["survived"]


def test_the_quick_run_notices_nearly_all_that_any_test_notices() -> None:
    noticed = {kind: sum(found[kind] for found in PLAN["runs"]) for kind in ("quick", "rest")}
    assert {found["module"] for found in PLAN["runs"]} <= PLAN["modules"].keys()
    assert noticed["quick"] >= mutants.SHARE * sum(noticed.values()) > 50


def test_what_was_judged_lies_in_files_that_exist() -> None:
    files = [path.as_posix() for folder in ("game", "scenes") for path in (mutants.ROOT / folder).rglob("*.py")]
    for judged in PLAN["judged"]:
        named = re.findall(r"[\w/]+\.py", judged["where"])
        assert named and all(any(file.endswith(f"/{name}") for file in files) for name in named), judged
        assert set(judged) == {"where", "change", "judgement"} and all(judged.values())


@pytest.fixture
def repository(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A checkout whose one module has three changes; its tests are conditions on it, one in each file."""
    root = tmp_path / "root"
    (root / "docs").mkdir(parents=True)
    (root / "tests").mkdir()
    monkeypatch.setattr(mutants, "mutants", lambda path: [Mutant(name, {}, 0, 1) for name in CHANGES])
    monkeypatch.setattr(mutants, "changed", lambda source, mutant: source.replace(*CHANGES[mutant.operator]))
    monkeypatch.setattr(mutants, "run", said_by)
    subprocess.run(["git", "init", "-q", str(root)], check=True)
    return root


def said_by(copy: Path, tests: list[str], limit: float | None) -> str:
    given: dict[str, int] = {}
    exec((copy / "module.py").read_text(), given)
    paths = [copy / test for test in tests if not test.startswith("--")]
    asked = [path for path in paths if ("--rest" in tests) != ("quick" in path.name) or len(paths) == len(tests)]
    return "survived" if all(eval(path.read_text(), given) for path in asked) else "killed"


def commit(root: Path, plan: str, **files: str) -> str:
    """Keep a state of the checkout; its name."""
    (root / "docs" / "mutants.toml").write_text(plan)
    for old in (root / "tests").iterdir():
        old.unlink()
    for name, text in files.items():
        (root / ("module.py" if name == "module" else f"tests/{name}.py")).write_text(text)
    subprocess.run(["git", "add", "-A"], cwd=root, check=True)
    who = ["-c", "user.name=Aoi", "-c", "user.email=aoi@example.com", "-c", "commit.gpgsign=false"]
    subprocess.run(["git", *who, "commit", "-q", "-m", "State"], cwd=root, check=True)
    return subprocess.run(["git", "rev-parse", "HEAD"], cwd=root, check=True, capture_output=True, text=True).stdout[:8]


def plan(*tests: str, made_of: str = "") -> str:
    paths = [f"tests/{test}.py" for test in tests]
    return f'tried = 9\nseed = 1\nexclude = ["none"]\n[modules]\n"module.py" = {paths}\n[made_of]\n{made_of}\n'


def tell(root: Path, capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str]:
    return mutants.main(words, root), capsys.readouterr().out


@pytest.mark.parametrize(
    ("before", "earlier", "now", "status", "told"),
    [
        (plan("sharp"), {"sharp": "x == 1"}, "x > 0", 1, "module.py:1: a two #0"),
        (plan("dull"), {"dull": "x > 0"}, "x > 0", 0, "nothing is lost"),
        (plan("dull"), {"dull": "x > 0"}, "x == 1", 0, "nothing is lost"),
        ("[cosmic-ray]", {"old": "x == 1"}, "x > 0", 1, "module.py:1: a two #0"),
        (plan("sharp"), {"sharp": "x == 1", "module": "x = 1 * 1"}, "x > 0", 0, "has changed since"),
    ],
    ids=["a dull test of today", "as dull before", "a sharper one", "a test of another name", "another module"],
)
def test_what_an_earlier_commit_noticed_is_told(
    before: str, earlier: dict[str, str], now: str, status: int, told: str,
    repository: Path, capsys: pytest.CaptureFixture[str],
) -> None:  # fmt: skip
    since = commit(repository, before, **{"module": "x = 1", **earlier})
    made_of = '"tests/test_now.py" = ["tests/old.py"]'
    commit(repository, plan("test_now", made_of=made_of), module="x = 1", test_now=now)
    found, text = tell(repository, capsys, "--since", since)
    assert found == status and told in text
    assert "module.py: 3 in all" in text and "1 invalid" in text


def test_what_survives_is_told(repository: Path, capsys: pytest.CaptureFixture[str]) -> None:
    commit(repository, plan("dull"), module="x = 1", dull="x > 0")
    status, text = tell(repository, capsys, "module.py")
    assert status == 0 and "a two #0 survived" in text and "1 killed, 1 survived, 1 invalid" in text
    with pytest.raises(SystemExit):
        tell(repository, capsys, "another.py")


@pytest.mark.parametrize(
    ("files", "status", "told"),
    [
        ({"quick": "x > 0", "rest": "x == 1"}, 1, "notices 1 of 2"),
        ({"quick": "x == 1", "rest": "x > 0"}, 0, "notices 2 of 2"),
    ],
)
def test_what_the_quick_run_notices_is_compared_with_what_all_tests_do(
    files: dict[str, str], status: int, told: str,
    repository: Path, capsys: pytest.CaptureFixture[str],
) -> None:  # fmt: skip
    commit(repository, plan(*files), module="x = 1", **files)
    found, text = tell(repository, capsys, "--runs")
    assert found == status and told in text


def test_tests_that_fail_at_once_say_nothing_of_changes(repository: Path) -> None:
    commit(repository, plan("wrong"), module="x = 1", wrong="x > 1")
    with pytest.raises(SystemExit, match="fail without any change"):
        mutants.main([], repository)
