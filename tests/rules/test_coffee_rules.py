"""Coffee's rules, paragraph by paragraph, on hexagons and squares."""

from __future__ import annotations

from random import Random

import pytest

from game.coffee import SPEC, rules
from game.coffee.board import SIDES, Axis, board, cell_named, mask_of
from game.coffee.plain import plain
from game.coffee.state import Drop, RowCompleted, State, StickLaid, StonePlaced, Stuck, Swap, Swapped
from game.core.options import resolve
from game.core.rules import IllegalActionError, NotationError, OptionError, Outcome
from tests.rules.coffee_ascii import names, play, read, texts


def start(**options: object) -> State:
    return rules.start(resolve(SPEC.options, options), 0)


def refused(state: State, text: str) -> str:
    """The sentence with which the action is refused; nothing changes."""
    before = repr(state)
    with pytest.raises(IllegalActionError) as raised:
        rules.apply(state, state.mover, rules.parse(text))
    assert repr(state) == before
    return str(raised.value)


def cell(name: str) -> int:
    found = cell_named(name)
    assert found is not None
    return found


class TestOptions:
    def test_defaults(self) -> None:
        assert resolve(SPEC.options, {}) == {"board": "sq5", "n": 4, "pie": False}

    @pytest.mark.parametrize(("board", "n"), [("sq2", 2), ("sq3", 3), ("hex3", 3), ("hex4", 4), ("sq7", 4)])
    def test_n_is_4_or_the_side_if_that_is_smaller(self, board: str, n: int) -> None:
        assert resolve(SPEC.options, {"board": board})["n"] == n

    @pytest.mark.parametrize("board_id", SIDES)
    def test_n_goes_from_1_to_the_side(self, board_id: str) -> None:
        side = SIDES[board_id]
        assert [resolve(SPEC.options, {"n": n, "board": board_id})["n"] for n in (1, side)] == [1, side]
        for n in (0, side + 1, 99, True, "4", None):
            with pytest.raises(OptionError, match="'n'"):
                resolve(SPEC.options, {"board": board_id, "n": n})

    def test_too_long_a_row_is_refused_with_the_board_it_is_too_long_for(self) -> None:
        with pytest.raises(OptionError, match=r"'n': 6 is not in 1\.\.5 with board=sq5"):
            resolve(SPEC.options, {"n": 6})

    def test_presets_are_options(self) -> None:
        chosen = [resolve(SPEC.options, preset.options) for preset in SPEC.presets]
        assert [(options["board"], options["n"]) for options in chosen] == [
            ("sq5", 4),
            ("hex4", 4),
            ("sq6", 5),
            ("hex5", 5),
        ]


class TestTheFirstStone:
    @pytest.mark.parametrize(("board", "actions"), [("sq5", 96), ("hex4", 111), ("hex2", 21), ("sq2", 12)])
    def test_it_goes_anywhere_and_its_stick_along_any_axis_with_an_empty_cell(self, board: str, actions: int) -> None:
        state = start(board=board)
        assert len(rules.offered(state)) == len(
            {action.cell for action in rules.legal(state, 0) if isinstance(action, Drop)}
        )
        assert len(texts(state)) == actions

    @pytest.mark.parametrize("board", SIDES)
    def test_it_never_leaves_the_other_player_without_a_place(self, board: str) -> None:
        state = start(board=board, n=2, pie=True)
        for action in rules.legal(state, 0):
            after, _ = rules.apply(state, 0, action)
            assert any(isinstance(answer, Drop) for answer in rules.legal(after, 1))

    def test_black_is_the_first_seat(self) -> None:
        state, events = rules.apply(start(), 0, Drop(cell("c3"), "h"))
        assert events == (StonePlaced(0, "black", cell("c3")), StickLaid(0, cell("c3"), "h"))
        assert (state.mover, state.to_move, state.stick) == (1, "orange", (cell("c3"), "h"))

    def test_a_corner_of_a_square_has_no_line_along_one_diagonal(self) -> None:
        assert "no empty cell would be left on the line along u" in refused(start(), "a1u")


