"""What boards show, as one record: screen, phones and speech are made from it."""

from __future__ import annotations

import ast
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from game.coffee import rules as coffee_rules
from game.core.kinds import LANGUAGES
from game.core.record import replay
from game.core.rules import Step
from game.registry import GAMES, find
from scenes.coffee.input import Choosing as CoffeeChoosing
from scenes.coffee.input import Completing, Pointing
from scenes.coffee.input import Trying as CoffeeTrying
from scenes.coffee.input import shown as coffee_shown
from scenes.quoridor.input import Choosing, Trials, Trying, Walling
from scenes.quoridor.input import shown as quoridor_shown
from scenes.robots.films import shown as robots_shown
from scenes.star.input import CARRYING
from scenes.star.input import shown as star_shown
from scenes.table.cells.carry import Choosing as StarChoosing
from scenes.table.cells.carry import Holding
from scenes.table.cells.phone import phone_cells, phone_pieces
from scenes.table.contract.lessons import LessonPosition
from scenes.table.contract.shown import Bar, Mark, Piece, ShownBoard
from scenes.table.contract.words import BoardWords
from scenes.table.exercises.lesson_table import LessonTable
from tests import make
from tests.fifth_game.board import RaceWords
from tests.make import state
from tests.scenes.playhouse import PERSON, RIVAL, Playhouse

ROOT = Path(__file__).parents[3]


def played(game: str, actions: str, **options: Any) -> Step[Any, Any, Any]:
    """The last step of a game."""
    return replay(GAMES[game], make.complete(game, **options), 0, actions.split()).steps[-1]


def legal_of(game: str, position: Any) -> list[Any]:
    rules = GAMES[game].rules
    return list(rules.legal(position, rules.actors(position)[0]))


def kinds(shows: ShownBoard[Any]) -> dict[str, list[int]]:
    """The marked cells, by kind."""
    return {kind: [mark.cell for mark in shows.marks if mark.kind == kind] for kind in {m.kind for m in shows.marks}}


def test_quoridor_shows_pawns_walls_targets_and_the_last_step() -> None:
    cell = GAMES["quoridor"].rules.parse
    step = played("quoridor", "e2 e8 e3h")
    legal = legal_of("quoridor", step.after)
    shows = quoridor_shown(step.after, legal, Choosing(cell("d8").cell), step)
    assert shows.pieces == [
        Piece(cell("e2").cell, "pawn", 0),
        Piece(cell("e8").cell, "pawn", 1),
        Piece(cell("d8").cell, "pawn", 1, ghost=True),
    ]
    assert shows.bars == [Bar(cell("e3h"), "last", 0)]
    assert sorted(kinds(shows)["lit"]) == sorted(cell(text).cell for text in ("d8", "f8", "e7", "e9"))
    moved = quoridor_shown(step.before, (), Choosing(), played("quoridor", "e2 e8"))
    assert moved.marks == (Mark(cell("e9").cell, "from", 1), Mark(cell("e8").cell, "last", 1))
    assert moved.ghost() is None


def test_quoridor_shows_the_wall_that_is_tried_and_the_cells_it_would_seal() -> None:
    parse = GAMES["quoridor"].rules.parse
    position = state("quoridor", "e2 e8")
    legal = legal_of("quoridor", position)
    good = Walling(parse("c3v"))
    assert quoridor_shown(position, legal, good, None, Trials().of(position, good)).bars == [Bar(good.wall, "ghost")]
    walled = state("quoridor", "a8h c8h e8h g8h")
    bad = Walling(parse("h8v"))
    trial = Trials().of(walled, bad)
    assert trial is not None
    assert trial.problem is not None
    shows = quoridor_shown(walled, legal_of("quoridor", walled), bad, None, trial)
    assert shows.bars[-1] == Bar(bad.wall, "bad")
    assert kinds(shows)["sealed"] == list(trial.problem.region)
    tried = quoridor_shown(position, legal, Trying(7))
    assert kinds(tried)["barred"] == [7]
    assert "barred" not in kinds(quoridor_shown(position, (), Trying(7)))


