"""Each level of the AI is somebody: a name, a face, a sentence, and a goodbye at the end of a game."""

from __future__ import annotations

from dataclasses import replace
from itertools import product

import pygame
import pytest

from game.core.kinds import LANGUAGES
from game.core.record import SeatConfig
from game.core.rules import Outcome
from game.core.spec import LEVELS
from game.quoridor import SPEC
from scenes.kit.drawing.canvas import SurfaceCanvas
from scenes.kit.input.intents import Kind
from scenes.kit.text.strings import Strings
from scenes.setup.seat_editor import SeatSwitch
from scenes.setup.setup_scene import SetupScene
from scenes.table.art.faces import MEMBERS, NO_FACE, Face, draw_face, face_of, level_of, parting
from tests import make
from tests.scenes.hands import KeyHand, focus_of
from tests.scenes.playhouse import PERSON, RIVAL, ROBOT, Playhouse, result_of
from tools.catalogue.quoridor import WON

WEAK, STRONG = make.ai(1), replace(make.ai(4), identity="star")
ENGINE = replace(ROBOT, engine="bot")


@pytest.mark.parametrize("language", LANGUAGES)
def test_names_and_sentences_differ(language: str) -> None:
    strings = Strings(language, strict=True)
    for key in ("level.{}", "level.{}.style"):
        assert len({strings.t(key.format(level)) for level in LEVELS}) == len(LEVELS)


@pytest.mark.parametrize("side", [32, 88])
def test_faces_differ_and_cover_their_place(house: Playhouse, side: int) -> None:
    seen = set()
    for face in product(LEVELS, range(MEMBERS)):
        sheet = SurfaceCanvas.blank((side, side))
        draw_face(house.stage, sheet, Face(*face), (side // 2, side // 2), side)
        assert sheet.surface.get_at((side // 2, side // 2)).a > 200
        seen.add(pygame.image.tobytes(sheet.surface, "RGBA"))
    assert len(seen) == len(LEVELS) * MEMBERS


def test_people_and_engines_have_no_face(house: Playhouse) -> None:
    assert level_of(PERSON) == level_of(ENGINE) == 0 and face_of(PERSON) == face_of(ENGINE) == NO_FACE
    sheet = SurfaceCanvas.blank((32, 32))
    draw_face(house.stage, sheet, NO_FACE, (16, 16), 32)
    assert sheet.surface.get_bounding_rect().size == (0, 0)


@pytest.mark.parametrize(
    ("seats", "winners", "found"),
    [
        ((PERSON, WEAK), (0,), (1, "beaten")),
        ((PERSON, WEAK), (1,), (1, "won")),
        ((PERSON, WEAK), (), (1, "drawn")),
        ((PERSON, WEAK, STRONG), (0,), (2, "beaten")),
        ((PERSON, WEAK, STRONG), (1,), (1, "won")),
        ((PERSON, RIVAL), (0,), None),
        ((WEAK, STRONG), (1,), None),
        ((PERSON, ENGINE), (0,), None),
        ((PERSON, RIVAL, WEAK), (1,), (2, "beaten")),
    ],
)
def test_who_says_goodbye(
    seats: tuple[SeatConfig, ...], winners: tuple[int, ...], found: tuple[int, str] | None
) -> None:
    assert parting(Outcome(winners, "goal"), seats) == found


def test_the_result_tells_and_says_it(house: Playhouse) -> None:
    result = house.show(result_of(house, make.session("quoridor", PERSON, WEAK, actions=WON)))
    assert result.parting.startswith("Mame: ") and result.parting in result.spoken_title.split("\n")
    assert ("goodbye" in result.places) != (result.parting in result.words)  # with the face, or among the words


def test_the_setup_tells_how_a_level_plays_while_it_has_the_focus(house: Playhouse) -> None:
    house.set_table(PERSON, ROBOT)
    house.show(SetupScene(house.services, SPEC))
    pips = [widget for widget in focus_of(house).widgets if isinstance(widget, SeatSwitch)][1]
    house.run(0.3)
    before = house.window.surface.copy()
    focus_of(house).focus(pips)
    house.run(0.5)
    level = pips.level
    assert pips.note == house.stage.t(f"level.{level}.style")
    assert pips.spoken(house.stage).endswith(pips.note)
    below = pips.rect.move(0, pips.rect.height)
    assert pygame.image.tobytes(before.subsurface(below), "RGB") != pygame.image.tobytes(
        house.window.surface.subsurface(below), "RGB"
    ), "a slip below it tells it"
    KeyHand(house).hit(Kind.RIGHT)
    changed = [widget for widget in focus_of(house).widgets if isinstance(widget, SeatSwitch)][1]
    assert changed.level == level + 1 and changed.note == house.stage.t(f"level.{level + 1}.style")
