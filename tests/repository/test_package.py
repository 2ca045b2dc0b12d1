"""The package that `pipx install .` makes of a clone, what desktops are told of it, and what vulture leaves alone."""

import importlib.util
import json
import os
import re
import shutil
import subprocess
import sys
import zipfile
from fnmatch import fnmatch
from pathlib import Path

import pytest
import tomlkit

from game.version import FULL_NAME
from tests.processes import ROOT, run

LINUX = ROOT / "packaging" / "linux"
PROJECT = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
MOST_KEPT = 20  # names that vulture is told to leave alone
MANIFEST = ROOT / "packaging" / "flatpak" / "org.kissaten.Kissaten.json"


def test_it_depends_on_what_the_game_needs():
    lines = (ROOT / "requirements.txt").read_text(encoding="utf-8").splitlines()
    wanted = [line for line in lines if line and not line.startswith("#")]
    listed = re.search(r"^dependencies = \[.*?\n(.*?)^\]", PROJECT, re.MULTILINE | re.DOTALL)
    assert [line.strip()[1:-2] for line in listed[1].splitlines()] == wanted


def test_its_command_runs_the_program_of_its_folder(tmp_path):
    folder = tmp_path / "kissaten"
    folder.mkdir()
    for name in ("main.py", "game", "scenes", "assets"):
        (folder / name).symlink_to(ROOT / name)
    shutil.copy(ROOT / "packaging" / "wheel" / "__init__.py", folder)
    start = "import sys, kissaten; sys.argv = ['kissaten', *sys.argv[1:]]; sys.exit(kissaten.start())"
    for line, said in (("--version", FULL_NAME), ("play chess", "kissaten: unknown game 'chess'")):
        done = run("-c", start, *line.split(), root=tmp_path)
        assert (done.stdout + done.stderr).startswith(said)


def test_the_flatpak_is_made_of_what_is_there():
    manifest = json.loads(MANIFEST.read_text(encoding="utf-8"))
    assert manifest["id"] == MANIFEST.stem and manifest["command"] == "kissaten"
    (module,) = manifest["modules"]
    assert (MANIFEST.parent / module["sources"][0]["path"]).resolve() == ROOT
    shared = re.findall(r'"(packaging/\S+)" = "share/\S+/(\S+)"', PROJECT)
    assert {manifest["rename-desktop-file"], manifest["rename-appdata-file"]} <= {name for _, name in shared}
    assert all((ROOT / source).exists() for source, _ in shared)
    assert f"<id>{manifest['id']}</id>" in (LINUX / "kissaten.metainfo.xml").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    "command",
    [("desktop-file-validate", "kissaten.desktop"), ("appstreamcli", "validate", "--no-net", "kissaten.metainfo.xml")],
    ids=lambda command: command[0],
)
def test_desktops_take_what_they_are_told(command):
    if shutil.which(command[0]) is None:
        pytest.skip(f"needs {command[0]}")
    done = subprocess.run(command, cwd=LINUX, capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stdout + done.stderr


def test_few_names_are_kept_and_each_for_a_reason():
    table = PROJECT.partition("ignore_names = [")[2].partition("\n]")[0]
    lines = table.splitlines()[1:]
    assert 0 < len(lines) <= MOST_KEPT
    assert [line for line in lines if not re.fullmatch(r'    "[^"]+", +# \w.+', line)] == []


def test_every_kept_name_is_still_there():
    kept = tomlkit.parse(PROJECT)["tool"]["vulture"]
    sources = [ROOT / "main.py", *(path for folder in kept["paths"] for path in ROOT.glob(f"{folder}/**/*.py"))]
    words = {word for path in sources for word in re.findall(r"\w+", path.read_text(encoding="utf-8"))}
    assert [name for name in kept["ignore_names"] if not any(fnmatch(word, name) for word in words)] == []


@pytest.mark.long
@pytest.mark.timeout(900)
@pytest.mark.skipif(importlib.util.find_spec("build") is None, reason="needs the package `build`, and the network")
def test_a_wheel_and_an_sdist_are_built_and_the_wheel_runs_in_a_fresh_environment(tmp_path):
    def done(*words, **more):
        return subprocess.run(words, check=True, capture_output=True, text=True, timeout=600, **more).stdout

    done(sys.executable, "-m", "build", "--outdir", str(tmp_path), cwd=ROOT)
    (wheel,), (_,) = tmp_path.glob("*.whl"), tmp_path.glob("*.tar.gz")
    with zipfile.ZipFile(wheel) as file:
        tops = {Path(name).parts[0] for name in file.namelist()}
    assert {top for top in tops if not top.endswith((".dist-info", ".data"))} == {"kissaten"}
    done(sys.executable, "-m", "venv", str(tmp_path / "fresh"))
    programs = tmp_path / "fresh" / ("Scripts" if os.name == "nt" else "bin")
    done(str(programs / "pip"), "install", "-q", str(wheel))
    assert done(str(programs / "kissaten"), "--version", cwd=tmp_path).strip() == FULL_NAME
    asked = '{"cmd": "state", "game": "star"}\n'
    assert json.loads(done(str(programs / "kissaten"), "engine", cwd=tmp_path, input=asked))["ok"]
