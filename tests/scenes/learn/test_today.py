"""Today's sheet: from the menu's slip, its puzzles and days, who solves them, and what others are told of it."""

from __future__ import annotations

import io
from datetime import date, datetime, timedelta

import pygame
import pytest

from game.core.device_id import DeviceId
from game.core.incremental import run_to_end
from game.core.record import Record
from game.core.rules import Outcome
from game.paths import export_dir
from game.puzzles import practice_results, results
from game.puzzles.day_code import code_of
from game.puzzles.results import HOUSE, InARow, PuzzleProgress, attempts, keep, solve
from game.registry import GAMES, PUZZLE_GAMES, book_of, find, puzzles_of
from scenes.archive.archive_scene import shown_given
from scenes.archive.names_scene import NameAction, NamesScene
from scenes.kit.input.intents import Kind, Signal, SignalKind
from scenes.kit.scene import ScanGroup, Switch
from scenes.kit.widgets.dialog import Dialog
from scenes.kit.widgets.scanner import tree
from scenes.kit.widgets.widget import Widget
from scenes.match.match_scene import MatchScene
from scenes.match.pause_scene import way_out
from scenes.menu.menu_scene import MenuScene
from scenes.routes import ToMenu, ToToday
from scenes.table.exercises import puzzle_days
from scenes.table.sharing.share_dialog import ShareDialog
from scenes.today import sheet
from scenes.today.practice_scene import PracticeScene
from scenes.today.sheet import png
from scenes.today.solving_scene import SolvingScene
from scenes.today.today_scene import CodeScene, TodayScene, month_of
from tests import make
from tests.scenes.hands import HANDS, KeyHand, MouseHand
from tests.scenes.playhouse import PERSON, Playhouse
from tests.scenes.robots_play import BOOK

NOW = datetime(2026, 11, 24, 12)
TODAY = NOW.date()
YESTERDAY = TODAY - timedelta(days=1)


def opened(house: Playhouse, now: datetime = NOW) -> TodayScene:
    """The sheet of the day."""
    house.services.clock = lambda: now
    return house.show(TodayScene(house.services))


def entry(scene: TodayScene, game: str) -> sheet.SheetEntry:
    """A game's entry on the sheet."""
    return next(each for each in scene.entries if each.game == game)


def cell(scene: TodayScene, game: str) -> Widget:
    """The widget of a game's cell."""
    return scene.focus.widgets[[each.game for each in scene.entries].index(game)]


def row(house: Playhouse) -> InARow:
    """The days in a row."""
    return puzzle_days.days_in_a_row(puzzle_days.all_attempts(house.services).values(), house.services.today)


def solved(house: Playhouse, game: str, day: date, stars: int = 3) -> None:
    """Let the house have solved a puzzle on its day."""
    solve(house.services.store, HOUSE, game, day, day, PuzzleProgress(stars=stars, seconds=100))


def test_the_games_with_puzzles_are_known_without_importing_them() -> None:
    assert {game for game in GAMES if book_of(find(game)) is not None} == set(PUZZLE_GAMES)


@pytest.mark.parametrize("device", HANDS)
@pytest.mark.one_in(2)
def test_it_opens_from_the_menu_and_leads_to_a_puzzle_and_back(house: Playhouse, device: str) -> None:
    house.services.clock = lambda: NOW
    house.services.offered_resume = True
    house.boot()
    hand = HANDS[device](house)
    hand.press(house.on_top(MenuScene).others[-1])
    scene = house.on_top(TodayScene)
    assert [each.game for each in scene.entries] == list(PUZZLE_GAMES)
    hand.press(cell(scene, "star"))
    assert house.on_top(SolvingScene).puzzle == entry(scene, "star").puzzle
    hand.order(Kind.BACK)
    hand.order(Kind.BACK)
    house.on_top(MenuScene)


def test_the_slip_shows_a_row_of_stars_for_each_game(house: Playhouse) -> None:
    house.services.clock = lambda: NOW
    house.services.offered_resume = True
    solved(house, "coffee", YESTERDAY)
    solved(house, "star", TODAY, 2)
    house.boot()
    menu = house.on_top(MenuScene)
    assert menu.today is not None
    assert dict(zip(PUZZLE_GAMES, menu.today.stars, strict=True)) == {
        "quoridor": 0,
        "robots": 0,
        "coffee": 0,
        "star": 2,
    }
    assert menu.today.streak == 2
    assert menu.others[-1].spoken(house.stage) == "Today: 2 stars"


