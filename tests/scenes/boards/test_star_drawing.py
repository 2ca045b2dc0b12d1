"""Star's drawing: a theory never covers itself, its words lie on their plates, clips end where they should."""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

import pygame
import pytest

from game.core.options import resolve
from game.core.rules import Step
from game.star import SPEC, rules
from game.star.state import Action, Jump, Place, Slide, State, cell_of
from scenes.kit.drawing import theme
from scenes.kit.drawing.canvas import SurfaceCanvas
from scenes.star.board import StarBoard
from scenes.star.drawing import JUMP, SIGN
from scenes.star.input import origin_of
from scenes.star.sprites import ActionValue, Look, Plates
from scenes.table.cells.carry import Choosing
from scenes.table.contract.setup import BoardContext
from scenes.table.contract.view import BoardClip, View
from tests import make
from tests.scenes.conftest import OpenHouse, Written
from tests.scenes.noting import NotingSheet
from tests.scenes.playhouse import SIZES, Playhouse

VERDICTS = [
    ActionValue("win", 1),
    ActionValue("win", 29),
    ActionValue("draw", None),
    ActionValue("loss", 28),
    ActionValue("loss", None),
]
GAMES = 6
C2 = 5  # a cell
IDENTITIES = ("circle", "square")


def positions() -> Iterator[State]:
    """Many positions of random games, ★ in each corner."""
    for game in range(GAMES):
        corner = ("a3", "c3", "a1", "c1")[game % 4]
        state = rules.start(resolve(SPEC.options, {"star": corner}), 0)
        chance = random.Random(game)
        while state.result is None and state.ply < 40 and rules.board_actions(state):
            yield state
            state = rules.apply(state, state.mover, chance.choice(rules.board_actions(state)))[0]


def theory_of(state: State, chance: random.Random) -> Mapping[str, tuple[str, int | None]]:
    """Some value for each action."""
    return {rules.text(action): tuple(chance.choice(VERDICTS)) for action in rules.board_actions(state)}


def board(house: Playhouse, side: int) -> StarBoard:
    made = StarBoard(BoardContext(house.stage, resolve(SPEC.options, {})))
    made.layout(pygame.Rect(0, 0, side, side), IDENTITIES, 0)
    return made


def view(made: StarBoard, state: State, theory: Mapping[str, tuple[str, int | None]] | None = None, **more) -> View:
    legal = tuple(SPEC.rules.legal(state, state.mover))
    return View(state, made.drawing.pieces(state), legal, Choosing(), theory=theory, **more)


@pytest.mark.parametrize("language", ["en", "ja"])
@pytest.mark.one_in(2)
def test_no_two_marks_of_a_theory_touch_in_any_position(open_house: OpenHouse, language: str) -> None:
    house = open_house(language=language)
    made, plates = board(house, 880), Plates(house.stage, 1.0)
    marks = [make(verdict) for make in (plates.plate, plates.pill, plates.dot) for verdict in VERDICTS]
    chance = random.Random(1)
    seen = 0
    for state in positions():
        sheet = NotingSheet((880, 880))
        theory = theory_of(state, chance)
        made.drawing.draw(sheet, view(made, state, theory))
        places = [blit.place for blit in sheet.of(*marks)]
        assert len(places) == len(theory)
        for first, second in itertools.combinations(places, 2):
            assert not first.inflate(-6, -6).colliderect(second)  # their points may meet a plate's rim
        seen += len(theory)
    assert seen > 250


def test_words_stand_at_the_arrows_of_what_is_in_focus_alone(house: Playhouse) -> None:
    """All other arrows have a sign, so that each label is seen to belong to its arrow."""
    made, plates = board(house, 880), Plates(house.stage, 1.0)
    pills, dots = ([make(verdict) for verdict in VERDICTS] for make in (plates.pill, plates.dot))
    state = after("@b3", "@b2", "@c2", "@a1")
    slides = [action for action in rules.board_actions(state) if isinstance(action, Slide | Jump)]
    for cursor in (None, C2):
        sheet, shown = NotingSheet((880, 880)), view(made, state, theory_of(state, random.Random(1)))
        made.drawing.draw(sheet, replace(shown, selection=Choosing(cursor)))
        own = sum(origin_of(state, action) == cursor for action in slides)
        assert (len(sheet.of(*dots)), len(sheet.of(*pills))) == (len(slides) - own, own)
    assert own


@pytest.mark.one_in(4)
@pytest.mark.parametrize("text_scale", [1.0, 1.5])
@pytest.mark.parametrize("language", ["en", "ja"])
@pytest.mark.parametrize("size", SIZES)
def test_the_words_of_a_theory_lie_on_their_plates(
    open_house: OpenHouse, written: Written, size: tuple[int, int], language: str, text_scale: float
) -> None:
    house = open_house(size, language)
    house.services.settings.change(text_scale=text_scale)
    house.run(0.1)
    side = house.stage.metrics.px(880)
    plates = Plates(house.stage, side / 880)
    rim = 3 * side / 880
    for draw, verdict in itertools.product((plates.plate, plates.pill), VERDICTS):
        written.clear()
        face = draw(verdict).surface.get_rect()
        assert written
        for words, place in written:
            assert place.left >= face.left + rim, words
            assert place.right <= face.right - rim, words


def test_marks_say_a_value_by_a_sign_and_a_word_too(house: Playhouse) -> None:
    plates = Plates(house.stage, 1.0)
    grey = []
    for value in ("win", "draw", "loss"):
        surface = plates.plate(ActionValue(value, 7 if value != "draw" else None)).surface
        assert house.stage.t(f"star.theory.{value}")
        grey.append(pygame.image.tobytes(pygame.transform.grayscale(surface), "RGB"))
    assert len(set(grey)) == 3


