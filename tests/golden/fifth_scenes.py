"""The fifth game's scenes, and the menu that it sits in."""

from __future__ import annotations

from collections.abc import Callable

from game.core.record import Record, SeatConfig
from game.session import Session
from scenes.kit.intents import KEYBOARD
from scenes.kit.scene import Scene
from scenes.kit.strings import ASSETS, Strings, folders_in
from scenes.learn.rules_scene import RulesScene
from scenes.match.match_scene import MatchScene
from scenes.menu.menu_scene import MenuScene
from scenes.services import Services
from scenes.setup.setup_scene import SetupScene
from scenes.table.loading import make_board
from tests import fifth_game
from tests.fifth_game import SPEC
from tools.shooter import Shooter

SEATS = (SeatConfig("human", name="@aoi", identity="circle"), SeatConfig("human", name="@ren", identity="square"))


def match(services: Services) -> Scene:
    """A match in its middle, with a column in focus."""
    record = Record(SPEC.id, {}, 0, tuple("ddcecbfgea"), SEATS)
    session = Session.resume(SPEC, record, agent=None)
    return MatchScene(services, session, make_board(services, SPEC, session.options))


def showing(make: Callable[[Services], Scene]) -> Callable[[Shooter], None]:
    """A scene of the house with the fifth game's texts."""

    def show(shooter: Shooter) -> None:
        stage = shooter.services.stage
        stage.strings = Strings(stage.strings.language, folders=(*folders_in(ASSETS), *folders_in(fifth_game.ASSETS)))
        shooter.show(make(shooter.services), KEYBOARD)

    return show


FIFTH_SCENES = {
    "fifth-match": showing(match),
    "fifth-menu": showing(MenuScene),
    "fifth-rules": showing(lambda services: RulesScene(services, SPEC)),
    "fifth-setup": showing(lambda services: SetupScene(services, SPEC)),
}