def test_a_cell_is_read_aloud(house: Playhouse) -> None:
    scene = opened(house)
    said = cell(scene, "star").spoken(house.stage)
    assert said.startswith("Star 3×3. Only one move") and said.endswith("not tried yet.")
    assert f"Grade {entry(scene, 'star').puzzle.grade} of 5" in said


def test_after_one_puzzle_comes_the_next_that_is_not_solved(house: Playhouse) -> None:
    solved(house, "coffee", TODAY)
    scene = opened(house)
    KeyHand(house).press(cell(scene, "quoridor"))
    solving = house.on_top(SolvingScene)
    solving.try_action(solving.spec.rules.parse(solving.puzzle.keys[0]))
    house.until(lambda: solving.remark is not None, "the praise")
    KeyHand(house).hit(Kind.CONFIRM)
    assert house.on_top(SolvingScene).puzzle.game == "star"
    assert entry(scene, "quoridor").attempt.stars == 3 and scene.row == InARow(1, 1)


def test_pictures_come_one_after_the_other_and_are_kept(house: Playhouse) -> None:
    scene = opened(house)
    wanted = [each.wants for each in scene.cells]
    assert None not in wanted
    house.until(lambda: not scene.pictures.is_animated, "the pictures")
    made = [scene.pictures.of(*each) for each in wanted if each is not None]
    assert len({id(sprite) for sprite in made}) == len(scene.entries) and None not in made
    again = opened(house)
    assert again is not scene and not again.pictures.is_animated
    assert [again.pictures.of(*each) for each in wanted if each is not None] == made


class TestDays:
    def test_the_shoulders_lead_to_earlier_days_and_not_beyond_today(self, house: Playhouse) -> None:
        scene = opened(house)
        hand = KeyHand(house)
        hand.hit(Kind.NEXT)
        assert scene.day == TODAY
        hand.hit(Kind.PREVIOUS)
        assert scene.day == YESTERDAY
        book = book_of(find("star"))
        assert book is not None and entry(scene, "star").puzzle == book.of_day(YESTERDAY)
        hand.hit(Kind.NEXT)
        assert scene.day == TODAY

    def test_a_day_of_the_month_is_chosen(self, house: Playhouse) -> None:
        scene = opened(house)
        days = [day for day in month_of(TODAY) if day is not None and day <= TODAY]
        MouseHand(house).press(scene.focus.widgets[len(scene.entries) + days.index(date(2026, 11, 3))])
        assert scene.day == date(2026, 11, 3)

    def test_only_so_many_days_back_as_are_kept(self, house: Playhouse, monkeypatch: pytest.MonkeyPatch) -> None:
        scene = opened(house)
        scene.turn_to(date(1, 1, 1))
        assert (TODAY - scene.day).days == results.MOST_DAYS - 1

    def test_an_earlier_day_brings_stars_and_no_row(self, house: Playhouse) -> None:
        scene = opened(house)
        scene.turn_to(YESTERDAY)
        KeyHand(house).press(cell(scene, "star"))
        solving = house.on_top(SolvingScene)
        for key in solving.puzzle.keys:
            solving.try_action(solving.spec.rules.parse(key))
            house.until(lambda: solving.table.timeline.is_idle, "the answer")
        kept = attempts(house.services.store, HOUSE, "star")[YESTERDAY]
        assert kept.stars == 3 and not kept.in_row
        assert row(house).days == 0

    def test_a_day_far_beyond_the_calendar_has_puzzles_too(self, house: Playhouse) -> None:
        scene = opened(house, datetime(2151, 2, 28, 12))
        assert all(each.puzzle is not None for each in scene.entries)


