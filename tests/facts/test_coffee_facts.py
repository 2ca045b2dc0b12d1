"""What is told of Coffee's steps: the stories of coffee_facts.txt, and in random play what is true."""

from __future__ import annotations

from copy import deepcopy
from pathlib import Path
from random import Random

import pytest

from game.coffee import SPEC, rules
from game.coffee.board import cell_name
from game.core.rules import Step
from game.registry import facts_of
from tests.rules.coffee_reference import Reference
from tests.rules.test_coffee_rules import Coffee
from tests.stories import Story, each_story


@each_story(Path(__file__).with_name("coffee_facts.txt"))
def test_the_story_is_true(story: Story) -> None:
    Coffee().tell(story)


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
