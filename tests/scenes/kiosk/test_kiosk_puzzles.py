"""Puzzles at the unattended table: guests find them and leave nothing but the house's counts, the show asks them."""

from __future__ import annotations

from datetime import date, timedelta
from pathlib import Path
from typing import Any

import pytest

from game.puzzles.practice_results import best, practice_progress, strength
from game.puzzles.results import HOUSE, PuzzleCounts, PuzzleProgress, Visit, attempts, day_counts, keep
from game.registry import book_of, find, puzzles_of
from scenes.kiosk.attract_cards import cards_for
from scenes.kiosk.attract_cards import puzzle_cards as cards_of
from scenes.kit.input.intents import Kind
from scenes.kit.scene import Switch
from scenes.menu.menu_scene import MenuScene
from scenes.routes import ToMenu
from scenes.table.exercises import puzzle_days
from scenes.today.minutes_scene import MinutesScene
from scenes.today.solving_scene import SolvingScene
from scenes.today.today_scene import TodayScene
from tests.scenes.hands import KeyHand
from tests.scenes.kiosk_table import NOON, clock_of, watch
from tests.scenes.playhouse import Playhouse
from tests.scenes.robots_play import BOOK

TODAY = NOON.date()


def opened(house: Playhouse, folder: Path) -> Any:
    """The unattended table with its menu, and its guard."""
    guard = watch(house, folder)
    house.services.clock = clock_of(house, NOON)
    house.app.manager.go(Switch(ToMenu()))
    house.be_heard()
    return guard


def solve(house: Playhouse) -> None:
    """Solve the puzzle on the screen."""
    scene = house.on_top(SolvingScene)
    for key in scene.puzzle.keys:
        scene.try_action(scene.spec.rules.parse(key))
        house.until(lambda: scene.table.timeline.is_idle, "the answer")


def test_guests_find_today_on_the_menu_and_leave_nothing_but_counts(house: Playhouse, tmp_path: Path) -> None:
    guard = opened(house, tmp_path)
    hand = KeyHand(house)
    menu = house.on_top(MenuScene)
    hand.press(menu.others[-1])
    scene = house.on_top(TodayScene)
    place = [entry.game for entry in scene.entries].index("star")
    hand.press(scene.focus.widgets[place])
    solve(house)
    hand.hit(Kind.BACK)
    assert scene.entries[place].attempt.stars == 3 and scene.row.days == 1
    store = house.services.store
    assert day_counts(store, "star", TODAY) == PuzzleCounts(1, 1, 1)
    assert attempts(store, HOUSE, "star") == {}
    house.app.manager.go(guard.start_over())
    menu = house.come_to(MenuScene)
    assert puzzle_days.attempt_of(house.services, "star", TODAY) == PuzzleProgress()
    assert menu.today is not None and sum(menu.today.stars) == menu.today.streak == 0


def test_practice_of_a_guest_is_forgotten_and_only_the_best_of_the_house_stays(
    house: Playhouse, tmp_path: Path
) -> None:
    guard = opened(house, tmp_path)
    services, puzzle = house.services, puzzles_of("star")[0]
    house.show(MinutesScene(services, [puzzle], 0))
    scene = house.on_top(MinutesScene)
    scene.count, scene.left = 7, 0.01
    house.until(lambda: scene.is_done, "the end")
    assert best(services.puzzle_results, HOUSE, "star") == best(services.store, HOUSE, "star") == 7
    house.app.manager.go(guard.start_over())
    house.run(0.1)
    assert best(services.puzzle_results, HOUSE, "star") == 0 and best(services.store, HOUSE, "star") == 7
    assert not practice_progress(services.store, HOUSE, "star") and not strength(services.store, HOUSE, "star").is_known


def test_a_guest_with_the_name_of_a_profile_solves_for_the_house(house: Playhouse, tmp_path: Path) -> None:
    opened(house, tmp_path)
    keep(house.services.store, HOUSE, "robots", TODAY, PuzzleProgress(2, solved=TODAY, in_row=True))
    assert puzzle_days.solver(house.services) == HOUSE
    assert puzzle_days.attempts_of(house.services, "robots") == {}


