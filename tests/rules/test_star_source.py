"""Every diagram of the game's how-to, by its place there."""

from __future__ import annotations

import pytest

from game.core.rules import IllegalActionError, Outcome
from game.star import rules
from game.star.state import (
    FoulPlayed,
    Jump,
    PiecePlaced,
    PieceSlid,
    Resign,
    Slide,
    StarJumped,
    StarSurrounded,
    cell_of,
)
from game.star.table import table_of
from game.star.theory import Verdict, action_verdicts, position_verdict
from tests.rules.star_ascii import drawn, go_on, played, read, texts

both_readings = pytest.mark.parametrize("fouls", ["takeback", "literal"])


def events(state, text):
    return rules.apply(state, rules.actors(state)[0], rules.parse(text))[1]


def test_the_first_board():
    assert drawn(played("")) == "*.. ... ..."
    assert played("").hands == (3, 3)


@pytest.mark.parametrize("corner", ["a3", "c3", "a1", "c1"])
def test_the_star_may_start_in_any_corner(corner):
    assert played("", star=corner).star == cell_of(corner)


class TestActions:
    def test_1_a_piece_is_placed_on_an_empty_cell(self):
        state = read("*.. ... ...")
        assert drawn(go_on(state, "@b2")) == "*.. .o. ..."
        assert events(state, "@b2") == (PiecePlaced(0, 4, 2),)

    def test_2_a_piece_slides_one_step(self):
        state = read("*.. .ox ...")
        assert drawn(go_on(state, "b2-b3")) == "*o. ..x ..."
        assert events(state, "b2-b3") == (PieceSlid(0, 4, 1),)

    def test_3_the_star_jumps_over_an_own_piece(self):
        state = read("*o. x.x ...")
        assert drawn(go_on(state, "*c3")) == ".o* x.x ..."
        assert events(state, "*c3") == (StarJumped(0, 0, 1, 2),)


class TestWins:
    def test_the_first_player(self):
        before = read("*o. x.o xxo")
        after = go_on(before, "*c3")
        assert drawn(after) == ".o* x.o xxo"
        assert after.result == Outcome((0,), "star")
        assert events(before, "*c3")[-1] == StarSurrounded(0, (1, 5))

    def test_the_second_player(self):
        before = read("xo. xo. *.o", mover=1)
        after = go_on(before, "@b1")
        assert drawn(after) == "xo. xo. *xo"
        assert after.result == Outcome((1,), "star")
        assert events(before, "@b1")[-1] == StarSurrounded(1, (3, 7))


class TestFouls:
    FIRST = (".o* xox o.x", 0, "a1-b1 a2-a3", "b1-a1")
    SECOND = (".x* oxo xo.", 1, "*a3 c2-c1", "*c3")
    diagrams = pytest.mark.parametrize(("board", "mover", "actions", "foul"), [FIRST, SECOND])

    @both_readings
    def test_the_first_players_slide(self, fouls):
        start = read(*self.FIRST[:2], fouls=fouls)
        steps = [drawn(go_on(start, actions)) for actions in ("a1-b1", "a1-b1 a2-a3")]
        assert steps == [".o* xox .ox", "xo* .ox .ox"]
        (action, foul), *others = rules.barred(go_on(start, "a1-b1 a2-a3")).items()
        assert not others
        assert action == Slide(7, 6)
        assert (foul.pieces, foul.star) == (start.pieces[0], start.star)

    @both_readings
    def test_the_second_players_jump(self, fouls):
        start = read(*self.SECOND[:2], fouls=fouls)
        steps = [drawn(go_on(start, actions)) for actions in ("*a3", "*a3 c2-c1")]
        assert steps == ["*x. oxo xo.", "*x. ox. xoo"]
        (action, foul), *others = rules.barred(go_on(start, "*a3 c2-c1")).items()
        assert not others
        assert action == Jump(2)
        assert (foul.pieces, foul.star) == (start.pieces[1], start.star)

    @both_readings
    @diagrams
    def test_with_the_guard_they_are_barred(self, board, mover, actions, foul, fouls):
        state = go_on(read(board, mover, fouls=fouls), actions)
        assert foul not in texts(rules.legal(state, mover))
        with pytest.raises(IllegalActionError, match="takes back the"):
            rules.apply(state, mover, rules.parse(foul))

    @both_readings
    @diagrams
    def test_without_the_guard_they_lose_at_once(self, board, mover, actions, foul, fouls):
        state = go_on(read(board, mover, fouls=fouls, foul_guard=False), actions)
        assert foul in texts(rules.legal(state, mover))
        after = go_on(state, foul)
        assert after.result == Outcome((1 - mover,), "foul")
        action = rules.parse(foul)
        assert isinstance(action, Slide | Jump)
        assert events(state, foul)[-1] == FoulPlayed(mover, action)
        assert after.pieces[mover] == read(board).pieces[mover]

    @diagrams
    def test_without_the_rule_they_are_actions_like_others(self, board, mover, actions, foul):
        state = go_on(read(board, mover, fouls="none"), actions)
        assert rules.barred(state) == {}
        assert go_on(state, foul).result is None


