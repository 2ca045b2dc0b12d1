"""The rules of Hyper Robots: the stories of robots_stories.txt, and tables of what counts as an arrival."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any, ClassVar

import pytest

from game.robots import SPEC, points, rules
from game.robots.board import COLOURS, Cell, Leg, RobotSlide, TargetMark, cell_at, slide, xy
from game.robots.rounds import counts
from game.robots.state import Arrived, Bid, Event, Move, RobotSlid, State
from tests.rules.robots_ascii import bites_of, game, moves
from tests.stories import Story, each_story, options_of
from tests.vocabulary.game import GameVocabulary, text_of


class Robots(GameVocabulary):
    """Tells of Hyper Robots. Cells are "COLUMN,ROW" from 0. A MARK is a colour and a symbol: "red cup". A MOVE is a
    colour and a direction: "red N". The drawing below a step is the upper left corner of the board."""

    spec = SPEC
    cells = ("cell", "cells", "origin", "target", "robots")
    state: State
    facts: ClassVar = {
        "slide": lambda s, *move: (found := s.slide(move)) and s.cell(found.target),  # where MOVE would end
        # the way of MOVE, a part for each direction: direction, cells, and what ends it: "E 1,0 2,0 robot"
        "way": lambda s, *move: (found := s.slide(move)) and ", ".join(map(s.leg, found.legs)),
        # the clock that runs and its seconds, "bid-1 45", and the bidding delay and its seconds
        "clock": lambda s: (timer := rules.timer(s.state)) and f"{timer.id} {timer.seconds:g}",
        "silence": lambda s: (timer := rules.silence(s.state)) and f"{timer.id} {timer.seconds:g}",
        "pile": lambda s: len(s.state.pile) + len(s.state.set_aside),  # how many chips are in it or set aside
        # the chips that may still come, with the present one, by the alphabet
        "left": lambda s: ", ".join(sorted(text_of(chip) for chip in {s.state.chip, *s.state.pile})),
        "points": lambda s: points(s.state),  # the chips that each seat has won
    }

    def cell(self, cell: Cell) -> str:
        return "{},{}".format(*xy(cell))

    def do_turned(self, text: str = "") -> State:
        """MARK [OPTION=VALUE …]: Turn over the chip with MARK on the drawn board. "chips=[1,0]" gives the chips of each
        seat."""
        colour, symbol, *given = text.split()
        options = options_of(" ".join(given))
        chips = options.pop("chips", None)
        state = game(self.drawing, _mark(f"{colour} {symbol}"), **options)
        return replace(state, chips=tuple(chips)) if chips else state

    def do_with(self, text: str) -> State:
        """marks = MARK CELL; MARK CELL …, pile = MARK; MARK …, won = MARK, or COLOUR = CELL: Let these marks alone be
        on the board and no chip in the pile, these chips alone in the pile, or this one alone have been won, by seat 0.
        Or let a robot stand on another cell from the beginning."""
        field, value = text.split(" = ")
        state, parts = self.state, value.split("; ")
        match field:
            case "pile":
                return replace(state, pile=tuple(map(_mark, parts)))
            case "won":
                won = ((_mark(value),), *((),) * (state.settings.players - 1))
                return replace(state, won=won, chips=tuple(map(len, won)))
            case "marks":
                marks = {_cell(place): _mark(mark) for mark, place in (part.rsplit(" ", 1) for part in parts)}
                state = replace(state, board=replace(state.board, marks=marks), pile=())
            case colour:
                robots = list(state.robots)
                robots[COLOURS.index(colour)] = _cell(value)
                state = replace(state, robots=tuple(robots), markers=tuple(robots))
        return replace(state, bites=bites_of(state))

    def slide(self, words: tuple[str, ...]) -> RobotSlide | None:
        """Return what MOVE would do; None if the robot cannot move."""
        move: Any = rules.parse(" ".join(words))
        return slide(self.state.board, self.state.robots, move.colour, move.heading)

    def event(self, event: Event) -> str:
        if isinstance(event, RobotSlid):
            return f"{super().event(replace(event, legs=()))[:-2]} {', '.join(map(self.leg, event.legs))}"
        return super().event(event)

    def leg(self, leg: Leg) -> str:
        past = ["past", *map(self.cell, leg.passed)] if leg.passed else []
        return " ".join([leg.heading, *map(self.cell, leg.cells), leg.end, *past])

    def ask_numbers(self, seat: str = "") -> Any:
        """SEAT: Return the lowest and the highest number that SEAT may bid: "2..6". Check that it may bid each number
        between."""
        found = [action.number for action in rules.legal(self.state, int(seat)) if isinstance(action, Bid)]
        assert not found or found == list(range(found[0], found[-1] + 1))
        return found and f"{found[0]}..{found[-1]}"

    def ask_words(self, seat: str = "") -> str:
        """SEAT: Return the legal actions of SEAT that are neither bids nor moves."""
        legal = rules.legal(self.state, int(seat))
        return ", ".join(rules.text(action) for action in legal if not isinstance(action, Bid | Move))

    def ask_arrives(self, route: str = "") -> dict[str, bool]:
        """MOVES: Return for each one-move rule whether seat 0 wins the chip with the last of MOVES and not before: "own
        no, any yes, turn no"."""
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
