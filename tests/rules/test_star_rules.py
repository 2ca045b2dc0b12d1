"""Star's rules beyond the diagrams: paragraph by paragraph, with the ways to be refused."""

from __future__ import annotations

import pytest

from game.core.rules import IllegalActionError, NotationError, Outcome
from game.star import rules
from game.star.plain import plain
from game.star.state import (
    CELL_NAMES,
    DrawAnswered,
    DrawOffered,
    Refuse,
    Repeated,
    Resign,
    Resigned,
    StarJumped,
    State,
    cell_of,
)
from tests.rules.star_ascii import drawn, go_on, played, read, texts


def refused(state: State, text: str, seat: int | None = None) -> str:
    """The sentence with which `text` is refused."""
    before = repr(state)
    with pytest.raises(IllegalActionError) as raised:
        rules.apply(state, rules.actors(state)[0] if seat is None else seat, rules.parse(text))
    assert repr(state) == before
    return str(raised.value)


class TestBoardActions:
    def test_they_come_in_a_fixed_order(self):
        assert texts(rules.legal(read("*o. .x. ..o"), 0)) == [
            *("@c3", "@a2", "@c2", "@a1", "@b1"),
            *("b3-c3", "c1-c2", "c1-b1", "*c3", "draw?", "resign"),
        ]

    def test_with_an_empty_hand_nothing_is_placed(self):
        assert texts(rules.board_actions(read("*o. ... .oo"))) == ["b3-c3", "b3-b2", "b1-b2", "b1-a1", "c1-c2", "*c3"]

    @pytest.mark.parametrize(
        ("board", "jumps"),
        [
            ("*o. o.. ...", ["*c3", "*a1"]),
            ("*ox o.. x..", []),
            ("*x. x.. ...", []),
            (".o* ..o ...", ["*a3", "*c1"]),
            ("... o.. *o.", ["*a3", "*c1"]),
            ("... ..o .o*", ["*c3", "*a1"]),
            ("*.. .o. ...", []),
        ],
    )
    def test_the_star_jumps_over_its_movers_neighbours_to_empty_corners(self, board, jumps):
        assert [text for text in texts(rules.board_actions(read(board))) if text[0] == "*"] == jumps

    @pytest.mark.parametrize(
        ("board", "text", "words"),
        [
            ("*o. .x. ...", "@a3", "a3 is not empty"),
            ("*o. .x. ...", "@b2", "b2 is not empty"),
            ("*o. ... .oo", "@c3", "no piece in hand"),
            ("*o. .x. ...", "b2-c2", "no piece of this seat on b2"),
            ("*o. .x. ...", "b3-b2", "b2 is not empty"),
            ("*o. .x. ...", "b3-a3", "a3 is not empty"),
            ("*o. .x. ...", "b3-c2", "c2 is not beside b3"),
            ("*o. .x. ...", "b3-b3", "b3 is not beside b3"),
            ("*o. .x. ...", "*a1", "no piece of this seat to jump over"),
            ("*ox .x. ...", "*c3", "c3 is not empty"),
            ("*o. .x. ...", "*c1", "does not jump from a3 to c1"),
            ("*o. .x. ...", "*a3", "does not jump from a3 to a3"),
            ("*o. .x. ...", "*b1", "does not jump from a3 to b1"),
            ("*o. .x. ...", "accept", "no draw was offered"),
        ],
    )
    def test_the_others_are_refused_with_a_reason(self, board, text, words):
        message = refused(read(board), text)
        assert message.startswith(f"{text}: ")
        assert words in message

    @pytest.mark.parametrize(("star", "target"), [(0, 2), (0, 6), (2, 0), (2, 8), (6, 8), (6, 0), (8, 6), (8, 2)])
    def test_a_jump_tells_the_piece_between(self, star, target):
        over = (star + target) // 2
        marks = "".join({star: "*", over: "o"}.get(cell, ".") for cell in range(9))
        state = read(f"{marks[:3]} {marks[3:6]} {marks[6:]}")
        _, (event,) = rules.apply(state, 0, rules.parse(f"*{CELL_NAMES[target]}"))
        assert event == StarJumped(0, star, over, target)

    def test_only_the_seat_in_turn_acts(self):
        assert refused(played("@b2"), "@b3", seat=0) == "it is seat 1's turn, not seat 0's"
        assert rules.legal(played("@b2"), 0) == ()


