"""`main.py doctor`: a line for each thing, what to do where one is missing, and a status to go by."""

import contextlib
import os
import re
import socket
import time
from typing import Any

import pytest

import main
from game.agents import kernel_folder, kernels
from game.agents.compiling import package_of
from game.paths import data_dir, store_path
from game.phones.addresses import networks
from game.phones.messages import Network
from game.phones.process import PORT
from game.registry import find
from game.storage.store import Store
from scenes.commands import doctor
from scenes.house.preferences import load
from scenes.kit.window import renderer
from tests.processes import run

NAMES = [
    *("python", "clock", "memory", "pygame-ce", "platformdirs", "tqdm", "font regular", "font bold"),
    *("display", "renderer", "frames", "fit", "audio", "pads", "store"),
    *("writing", "cache", "kernels", "phones", "films"),
]
OF_THIS_MACHINE = ("frames", "fit", "writing", "phones")  # it may be slow, or in no network


def lines(capsys):
    """Status, and by name whether it is ok and the rest of the line."""
    status = main.main(["doctor"])
    found = {}
    for line in capsys.readouterr().out.splitlines():
        name, mark, rest = line[:14].strip(), line[14:23].strip(), line[23:]
        assert mark in ("ok", "missing")
        found[name] = (mark == "ok", rest)
    return status, found


@pytest.fixture(autouse=True)
def free_renderer(monkeypatch):
    monkeypatch.delenv(renderer.HINT, raising=False)


def test_a_line_for_each_thing(capsys):
    status, found = lines(capsys)
    assert (status, list(found)) == (0, NAMES)
    assert all((ok or name in OF_THIS_MACHINE) and rest for name, (ok, rest) in found.items())
    assert re.fullmatch(r"\d+x\d+: nothing moves [\d.]+, a piece [\d.]+, everything [\d.]+ ms.*", found["frames"][1])
    assert re.match(r"[\d.]+ ms to keep an action", found["writing"][1])
    assert "dummy" in found["display"][1]
    assert found["store"][1] == f"{store_path()}, to be made, writable" and found["films"][1].startswith("Pillow ")
    assert not store_path().exists()


def test_what_the_store_knows_is_told(capsys):
    store = Store.open(store_path())
    store.set("renderer.x11", "accelerated")
    assert lines(capsys)[1]["renderer"] == (True, "auto; x11: accelerated")
    store.set("renderer", "software")
    assert lines(capsys)[1]["renderer"] == (True, "software, as it is set")
    store.close()


def test_a_damaged_store_is_missing_and_stays_as_it_is(capsys):
    data_dir()
    store_path().write_bytes(b"no database at all" * 100)
    before = store_path().read_bytes()
    status, found = lines(capsys)
    assert (status, found["store"][0]) == (1, False)
    assert "damaged" in found["store"][1] and "KISSATEN_DATA" in found["store"][1]
    assert store_path().read_bytes() == before


@pytest.mark.parametrize(("names", "status"), [(("CACHE", "DATA"), 1), (("CACHE",), 0)], ids=["all", "the cache"])
def test_folders_that_cannot_be_written(capsys, monkeypatch, tmp_path, names, status):
    """The cache alone is not essential."""
    (tmp_path / "file").write_text("")
    for name in names:
        monkeypatch.setenv(f"KISSATEN_{name}", str(tmp_path / "file" / name))
    ended, found = lines(capsys)
    assert (ended, found["store"][0], found["cache"][0]) == (status, status == 0, False)
    assert "KISSATEN_CACHE" in found["cache"][1]


@pytest.fixture
def kernel_home(monkeypatch, tmp_path):
    monkeypatch.setenv("KISSATEN_KERNELS", str(tmp_path / "kernels"))
    kernel_folder.kernel_place.cache_clear()
    yield tmp_path / "kernels"
    kernel_folder.kernel_place.cache_clear()


@pytest.mark.skipif(not kernels.is_available(), reason="kernels cannot be compiled here")
def test_what_is_compiled_where_and_how_old_it_is(capsys, kernel_home):
    ok, said = lines(capsys)[1]["kernels"]
    assert ok and said.startswith(f"{kernel_home}{os.sep}")
    assert "coffee not compiled yet" in said and "robots not compiled yet" in said and "star" not in said
    package = package_of(find("coffee"))
    kernel_folder.keep(package)
    assert re.search(r"coffee compiled [-0-9]{10} [:0-9]{5} \(today\)", lines(capsys)[1]["kernels"][1])
    manifest = next(kernel_home.glob("*/coffee.json"))
    for days, words in ((1, "1 day ago"), (3, "3 days ago")):
        made = time.time() - days * doctor.DAY - 60
        os.utime(manifest, (made, made))
        assert f"({words})" in lines(capsys)[1]["kernels"][1]
    manifest.write_text("{}")
    assert "coffee not compiled yet" in lines(capsys)[1]["kernels"][1]


