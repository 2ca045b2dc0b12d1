"""From the command line to the first scene: opens the window, the store and the AI's process."""

from __future__ import annotations

import logging
import math
import os
import sys
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import datetime
from functools import cached_property, partial
from operator import attrgetter
from typing import TYPE_CHECKING

import pygame

from game.core.record import Record
from game.paths import cache_dir, engines_path, read_ahead_path, store_path
from game.people.party import kept_party
from game.platforms import own_files, read_ahead
from game.platforms.machine import free_memory, return_large_blocks
from game.platforms.processes import ending_signals
from game.platforms.speech import speech_program
from game.registry import GAMES
from game.storage.store import HeldError, Store
from game.supervision import table as supervision
from game.supervision.table import RUNS_ALREADY, Heartbeat, settle_in
from scenes.house import preferences
from scenes.house.preferences import Preferences
from scenes.kit import system
from scenes.kit.drawing.assets import AssetError, Assets
from scenes.kit.drawing.window_light import WindowLight, window_light
from scenes.kit.input.devices import Devices
from scenes.kit.input.flight import Flight
from scenes.kit.input.pad_numbers import PadTraits
from scenes.kit.scene import Destination, Quit
from scenes.kit.sound.audio import Audio
from scenes.kit.sound.speech import Speaker
from scenes.kit.stage import Stage
from scenes.kit.system import MEMORY_ADVICE, signals_heard
from scenes.kit.text.strings import Strings, detect_language
from scenes.kit.window import renderer
from scenes.kit.window.app import App
from scenes.kit.window.window import NoDisplayError, Window
from scenes.routes import route_to
from scenes.routing import first_scene, import_places, no_route, open_route, replay_scene, route_given
from scenes.services import Services, open_services

if TYPE_CHECKING:
    from game.agents.agent import Agent
    from game.agents.process import WorkerAgent
    from game.command_line.startup import KioskStart, StartRequest
    from game.kiosk.kiosk import Kiosk
    from game.outside.engines_file import EnginesFile
    from game.outside.table_agent import EngineEntry, Engines
    from scenes.phones.phone_controllers import PhoneControllers
    from scenes.recovery.crash_log import Recovery


log = logging.getLogger(__name__)

TITLE = "Kissaten"
NOTICE_SIZE = (960, 540)  # the size of a window that only shows a notice, in pixels
MOST_NAMED = 3  # the most engines that a notice names
LEAST_MEMORY = 100  # free MB without which no window opens
# Seconds until a thread imports the modules that the first frame does not need.
PLACES_SECONDS = 1.0
SLOW_SECONDS = 0.5
"""If the window opens later than this many seconds after the start, a title is shown before the first scene.

The menu is an exception: no title is shown before it.
"""


def run(
    *,
    start: StartRequest | Record | None = None,
    windowed: bool = False,
    size: tuple[int, int] | None = None,
    language: str | None = None,
    scan: bool = False,
    kiosk: KioskStart | None = None,
    phones: str | None = None,
    begun: float = math.inf,
) -> int:
    """Show the menu, or the game or replay given by `start`. Returns the exit status.

    The status 2 means that memory, a screen or a file is missing, so that nothing could be shown.

    `scan` turns one-button play on for this run. `kiosk` makes this an unattended table. `phones` starts the phone
    server at this local address ("": the best one). `begun` is the time at which the program started.
    """
    own_files.remember()
    free = free_memory()
    if free is not None and free < LEAST_MEMORY:
        print(f"{TITLE} cannot start: {free} MB of memory are free; {MEMORY_ADVICE}.", file=sys.stderr)
        return 2
    with signals_heard(ending_signals()) as ended:
        try:
            return _run(ended, start, windowed, size, language, scan, kiosk, phones, begun)
        except Exception as error:  # the error is outside of any frame: at the start or at the end
            from scenes.recovery import crash_log

            crash_log.farewell(error, crash_log.write(crash_log.bare_report(error)))
            return 1


