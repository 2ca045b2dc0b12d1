"""Every test runs without a screen, without a sound card, and with its own folders for data and cache."""

import ctypes
import faulthandler
import gc
import itertools
import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import hypothesis
import platformdirs
import pytest

from game import registry
from game.agents.compiling import package_of
from game.agents.kernel_folder import is_intact
from game.agents.kernels import is_available
from game.core.kinds import Several
from game.kiosk import config
from game.paths import local_data_dir
from game.platforms.files import make_own_folder, why_not_own
from tests import selection
from tests.four import FOUR
from tests.stores import PATIENCE, Disk

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ.setdefault("SDL_AUDIODRIVER", "dummy")
os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")


def _kernels():
    """Return a folder for compiled kernels that the game trusts: in the checkout, unless a group may write to that."""
    checkout = Path(__file__).parents[1] / ".pytest_cache" / "kernels"
    for folder in (checkout, Path(platformdirs.user_cache_dir("kissaten-tests", appauthor=False))):
        make_own_folder(folder)
        folder.chmod(0o700)
        if why_not_own(folder, local_data_dir) is None:
            return folder
    return checkout


# All tests share the compiled kernels, and the next run uses them again.
os.environ.setdefault("KISSATEN_KERNELS", str(_kernels()))

# A slow machine is no fault of the code under test, nor of the examples.
PATIENT = hypothesis.settings(deadline=None, suppress_health_check=[hypothesis.HealthCheck.too_slow])
hypothesis.settings.register_profile("quick", PATIENT, max_examples=20)
hypothesis.settings.register_profile("few", PATIENT, max_examples=40)
hypothesis.settings.register_profile("many", PATIENT, max_examples=100)

_numbers = itertools.count()
_run = itertools.count(1)
_memory = {"thawed": 0}

COMPILE = """
import sys
from game.agents.compiling import prepared_brain
from game.registry import find
prepared_brain(find(sys.argv[1]))
"""
TRIM = getattr(ctypes.CDLL(None), "malloc_trim", None) if os.name == "posix" else None
"""Returns free memory between kept pictures to the system, if the C library can."""
HANGS = 120  # seconds after its time limit; a test that still runs cannot be interrupted
FREEZE_EVERY = 16  # tests; what exists after these is frozen
GROWTH = 60_000_000  # bytes; after this growth, frozen objects are collected again: closed windows keep pictures


STDERR: pytest.StashKey[int] = pytest.StashKey()


def pytest_configure(config):
    """Keep the process's own standard error: pytest captures what a test prints, but must not capture the report of a
    hang.

    A shorter run tries fewer examples of each property. The quick run compiles no searches.
    """
    config.stash[STDERR] = os.dup(2)
    selection.decide(config)
    is_quick = config.option.run == selection.QUICK
    examples = "quick" if is_quick else "few" if selection.leaves_out(config, "long") else "many"
    hypothesis.settings.load_profile(examples)
    if is_quick:
        os.environ["NUMBA_DISABLE_JIT"] = "1"


def pytest_addoption(parser):
    """Add `--everything`, `--rest` and `--update-golden`."""
    runs = parser.getgroup("runs", "which tests are asked: docs/tests.md")
    for name, told in selection.RUNS.items():
        runs.addoption(f"--{name}", action="store_const", const=name, dest="run", help=told)
    parser.addoption("--update-golden", action="store_true", help="remake what tests/golden keeps, where it differs")


def pytest_report_header(config):
    """Say which tests this run asks."""
    return f"run: {config.option.run} ({selection.RUNS[config.option.run]})"


def pytest_sessionstart(session):
    """If several processes share the tests, compile the searches side by side before the first process starts.

    Otherwise each process would compile them for itself, within the time limit of some test. With one process, the
    first test that needs a search compiles it. The quick run compiles nothing.

    If a search is not compiled yet, the tests are probably new as well. Python then compiles them meanwhile, once for
    all processes.
    """
    config = session.config
    is_one_of_several = hasattr(config, "workerinput") or not config.getoption("tx", None)
    if is_one_of_several or config.option.collectonly or config.option.run == selection.QUICK:
        return
    root = Path(__file__).parents[1]
    missing = [game for game, spec in registry.GAMES.items() if not is_intact(package_of(spec))] * is_available()
    searches = [subprocess.Popen([sys.executable, "-c", COMPILE, game], cwd=root) for game in missing]
    if missing:
        again = [*config.invocation_params.args, "--collect-only", "-qq", "-n", "0"]
        subprocess.run([sys.executable, "-m", "pytest", *again], stdout=subprocess.DEVNULL, check=False)
    ends = [search.wait() for search in searches]
    if any(ends):
        pytest.exit("the searches could not be compiled", returncode=3)


def pytest_xdist_auto_num_workers(config):
    """Return one process more than there are processors: many tests wait for a disk or for the end of a process.

    In the quick run few tests wait, and each process needs time to collect all tests.
    """
    selection.decide(config)
    return (os.cpu_count() or 1) + (config.option.run != selection.QUICK)


