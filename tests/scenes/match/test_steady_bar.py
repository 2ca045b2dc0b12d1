"""The bar under the board: no action moves while a turn, a bidding or a showing lasts; what is not possible is grey."""

from __future__ import annotations

import random

import pytest

from scenes.kit.input.intents import DIRECTIONS, KEYBOARD, MOUSE, TOUCH, Device, Intent, Kind
from scenes.match.match_scene import SPARE, MatchScene
from tests.scenes.conftest import OpenHouse
from tests.scenes.playhouse import PERSON, RIVAL, ROBOT
from tests.scenes.robots_play import board_of

SIZES = ((1920, 1080), (1024, 768), (1080, 1920))
PAD = Device("pad:1", "xbox", "Pad", 1)
KEYS = (*DIRECTIONS, Kind.CONFIRM, Kind.SECONDARY, Kind.BACK, Kind.NEXT, Kind.TURN, Kind.DIGIT, Kind.UNDO, Kind.REDO)
POINTS = (Kind.HOVER, Kind.PRESS, Kind.RELEASE)
PRESSES = 120


def phase(match: MatchScene) -> object:
    """What lasts: a part of a game whose seats act at once, else a turn."""
    together = match.board.simultaneous
    if together is not None:
        return together.part(match.session.state, Kind.PRESS)
    return match.session.revision, match.input.person is not None or match.session.outcome is None


def presses(match: MatchScene, device: Device, chance: random.Random) -> list[Intent]:
    """A press with what belongs to it."""
    if device not in (MOUSE, TOUCH):
        kind = chance.choice(KEYS)
        keys = [0, *board_of(match).seating.buzzers[:2]] if match.session.spec.id == "robots" else [0]
        key = chance.choice(keys) if device == KEYBOARD else 0
        return [Intent(kind, device, value=chance.randint(0, 9), key=key)]
    width, height = match.stage.metrics.size
    frame = match.table.frame
    point = chance.randrange(width), chance.randrange(height)
    if chance.random() < 0.6:
        point = chance.randrange(frame.left, frame.right), chance.randrange(frame.top, frame.bottom)
    return [Intent(kind, device, point) for kind in POINTS[device == TOUCH :]]


@pytest.mark.one_in(3)
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("device", [KEYBOARD, MOUSE, TOUCH, PAD], ids=lambda device: device.family)
@pytest.mark.parametrize("game", ["quoridor", "coffee", "star", "robots"])
def test_nothing_moves_under_a_finger(open_house: OpenHouse, game: str, device: Device, size: tuple[int, int]) -> None:
    house, chance = open_house(size), random.Random(game + device.family)
    seen: dict[object, tuple[object, list[str]]] = {}
    rival = RIVAL if game == "robots" else ROBOT
    match = house.match(PERSON, rival, game=game, actions=["0:none", "1:bid 20"] if game == "robots" else ())
    house.stage.devices.current = device
    match.words.prompts(match.input.person)
    for _ in range(PRESSES):
        if house.top is not match:
            house.app.manager.scenes[-1:] = []
        for intent in presses(match, device, chance):
            match.intent(intent)
        house.run(chance.choice((0.05, 0.05, 0.5)))
        if house.top is not match or match.session.outcome is not None:
            break
        house.stage.devices.current = device
        match.bar.set(match.words.prompts(match.input.person), "", SPARE)
        places = match.bar.places()
        now = [tuple(place.rect) for place in places]
        if match.bar.is_narrow:
            assert size != SIZES[0], "a wide window has room"
            continue
        before = seen.setdefault(phase(match), (now, [place.prompt.label for place in places]))
        assert now == before[0], f"{before[1]} became {[place.prompt.label for place in places]}"