def test_the_position_that_the_first_player_has_already_won():
    state = read("*o. x.o xxo", mover=1)
    assert texts(rules.board_actions(state)) == ["a2-b2", "b1-b2"]
    for text in ("a2-b2", "b1-b2"):
        assert go_on(state, f"{text} *c3").result == Outcome((0,), "star")
    assert position_verdict(state, table_of("takeback")) == Verdict("loss", 2)


class TestStuck:
    BEFORE = read("*.o xoo x.x", mover=1)

    def test_a_player_can_run_out_of_moves(self):
        assert drawn(go_on(self.BEFORE, "c1-b1")) == "*.o xoo xx."
        state = go_on(self.BEFORE, "c1-b1 c3-b3")
        assert drawn(state) == "*o. xoo xx."
        assert texts(rules.barred(state)) == ["b1-c1"]
        assert texts(rules.legal(state, 1)) == ["draw?", "resign"]

    def test_an_offer_that_is_refused_leaves_only_resigning(self):
        state = go_on(self.BEFORE, "c1-b1 c3-b3 draw? refuse")
        assert texts(rules.legal(state, 1)) == ["resign"]
        assert go_on(state, "resign").result == Outcome((0,), "resign")

    def test_the_other_corner_piece_to_the_right_would_have_won(self):
        """The remark beside the diagram."""
        verdicts = action_verdicts(self.BEFORE, table_of("takeback"))
        assert verdicts[Slide(6, 7)].value == "win"
        assert verdicts[Slide(8, 7)].value == "loss"


class TestSampleGame:
    ACTIONS = ("@b3", "@a2", "@c2", "@c3", "@b1", "@b2", "c2-c1", "*a1", "b3-a3", "c3-c2", "resign")
    BOARDS = (
        "*.. ... ...",
        "*o. ... ...",
        "*o. x.. ...",
        "*o. x.o ...",
        "*ox x.o ...",
        "*ox x.o .o.",
        "*ox xxo .o.",
        "*ox xx. .oo",
        ".ox xx. *oo",
        "o.x xx. *oo",
        "o.. xxx *oo",
    )

    def after(self, plies, **options):
        return played(" ".join(self.ACTIONS[:plies]), **options)

    def verdicts(self, plies, fouls="takeback"):
        found = action_verdicts(self.after(plies, fouls=fouls), table_of(fouls))
        return {rules.text(action): verdict for action, verdict in found.items()}

    def test_every_board(self):
        assert tuple(drawn(self.after(plies)) for plies in range(11)) == self.BOARDS

    def test_the_second_move_is_the_only_one(self):
        """Everything else loses to the star's surrounding two plies later."""
        verdicts = self.verdicts(1)
        assert verdicts.pop("@a2").distance == 28
        assert set(verdicts.values()) == {Verdict("loss", 2)}

    def test_the_seventh_move_is_the_blunder(self):
        """A won game thrown away: b1-a1 would have won."""
        verdicts = self.verdicts(6)
        assert verdicts["c2-c1"] == Verdict("loss", 2)
        assert verdicts["b1-a1"] == Verdict("win", 5)

    def test_the_ninth_move_is_the_only_one(self):
        """The piece in the lower right corner cannot go back, though the star was moved in between."""
        state = self.after(8)
        assert texts(rules.board_actions(state)) == ["b3-a3"]
        (action, foul), *_ = rules.barred(state).items()
        assert rules.text(action) == "c1-c2"
        assert foul.pieces == self.after(6).pieces[0]
        assert foul.star == self.after(6).star != state.star

    def test_in_the_end_white_cannot_move_and_resigns(self):
        state = self.after(10)
        assert rules.board_actions(state) == ()
        assert rules.text(next(iter(rules.barred(state)))) == "a3-b3"
        assert self.after(11).result == Outcome((1,), "resign")
        assert rules.apply(state, 0, Resign())[0] == self.after(11)

    def test_read_to_the_letter_the_game_does_not_come_out(self):
        """With the star's own place compared the ninth move is free, and even wins."""
        assert self.verdicts(8, "literal")["c1-c2"] == Verdict("win", 3)
