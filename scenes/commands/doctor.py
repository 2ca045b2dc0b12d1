"""The requirements of the game and the state of this machine: a line for each, with a remedy for a missing part.

Nothing is imported before its check, so a missing package gets a line too. Frames and writes to the store are timed.
"""

from __future__ import annotations

import contextlib
import importlib.metadata
import io
import os
import platform
import socket
import sqlite3
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from game.phones.messages import Network

OLDEST_PYTHON = (3, 10)
PACKAGES = {"pygame-ce": "pygame", "platformdirs": "platformdirs", "tqdm": "tqdm"}
FONTS = ("noto_cjk_sans_jp_regular", "noto_cjk_sans_jp_bold")
INSTALL = "install it: python -m pip install -r requirements.txt"
FAILED = 1
DAY = 86400.0  # seconds
FRAMES = 40
SMOOTH = 1000 / 60  # milliseconds that a frame may take
SLOW_WRITE = 50.0  # if a commit takes more milliseconds than this, people notice a series of commits
COMMITS = 20
STAND_IN = (1920, 1080)  # pixels of the window if the screen does not tell its size
MATCH_MEMORY = 250  # MB of all processes of a match against an AI, at 1920x1080
PIECE = 160  # side of a moving piece in pixels


@dataclass(frozen=True, slots=True)
class Finding:
    """One line. `is_essential` means that without this part the game cannot be played, or nothing is stored."""

    name: str
    is_ok: bool
    detail: str
    remedy: str = ""
    is_essential: bool = False

    def __str__(self) -> str:
        remedy = f"; {self.remedy}" if not self.is_ok and self.remedy else ""
        return f"{self.name:<14}{'ok' if self.is_ok else 'missing':<9}{self.detail}{remedy}"


def command() -> int:
    """Examine the machine and print the findings. Returns the status to end the process with."""
    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")  # a folder's name may not be encodable
    findings = []
    for finding in examine():
        print(finding, flush=True)
        findings.append(finding)
    return FAILED if any(finding.is_essential and not finding.is_ok for finding in findings) else 0


def examine() -> Iterator[Finding]:
    """Check everything, one after the other."""
    from game.platforms.machine import free_memory

    yield python()
    yield _clock()
    yield memory(free_memory())
    for package, module in PACKAGES.items():
        yield _package(package, module)
    for module in FONTS:
        yield _font(module)
    for check in (_display, _renderer, _frames, _fit, _audio, _pads):
        yield _guarded(check)
    for check in (_store, _writing, _cache, _kernels, _phones, _films):
        yield _guarded(check)


def _guarded(check: Callable[[], Finding]) -> Finding:
    """The finding of `check`. If the check fails, the finding says why: for example, a package is missing."""
    name = check.__name__.strip("_")
    try:
        return check()
    except Exception as error:  # from a missing or unsuitable package
        if isinstance(error, ImportError) and error.name:
            return Finding(name, False, f"cannot be examined without {error.name}", INSTALL)
        return Finding(name, False, f"cannot be examined: {_line(error)}", INSTALL)


def _line(error: Exception) -> str:
    return " ".join(f"{type(error).__name__}: {error}".split())


def python(oldest: tuple[int, int] = OLDEST_PYTHON) -> Finding:
    """Whether this Python is new enough."""
    ok = sys.version_info >= oldest
    wanted = ".".join(map(str, oldest))
    detail = f"{platform.python_version()} on {platform.system()} {platform.machine()}"
    return Finding("python", ok, detail, f"install Python {wanted} or later", is_essential=True)


def _clock() -> Finding:
    from game.platforms import wall_clock

    wall_clock.bound()
    remedy = "beyond 2262 nothing is counted; set the clock of this machine"
    return Finding("clock", not wall_clock.is_beyond(), time.strftime("%Y-%m-%d %H:%M"), remedy)


def memory(free: int | None) -> Finding:
    """Whether `free` MB are enough for a match. `free` is None if the system does not say how many are free."""
    if free is None:
        return Finding("memory", True, "this system does not say how much is free")
    return Finding(
        "memory", free >= MATCH_MEMORY, f"{free} MB free", f"a match wants {MATCH_MEMORY}: end other programs"
    )


def _package(name: str, module: str) -> Finding:
    try:
        import_module(module)
        return Finding(name, True, importlib.metadata.version(name))
    except Exception as error:  # the package may be missing, or made for another Python or system
        return Finding(name, False, _line(error), INSTALL, is_essential=True)


def _font(module: str) -> Finding:
    name = f"font {module.rpartition('_')[2]}"
    try:
        path = Path(import_module(module).FONT_PATH)
    except Exception as error:
        return Finding(name, False, _line(error), INSTALL, is_essential=True)
    return Finding(name, path.is_file(), str(path), INSTALL, is_essential=True)


