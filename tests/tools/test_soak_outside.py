"""The driver of a finished program: what breaks is told, what cannot be driven refused. Its hand is a stand-in."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tools.soak import outside

pytestmark = pytest.mark.skipif(os.name != "posix", reason="the stand-ins are shell scripts")
UNTIL_PRESSED = """#!/bin/sh
trap 'exit 0' TERM
trap 'rm "$SHOWN"' EXIT
echo >> "{}"
touch "$PRESSED"
before=$(wc -l < "$PRESSED")
touch "$SHOWN"
until [ "$(wc -l < "$PRESSED")" -gt "$before" ]; do sleep 0.02; done
"""
XDOTOOL = """#!/bin/sh
if [ "$1" != search ]; then exec cat > "$PRESSED"; fi
if [ -e "$SHOWN" ]; then echo 1; fi
"""


@pytest.fixture
def program(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The place of a program that is driven by a stand-in, which writes down what it is told."""
    folder = tmp_path / "bin"
    folder.mkdir()
    _script(folder / "xdotool", XDOTOOL)
    monkeypatch.setenv("PATH", str(folder), prepend=":")
    monkeypatch.setenv("DISPLAY", ":0")
    monkeypatch.setenv("PRESSED", str(tmp_path / "pressed"))
    monkeypatch.setenv("SHOWN", str(tmp_path / "shown"))  # a file that is there while the window is
    return tmp_path / "program"


def _script(path: Path, text: str) -> None:
    path.write_text(text, encoding="utf-8")
    path.chmod(0o755)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("echo no rooms >&2; exit 3", "it ended with status 3: no rooms"),
        ('mkdir -p "$KISSATEN_DATA/crashes"; echo oh > "$KISSATEN_DATA/crashes/crash-1.json"', "it has crashed: oh"),
    ],
)
def test_what_breaks_is_told(program: Path, capsys: pytest.CaptureFixture[str], text: str, told: str) -> None:
    _script(program, f"#!/bin/sh\n{text}\n")
    assert outside.command(program, minutes=1.0, seed=0) == 1
    assert told in capsys.readouterr().out


def test_a_program_is_pressed_until_it_ends_and_started_again(program: Path, tmp_path: Path) -> None:
    _script(program, UNTIL_PRESSED.format(tmp_path / "starts"))
    driver = outside.Driver(program, 0, tmp_path)
    result = outside.Driven()
    while result.starts < 2 and not result.broken:
        result = driver.run(minutes=0.005)
    driver.close()
    assert not result.broken and sum(result.presses.values()) > 0
    assert len((tmp_path / "starts").read_text().splitlines()) == result.starts
    assert len((tmp_path / "pressed").read_text().splitlines()) == sum(result.presses.values())


def test_without_a_display_or_a_program_nothing_is_driven(
    program: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert outside.command(program, minutes=1.0, seed=0) == 2
    assert "program is no program that can be started" in capsys.readouterr().out
    monkeypatch.delenv("DISPLAY")
    assert outside.command(program, minutes=1.0, seed=0) == 2
    assert "there is no X display" in capsys.readouterr().out