class TestHyperRobots:
    @pytest.mark.parametrize("back", [0, 1, 40])
    def test_a_match_is_kept_for_the_day_whose_puzzle_it_was(self, house: Playhouse, back: int) -> None:
        day = TODAY - timedelta(days=back)
        scene = opened(house)
        scene.turn_to(day)
        KeyHand(house).press(cell(scene, "robots"))
        match = house.on_top(MatchScene)
        given = match.session.record()
        over = Record(given.game, given.options, given.seed, ("0:red N",), given.seats, (), Outcome((0,), "arrival"))
        match.session.record = lambda: over  # type: ignore[method-assign]
        match.ending.keep_puzzle()
        kept = puzzle_days.attempt_of(house.services, "robots", day)
        assert kept.stars == 1 and kept.in_row == (back == 0)

    def test_an_unfinished_game_of_another_board_is_not_lost_unasked(self, house: Playhouse) -> None:
        house.match(PERSON, game="robots", actions=("0:red N",), seed=5)
        scene = opened(house)
        KeyHand(house).press(cell(scene, "robots"))
        dialog = house.on_top(Dialog)
        assert "Hyper Robots" in dialog.body
        KeyHand(house).say("Continue")
        assert house.on_top(MatchScene).session.seed == 5


class TestWhoSolves:
    def test_the_only_person_with_a_name_has_own_stars_and_an_own_row(self, house: Playhouse) -> None:
        people = house.services.people
        solved(house, "star", YESTERDAY)
        people.seat(people.roster.sit(DeviceId("keyboard"), pygame.K_f))
        people.seat(people.named(people.roster.people[0], "Zoë"))
        house.services.clock = lambda: NOW
        profile = people.roster.people[0].profile
        assert puzzle_days.solver(house.services) == profile != HOUSE
        assert row(house) == InARow(0, 0)
        puzzle_days.keep_solved(house.services, "star", TODAY, PuzzleProgress(stars=3))
        assert attempts(house.services.store, profile, "star")[TODAY].stars == 3
        assert TODAY not in attempts(house.services.store, HOUSE, "star")

    def test_two_people_play_for_the_house(self, house: Playhouse) -> None:
        people = house.services.people
        for key, name in ((pygame.K_f, "Zoë"), (pygame.K_j, "Aki")):
            people.seat(people.roster.sit(DeviceId("keyboard"), key))
            people.seat(people.named(people.roster.people[-1], name))
        assert puzzle_days.solver(house.services) == HOUSE


@pytest.mark.usefixtures("damaged_puzzles")
def test_a_damaged_file_is_told_in_its_cell(house: Playhouse) -> None:
    scene = opened(house)
    assert cell(scene, "star").spoken(house.stage) == "Star 3×3. These puzzles cannot be read."
    assert not cell(scene, "star").enabled and cell(scene, "coffee").enabled


class TestShare:
    def test_the_text_says_what_came_of_the_puzzles_and_nothing_of_their_solutions(self, house: Playhouse) -> None:
        store = house.services.store
        solved(house, "coffee", YESTERDAY)
        solve(store, HOUSE, "coffee", TODAY, TODAY, PuzzleProgress(stars=3, seconds=100))
        solve(store, HOUSE, "star", TODAY, TODAY, PuzzleProgress(stars=1, wrong=1, hints=1, seconds=192))
        keep(store, HOUSE, "quoridor", TODAY, PuzzleProgress(wrong=2, shown=True))
        scene = opened(house)
        KeyHand(house).hit(Kind.HINT)
        assert house.on_top(ShareDialog).text.split("\n") == [
            f"Kissaten · No. 328 · 2026-11-24 · {code_of(TODAY)}",
            "Quoridor ☆☆☆",
            "Hyper Robots ☆☆☆",
            "Coffee ★★★ · 1:40",
            "Star 3×3 ★☆☆ · 3:12 · 1 hint",
            "4 of 12 ★ · 4:52 · 2 days in a row",
        ]
        assert scene.day == TODAY

    @staticmethod
    def saved(house: Playhouse) -> str:
        """What is told of the sheet's picture, once it was to be saved."""
        opened(house)
        hand = KeyHand(house)
        hand.hit(Kind.HINT)
        hand.say("Save picture")
        return house.come_to(Dialog).body

    def test_the_picture_is_saved_where_exported_games_go(self, house: Playhouse) -> None:
        told = self.saved(house)
        (path,) = export_dir().glob("*.png")
        assert path.name == "Kissaten 2026-11-24.png" and path.name in told
        assert pygame.image.load(path).get_size() == (1080, 1350)

    def test_a_folder_that_takes_no_picture_is_told(self, house: Playhouse) -> None:
        export_dir().write_text("a file where the folder should be")
        told = self.saved(house)
        assert told.startswith(f"{export_dir()}\n") and told.endswith("exists"), told

    def test_a_picture_holds_every_pixel(self) -> None:
        surface = pygame.Surface((7, 65), pygame.SRCALPHA)
        for y in range(65):
            surface.fill((3 * y, 255 - y, 40, 255), (0, y, 7, 1))
        read = pygame.image.load(io.BytesIO(run_to_end(png(surface))))
        assert pygame.image.tobytes(read, "RGB") == pygame.image.tobytes(surface, "RGB")

    def test_in_japanese(self, open_house) -> None:
        house = open_house(language="ja")
        solved(house, "star", TODAY, 2)
        opened(house)
        KeyHand(house).hit(Kind.HINT)
        text = house.on_top(ShareDialog).text
        assert "★★☆" in text and "★2/12" in text