class TestTheLine:
    def test_on_a_square_it_goes_both_ways_past_stones(self) -> None:
        state = read("""
            a . . . . .
            b . . . . .
            c + x O x +
            d . . . . .
            e . . . . .
        """, n=4, axis="h")  # fmt: skip
        assert {text[:2] for text in texts(state)} == {"c1", "c5"}
        assert "d3 is not on the line" in refused(state, "d3h")

    def test_on_a_hexagon_it_goes_both_ways_past_stones(self) -> None:
        state = read("""
            a   + . .
            b  . x . .
            c . . O . .
            d  . . x .
            e   . . +
        """, n=3, axis="d")  # fmt: skip
        assert names(rules.offered(state)) == ["a1", "e3"]
        assert refused(state, "b1h").startswith("b1h: b1 is not on the line")

    def test_the_stick_may_be_laid_back_along_the_line_just_used(self) -> None:
        state = play(start(), "c3h", "c4h")
        assert names(rules.offered(state)) == ["c1", "c2", "c5"]
        state = play(start(board="hex3"), "c3h", "c4h")
        assert names(rules.offered(state)) == ["c1", "c2", "c5"]

    def test_a_taken_cell_is_refused(self) -> None:
        assert "a stone is on c3" in refused(play(start(), "c3h"), "c3v")


class TestFullLines:
    def test_on_a_square_no_stick_is_laid_along_a_line_without_an_empty_cell(self) -> None:
        state = read("""
            a o . x
            b x . .
            c + x O
        """, n=3, axis="h")  # fmt: skip
        assert texts(state) == ["c1u"]
        assert rules.barred_axes(state, cell("c1")) == {"h": "full", "d": "full", "v": "full"}
        assert refused(state, "c1v") == "c1v: no empty cell would be left on the line along v"

    def test_on_a_hexagon_too(self) -> None:
        state = read("""
            a   . . .
            b  . . . .
            c . . . . .
            d  . . . .
            e   x O +
        """, n=3, axis="h")  # fmt: skip
        assert texts(state) == ["e3d", "e3u"]
        assert rules.barred_axes(state, cell("e3")) == {"h": "full"}
        assert "no empty cell would be left on the line along h" in refused(state, "e3h")

    def test_an_axis_that_the_board_lacks_is_refused(self) -> None:
        assert "hex3 has no axis v" in refused(start(board="hex3"), "c3v")

    def test_a_cell_that_the_board_lacks_is_refused(self) -> None:
        assert "no cell i9 on sq5" in refused(start(), "i9h")


class TestRows:
    def test_a_row_of_n_wins_at_once_and_no_stick_is_laid(self) -> None:
        state = read("""
            a . . + .
            b x x + x
            c o . o .
            d . . O .
        """, n=4, axis="v")  # fmt: skip
        assert [text for text in texts(state) if text.startswith("b3")] == ["b3*"]
        after, events = rules.apply(state, 0, rules.parse("b3*"))
        row = tuple(map(cell, ("b1", "b2", "b3", "b4")))
        assert events == (StonePlaced(0, "black", cell("b3")), RowCompleted(0, "black", row))
        assert rules.outcome(after) == Outcome((0,), "row")
        assert rules.actors(after) == () and rules.offered(after) == ()
        assert rules.legal(after, 0) == rules.legal(after, 1) == ()
        assert after.stick == state.stick

    @pytest.mark.parametrize(("board_id", "middle"), [("sq5", "c3"), ("hex3", "c3"), ("hex4", "d4")])
    @pytest.mark.parametrize("axis", ["h", "d", "u", "v"])
    def test_it_may_lie_along_any_axis(self, board_id: str, middle: str, axis: Axis) -> None:
        table = board(board_id)
        if axis not in table.axes:
            return
        across: Axis = "h" if axis != "h" else "d"
        line, stick = table.line(cell(middle), axis), table.line(cell(middle), across)[0]
        place = line.index(cell(middle))
        pair = (line[place - 1], line[place + 1])
        state = State(board_id, 3, False, mask_of(pair), 1 << stick, (stick, across), ply=3)
        assert rules.winning_cells(state) == (cell(middle),)
        assert rules.outcome(play(state, f"{middle}*")) == Outcome((0,), "row")
        assert rules.longest(play(state, f"{middle}*"), "black") == line[place - 1 : place + 2]

    @pytest.mark.parametrize(
        ("axis", "drawing"),
        [
            ("v", """
            a . . + . .
            b o . O . .
            c x x + x x
            d . . + . .
            e o o + . .
            """),
            ("d", """
            a   + . .
            b  . O . .
            c x x + x x
            d  o . + .
            e   . o +
            """),
        ],
    )  # fmt: skip
    def test_a_longer_row_wins_too(self, axis: Axis, drawing: str) -> None:
        state = read(drawing, n=4, axis=axis)
        row = tuple(map(cell, ("c1", "c2", "c3", "c4", "c5")))
        after, events = rules.apply(state, 0, rules.parse("c3*"))
        assert events[1] == RowCompleted(0, "black", row)
        assert rules.outcome(after) == Outcome((0,), "row")

    def test_only_ones_own_stones_count(self) -> None:
        state = read("""
            a . . + .
            b o o + o
            c . . x .
            d . . O .
        """, n=4, axis="v")  # fmt: skip
        assert "b3v" in texts(state)
        assert "completes no row of 4" in refused(state, "b3*")

    def test_a_row_that_is_completed_is_written_with_a_star(self) -> None:
        state = read("""
            a x x +
            b . . +
            c o . O
        """, n=3, axis="v")  # fmt: skip
        assert "no stick is laid: write a3*" in refused(state, "a3h")
        assert rules.barred_axes(state, cell("a3")) == dict.fromkeys("hduv", "row")
        assert rules.dangers(state, cell("a3")) == {}

    @pytest.mark.parametrize("board_id", ["sq2", "hex5"])
    def test_with_n_1_the_first_stone_wins(self, board_id: str) -> None:
        state = start(board=board_id, n=1)
        assert {text[-1] for text in texts(state)} == {"*"}
        assert rules.outcome(play(state, "a1*")) == Outcome((0,), "row")