def pytest_ignore_collect(collection_path, config):
    """Leave out modules without a test for this run, before they are imported."""
    if collection_path.name.startswith("test_") and not selection.asks_any(config, collection_path):
        return True
    return None


@pytest.hookimpl(tryfirst=True)
def pytest_pycollect_makeitem(collector, name, obj):
    """Leave out tests that are not for this run, before their cases are made."""
    if callable(obj) and name.startswith("test") and not selection.asks(collector, obj):
        return []
    return None


@pytest.hookimpl(wrapper=True)
def pytest_generate_tests(metafunc):
    """Leave out cases of a matrix that are not for this run, before tests are made of them."""
    yield
    selection.choose_cases(metafunc)


def pytest_collection_modifyitems(config, items):
    """Leave out tests that can only be left out after collection."""
    selection.drop_left_out(config, items)


def pytest_collection_finish(session):
    """Freeze all that was imported and collected. It outlives every test, so garbage collection can skip it."""
    _freeze()
    _memory["thawed"] = _resident()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item):
    """If a test hangs so that its time limit cannot interrupt it, print where all threads are, and end the process.

    The limit's signal waits for the interpreter, to which native code may never return. Another process then goes on
    with the tests, and counts this test as failed.
    """
    marker = item.get_closest_marker("timeout")
    limit = float(marker.args[0] if marker else item.config.getini("timeout"))
    faulthandler.dump_traceback_later(limit + HANGS, exit=True, file=item.config.stash[STDERR])
    try:
        return (yield)
    finally:
        faulthandler.cancel_dump_traceback_later()


def pytest_runtest_logfinish():
    """Freeze also what tests have imported and cached since: looking at it took a tenth of their time."""
    if _has_grown():
        gc.collect()  # quick, because only the objects of the last few tests are not frozen
        _trim()
    if _has_grown():
        gc.unfreeze()  # what a test still held when it ended may be garbage by now
        _freeze()
        _memory["thawed"] = _resident()
    elif next(_run) % FREEZE_EVERY == 0:
        _freeze()


def _has_grown():
    return _resident() > _memory["thawed"] + GROWTH


def _trim():
    if TRIM is not None:
        TRIM(0)


def _freeze():
    gc.collect()
    gc.freeze()
    _trim()
    _memory["thawed"] = min(_memory["thawed"], _resident())


def _resident():
    """Return the bytes of memory that this process has; 0 if the system does not say."""
    try:
        return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except OSError:
        return 0


@pytest.fixture(autouse=True)
def own_folders(tmp_path_factory, monkeypatch):
    """Keep the tests' files away from the player's."""
    folder = tmp_path_factory.mktemp(f"kissaten-{next(_numbers)}", numbered=False)  # numbering searches the folder
    monkeypatch.setenv("KISSATEN_DATA", str(folder / "data"))
    monkeypatch.setenv("KISSATEN_CACHE", str(folder / "cache"))
    monkeypatch.setenv("KISSATEN_EXPORT", str(folder / "games"))


@pytest.fixture
def store_patience(monkeypatch):
    """Sets the seconds for which the store waits for its disk, in play and at the end."""

    def wait(seconds):
        for name in ("PATIENCE", "LAST_PATIENCE"):
            monkeypatch.setattr(f"game.storage.store.{name}", seconds)

    return wait


@pytest.fixture(autouse=True)
def patient_store(store_patience):
    """Let the store wait for its disk as long as necessary, so that no test depends on the disk's speed."""
    store_patience(PATIENCE)


@pytest.fixture(autouse=True)
def quick_pins(monkeypatch):
    """Let a PIN cost the least that its file may ask for, which takes a tenth of the time."""
    monkeypatch.setattr("game.kiosk.pin._COST", (1 << 14, 1, 1))


@pytest.fixture
def hasty_store(patient_store, store_patience):
    """Let the store not wait for its disk, for tests whose disk never answers."""
    store_patience(0.0)


@pytest.fixture
def disk(monkeypatch):
    """The disk on which files are replaced."""
    return Disk(monkeypatch)


@pytest.fixture
def four_games(monkeypatch):
    """Limit the registry to these four games, for screens that show all games at once."""
    for other in set(registry.PACKAGES).difference(FOUR):
        monkeypatch.delitem(registry.PACKAGES, other)
    shown = config.KEYS["games.shown"]  # made of all games at its import
    monkeypatch.setitem(config.KEYS, shown.key, replace(shown, kind=Several(FOUR), default=FOUR))


@pytest.fixture
def fifth_game(monkeypatch):
    """Add the fifth game to the registry, at the end: one line, as for any game."""
    monkeypatch.setitem(registry.PACKAGES, "race", "tests.fifth_game")
    return registry.find("race")


@pytest.fixture(scope="session")
def pictures(pytestconfig):
    """A cache folder that all tests and the next run share, so that each picture is scaled once."""
    return pytestconfig.cache.mkdir("pictures")
