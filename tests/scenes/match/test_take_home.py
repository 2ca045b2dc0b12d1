"""A game or result taken home: its code, its text, the file, the clipboard; what strangers and phones find."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from pathlib import Path
from random import Random

import pygame
import pytest

from game.core.options import resolve
from game.core.record import Record, SeatConfig, with_strength
from game.core.rules import Outcome
from game.records.files import read
from game.records.game_code import pack, unpack
from game.records.qr import MOST_BYTES, QrMaker, Rows, rows_of
from game.registry import GAMES, find
from game.robots.placement import decode
from game.session.session import Session
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
from scenes.table.sharing.code_dialog import FRAME, CodeDialog, module_of, shorten
from scenes.table.sharing.share_dialog import ShareDialog
from scenes.table.sharing.take_home import TakeHome
from tests.make import AOI
from tests.scanned import scanned
from tests.scenes.conftest import OpenHouse, Written
from tests.scenes.hands import HANDS, KeyHand, button
from tests.scenes.house.test_archive import GAME, WON
from tests.scenes.playhouse import PERSON, RIVAL, ROBOT, SIZES, Playhouse
from tests.scenes.robots_play import begin, easy_seed, make_todays, route

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
    def test_it_is_read_off_every_screen(
        self, open_house: OpenHouse, size: tuple[int, int], language: str, scale: float
    ) -> None:
        house = open_house(size, language)
        house.services.settings.change(text_scale=scale)
        house.run(0.2)
        scene = at_home(house)
        assert scanned(house.window.surface) == pack(DATED)
        assert pygame.Rect((0, 0), size).contains(scene.rect)

    @pytest.mark.parametrize("size", SIZES)
    def test_the_largest_has_six_design_pixels_a_module(self, open_house: OpenHouse, size: tuple[int, int]) -> None:
        house = open_house(size)
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

    def test_it_is_saved_and_nothing_is_overwritten(
        self, house: Playhouse, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setenv("KISSATEN_EXPORT", str(tmp_path))
        at_home(house)
        for _ in range(2):
            press(house, "Save file")
            assert house.on_top(Dialog).title == "The game was saved"
            press(house, "OK")
        first, second = sorted(tmp_path.iterdir())
        assert read(first).actions == read(second).actions == WON and read(first).played == DATED.played

    def test_the_board_is_saved_as_it_stands_there(
        self, house: Playhouse, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setenv("KISSATEN_EXPORT", str(tmp_path))
        for ply in (4, 6):
            at_home(house, ply=ply)
            press(house, "Save picture")
            dialog = house.on_top(Dialog)
            assert dialog.title == "The picture was saved"
            assert dialog.body.startswith(f"quoridor 2026-11-26 Aoi, Ren {ply}.png")
        first, second = (pygame.image.load(path) for path in sorted(tmp_path.iterdir()))
        assert first.get_size() == second.get_size() == (board_place(house.stage.metrics).width,) * 2
        assert pygame.image.tobytes(first, "RGB") != pygame.image.tobytes(second, "RGB")

    @pytest.mark.parametrize("label", ["Save file", "Save picture"])
    def test_a_folder_that_takes_nothing_is_told(
        self, house: Playhouse, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, label: str
    ) -> None:
        (tmp_path / "taken").write_text("")
        monkeypatch.setenv("KISSATEN_EXPORT", str(tmp_path / "taken"))
        at_home(house)
        press(house, label)
        assert house.on_top(Dialog).title == "The file could not be written"


def test_strangers_scan_it_and_leave_nothing(house: Playhouse, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KISSATEN_EXPORT", str(tmp_path))
    house.services.offers.visitors = Visitors(lambda: None, ("quoridor",), (1, 2), False, False)
    scene = at_home(house)
    assert [answer.label for answer in scene.answers] == ["Back"] and scene.answers[0].primary
    assert scanned(house.window.surface) == scene.code and not list(tmp_path.iterdir())


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
def test_a_shared_text_is_scanned_as_well(open_house: OpenHouse, size: tuple[int, int]) -> None:
    house = open_house(size)
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


def of(house: Playhouse, game: str, result: Outcome, *seats: SeatConfig, **options: object) -> MatchScene:
    """A match of a game that ended at once."""
    spec = find(game)
    record = Record(game, resolve(spec.options, options), 7, (), seats, (), result)
    session = Session.resume(spec, record)
    session.outcome = result
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
def test_the_slip_stays_on_the_screen_with_the_longest_names_in_the_largest_type(
    open_house: OpenHouse, size: tuple[int, int]
) -> None:
    house = open_house(size)
    house.services.settings.change(text_scale=1.5)
    house.run(0.2)
    names = ", ".join(["W" * 12] * 8)
    text = (
        f"Kissaten · Hyper Robots · 2026-01-01\n{names}\n{'W' * 12} wins\n{'all chips are there ' * 5}\n{'code ' * 6}"
    )
    dialog = ShareDialog(house.services, text)
    house.show(dialog)
    assert pygame.Rect((0, 0), size).contains(dialog.rect)
