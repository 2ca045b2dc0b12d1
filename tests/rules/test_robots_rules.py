"""The rules of Hyper Robots: the stories of robots_stories.txt, and what an arrival takes as a table."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from game.core.rules import PuzzleError
from game.robots import SPEC, points, rules
from game.robots.board import COLOURS, Cell, Colour, Leg, RobotSlide, TargetMark, cell_at, move_robot, slide, xy
from game.robots.puzzle import read_puzzle
from game.robots.rounds import counts
from game.robots.rules import fallback_action
from game.robots.state import Arrived, Bid, Event, Move, RobotSlid, State
from tests.rules.robots_ascii import bites_of, game, moves
from tests.stories import Story, each_story
from tests.vocabulary.game import GameVocabulary, options_of, text_of


class Robots(GameVocabulary):
    """Cells by column and row. A chip turned over on a drawn board; then marks, chips and robots may be laid anew."""

    spec = SPEC
    cells = ("cell", "cells", "origin", "target", "robots")
    state: State

    def cell(self, cell: Cell) -> str:
        return "{},{}".format(*xy(cell))

    def do_turned(self, text: str = "") -> State:
        """A chip and options; among these the chips that each seat has."""
        colour, symbol, *given = text.split()
        options = options_of(" ".join(given))
        chips = options.pop("chips", None)
        state = game(self.drawing, _mark(f"{colour} {symbol}"), **options)
        return replace(state, chips=tuple(chips)) if chips else state

    def do_board(self) -> State:
        return self.do_turned("red cup")

    def do_slid(self, text: str = "") -> State:
        found = self.slide(text)
        assert found is not None
        return replace(self.state, robots=move_robot(self.state.robots, found))

    def do_at(self, text: str = "") -> State:
        """A robot stands elsewhere, from the beginning."""
        colour, place = text.split()
        robots = tuple(_cell(place) if c == colour else r for c, r in zip(COLOURS, self.state.robots, strict=True))
        state = replace(self.state, robots=robots, markers=robots)
        return replace(state, bites=bites_of(state))

    def do_marks(self, text: str = "") -> State:
        """The only marks on the board, and no chips in the pile."""
        marks = {_cell(place): _mark(mark) for mark, place in (one.rsplit(" ", 1) for one in text.split("; "))}
        state = replace(self.state, board=replace(self.state.board, marks=marks), pile=())
        return replace(state, bites=bites_of(state))

    def do_pile(self, text: str = "") -> State:
        return replace(self.state, pile=tuple(map(_mark, text.split("; "))))

    def do_won(self, text: str = "") -> State:
        seat, mark = text.split(" ", 1)
        won = tuple((_mark(mark),) if number == int(seat) else () for number in range(self.state.settings.players))
        return replace(self.state, won=won, chips=tuple(map(len, won)))

    def slide(self, text: str) -> RobotSlide | None:
        move: Any = rules.parse(text)
        return slide(self.state.board, self.state.robots, move.colour, move.heading)

    def event(self, event: Event) -> str:
        if isinstance(event, RobotSlid):
            return f"{super().event(replace(event, legs=()))[:-2]} {', '.join(map(self.leg, event.legs))}"
        return super().event(event)

    def leg(self, leg: Leg) -> str:
        past = ["past", *map(self.cell, leg.passed)] if leg.passed else []
        return " ".join([leg.heading, *map(self.cell, leg.cells), leg.end, *past])

    def ask_slide(self, text: str = "") -> Any:
        found = self.slide(text)
        return found and self.cell(found.target)

    def ask_way(self, text: str = "") -> Any:
        found = self.slide(text)
        return found and ", ".join(map(self.leg, found.legs))

    def ask_robot(self, colour: Colour) -> str:
        return self.cell(self.state.robots[COLOURS.index(colour)])

    def ask_marker(self, colour: Colour) -> str:
        return self.cell(self.state.markers[COLOURS.index(colour)])

    def ask_clock(self) -> Any:
        timer = rules.timer(self.state)
        return timer and f"{timer.id} {timer.seconds:g}"

    def ask_silence(self) -> Any:
        timer = rules.silence(self.state)
        return timer and f"{timer.id} {timer.seconds:g}"

    def ask_numbers(self, seat: str = "") -> Any:
        """The first and the last number that a seat may declare; there is none missing between."""
        found = [action.number for action in rules.legal(self.state, int(seat)) if isinstance(action, Bid)]
        assert not found or found == list(range(found[0], found[-1] + 1))
        return found and f"{found[0]}..{found[-1]}"

    def ask_words(self, seat: str = "") -> str:
        """What a seat may do besides declaring and sliding."""
        legal = rules.legal(self.state, int(seat))
        return ", ".join(rules.text(action) for action in legal if not isinstance(action, Bid | Move))

    def ask_round(self) -> Any:
        """Which chip and which attempt at it."""
        return rules.decision(self.state)

    def ask_pile(self) -> int:
        return len(self.state.pile) + len(self.state.set_aside)

    def ask_left(self) -> Any:
        """The chips that may still come, the present one included, in the alphabet's order."""
        return ", ".join(sorted(text_of(chip) for chip in {self.state.chip, *self.state.pile}))

    def ask_points(self) -> Any:
        return points(self.state)

    def ask_plain(self, seat: str = "") -> str:
        return rules.text(fallback_action(self.state, int(seat)))

    def ask_plain_is_first(self) -> bool:
        return fallback_action(self.state, 0) == rules.legal(self.state, 0)[0]

    def ask_puzzle(self, text: str = "") -> str:
        """What is wrong with the position as a puzzle "with walls 4 2=16" in it, or "without target color"."""
        what, _, change = text.partition(" ")
        path, _, value = change.partition("=")
        *parents, last = (int(part) if part.isdecimal() else part for part in path.split())
        data: Any = rules.details(self.state)["puzzle"]
        part = data
        for step in parents:
            part = part[step]
        if what == "with":
            part[last] = json.loads(value)
        else:
            del part[last]
        with pytest.raises(PuzzleError) as raised:
            read_puzzle(data)
        return str(raised.value)

    def ask_arrives(self, route: str = "") -> dict[str, bool]:
        """By each rule: whether seat 0 wins the chip by the last of these moves, and not before."""
        found, begun, length = {}, self.state, len(route.split(", "))
        for rule in ("own", "any", "turn"):
            self.state = replace(begun, settings=replace(begun.settings, one_move_rule=rule))
            self.do_play(f"0:bid {max(2, length)}, clock:expire, 0:{route.replace(', ', ', 0:')}")
            arrived = [event.moves for event in self.events if isinstance(event, Arrived)]
            assert arrived in ([], [length])
            found[rule] = bool(arrived)
        self.state = begun
        return found