def _run(
    ended: Callable[[], bool],
    start: StartRequest | Record | None,
    windowed: bool,
    size: tuple[int, int] | None,
    language: str | None,
    scan: bool,
    kiosk: KioskStart | None,
    phones: str | None,
    begun: float,
) -> int:
    heartbeat = settle_in(kiosk.supervisor) if kiosk is not None and kiosk.supervisor else None
    pygame.font.init()
    store = _store(start, kiosk, is_supervised=heartbeat is not None)
    if store is None:  # another instance has it
        return RUNS_ALREADY if kiosk is not None else turn_away(size, windowed, language)
    wanted = preferences.load(store)
    table = None
    if kiosk is not None:
        from scenes import unattended  # imported only for a kiosk

        table = unattended.open_kiosk(store, kiosk.config)
        wanted = replace(wanted, fullscreen=True, display=table.config.display.number)
    is_safe = kiosk is not None and kiosk.commands.safe
    if is_safe:
        renderer.use("software")
    fullscreen = wanted.fullscreen and not windowed and size is None
    try:
        way, is_kiosk = way_for(store, wanted), table is not None
        window = Window(size, fullscreen, TITLE, wanted.display, way, is_kiosk, wanted.resolution)
    except NoDisplayError as error:
        store.close()
        print(error, file=sys.stderr)
        return 2
    try:
        speech = Speaker() if is_safe else Speaker(speech_program())
        entries, found = _engines(start) if table is None else ([], None)
        app, services = open_app(window, language, store, speech, silent=is_safe, engines=entries)
    except AssetError as error:
        store.close()
        pygame.quit()
        print(f"{TITLE} cannot start: {error}", file=sys.stderr)
        return 2
    tell_engines(services, found)
    if scan:
        services.settings.take(replace(services.settings.preferences, scan=True))
    # If people at the stored table used phones, these phones find their seats again.
    sat_by_phone = bool(services.people.roster.on_phones)
    if phones is not None or (table is None and (services.settings.preferences.phones or sat_by_phone)):
        _phones(app, services).open(phones or "")
    app.ended = ended
    app.rescue = _Rescue(app, services)
    is_menu = start is None and table is None
    if not is_menu and time.monotonic() - begun > SLOW_SECONDS:
        show_title(app, services)
    get_ready(app, later=is_menu)
    return_large_blocks()
    _run_to_end(app, services, start, table, kiosk, heartbeat)
    return int(app.failed) if table is None else unattended.status(app)


def show_title(app: App, services: Services) -> None:
    """Show the title until the first scene is ready."""
    from scenes.menu.boot_scene import BootScene

    app.show_before(BootScene(services, list, Quit()))


def _store(start: StartRequest | Record | None, kiosk: KioskStart | None, is_supervised: bool) -> Store | None:
    """Open the store. If another instance holds it, a replay gets a guest's store; otherwise return None."""
    try:
        if not is_supervised:
            supervision.look()
        return Store.open(store_path())
    except HeldError as error:
        print(error, file=sys.stderr)
        return Store.open_as_guest(store_path()) if kiosk is None and isinstance(start, Record) else None


def _run_to_end(
    app: App,
    services: Services,
    start: StartRequest | Record | None,
    table: Kiosk | None,
    kiosk: KioskStart | None,
    heartbeat: Heartbeat | None,
) -> None:
    """Show the first scene and its successors; close everything at the end."""
    app.daylight = partial(daylight_on, services.stage)
    try:
        if table is not None and kiosk is not None:
            from scenes import unattended

            first = unattended.attend(app, services, table, kiosk.commands)
            if heartbeat is not None:
                unattended.beat_with(app, heartbeat)
        else:
            first = replay_scene(services, start) if isinstance(start, Record) else first_scene(services, start)
        app.run(first)
    finally:
        if table is not None:
            table.flush()
        services.close()
        services.stage.devices.close()
        services.stage.audio.close()
        services.stage.speech.close()
        services.stage.budget.close()
        pygame.quit()


def get_ready(app: App, later: bool) -> None:
    """Import the modules that the first frame does not need: now or, if `later`, in a thread after PLACES_SECONDS.

    The list of files that the first frame read is saved just before the import. The next start reads them ahead.
    """
    if later:
        others = threading.Timer(PLACES_SECONDS, get_ready, [app, False])
        others.daemon = True
        others.start()
    else:
        if app.frames_shown and app.last is not None:  # not for the title alone, which reads few files
            read_ahead.keep(read_ahead_path(), tuple(app.stage.assets.fetched))
        import_places()
    system.freeze_memory()  # not later: frozen objects are never collected, and later scenes may have large pictures


