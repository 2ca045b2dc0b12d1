"""The window of a table that nobody attends. Measuring the renderers never leaves the display without this process,
least of all on a bare X server."""

from __future__ import annotations

import ast
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import SimpleNamespace

import pygame
import pytest

from scenes.kit.window import renderer
from scenes.kit.window.window import GRABBING, USUAL_HINTS, Window
from scenes.unattended import beat_with
from tests.processes import awaited
from tests.scenes.playhouse import Playhouse

ROOT = Path(__file__).parents[3]
PATIENCE = 500.0  # seconds, for what hangs

needs_x = pytest.mark.skipif(shutil.which("Xvfb") is None, reason="needs Xvfb")
needs_window_manager = pytest.mark.skipif(
    shutil.which("Xvfb") is None or shutil.which("openbox") is None, reason="needs Xvfb and openbox"
)


@contextmanager
def x_server(*options: str, depth: int = 24) -> Iterator[dict[str, str]]:
    """Run a server with `depth` bits a pixel. Yield the environment for programs that draw on it."""
    reading, writing = os.pipe()
    command = ["Xvfb", "-displayfd", str(writing), "-screen", "0", f"800x600x{depth}", "-nolisten", "tcp", *options]
    with subprocess.Popen(command, pass_fds=[writing], stderr=subprocess.DEVNULL) as server:
        os.close(writing)
        try:
            with os.fdopen(reading) as numbers:
                display = f":{numbers.readline().strip()}"
            others = {key: value for key, value in os.environ.items() if key != renderer.HINT}
            yield {**others, "DISPLAY": display, "SDL_VIDEODRIVER": "x11"}
        finally:
            server.kill()


def run_script(script: str, environment: dict[str, str]) -> subprocess.CompletedProcess[str]:
    """Run a Python script in the program's folder to its end."""
    return subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, cwd=ROOT, timeout=PATIENCE, env=environment
    )


MINIMISED_AND_BACK = """
import subprocess, sys, time
from types import SimpleNamespace
import pygame
from scenes.app import notice_app
from scenes.kit.window.window import Window
from scenes.menu.boot_scene import TurnedAwayScene

def until(wanted):
    end = time.monotonic() + 60
    while not wanted():
        assert time.monotonic() < end, (pygame.display.get_active(), app.frames_shown, pygame.get_error())
        app.frame(time.monotonic())
        time.sleep(0.02)

pygame.font.init()
window = Window(None, True, "test", 0, lambda *_: WAY, grabbed=True)
app = notice_app(window, "en")
app.manager.start(TurnedAwayScene(app.stage))
if UNATTENDED:
    app.guard = SimpleNamespace(
        hears=lambda item: True, tick=lambda dt: None, is_animated=False, draw=lambda canvas: None, hides_pointer=True
    )
until(lambda: app.frames_shown)
frame = pygame.Window.from_display_module()
frame.minimize()
until(lambda: not pygame.display.get_active())
hidden = app.frames_shown
for _ in range(12):
    app.frame(time.monotonic())
unseen = app.frames_shown - hidden
frame.restore()
until(pygame.display.get_active)
back = app.frames_shown
until(lambda: app.frames_shown > back + 3)
pixels = pygame.transform.average_color(window.surface)[:3]
print(unseen, sum(pixels) > 0, pygame.display.get_surface() is window.surface)
"""

FULL_AND_BACK = """
import subprocess, time
import pygame
from scenes.kit.window.window import Window

def until(*size):
    end = time.monotonic() + 20
    while time.monotonic() < end:
        for item in pygame.event.get(pygame.VIDEORESIZE):
            window.resized(item.size)
        window.surface.fill("red")
        window.present([pygame.Rect(0, 0, 64, 64)])
        place = pygame.Rect(pygame.display.get_window_position(), pygame.display.get_window_size())
        if place.size == window.size == size and screen.contains(place):
            return
        time.sleep(0.01)
    raise SystemExit(f"{place}, drawn {window.size}, not {size}")

window = Window(None, True, "test", 0, lambda *_: WAY)
screen = pygame.Rect(0, 0, *window.size)
for _ in range(12):
    until(*screen.size)
    window.toggle_fullscreen()
    until(*WANTED)
    window.toggle_fullscreen()
window.toggle_fullscreen()
until(*WANTED)
number = pygame.display.get_wm_info()["window"]
subprocess.run(["xdotool", "windowsize", str(number), "500", "400"], check=True)
until(500, 400)
"""