def test_coffee_shows_the_line_what_is_put_and_what_the_rival_could_win_by() -> None:
    position = state("coffee", "b1v d1v")
    legal = legal_of("coffee", position)
    shows = coffee_shown(position, legal, CoffeeChoosing())
    assert [piece.look for piece in shows.pieces] == ["black", "orange"]
    assert [bar.lying for bar in shows.bars] == [position.stick]
    assert len(kinds(shows)["line"]) == 5
    assert len(kinds(shows)["lit"]) == 3
    cell = kinds(shows)["lit"][0]
    ghost = coffee_shown(position, legal, CoffeeChoosing(cell)).ghost()
    assert ghost == Piece(cell, position.to_move, position.mover, ghost=True)
    axis = next(action.axis for action in legal if action.cell == cell)
    put = coffee_shown(position, legal, Pointing(cell, axis))
    assert put.standing()[cell].seat == position.mover
    assert put.bars[-1] == Bar((cell, axis), "ghost")
    assert kinds(put)["chosen"] == [cell]
    assert tuple(kinds(put)["offered"]) == coffee_rules.offer_of(position, cell, axis)
    assert kinds(coffee_shown(position, legal, CoffeeTrying(cell)))["barred"] == [cell]


def test_coffee_warns_of_every_row_that_the_rival_could_complete() -> None:
    position = state("coffee", "b1v c1v d1v e1v a1d c3v b3u c2v")
    warned = 0
    for action in (a for a in legal_of("coffee", position) if a.axis is not None):
        shows = coffee_shown(position, [action], Pointing(action.cell, action.axis))
        dangers = coffee_rules.dangers(position, action.cell)
        assert {(way.look, way.at) for way in shows.ways if way.warning} == {
            (a, c) for a, cs in dangers.items() for c in cs
        }
        assert kinds(shows).get("barred", []) == list(dangers.get(action.axis, ()))
        assert not [way for way in coffee_shown(position, [action], Pointing(action.cell), False).ways if way.warning]
        warned += bool(dangers)
    assert warned


def test_a_bean_that_completes_a_row_is_a_ghost_until_it_is_put() -> None:
    shows = coffee_shown(position := state("coffee"), legal_of("coffee", position), Completing(3))
    assert shows.ghost() == Piece(3, position.to_move, position.mover, ghost=True)
    assert kinds(shows)["chosen"] == [3]


def test_star_shows_what_can_be_taken_up_and_where_it_may_go() -> None:
    step = played("star", "@b1 @c1 @b2 @b3 @c2 @a1")
    legal = legal_of("star", step.after)
    shows = star_shown(step.after, legal, StarChoosing(), step)
    assert shows.marked("last") == [Mark(next(iter(kinds(shows)["last"])), "last", 1)]
    assert len(shows.cells_of(0)) == len(shows.cells_of(1)) == 3
    assert shows.standing()[step.after.star].seat is None
    assert "lit" not in kinds(shows)  # nothing is taken up, and nothing is left in the hand
    assert kinds(shows)["offered"]
    held = next(action.origin for action in legal if hasattr(action, "origin"))
    targets = sorted({action.target for action in legal if getattr(action, "origin", None) == held})
    taken = star_shown(step.after, legal, Holding(held, targets[0]), step)
    assert kinds(taken)["lit"] == targets
    assert kinds(taken)["chosen"] == [held]
    assert taken.ghost() == Piece(targets[0], "ring", 0, ghost=True)


def test_star_marks_a_try_that_is_no_action() -> None:
    position = state("star", "@b1 @c1 @b2 @b3 @c2 @a1")
    legal = legal_of("star", position)
    slide = next(action for action in legal if hasattr(action, "origin"))
    assert "barred" not in kinds(star_shown(position, legal, CARRYING.trying(slide)))
    rest = [action for action in legal if action != slide]
    assert kinds(star_shown(position, rest, CARRYING.trying(slide)))["barred"] == [slide.target]


