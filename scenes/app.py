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
from game.paths import cache_dir, store_path
from game.registry import GAMES, find
from game.startup import StartRequest
from game.store import Store
from game.table import dressed
from scenes import preferences, routes
from scenes.archive.replay_scene import ReplayScene
from scenes.kit import renderer
from scenes.kit.app import App
from scenes.kit.assets import Assets
from scenes.kit.audio import Audio
from scenes.kit.devices import Devices
from scenes.kit.picture import Picture
from scenes.kit.scene import Scene, Switch
from scenes.kit.stage import Stage
from scenes.kit.strings import Strings, detect_language
from scenes.kit.window import NoDisplayError, Window
from scenes.menu.boot_scene import BootScene
from scenes.menu.menu_scene import MenuScene, menu_pictures
from scenes.preferences import Preferences
from scenes.services import Services

log = logging.getLogger(__name__)

TITLE = "Kissaten"


def run(
    *,
    start: StartRequest | Record | None = None,
    windowed: bool = False,
    size: tuple[int, int] | None = None,
    language: str | None = None,
) -> int:
    """Show the menu, or go straight into the game that `start` asks for or the replay of it; returns the status."""
    pygame.font.init()
    store = Store.open(store_path())
    wanted = preferences.load(store)
    fullscreen = wanted.fullscreen and not windowed and size is None
    try:
        window = Window(size, fullscreen, TITLE, None, wanted.display, _way(store, wanted))
    except NoDisplayError as error:
        store.close()
        print(error, file=sys.stderr)
        return 2
    app, services = open_app(window, language, store)
    try:
        app.run(replay_scene(services, start) if isinstance(start, Record) else first_scene(services, start))
    finally:
        services.close()
        services.stage.devices.close()
        services.stage.audio.close()
        pygame.quit()
    return 0


def _way(store: Store, wanted: Preferences) -> Callable[[str, tuple[int, int], int], str]:
    """Which renderer a window takes: the one that is set, or the faster one, measured once per display driver."""

    def choose(driver: str, size: tuple[int, int], flags: int) -> str:
        if wanted.renderer != "auto":
            return wanted.renderer
        known = store.get(f"renderer.{driver}")
        if known not in renderer.WAYS:
            known = renderer.faster(size, flags)
            store.set(f"renderer.{driver}", known)
        return str(known)

    return choose


def open_app(window: Window, language: str | None = None, store: Store | None = None) -> tuple[App, Services]:
    """The loop and the services of a window. `language` goes before the one that is set, for this time."""
    kept = store or Store.open(store_path())
    assets = Assets(cache_dir() / "pictures")
    assets.prune()
    audio = Audio(assets.folder / "sounds")
    audio.open()
    devices = Devices(window.size)
    devices.open()
    stage = Stage(window.size, assets, Strings(language or detect_language()), audio, devices)
    services = Services(stage, kept, WorkerAgent(games=GAMES))
    present = services.preferences
    services.preferences = replace(
        present, language=language or present.language, fullscreen=window.fullscreen, display=window.display
    )
    services.apply_preferences()
    stage.resize(window.size)
    app = App(window, stage)
    app.on_fullscreen = lambda on: services.change(fullscreen=on)
    services.on_change = partial(_follow, app)
    return app, services


def _follow(app: App, before: Preferences, after: Preferences) -> None:
    """Let the window and the layout follow what was set."""
    if (before.fullscreen, before.display) != (after.fullscreen, after.display):
        app.window.show(after.fullscreen, after.display)
    shape = attrgetter("fullscreen", "display", "language", "text_scale", "always_confirm")
    if shape(before) != shape(after):
        app.relayout()


def first_scene(services: Services, start: StartRequest | None) -> Scene:
    """The menu or the game asked for, behind a progress bar where pictures must be made first."""
    spec = find(start.game) if start else None
    unfinished = services.store.unfinished()
    waiting = unfinished is not None and bool(unfinished.actions)

    def game() -> Scene:
        assert start is not None and spec is not None
        seed = services.fresh_seed() if start.seed is None else start.seed
        return routes.match(services, spec, start.options, dressed(start.seats), seed)

    def then() -> Scene:
        if start is None:
            return MenuScene(services)
        return MenuScene(services, wanted=Switch(game)) if waiting else game()

    def pictures() -> list[Picture]:
        menu = menu_pictures(services.stage) if start is None or waiting else []
        return menu + (routes.match_pictures(services.stage, spec) if spec else [])

    return BootScene(services, pictures, then) if any(not picture.ready for picture in pictures()) else then()


def replay_scene(services: Services, record: Record) -> Scene:
    """The replay of a record, behind a progress bar where pictures must be made first; it leads to the menu."""
    spec = find(record.game)

    def pictures() -> list[Picture]:
        return routes.match_pictures(services.stage, spec)

    def then() -> Scene:
        return ReplayScene(services, spec, record, leave=routes.menu(services))

    return BootScene(services, pictures, then) if any(not picture.ready for picture in pictures()) else then()