def _engines(start: StartRequest | Record | None) -> tuple[list[EngineEntry], EnginesFile | None]:
    """The engines named on the command line or in the owner's file, and that file (None if it is missing).

    Prints the file's errors.
    """
    named = () if start is None or isinstance(start, Record) else start.engines
    if not named and not os.path.lexists(engines_path()):
        return [], None
    from game.outside import engines_file
    from game.outside.table_agent import EngineEntry

    found = engines_file.load(engines_path())
    for problem in found.problems:
        print(problem, file=sys.stderr)
    owned = [entry.command for entry in found.entries]
    given = [EngineEntry(command) for command in named if command not in owned]
    names = {entry.command.name for entry in given}
    return [*given, *(entry for entry in found.entries if entry.command.name not in names)], found


def tell_engines(services: Services, found: EnginesFile | None) -> None:
    """Let the setup show the errors of the owner's engines file. `found` is None if there is no file."""
    if found is None:
        return
    t, file = services.stage.t, engines_path().name
    if found.unused:
        more = len(found.unused) - MOST_NAMED
        names = ", ".join(found.unused[:MOST_NAMED])
        if more > 0:
            names = t("engine.more", names=names, number=more)
        services.offers.engine_notice = t("engine.unused", file=file, names=names)
    elif found.problems:
        services.offers.engine_notice = t("engine.unreadable", file=file)


def turn_away(size: tuple[int, int] | None, windowed: bool, language: str | None) -> int:
    """Show, if there is a screen, that the program already runs. Returns the exit status."""
    try:
        window = Window(size or NOTICE_SIZE, False, TITLE, 0, lambda *_: renderer.WAYS[0])
    except NoDisplayError:
        return RUNS_ALREADY  # the message is on standard error
    app = notice_app(window, language)
    from scenes.menu.boot_scene import TurnedAwayScene

    try:
        app.run(TurnedAwayScene(app.stage))
    finally:
        app.stage.devices.close()
        pygame.quit()
    return RUNS_ALREADY


def notice_app(window: Window, language: str | None) -> App:
    """An app without services that shows one sentence."""
    devices = Devices(window.size)
    devices.open()
    assets = Assets(cache_dir() / "pictures")
    stage = Stage(window.size, assets, Strings(language or detect_language()), Audio(assets.folder / "sounds"), devices)
    return App(window, stage, no_route)


def way_for(
    store: Store, wanted: Preferences, faster: Callable[..., str] = renderer.faster
) -> Callable[[str, tuple[int, int], int], str]:
    """Return a function that chooses a renderer: the one in the preferences, or the `faster` one if they say "auto".

    Speed is measured only once for each driver, since the result is stored.
    """

    def choose(driver: str, size: tuple[int, int], flags: int) -> str:
        if wanted.renderer != "auto":
            return wanted.renderer
        known = store.get(f"renderer.{driver}")
        if known not in renderer.WAYS:
            known = faster(size, flags)
            store.set(f"renderer.{driver}", known)
        return str(known)

    return choose


