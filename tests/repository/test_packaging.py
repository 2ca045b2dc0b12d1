"""What makes a machine show the unattended table and nothing else: the unit, and the session that it starts."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from game.supervision import supervisor
from tests.stores import PATIENCE

KIOSK = Path(__file__).parents[2] / "packaging" / "kiosk"
UNIT = (KIOSK / "kissaten.service").read_text()

posix = pytest.mark.skipif(sys.platform == "win32", reason="Windows has other ways")


def setting(name):
    return re.findall(rf"^{name}=(.*)$", UNIT, re.MULTILINE)


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="needs systemd-analyze")
def test_systemd_takes_the_unit(tmp_path):
    """With the programs that this machine need not have replaced, and a stand-in for the service that it requires."""
    unit = UNIT.replace("/opt/kissaten/packaging/kiosk/session", str(KIOSK / "session")).replace(
        "/usr/bin/chvt", "/bin/sh"
    )
    (tmp_path / "kissaten.service").write_text(unit)
    (tmp_path / "seatd.service").write_text("[Service]\nExecStart=/bin/sh\n")
    done = subprocess.run(
        ["systemd-analyze", "verify", "--man=no", str(tmp_path / "kissaten.service")],
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        env={**os.environ, "SYSTEMD_UNIT_PATH": f"{tmp_path}:"},
    )
    assert (done.returncode, done.stderr) == (0, "")


def test_its_times_fit_those_of_the_supervisor():
    worst = supervisor.LONGEST_WAIT + supervisor.FIRST_BEAT + supervisor.SILENCE
    assert int(*setting("WatchdogSec")) > worst
    assert int(*setting("TimeoutStartSec")) > supervisor.FIRST_BEAT
    assert int(*setting("TimeoutStopSec")) > 3


def test_what_it_names_of_the_checkout_is_there():
    names = re.findall(r"/opt/kissaten/([\w/.-]+)", UNIT)
    assert {name for name in names if not name.startswith(".venv")} == {
        *("docs/kiosk-machine.md", "packaging/kiosk/session", "main.py")
    }
    assert all((KIOSK.parents[1] / name).exists() for name in names if not name.startswith(".venv"))


@posix
@pytest.mark.parametrize(
    ("cage", "program", "status"),
    [
        ('"$@"', "0", 0),  # the operator has left
        ('"$@"; exit 0', "0", 0),
        ('"$@"; exit 0', "3", 1),  # cage of Debian 12 tells nothing of its program
        ("exit 0", "0", 1),  # it has lost its screen
        ("kill -9 $$", "0", 1),
    ],
)
def test_the_session_ends_well_only_where_the_operator_has_left(tmp_path, cage, program, status):
    folder = tmp_path / "bin"
    folder.mkdir()
    (folder / "cage").write_text(f"#!/bin/sh\nshift\n{cage}\n")
    (folder / "cage").chmod(0o755)
    main = tmp_path / "main file.py"
    main.write_text(f"import sys; print(sys.argv[1:]); sys.exit({program})")
    (tmp_path / "left").touch()  # of another time
    done = subprocess.run(
        [str(KIOSK / "session"), sys.executable, str(main), "--config", "a b.toml"],
        capture_output=True,
        text=True,
        env={**os.environ, "PATH": f"{folder}:{os.environ['PATH']}", "XDG_RUNTIME_DIR": str(tmp_path)},
    )
    assert done.returncode == status, done.stderr
    assert done.stdout in ("", "['--kiosk', '--config', 'a b.toml']\n")
