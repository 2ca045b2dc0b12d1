"""The unattended table behind `--kiosk`: its parts put together."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import datetime, timedelta
from pathlib import Path

from game.command_line.startup import TableCommands
from game.kiosk.config import next_opening
from game.kiosk.kiosk import Kiosk
from game.kiosk.pin import PinFile
from game.paths import config_path, pin_path
from game.phones.messages import JoinCode
from game.platforms.own_files import OwnFiles
from game.registry import find
from game.storage.store import Store
from game.supervision.table import LEFT, UPDATED, Heartbeat
from scenes.kiosk.attract_scene import AttractScene
from scenes.kiosk.closed_scene import ClosedScene
from scenes.kiosk.kiosk_guard import KioskGuard, KioskScenes, UpdateWatch
from scenes.kiosk.operator.operator_scene import OperatorScene
from scenes.kiosk.pin_scene import PinScene
from scenes.kiosk.programme import Programme, Show, read_excerpts
from scenes.kit.drawing.fonts import lacking
from scenes.kit.scene import Nav, Push, Quit, Scene, Switch
from scenes.kit.stage import Picture
from scenes.kit.window.app import App
from scenes.menu.menu_scene import menu_pictures
from scenes.phones.kiosk_phones import KioskPhones
from scenes.routing import behind_bar
from scenes.services import Services
from scenes.table.loading import match_pictures

Clock = Callable[[], datetime]


def open_kiosk(store: Store, config: Path | None) -> Kiosk:
    """Open the operator's settings in the file `config`, None for the usual one."""
    return Kiosk(store, config or config_path(), PinFile(pin_path()), named=config is not None)


def watch_over(app: App, services: Services, kiosk: Kiosk, clock: Clock = datetime.now) -> KioskGuard:
    """Leave the table unattended from now on; `clock` gives the local time."""
    phones = KioskPhones(services, lambda: kiosk.config)
    begun = services.stage.time  # not a time of the system clock, which may be set while the table runs
    services.store.audits.clock = services.clock = clock

    programme = Programme(read_excerpts(services.stage.assets), lambda: services.stage.time)

    def rest() -> Scene:
        show = show_of(kiosk, clock, lambda: phones.join_code)
        return AttractScene(services, replace(show, invited=lambda: watch.invited), programme=programme)

    def opening() -> datetime | None:
        return next_opening(kiosk.config, clock())

    def dark() -> Scene:
        return ClosedScene(services, opening, clock, kiosk.config.games.shown[0])

    def first_pin() -> Scene:
        return PinScene(services, kiosk.pin, lambda: Switch(lambda: open_show(services, kiosk, rest)), must_set=True)

    def leave() -> Nav:
        app.manager.may_quit = True
        return Quit()

    def menu() -> Scene:
        started = clock() - timedelta(seconds=services.stage.time - begun)
        return OperatorScene(services, kiosk, leave, clock, started)

    def operator() -> Scene:
        return PinScene(services, kiosk.pin, lambda: Push(menu))

    watch = KioskGuard(services, app.manager, kiosk, KioskScenes(rest, dark, first_pin, operator), clock, phones)
    app.guard = watch
    services.shortcomings.phones = lambda: phones.trouble
    services.people.were_asked = services.offered_resume = True  # no visitor is asked about earlier visitors
    if kiosk.problems:
        watch.tell(services.stage.t("kiosk.config_notice", count=len(kiosk.problems)))
    return watch


def show_of(kiosk: Kiosk, clock: Clock, join_code: Callable[[], JoinCode | None] = lambda: None) -> Show:
    """Return the demo for the time between visitors."""
    config = kiosk.config
    attract, both = config.attract, config.display.language == "both"
    text = attract.text.translate(dict.fromkeys(map(ord, lacking(attract.text)))).strip()
    return Show(config.games.shown, attract.pace, text, both, attract.cards, config.idle.dim, clock, join_code)


def attend(app: App, services: Services, kiosk: Kiosk, commands: TableCommands = TableCommands()) -> Scene:  # noqa: B008 - frozen
    """Leave the table unattended, following the supervisor's commands. Returns the first scene."""
    if commands.safe:
        services.settings.take(replace(services.settings.preferences, reduced_motion=True, speech=False))
    watch = watch_over(app, services, kiosk)
    watch.updated = UpdateWatch(OwnFiles()).found
    note_start(services.store, commands)
    first = watch.first(again=commands.restarted is not None, rested=commands.rested)
    return first() if kiosk.pin.is_unset else open_show(services, kiosk, first)


def note_start(store: Store, commands: TableCommands) -> None:
    """Note in the audits that the table has started, why, and whether in safe mode."""
    store.audits.note(commands.restarted or "start", commands.detail)
    if commands.safe:
        store.audits.note("safe", "without sound, drawn plainly")


def beat_with(app: App, heartbeat: Heartbeat) -> None:
    """Report each turn of the loop to the supervisor, and whether it shows a frame. End if the supervisor is gone."""
    asked = app.ended
    known = 0  # frames shown until the last turn

    def beat(seconds: float) -> None:
        nonlocal known
        shows, known = app.frames_shown > known, app.frames_shown
        works = app.is_waiting and app.stage.budget.is_at_work
        heartbeat.beat(any(scene.rests for scene in app.manager.scenes), shows, not app.window.is_seen, works)

    app.on_frame = beat
    app.stage.budget.on_made = heartbeat.work
    app.ended = lambda: asked() or heartbeat.is_alone


def status(app: App) -> int:
    """The exit status for the supervisor: the operator has left, the program wants a restart, or it failed."""
    if isinstance(app.guard, KioskGuard) and app.guard.renews and not app.failed:
        return UPDATED
    return LEFT if app.manager.may_quit and not app.failed else int(app.failed)


def open_show(services: Services, kiosk: Kiosk, then: Callable[[], Scene]) -> Scene:
    """The scene of `then`, behind a progress bar if the demo or the menu lacks a picture."""
    return behind_bar(services, lambda: pictures(services, kiosk), then)


def pictures(services: Services, kiosk: Kiosk) -> list[Picture]:
    """Return the pictures that the demo and the menu need."""
    games = kiosk.config.games.shown
    shown = [picture for game in games for picture in match_pictures(services.stage, find(game))]
    return [*menu_pictures(services.stage, games), *shown]
