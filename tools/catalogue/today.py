"""Today's sheet, and the board on which a puzzle is solved."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta

from game.puzzle_results import HOUSE, Attempt, keep, solve
from game.puzzles.puzzle import Puzzle
from game.registry import book_of, find
from game.store import Store
from scenes.kit.intents import KEYBOARD, MOUSE, TOUCH, Device, Kind
from scenes.services import Services
from scenes.table import daily
from scenes.today.solving_scene import SolvingScene
from scenes.today.today_scene import TodayScene
from tools.catalogue.common import PAD, showing
from tools.shooter import NOW, Shoot, Shooter

TODAY = NOW.date()
SHOWN = ("quoridor-35", "coffee-385", "star-262")
"""The puzzles on the sheet: those of the day are others once more have been baked."""


def puzzle(name: str) -> Puzzle:
    """A puzzle by its name."""
    book = book_of(find(name.partition("-")[0]))
    assert book is not None
    return next(each for each in (*book.calendar(), *book.practice()) if each.id == name)


class ShownToday(TodayScene):
    """With the same puzzles for as long as they are kept."""

    def _read(self) -> None:
        super()._read()
        shown = {name.partition("-")[0]: puzzle(name) for name in SHOWN}
        self.entries = [replace(entry, puzzle=shown.get(entry.game, entry.puzzle)) for entry in self.entries]


def fill(store: Store) -> None:
    """Let puzzles have been solved on some days of this month, and today."""
    for back in range(20, 0, -1):
        day = TODAY - timedelta(days=back)
        for shift, game in enumerate(("quoridor", "coffee", "star")):
            if (back + shift) % 4 and back != 14:
                solve(store, HOUSE, game, day, day, Attempt(stars=1 + (back * 2 + shift) % 3, seconds=100))
        if back % 3:
            daily.keep(store, "robots", day, 1 + back % 3)
    keep(store, HOUSE, "quoridor", TODAY, Attempt(wrong=1))
    solve(store, HOUSE, "coffee", TODAY, TODAY, Attempt(stars=3, seconds=100))


def today(device: Device, *presses: Kind, filled: bool = True) -> Shoot:
    """The sheet, and some presses."""

    def make(services: Services) -> TodayScene:
        if filled:
            fill(services.store)
        return ShownToday(services)

    return showing(make, device, *presses, wait=2.0)


Does = Callable[[SolvingScene], object]


def solving(name: str, device: Device, *does: Does, attempt: Attempt | None = None) -> Shoot:
    """A puzzle of today, after some time and what somebody `does` there."""

    def shoot(shooter: Shooter) -> None:
        given = puzzle(name)
        if attempt is not None:
            keep(shooter.services.store, HOUSE, given.game, TODAY, attempt)
        scene = SolvingScene(shooter.services, given, TODAY, has_next=True)
        shooter.show(scene, device)
        for do in does:
            do(scene)
            shooter.run(3.0)
        scene._seconds = 167.0
        shooter.run(0.1)

    return shoot


def tries(text: str) -> Does:
    """Try an action."""
    return lambda scene: scene.try_action(scene.spec.rules.parse(text))


def hint(scene: SolvingScene) -> None:
    """Ask for a hint."""
    scene.give_hint()


TWO_STARS = Attempt(wrong=1, seconds=60)
SCENES: dict[str, Shoot] = {
    "today": today(KEYBOARD),
    "today-touch": today(TOUCH),
    "today-new": today(PAD, filled=False),
    "today-yesterday": today(PAD, Kind.PREVIOUS),
    "puzzle-quoridor": solving("quoridor-44", KEYBOARD),
    "puzzle-quoridor-wrong": solving("quoridor-44", PAD, tries("e6h")),
    "puzzle-quoridor-touch": solving("quoridor-32", TOUCH, tries("h5h")),
    "puzzle-coffee-hint": solving("coffee-22", MOUSE, hint),
    "puzzle-coffee-on": solving("coffee-22", TOUCH, tries("e1v")),
    "puzzle-star-solved": solving("star-262", KEYBOARD, tries("@a2"), attempt=TWO_STARS),
    "puzzle-star-solution": solving("star-767", TOUCH, SolvingScene.show_solution),
    "puzzle-star-hint": solving("star-767", PAD, hint, hint, hint),
}
