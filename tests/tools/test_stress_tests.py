"""What `tools.stress_tests` finds in a report, and the order that it gives the tests."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from tests import stress
from tools.stress_tests import failed_tests, slowest_files

REPORT = """\
<testsuites><testsuite>
<testcase classname="tests.storage.test_store.TestDamage" name="test_a" time="2.5"/>
<testcase classname="tests.storage.test_store" name="test_b" time="0.5"><skipped/></testcase>
<testcase classname="tests.session.test_session" name="test_c" time="9"><failure>no</failure></testcase>
<testcase classname="tests.engine.test_engine" name="test_d" time="1"><error>no</error></testcase>
</testsuite></testsuites>
"""


@pytest.fixture
def report(tmp_path: Path) -> Path:
    (tmp_path / "report.xml").write_text(REPORT)
    return tmp_path / "report.xml"


def test_failures_and_errors_are_told(report: Path) -> None:
    assert failed_tests(report) == ["tests.session.test_session::test_c", "tests.engine.test_engine::test_d"]


def test_a_run_without_a_report_has_failed(tmp_path: Path) -> None:
    assert len(failed_tests(tmp_path / "none.xml")) == 1


def test_the_slowest_files_come_first(report: Path) -> None:
    assert slowest_files(report, 2) == ["tests/session/test_session.py", "tests/storage/test_store.py"]


def test_another_order_keeps_files_together() -> None:
    items: list[Any] = [SimpleNamespace(path=file, name=(file, number)) for file in "abcd" for number in range(5)]
    orders = []
    for seed in (1, 1, 2):
        shuffled = list(items)
        config: Any = SimpleNamespace(getoption=lambda name, seed=seed: seed)
        stress.pytest_collection_modifyitems(config, shuffled)
        orders.append([item.name for item in shuffled])
    assert orders[0] == orders[1] != orders[2] and sorted(orders[0]) == sorted(orders[2])
    files = [file for file, _ in orders[0]]
    assert len([1 for before, after in pairwise(files) if before != after]) == 3