class TestEnds:
    @pytest.mark.parametrize(
        ("board", "text"),
        [("*o. ... o..", "@a2"), ("*.o o.. ...", "c3-b3"), ("*o. ..o ...", "*c3"), (".o. o.. *..", "*a3")],
    )
    def test_the_star_can_be_surrounded_in_every_way(self, board, text):
        after = go_on(read(board), text)
        assert after.result == Outcome((0,), "star")
        assert rules.actors(after) == ()
        assert rules.legal(after, 0) == rules.legal(after, 1) == rules.board_actions(after) == ()
        assert rules.barred(after) == {}
        assert refused(after, "@a1", seat=1) == "the game is over"

    def test_pieces_of_both_seats_surround_nothing(self):
        assert go_on(read("*o. ... ...", mover=1), "@a2").result is None

    @pytest.mark.parametrize("actions", ["", "@b2", "@b2 @b3 draw? refuse"])
    def test_a_seat_may_resign_in_its_turn(self, actions):
        state = played(actions)
        after, events = rules.apply(state, state.mover, Resign())
        assert after.result == Outcome((1 - state.mover,), "resign")
        assert events == (Resigned(state.mover),)
        assert drawn(after) == drawn(state)


class TestDrawOffer:
    def test_the_other_seat_answers(self):
        state, events = rules.apply(played("@b2"), 1, rules.parse("draw?"))
        assert events == (DrawOffered(1),)
        assert rules.actors(state) == (0,)
        assert texts(rules.legal(state, 0)) == ["accept", "refuse"]
        assert rules.legal(state, 1) == ()
        assert rules.details(state)["offer"] == 1
        assert "to be answered first" in refused(state, "resign")
        assert "to be answered first" in refused(state, "@b3")

    def test_accepted_it_is_a_draw(self):
        state, events = rules.apply(played("@b2 draw?"), 0, rules.parse("accept"))
        assert events == (DrawAnswered(0, True),)
        assert rules.outcome(state) == Outcome((), "agreed")
        assert rules.actors(state) == ()

    @pytest.mark.parametrize("moves", ["@b2", "@b2 @a2"])
    def test_each_of_its_steps_is_a_decision_of_its_own(self, moves):
        start = played(moves)
        for answer in ("accept", "refuse", "refuse resign"):
            steps = ["draw?", *answer.split()]
            states = [start, *(go_on(start, " ".join(steps[: count + 1])) for count in range(len(steps)))]
            assert [rules.decision(state) for state in states] == list(range(start.ply, start.ply + len(states)))

    def test_refused_the_seat_acts_or_resigns(self):
        before = played("@b2")
        state, events = rules.apply(go_on(before, "draw?"), 0, Refuse())
        assert events == (DrawAnswered(0, False),)
        assert rules.actors(state) == (1,)
        assert texts(rules.legal(state, 1)) == [*texts(rules.board_actions(before)), "resign"]
        assert "once a turn" in refused(state, "draw?")
        assert rules.details(state)["offer"] is None

    def test_it_may_be_made_again_in_the_next_turn(self):
        state = played("draw? refuse @b2 draw? refuse @b3")
        assert "draw?" in texts(rules.legal(state, 0))
        assert (state.ply, state.offer) == (6, "none")

    def test_it_leaves_the_board_and_the_memories_alone(self):
        before = go_on(read("*.. .o. ..x"), "b2-b1 c1-c2")
        after = go_on(before, "draw? refuse")
        assert (after.pieces, after.star, after.memory, after.history) == (
            before.pieces,
            before.star,
            before.memory,
            before.history,
        )


class TestFoulRule:
    def test_a_slide_is_barred_for_one_turn_only(self):
        state = go_on(read("*.. .o. ..x"), "b2-b1 @c3")
        assert texts(rules.barred(state)) == ["b1-b2"]
        assert texts(rules.barred(go_on(state, "b1-a1 @a2"))) == ["a1-b1"]
        assert rules.barred(go_on(state, "@c2 @a2")) == {}

    def test_a_placement_is_never_a_foul(self):
        state = go_on(read("*.. .o. ..x"), "@b1 @c3")
        assert rules.barred(state) == {}

    @pytest.mark.parametrize(("fouls", "barred"), [("takeback", ["b1-b2"]), ("literal", []), ("none", [])])
    def test_a_jump_of_the_other_seat_in_between_counts_only_to_the_letter(self, fouls, barred):
        state = go_on(read("*.. xo. ...", fouls=fouls), "b2-b1 *a1")
        assert texts(rules.barred(state)) == barred

    @pytest.mark.parametrize("fouls", ["takeback", "literal"])
    def test_a_jump_is_barred_until_the_star_is_moved_on(self, fouls):
        before = read(".o* x.x ...", fouls=fouls)
        assert texts(rules.barred(go_on(before, "*a3 @b2"))) == ["*c3"]
        assert rules.barred(go_on(before, "*a3 *a1")) == {}

    @pytest.mark.parametrize("fouls", ["takeback", "literal"])
    def test_what_the_board_forbids_is_not_remembered(self, fouls):
        state = go_on(read("*.. .o. ..x", fouls=fouls), "b2-b1")
        assert state.memory == (rules.parse("b1-b2"), None)
        assert go_on(state, "@b2").memory == (None, None)
        assert go_on(state, "@c3").memory == (rules.parse("b1-b2"), None)

    def test_the_sentence_says_what_is_taken_back(self):
        assert "takes back the slide" in refused(go_on(read("*.. .o. ..x"), "b2-b1 @c3"), "b1-b2")
        assert "takes back the jump" in refused(go_on(read("*o. ... ..x"), "*c3 c1-b1"), "*a3")

    def test_without_the_guard_a_seat_with_only_fouls_is_not_stuck(self):
        state = go_on(read("*.o xoo x.x", mover=1, foul_guard=False), "c1-b1 c3-b3")
        assert texts(rules.legal(state, 1)) == ["b1-c1", "draw?", "resign"]
        assert go_on(state, "b1-c1").result == Outcome((0,), "foul")


