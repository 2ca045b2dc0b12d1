"""A game or result taken home: its code, its text, its file and its film; what strangers and phones find."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from itertools import combinations
from random import Random
from typing import Any

import pygame
import pytest

from game.core.incremental import run_to_end
from game.core.record import Record, SeatConfig, with_strength
from game.core.rules import Outcome
from game.paths import export_dir
from game.records.files import read
from game.records.films import Filming, FilmOrder, Films
from game.records.game_code import pack, unpack
from game.records.qr import MOST_BYTES, QrMaker, Rows, rows_of
from game.registry import GAMES
from game.robots.placement import decode
from scenes.archive.replay_scene import ReplayScene
from scenes.house.offers import Visitors
from scenes.kit.input.intents import Kind
from scenes.kit.system import put_on_clipboard, text_on_clipboard
from scenes.kit.widgets.dialog import Dialog
from scenes.match.match_scene import MatchScene
from scenes.match.result_scene import ResultScene
from scenes.match.starting import match_of
from scenes.match.verdict import share_text
from scenes.table.board.layout import board_place
from scenes.table.contract.optional import BestPlay
from scenes.table.film.reel import reel_in_steps
from scenes.table.film.watch_scene import FilmingScene, WatchScene
from scenes.table.sharing.code_dialog import FRAME, CodeDialog, module_of, shorten
from scenes.table.sharing.reading import ReadingScene
from scenes.table.sharing.share_dialog import ShareDialog
from scenes.table.sharing.take_home import TakeHome
from tests import make
from tests.make import AOI
from tests.scanned import scanned
from tests.scenes.conftest import Written
from tests.scenes.hands import HANDS, KeyHand, button
from tests.scenes.house.test_archive import GAME, WON
from tests.scenes.playhouse import PERSON, RIVAL, ROBOT, SIZES, Playhouse
from tests.scenes.robots_play import begin, easy_seed, make_todays, route
from tests.scenes.speaking import listen
from tools.catalogue.review import reviewed

DATED = replace(GAME, played="2026-11-26T18:20:42+00:00")


class Never(QrMaker):
    """Makes no code: it is always at it, or says that there is none."""

    def __init__(self, rows: Rows | None) -> None:
        super().__init__()
        self.given = rows

    def rows(self, text: str) -> Rows | None:
        return self.given


def long_game() -> Record:
    """A game of Quoridor without walls that is much longer than people play."""
    spec, chance = GAMES["quoridor"], Random(1)
    actions: list[str] = []
    state = spec.rules.start(GAME.options, 0)
    while len(actions) < 600:
        steps = [action for action in spec.rules.legal(state, len(actions) % 2) if len(spec.rules.text(action)) == 2]
        action = chance.choice(steps)
        after, _ = spec.rules.apply(state, len(actions) % 2, action)
        if spec.rules.outcome(after) is None:
            actions.append(spec.rules.text(action))
            state = after
    return replace(DATED, actions=tuple(actions), result=None)


def at_home(house: Playhouse, record: Record = DATED, ply: int = 0) -> TakeHome:
    """The card over the replay of `record`."""
    house.show(ReplayScene(house.services, GAMES[record.game], record, ply))
    HANDS["keyboard"](house).order(Kind.RULES)
    house.run(0.5)
    return house.on_top(TakeHome)


def press(house: Playhouse, label: str) -> None:
    HANDS["keyboard"](house).press(button(house, label))
    house.run(0.5)


class TestTheCode:
    def test_it_is_read_off_the_screen_after_a_match(self, house: Playhouse) -> None:
        house.match(PERSON, RIVAL, actions=WON)
        house.read_result()
        HANDS["keyboard"](house).order(Kind.HINT)
        house.on_top(ShareDialog)
        press(house, "Whole game")
        scene = house.on_top(TakeHome)
        text = scanned(house.window.surface)
        assert text == scene.code and unpack(text).actions == WON
        assert unpack(text).played, "when it was played is told as well"
        HANDS["keyboard"](house).order(Kind.BACK)
        house.on_top(ShareDialog)
        HANDS["keyboard"](house).order(Kind.BACK)
        house.on_top(ResultScene)

    @pytest.mark.one_in(4)
    @pytest.mark.parametrize("scale", [1.0, 1.5])
    @pytest.mark.parametrize("language", ["en", "ja"])
    @pytest.mark.parametrize("size", SIZES)
    def test_it_is_read_off_every_screen(self, house: Playhouse, scale: float) -> None:
        house.services.settings.change(text_scale=scale)
        house.run(0.2)
        scene = at_home(house)
        assert scanned(house.window.surface) == pack(DATED)
        assert house.window.surface.get_rect().contains(scene.rect)

    @pytest.mark.parametrize("size", SIZES)
    def test_the_largest_has_six_design_pixels_a_module(self, house: Playhouse) -> None:
        metrics, scene = house.stage.metrics, at_home(house)
        module = module_of(("1" * 65,) * 65, round(scene.head * metrics.scale) - 2 * metrics.px(FRAME))
        assert module >= 6 * metrics.scale - 1e-6

    def test_the_largest_is_read_at_the_smallest_size(self, house: Playhouse) -> None:
        scene = at_home(house)
        scene.read = (scene.code * 9)[:419]
        house.run(0.2)
        house.app.draw()
        assert len(scene.rows) == 65 and scanned(house.window.surface) == scene.read

    def test_a_game_that_is_too_long_has_its_result_instead(self, house: Playhouse) -> None:
        scene = at_home(house, long_game())
        assert not scene.is_whole and scene.body.startswith("This game is too long")
        assert scanned(house.window.surface) == "Kissaten · Quoridor\nUnfinished"
        assert unpack(scene.code).actions == long_game().actions, "the text has all of it"

    @pytest.mark.parametrize(
        ("rows", "words"),
        [(None, "One moment"), ((), "A code cannot be made here.")],
    )
    def test_until_there_is_one_a_word_stands_in_its_place(
        self, house: Playhouse, written: Written, rows: Rows | None, words: str
    ) -> None:
        house.services.qr = Never(rows)
        scene = at_home(house)
        assert words in " ".join(text for text, _ in written) and scene.is_animated is (rows is None)

    @pytest.mark.parametrize(
        ("text", "kept"),
        [
            ("short\nenough", "short\nenough"),
            (f"Kissaten\n{'W' * 280}\nAoi wins\nBoard 7K2M", "Kissaten\nAoi wins\nBoard 7K2M"),
            ("あ" * 200, ""),
        ],
    )
    def test_long_lines_give_way(self, text: str, kept: str) -> None:
        assert shorten(text) == kept and len(kept.encode()) <= MOST_BYTES and rows_of(kept or "-")


@pytest.fixture
def no_clipboard(monkeypatch: pytest.MonkeyPatch) -> None:
    """A system without a clipboard."""

    def refuse(text: str) -> None:
        raise pygame.error("no clipboard")

    monkeypatch.setattr(pygame.scrap, "put_text", refuse)


class TestCopyAndSave:
    def test_the_text_is_copied(self, house: Playhouse) -> None:
        put_on_clipboard("")
        at_home(house)
        press(house, "Copy text")
        assert house.on_top(Dialog).title == "The text is on the clipboard"
        assert text_on_clipboard() == pack(DATED)

    def test_the_moves_are_copied_as_people_write_them(self, house: Playhouse) -> None:
        at_home(house, ply=2)
        press(house, "Copy moves")
        copied = text_on_clipboard()
        assert copied.startswith("1. e2 e8 2. ") and unpack(copied).actions == DATED.actions

    @pytest.mark.usefixtures("no_clipboard")
    def test_without_a_clipboard_it_is_shown(self, house: Playhouse) -> None:
        at_home(house)
        press(house, "Copy text")
        dialog = house.on_top(Dialog)
        assert (dialog.title, dialog.body) == ("No clipboard here", pack(DATED))
        assert house.window.surface.get_rect().contains(dialog.rect)

    def test_it_is_saved_and_nothing_is_overwritten(self, house: Playhouse) -> None:
        at_home(house)
        for _ in range(2):
            press(house, "Save file")
            assert house.on_top(Dialog).title == "The game was saved"
            press(house, "OK")
        first, second = sorted(export_dir().iterdir())
        assert read(first).actions == read(second).actions == WON and read(first).played == DATED.played

    def test_the_board_is_saved_as_it_stands_there(self, house: Playhouse) -> None:
        for ply in (4, 6):
            at_home(house, ply=ply)
            press(house, "Save picture")
            dialog = house.on_top(Dialog)
            assert dialog.title == "The picture was saved"
            assert dialog.body.startswith(f"quoridor 2026-11-26 Aoi, Ren {ply}.png")
        first, second = (pygame.image.load(path) for path in sorted(export_dir().iterdir()))
        assert first.get_size() == second.get_size() == (board_place(house.stage.metrics).width,) * 2
        assert pygame.image.tobytes(first, "RGB") != pygame.image.tobytes(second, "RGB")

    @pytest.mark.parametrize("label", ["Save file", "Save picture"])
    def test_a_folder_that_takes_nothing_is_told(self, house: Playhouse, label: str) -> None:
        export_dir().write_text("a file where the folder should be")
        at_home(house)
        press(house, label)
        assert house.on_top(Dialog).title == "The file could not be written"


def test_strangers_scan_it_and_leave_nothing(house: Playhouse) -> None:
    house.services.offers.visitors = Visitors(lambda: None, ("quoridor",), (1, 2), False, False)
    scene = at_home(house)
    assert [answer.label for answer in scene.answers] == ["Back"] and scene.answers[0].primary
    assert scanned(house.window.surface) == scene.code and not export_dir().exists()


def test_no_phone_copies_or_saves(house: Playhouse) -> None:
    assert [(reply.label, reply.enabled) for reply in at_home(house).replies] == [
        ("Save film", False),
        ("Watch film", False),
        ("Copy text", False),
        ("Save picture", False),
        ("Save file", False),
        ("Copy moves", False),
        ("Back", True),
    ]


def test_an_annotated_game_is_nobodys(house: Playhouse) -> None:
    house.show(ReplayScene(house.services, GAMES["quoridor"], GAME, notes={1: "replay.guest"}))
    HANDS["keyboard"](house).hit(Kind.RULES)
    assert "Take home" not in [prompt.label for prompt in house.on_top(ReplayScene).prompts()]


@pytest.mark.parametrize("size", SIZES)
def test_a_shared_text_is_scanned_as_well(house: Playhouse) -> None:
    text = "Kissaten · No. 330 · 2026-11-26\nQuoridor ★★☆ · 1:40\nCoffee ☆☆☆\n3 of 6 stars"
    house.show(ShareDialog(house.services, text))
    house.run(0.5)
    press(house, "Scan")
    assert house.on_top(CodeDialog).read == text == scanned(house.window.surface)
    HANDS["keyboard"](house).order(Kind.BACK)
    house.on_top(ShareDialog)


TODAY = date(2026, 11, 21)


def told(house: Playhouse, match: MatchScene, how: str = "somehow") -> list[str]:
    return share_text(house.services, match.session, match.board, how, TODAY).split("\n")


def of(house: Playhouse, game: str, result: Outcome, *seats: SeatConfig, **options: Any) -> MatchScene:
    """A match of a game that ended at once."""
    session = make.session(game, *seats, **options)
    session.end(result)
    return match_of(house.services, session)


@pytest.mark.usefixtures("no_clipboard")
def test_without_a_clipboard_the_text_is_shown(house: Playhouse) -> None:
    house.match(PERSON, RIVAL, actions=WON)
    house.read_result()
    KeyHand(house).hit(Kind.HINT)
    dialog = house.on_top(ShareDialog)
    assert not dialog.copied and dialog.title == "No clipboard here"
    assert dialog.text.split("\n")[1] == "Aoi, Ren"
    KeyHand(house).hit(Kind.BACK)
    house.on_top(ResultScene)


def test_a_draw_and_several_winners(house: Playhouse) -> None:
    drawn = of(house, "star", Outcome((), "agreed"), PERSON, ROBOT)
    assert told(house, drawn)[1:] == ["Aoi, Milk (AI, level 2)", "A draw", "somehow"]
    between = of(house, "star", Outcome((), "agreed"), PERSON, with_strength(ROBOT, 2.4))
    assert told(house, between)[1] == "Aoi, Milk (AI, level 2.4)"
    people = [SeatConfig(name=name) for name in ("WWWWWWWWWWWW", "ことり", "Tom", "Mia", "Jo", "Aki", "Zoë", "レン")]
    several = of(house, "robots", Outcome((1, 2), "chips"), *people, players=8)
    title, names, who, how, code = told(house, several)
    assert title == "Kissaten · Hyper Robots · 2026-11-21"
    assert names == "WWWWWWWWWWWW, ことり, Tom, Mia, Jo, Aki, Zoë, レン"
    assert (who, how) == ("ことり and Tom win", "somehow") and code.startswith("Board ")


def test_a_puzzle_tells_its_stars_and_the_code_that_opens_it(house: Playhouse) -> None:
    match = begin(house, AOI, actions=["0:green E", *(f"0:{move.colour} {move.heading}" for move in route())])
    found = BestPlay(0, [f"{move.colour} {move.heading}" for move in route()])
    match.board.look_back.review(match.session.steps, found)
    house.read_result()
    KeyHand(house).hit(Kind.HINT)
    title, how, code = house.on_top(ShareDialog).text.split("\n")
    assert title == f"Kissaten · Hyper Robots · {date.today().isoformat()}"
    assert how == "★★☆  4 moves. 3 are enough" and len(route()) == 3
    options, seed = decode(code.removeprefix("Board "))
    assert seed == easy_seed() and options.items() <= match.session.options.items()


def test_the_puzzle_of_the_day_says_so(house: Playhouse, monkeypatch: pytest.MonkeyPatch) -> None:
    match = of(house, "robots", Outcome((0,), "arrival"), AOI, players=1)
    assert told(house, match)[0] == "Kissaten · Hyper Robots · 2026-11-21"
    make_todays(monkeypatch, match.session.seed)
    assert told(house, match)[0] == "Kissaten · Hyper Robots · Puzzle of the day · 2026-11-21"


@pytest.mark.one_in(2)
@pytest.mark.parametrize("size", [(1280, 720), (1024, 768), (720, 1280)])
def test_the_slip_stays_on_the_screen_with_the_longest_names_in_the_largest_type(house: Playhouse) -> None:
    house.services.settings.change(text_scale=1.5)
    house.run(0.2)
    names = ", ".join(["W" * 12] * 8)
    text = (
        f"Kissaten · Hyper Robots · 2026-01-01\n{names}\n{'W' * 12} wins\n{'all chips are there ' * 5}\n{'code ' * 6}"
    )
    dialog = ShareDialog(house.services, text)
    house.show(dialog)
    assert house.window.surface.get_rect().contains(dialog.rect)


class OneFilm(Filming):
    """Is made when the test says so; has no process."""

    def __init__(self, order: FilmOrder) -> None:
        self.order = order
        self.share, self.data, self.error = 0.5, None, ""
        self.is_gone = False

    @property
    def is_over(self) -> bool:
        return self.data is not None or bool(self.error)

    def look(self, seconds: float = 0.0) -> bool:
        return self.is_over

    def cancel(self) -> None:
        self.is_gone = True


class Maker(Films):
    """Keeps what was ordered."""

    def __init__(self) -> None:
        super().__init__()
        self.begun: list[OneFilm] = []

    def begin(self, order: FilmOrder) -> Filming:
        self.begun.append(OneFilm(order))
        return self.begun[-1]


class NoProcess(Films):
    """The system has none left."""

    def begin(self, order: FilmOrder) -> Filming:
        raise OSError("no more processes")


@pytest.fixture
def films(house: Playhouse) -> Maker:
    """What was ordered of the house."""
    house.services.films = maker = Maker()
    return maker


def save(house: Playhouse) -> None:
    """Have the film made, as a WebP."""
    for label in ("Save film", "WebP"):
        press(house, label)


class TestSaving:
    @pytest.mark.parametrize("kind", ["GIF", "WebP"])
    @pytest.mark.parametrize("hand", HANDS)
    def test_it_is_saved_by_any_device(self, house: Playhouse, films: Maker, hand: str, kind: str) -> None:
        at_home(house)
        for label in ("Save film", kind):
            HANDS[hand](house).press(button(house, label))
            house.run(0.5)
        assert house.on_top(FilmingScene).title == "Making the film" and house.on_top(FilmingScene).is_animated
        (film,) = films.begun
        assert film.order == FilmOrder(DATED.to_json(), "", "en", f".{kind.lower()}")
        film.data = b"a film"
        house.run(0.5)
        dialog = house.on_top(Dialog)
        assert dialog.title == "The film was saved"
        name = f"quoridor 2026-11-26 Aoi, Ren.{kind.lower()}"
        assert dialog.body == f"{name}\nin {export_dir()}"
        assert (export_dir() / name).read_bytes() == b"a film"

    def test_another_one_overwrites_nothing(self, house: Playhouse, films: Maker) -> None:
        at_home(house)
        for number in range(2):
            save(house)
            films.begun[-1].data = b"%d" % number
            house.run(1.0)
            press(house, "OK")
        names = [path.name for path in sorted(export_dir().iterdir())]
        assert names == ["quoridor 2026-11-26 Aoi, Ren (2).webp", "quoridor 2026-11-26 Aoi, Ren.webp"]

    @pytest.mark.parametrize("key", [Kind.BACK, Kind.CONFIRM])
    def test_it_is_given_up_at_once(self, house: Playhouse, films: Maker, key: Kind) -> None:
        at_home(house)
        save(house)
        HANDS["keyboard"](house).order(key)
        house.run(0.5)
        house.on_top(TakeHome)
        assert films.begun[0].is_gone and not export_dir().exists()

    def test_what_its_process_says_and_that_there_is_none_is_told(self, house: Playhouse, films: Maker) -> None:
        at_home(house)
        save(house)
        films.begun[0].error = "Pillow is not installed"
        house.run(0.5)
        dialog = house.on_top(Dialog)
        assert (dialog.title, dialog.body) == ("The film could not be made", "Pillow is not installed")
        press(house, "OK")
        house.services.films = NoProcess()
        save(house)
        assert house.on_top(Dialog).body == "no more processes"

    def test_a_folder_that_takes_nothing_is_told(self, house: Playhouse, films: Maker) -> None:
        export_dir().write_text("a file where the folder should be")
        at_home(house)
        save(house)
        films.begun[0].data = b"a film"
        house.run(0.5)
        assert house.on_top(Dialog).title == "The file could not be written"

    def test_the_review_that_is_kept_goes_with_it(self, house: Playhouse, films: Maker) -> None:
        record, review = reviewed("quoridor", (PERSON, RIVAL))
        house.services.store.finish(record)
        house.services.store.keep_review(record, review)
        at_home(house, record)
        save(house)
        assert films.begun[0].order.review == review


class TestWatching:
    @pytest.mark.parametrize("hand", HANDS)
    def test_it_runs_to_its_end_and_again(self, house: Playhouse, hand: str) -> None:
        at_home(house)
        HANDS[hand](house).press(button(house, "Watch film"))
        house.run(0.5)
        scene = house.on_top(WatchScene)
        assert 0 < scene.time < 3 and scene.is_animated
        house.run(scene.reel.seconds)
        assert scene.is_over and not scene.running
        assert [prompt.label for prompt in scene.prompts()] == ["Again", "Back"]
        HANDS[hand](house).order(Kind.CONFIRM)
        assert scene.running and scene.time < 3
        HANDS[hand](house).order(Kind.BACK)
        house.run(0.4)
        house.on_top(TakeHome)

    def test_it_is_stopped_and_goes_on(self, house: Playhouse) -> None:
        at_home(house)
        press(house, "Watch film")
        scene, keyboard = house.on_top(WatchScene), HANDS["keyboard"](house)
        keyboard.order(Kind.CONFIRM)
        before = scene.time
        house.run(1.0)
        assert scene.time == before and not scene.running
        keyboard.order(Kind.CONFIRM)
        house.run(1.0)
        assert scene.time > before + 0.5

    def test_what_happens_is_read_aloud(self, house: Playhouse) -> None:
        voice = listen(house)
        record, review = reviewed("quoridor", (PERSON, RIVAL))
        house.show(WatchScene(house.services, run_to_end(reel_in_steps(house.services, record, review))))
        house.run(25)
        said = voice.texts
        assert any("Ren gives the lead away" in text and "Move 10" in text for text in said)
        assert (said[-1].startswith("Quoridor") and len(said) == len(set(said))) or "Aoi wins" in said[-1]

    @pytest.mark.parametrize("size", SIZES)
    def test_words_lie_in_the_window_and_off_the_board(self, house: Playhouse) -> None:
        record, review = reviewed("robots", (PERSON, RIVAL))
        scene = WatchScene(house.services, run_to_end(reel_in_steps(house.services, record, review)))
        house.show(scene)
        places = scene.film.places
        leaves = [place for _, place in places.leaves]
        assert not [pair for pair in combinations(leaves, 2) if pair[0].colliderect(pair[1])]

    def test_a_window_that_changes_goes_on_where_it_was(self, house: Playhouse) -> None:
        at_home(house)
        press(house, "Watch film")
        house.run(4.0)
        scene = house.on_top(WatchScene)
        before = scene.time
        house.stage.resize((1080, 1920))
        scene.resized()
        assert before == scene.time and scene.film.table.box.width == 1080

    def test_a_long_game_is_read_first(self, house: Playhouse) -> None:
        at_home(house, long_game())
        press(house, "Watch film")
        house.on_top(ReadingScene)
        house.is_watched = True
        house.come_to(WatchScene)


def test_from_a_replay_of_any_game(house: Playhouse) -> None:
    for game in ("star", "coffee", "robots"):
        record, _ = reviewed(game, (PERSON, RIVAL))
        house.show(ReplayScene(house.services, GAMES[game], replace(record, played=DATED.played), 0))
        HANDS["keyboard"](house).order(Kind.RULES)
        house.run(0.5)
        press(house, "Watch film")
        assert house.on_top(WatchScene).reel.spec.id == game