def _mark(text: str) -> TargetMark:
    words: Any = text.split()
    return TargetMark(*words)


def _cell(place: str) -> Cell:
    column, row = map(int, place.split(","))
    return cell_at(column, row)


@each_story(Path(__file__).with_name("robots_stories.txt"))
def test_robots(story: Story) -> None:
    Robots().tell(story)


@pytest.mark.parametrize("rule", ["own", "any", "turn"])
def test_counting_needs_two_moves_whatever_the_rule(rule: Any) -> None:
    assert not counts(moves("red E"), False, rule)
    assert not counts(moves("red E"), True, rule)
    assert counts(moves("blue N", "red E"), False, rule)


@pytest.mark.parametrize(
    ("route", "turned"),
    [
        (["red E", "red N"], True),
        (["red E", "red W"], False),
        (["red N", "red S", "red N"], False),
        (["red N", "blue E", "red S"], False),
        (["red N", "blue E", "red W"], True),
        (["blue N", "blue E", "red W"], False),
        (["red N", "red E", "red W"], True),
    ],
)
def test_a_right_angle_is_between_two_own_moves_in_a_row(route: list[str], turned: bool) -> None:
    assert counts(moves(*route), True, "turn") == turned


def test_practice_can_be_taken_back_and_a_round_cannot() -> None:
    assert SPEC.undo_policy({"players": 1}) == "free"
    assert SPEC.undo_policy({"players": 2}) == "none"
