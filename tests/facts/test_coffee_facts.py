"""What is told of Coffee's steps: where each sentence is true, where it must not be said, and in random play."""

from __future__ import annotations

from copy import deepcopy
from dataclasses import replace
from random import Random

import pytest

from game.coffee import SPEC, rules
from game.coffee.board import cell_name
from game.core.rules import Step
from game.registry import facts_of
from tests.facts.telling import told
from tests.rules.coffee_ascii import names, play, read
from tests.rules.coffee_reference import Reference


def begun(board: str, n: int, *actions: str, pie: bool = False):
    """The position after `actions` from the empty board."""
    return play(rules.start({"board": board, "n": n, "pie": pie}, 0), *actions)


def test_a_row_is_told_with_all_its_cells():
    state = begun("sq5", 3, "a1h", "a2v", "b2h", "b1h", "b3h", "b5h")
    found = told(SPEC, state, "b4*")
    assert list(found) == ["row"] and found["row"].seats == (0,)
    assert found["row"].numbers == {"length": 3} and names(found["row"].cells["row"]) == ["b2", "b3", "b4"]


def test_a_row_that_could_have_been_completed_is_told():
    state = begun("sq5", 3, "a1h", "a2v", "b2h", "b1h", "b3h", "b5h")
    assert "misses_row" not in told(SPEC, replace(state, stick=(4 * 9, "h")), "e2h")
    found = told(SPEC, replace(state, stick=(9 + 3, "v")), "e4h")
    assert next(iter(found)) == "misses_row"
    assert names(found["misses_row"].cells["missed"]) == ["b4"] and found["misses_row"].seats == (0,)


TWO = """
    a . . . . .
    b . x x . .
    c . . . . .
    d o . . . .
    e . . O . .
"""


def test_a_stick_that_offers_the_winning_cell_gives_the_row():
    state = replace(read(TWO, 3, "u"), mover=1, stick=(9 * 3 + 4, "h"))  # orange puts a bean on rank d
    found = told(SPEC, state, "d4v")
    assert list(found) == ["gives_row"]
    assert found["gives_row"].seats == (1, 0) and names(found["gives_row"].cells["winning"]) == ["b4"]
    assert "gives_row" not in told(SPEC, state, "d4h")


def test_a_bean_that_takes_the_winning_cell_closes_the_row():
    state = replace(read(TWO, 3, "u"), mover=1, stick=(9 * 1 + 4, "h"))
    found = told(SPEC, state, "b4v")
    assert next(iter(found)) == "closes_row"
    assert found["closes_row"].seats == (1, 0) and names(found["closes_row"].cells["cell"]) == ["b4"]
    assert "closes_row" not in told(SPEC, state, "b5v")
    assert "closes_row" not in told(SPEC, state, "b4h")  # for b1 is given at once


def test_two_winning_cells_are_a_fork_and_one_is_a_threat():
    one = """
        a . . . . .
        b . x . . .
        c . . . . .
        d . . . . .
        e o . . . O
    """
    state = replace(read(one, 3, "h"), mover=0, stick=(9 * 1 + 4, "h"))
    found = told(SPEC, state, "b3d")
    assert found["fork"].numbers == {"count": 2, "n": 3} and names(found["fork"].cells["winning"]) == ["b1", "b4"]
    assert "threat" not in found
    found = told(SPEC, state, "b4d")
    assert names(found["threat"].cells["winning"]) == ["b3"] and found["threat"].seats == (0, 1)
    assert "fork" not in found and "threat" not in told(SPEC, state, "b5d")
    had = replace(state, black=state.black | 1 << 9 * 3 + 1 | 1 << 9 * 3 + 3)
    assert not {"threat", "fork"} & told(SPEC, had, "b5d").keys()  # the threat on d3 is not new


def test_a_threat_that_the_other_must_close_at_once_is_not_told():
    before = begun("sq4", 3, "c2u", "a4u")
    found = told(SPEC, before, "b3u")  # d1 would complete the row, and is the other's only place
    assert list(found) == ["one_place"] and names(found["one_place"].cells["offered"]) == ["d1"]
    assert "threat" in told(SPEC, before, "b3h")


TRAPPED = ("b3v", "c3h", "c1u", "b2u")


def test_a_trap_is_told_and_then_that_there_was_no_escape():
    before = begun("sq3", 3, *TRAPPED[:-1])
    found = told(SPEC, before, TRAPPED[-1])
    assert next(iter(found)) == "traps" and found["traps"].seats == (1, 0)
    state = play(before, TRAPPED[-1])
    replies = [rules.text(action) for action in rules.legal(state, 0)]
    assert replies and all(list(told(SPEC, state, reply)) == ["no_escape"] for reply in replies)
    assert told(SPEC, state, replies[0])["no_escape"].seats == (1, 0)
    others = {rules.text(action): told(SPEC, before, rules.text(action)) for action in rules.legal(before, 1)}
    assert any("traps" not in found and "gives_row" not in found for found in others.values())


def test_the_other_is_stuck():
    before = begun("sq3", 3, "c1u", "b2d", "c3d", "a1h", "a2d")
    found = told(SPEC, before, "b3v")
    assert list(found) == ["stuck"] and found["stuck"].seats == (1, 0)
    assert "stuck" not in told(SPEC, before, "b3h")