def _display() -> Finding:
    import pygame

    from scenes.kit.window.window import DEPTH_WANTED, HEADLESS_DRIVERS, LEAST_BITS

    remedy = (
        "to play, start it in a desktop session or set DISPLAY or WAYLAND_DISPLAY (engine and tournament need none)"
    )
    try:
        pygame.display.init()
        driver = pygame.display.get_driver()
        sizes = ", ".join(f"{width}x{height}" for width, height in pygame.display.get_desktop_sizes())
        bits = pygame.display.Info().bitsize
    except pygame.error as error:
        return Finding("display", False, str(error), remedy)
    finally:
        pygame.display.quit()
    if driver in HEADLESS_DRIVERS:
        return Finding("display", driver in os.environ.get("SDL_VIDEODRIVER", ""), f"{driver}, shows nothing", remedy)
    colours = f"{bits} bits of colour" if bits else "a palette instead of colours"  # for a palette, SDL says 0 bits
    return Finding("display", bits >= LEAST_BITS, f"{driver}, {sizes}, {colours}", DEPTH_WANTED)


def _renderer() -> Finding:
    from scenes.kit.window.renderer import HINT, WAYS

    if HINT in os.environ:
        return Finding("renderer", True, f"{HINT}={os.environ[HINT]} in the environment")
    settings = _settings()
    wanted = settings.get("renderer", "auto")
    if wanted != "auto":
        return Finding("renderer", True, f"{wanted}, as it is set")
    measured = [f"{key[9:]}: {way}" for key, way in settings.items() if key.startswith("renderer.") and way in WAYS]
    return Finding("renderer", True, f"auto; {', '.join(measured) or 'measured at the first start'}")


def _frames() -> Finding:
    import pygame

    try:
        return frames().finding
    except pygame.error as error:
        return Finding("frames", False, str(error), "see display")


def _fit() -> Finding:
    """The settings that fit this machine, as the command that sets them."""
    import pygame

    try:
        command, is_smooth = proposal(_desktop())
    except pygame.error as error:
        return Finding("fit", False, str(error), "see display")
    return Finding("fit", is_smooth, command, "games run, but not at 60 frames a second")


def _settings() -> dict[str, str]:
    """The store's settings that have texts as values; {} if the settings cannot be read. Changes nothing."""
    import json

    from game.paths import store_path

    try:
        with closing(sqlite3.connect(f"{store_path().resolve().as_uri()}?mode=ro", uri=True)) as database:
            rows = database.execute("SELECT key, value FROM settings").fetchall()
        return {key: value for key, text in rows if isinstance(value := json.loads(text), str)}
    except (sqlite3.Error, ValueError, TypeError):
        return {}


def _audio() -> Finding:
    import pygame

    from scenes.kit.drawing.assets import FOLDER
    from scenes.kit.sound.audio import Audio

    audio = Audio(FOLDER / "sounds")
    if not audio.open():
        return Finding("audio", False, "no sound device", "everything can be played in silence; else plug one in")
    frequency, _, channels = pygame.mixer.get_init() or (0, 0, 0)
    audio.close()
    return Finding("audio", True, f"{frequency} Hz, {channels} channels")


def _pads() -> Finding:
    import pygame

    from scenes.kit.input.controllers import Pads, prepare_environment

    prepare_environment()
    chosen = os.environ.get("SDL_VIDEODRIVER")
    os.environ["SDL_VIDEODRIVER"] = "dummy"  # pads need an event queue, which needs a display
    pads = Pads()
    try:
        pygame.display.init()
        pads.open()
        pads.scan()
        names = [f"{device.name} ({device.family})" for device in pads.devices()]
        pads.close()
    except pygame.error as error:
        return Finding("pads", False, str(error), "mouse, keyboard and touch serve as well")
    finally:
        pygame.display.quit()
        if chosen is None:
            del os.environ["SDL_VIDEODRIVER"]
        else:
            os.environ["SDL_VIDEODRIVER"] = chosen
    return Finding("pads", True, ", ".join(names) or "none plugged in")


def _store() -> Finding:
    from game.paths import store_path

    path = store_path()
    trouble = _unwritable(path.parent)
    if trouble is None and path.exists():
        trouble = _damaged(path)
    detail = f"{path}, {trouble}" if trouble else f"{path}, {'' if path.exists() else 'to be made, '}writable"
    remedy = "make it writable, or set KISSATEN_DATA to a folder that is"
    return Finding("store", trouble is None, detail, remedy, is_essential=True)


def _writing() -> Finding:
    from game.paths import store_path

    try:
        return writing(time_commit(store_path().parent))
    except (OSError, sqlite3.Error) as error:
        return Finding("writing", False, str(error), "see store")


