"""From the command line to the first scene: opens the window, the store and the AI's process."""

from __future__ import annotations

import logging
import sys
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from operator import attrgetter

import pygame

from game.agents.process import WorkerAgent
from game.core.record import Record
from game.core.rules import HouseFileError
from game.paths import cache_dir, store_path
from game.platforms import device_place, end_with_parent, ending_signals, return_large_blocks, speech_program
from game.registry import GAMES, find
from game.startup import StartRequest
from game.store import HeldError, Store
from game.table import dressed
from scenes import preferences
from scenes.archive.archive_scene import ArchiveScene
from scenes.archive.names_scene import NamesScene
from scenes.archive.reading_scene import replay_of
from scenes.cup.cup_scene import CupScene
from scenes.join.join_scene import JoinScene
from scenes.kit import endings, memory, renderer
from scenes.kit.app import App
from scenes.kit.assets import AssetError, Assets
from scenes.kit.audio import Audio
from scenes.kit.devices import Devices
from scenes.kit.flight import Flight
from scenes.kit.picture import Picture
from scenes.kit.scene import Nav, Quit, Route, Scene, Switch
from scenes.kit.speech import Speaker
from scenes.kit.stage import Stage
from scenes.kit.strings import Strings, detect_language
from scenes.kit.window import NoDisplayError, Window
from scenes.learn.demo_scene import DemoScene
from scenes.learn.exercise_scene import ExerciseScene
from scenes.learn.rules_scene import RulesScene
from scenes.learn.sample import sample_record
from scenes.match import starting
from scenes.menu.boot_scene import BootScene
from scenes.menu.menu_scene import MenuScene, menu_pictures
from scenes.menu.turned_away import TurnedAwayScene
from scenes.preferences import Preferences
from scenes.records.records_scene import RecordsScene
from scenes.recovery import crash_log, last_chance
from scenes.recovery.last_chance import Recovery
from scenes.recovery.noting_agent import NotingAgent
from scenes.routes import (
    ToArchive,
    ToArrange,
    ToBranch,
    ToCup,
    ToDemonstration,
    ToExercises,
    ToGame,
    ToJoin,
    ToMatch,
    ToMenu,
    ToNames,
    ToRecords,
    ToRematch,
    ToReplay,
    ToResume,
    ToRules,
    ToSample,
    ToSettings,
    ToSetup,
)
from scenes.services import Services, stored_pads
from scenes.settings.scan_question import ScanQuestion
from scenes.settings.settings_scene import SettingsScene
from scenes.setup.setup_scene import SetupScene
from scenes.table.loading import arrange_scene, daily_of, match_pictures

log = logging.getLogger(__name__)

TITLE = "Kissaten"
ALREADY_RUNNING = 1  # the status of a second start
NOTICE_SIZE = (960, 540)  # of its window, in pixels


def run(
    *,
    start: StartRequest | Record | None = None,
    windowed: bool = False,
    size: tuple[int, int] | None = None,
    language: str | None = None,
    scan: bool = False,
) -> int:
    """Show the menu, or go straight into the game that `start` asks for or the replay of it; returns the status.

    `scan` turns one-button play on, for this time.
    """
    with endings.listening(ending_signals()) as ended:
        try:
            return _run(ended, start, windowed, size, language, scan)
        except Exception as error:  # outside of any frame: while opening or closing
            last_chance.farewell(error, crash_log.write(crash_log.bare(error)))
            return 1