def open_app(
    window: Window,
    language: str | None = None,
    store: Store | None = None,
    speech: Speaker | None = None,
    silent: bool = False,
    engines: Sequence[EngineEntry] = (),
) -> tuple[App, Services]:
    """The app and the services of a window; `language` overrides the preference for this run.

    Without `speech` nothing is read aloud, even if the preference is on. `silent` leaves the sound device closed.
    `engines` are the programs that may be started here.
    """
    kept = store or Store.open(store_path())
    assets = Assets(cache_dir() / "pictures")
    assets.prune()
    audio = Audio(assets.folder / "sounds")
    if not silent:
        audio.open_soon()
    devices = Devices(window.size)
    party = kept_party(kept, GAMES)
    devices.identity.expect({number: PadTraits(*mark) for number, mark in party.pads.items()})
    devices.open(_device_place)
    stage = Stage(window.size, assets, Strings(language or detect_language()), audio, devices)
    stage.speech = speech or Speaker()
    flight = Flight()
    players = _Players(engines)
    services = open_services(
        stage, kept, lambda: players.agent(flight, services.offers.engines), players.open_engines, party
    )
    services.compiling = lambda: players.worker.compiling() if players.worker else None
    services.shortcomings.is_uncompiled = lambda: players.worker is not None and players.worker.is_uncompiled
    services.shortcomings.failures = lambda: players.worker.failures if players.worker else 0
    services.on_seed = lambda seed: flight.note({"seed": seed})
    _ = services.stage.identities  # if a file that every scene needs is missing, the program fails here
    present = services.settings.preferences
    services.settings.preferences = replace(
        present, language=language or present.language, fullscreen=window.fullscreen, display=window.display
    )
    services.settings.apply()
    stage.resize(window.size)
    app = App(window, stage, partial(open_route, services), flight)
    services.phones = partial(_phones, app, services)
    app.where = lambda destination: route_to(app.manager.scenes, destination)
    app.on_fullscreen = lambda on: services.settings.take(replace(services.settings.preferences, fullscreen=on))
    app.on_hold = partial(_scan_question, services)
    app.on_given = partial(route_given, services)
    app.on_escape = lambda: services.settings.change(scan=False)
    services.settings.on_change = partial(_follow, app, services)
    return app, services


class _Players:
    """Makes the agent and the engines of a window at their first use: the first frame needs neither."""

    def __init__(self, entries: Sequence[EngineEntry]) -> None:
        self._entries = entries
        self.worker: WorkerAgent | None = None

    def open_engines(self) -> Engines:
        """The external programs of `entries`."""
        from game.outside.table_agent import Engines

        return Engines(self._entries)

    def agent(self, flight: Flight, engines: Engines) -> Agent:
        """The agent that asks the worker and `engines`; its answers are noted in `flight`."""
        from game.agents.process import WorkerAgent
        from game.outside.table_agent import TableAgent
        from scenes.recovery.noting_agent import NotingAgent

        self.worker = WorkerAgent(games=GAMES)
        return NotingAgent(TableAgent(self.worker, engines), flight)


class _Rescue:
    """Handles a failed frame by `Recovery.rescue`, which is imported only then."""

    def __init__(self, app: App, services: Services) -> None:
        self._app = app
        self._services = services

    @cached_property
    def _recovery(self) -> Recovery:
        from scenes.recovery.crash_log import Recovery

        return Recovery(self._app, self._services)

    def __call__(self, error: Exception) -> bool:
        return self._recovery.rescue(error)


def _device_place(path: str) -> tuple[str, str]:
    """Call `hardware.device_place`. It is imported here, since only a pad needs it."""
    from game.platforms.hardware import device_place

    return device_place(path)


def _scan_question(services: Services) -> Destination:
    """The question about one-button play."""
    from scenes.settings.scan_question import ScanQuestion

    return lambda: ScanQuestion(services)


def daylight_on(stage: Stage, now: Callable[[], datetime] = datetime.now) -> WindowLight | None:
    """The light that falls on the table from the window at this hour; None with reduced motion."""
    return None if stage.look.reduced_motion else window_light(now())


def _phones(app: App, services: Services) -> PhoneControllers:
    """The phone controllers, made at the first call."""
    from scenes.phones.phone_controllers import PhoneControllers

    devices = services.stage.devices
    if not isinstance(devices.remotes, PhoneControllers):
        devices.remotes = PhoneControllers(services, lambda: app.manager.top, hears=lambda: app.hears)
    return devices.remotes


def _follow(app: App, services: Services, before: Preferences, after: Preferences) -> None:
    """Apply changed preferences to the window, the layout and the phone server."""
    if after.phones and not before.phones and not services.is_unattended:
        _phones(app, services).open()
    screen = attrgetter("fullscreen", "display", "resolution")
    if screen(before) != screen(after):
        app.window.show(*screen(after))
    shape = attrgetter("fullscreen", "display", "resolution", "language", "text_scale", "always_confirm")
    if shape(before) != shape(after):
        app.relayout()