def writing(spent: float) -> Finding:
    """Whether a commit that takes `spent` milliseconds is quick enough."""
    remedy = "games are kept all the same, a moment later; a faster disk, or KISSATEN_DATA on one, helps"
    return Finding("writing", spent < SLOW_WRITE, f"{spent:.1f} ms to keep an action", remedy)


def _phones() -> Finding:

    ok, detail = phones()
    return Finding("phones", ok, detail, f"{INSTALL}; phones need the same network as this machine")


def _damaged(path: Path) -> str | None:
    """The damage of the store's file; None if it is sound."""
    if not os.access(path, os.W_OK):
        return "not writable"
    try:
        with closing(sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro", uri=True)) as database:
            verdict = str(database.execute("PRAGMA quick_check").fetchone()[0])
    except sqlite3.Error as error:
        return f"damaged ({error}): the next start sets it aside"
    return None if verdict == "ok" else f"damaged ({verdict}): the next start sets it aside"


def _cache() -> Finding:
    from game.paths import cache_dir

    folder = cache_dir()
    trouble = _unwritable(folder)
    remedy = "each start is slower without it; make it writable, or set KISSATEN_CACHE to a folder that is"
    return Finding("cache", trouble is None, f"{folder}, {trouble or 'writable'}", remedy)


def _kernels() -> Finding:
    from game.agents import kernels
    from game.agents.agent import Compiled
    from game.agents.compiling import package_of
    from game.agents.kernel_folder import kept_since, kernel_place
    from game.registry import GAMES, load_brain

    kernels.try_first()
    if trouble := kernels.trouble():
        return Finding("kernels", False, trouble, f"searches run uncompiled, and are weaker; {INSTALL}")
    place = kernel_place()
    if place.trouble:
        remedy = (
            "searches are compiled for each command alone, and run uncompiled at the table; "
            "set KISSATEN_KERNELS to a folder that is yours alone"
        )
        return Finding("kernels", False, f"{place.folder}, {place.trouble}", remedy)
    ages = [
        f"{spec.id} {_age(kept_since(package_of(spec)))}"
        for spec in GAMES.values()
        if isinstance(load_brain(spec), Compiled)
    ]
    return Finding("kernels", True, f"{place.folder}; {', '.join(ages) or 'no game compiles any'}")


def _age(made: float | None) -> str:
    """When a game's kernels were compiled, and how long ago. `made` is a timestamp, None if there are no kernels."""
    if made is None:
        return "not compiled yet"
    from game.core.times import local_time

    days = int((time.time() - made) // DAY)
    ago = "today" if days <= 0 else f"{days} day{'s' if days > 1 else ''} ago"
    moment = local_time(made)
    return "compiled" if moment is None else f"compiled {moment:%Y-%m-%d %H:%M} ({ago})"


def _unwritable(folder: Path) -> str | None:
    """The reason why no file can be made in `folder`; None if the folder is writable."""
    try:
        with tempfile.TemporaryFile(dir=folder):
            return None
    except OSError as error:
        return str(error.strerror or error)


def _films() -> Finding:
    """Whether Pillow, which packs films, is installed. Only the process that makes a film imports Pillow."""
    try:
        return Finding("films", True, f"Pillow {importlib.metadata.version('pillow')}")
    except importlib.metadata.PackageNotFoundError:
        return Finding("films", False, "Pillow is not installed", INSTALL)


@dataclass(frozen=True, slots=True)
class FrameTimes:
    """The milliseconds that a frame takes on a screen of `size` pixels.

    In the frame, nothing changes (`quiet`), a piece moves (`moving`) or everything changes (`whole`).
    """

    size: tuple[int, int]
    quiet: float
    moving: float
    whole: float

    @property
    def is_smooth(self) -> bool:
        """Whether games run smoothly. Frames in which everything changes are rare, so they may take longer."""
        return self.moving < SMOOTH and self.whole < 3 * SMOOTH

    @property
    def finding(self) -> Finding:
        """The line about these frames."""
        shown = "x".join(map(str, self.size))
        detail = f"{shown}: nothing moves {self.quiet:.1f}, a piece {self.moving:.1f}, everything {self.whole:.1f} ms"
        remedy = (
            "play in a smaller window or set a lower resolution; "
            "with a graphics card try the other renderer in the settings, under picture"
        )
        return Finding("frames", self.is_smooth, detail, remedy)


def _desktop() -> tuple[int, int]:
    """The size of the first screen; STAND_IN if its size is unknown. Raises pygame.error without a screen."""
    import pygame

    pygame.display.init()
    try:
        sizes = pygame.display.get_desktop_sizes()
        return sizes[0] if sizes and min(sizes[0]) > 1 else STAND_IN
    finally:
        pygame.display.quit()


def frames(size: tuple[int, int] | None = None) -> FrameTimes:
    """Measure how long frames like the table's take in a window of `size`, by default as large as the screen.

    Raises pygame.error without a screen.
    """
    import pygame

    from scenes.kit.drawing.canvas import Canvas
    from scenes.kit.window.window import bring, drawn_for

    size = size or _desktop()
    pygame.display.init()
    try:
        sheet = drawn_for(pygame.display.set_mode(size))
        ground = pygame.Surface(size, 0, sheet)
        piece = pygame.Surface((PIECE, PIECE), pygame.SRCALPHA, 32)
        piece.fill((200, 160, 80, 180))
        canvas = Canvas(sheet)

        def show(shift: int) -> None:
            canvas.begin()
            canvas.blit(ground, (0, 0))
            for i in range(60):
                canvas.blit(piece, (i % 10 * size[0] // 10, i // 10 * size[1] // 8))
            canvas.blit(piece, (shift, size[1] // 2))
            dirty = canvas.end()
            if dirty:
                bring(sheet, dirty)
            pygame.event.pump()

        def measured(moves: bool, renews: bool) -> float:
            spent = []
            for i in range(FRAMES):
                if renews:
                    canvas.invalidate()
                begun = time.perf_counter()
                show(3 * i if moves else 0)
                spent.append(1000 * (time.perf_counter() - begun))
            return sorted(spent)[FRAMES // 2]

        show(0)
        return FrameTimes(size, measured(False, False), measured(True, False), measured(True, True))
    finally:
        pygame.display.quit()


def _faster(size: tuple[int, int]) -> str:
    """The faster renderer for a window of `size` pixels. This process uses it from now on."""
    import pygame

    from scenes.kit.window import renderer

    way = renderer.faster(size, pygame.NOFRAME)
    renderer.use(way)
    return way


def proposal(
    screen: tuple[int, int],
    timed: Callable[[tuple[int, int]], FrameTimes] = frames,
    faster: Callable[[tuple[int, int]], str] = _faster,
) -> tuple[str, bool]:
    """The command for the largest resolution that is smooth on a `screen`, and whether any resolution is smooth.

    The renderer is the faster one at that size. If no size is smooth, the smallest is proposed, with reduced motion.
    Raises pygame.error without a screen.
    """
    from game.platforms.program import command_name
    from scenes.kit.window.renderer import HINT, RESOLUTIONS

    before = os.environ.get(HINT)
    sizes = {name: size or screen for name, size in RESOLUTIONS.items() if size is None or size < screen}
    try:
        for resolution, size in sizes.items():
            way = faster(size)
            is_smooth = timed(size).is_smooth
            values = {"resolution": resolution, "renderer": way, "reduced_motion": str(not is_smooth).lower()}
            if is_smooth:
                break
    finally:
        os.environ.pop(HINT, None)
        if before is not None:
            os.environ[HINT] = before
    changes = " ".join(f"--set {key} {value}" for key, value in values.items())
    return f"{command_name()} settings {changes}", is_smooth


def time_commit(folder: Path) -> float:
    """Milliseconds of a database commit in `folder`, with the store's modes. Raises OSError, sqlite3.Error."""
    with tempfile.TemporaryDirectory(dir=folder) as scratch:
        database = sqlite3.connect(Path(scratch) / "probe.sqlite3", isolation_level=None)
        with contextlib.closing(database):
            database.execute("PRAGMA journal_mode=WAL")
            database.execute("PRAGMA synchronous=FULL")
            database.execute("CREATE TABLE probe (key INTEGER PRIMARY KEY, value TEXT)")
            spent = []
            for _ in range(COMMITS):
                begun = time.perf_counter()
                database.execute("INSERT INTO probe (value) VALUES (?)", ("x" * 500,))
                spent.append(1000 * (time.perf_counter() - begun))
    return sorted(spent)[COMMITS // 2]


def phones() -> tuple[bool, str]:
    """Whether phones could join, and the address or the obstacle."""
    missing = [name for name in ("aiohttp", "segno") if find_spec(name) is None]
    if missing:
        return False, f"{' and '.join(missing)} not installed"
    from game.phones.addresses import networks
    from game.phones.process import PORT

    return joining(networks(), PORT)


def joining(found: Sequence[Network], port: int) -> tuple[bool, str]:
    """Whether phones could join in these networks, and the address with `port` or the obstacle."""
    if not found:
        return False, "this machine is in no network"
    address = found[0].address
    others = f"; also {', '.join(network.address for network in found[1:4])}" if found[1:] else ""
    try:
        socket.create_server((address, port), family=socket.AF_INET6 if ":" in address else socket.AF_INET).close()
    except OSError as error:
        return True, f"{address}, port {port} is not free ({error.strerror}): another one is taken{others}"
    return True, f"{address}, port {port} is free{others}; whether a firewall is in between only a phone can tell"
