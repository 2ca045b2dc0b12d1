"""Star's board: where its cells are, presses as stories/inputs/star.txt tells them, and what is drawn and moves."""

from __future__ import annotations

import itertools
import json
import random
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any, ClassVar

import pygame
import pytest

from game.core.options import resolve
from game.core.rules import Step
from game.star import SPEC, rules
from game.star.state import CELLS, Action, Jump, Place, Slide, State, cell_name, cell_of
from scenes.kit.drawing import theme
from scenes.kit.drawing.canvas import SurfaceCanvas
from scenes.kit.input.intents import KEYBOARD, MOUSE, TOUCH, Device, Intent, Kind
from scenes.star.board import StarBoard
from scenes.star.drawing import JUMP, SIGN
from scenes.star.input import Selection, StarInput, held_cell, on_board, origin_of, reason
from scenes.star.sprites import ActionValue, Geometry, Look, Plates, cell_of_digit
from scenes.table.cells.carry import Choosing
from scenes.table.contract.input import Actors, InputResult
from scenes.table.contract.setup import BoardContext
from scenes.table.contract.view import BoardClip, View
from tests import make
from tests.scenes.conftest import Written
from tests.scenes.noting import NotingSheet
from tests.scenes.playhouse import SIZES, Playhouse
from tests.stories import Story, each_story, options_of
from tests.vocabulary.screen import FOLDER, ScreenVocabulary

ART = json.loads((Path(__file__).parents[3] / "assets/textures/star-board.json").read_text(encoding="utf-8"))
GEOMETRY = Geometry(pygame.Rect(100, 50, 880, 880), ART)
PAD = Device("pad:1", "xbox", "Pad", 1)
CAME_FROM_B3 = "@b3 @a2 @a1 @c2 b3-b2 @c1"  # a piece in hand; b2-b3 is barred
CROWDED = "@b3 @b2 @c2 @a1"
HANDS_EMPTY = "@b3 @b2 @c2 @a1 @b1 @c1"


class Table:
    """A position and its input: it takes intents, and gives selections and actions."""

    def __init__(self, actions: str = "", **options: Any) -> None:
        self.state: State = make.state(SPEC.id, actions, **{"star": "a3", "first": 0, **options})
        self.legal = tuple(SPEC.rules.legal(self.state, self.state.mover))
        self.actors = Actors(self.state, {self.state.mover: self.legal})
        self.input = StarInput(GEOMETRY)
        self.selection: Selection = Choosing()

    def give(self, intent: Intent) -> Action | None:
        """Return the action that an intent decides."""
        chosen: InputResult[Action, Selection] = self.input.choose(self.actors, self.selection, intent)
        self.selection = chosen.selection
        return chosen.action

    def click(self, *cells: str, device: Device = MOUSE) -> Action | None:
        """Press and release on cells. Return what the last one decides."""
        action = None
        for name in cells:
            at = (3, 3) if name == "beside" else GEOMETRY.cell_rect(cell_of(name)).center
            for kind in (Kind.HOVER, Kind.PRESS) if device is MOUSE else (Kind.PRESS,):
                assert self.give(Intent(kind, device, at)) is None
            action = self.give(Intent(Kind.RELEASE, device, at))
        return action


def named(cell: int | None) -> str:
    """Return the name of a cell, or "none"."""
    return "none" if cell is None else cell_name(cell)


def foul(table: Table) -> str:
    """Return the shape that a barred action would repeat."""
    why = reason(table.state, table.selection)
    assert why is not None and why.foul is not None
    cells = sorted(cell_name(cell) for cell in range(CELLS) if why.foul.pieces >> cell & 1)
    return f"{' '.join(cells)}, star {cell_name(why.foul.star)}"


def selected(table: Table) -> str:
    """Return the selection in words: its class, what is held if anything is, and the cell that is meant."""
    selection = table.selection
    held = "" if isinstance(selection, Choosing) else f"{named(held_cell(table.state, selection))} "
    return f"{type(selection).__name__} {held}{named(selection.cursor)}"


def why_not(table: Table) -> str | None:
    """Return the reason against the selected action."""
    why = reason(table.state, table.selection)
    return why and f"{why.title}: {why.text}"


