"""Scenes that the soak opens by itself, so that none depends on luck."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace
from datetime import datetime, time
from functools import partial

from game.core.device_id import DeviceId
from game.core.record import SeatConfig
from game.core.spec import GameSpec
from game.kiosk.kiosk import Kiosk
from game.kiosk.pin import PinFile
from game.match_setup import BEGINS, IDENTITIES, NAMES, MatchSetup, default_table
from game.paths import data_dir
from game.phones.messages import Trouble
from game.phones.process import Phones
from game.registry import GAMES
from scenes.kiosk.attract_scene import AttractScene
from scenes.kiosk.closed_scene import ClosedScene
from scenes.kiosk.countdowns import CleaningScene, StillPlayingScene, WaitingScene
from scenes.kiosk.input_test_scene import InputTestScene
from scenes.kiosk.operator.operator_actions import BackgroundLook
from scenes.kiosk.operator.operator_scene import OperatorScene
from scenes.kiosk.output_tests import DisplayTestScene, SoundTestScene
from scenes.kiosk.pin_scene import PinScene
from scenes.kiosk.programme import Programme, Show, read_excerpts
from scenes.kit.scene import Destination, Scene, Switch
from scenes.phones.phone_controllers import PhoneControllers
from scenes.phones.phones_scene import PhonesScene
from scenes.routes import (
    ToArchive,
    ToArrange,
    ToCup,
    ToDemonstration,
    ToExercises,
    ToJoin,
    ToMatch,
    ToMenu,
    ToNames,
    ToRecords,
    ToReplay,
    ToResume,
    ToReview,
    ToRules,
    ToSample,
    ToSettings,
    ToSetup,
)
from scenes.services import Services
from scenes.table.loading import lessons_of, scenes_of

# A match is chosen this many times as often as another place, because it has the most that can fail.
MATCHES = 5
# The share of jumps that lead to a screen of the kiosk.
UNATTENDED = 0.1
# The share of tables with a handicap, if the game has one.
HANDICAPPED = 0.2


def anywhere(services: Services, chance: random.Random) -> Destination:
    """Return the way to a random scene."""
    game = chance.choice(list(GAMES))
    spec = GAMES[game]
    places: list[Destination] = [
        ToMenu(),
        ToSetup(game),
        ToRules(game),
        ToExercises(game),
        ToDemonstration(game, Switch(ToMenu())),
        ToArchive(),
        ToSettings(),
        ToJoin(chance.choice(("", game))),
        ToNames(),
        ToCup(),
        lambda: _join_code(services, chance.choice(("", game))),
        ToRecords(chance.choice(("", game))),
        *[ToMatch(any_table(spec, chance))] * MATCHES,
    ]
    if chance.random() < UNATTENDED:
        return chance.choice(unattended(services))
    if lessons_of(spec).sample is not None:
        places.append(ToSample(game))
    if scenes_of(spec).arrange:
        places.append(ToArrange(any_table(spec, chance)))
    finished = services.store.results(10)
    if finished:
        record = chance.choice(finished)
        places.append(ToReplay(record, chance.randint(0, len(record.actions)), Switch(ToMenu())))
        places.append(ToReview(record, Switch(ToMenu())))
    return chance.choice(places)


class _ShutServer(Phones):
    """A phone server that finds no network, so that the soak starts no real one."""

    def open(self, bind: str = "") -> None:
        self.state, self.trouble = "failed", Trouble("network")


def _join_code(services: Services, game: str) -> Scene:
    """Return the join page, where no phone joins."""
    return PhonesScene(services, PhoneControllers(services, lambda: None, _ShutServer()), game)


def unattended(services: Services) -> tuple[Callable[[], Scene], ...]:
    """Return the kiosk's own scenes, to which no route leads."""
    pin = PinFile(data_dir() / "soak-pin.json")
    morning = datetime.combine(datetime.now().date(), time(10))
    back = Switch(ToMenu())
    return (
        lambda: ClosedScene(services, lambda: morning),
        lambda: CleaningScene(services, 20.0),
        lambda: InputTestScene(services),
        lambda: DisplayTestScene(services),
        lambda: SoundTestScene(services, (("10:00", 50), ("22:00", 20))),
        lambda: PinScene(services, pin, lambda: back, must_set=True),
        lambda: PinScene(services, pin, lambda: back),
        lambda: _operator(services, pin),
        lambda: AttractScene(services, Show(tuple(GAMES), both_languages=True), programme=_programme(services)),
        lambda: StillPlayingScene(services.stage, 15.0, lambda: back, lambda: back),
        *(
            partial(WaitingScene, services, record, 120.0, Switch(ToResume(record)), lambda: back)
            for record in services.store.unfinished_games()
        ),
    )


def _programme(services: Services) -> Programme:
    return Programme(read_excerpts(services.stage.assets), lambda: services.stage.time)


def _operator(services: Services, pin: PinFile) -> Scene:
    """Return an operator's menu that leads back to the games' menu, finds no USB stick and writes no file."""
    kiosk = Kiosk(services.store, data_dir() / "soak-kiosk.toml", pin)
    scene = OperatorScene(services, kiosk, lambda: Switch(ToMenu()))
    scene.actions.sticks = BackgroundLook(list)
    scene.actions.write = lambda folder, moment: ()
    return scene


def any_table(spec: GameSpec, chance: random.Random) -> MatchSetup:
    """Return a setup of people and weak AIs; often one person against AIs."""
    table = default_table(spec)
    offered = scenes_of(spec).setup.offered
    for option in chance.sample(spec.options, k=min(len(spec.options), 2)):
        if option.per_seat is None and (values := offered(option, table.options)):
            table = table.with_options(spec, {option.name: chance.choice(list(values))})
    names = chance.sample(range(len(NAMES)), len(table.seats))
    share = chance.choice((0.0, 0.5, 1.0))
    seats = [_seat(index, chance.random() < share, chance) for index in names]
    seats[0] = replace(seats[0], kind="human", level=0)
    table = replace(table, seats=tuple(seats), begins=chance.choice(BEGINS), seed=chance.randrange(2**31))
    return _with_handicaps(table, spec, chance)


def _with_handicaps(table: MatchSetup, spec: GameSpec, chance: random.Random) -> MatchSetup:
    """Add a handicap to some tables."""
    for option in spec.options:
        numbers = scenes_of(spec).setup.offered(option, table.options) if option.per_seat else ()
        if numbers and chance.random() < HANDICAPPED:
            table = table.with_options(spec, {option.name: [chance.choice(numbers) for _ in table.seats]})
    return table


def _seat(index: int, person: bool, chance: random.Random) -> SeatConfig:
    if person:
        device = DeviceId(chance.choice(("", "", "table", "pad1", "pad2")))
        return SeatConfig("human", name=NAMES[index], identity=IDENTITIES[index], device=device)
    return SeatConfig("ai", chance.randint(1, 2), NAMES[index], IDENTITIES[index])