def test_a_single_place_is_told_and_more_are_counted():
    state = begun("sq3", 3, "a1h", "a2h")
    found = told(SPEC, begun("sq3", 3, "a1h"), "a2h")
    assert list(found) == ["one_place"] and found["one_place"].seats == (0, 1)
    assert names(found["one_place"].cells["offered"]) == ["a3"]
    assert names(rules.offered(state)) == ["a3"]
    found = told(SPEC, begun("sq3", 3, "a1h"), "a2v")
    assert list(found) == ["offers"] and found["offers"].numbers == {"count": 2}


def test_a_row_that_is_open_at_both_ends():
    line = """
        a . . . . . .
        b . . x . . .
        c . . . . . .
        d . . . . . .
        e . . . . . .
        f o . . . . O
    """
    state = replace(read(line, 4, "h"), mover=0, stick=(9 * 1 + 5, "h"))
    found = told(SPEC, state, "b4h")
    assert found["open_row"].numbers == {"length": 2}
    assert names(found["open_row"].cells["row"]) == ["b3", "b4"]
    assert names(found["open_row"].cells["ends"]) == ["b2", "b5"]
    assert "open_row" not in told(SPEC, state, "b5h")
    assert "open_row" not in told(SPEC, replace(state, orange=state.orange | 1 << 9 + 4), "b4h")


def test_taking_the_other_colour_is_all_that_is_told():
    assert list(told(SPEC, begun("sq5", 4, "c3h", pie=True), "swap")) == ["swapped"]


class Checker:
    """Says what is true after an action by playing the second implementation on."""

    def __init__(self, reference: Reference, action: str) -> None:
        self.before, self.after = reference, deepcopy(reference)
        self.after.play(action)
        self.mover = reference.owner[reference.turn]
        self.cell = action[:2]

    def completing(self, reference: Reference, colour: str) -> set[str]:
        """The empty cells on which a stone of `colour` would complete a row."""
        turned = deepcopy(reference)
        turned.turn = colour
        return {cell for cell in turned.place if cell not in turned.stones and turned.completes(cell)}

    def wins(self, reference: Reference) -> set[str]:
        """The cells on which who is to move can complete a row."""
        return {text[:2] for text in reference.legal() if text.endswith("*")}

    def replies(self, reference: Reference) -> list[Reference]:
        found = []
        for text in sorted(reference.legal()):
            next_one = deepcopy(reference)
            next_one.play(text)
            found.append(next_one)
        return found

    def expected(self) -> dict[str, object]:
        """By kind what is true, for the kinds that must be told; the cells or numbers that go with it."""
        before, after = self.before, self.after
        missed, given = self.wins(before), self.wins(after)
        if after.winner is not None:
            stuck = not self.completing(before, before.turn) & {self.cell}
            return {"row": None} if not stuck else {"stuck": None} | ({"misses_row": missed} if missed else {})
        found: dict[str, object] = {"misses_row": missed} if missed else {}
        if given:
            lost = not missed and all(reply.winner is None and self.wins(reply) for reply in self.replies(before))
            return found | {"no_escape" if lost else "gives_row": given}
        if all(reply.winner is None and self.wins(reply) for reply in self.replies(after)):
            found["traps"] = None
        if self.cell in self.completing(before, after.turn):
            found["closes_row"] = {self.cell}
        had, has = self.completing(before, before.turn), self.completing(after, before.turn)
        if len(has) > 1 and len(had) < 2:
            found["fork"] = has
        if len(has) == 1 and not had and any(has & set(self.offer(reply)) for reply in self.replies(after)):
            found["threat"] = has
        places = self.offer(after)
        return found | ({"one_place": places} if len(places) == 1 else {"offers": places})

    @staticmethod
    def offer(reference: Reference) -> set[str]:
        return {cell for cell in reference.line(*reference.stick) if cell not in reference.stones}


CELLS = ("missed", "winning", "cell", "offered")


@pytest.mark.one_in(4)
@pytest.mark.parametrize(("board", "n"), [("sq4", 3), ("sq5", 4), ("sq5", 3), ("hex3", 3), ("hex4", 4)])
@pytest.mark.parametrize("seed", range(3))
def test_what_is_told_in_random_play_is_so_by_the_reference(board, n, seed):
    random = Random(f"{board}{n}{seed}")
    state, reference = rules.start({"board": board, "n": n, "pie": False}, 0), Reference(board, n, False)
    while state.winner is None:
        legal = rules.legal(state, state.mover)
        safe = [a for a in legal if not rules.winning_cells(rules.apply(state, state.mover, a)[0])]
        action = random.choice(safe if safe and random.random() < 0.7 else legal)
        after, events = rules.apply(state, state.mover, action)
        checker = Checker(reference, rules.text(action))
        if state.ply:  # the very first bean has more answers than the reference can try in good time
            found = {f.kind: f for f in facts_of(SPEC, Step(state.ply, state, state.mover, action, after, events))}
            expected = checker.expected()
            assert found.keys() - {"open_row"} == expected.keys()
            for kind, cells in expected.items():
                drawn = [set(map(cell_name, found[kind].cells[name])) for name in CELLS if name in found[kind].cells]
                assert cells is None or drawn == [cells], kind
            seats = {"one_place", "offers", "no_escape"}
            assert all(fact.seats[0] == (1 - state.mover if k in seats else state.mover) for k, fact in found.items())
        reference, state = checker.after, after