class TestRepetition:
    def test_the_third_time_is_a_draw(self):
        state = go_on(read("*.. .o. ..x", fouls="none"), "@c3 c1-c2 b2-b1 c2-c1 b1-b2 c1-c2 b2-b1 c2-c1")
        assert state.result is None
        after, events = rules.apply(state, 0, rules.parse("b1-b2"))
        assert after.result == Outcome((), "repetition")
        assert events[-1] == Repeated()

    def test_the_first_position_counts(self):
        state = played("", fouls="none")
        assert len(state.history) == 1
        assert len(go_on(state, "@b2 @b1 b2-c2 b1-a1 draw? refuse").history) == 3

    def test_the_same_board_with_other_memories_is_another_position(self):
        around = "c3-b3 b1-a1 b3-b2 a1-a2 b2-c2 a2-b2 c2-c3 b2-b1 "
        boards = [drawn(played("@c3 @b1 " + around * times)) for times in range(3)]
        assert set(boards) == {"*.o ... .x."}
        state = played("@c3 @b1 " + around * 2 + "c3-b3")
        assert state.result is None
        assert go_on(state, "b1-a1").result == Outcome((), "repetition")


class TestNotation:
    def test_cells_are_named_from_the_lower_left(self):
        assert CELL_NAMES == ("a3", "b3", "c3", "a2", "b2", "c2", "a1", "b1", "c1")
        assert [cell_of(name) for name in CELL_NAMES] == list(range(9))

    @pytest.mark.parametrize("text", ["@b2", "a2-b2", "b3-b3", "*c3", "*b2", "draw?", "accept", "refuse", "resign"])
    def test_texts_round_trip(self, text):
        assert rules.text(rules.parse(text)) == text

    @pytest.mark.parametrize(
        "text", ["b2", "@d2", "@a4", "@a0", "@b2 ", "a2b2", "a2-", "*", "*c", "Resign", "draw", "@B2", "@a\u0663"]
    )
    def test_other_texts_are_refused(self, text):
        with pytest.raises(NotationError, match="no Star action"):
            rules.parse(text)


class TestShown:
    def test_the_picture(self):
        state = played("@b3 @a2 @a1 @c2 b3-b2 @c1")
        assert rules.picture(state).splitlines() == [
            "3 * . .",
            "2 x o x",
            "1 o . x",
            "  a b c",
            "0: o, in hand 1, may not take back with b2-b3, to move",
            "1: x, in hand 0",
        ]

    @pytest.mark.parametrize(
        ("actions", "lines"),
        [
            ("draw?", ["0: o, in hand 3, offers a draw", "1: x, in hand 3, to answer the draw offer"]),
            ("draw? refuse", ["0: o, in hand 3, to move, draw refused", "1: x, in hand 3"]),
            ("draw? accept", ["0: o, in hand 3", "1: x, in hand 3"]),
            ("@b3 resign", ["0: o, in hand 2, has won", "1: x, in hand 3"]),
        ],
    )
    def test_the_picture_of_offers_and_ends(self, actions, lines):
        assert rules.picture(played(actions)).splitlines()[-2:] == lines

    def test_the_details(self):
        assert rules.details(played("@b3 @a2 @a1 @c2 b3-b2 @c1")) == {
            "board": "*..xoxo.x",
            "hands": [1, 0],
            "fouls": ["b2-b3"],
            "offer": None,
        }


class TestPlain:
    @pytest.mark.parametrize(
        ("state", "text"),
        [
            (played(""), "@b3"),
            (played("@b2 draw?"), "refuse"),
            (read("*o. ... .oo", memory=("b1-b2", "")), "b3-c3"),
            (read("*o. x.. .oo"), "b3-c3"),
            (read("*o. x.o ..."), "*c3"),
            (go_on(read("*.o xoo x.x", mover=1, foul_guard=False), "c1-b1 c3-b3"), "resign"),
        ],
    )
    def test_it_wins_at_once_or_does_not_lose_at_once(self, state, text):
        assert rules.text(plain(state, rules.actors(state)[0])) == text
