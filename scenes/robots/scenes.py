"""The scenes of Hyper Robots."""

from scenes.robots.bidding.entering import BUZZER_KEYS
from scenes.robots.board import RobotsBoard
from scenes.robots.captions import PLAIN, missed, reason, sentence
from scenes.robots.setup import RobotsSetup
from scenes.robots.side_panel import RobotsSidePanel
from scenes.table.loading import GameScenes

SCENES = GameScenes(
    setup=RobotsSetup(),
    board=RobotsBoard,
    lessons="scenes.robots.lessons",
    sounds=("bid", "chip", "slide", "bounce", "tick"),
    arrange="scenes.robots.arrange_scene:ArrangeScene",
    side_panel=RobotsSidePanel,
    keys=BUZZER_KEYS,
    sentence=sentence,
    plain_facts=PLAIN,
    reason=reason,
    missed=missed,
)