def _run(
    ended: Callable[[], bool],
    start: StartRequest | Record | None,
    windowed: bool,
    size: tuple[int, int] | None,
    language: str | None,
    scan: bool,
) -> int:
    pygame.font.init()
    try:
        store = Store.open(store_path())
    except HeldError as error:
        print(error, file=sys.stderr)
        if not isinstance(start, Record):
            return turn_away(size, windowed, language)
        store = Store.open_as_guest(store_path())
    wanted = preferences.load(store)
    fullscreen = wanted.fullscreen and not windowed and size is None
    try:
        window = Window(size, fullscreen, TITLE, None, wanted.display, _way(store, wanted))
    except NoDisplayError as error:
        store.close()
        print(error, file=sys.stderr)
        return 2
    try:
        app, services = open_app(window, language, store, Speaker(speech_program()))
    except AssetError as error:
        store.close()
        pygame.quit()
        print(f"{TITLE} cannot start: {error}", file=sys.stderr)
        return 2
    if scan:
        services.take(replace(services.preferences, scan=True))
    app.ended = ended
    app.rescue = Recovery(app, services).rescue
    memory.prepare()
    return_large_blocks()
    try:
        app.run(replay_scene(services, start) if isinstance(start, Record) else first_scene(services, start))
    finally:
        services.close()
        services.stage.devices.close()
        services.stage.audio.close()
        services.stage.speech.close()
        pygame.quit()
    return int(app.failed)


def turn_away(size: tuple[int, int] | None, windowed: bool, language: str | None) -> int:
    """Say on screen, where there is one, that the program runs already; the status to end with."""
    try:
        window = Window(size or NOTICE_SIZE, False, TITLE, None, 0, lambda *_: renderer.WAYS[0])
    except NoDisplayError:
        return ALREADY_RUNNING  # it has been said on standard error
    app = notice_app(window, language)
    try:
        app.run(TurnedAwayScene(app.stage))
    finally:
        app.stage.devices.close()
        pygame.quit()
    return ALREADY_RUNNING


def notice_app(window: Window, language: str | None) -> App:
    """A loop without services, for a sentence."""
    devices = Devices(window.size)
    devices.open()
    assets = Assets(cache_dir() / "pictures")
    stage = Stage(window.size, assets, Strings(language or detect_language()), Audio(assets.folder / "sounds"), devices)
    return App(window, stage, no_route)


def no_route(route: Route) -> Scene:
    """For a loop that leads nowhere."""
    raise ValueError(f"{route} leads nowhere")


def _way(store: Store, wanted: Preferences) -> Callable[[str, tuple[int, int], int], str]:
    """Which renderer a window takes: the one that is set, or the faster one, measured once per display driver."""

    def choose(driver: str, size: tuple[int, int], flags: int) -> str:
        if wanted.renderer != "auto":
            return wanted.renderer
        known = store.get(f"renderer.{driver}")
        if known not in renderer.WAYS:
            known = renderer.faster(size, flags, end_with_parent)
            store.set(f"renderer.{driver}", known)
        return str(known)

    return choose


def open_app(
    window: Window, language: str | None = None, store: Store | None = None, speech: Speaker | None = None
) -> tuple[App, Services]:
    """The loop and the services of a window. `language` goes before the one that is set, for this time.

    Without `speech` nothing is read aloud, whatever is set.
    """
    kept = store or Store.open(store_path())
    assets = Assets(cache_dir() / "pictures")
    assets.prune()
    audio = Audio(assets.folder / "sounds")
    audio.open()
    devices = Devices(window.size)
    devices.expect(stored_pads(kept))
    devices.open(device_place)
    stage = Stage(window.size, assets, Strings(language or detect_language()), audio, devices)
    stage.speech = speech or Speaker()
    flight = Flight()
    services = Services(stage, kept, NotingAgent(WorkerAgent(games=GAMES), flight))
    services.on_seed = lambda seed: flight.note({"seed": seed})
    _ = services.identities  # what no scene can do without is missed here, not in the first frame
    present = services.preferences
    services.preferences = replace(
        present, language=language or present.language, fullscreen=window.fullscreen, display=window.display
    )
    services.apply_preferences()
    stage.resize(window.size)
    app = App(window, stage, partial(open_route, services), flight)
    app.where = lambda destination: crash_log.place(app.manager.scenes, destination)
    app.on_fullscreen = lambda on: services.take(replace(services.preferences, fullscreen=on))
    app.on_hold = lambda: lambda: ScanQuestion(services)
    app.on_escape = lambda: services.change(scan=False)
    services.on_change = partial(_follow, app)
    return app, services


