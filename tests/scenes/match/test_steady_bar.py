"""The bar under the board: no action moves while a turn, a bidding, a showing or a try lasts; what is not possible is
grey.
"""

from __future__ import annotations

import random

import pygame
import pytest

from game.registry import find
from scenes.kit.drawing.glyphs import SHOULDERS
from scenes.kit.input.intents import DIRECTIONS, KEYBOARD, MOUSE, TOUCH, Device, Intent, Kind, Point
from scenes.kit.widgets.glyphbar import GlyphBar
from scenes.learn.exercise_scene import ExerciseScene
from scenes.match.match_scene import SPARE, MatchScene
from scenes.today.solving_scene import SolvingScene
from tests.scenes.learn.test_solving import opened
from tests.scenes.playhouse import PERSON, RIVAL, ROBOT, Playhouse
from tests.scenes.robots_play import board_of

SIZES = ((1920, 1080), (1024, 768), (1080, 1920))
PAD = Device("pad:1", "xbox", "Pad", 1)
KEYS = (*DIRECTIONS, Kind.CONFIRM, Kind.SECONDARY, Kind.BACK, Kind.NEXT, Kind.TURN, Kind.DIGIT, Kind.UNDO, Kind.REDO)
TRIES = (*(kind for kind in KEYS if kind not in (Kind.UNDO, Kind.REDO)), Kind.HINT)
PUZZLES = {"quoridor": "quoridor-44", "coffee": "coffee-385", "star": "star-262"}
POINTS = (Kind.HOVER, Kind.PRESS, Kind.RELEASE)
PRESSES = 120
Seen = dict[object, tuple[object, list[str]]]
"""By what lasts: where the prompts of a bar lie, and what they say."""


def look(bar: GlyphBar, seen: Seen, lasting: object) -> None:
    """Nothing has moved since the last look, if the same lasts."""
    places = bar.places()
    if bar.is_narrow:
        assert bar.stage.metrics.size != SIZES[0], "a wide window has room"
        return
    now, labels = [tuple(place.rect) for place in places], [place.prompt.label for place in places]
    before = seen.setdefault(lasting, (now, labels))
    assert now == before[0], f"{before[1]} became {labels}"


def phase(match: MatchScene) -> object:
    """What lasts: a part of a game whose seats act at once, else a turn."""
    together = match.board.simultaneous
    if together is not None:
        return together.part(match.session.state, Kind.PRESS)
    return match.session.revision, match.input.person is not None or match.session.outcome is None


def pointed(device: Device, point: Point) -> list[Intent]:
    """A press there with what belongs to it."""
    return [Intent(kind, device, point) for kind in POINTS[device == TOUCH :]]


def within(area: pygame.Rect, chance: random.Random) -> Point:
    return chance.randrange(area.left, area.right), chance.randrange(area.top, area.bottom)


def presses(match: MatchScene, device: Device, chance: random.Random) -> list[Intent]:
    """A press, on the board or anywhere."""
    if device not in (MOUSE, TOUCH):
        kind = chance.choice(KEYS)
        keys = [0, *board_of(match).seating.buzzers[:2]] if match.session.spec.id == "robots" else [0]
        key = chance.choice(keys) if device == KEYBOARD else 0
        return [Intent(kind, device, value=chance.randint(0, 9), key=key)]
    window = pygame.Rect((0, 0), match.stage.metrics.size)
    return pointed(device, within(match.table.frame if chance.random() < 0.6 else window, chance))


@pytest.mark.one_in(3)
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("device", [KEYBOARD, MOUSE, TOUCH, PAD], ids=lambda device: device.family)
@pytest.mark.parametrize("game", ["quoridor", "coffee", "star", "robots"])
def test_nothing_moves_under_a_finger(house: Playhouse, game: str, device: Device) -> None:
    chance = random.Random(game + device.family)
    seen: Seen = {}
    rival = RIVAL if game == "robots" else ROBOT
    match = house.match(PERSON, rival, game=game, actions=["0:none", "1:bid 20"] if game == "robots" else ())
    house.stage.devices.current = device
    match.words.prompts(match.input.person)
    for _ in range(PRESSES):
        for intent in presses(match, device, chance):
            match.intent(intent)
        house.run(chance.choice((0.05, 0.05, 0.5)))
        if house.top is not match or match.session.outcome is not None:
            break
        house.stage.devices.current = device
        match.bar.set(match.words.prompts(match.input.person), "", SPARE)
        look(match.bar, seen, phase(match))


def tries(scene: ExerciseScene | SolvingScene, device: Device, chance: random.Random) -> list[Intent]:
    """A press; none that leaves."""
    if device not in (MOUSE, TOUCH):
        may_go_back = not scene.is_over and scene.confirm_gate.is_engaged(scene.selection)
        kinds = [kind for kind in TRIES if kind is not Kind.BACK or may_go_back]
        return [Intent(chance.choice(kinds), device, value=chance.randint(0, 9))]
    return pointed(device, within(scene.table.frame, chance))


def lasting(scene: ExerciseScene | SolvingScene) -> object:
    """What lasts: the tries at one position, the answer to one, or the end."""
    if isinstance(scene, ExerciseScene):
        return scene.index, scene.is_solved
    return scene.phase, scene.done, scene.attempt.wrong


@pytest.mark.one_in(4)
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("device", [KEYBOARD, MOUSE, TOUCH, PAD], ids=lambda device: device.family)
@pytest.mark.parametrize("game", ["quoridor", "coffee", "star", "robots"])
@pytest.mark.parametrize("kind", ["lesson", "puzzle"])
def test_nothing_moves_in_lessons_and_puzzles(
    house: Playhouse, kind: str, game: str, device: Device, size: tuple[int, int]
) -> None:
    if kind == "puzzle" and game not in PUZZLES:
        pytest.skip("it has puzzles of another kind")
    chance = random.Random(kind + game + device.family)
    house.stage.devices.current = device
    scene: ExerciseScene | SolvingScene
    if kind == "puzzle":
        scene = opened(house, PUZZLES[game])
    else:
        house.show(scene := ExerciseScene(house.services, find(game)))
    seen: Seen = {}
    for _ in range(PRESSES // 3):
        for intent in tries(scene, device, chance):
            scene.intent(intent)
        house.run(chance.choice((0.05, 0.05, 0.5)))
        if house.top is not scene:
            break
        house.stage.devices.current = device
        scene.bar.set(scene.prompts(), "", (SHOULDERS, Kind.THEORY))
        look(scene.bar, seen, lasting(scene))
    assert seen or size != SIZES[0]