FIRST_FRAME = """
import sys, time
import pygame
from scenes.app import open_app
from scenes.kit.window import renderer
from scenes.kit.window.window import Window
from scenes.routing import first_scene

renderer.use(WAY)
pygame.font.init()
app, services = open_app(Window((640, 360), False, "test"), "en", silent=True)
app.manager.start(first_scene(services, None))
end = time.monotonic() + 80
while not app.frames_shown and time.monotonic() < end:
    app.frame(time.monotonic())
app.window.resized((640, 360))
app.relayout()
shown = app.frames_shown
while app.frames_shown == shown and time.monotonic() < end:
    app.frame(time.monotonic())
screen = pygame.display.get_surface()
drawn = pygame.transform.average_color(app.window.surface)[:3]
seen = [sum(screen.get_at((x, y))[i] for x in range(640) for y in range(360)) // (640 * 360) for i in range(3)]
is_same = all(abs(a - b) < 9 for a, b in zip(drawn, seen))
print(screen.get_bitsize(), app.window.surface.get_bytesize(), is_same, sum(drawn) > 30)
services.close()
"""


@needs_x
@pytest.mark.parametrize(("depth", "way"), [(15, "software"), (16, "software"), (16, "accelerated")])
def test_a_screen_of_few_colours_shows_the_menu(depth: int, way: str) -> None:
    """Pictures cannot be scaled smoothly on it: it gets a copy of what is drawn with all colours."""
    with x_server(depth=depth) as environment:
        done = run_script(FIRST_FRAME.replace("WAY", repr(way)), environment)
    assert done.returncode == 0, done.stderr
    bits, own, is_same, is_light = done.stdout.split()[-4:]
    assert (own, is_same, is_light) == ("4", "True", "True")
    assert way == "accelerated" or int(bits) == depth


@needs_x
def test_a_screen_with_a_palette_is_turned_down_in_a_line() -> None:
    """By the window, and by the doctor."""
    with x_server(depth=8) as environment:
        done = run_script("import sys, main; sys.exit(main.main(['--windowed']))", environment)
        told = run_script("import sys, main; sys.exit(main.main(['doctor']))", environment)
    assert done.returncode == 2 and "Traceback" not in done.stderr
    assert done.stderr.count("\n") == 1 and "16 bits of colour or more" in done.stderr
    line = next(line for line in told.stdout.splitlines() if line.startswith("display"))
    assert line.split()[1] == "missing" and "palette instead of colours; a screen with 16" in line


def test_each_surface_says_how_many_bits_it_has() -> None:
    """Else it would have those of the screen, and fail where these are few."""
    for path in (ROOT / "scenes").rglob("*.py"):
        text = path.read_text(encoding="utf-8")
        for node in ast.walk(ast.parse(text)) if "pygame.Surface(" in text or ".convert(" in text else ():
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
                call, given = ast.unparse(node.func), len(node.args)
                where = f"{path.relative_to(ROOT)}:{node.lineno}"
                assert call != "pygame.Surface" or given == 3, where
                assert node.func.attr != "convert" or given == 1, where


