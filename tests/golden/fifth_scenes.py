"""The fifth game's scenes, and the menu that it sits in. Of those in `MEASURED` nothing golden is kept."""

from __future__ import annotations

from game.core.record import Record
from game.match_setup import default_table
from scenes.archive.replay_scene import ReplayScene
from scenes.kit.input.intents import KEYBOARD
from scenes.menu.menu_scene import MenuScene
from scenes.records.records_scene import RecordsScene
from scenes.setup.house_rules import HouseRulesScene
from scenes.setup.setup_scene import SetupScene
from tests import make
from tests.fifth_game import SPEC
from tools.catalogue.common import PEOPLE, demo, match_of, practice, rules_page, showing
from tools.shooter import Shoot


def middle() -> Record:
    """A game in its middle."""
    return make.record(SPEC.id, *PEOPLE, actions="c2 c4 c3 d4 b3", seed=0)


PICTURED: dict[str, Shoot] = {
    "fifth-match": showing(lambda services: match_of(services, middle())),
    "fifth-menu": showing(MenuScene),
    "fifth-rules": rules_page(SPEC.id, 0),
    "fifth-setup": showing(lambda services: SetupScene(services, SPEC)),
}
MEASURED: dict[str, Shoot] = {
    "fifth-house-rules": showing(lambda services: HouseRulesScene(services, SPEC, default_table(SPEC))),
    "fifth-replay": showing(lambda services: ReplayScene(services, SPEC, middle(), 2)),
    "fifth-exercise": practice(SPEC.id, 0, KEYBOARD),
    "fifth-demonstration": demo(SPEC.id, KEYBOARD, 0.2),
    "fifth-records": showing(lambda services: RecordsScene(services, SPEC.id)),
}
