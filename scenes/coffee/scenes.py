"""Coffee: what the house takes of it."""

from scenes.coffee.board import CoffeeBoard
from scenes.coffee.setup import CoffeeSetup
from scenes.coffee.side_panel import CoffeeSidePanel
from scenes.table.loading import GameScenes

SCENES = GameScenes(
    setup=CoffeeSetup(),
    board=CoffeeBoard,
    lessons="scenes.coffee.lessons",
    sounds=("stone", "stick"),
    side_panel=CoffeeSidePanel,
    counted={"fork": "count", "offers": "count", "open_row": "length", "row": "length"},
    plain_facts=frozenset({"offers", "swapped"}),
)