@pytest.mark.skipif(not kernels.is_available(), reason="kernels cannot be compiled here")
def test_a_folder_that_others_can_write_is_said(capsys, kernel_home):
    kernel_home.mkdir()
    kernel_home.chmod(0o777)
    status, found = lines(capsys)
    assert (status, found["kernels"][0]) == (0, False)
    said = found["kernels"][1]
    assert f"{kernel_home} can be written by others" in said and "KISSATEN_KERNELS" in said


def test_no_compiler_is_said(capsys, monkeypatch):
    monkeypatch.setenv("NUMBA_DISABLE_JIT", "1")
    status, found = lines(capsys)
    assert (status, found["kernels"][0]) == (0, False)
    assert "uncompiled" in found["kernels"][1]


def test_whether_phones_could_join():
    found = [Network("wlan0", "127.0.0.1"), Network("docker0", "172.17.0.1")]
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        ok, said = doctor.joining(found, port)
        assert ok and f"127.0.0.1, port {port} is not free" in said
    assert doctor.joining(found, port)[1].startswith(f"127.0.0.1, port {port} is free; also 172.17.0.1; whether")
    assert doctor.joining([], port)[0] is False
    assert doctor.phones()[1].partition(" is ")[0] == doctor.joining(networks(), PORT)[1].partition(" is ")[0]


def test_slow_frames_and_a_slow_disk_are_said():
    shown, written = doctor.FrameTimes((3840, 2160), 1.0, 20.0, 90.0).finding, doctor.writing(180.0)
    assert not any(found.is_ok or found.is_essential for found in (shown, written))
    assert "3840x2160" in shown.detail and "smaller window" in shown.remedy
    assert "KISSATEN_DATA" in written.remedy


@pytest.mark.parametrize(
    ("moving", "screen", "proposed"),
    [
        (5, (1920, 1080), ("own", False)),
        (10, (3840, 2160), ("1920x1080", False)),
        (25, (1920, 1080), ("1280x720", False)),
        (50, (1920, 1080), ("1280x720", True)),
        (50, (1024, 768), ("own", True)),
    ],
)
def test_the_settings_that_fit_are_a_command_that_can_be_run(moving, screen, proposed):
    """The figures stand in: a piece's frame takes `moving` ms at 1920x1080 and less on fewer pixels."""
    asked = []

    def timed(size):
        cost = moving * size[0] * size[1] / (1920 * 1080)
        return doctor.FrameTimes(size, cost / 5, cost, 2 * cost)

    def faster(size):
        asked.append(size)
        renderer.use(way := "accelerated" if size[0] > 1280 else "software")
        return way

    resolution, reduced = proposed
    said, is_smooth = doctor.proposal(screen, timed, faster)
    assert is_smooth is not reduced
    way = "accelerated" if asked[-1][0] > 1280 else "software"
    words = said.split(" settings ")[1].split()
    wanted = f"--set resolution {resolution} --set renderer {way} --set reduced_motion {str(reduced).lower()}"
    assert words == wanted.split()
    assert renderer.HINT not in os.environ
    assert main.main(["settings", *words]) == 0
    with contextlib.closing(Store.open(store_path())) as store:
        found = load(store)
    assert (found.resolution, found.renderer, found.reduced_motion) == (resolution, way, reduced)


def test_without_any_package_each_line_says_what_to_install():
    told = run("-S", "main.py", "doctor")
    found = {line[:14].strip(): line[14:] for line in told.stdout.splitlines()}
    assert (told.returncode, list(found), told.stderr) == (1, NAMES, "")
    for name in NAMES[3:]:
        assert found[name].startswith("missing") and "python -m pip install -r requirements.txt" in found[name]
    assert "aiohttp and segno not installed" in found["phones"] and "Pillow is not installed" in found["films"]
    assert "cannot be examined without platformdirs" in found["store"]


def test_an_old_python():
    found = doctor.python((9, 0))
    assert found.is_essential and not found.is_ok and found.remedy == "install Python 9.0 or later"


def test_without_a_display_or_a_sound_device_it_says_what_to_do():
    nothing: dict[str, Any] = {"SDL_VIDEODRIVER": "", "SDL_AUDIODRIVER": "nosuch", "DISPLAY": "", "WAYLAND_DISPLAY": ""}
    done = run("main.py", "doctor", **nothing)
    assert done.returncode == 0 and "Traceback" not in done.stderr
    missing = [line for line in done.stdout.splitlines() if line[14:].startswith("missing")]
    missing = [line for line in missing if line.split()[0] not in OF_THIS_MACHINE]
    assert [line.split()[0] for line in missing] == ["display", "audio"]
    assert "set DISPLAY" in missing[0] and "silence" in missing[1]