def test_a_deleted_name_takes_its_puzzles_along(house: Playhouse) -> None:
    store = house.services.store
    profile = store.profiles.take("Zoë")
    keep(store, profile.id, "star", TODAY, PuzzleProgress(stars=3, solved=TODAY))
    practice_results.keep_best(store, profile.id, "star", 4)
    house.show(NamesScene(house.services))
    house.on_top(NamesScene).resume(NameAction.REALLY_DELETE)
    assert attempts(store, profile.id, "star") == {} and practice_results.best(store, profile.id, "star") == 0


class TestCode:
    """The code of a day, from the shared text."""

    def signal(self, kind: SignalKind, day: date) -> Signal:
        return Signal(kind, text=f"Kissaten {code_of(day)}, 9 of 12")

    @pytest.mark.parametrize("back", [0, 1, 60])
    def test_pasted_on_the_sheet_it_opens_its_day(self, house: Playhouse, back: int) -> None:
        scene = opened(house)
        house.app.manager.signal(self.signal(SignalKind.PASTED, TODAY - timedelta(days=back)))
        house.run(0.2)
        assert house.on_top(TodayScene).day == TODAY - timedelta(days=back) and scene.day == TODAY

    def test_dropped_anywhere_it_opens_its_day(self, house: Playhouse) -> None:
        opened(house)
        nav = shown_given(house.services, self.signal(SignalKind.DROPPED_TEXT, YESTERDAY), house.top)
        assert nav == Switch(ToToday(YESTERDAY.isoformat()))

    def test_a_day_to_come_is_told(self, house: Playhouse) -> None:
        opened(house)
        house.app.manager.signal(self.signal(SignalKind.PASTED, TODAY + timedelta(days=1)))
        house.run(0.2)
        assert "2026-11-25" in house.on_top(Dialog).body

    @pytest.mark.parametrize("way", ["typed", "pasted", "put together from letters"])
    def test_given_on_the_page_for_codes_it_opens_its_day(self, house: Playhouse, way: str) -> None:
        opened(house)
        hand, code = KeyHand(house), code_of(YESTERDAY)
        hand.say("Code…")
        if way == "pasted":
            house.app.manager.signal(self.signal(SignalKind.PASTED, YESTERDAY))
        elif way == "typed":
            house.app.manager.signal(Signal(SignalKind.TYPED, text=code.lower()))
            assert house.on_top(CodeScene).name == code.replace("-", "")
            hand.hit(Kind.CONFIRM)
        else:
            for label in (*code.replace("-", ""), "OK"):
                hand.say(label)
        house.run(0.5)
        assert house.on_top(TodayScene).day == YESTERDAY

    def test_a_code_of_no_day_is_told_and_can_be_mended(self, house: Playhouse) -> None:
        opened(house)
        hand = KeyHand(house)
        hand.say("Code…")
        house.app.manager.signal(Signal(SignalKind.TYPED, text="K328-0000"))
        hand.say("OK")
        house.run(0.3)
        assert house.on_top(Dialog).title == "No day has this code"
        hand.hit(Kind.BACK)
        house.run(0.3)
        assert house.on_top(CodeScene).name == "K3280000"

    def test_left_empty_it_opens_nothing(self, house: Playhouse) -> None:
        scene = opened(house)
        hand = KeyHand(house)
        hand.say("Code…")
        hand.say("OK")
        house.run(0.3)
        assert house.on_top(TodayScene) is scene

    def test_what_is_no_code_changes_nothing(self, house: Playhouse) -> None:
        scene = opened(house)
        for _ in range(2):  # the dialog takes none
            house.app._signal(Signal(SignalKind.PASTED, text="tea"))
            house.run(0.3)
        assert house.on_top(Dialog).title == house.services.stage.t("today.pasted.none")
        KeyHand(house).hit(Kind.BACK)
        house.run(0.3)
        assert house.on_top(TodayScene) is scene