class TestStuck:
    def test_on_a_square_a_stone_that_leaves_no_stick_is_not_legal_and_who_has_no_other_has_lost(self) -> None:
        state = read("""
            a x o x
            b X o +
            c o x .
        """, n=3, axis="h")  # fmt: skip
        assert texts(state) == ["b3v"]
        after, events = rules.apply(state, 1, rules.parse("b3v"))
        assert events == (StonePlaced(1, "orange", cell("b3")), StickLaid(1, cell("b3"), "v"), Stuck(0))
        assert rules.outcome(after) == Outcome((1,), "stuck")
        assert names(rules.offered(after)) == ["c3"]
        assert rules.actors(after) == () and rules.legal(after, 0) == ()
        with pytest.raises(IllegalActionError, match="over"):
            rules.apply(after, 0, rules.parse("c3h"))

    def test_on_a_hexagon(self) -> None:
        state = read("""
            a   x o .
            b  . x x o
            c o x o x x
            d  O + o o
            e   x . .
        """, n=3, axis="h")  # fmt: skip
        after, events = rules.apply(state, 0, rules.parse("d2u"))
        assert events[-1] == Stuck(1)
        assert rules.outcome(after) == Outcome((0,), "stuck")
        assert names(rules.offered(after)) == ["a3"]
        assert rules.outcome(play(state, "d2d")) is None

    def test_on_a_square_a_row_comes_before_being_stuck(self) -> None:
        state = read("""
            a x o o
            b o O x
            c x x +
        """, n=3, axis="d")  # fmt: skip
        assert texts(state) == ["c3*"]
        assert rules.outcome(play(state, "c3*")) == Outcome((0,), "row")

    def test_on_a_hexagon_too(self) -> None:
        state = read("""
            a   x x o
            b  o o x x
            c O o + o x
            d  x x o x
            e   o x o
        """, n=3, axis="h")  # fmt: skip
        assert texts(state) == ["c3*"]
        assert rules.outcome(play(state, "c3*")) == Outcome((0,), "row")

    @pytest.mark.parametrize("board_id", SIDES)
    def test_where_two_cells_are_offered_each_has_a_legal_stick(self, board_id: str) -> None:
        random = Random(board_id)
        for _ in range(20):
            state = start(board=board_id, n=SIDES[board_id])
            while state.winner is None:
                if len(rules.offered(state)) > 1:
                    drops = [action for action in rules.legal(state, state.mover) if isinstance(action, Drop)]
                    assert {drop.cell for drop in drops} == set(rules.offered(state))
                state, _ = rules.apply(state, state.mover, random.choice(rules.legal(state, state.mover)))


class TestPie:
    def test_it_is_offered_once_and_only_if_agreed(self) -> None:
        assert "swap" not in texts(play(start(), "c3h"))
        state = play(start(pie=True), "c3h")
        assert texts(state)[-1] == "swap"
        assert "swap" not in texts(start(pie=True))
        assert "swap" not in texts(play(state, "c4h"))
        assert "swap" not in texts(play(state, "swap"))

    @pytest.mark.parametrize("board", ["sq5", "hex4"])
    def test_colours_change_hands_and_the_first_player_moves_next_as_orange(self, board: str) -> None:
        before = play(start(board=board, pie=True), "c3h")
        after, events = rules.apply(before, 1, Swap())
        assert events == (Swapped(1),)
        assert (after.mover, after.to_move, after.colours) == (0, "orange", ("orange", "black"))
        assert (after.black, after.orange, after.stick) == (before.black, before.orange, before.stick)
        assert rules.offered(after) == rules.offered(before)
        later = play(after, "c4h")
        assert (later.mover, later.to_move) == (1, "black")
        assert later.orange == 1 << cell("c4")

    def test_a_row_wins_for_whoever_owns_its_colour(self) -> None:
        won = play(start(board="sq3", n=2, pie=True), "a1h", "swap", "a3v", "c3h", "c1v", "b1*")
        assert (rules.outcome(won), won.colours[1]) == (Outcome((1,), "row"), "black")

    def test_a_swap_out_of_turn_is_refused(self) -> None:
        for state in (start(pie=True), play(start(), "c3h"), play(start(pie=True), "c3h", "c4h")):
            assert "only the second player's first action" in refused(state, "swap")


