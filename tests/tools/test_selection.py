"""Which tests a run asks follows from what their modules import, and from their markers."""

from __future__ import annotations

import json
from functools import cache

import pytest

from tests import selection
from tests.processes import run

COLLECT = """
import json, sys
import pytest
class Finder:
    def pytest_collection_finish(self, session):
        found.append([item.nodeid for item in session.items])
found = []
for words in json.loads(sys.argv[1]):
    assert pytest.main(["--collect-only", "-qq", "-n", "0", *words], plugins=[Finder()]) == 0
print(json.dumps(found))
"""
MODULES = (
    "tests/rules/test_values.py",
    "tests/agents/test_coffee_ai.py",
    "tests/rules/test_robots_bidding.py",
    "tests/scenes/test_whole_games.py",
    "tests/scenes/kit/test_scanner.py",
)


@pytest.mark.parametrize(
    ("module", "kind"),
    [
        ("rules/test_star_rules.py", selection.PURE),
        ("session/test_session.py", selection.PURE),
        ("agents/test_quoridor_pvs.py", selection.SEARCH),
        ("scenes/kit/test_grid.py", selection.WINDOW),
        ("storage/test_store.py", selection.PROCESS),
        ("phones/test_hub.py", selection.TOOLS),
        ("repository/test_docs.py", selection.REPOSITORY),
    ],
)
def test_a_module_is_of_the_kind_that_it_imports(module: str, kind: str) -> None:
    assert selection.kind_of(selection.TESTS / module) == kind


@cache
def collected(*runs: tuple[str, ...]) -> list[set[str]]:
    """The tests that each of these runs asks; one process collects them all."""
    done = run("-c", COLLECT, json.dumps(runs))
    assert done.returncode == 0, done.stdout
    return [set(found) for found in json.loads(done.stdout.splitlines()[-1])]


def asked(option: str) -> set[str]:
    """The tests of `MODULES` that a run with this option asks."""
    options = ("--everything", "--rest", "--quick")
    return dict(zip(options, collected(*((each, *MODULES) for each in options)), strict=True))[option]


def test_the_quick_run_and_the_rest_are_everything() -> None:
    assert asked("--quick") | asked("--rest") == asked("--everything")
    twice = {test.partition("::")[0] for test in asked("--quick") & asked("--rest")}
    searches = {"tests/agents/test_coffee_ai.py", "tests/rules/test_robots_bidding.py"}
    assert twice == searches, "searches are asked compiled too"


def test_the_quick_run_asks_what_is_pure_or_marked() -> None:
    modules = [test.partition("::")[0] for test in asked("--quick")]
    assert modules.count("tests/rules/test_values.py") == len(
        [test for test in asked("--everything") if test.startswith("tests/rules/test_values.py")]
    )
    assert "tests/scenes/test_whole_games.py" in modules and "tests/scenes/kit/test_scanner.py" not in modules
    slow = "tests/rules/test_robots_bidding.py::test_it_plans_to_speak_when_it_may"
    assert slow in asked("--rest") and slow not in asked("--quick")


def test_the_processes_of_a_run_agree_with_it() -> None:
    """Each of them reads the command line anew: one that decided otherwise would ask nothing."""
    named = ("tests/tools/test_selection.py", "-k", "imports and pure")
    done = run("-m", "pytest", "-n", "1", *named, NUMBA_DISABLE_JIT="1")  # or it would compile searches first
    assert done.returncode == 0 and " passed" in done.stdout, done.stdout


def test_what_has_to_be_named_is_asked_only_then() -> None:
    module = "tests/rules/test_quoridor_rules.py"
    usual, long, both = collected(*(("-m", wanted, module) for wanted in ("not benchmark", "long", "long or not long")))
    assert usual and long and usual.isdisjoint(long)
    assert usual | long == both
