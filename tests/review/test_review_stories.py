"""The stories of review_stories.txt, and how bad a mistake was that a review shows."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cached_property
from pathlib import Path
from typing import Any, ClassVar

import pytest

from game.core.record import Record
from game.core.review import Evaluation, duel, evaluation_of_outcome
from game.core.rules import Outcome
from game.review.explaining import kind_of
from game.review.reviewer import DEEP_EFFORT, GameReviewer
from game.review.turning_points import PlayedAction, PositionValue, TurningPoint, turning_points
from game.storage.store import Store
from tests import make
from tests.review.scripted import Answering, finish, quoridor
from tests.stores import change, opening
from tests.stories import Story, each_story
from tests.vocabulary.game import GameVocabulary

pytestmark = pytest.mark.quick

BEST = ("best",)


def chances(text: str) -> list[float | None]:
    """Return the chances of "0.5*8 ? 0.2"."""
    found: list[float | None] = []
    for part in text.split():
        chance, _, times = part.partition("*")
        found += [None if chance == "?" else float(chance)] * int(times or 1)
    return found


class Review(GameVocabulary):
    """Tells which mistakes a review finds, and how the store keeps reviews. CHANCES are those of seat 0 before each
    action and at the end: "0.5*8 ? 0.2" is eight times 0.5, then an unknown one. The store has room for twenty games,
    which differ by SEED."""

    points: Sequence[TurningPoint]
    agent: Answering
    reviewer: GameReviewer
    facts: ClassVar = {
        # the mistakes: ply, seat, and the seat's chance before and after: "4 0 0.65 0.3"
        "points": lambda s: [(one.ply, one.seat, f"{one.before:.3g}", f"{one.after:.3g}") for one in s.points],
        # the kind of a mistake by the chances before and after it: "lost"
        "kind": lambda s, before, after: kind_of(TurningPoint(0, 0, float(before), float(after))),
        # the plies at which the reviewer looked longer
        "longer": lambda s: [job.revision for job in s.agent.jobs if job.effort == DEEP_EFFORT],
        "nothing": lambda s: s.reviewer.found_nothing,  # has the reviewer found nothing?
        "known": lambda s, ply: s.reviewer.values[int(ply)] is not None,  # is the value of this position known?
        "review": lambda s, seed: s.store.review(star(int(seed))),  # the stored review of the game with SEED
        "same_number": lambda s: len({*s.numbers.values()}) == 1,  # have all games got the same number in the store?
        "games": lambda s: len(s.store.archive()),  # how many games are on the shelf
    }

    def __init__(self, open_store: Callable[[], Store], path: Path) -> None:
        super().__init__()
        self.open_store = open_store
        self.path = path
        self.numbers: dict[int, int] = {}

    @cached_property
    def store(self) -> Store:
        store = self.open_store()
        assert store.resize_shelf(20)
        return store

    def do_game(self, text: str = "") -> None:
        """[best=played] [telling=no] CHANCES: Find the mistakes of a game in which the seats 0 and 1 act in turn. With
        "best=played", each action was the best one; with "telling=no", none was a choice."""
        best = ("played",) if "best=played" in text else BEST
        told = chances(text.replace("best=played", "").replace("telling=no", ""))
        played = [PlayedAction(ply % 2, "played", "telling=no" not in text) for ply in range(len(told) - 1)]
        self.points = turning_points(played, [c if c is None else PositionValue(duel(0, c), best) for c in told])

    def do_looks(self, text: str = "") -> None:
        """CHANCES [| CHANCES]: Review a game of thirteen actions with an agent that gives these chances, the second
        ones where it looks longer."""
        short, _, deep = text.partition("|")
        self.agent = Answering(chances(short), chances(deep))
        self.reviewer = finish(quoridor(self.agent))
        assert self.reviewer.points is not None
        self.points = self.reviewer.points

    def do_reopened(self, text: str = "") -> None:
        """[damaged]: Close the store, which the next step opens again. With "damaged", no review in the file can be
        read any more."""
        self.store.close()
        if text:
            change(self.path, "UPDATE reviews SET review = 'two'")
        del self.store

    def do_add(self, seeds: str = "") -> None:
        """SEEDS [without options]: Put games with these seeds on the shelf. Without options in their records, they have
        the default ones."""
        seeds, bare, _ = seeds.partition(" without options")
        for seed in map(int, seeds.split()):
            record = replace(star(seed), options={}) if bare else star(seed)
            self.numbers[seed] = self.store.add(record).id

    def do_remove(self, seed: str = "") -> None:
        """SEED: Remove a game from the shelf."""
        self.store.remove(self.numbers[int(seed)])

    def ask_keep(self, text: str = "") -> bool:
        """SEED REVIEW [fouls=none]: Store a review of this game, or of one with this option. Return whether it is on
        the disk."""
        seed, review, *fouls = text.split()
        record = star(int(seed))
        options = {**record.options, **({"fouls": "none"} if fouls else {})}
        return self.store.keep_review(replace(record, options=options), review)


def star(seed: int) -> Record:
    return make.record("star", make.AOI, make.REN, actions="@c2 @c3 @a2 c3-b3", seed=seed)


@each_story(Path(__file__).with_name("review_stories.txt"))
def test_reviews(story: Story, tmp_path: Path) -> None:
    path = tmp_path / "store.sqlite3"
    for open_store in opening(path):
        Review(open_store, path).tell(story)


def test_four_seats_lose_by_their_own_chance() -> None:
    before, after = Evaluation((0.1, 0.1, 0.6, 0.2)), Evaluation((0.1, 0.6, 0.1, 0.2))
    points = turning_points(
        [PlayedAction(2, "played", True)], [PositionValue(before, BEST), PositionValue(after, BEST)]
    )
    assert points == (TurningPoint(0, 2, 0.6, 0.1),)


@pytest.mark.parametrize(
    ("winners", "seats", "evaluation"),
    [((1,), 2, (0.0, 1.0)), ((), 2, (0.5, 0.5)), ((0, 3), 4, (0.5, 0.0, 0.0, 0.5))],
)
def test_an_outcome_is_worth_a_share_for_each_winner(winners: Any, seats: int, evaluation: Any) -> None:
    assert evaluation_of_outcome(Outcome(winners, "won"), seats).chances == evaluation
