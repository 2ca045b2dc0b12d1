"""Turns routes into scenes, and makes the first scene. A progress bar comes first if pictures must be made.

A scene's module is imported at its first use, or by a thread once the menu is shown.
"""

from __future__ import annotations

import importlib
import logging
from collections.abc import Callable
from contextlib import suppress
from typing import TYPE_CHECKING

from game.core.record import Record
from game.core.rules import HouseFileError
from game.core.times import read_day
from game.match_setup import with_default_names
from game.registry import GAMES, book_of, find
from scenes.kit.drawing.assets import AssetError
from scenes.kit.input.intents import Signal, SignalKind
from scenes.kit.scene import Destination, Nav, Quit, Route, Scene, Switch
from scenes.kit.stage import Picture
from scenes.menu.menu_scene import MenuScene, menu_pictures
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
    ToPhones,
    ToRecords,
    ToRematch,
    ToReplay,
    ToResume,
    ToReview,
    ToRules,
    ToSample,
    ToSettings,
    ToSetup,
    ToToday,
)
from scenes.services import Services

if TYPE_CHECKING:
    from game.command_line.startup import StartRequest


log = logging.getLogger(__name__)

PLACES = (
    "scenes.archive.archive_scene",
    "scenes.archive.names_scene",
    "scenes.archive.reading_scene",
    "scenes.cup.cup_scene",
    "scenes.join.join_scene",
    "scenes.learn.demo_scene",
    "scenes.learn.exercise_scene",
    "scenes.learn.rules_scene",
    "scenes.match.starting",
    "scenes.phones.phone_controllers",
    "scenes.phones.phones_scene",
    "scenes.recovery.crash_log",
    "scenes.records.records_scene",
    "scenes.settings.settings_scene",
    "scenes.setup.setup_scene",
    "scenes.today.today_scene",
)
"""The modules of all scenes but the menu."""


def import_places() -> None:
    """Import PLACES and read the puzzles; runs in a thread while the menu is shown."""
    for name in PLACES:
        importlib.import_module(name)
    from scenes.table.loading import scenes_of

    for spec in GAMES.values():
        scenes_of(spec)
        with suppress(HouseFileError):  # the puzzle scenes report it
            if (book := book_of(spec)) is not None:
                book.practice()


def no_route(route: Route) -> Scene:
    """Refuse a route; for an app without scenes."""
    raise ValueError(f"{route} leads nowhere")


def open_route(services: Services, route: Route) -> Scene:
    """The scene of a route, or the menu with the error if a file that the scene needs is missing."""
    try:
        return _scene(services, route)
    except (AssetError, HouseFileError) as error:
        return _menu_telling(services, error)


def _menu_telling(services: Services, error: Exception) -> Scene:
    """The menu with the message of `error`."""
    log.error("%s", error)
    services.notices.tell_failure(str(error))
    return MenuScene(services)


def _scene(services: Services, route: Route) -> Scene:
    return _place(services, route) or _game(services, route) or no_route(route)


def _place(services: Services, route: Route) -> Scene | None:
    """The scene of a route to a page of the program, or to a page about a game."""
    match route:
        case ToMenu(wanted, back_from):
            return MenuScene(services, wanted, back_from)
        case ToSetup(game):
            from scenes.setup.setup_scene import SetupScene

            return SetupScene(services, find(game))
        case ToArrange(table):
            from scenes.table.loading import arrange_scene

            return arrange_scene(services, find(table.game), table)
        case ToRules(game):
            from scenes.learn.rules_scene import RulesScene

            return RulesScene(services, find(game))
        case ToExercises(game, first):
            from scenes.learn.exercise_scene import ExerciseScene

            return ExerciseScene(services, find(game), first)
        case ToJoin(game):
            from scenes.join.join_scene import JoinScene

            return JoinScene(services, game)
        case ToPhones(game):
            from scenes.phones.phone_controllers import PhoneControllers
            from scenes.phones.phones_scene import PhonesScene

            controllers = services.phones()
            assert isinstance(controllers, PhoneControllers)
            return PhonesScene(services, controllers, game)
        case ToCup():
            from scenes.cup.cup_scene import CupScene

            return CupScene(services)
        case ToToday(day, practice):
            from scenes.today.today_scene import TodayScene

            return TodayScene(services, read_day(day) if day else None, practice)
        case ToNames():
            from scenes.archive.names_scene import NamesScene

            return NamesScene(services)
        case ToArchive():
            from scenes.archive.archive_scene import ArchiveScene

            return ArchiveScene(services)
        case ToRecords(game):
            from scenes.records.records_scene import RecordsScene

            return RecordsScene(services, game)
        case ToSettings():
            from scenes.settings.settings_scene import SettingsScene

            return SettingsScene(services)
    return None


