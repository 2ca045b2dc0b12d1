"""From the command line to the first scene: opens the window, the store and the AI's process."""

from __future__ import annotations

import logging
import sys

import pygame

from game.agents.process import WorkerAgent
from game.paths import cache_dir, store_path
from game.registry import find
from game.startup import StartRequest
from game.store import Store
from game.table import dressed
from scenes import routes
from scenes.boot import BootScene
from scenes.house import House
from scenes.kit.app import App
from scenes.kit.assets import Assets
from scenes.kit.audio import Audio
from scenes.kit.devices import Devices
from scenes.kit.scene import Scene
from scenes.kit.stage import Stage
from scenes.kit.strings import LANGUAGES, Strings, detect_language
from scenes.kit.window import NoDisplayError, Window
from scenes.menu import MenuScene, menu_pictures

log = logging.getLogger(__name__)

TITLE = "Kissaten"


def run(
    *,
    start: StartRequest | None = None,
    windowed: bool = False,
    size: tuple[int, int] | None = None,
    language: str | None = None,
) -> int:
    """Show the menu, or go straight into the game that `start` asks for; returns the exit status."""
    pygame.font.init()
    try:
        window = Window(size, fullscreen=not windowed and size is None, title=TITLE, icon=None)
    except NoDisplayError as error:
        print(error, file=sys.stderr)
        return 2
    app, house = open_house(window, language)
    try:
        app.run(first_scene(house, start))
    finally:
        house.close()
        house.stage.devices.close()
        house.stage.audio.close()
        pygame.quit()
    return 0


def open_house(window: Window, language: str | None = None) -> tuple[App, House]:
    """The loop and the services of a window."""
    store = Store.open(store_path())
    remembered = str(store.get("language", ""))
    chosen = language or (remembered if remembered in LANGUAGES else detect_language())
    assets = Assets(cache_dir() / "pictures")
    audio = Audio(assets.folder / "sounds")
    audio.open()
    devices = Devices(window.size)
    devices.open()
    stage = Stage(window.size, assets, Strings(chosen), audio, devices)
    house = House(stage, store, WorkerAgent())
    return App(window, stage), house


def first_scene(house: House, start: StartRequest | None) -> Scene:
    """The menu or the game asked for, behind a progress bar where pictures must be made first."""
    spec = find(start.game) if start else None
    needed = menu_pictures(house.stage) if spec is None else routes.match_pictures(house.stage, spec)

    def then() -> Scene:
        if start is None or spec is None:
            return MenuScene(house)
        seed = house.fresh_seed() if start.seed is None else start.seed
        return routes.match(house, spec, start.options, dressed(start.seats), seed)

    missing = [picture for picture in needed if not picture.ready]
    return BootScene(house, [picture.make for picture in missing], then) if missing else then()