class TestCounts:
    def attempted(self, house: Playhouse, **changes: Any) -> None:
        puzzle_days.keep_attempt(house.services, "star", TODAY, PuzzleProgress(**changes))

    def test_each_puzzle_counts_once_a_visit(self, house: Playhouse, tmp_path: Path) -> None:
        opened(house, tmp_path)
        self.attempted(house, wrong=1)
        self.attempted(house, wrong=2)
        for _ in range(2):
            puzzle_days.keep_solved(house.services, "star", TODAY, PuzzleProgress(stars=1, wrong=2))
        assert day_counts(house.services.store, "star", TODAY) == PuzzleCounts(1, 1, 0)
        house.services.visit.clear()
        self.attempted(house, shown=True)
        assert day_counts(house.services.store, "star", TODAY) == PuzzleCounts(2, 1, 0)

    def test_earlier_days_and_owners_do_not_count(self, house: Playhouse, tmp_path: Path) -> None:
        house.services.clock = lambda: NOON
        self.attempted(house, wrong=1)
        opened(house, tmp_path)
        puzzle_days.keep_attempt(house.services, "star", TODAY - timedelta(days=1), PuzzleProgress(wrong=1))
        assert day_counts(house.services.store, "star", TODAY) == PuzzleCounts()

    @pytest.mark.parametrize("stored", ["tea", {"2026-11-22": [1, 2]}, {"2026-11-22": [1, "2", 3]}])
    def test_counts_that_cannot_be_are_none(self, stored: object) -> None:
        visit = Visit()
        visit.set("puzzles.house.star", stored)
        assert day_counts(visit, "star", date(2026, 11, 22)) == PuzzleCounts()


class TestShow:
    def shown(self, house: Playhouse, *games: str) -> dict[str, Any]:
        """The words by their heads, of these games or of three."""
        found = cards_of(house.services, games or ["quoridor", "robots", "star"], TODAY)
        return {words.head: (words, diagram) for words, (_, diagram) in found}

    def test_todays_puzzles_are_asked_and_yesterdays_are_solved(self, house: Playhouse) -> None:
        found = self.shown(house)
        assert list(found) == [
            "Quoridor · Today", "Quoridor · Yesterday", "Hyper Robots", "Star 3×3 · Today", "Star 3×3 · Yesterday",
        ]  # fmt: skip
        asked, diagram = found["Star 3×3 · Today"]
        book = book_of(find("star"))
        assert book is not None
        today, yesterday = book.of_day(TODAY), book.of_day(TODAY - timedelta(days=1))
        asks = {"win": "Only one move wins. Can you see it?", "hold": "Only one move does not lose. Can you see it?"}
        assert asked.title == asks[today.task] and diagram.position.actions == today.actions
        solved, diagram = found["Star 3×3 · Yesterday"]
        assert diagram.position.actions == (*yesterday.actions, yesterday.line[0]) and diagram.shows_last
        assert solved.title.startswith("It was ") and solved.text and "guests" not in solved.text

    def test_what_guests_have_made_of_it_is_told(self, house: Playhouse) -> None:
        house.services.store.set("puzzles.house.star", {(TODAY - timedelta(days=1)).isoformat(): [12, 7, 5]})
        assert self.shown(house)["Star 3×3 · Yesterday"][0].text.endswith("\n5 of 12 guests saw it at once")

    def test_a_route_is_shown_with_what_anybody_has_made_of_it(self, house: Playhouse) -> None:
        store, name = house.services.store, house.services.store.profiles.take("Zoë")
        words, diagram = self.shown(house)["Hyper Robots"]
        assert (words.title, words.stars) == ("Puzzle of the day", 0) and words.text.startswith("Nobody")
        assert diagram.position.seed == BOOK.of_day(TODAY).seed
        days = [TODAY - timedelta(days=back) for back in range(3)]
        keep(store, HOUSE, "robots", days[0], PuzzleProgress(1, solved=days[0], in_row=True))
        keep(store, name.id, "robots", days[0], PuzzleProgress(2, solved=days[0]))
        keep(store, name.id, "robots", days[1], PuzzleProgress(1, solved=days[1], in_row=True))
        store.set("puzzles.house.robots", {days[2].isoformat(): [3, 1, 1]})
        words, _ = self.shown(house)["Hyper Robots"]
        assert (words.text, words.stars) == ("3 days in a row", 2)

    def test_they_come_between_the_rules(self, house: Playhouse) -> None:
        scene_room, board = house.window.surface.get_rect(), house.window.surface.get_rect()
        found = list(cards_for(house.services, "quoridor", ["quoridor", "star"], TODAY, scene_room, board))
        heads = [card.words.head for card in found[:8]]
        assert heads[1::2] == [
            "Quoridor · Today", "Quoridor · Yesterday", "Star 3×3 · Today", "Star 3×3 · Yesterday",
        ]  # fmt: skip
        assert set(heads[::2]) == {"Quoridor"}

    @pytest.mark.usefixtures("fifth_game")
    def test_a_game_without_puzzles_is_left_out(self, house: Playhouse) -> None:
        """As is one whose file is damaged: it counts as none."""
        assert list(self.shown(house, "race", "robots")) == ["Hyper Robots"]
