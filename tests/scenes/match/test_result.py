"""The result beside the board: from there one goes on, looks, or takes back; and who wins is celebrated a little."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

import pygame
import pytest

from game.core.options import resolve
from game.core.record import Record, SeatConfig, with_strength
from game.core.rules import Outcome, Timer
from game.match_setup import IDENTITIES
from game.quoridor.state import cell_name
from game.registry import GAMES
from game.robots import SPEC as ROBOTS
from game.robots.state import Bid
from game.session.session import Session
from scenes.kit.drawing.canvas import SurfaceCanvas
from scenes.kit.input.intents import KEYBOARD, Intent, Kind
from scenes.kit.widgets.widget import Button
from scenes.match import verdict
from scenes.match.result_scene import GAP, HOW, PIECES, SECONDS, Celebration, ResultScene, WinKind
from scenes.match.starting import match_of
from scenes.table.art.laurel import picture
from scenes.table.loading import lessons_of
from tests import make
from tests.scenes.conftest import OpenHouse, Written
from tests.scenes.hands import KeyHand, board_of, focus_of
from tests.scenes.noting import brightness
from tests.scenes.playhouse import PERSON, RIVAL, ROBOT, SIZES, Playhouse, result_of
from tools.catalogue.quoridor import WON


def labels(house: Playhouse) -> list[str]:
    return [widget.label for widget in focus_of(house).widgets if isinstance(widget, Button)]


@pytest.mark.one_in(3)
@pytest.mark.parametrize("size", SIZES)
def test_nothing_of_the_result_lies_on_the_board(house: Playhouse) -> None:
    match = house.match(PERSON, RIVAL, actions=WON)
    result = house.read_result()
    places = [rect for name, rect in result.places.leaves if name != "bar"]
    assert all(not place.colliderect(match.table.frame) for place in places)


def test_back_shows_the_board_with_its_rails_and_brings_the_result_back(house: Playhouse) -> None:
    match = house.match(PERSON, RIVAL, actions=WON)
    result = house.read_result()
    drawn: list[object] = []
    match.side_panel.draw = lambda canvas, content: drawn.append(content)  # type: ignore[method-assign]
    hand = KeyHand(house)
    house.frame()
    assert not drawn
    hand.hit(Kind.BACK)
    pygame.event.post(pygame.event.Event(pygame.WINDOWEXPOSED))
    house.frame()
    assert result.folded and drawn and house.top is result
    hand.hit(Kind.BACK)
    assert not result.folded and house.top is result


def test_the_lamp_narrows_to_where_the_game_was_won(house: Playhouse) -> None:
    match = house.match(PERSON, RIVAL, actions=WON)
    board = board_of(match)
    near, far = (board.geometry.cell_rect(cell).inflate(-16, -16) for cell in (9 * 8 + 3, 0))
    before = [brightness(house, cell) for cell in (near, far)]
    house.read_result()
    house.run(1.0)
    after = [brightness(house, cell) for cell in (near, far)]
    assert after[1] < 0.7 * before[1] and after[0] / before[0] > 1.3 * after[1] / before[1]


def test_a_game_that_was_given_up_was_won_nowhere_on_the_board(house: Playhouse) -> None:
    match = house.match(PERSON, RIVAL, actions=WON[:4])
    match.controller.resign()
    board = board_of(match)
    cells = [board.geometry.cell_rect(cell).inflate(-16, -16) for cell in (0, 8)]
    house.read_result()
    house.run(1.0)
    left, right = (brightness(house, cell) for cell in cells)
    assert abs(left - right) < 20 and min(left, right) > 30


@pytest.mark.parametrize("size", [(1280, 720), (1024, 768), (1080, 1920)])
def test_what_a_level_says_gives_way_where_there_is_no_room(open_house: OpenHouse, size: tuple[int, int]) -> None:
    """It has a place of its own beside a wide board; it is read aloud in any window."""
    house = open_house(size, "en")
    house.match(PERSON, replace(RIVAL, kind="ai", level=3), actions=WON)
    result = house.read_result()
    assert result.parting in result.spoken_title
    assert ("goodbye" in result.places) == (size == (1280, 720))
    assert result.body in result.words and result.parting not in result.words
    stage, box = house.stage, result.places["words"]
    title = stage.natural_height(result.title, result.title_style(), box.width)
    said = stage.natural_height(result.words, HOW, box.width)
    assert (title + GAP + said) * stage.metrics.scale <= box.height, "it runs into what is below"


def test_robots_stand_by_their_chips_with_what_each_has_shown(house: Playhouse) -> None:
    demo = lessons_of(ROBOTS).demo
    options = resolve(ROBOTS.options, demo.position.options)
    actions = (*demo.position.actions, *(action for beat in demo.beats for action in beat.actions))
    session = Session.resume(ROBOTS, Record(ROBOTS.id, options, 0, actions, (PERSON, RIVAL)))
    match = match_of(house.services, session)
    house.show(match)
    result = house.read_result()
    assert [one.seat for one in result.standings.rows] == [1, 0]
    assert [one.place for one in verdict.standings(match.session)] == [1, 2]
    assert result.standings.figures == {1: "1 shown, 1 arrived"}
    assert "Take back" not in labels(house)


def test_the_squares_over_which_the_winner_came_stay_lit_in_quoridor(house: Playhouse) -> None:
    match = house.match(PERSON, RIVAL, actions=WON)
    board = board_of(match)
    view = match.view(None, 1.0)
    seen = []
    for shown in (view, replace(view, steps=())):
        sheet = SurfaceCanvas(house.stage.table.copy())
        board.drawing.draw(sheet, shown)
        seen.append(sheet.surface)
    corners = {cell: board.geometry.cell_rect(cell).inflate(-16, -16).bottomleft for cell in range(81)}
    lit = {cell for cell, (x, y) in corners.items() if seen[0].get_at((x, y - 1)) != seen[1].get_at((x, y - 1))}
    assert {cell_name(cell) for cell in lit} == {f"e{rank}" for rank in range(1, 9)}


def warmth(house: Playhouse, at: pygame.Rect) -> float:
    """By how much red is above blue there."""
    red, _, blue, *_ = pygame.transform.average_color(house.window.surface, at)
    return red - blue


def warmths(house: Playhouse, ages: Sequence[float]) -> list[float]:
    """The warmth of the cell on which the game was won, at these seconds after its end."""
    match = house.match(PERSON, RIVAL, actions=WON)
    board = board_of(match)
    near = board.geometry.cell_rect(9 * 8 + 3).inflate(-16, -16)
    found = []
    for age in ages:
        house.until(
            lambda age=age: match.ending.result is not None and match.ending.result.age >= age,
            "the lamp",
        )
        found.append(warmth(house, near))
    return found


def test_the_lamp_grows_warm_over_the_winning_cell_after_it_has_narrowed(house: Playhouse) -> None:
    narrowed, warmer, warm = warmths(house, (0.45, 1.0, 2.0))
    assert narrowed + 2 < warmer < warm


def test_the_lamp_is_warm_at_once_with_reduced_motion(house: Playhouse) -> None:
    house.stage.look.reduced_motion = True
    soon, late = warmths(house, (0.2, 2.0))
    assert abs(soon - late) < 2


LONG = ("Maximilian-Alexander", "Konstantin Theodoros", "Anna", "Wilhelmine Charlotte", "Bartholomew Reginald")
SEATED = [
    replace(PERSON, name=name, identity=each) for name, each in zip((*LONG, "R", "S", "T"), IDENTITIES, strict=True)
]


@pytest.mark.one_in(3)
@pytest.mark.parametrize("size", [(1280, 720), (1024, 768), (1080, 1920)])
@pytest.mark.parametrize("scale", [1.0, 1.5])
@pytest.mark.parametrize("people", [5, 8])
def test_at_a_full_table_nothing_is_written_over_anything(
    house: Playhouse, written: Written, scale: float, people: int
) -> None:
    house.services.settings.change(text_scale=scale)
    for winner in range(3):  # so that several have won today
        match = house.match(*SEATED[:people], game="robots", seed=winner)
        match.session.end(Outcome((winner,), "chips"))
        result = house.read_result()
    assert "Maximilian-Alexander 1" in result.spoken_title
    house.frame()
    written.clear()
    result.draw(house.app.canvas, 0.0)
    card = result.places["card"]
    inside = [(text, rect.inflate(0, -rect.height // 3)) for text, rect in written if rect.colliderect(card)]
    assert len(inside) > 2 * people
    for index, (text, rect) in enumerate(inside):
        assert card.contains(rect), f"{text!r} runs out of the card"
        assert not [other for other, place in inside[index + 1 :] if place.colliderect(rect)], text


def shown(house: Playhouse, *seats: SeatConfig, actions: Iterable[str] = WON) -> ResultScene:
    result = result_of(house, make.session("quoridor", *seats, actions=actions))
    house.show(result)
    return result


@pytest.mark.parametrize("won", WinKind)
def test_it_is_the_same_each_time_moves_and_fades(won: WinKind) -> None:
    found = Celebration("", won, 7)
    assert found.pieces(0.5) == found.pieces(0.5) != Celebration("", won, 8).pieces(0.5)
    assert len(found.pieces(0.5)) == PIECES and found.pieces(0.4) != found.pieces(0.6)
    assert any(piece.alpha for piece in found.pieces(0.5)) and not any(piece.alpha for piece in found.pieces(1.0))


@pytest.mark.usefixtures("four_games")
def test_each_way_to_win_and_each_game_looks_different(house: Playhouse) -> None:
    assert len({tuple(Celebration("", won, 7).pieces(0.6)) for won in WinKind}) == len(WinKind)
    files = [picture(house.stage.assets, game) for game in (*GAMES, "another")]
    assert len(set(files)) == len(GAMES) + 1 and all(map(house.stage.assets.has, files))


TOM_WON = make.session("quoridor", replace(PERSON, name="Tom"), ROBOT, actions=WON).record()


@pytest.mark.parametrize(
    ("seats", "before", "found"),
    [
        ((PERSON, ROBOT), [], (WinKind.FIRST_TIME, ROBOT.level)),
        ((PERSON, with_strength(ROBOT, 2.6)), [], (WinKind.FIRST_TIME, 2)),  # between two levels
        ((PERSON, ROBOT), [TOM_WON], (WinKind.PLAINLY, 0)),
        ((ROBOT, PERSON), [], None),  # only the AI won
    ],
)
def test_the_first_win_over_a_level_shows_its_face_and_later_ones_are_plain(
    house: Playhouse, seats: Sequence[SeatConfig], before: Sequence[Record], found: object
) -> None:
    for record in before:
        house.services.store.finish(record)
    celebration = shown(house, *seats).celebration
    assert (celebration and (celebration.won, celebration.level)) == found


@pytest.mark.parametrize(("left", "late"), [(0.9, True), (1.1, False)])
def test_who_acts_in_the_last_second_of_a_clock_is_noted(house: Playhouse, left: float, late: bool) -> None:
    controller = house.match(PERSON, RIVAL, game="robots", actions=["0:bid 9"]).controller
    controller.session.clocks.clock = Timer("round 1", left)
    controller.submit(0, Bid(8))
    assert controller.acted_in_the_last_second(0) is late
    controller.session.clocks.clock = Timer("round 2", 30.0)
    controller.submit(1, Bid(7))
    assert not controller.acted_in_the_last_second(0), "that was another round's"


def test_it_lasts_a_second_and_a_half(house: Playhouse) -> None:
    result = shown(house, PERSON, RIVAL)
    while result.age < SECONDS - 0.1:
        assert result.celebration is not None and result.is_animated
        house.frame()
    house.run(0.2)
    assert result.celebration is None


def test_any_press_ends_it(house: Playhouse) -> None:
    result = shown(house, PERSON, RIVAL)
    house.run(0.3)
    result.intent(Intent(Kind.UP, KEYBOARD))
    assert result.celebration is None and house.top is result


def test_with_reduced_motion_there_is_none(house: Playhouse) -> None:
    house.services.settings.change(reduced_motion=True)
    assert shown(house, PERSON, RIVAL).celebration is None
