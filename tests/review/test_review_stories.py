"""The stories of review_stories.txt, and how bad a mistake was that a review shows."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cached_property
from pathlib import Path
from typing import Any

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
    action and at the end: "0.5*8 ? 0.2" is eight times 0.5, then an unknown one. The games in the store differ by SEED.
    """

    points: Sequence[TurningPoint]
    agent: Answering
    reviewer: GameReviewer

    def __init__(self, open_store: Callable[[], Store], path: Path) -> None:
        super().__init__()
        self.open_store = open_store
        self.path = path
        self.numbers: dict[int, int] = {}

    @cached_property
    def store(self) -> Store:
        return self.open_store()

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

    def do_reopened(self) -> None:
        """Close the store. The next step opens it again."""
        del self.store

    def do_add(self, seeds: str = "") -> None:
        """SEEDS: Put games with these seeds on the shelf."""
        for seed in map(int, seeds.split()):
            self.numbers[seed] = self.store.add(star(seed)).id

    def do_add_short(self, seed: str = "") -> None:
        """SEED: Put a game on the shelf whose record leaves the options out, which then have their defaults."""
        self.store.add(replace(star(int(seed)), options={}))

    def do_remove(self, seed: str = "") -> None:
        """SEED: Remove a game from the shelf."""
        self.store.remove(self.numbers[int(seed)])

    def do_shelf(self, size: str = "") -> None:
        """SIZE: Set the size of the shelf."""
        self.store.resize_shelf(int(size))

    def do_damaged(self) -> None:
        """Damage all reviews in the file."""
        self.store.close()
        change(self.path, "UPDATE reviews SET review = 'two'")
        del self.store

    def ask_points(self) -> Any:
        """Return the mistakes: ply, seat, and the seat's chance before and after: "4 0 0.65 0.3"."""
        return [(point.ply, point.seat, f"{point.before:.3g}", f"{point.after:.3g}") for point in self.points]

    def ask_kind(self, chances: str = "") -> str:
        """BEFORE AFTER: Return the kind of a mistake by the chances before and after it: "lost"."""
        before, after = map(float, chances.split())
        return kind_of(TurningPoint(0, 0, before, after))

    def ask_longer(self) -> Any:
        """Return the plies at which the reviewer looked longer."""
        return [job.revision for job in self.agent.jobs if job.effort == DEEP_EFFORT]

    def ask_nothing(self) -> bool:
        """Return whether the reviewer has found nothing."""
        return self.reviewer.found_nothing

    def ask_known(self, ply: str = "") -> bool:
        """PLY: Return whether the value of this position is known."""
        return self.reviewer.values[int(ply)] is not None

    def ask_keep(self, text: str = "") -> bool:
        """SEED REVIEW [fouls=none]: Store a review of this game, or of one with this option. Return whether it is on
        the disk."""
        seed, review, *fouls = text.split()
        record = star(int(seed))
        options = {**record.options, **({"fouls": "none"} if fouls else {})}
        return self.store.keep_review(replace(record, options=options), review)

    def ask_review(self, seed: str = "") -> Any:
        """SEED: Return the stored review of this game."""
        return self.store.review(star(int(seed)))

    def ask_same_number(self) -> bool:
        """Return whether all games got the same number in the store."""
        return len({*self.numbers.values()}) == 1

    def ask_games(self) -> int:
        """Return how many games are on the shelf."""
        return len(self.store.archive())


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