class StarHands(ScreenVocabulary):
    """Tells of presses on a board of Star, and of what they select and decide. There is no app around the board."""

    game = SPEC.id
    facts: ClassVar = {
        "action": lambda s: s.action,  # what the last press decided
        "considered": lambda s: s.table.input.considered(s.table.selection),  # the action that is selected
        "foul": lambda s: foul(s.table),
        "selection": lambda s: selected(s.table),
        "why": lambda s: why_not(s.table),
    }
    table: Table

    def __init__(self, device: str) -> None:
        self.pointer = TOUCH if device == "touch" else MOUSE
        self.action: Action | None = None

    def do_table(self, rest: str = "") -> None:
        """[after ACTIONS] [| OPTION=VALUE …]: Begin with the position after ACTIONS."""
        actions, _, options = f"{rest} ".partition("| ")
        self.table = Table(actions.strip().removeprefix("after "), **options_of(options))

    def do_press(self, rest: str = "") -> None:
        """CELLS: Press and release on cells, or "beside" the board, one after the other, with the story's hand."""
        self.action = self.table.click(*rest.split(), device=self.pointer)

    def do_hit(self, rest: str = "") -> None:
        """KINDS: Send intents of a pad: "UP RIGHT CONFIRM", or "DIGIT7", a digit of the keyboard."""
        for kind, digit in re.findall(r"([A-Z]+)(\d?)", rest):
            self.action = self.table.give(Intent(Kind[kind], KEYBOARD if digit else PAD, value=int(digit or 0)))

    def do_consider(self, rest: str = "") -> None:
        """ACTION: Select what considers ACTION."""
        self.table.selection = self.table.input.considering(SPEC.rules.parse(rest))


@pytest.mark.quick
@each_story(FOLDER / "inputs" / "star.txt", by_turns=True)
def test_presses(story: Story) -> None:
    StarHands(story.given.get("hand", "")).tell(story)


def test_every_point_of_a_cell_means_that_cell() -> None:
    for cell in range(CELLS):
        rect = GEOMETRY.cell_rect(cell)
        for point in (rect.center, rect.topleft, (rect.right - 1, rect.bottom - 1)):
            assert GEOMETRY.cell_at(point) == cell
    assert GEOMETRY.cell_at((GEOMETRY.rect.x + 5, GEOMETRY.rect.centery)) is None
    assert GEOMETRY.cell_at((0, 0)) is None


def test_the_numpad_lies_as_the_board_does() -> None:
    cells = [cell_of_digit(digit) for digit in (7, 8, 9, 1, 2, 3)]
    assert [named(cell) for cell in cells] == ["a3", "b3", "c3", "a1", "b1", "c1"]
    assert cell_of_digit(0) is None


@pytest.mark.parametrize(("kind", "by"), [(Kind.NEXT, 1), (Kind.PREVIOUS, -1)])
def test_shoulders_lead_through_every_legal_action_and_confirm_plays_it(kind: Kind, by: int) -> None:
    table = Table(CROWDED)
    seen = []
    for _ in on_board(table.legal):
        table.give(Intent(kind, PAD))
        seen.append(table.input.choose(table.actors, table.selection, Intent(Kind.CONFIRM, PAD)).action)
    assert seen == on_board(table.legal)[::by]


def texts(actions: Iterable[Action | None]) -> set[str]:
    """Return the notation of these actions."""
    return {SPEC.rules.text(action) for action in actions if action is not None}


@pytest.mark.parametrize("actions", ["", CROWDED, HANDS_EMPTY, CAME_FROM_B3])
def test_every_legal_action_can_be_pressed_and_nothing_else_is_played(actions: str) -> None:
    cells = [cell_name(cell) for cell in range(CELLS)]
    at_once = {cell: Table(actions).click(cell) for cell in cells}
    found = texts(at_once.values())
    for first in (cell for cell in cells if at_once[cell] is None):
        found |= texts(Table(actions).click(first, second) for second in cells)
    assert found == texts(on_board(Table(actions).legal))


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
def test_no_two_marks_of_a_theory_touch_in_any_position(house: Playhouse) -> None:
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
def test_the_words_of_a_theory_lie_on_their_plates(house: Playhouse, written: Written, text_scale: float) -> None:
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