def test_hints_of_the_environment_come_before_the_windows_own(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in USUAL_HINTS:
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("SDL_IME_SHOW_UI", "0")
    Window((640, 480), False, "test")
    assert {name: os.environ[name] for name in USUAL_HINTS} == USUAL_HINTS | {"SDL_IME_SHOW_UI": "0"}


def test_a_grabbed_mouse_keeps_its_place_while_its_arrow_is_hidden(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in GRABBING:
        monkeypatch.delenv(name, raising=False)
    window = Window((640, 480), False, "test", grabbed=True)
    try:
        assert pygame.event.get_grab() and GRABBING.items() <= os.environ.items()
        window.show_pointer(True)
        shown = pygame.mouse.get_cursor()
        window.show_pointer(False)
        assert pygame.mouse.get_cursor() != shown
        assert pygame.mouse.get_visible(), "SDL gives a grabbed mouse that is hidden no place"
    finally:
        pygame.display.quit()


def test_a_fast_screen_is_used_where_a_graphics_card_draws(monkeypatch: pytest.MonkeyPatch) -> None:
    """And nowhere else; what a driver tells that is slower, unknown or absurd changes nothing."""

    def shown(told: int) -> int:
        """The frames a second of a window on a screen that shows so many."""

        class Shown(Window):
            def screen_rate(self) -> int:
                return told

        return round(1 / Shown((640, 360), False, "test").frame_seconds)

    rates = {}
    for way in ("0", "1"):
        monkeypatch.setenv(renderer.HINT, way)
        rates[way] = [shown(told) for told in (0, 30, 60, 75, 120, 144, 500)]
    assert rates == {"0": [60] * 7, "1": [60, 60, 60, 75, 120, 120, 120]}


def hide(window: Window) -> None:
    """Let the system hide the window, until it is made anew."""
    pygame.display.set_mode(window.size, pygame.RESIZABLE | pygame.HIDDEN)


def test_a_table_that_nobody_can_see_rests(house: Playhouse) -> None:
    """Its time stands still, nothing is drawn; what comes in is heard, and seen again it goes on."""
    house.boot()
    ticks, shown = house.app.flight.ticks, house.app.frames_shown
    hide(house.window)
    house.run(3.0)
    assert (house.app.flight.ticks, house.app.frames_shown) == (ticks, shown)
    house.window.renew()
    house.run(0.2)
    assert 0 < house.app.flight.ticks - ticks < 60 and house.app.frames_shown > shown


def managed(script: str, manager: str, *options: str) -> subprocess.CompletedProcess[str]:
    """A script on an X server with a manager of windows."""
    with (
        x_server(*options) as environment,
        subprocess.Popen([manager], env=environment, stderr=subprocess.DEVNULL) as managing,
    ):
        try:
            return run_script(script, environment)
        finally:
            managing.kill()


@needs_window_manager
@pytest.mark.parametrize("unattended", [False, True])
@pytest.mark.parametrize("way", renderer.WAYS)
def test_a_full_screen_that_was_minimised_is_drawn_again(way: str, unattended: bool) -> None:
    """SDL gives it another surface; the old one's memory is gone, and drawing on it would show nothing, or crash."""
    script = MINIMISED_AND_BACK.replace("WAY", repr(way)).replace("UNATTENDED", str(unattended))
    done = managed(script, "openbox")
    assert (done.returncode, done.stdout.split("\n")[-2]) == (0, "0 True True"), done.stderr


@needs_window_manager
@pytest.mark.skipif(shutil.which("xdotool") is None, reason="needs xdotool")
@pytest.mark.parametrize("manager", ["openbox", "true"])
@pytest.mark.parametrize("way", renderer.WAYS)
@pytest.mark.parametrize(
    ("screen", "size"), [("1920x1080", (1536, 864)), ("1280x720", (1152, 612)), ("640x480", (576, 408))]
)
@pytest.mark.one_in(3)
def test_a_window_is_left_and_come_back_to(screen: str, size: tuple[int, int], way: str, manager: str) -> None:
    """With a manager of windows and without one it has its own size each time, stays on the screen and can be dragged
    larger or smaller."""
    script = FULL_AND_BACK.replace("WAY", repr(way)).replace("WANTED", str(size))
    done = managed(script, manager, "-screen", "0", f"{screen}x24")
    assert done.returncode == 0, done.stderr


def test_a_window_moved_to_another_screen_is_not_put_back_on_the_former(monkeypatch: pytest.MonkeyPatch) -> None:
    put: list[tuple[int, int]] = []
    window = Window((640, 480), False, "test")
    pygame.display.set_window_position((40, 50))
    monkeypatch.setattr(pygame.display, "set_window_position", put.append)
    for fullscreen, display in ((True, 0), (False, 0), (True, 0), (False, 1)):
        window.show(fullscreen, display)
    assert put == [(40, 50)]
    window.show(True, 1)
    window.show(False, 1)
    assert put == [(40, 50), (40, 50)]
    pygame.display.quit()


@pytest.mark.parametrize(("driver", "asked"), [("wayland", 1), ("x11", 0)])
def test_full_screen_is_asked_for_again_where_it_was_forgotten(
    monkeypatch: pytest.MonkeyPatch, driver: str, asked: int
) -> None:
    toggled: list[pygame.Surface] = []
    window = Window((640, 480), False, "test")
    display: dict[str, Callable[[], object]] = {
        "get_driver": lambda: driver,
        "is_fullscreen": lambda: False,
        "toggle_fullscreen": lambda: toggled.append(pygame.Surface((800, 600), 0, 32)),
        "get_surface": lambda: toggled[-1],
    }
    for name, stand_in in display.items():
        monkeypatch.setattr(pygame.display, name, stand_in)
    window.toggle_fullscreen()
    assert len(toggled) == asked and (window.surface in toggled) == bool(asked)
    window.toggle_fullscreen()
    assert len(toggled) == asked, "a window is left as it is"
    pygame.display.quit()


def test_a_surface_that_the_system_does_not_take_is_made_anew(
    house: Playhouse, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Once a second, until a frame is shown; whatever else SDL complains of is no reason."""
    house.is_watched = True
    house.boot()
    made = []
    renew = house.window.renew
    monkeypatch.setattr(house.window, "renew", lambda: made.append(house.now) or renew())
    shown = house.app.frames_shown
    with monkeypatch.context() as patch:
        patch.setattr(pygame.display, "update", lambda dirty: pygame.set_error("No such joystick"))
        house.app.canvas.invalidate()
        house.run(1.0)
        assert made == [] and house.app.frames_shown > shown
        patch.setattr(pygame.display, "update", lambda dirty: pygame.set_error("Window surface is invalid"))
        house.app.canvas.invalidate()
        house.run(3.5)
        assert 3 <= len(made) <= 4
    shown = house.app.frames_shown
    house.run(0.5)
    assert house.app.frames_shown > shown and house.app.canvas.screen is house.window.surface


def test_the_supervisor_hears_whether_the_window_shows_anything(
    house: Playhouse, monkeypatch: pytest.MonkeyPatch
) -> None:
    house.boot()
    beats: list[tuple[bool, bool]] = []
    worked: list[bool] = []

    def beat(_rests: bool, shows: bool, minimised: bool, works: bool) -> None:
        beats.append((shows, minimised))
        worked.append(works)

    heart = SimpleNamespace(beat=beat, work=lambda: worked.append(True), is_alone=False)
    beat_with(house.app, heart)  # type: ignore[arg-type]

    def heard() -> set[tuple[bool, bool]]:
        beats.clear()
        for _ in range(30):
            house.run(1 / 15)
            house.app.on_frame(0.0)
        return set(beats)

    assert (True, False) in heard()
    with monkeypatch.context() as patch:
        patch.setattr(house.window, "present", lambda dirty: False)
        assert heard() == {(False, False)}
    hide(house.window)
    assert heard() == {(False, True)}
    house.window.renew()
    assert not any(worked)
    worked.clear()
    house.stage.resize(house.window.size)  # every picture has to be made anew
    house.stage.budget.seconds = 0.0
    house.app.manager.resized()
    awaited(lambda: house.run(1 / 15) or worked)  # a thread makes the first one
    assert all(worked), "each picture is told of"
    house.app.on_frame(0.0)
    house.run(1 / 15)
    house.app.on_frame(0.0)
    assert all(worked) and beats[-1] == (False, False)


def test_a_resolution_that_the_screen_has_not_is_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    monkeypatch.setattr(pygame.display, "get_desktop_sizes", lambda: [(1600, 900)])
    for modes, size in (([(1600, 900)], (1600, 900)), ([(1600, 900), (1280, 720)], (1280, 720))):
        monkeypatch.setattr(pygame.display, "list_modes", lambda *_, modes=modes: modes)
        window = Window(None, True, "test", resolution="1280x720")
        assert window._mode()[0] == size
        window.show(True, 0, "1920x1080")
        assert window._mode()[0] == (1600, 900)
    pygame.display.quit()


SIZE = (320, 240)
WRONG = 1 << 40  # flags with which a child fails
SCRIPT = """
from scenes.kit.window import renderer
from scenes.kit.window.window import Window
if __name__ == "__main__":
    measured = []
    def way(driver, size, flags):
        measured.append(renderer.faster(size, flags))
        return measured[0]
    window = Window((640, 480), False, "test", 0, way)
    window.surface.fill((200, 100, 50))
    window.present([window.surface.get_rect()])
    print(measured[0] in renderer.WAYS, window.size)
"""


@pytest.fixture
def display(monkeypatch):
    monkeypatch.delenv(renderer.HINT, raising=False)
    pygame.display.init()
    yield
    pygame.display.quit()


def test_the_display_stays_open_here(display, monkeypatch):
    with monkeypatch.context() as patch:
        patch.setattr(pygame.display, "quit", lambda: pytest.fail("the display was closed"))
        assert renderer.faster(SIZE, 0) in renderer.WAYS
    assert pygame.display.get_init() and renderer.HINT not in os.environ


def test_a_child_that_dies_is_no_measure(display, caplog):
    assert renderer.faster(SIZE, WRONG) == "software"
    assert "the renderers cannot be measured: the process has ended" in caplog.text


def test_a_child_that_hangs_is_not_waited_for(display, caplog):
    assert renderer.faster(SIZE, 0, 0.0) == "software"
    assert "the renderers cannot be measured within 0 s" in caplog.text


@needs_x
def test_a_server_that_ends_with_its_last_client_is_still_there_for_the_window():
    with x_server("-terminate") as environment:
        done = run_script(SCRIPT, environment)
    assert (done.returncode, done.stdout.split("\n")[-2]) == (0, "True (640, 480)"), done.stderr
