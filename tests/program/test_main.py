"""The command line: what it takes and refuses; how the program is started, as a clone and as a bundle."""

from __future__ import annotations

import re
import shlex
import sys
from pathlib import Path
from typing import Any

import pytest

import main
from game import third_party
from game.command_line.parser import build_parser
from game.command_line.startup import KioskStart, StartRequest, TableCommands, start_request
from game.core.record import Record, SeatConfig, record_from_json
from game.core.rules import OptionError
from game.platforms import program
from game.records.files import export
from game.records.game_code import pack
from game.registry import GAMES, find
from game.version import FULL_NAME, VERSION
from tests import make
from tests.files.test_files import RECORD
from tests.processes import ROOT, run
from tests.tables import rows
from tests.toy import NIM

HUMAN = SeatConfig()
CODE = pack(RECORD)


@pytest.mark.parametrize("command", main.COMMANDS)
def test_help(command, capsys):
    words = [command] if command else []
    with pytest.raises(SystemExit) as end:
        main.main([*words, "--help"])
    assert end.value.code == 0
    assert capsys.readouterr().out.startswith(f"usage: {' '.join(('main.py', *words))} [-h]")


@pytest.mark.parametrize(("command", "task"), [("operator", "--reset-pin"), ("settings", "--list")])
def test_without_a_task_a_command_prints_its_help(command, task, capsys):
    assert main.main([command]) == 2
    output = capsys.readouterr()
    assert output.out == "" and output.err.startswith(f"usage: main.py {command}") and task in output.err


@pytest.mark.parametrize(("line", "told"), rows("refused_lines"))
def test_wrong_use_is_one_line_and_status_2(line, told, capsys):
    status: object
    try:
        status = main.main([CODE if word == "CODE" else word for word in line.split()])
    except SystemExit as end:
        status = end.code
    output = capsys.readouterr()
    assert (status, output.out) == (2, "")
    assert output.err.startswith("main.py") and output.err.count("\n") == 1 and output.err.endswith("\n")
    assert told in output.err


def test_wrong_use_from_the_shell():
    done = run("main.py", "play", "chess")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == f"main.py: unknown game 'chess' (known: {', '.join(GAMES)})\n"


@pytest.mark.parametrize(
    "line",
    [
        "--windowed --size 1280x720 --lang ja play quoridor",
        "play quoridor --windowed --size 1280x720 --lang ja",
        "--size 1280x720 play --lang ja quoridor --windowed",
    ],
)
def test_screen_options_may_stand_before_or_after_the_command(line):
    given = build_parser().parse_args(line.split())
    assert (given.windowed, given.size, given.lang) == (True, (1280, 720), "ja")


def test_without_arguments_it_is_the_menu():
    given = build_parser().parse_args([])
    assert (given.command, given.windowed, given.size, given.lang) == (None, False, None, None)


SCREEN: dict[str, Any] = {
    "start": None,
    "kiosk": None,
    "windowed": False,
    "size": None,
    "language": None,
    "scan": False,
    "phones": None,
}
FOR_PHONE = "--restarted=crash '--because=-1: --safe' --rested --safe"
QUORIDOR = {"players": 2, "jump_pairs": False, "walls": None}
GIVEN: dict[str, dict[str, Any]] = {  # a line, and what the app is given besides what is usual
    "--windowed": {"windowed": True},
    "play quoridor --seats human,ai:3 --size 800x600 --seed 5 --scan": {
        "start": StartRequest("quoridor", QUORIDOR, (HUMAN, SeatConfig("ai", 3)), 5),
        "size": (800, 600),
        "scan": True,
    },
    "--kiosk --table 7 --lang ja": {"kiosk": KioskStart(None, 7), "language": "ja"},
    f"--kiosk --config a.toml --table=7 {FOR_PHONE}": {
        "kiosk": KioskStart(Path("a.toml"), 7, TableCommands("crash", "-1: --safe", True, True))
    },
    "--phones": {"phones": ""},
    "--phones-bind 192.168.1.20": {"phones": "192.168.1.20"},
}


@pytest.fixture
def calls(monkeypatch):
    """What the app is asked to run."""
    app = pytest.importorskip("scenes.app")
    found = []
    monkeypatch.setattr(app, "run", lambda begun, **arguments: found.append(arguments) or 0)
    return found


@pytest.mark.parametrize("line", GIVEN)
def test_the_app_is_given_what_the_line_asks_for(line, calls):
    assert main.main(shlex.split(line)) == 0
    assert calls == [SCREEN | GIVEN[line]]


@pytest.mark.parametrize("line", ["--kiosk", "--kiosk --config=a.toml --size=800x600 --lang=ja --windowed --scan"])
def test_a_table_is_started_with_the_options_of_its_kiosk(line):
    given = build_parser().parse_args(line.split())
    assert main.table_command(given) == [sys.executable, str(Path(main.__file__).absolute()), *line.split()]


def test_what_the_supervisor_tells_is_no_business_of_people(capsys):
    with pytest.raises(SystemExit):
        main.main(["--help"])
    assert "--table" not in capsys.readouterr().out


@pytest.mark.parametrize("command", ["open", "replay"])
@pytest.mark.parametrize("name", ["game.json", "e2 e8 trick.json", ""])
def test_a_file_or_a_code_is_replayed(command, name, calls, tmp_path, monkeypatch):
    seats = (SeatConfig(name="A", identity="circle"), SeatConfig("ai", 2, "B", "square"))
    record = Record("quoridor", QUORIDOR, 4, ("e2", "e8"), seats)
    monkeypatch.chdir(tmp_path)
    if name:
        Path(name).write_text(record.to_json())
    assert main.main([command, name or pack(record), "--windowed"]) == 0
    assert calls == [{**SCREEN, "start": record, "windowed": True}]


class TestStartRequest:
    def test_the_number_of_seats_sets_the_players(self):
        start = start_request(find("quoridor"), "human, ai:1,human,ai:5", ["jump_pairs=true"], None)
        assert start.options == {"players": 4, "jump_pairs": True, "walls": None}
        assert start.seats == (HUMAN, SeatConfig("ai", 1), HUMAN, SeatConfig("ai", 5))

    def test_an_explicit_number_must_agree(self):
        start = start_request(NIM, "human,human,human", ["players=3", "pile=20"], 4)
        assert start.options == {"players": 3, "pile": 20}
        with pytest.raises(OptionError, match="needs 3 seats, not 2"):
            start_request(NIM, "human,human", ["players=3"], None)


def test_without_a_display_the_menu_says_what_to_do():
    pytest.importorskip("scenes.app")
    done = run("main.py", SDL_VIDEODRIVER="", DISPLAY="", WAYLAND_DISPLAY="")
    assert done.returncode == 2
    assert "needs a display" in done.stderr and "Traceback" not in done.stderr


def test_play_takes_engines_to_its_table(calls):
    engine = f"bot={sys.executable} 'a bot.py'"
    assert main.main(["play", "robots", "--engine", engine, "--seats", "human,ext:bot"]) == 0
    start = calls[0]["start"]
    assert [seat.engine for seat in start.seats] == ["", "bot"]
    assert start.engines[0].words[1:] == ("a bot.py",)


# A clone and a bundle


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