class TestWhatAScreenShows:
    SQUARE = """
        a . . . . .
        b x x . x .
        c . . . o .
        d + o + + O
        e . . . . .
    """

    def test_what_a_stick_would_offer(self) -> None:
        state = read(self.SQUARE, n=4, axis="h")
        assert names(rules.offer_of(state, cell("d3"), "v")) == ["a3", "b3", "c3", "e3"]
        assert names(rules.offer_of(state, cell("d3"), "h")) == ["d1", "d4"]
        assert rules.open_axes(state, cell("d3")) == ("h", "d", "u", "v")

    def test_dangers_on_a_square(self) -> None:
        state = read("""
            a . . . . .
            b x x . x .
            c . . . o .
            d + o X + +
            e . . . . .
        """, n=4, axis="h")  # fmt: skip
        assert rules.dangers(state, cell("d1")) == {"u": (cell("b3"),)}
        assert rules.dangers(state, cell("d4")) == {}
        assert rules.dangers(state, cell("d5")) == {"d": (cell("b3"),)}

    def test_dangers_on_a_hexagon(self) -> None:
        state = read("""
            a   . . .
            b  x . x .
            c . . o . .
            d  + X + +
            e   . . .
        """, n=3, axis="h")  # fmt: skip
        assert rules.dangers(state, cell("d1")) == {"u": (cell("b2"), cell("c2"))}
        assert rules.dangers(state, cell("d3")) == {"d": (cell("b2"),)}
        assert rules.dangers(state, cell("d4")) == {}

    def test_the_longest_row(self) -> None:
        state = read(self.SQUARE, n=4, axis="h")
        assert names(rules.longest(state, "black")) == ["b1", "b2"]
        assert names(rules.longest(state, "orange")) == ["c4", "d5"]
        assert rules.longest(start(), "black") == ()


class TestNotation:
    @pytest.mark.parametrize("text", ["c3h", "a1*", "i9v", "swap", "e5d", "b2u"])
    def test_texts_round_trip(self, text: str) -> None:
        assert rules.text(rules.parse(text)) == text

    @pytest.mark.parametrize("text", ["", "c3", "c3x", "c3H", "j1h", "a0h", "a10h", "c3h ", "Swap", "c3**", "3ch"])
    def test_what_is_no_action(self, text: str) -> None:
        with pytest.raises(NotationError, match="Coffee action"):
            rules.parse(text)

    def test_details(self) -> None:
        assert rules.details(play(start(), "c3h", "c2u")) == {
            "offered": ["a4", "b3", "d1"],
            "line": "c2u",
            "colours": ["black", "orange"],
            "to_move_colour": "black",
            "stones": {"black": ["c3"], "orange": ["c2"]},
        }
        assert rules.details(start())["line"] is None

    def test_the_picture(self) -> None:
        assert rules.picture(play(start(board="hex2", n=2, pie=True), "b2u", "swap")).splitlines() == [
            "a  . +",
            "b . X .",
            "c  + .",
            "2 in a row; orange is seat 0, black is seat 1; stick b2u; orange to move",
        ]


class TestPlain:
    def test_a_row_is_completed(self) -> None:
        state = read("""
            a x x +
            b . . +
            c o . O
        """, n=3, axis="v")  # fmt: skip
        assert rules.text(plain(state, 0)) == "a3*"

    def test_the_other_is_left_stuck(self) -> None:
        state = read("""
            a x o x
            b X o +
            c o x .
        """, n=3, axis="h")  # fmt: skip
        assert rules.text(plain(state, 1)) == "b3v"

    def test_no_win_is_handed_over_where_that_can_be_helped(self) -> None:
        state = read("""
            a   . . .
            b  x . x .
            c . . o . .
            d  + X + +
            e   . . .
        """, n=3, axis="h")  # fmt: skip
        after, _ = rules.apply(state, 1, plain(state, 1))
        assert rules.winning_cells(after) == ()