def test_the_robots_show_targets_where_they_stood_and_the_ways_of_this_try() -> None:
    position = state("robots", players=1)
    shows = robots_shown(position)
    assert [piece.look for piece in shows.pieces] == ["red", "yellow", "green", "blue", "silver"][: len(shows.pieces)]
    assert tuple(kinds(shows)["goal"]) == tuple(position.board.targets(position.chip))
    assert not shows.ways
    move = next(action for action in legal_of("robots", position) if hasattr(action, "heading"))
    after, _ = GAMES["robots"].rules.apply(position, 0, move)
    shows = robots_shown(after)
    (way,) = shows.ways
    assert way.look == move.colour
    home = next(piece.cell for piece in robots_shown(position).pieces if piece.look == move.colour)
    gone = next(piece.cell for piece in shows.pieces if piece.look == move.colour)
    assert (way.cells[0], way.cells[-1]) == (home, gone)
    assert kinds(shows)["from"] == [home]


def test_a_phone_shows_the_same_pieces_and_the_uppermost_marks() -> None:
    shows: ShownBoard[Any] = ShownBoard(
        [Piece(0, "pawn", 1), Piece(1, "pawn", 0, ghost=True)],
        [Mark(0, "last", 1), Mark(1, "from", 0), Mark(1, "lit"), Mark(0, "sealed")],
    )
    places, names = {0: (0.25, 0.5), 1: (0.75, 0.5)}, {0: "a1", 1: "b1"}
    first, second = phone_cells(shows, places, names, {1: "a pawn"}, ("circle", "square"))
    assert (first.id, first.mark, first.owner, first.spoken) == ("a1", "last", "square", "")
    assert (second.id, second.mark, second.owner, second.spoken) == ("b1", "lit", "", "a pawn")
    pawn, ghost = phone_pieces(shows, places, ("circle", "square"))
    assert (pawn.x, pawn.y, pawn.owner, pawn.ghost) == (0.25, 0.5, "square", False)
    assert (ghost.x, ghost.owner, ghost.ghost) == (0.75, "circle", True)
    assert not phone_cells(shows, places, names, {}, without=("last", "lit", "from", "sealed"))[0].mark


def test_the_words_of_a_board_are_eight_methods_and_most_games_need_three() -> None:
    methods = [name for name, value in vars(BoardWords).items() if callable(value) and not name.startswith("_")]
    assert methods == ["turn", "action", "spoken", "note", "brief", "glance", "seat", "position"]
    assert not set(vars(RaceWords)) & {"spoken", "note", "brief", "glance", "position"}


@pytest.mark.parametrize("folder", ["scenes", "tools", "tests/fifth_game"])
def test_a_view_is_assembled_in_one_place(folder: str) -> None:
    texts = {path: path.read_text(encoding="utf-8") for path in (ROOT / folder).rglob("*.py")}
    found = {
        path.relative_to(ROOT).as_posix()
        for path, text in texts.items()
        for node in (ast.walk(ast.parse(text)) if "View(" in text else ())
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "View"
    }
    assert found <= {"scenes/table/contract/board.py"}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", ["quoridor", "coffee", "star", "robots"])
def test_what_a_card_counts_has_its_noun(house: Playhouse, game: str, language: str) -> None:
    """Not "3 in hand", and no counter alone in Japanese."""
    table = LessonTable(house.services, find(game), LessonPosition((), make.complete(game)), ["Aoi", "Kai"], 0)
    table.lay(table.seats)
    unit = table.board.words.seat(table.state, 0).stock.unit
    assert unit.split()[0] in {"walls", "beans", "pieces", "chips"} if language == "en" else "の" in unit


def test_a_side_is_named_once_and_walls_have_their_noun(house: Playhouse) -> None:
    position = LessonPosition((), make.complete("coffee"))
    table = LessonTable(house.services, find("coffee"), position, ["Black", "Orange"], 0)
    table.lay(tuple(replace(seat, name=name) for seat, name in zip(table.seats, ("Black", "Kai"), strict=True)))
    assert table.card(0).notes == ("",) and table.card(1).notes == ("Orange roast", "Orange")
    match = house.match(PERSON, RIVAL)
    assert match.side_panel.card(match.session.state, 0).stock.unit == "walls"
