"""An evening with phones at a house's table. The phone server is a stand-in, phones act, and frames pass."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from game.core.device_id import DeviceId
from game.phones.messages import Network, PhoneMessage, Press
from game.phones.snapshot import PhoneBoard, PhoneButton, PhoneCell, Snapshot
from game.robots.rounds import target_of
from game.robots.search.solver import Solver
from game.robots.state import Move
from game.session.agent_requests import plain_action
from scenes.kit.drawing.theme import BY_ITSELF_SECONDS
from scenes.kit.input.intents import Intent, Kind, phone
from scenes.kit.scene import Scene
from scenes.match.match_scene import MatchScene
from scenes.match.result_scene import READING_SECONDS, ResultScene
from scenes.phones.phone_controllers import PhoneControllers
from scenes.phones.phones_scene import PhonesScene
from tests.scenes.playhouse import Playhouse
from tests.scenes.still_phones import StillPhones
from tools.catalogue.phones import NETWORKS

WAYS = {"N": "up", "E": "right", "S": "down", "W": "left"}


def word(number: int) -> DeviceId:
    """Return what chairs and seats call a phone."""
    return DeviceId.phone(number)


class Evening:
    """A house with stand-ins for phones. After each act of a phone, the table has time to hear it."""

    def __init__(self, house: Playhouse) -> None:
        self.house = house
        self.phones = StillPhones()
        self.controllers = PhoneControllers(
            house.services, lambda: house.app.manager.top, self.phones, lambda: house.app.hears
        )
        house.stage.devices.remotes = self.controllers

    # The table

    def open(self, *numbers: int) -> None:
        """Start the phone server, and let phones sit down."""
        self.controllers.open()
        self.join(*numbers)

    def join_page(self, game: str = "") -> PhonesScene:
        """Show the page with the code for phones."""
        return self.house.show(PhonesScene(self.house.services, self.controllers, game))

    def networks(self, *networks: Network) -> PhonesScene:
        """Show this page, with the server at the best of several networks."""
        join_page = self.join_page()
        self.phones.join_code = replace(self.phones.join_code, networks=networks or NETWORKS)
        self.house.run(0.3)
        return join_page

    def show(self, scene: Scene, *numbers: int) -> None:
        """Begin with a scene at which phones sit."""
        self.open(*numbers)
        self.house.show(scene)
        self.house.run(0.3)

    def match(self, game: str = "quoridor", actions: str = "", players: int = 2, **options: Any) -> MatchScene:
        """Begin a match of this many phones, in the position after `actions`."""
        self.open(*(number for number in range(1, players + 1) if number not in self.phones.known))
        seats = [chair.seat() for chair in self.house.services.people.roster.chairs]
        scene = self.house.match(*seats, game=game, actions=actions, **options)
        self.house.run(0.4)
        return scene

    def ended(self, game: str, players: int = 2) -> ResultScene:
        """Show the result of a game. The first of two phones has resigned, or more phones have played to the end."""
        match = self.match(game, players=players)
        session = match.session
        self.house.until(lambda: match.table.timeline.is_idle and bool(session.actors()), "the first turn")
        if players == 2:
            session.resign(0)
        while session.outcome is None:
            session.submit(session.actors()[0], plain_action(session.spec, session.state, session.actors()[0]))
        self.house.until(lambda: isinstance(self.house.top, ResultScene), "the result")
        self.house.run(READING_SECONDS + 0.3)
        return self.house.on_top(ResultScene)

    def robots(self) -> MatchScene:
        """Begin a game of Hyper Robots for two phones, up to its first chip."""
        match = self.match("robots")
        self.house.until(lambda: match.session.state.phase == "think", "the first chip")
        self.house.run(0.3)
        return match

    def showing(self, spare: int = 0) -> tuple[MatchScene, list[Move]]:
        """Begin the demonstration of the second phone, which has `spare` moves more than the shortest route."""
        match = self.robots()
        state = match.session.state
        found = Solver().solve(state.board, state.robots, target_of(state), "own", max_moves=12)
        route = [Move(move.colour, move.heading) for move in found.route]
        self.phones.press(2, "declare", len(route) + spare)
        self.house.run(0.5)
        self.press(1, "agree")
        self.press(2, "agree")
        self.house.until(lambda: match.session.state.demonstrator == 1, "the demonstration")
        self.settle(BY_ITSELF_SECONDS + 0.1)
        return match, route

    def settle(self, seconds: float = 0.25) -> int:
        """Wait until somebody may act. Return the number of the phone."""
        self.house.rest()
        self.house.run(seconds)
        return self.house.playing.session.actors()[0] + 1

    @property
    def chairs(self) -> list[str]:
        """The devices of the people at the table."""
        return [chair.device for chair in self.house.services.people.roster.chairs]

    # What phones do

    def join(self, *numbers: int) -> None:
        """Scan the code and sit down."""
        for number in numbers:
            self.phones.join(number)
        self.house.run(0.2)

    def press(self, number: int, *buttons: str) -> None:
        """Press buttons, one after the other."""
        for button in buttons:
            self.phones.press(number, button)
            self.house.run(0.15)

    def tap(self, number: int, cell: str) -> Snapshot:
        """Tap a cell. Return what the phone then shows."""
        found = self.cell(number, cell)
        self.phones.tap(number, found.x, found.y)
        self.house.run(0.25)
        return self.shown(number)

    def forge(self, number: int, *buttons: str) -> None:
        """Press what the phone does not show, as no page would."""
        self.phones.events += [PhoneMessage(number, Press(1, 0, button)) for button in buttons]
        self.house.run(0.3)

    def mean(self, number: int, kind: Kind, value: int = 0) -> None:
        """Give the scene a phone's intent, past all checks."""
        self.house.app.manager.intent(Intent(kind, phone(number), value=value))
        self.house.be_heard()

    # What they show

    def shown(self, number: int) -> Snapshot:
        """Return what a phone shows."""
        return self.phones.shown(number)

    def board(self, number: int) -> PhoneBoard:
        """Return the small board of a phone."""
        return self.shown(number).board

    def cell(self, number: int, cell: str) -> PhoneCell:
        """Return a cell of this board."""
        return next(each for each in self.board(number).cells if each.id == cell)

    def buttons(self, number: int) -> dict[str, PhoneButton]:
        """Return the buttons of a phone by id."""
        return {button.id: button for button in self.shown(number).buttons}

    def labels(self, number: int) -> dict[str, str]:
        """Return the roles of the buttons by label."""
        return {button.label: button.role for button in self.shown(number).buttons}
