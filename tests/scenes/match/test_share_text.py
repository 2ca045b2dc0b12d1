"""A result as text: what it says of each kind of game, and the clipboard, which may not be there."""

from __future__ import annotations

from datetime import date

import pygame
import pytest

from game.core.options import resolve
from game.core.record import Record, SeatConfig, with_strength
from game.core.rules import Outcome
from game.registry import find
from game.robots.placement import decode
from game.session.session import Session
from scenes.kit.input.intents import Kind
from scenes.match.match_scene import MatchScene
from scenes.match.result_scene import ResultScene
from scenes.match.verdict import share_text
from scenes.table.contract.optional import BestPlay
from scenes.table.loading import make_board
from scenes.table.sharing.share_dialog import ShareDialog
from tests.make import AOI
from tests.scenes.conftest import OpenHouse
from tests.scenes.hands import KeyHand
from tests.scenes.playhouse import PERSON, RIVAL, ROBOT, Playhouse
from tests.scenes.robots_play import begin, easy_seed, make_todays, route

WON = ["e2", "e8", "e3", "e7", "e4", "e6", "e5", "e4", "e6", "e3", "e7", "e2", "e8", "d2", "e9"]
TODAY = date(2026, 11, 21)


def told(house: Playhouse, match: MatchScene, how: str = "somehow") -> list[str]:
    return share_text(house.services, match.session, match.board, how, TODAY).split("\n")


def of(house: Playhouse, game: str, result: Outcome, *seats: SeatConfig, **options: object) -> MatchScene:
    """A match of a game that ended at once."""
    spec = find(game)
    record = Record(game, resolve(spec.options, options), 7, (), seats, (), result)
    session = Session.resume(spec, record)
    session.outcome = result
    return MatchScene(house.services, session, make_board(house.services, spec, session.options))


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