def _game(services: Services, route: Route) -> Scene | None:
    """The scene of a route to a game in play or in replay."""
    match route:
        case ToMatch(table):
            from scenes.learn.demo_scene import DemoScene
            from scenes.match import starting

            if starting.shows_first(services, table.game, table.seats):
                return DemoScene(services, find(table.game), Switch(route))
            return starting.new_match(services, table)
        case ToGame(game, options, seats, seed, shows_first):
            from scenes.learn.demo_scene import DemoScene
            from scenes.match import starting

            if shows_first and starting.shows_first(services, game, seats):
                return DemoScene(services, find(game), Switch(route))
            given = services.fresh_seed() if seed is None else seed
            return starting.play(services, find(game), options, seats, given)
        case ToRematch(record):
            from scenes.match import starting

            return starting.rematch(services, record)
        case ToResume(record):
            from scenes.match import starting

            return starting.resume(services, record)
        case ToBranch(record):
            from scenes.match import starting

            return starting.branch(services, record)
        case ToReplay(record, ply, leave):
            from scenes.archive.reading_scene import replay_of

            return replay_of(services, find(record.game), record, ply, leave)
        case ToReview(record, leave):
            from scenes.archive.reading_scene import review_of

            return review_of(services, find(record.game), record, leave)
        case ToSample(game):
            from scenes.archive.reading_scene import replay_of
            from scenes.table.loading import sample_optima, sample_record

            record, notes = sample_record(find(game))
            return replay_of(services, find(game), record, notes=notes, optima=sample_optima(find(game)))
        case ToDemonstration(game, then):
            from scenes.learn.demo_scene import DemoScene

            return DemoScene(services, find(game), then)
    return None


def first_scene(services: Services, start: StartRequest | None) -> Scene:
    """The menu or the game given by `start`. A progress bar comes first if pictures must be made."""
    waiting = start is not None and bool(services.store.length(start.game))
    route: Route = ToMenu()
    if start is not None:
        game = ToGame(start.game, start.options, with_default_names(start.seats), start.seed)
        route = ToMenu(wanted=game) if waiting else game

    def pictures() -> list[Picture]:
        menu = menu_pictures(services.stage) if start is None or waiting else []
        return menu + (_match_pictures(services, start.game) if start is not None else [])

    return behind_bar(services, pictures, route)


def route_given(services: Services, signal: Signal, top: Scene | None) -> Nav | None:
    """Return where a signal leads if no scene has used it. A game dropped on the window opens its replay.

    If a pasted text is no game, the scene on top says so.
    """
    if signal.kind is SignalKind.PASTED:
        return None if top is None else top.unpasted()
    if signal.kind not in (SignalKind.DROPPED_FILE, SignalKind.DROPPED_TEXT):
        return None
    from scenes.archive.archive_scene import shown_given

    return shown_given(services, signal, top)


def replay_scene(services: Services, record: Record) -> Scene:
    """The replay of a record. A progress bar comes first if pictures must be made.

    Back leads to the menu, or ends the program if another instance is running.
    """
    # Beside a running program, this one shows only the replay.
    leave: Nav = Quit() if services.store.is_guest else Switch(ToMenu())
    return behind_bar(services, lambda: _match_pictures(services, record.game), ToReplay(record, leave=leave))


def _match_pictures(services: Services, game: str) -> list[Picture]:
    from scenes.table.loading import match_pictures

    return match_pictures(services.stage, find(game))


def behind_bar(services: Services, pictures: Callable[[], list[Picture]], to: Destination) -> Scene:
    """The scene of `to`. A progress bar comes first if any of `pictures` is missing."""
    try:
        ready = all(picture.is_ready for picture in pictures())
    except AssetError as error:
        return _menu_telling(services, error)
    if ready and isinstance(to, Route):
        return open_route(services, to)
    from scenes.menu.boot_scene import BootScene

    return BootScene(services, pictures, Switch(to))
