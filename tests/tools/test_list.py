"""What `python -m tools` lists, how much there may be of it, and what it says where a package is missing."""

import pytest

from tests.processes import ROOT, run
from tools.__main__ import FOLDER, tools
from tools.bundle.__main__ import main as make_bundle

MOST_FILES, MOST_LINES = 72, 9970
"""What is used daily or weekly; what once made something is in `lab`."""


def test_every_tool_is_listed_with_what_it_is_for():
    listed = run("-m", "tools").stdout.splitlines()
    found = dict(tools())
    assert {"shots", "soak", "write_docs", "playthrough", "new_game", "reproduce", "mutants", "bundle"} <= found.keys()
    assert [line.split(maxsplit=3)[:3] for line in listed] == [["python", "-m", f"tools.{name}"] for name in found]
    assert all(told and told[0].isupper() and "python -m" not in told for told in found.values())


def test_a_module_that_cannot_be_run_is_none(tmp_path):
    (tmp_path / "pile.py").write_text('"""A helper."""\n')
    (tmp_path / "folder").mkdir()
    (tmp_path / "dig.py").write_text(
        '"""Digs: python -m tools.dig FILE.\n\nMore."""\nif __name__ == "__main__":\n    0\n'
    )
    assert list(tools(tmp_path)) == [("dig", "Digs")]


def test_there_are_few_enough_to_know():
    files = [path for path in FOLDER.rglob("*") if path.is_file() and "__pycache__" not in path.parts]
    lines = sum(len(path.read_text(encoding="utf-8").splitlines()) for path in files)
    assert len(files) <= MOST_FILES and lines <= MOST_LINES, (len(files), lines)


def test_the_pages_for_newcomers_name_the_list():
    assert "`python -m tools`" in (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")


def test_a_missing_package_is_named_with_the_command_that_installs_it(capsys):
    with pytest.raises(SystemExit, match="2"):
        make_bundle([], needed=("sys", "no_such_package"))
    assert "no_such_package not installed: python -m pip install -r requirements-bundle.txt" in capsys.readouterr().err