def _follow(app: App, before: Preferences, after: Preferences) -> None:
    """Let the window and the layout follow what was set."""
    if (before.fullscreen, before.display) != (after.fullscreen, after.display):
        app.window.show(after.fullscreen, after.display)
    shape = attrgetter("fullscreen", "display", "language", "text_scale", "always_confirm")
    if shape(before) != shape(after):
        app.relayout()


def open_route(services: Services, route: Route) -> Scene:
    """The scene of a route; the menu, which says why, where a file of the house is missing that the scene needs."""
    try:
        return _scene(services, route)
    except (AssetError, HouseFileError) as error:
        return _menu_telling(services, error)


def _menu_telling(services: Services, error: Exception) -> Scene:
    """The menu, which says what went wrong instead of going elsewhere."""
    log.error("%s", error)
    services.tell_failure(str(error))
    return MenuScene(services)


def _scene(services: Services, route: Route) -> Scene:
    match route:
        case ToMenu(wanted, back_from):
            return MenuScene(services, wanted, back_from)
        case ToSetup(game):
            return SetupScene(services, find(game))
        case ToArrange(table):
            return arrange_scene(services, find(table.game), table)
        case ToMatch(table):
            if starting.shows_first(services, table.game, table.seats):
                return DemoScene(services, find(table.game), Switch(route))
            return starting.new_match(services, table)
        case ToGame(game, options, seats, seed, shows_first):
            if shows_first and starting.shows_first(services, game, seats):
                return DemoScene(services, find(game), Switch(route))
            given = services.fresh_seed() if seed is None else seed
            return starting.play(services, find(game), options, seats, given)
        case ToRematch(record):
            return starting.rematch(services, record)
        case ToResume(record):
            return starting.resume(services, record)
        case ToBranch(record):
            return starting.branch(services, record)
        case ToReplay(record, ply, leave):
            return replay_of(services, find(record.game), record, ply, leave)
        case ToSample(game):
            record, notes = sample_record(find(game))
            return replay_of(services, find(game), record, notes=notes)
        case ToRules(game):
            return RulesScene(services, find(game))
        case ToExercises(game):
            return ExerciseScene(services, find(game))
        case ToDemonstration(game, then):
            return DemoScene(services, find(game), then)
        case ToJoin(game):
            return JoinScene(services, game)
        case ToCup():
            return CupScene(services)
        case ToNames():
            return NamesScene(services)
        case ToArchive():
            return ArchiveScene(services)
        case ToRecords(game):
            return RecordsScene(services, game)
        case ToSettings():
            return SettingsScene(services)
    return no_route(route)


def first_scene(services: Services, start: StartRequest | None) -> Scene:
    """The menu or the game asked for, behind a progress bar where pictures must be made first."""
    waiting = start is not None and bool(services.store.length(start.game))
    route: Route = ToMenu()
    if start is not None:
        game = ToGame(start.game, start.options, dressed(start.seats), start.seed)
        route = ToMenu(wanted=game) if waiting else game

    def pictures() -> list[Picture]:
        menu = menu_pictures(services.stage) if start is None or waiting else []
        return menu + (match_pictures(services.stage, find(start.game)) if start is not None else [])

    return _behind_bar(services, pictures, route)


def replay_scene(services: Services, record: Record) -> Scene:
    """The replay of a record, behind a progress bar where pictures must be made first; it leads to the menu."""
    spec = find(record.game)
    leave: Nav = Quit() if services.store.is_guest else Switch(ToMenu())  # a guest has the replay and nothing else
    return _behind_bar(services, lambda: match_pictures(services.stage, spec), ToReplay(record, leave=leave))


def _behind_bar(services: Services, pictures: Callable[[], list[Picture]], route: Route) -> Scene:
    try:
        ready = all(picture.ready for picture in pictures())
    except AssetError as error:
        return _menu_telling(services, error)
    if ready:
        return open_route(services, route)
    # The menu asks every game for a puzzle of the day: it is imported in two parts each, behind the bar.
    loads = [partial(load, game) for game in GAMES for load in (find, lambda game: daily_of(find(game)))]
    return BootScene(services, pictures, Switch(route), loads if isinstance(route, ToMenu) else ())
