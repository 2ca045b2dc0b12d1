"""How the program is started, as a clone and as a bundle, and what it is called."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest

import main
from game import third_party
from game.core.record import record_from_json
from game.platforms import program
from game.records.files import export
from game.version import FULL_NAME, VERSION
from tests import make
from tests.processes import ROOT, run


@pytest.fixture
def bundle(monkeypatch: pytest.MonkeyPatch) -> None:
    """As if this Python were a bundle."""
    monkeypatch.setattr(sys, "frozen", True, raising=False)


def test_a_clone_is_started_by_its_python() -> None:
    assert program.own_command("--kiosk") == [sys.executable, str(ROOT / "main.py"), "--kiosk"]
    assert program.command_name() == "python main.py"
    assert program.reaper_command("7", "program")[-3:] == [str(ROOT / "game/platforms/reaper.py"), "7", "program"]


@pytest.mark.usefixtures("bundle")
def test_a_bundle_starts_itself() -> None:
    assert program.own_command("--kiosk") == [sys.executable, "--kiosk"]
    assert program.command_name() == "kissaten"
    assert program.reaper_command("7", "program") == [sys.executable, "--reap", "7", "program"]


def test_the_programs_of_others_find_the_systems_libraries() -> None:
    environment = {"LD_LIBRARY_PATH": "/opt/kissaten", "HOME": "/home/aoi"}
    program.restore_environment(environment)
    assert environment == {"HOME": "/home/aoi"}
    environment |= {"LD_LIBRARY_PATH": "/opt/kissaten", "LD_LIBRARY_PATH_ORIG": "/usr/local/lib"}
    program.restore_environment(environment)
    assert environment == {"LD_LIBRARY_PATH": "/usr/local/lib", "HOME": "/home/aoi"}


def test_a_bundle_is_its_own_reaper() -> None:
    assert main.as_bundle(["engine"]) is None
    if sys.platform == "linux":
        words = "['--reap', str(os.getppid()), sys.executable, '-c', 'raise SystemExit(5)']"
        assert run("-c", f"import main, os, sys; sys.exit(main.as_bundle({words}))").returncode == 5


def test_the_version_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main.main(["--version"])
    assert ended.value.code == 0
    assert capsys.readouterr().out == f"Kissaten {VERSION}\n"


def test_a_saved_game_names_the_program_and_reads_the_same(tmp_path: Path) -> None:
    record = make.record("star", make.AOI, make.REN, actions="@b1 @c1")
    text = export(record, tmp_path, "game.json").read_text()
    assert f'"program": "{FULL_NAME}"' in text
    assert record_from_json(text, "game.json") == record


def test_the_changelog_begins_with_this_version() -> None:
    headings = [line for line in (ROOT / "CHANGELOG.md").read_text().splitlines() if line.startswith("## ")]
    assert headings[0] in (f"## {VERSION}", f"## {VERSION} (unreleased)")


@pytest.mark.parametrize(
    ("page", "version", "unreleased"),
    [("README.md", f"Version {VERSION}, ", "not released yet"), ("README.ja.md", f"バージョン{VERSION}", "（未公開）")],
)
def test_the_front_page_and_the_changelog_agree_on_the_version(page: str, version: str, unreleased: str) -> None:
    text = (ROOT / page).read_text(encoding="utf-8")
    heading = next(line for line in (ROOT / "CHANGELOG.md").read_text("utf-8").splitlines() if line.startswith("## "))
    assert version in text and (unreleased in text) == ("unreleased" in heading)
    assert set(re.findall(r"kissaten[-_]([\d.]+\d)[-_]", text)) == {VERSION}


def test_a_clone_tells_the_packages_that_it_needs() -> None:
    found = third_party.parts()
    (pygame,) = [part for part in found if part.name.startswith("pygame-ce ")]
    assert "LGPL" in pygame.licence
    assert pygame.home.startswith("https://")
    assert found == sorted(found, key=lambda part: part.name.lower())


@pytest.mark.usefixtures("bundle")
def test_a_bundle_tells_the_parts_of_its_list(tmp_path: Path) -> None:
    root = tmp_path / "_internal"
    assert third_party.parts(root) == []
    head = "# Others\n\n| part | licence | from |\n| --- | --- | --- |\n"
    rows = "| FLAC | BSD-3-Clause | https://xiph.org/flac/ |\n| zlib | Zlib |  |\n"
    (tmp_path / third_party.LIST).write_text(f"{head}{rows}\n## FLAC\n\n| not | a | part |\n")
    assert third_party.parts(root) == [
        third_party.ThirdParty("FLAC", "BSD-3-Clause", "https://xiph.org/flac/"),
        third_party.ThirdParty("zlib", "Zlib", ""),
    ]