def clip_of(made: StarBoard, state: State, text: str) -> tuple[BoardClip, Step]:
    action: Action = rules.parse(text)
    after, events = rules.apply(state, state.mover, action)
    step = Step(0, state, state.mover, action, after, events)
    return made.drawing.animate(step), step


def after(*actions: str, **options: Any) -> State:
    return make.state("star", actions, **options)


@pytest.mark.parametrize(("actions", "text"), [("", "@b2"), ("@b2 @c2", "b2-b3"), ("@b3 @c2", "*c3")])
def test_clips_end_where_the_next_position_has_the_piece(house: Playhouse, actions: str, text: str) -> None:
    made = board(house, 880)
    clip, step = clip_of(made, after(*actions.split()), text)
    shown = {**made.drawing.pieces(step.before), **clip.sample(clip.seconds).placements}
    ends = {(piece.look, round(piece.x, 3), round(piece.y, 3)) for piece in shown.values()}
    expected = {(piece.look, piece.x, piece.y) for piece in made.drawing.pieces(step.after).values()}
    assert ends == expected
    assert all(abs(piece.lift) < 0.001 for piece in shown.values())
    lifts = [max(p.lift for p in clip.sample(clip.seconds * share / 8).placements.values()) for share in range(9)]
    assert max(lifts) > 0.1


def test_taking_back_lets_the_pieces_go_the_way_they_came(house: Playhouse) -> None:
    made = board(house, 880)
    now, then = after("@b2", "@c2", "b2-b3", "@c1"), after("@b2", "@c2")
    clip = made.drawing.passage(now, then, 0.2)
    begin, middle, end = ({**made.drawing.pieces(now), **clip.sample(t).placements} for t in (0.0, 0.1, 0.2))
    ring = next(key for key, placed in made.drawing.pieces(now).items() if placed.look is Look.RING)
    assert [0.0 < placed[ring].y < 1.0 for placed in (begin, middle, end)] == [False, True, False]
    assert (end[ring].x, end[ring].y) == (1, 1)
    last = next(key for key, placed in made.drawing.pieces(now).items() if (placed.x, placed.y) == (2, 2))
    assert 0 < middle[last].alpha < 1
    seen = sorted((piece.look.value, piece.x, piece.y) for piece in end.values() if piece.alpha)
    assert seen == sorted((piece.look.value, piece.x, piece.y) for piece in made.drawing.pieces(then).values())


def test_the_star_turns_by_whole_points_so_that_it_lands_as_it_stood(house: Playhouse) -> None:
    made = board(house, 880)
    assert JUMP.turn % 72 == 0
    sprites = made.drawing.sprites
    assert sprites.look(Look.STAR, JUMP.turn).surface is sprites.look(Look.STAR).surface
    turned, still = sprites.look(Look.STAR, 36).surface, sprites.look(Look.STAR).surface
    assert pygame.image.tobytes(turned, "RGBA") != pygame.image.tobytes(still, "RGBA")


def test_reduced_motion_lets_nothing_fly(house: Playhouse) -> None:
    house.services.settings.change(reduced_motion=True)
    made = board(house, 880)
    clip, _ = clip_of(made, after("@b3", "@c2"), "*c3")
    for share in range(9):
        assert all(piece.lift == 0 for piece in clip.sample(clip.seconds * share / 8).placements.values())
    assert [name for _, name in clip.cues] == ["pawn"]


def test_every_way_stays_on_the_board(house: Playhouse) -> None:
    made = board(house, 880)
    kinds = set()
    for state in positions():
        for action in rules.board_actions(state):
            if not isinstance(action, Place):
                start, _, tip = made.drawing.ways.curve(state, action)
                for x, y in (start, tip):
                    assert made.geometry.cell_at((round(x), round(y))) is not None
                kinds.add(type(action))
    assert kinds == {Slide, Jump}


def test_the_win_is_lit_on_the_cells_around_the_star(house: Playhouse) -> None:
    made = board(house, 440)
    state = after("@b3", "@b2", "@c2", "@a1", "*c3")
    assert state.result is not None
    pictures = []
    for winner in (None, 0):
        sheet = SurfaceCanvas(pygame.Surface((440, 440)))
        made.drawing.draw(sheet, View(state, made.drawing.pieces(state), (), Choosing(), winner=winner, win_time=9.0))
        pictures.append(sheet.surface)
    plain, lit = pictures
    changed = set()
    for text in ("@b3", "@c2", "@c3", "@a1"):
        area = made.input.area(state, rules.parse(text))
        if pygame.image.tobytes(plain.subsurface(area), "RGB") != pygame.image.tobytes(lit.subsurface(area), "RGB"):
            changed.add(text)
    assert changed == {"@b3", "@c2", "@c3"}


def test_a_foul_that_was_played_is_drawn_with_the_shape_that_it_repeats(house: Playhouse) -> None:
    made = board(house, 440)
    before = after("@b3", "@a2", "b3-b2", "@c2", foul_guard=False)
    step = clip_of(made, before, "b2-b3")[1]
    assert step.after.result.reason == "foul"
    sheet, sprites = NotingSheet((440, 440)), made.drawing.sprites
    made.drawing.draw(
        sheet, View(step.after, made.drawing.pieces(step.after), (), Choosing(), last=step, winner=1, win_time=9.0)
    )
    assert len(sheet.of(sprites.sign(SIGN))) == 1
    rings = sheet.of(sprites.girdle(theme.WARN, dashed=True))
    cells = [made.geometry.cell_rect(cell) for cell in (cell_of("b3"), before.star)]
    assert len(rings) == len(cells) and all(
        cell.collidepoint(ring.place.center) for cell, ring in zip(cells, rings, strict=True)
    )