class TestWayBack:
    def choices(self, house: Playhouse, seed: int) -> tuple[str, object]:
        """What leads on from a match of one with this seed."""
        house.services.clock = lambda: NOW
        session = make.session("robots", PERSON, seed=seed)
        label, go = way_out(house.services, session)
        return label, go()

    def test_from_the_puzzle_of_a_day_to_its_sheet(self, house: Playhouse) -> None:
        assert self.choices(house, BOOK.of_day(YESTERDAY).seed) == ("Today", Switch(ToToday(YESTERDAY.isoformat())))

    def test_from_a_puzzle_to_practise_to_the_packs(self, house: Playhouse) -> None:
        label, nav = self.choices(house, puzzles_of("robots")[7].seed)
        assert (label, nav) == ("Practice", Switch(ToToday(practice="robots")))
        house.app.manager.go(nav)  # type: ignore[arg-type]
        house.come_to(PracticeScene)
        house.be_heard()
        assert house.on_top(PracticeScene).game == "robots"
        KeyHand(house).hit(Kind.BACK)
        house.on_top(TodayScene)

    def test_the_pause_of_a_puzzle_of_the_day_leads_back_to_its_sheet(self, house: Playhouse) -> None:
        house.services.clock = lambda: NOW
        house.match(PERSON, game="robots", seed=BOOK.of_day(TODAY).seed)
        hand = KeyHand(house)
        hand.hit(Kind.PAUSE)
        hand.say("Today")
        house.come_to(TodayScene)

    def test_from_any_other_to_the_menu(self, house: Playhouse) -> None:
        assert self.choices(house, 5) == ("Menu", Switch(ToMenu(game="robots")))


def test_the_light_goes_over_the_puzzles_then_the_month_then_the_buttons(house: Playhouse) -> None:
    """Each group is named shortly, a week by its first and last day."""
    scene = opened(house)
    puzzles, month, *rest = tree(scene)
    assert isinstance(puzzles, ScanGroup) and isinstance(month, ScanGroup)
    assert [item.areas for item in puzzles.items] == [(each.rect,) for each in scene.cells]
    assert (puzzles.name, month.name) == ("Today", "November")
    weeks = [item.name for item in month.items]
    assert weeks[1:] == [
        "2 November to 8 November",
        "9 November to 15 November",
        "16 November to 22 November",
        "23 November to 24 November",
    ]
    assert month.items[0].name.startswith("Sunday 1 November"), "a day alone is no group"
    assert [item.name for item in rest] == ["Yesterday", "Practice", "Code…", "Share", "More"]


@pytest.mark.parametrize("size", [(1024, 768), (1280, 720), (1080, 1920)])
@pytest.mark.parametrize("language", ["en", "ja"])
def test_what_is_asked_lies_on_no_bean_and_no_star(house: Playhouse, written: list[tuple[str, pygame.Rect]]) -> None:
    scene = opened(house, datetime(2026, 11, 22, 12))  # asks for first moves, in three lines
    for cell in scene.cells:
        marks = (*cell.places.all("bean"), *cell.places.all("mark"))
        lines = [(text, place) for text, place in written if cell.rect.contains(place)]
        assert len(lines) >= 4 and [text for text, place in lines if place.collidelist(marks) >= 0] == []
