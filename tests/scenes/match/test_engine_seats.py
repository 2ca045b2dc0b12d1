"""Engines from outside on the screen, and where an AI, a film, the phones or the store do less than they should."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest

from game.agents.agent import Job, Thought
from game.command_line.startup import start_request
from game.core.record import Record, SeatConfig
from game.core.rules import Outcome
from game.match_setup import default_table
from game.outside.engine import EngineCommand
from game.outside.table_agent import EngineEntry, Engines, TableAgent
from game.phones.messages import Trouble
from game.records.files import read
from game.records.films import FilmOrder
from game.registry import find
from scenes import app
from scenes.archive.replay_scene import ReplayScene
from scenes.house.offers import Visitors
from scenes.kit.input.intents import Kind
from scenes.kit.scene import Quit
from scenes.kit.widgets.dialog import Dialog
from scenes.kit.widgets.widget import Button
from scenes.match.match_scene import MatchScene
from scenes.match.starting import branch, resume
from scenes.match.verdict import _player
from scenes.phones.kiosk_phones import KioskPhones
from scenes.routes import ToBranch, ToSetup
from scenes.routing import first_scene, open_route
from scenes.setup.seat_editor import ENGINES, SeatEditor, SeatSwitch
from scenes.setup.setup_scene import SetupScene
from tests.scenes.conftest import OpenHouse, Written
from tests.scenes.hands import HANDS, KeyHand, focus_of
from tests.scenes.noting import drawn
from tests.scenes.operators_hand import Counter
from tests.scenes.playhouse import PERSON, ROBOT, InstantAgent, Playhouse
from tools.catalogue.quoridor import WON

ROOT = Path(__file__).parents[3]
BOT = str(ROOT / "tests" / "outside_engine.py")
EVIL = SeatConfig("ai", 5, name="ext:evil")
WAIT = 60.0  # seconds of the wall that an engine may take
STAR = find("star")


def offer(house: Playhouse, *how: str, names: tuple[str, ...] = ("bot",), games: frozenset[str] | None = None) -> None:
    """Let engines be had at this table."""
    words = (sys.executable, *(how or (BOT, "well")))
    entries = [EngineEntry(EngineCommand(name, words), games, 0.5) for name in names]
    house.services.offers.engines = Engines(entries, start=WAIT)
    house.services.agent = TableAgent(house.services.agent, house.services.offers.engines)


def play(house: Playhouse, game: str, *options: str, seats: str = "human,ext:bot") -> MatchScene:
    """Begin a game as the command line does."""
    start = start_request(find(game), seats, list(options), 7, [f"bot={sys.executable} x"])
    house.services.offered_resume = True
    house.app.manager.start(first_scene(house.services, start))
    return house.come_to(MatchScene)


def submit(match: MatchScene) -> None:
    """Let the person play anything."""
    match.controller.submit(0, match.session.legal(0)[0])


@pytest.mark.parametrize("language", ["en", "ja"])
def test_a_fault_is_said_in_one_line_and_the_game_goes_on(open_house: OpenHouse, language: str) -> None:
    house = open_house(agent=InstantAgent(), language=language)
    offer(house, BOT, "crashes")
    match = play(house, "quoridor")
    for ply in (2, 4):
        submit(match)
        house.until(partial(lambda ply: match.session.ply == ply, ply), "a plain move", wall=WAIT)
        told = {"en": "bot has stopped. A simple move is played instead.", "ja": "botは止まってしまいました。"}
        assert match.controller.notice.startswith(told[language])
        house.until(
            lambda: match.table.timeline.is_idle and not match.controller.notice, "its clip, and the end of the notice"
        )


def test_the_table_plays_against_kissaten_itself(house: Playhouse) -> None:
    offer(house, str(ROOT / "main.py"), "engine")
    for game in ("star", "robots"):
        match = play(house, game)
        if game == "star":
            submit(match)
        house.until(
            lambda match=match: any(step.seat == 1 for step in match.session.steps),
            "its action",
            wall=WAIT,
        )
        assert match.session.agent_seats.take_faults() == [] and match.controller.notice == ""
    assert [step.seat for step in match.session.steps][:1] == [1], "it has declared a number"


def test_an_engine_has_its_name_on_its_seat(house: Playhouse) -> None:
    offer(house)
    match = play(house, "star")
    card = match.side_panel.card(match.session.state, 1)
    assert card.name == house.services.people.name(match.session.seats[1]) == "bot" and card.notes[0].startswith(
        "Engine"
    )
    assert _player(house.services, match.session.seats[1]) == "bot (engine)"
    assert match.board.context.names[1] == "bot"


def test_the_seat_of_an_engine_is_given_names_all_the_same(house: Playhouse) -> None:
    offer(house)
    table = default_table(STAR)
    house.show(SeatEditor(house.services, table.with_seat(1, replace(table.seats[1], engine="bot")), 1))
    assert {"Aoi", "Ren", "Nagi"} <= {widget.label for widget in focus_of(house).widgets if isinstance(widget, Button)}


def test_leaving_the_match_ends_the_engine(house: Playhouse, tmp_path: Path) -> None:
    offer(house, BOT, "well", str(tmp_path / "pids"))
    match = play(house, "star")
    submit(match)
    house.until(lambda: match.session.ply == 2, "its move", wall=WAIT)
    house.react(lambda: house.app.manager.start(open_route(house.services, ToSetup("star"))))
    [thread] = house.services.offers.engines._leaving
    thread.join(WAIT)
    assert not thread.is_alive and thread._engine.pid is None


def test_an_imported_name_starts_nothing(house: Playhouse, tmp_path: Path) -> None:
    offer(house, BOT, "well", str(tmp_path / "pids"))
    file = tmp_path / "game.json"
    file.write_text(Record("star", {}, 0, (), (PERSON, EVIL)).to_json())
    record = read(file)
    assert record.seats[1].engine == "evil"
    for begin in (branch, resume):
        match = begin(house.services, record)
        seat = match.session.seats[1]
        assert (seat.kind, seat.engine, seat.name.startswith("@")) == ("human", "", True)
        house.show(match)
        house.run(0.5)
    house.services.offers.engines.close()
    assert not (tmp_path / "pids").exists()


def with_engine(name: str) -> tuple[SeatConfig, SeatConfig]:
    """A person, and an engine on the other seat."""
    return PERSON, SeatConfig("ai", 5, "@ren", "square", engine=name)


def test_a_stored_game_with_an_unknown_engine_has_an_open_seat(house: Playhouse) -> None:
    seats, person = with_engine("evil"), SeatConfig("human", 0, "@ren", "square")
    house.services.offers.remember(replace(default_table(STAR), seats=seats))
    assert house.services.offers.table(STAR).seats[1] == person
    house.services.store.begin(Record("star", {}, 0, ("@b3",), seats))
    stored = house.services.store.unfinished("star")
    assert stored is not None and stored.seats[1].engine == "evil"
    house.show(resume(house.services, stored))
    house.run(0.5)
    assert house.playing.session.seats[1] == person


def test_a_known_engine_is_offered_again_when_a_game_is_gone_on_with_and_plays_its_own_games_alone(
    house: Playhouse,
) -> None:
    offer(house, games=frozenset(("star",)))
    record = Record("star", {}, 0, (), with_engine("bot"))
    assert resume(house.services, record).session.seats[1].engine == "bot"
    match = open_route(house.services, ToBranch(replace(record, seats=with_engine("other"))))
    assert isinstance(match, MatchScene) and match.session.seats[1].kind == "human"
    assert house.services.offers.opened("coffee", with_engine("bot"))[1].kind == "human"


def test_the_setup_offers_engines(house: Playhouse) -> None:
    offer(house, names=("bot", "old"))
    house.show(open_route(house.services, ToSetup("star")))
    setup, hand, seen = house.on_top(SetupScene), KeyHand(house), []
    for place in (ENGINES, ENGINES + 1, 2):
        switch = [widget for widget in setup.focus.widgets if isinstance(widget, SeatSwitch)][1]
        hand.select(switch, place)
        seat = setup.table.seats[1]
        seen.append((seat.is_ai, seat.engine, seat.level))
    assert seen[0][1] == "bot" and seen[1][1] == "old" and seen[2] == (True, "", 2)


def test_without_engines_there_is_nothing_new_in_the_setup(house: Playhouse) -> None:
    house.show(open_route(house.services, ToSetup("star")))
    switches = [widget for widget in house.on_top(SetupScene).focus.widgets if isinstance(widget, SeatSwitch)]
    assert [len(widget.areas()) for widget in switches] == [2, 2] and switches[0].offered == (0, 1, 2, 3, 4, 5)


def test_visitors_find_no_engines(house: Playhouse) -> None:
    offer(house)
    assert house.services.offers.engine_names("star") == ("bot",)
    house.services.offers.visitors = Visitors(Quit, ("star",), (1, 2))
    assert house.services.offers.engine_names("star") == ()


def test_what_is_wrong_with_the_file_is_said_in_the_setup_once(house: Playhouse) -> None:
    house.services.offers.engine_notice = "engines.toml: not used is bot."
    house.show(open_route(house.services, ToSetup("star")))
    assert "not used is bot" in house.on_top(Dialog).body
    HANDS["keyboard"](house).order(Kind.CONFIRM)
    house.run(0.5)
    house.on_top(SetupScene)


def test_a_win_over_an_engine_is_none_over_a_level(house: Playhouse) -> None:
    options = {"players": 2, "jump_pairs": False, "walls": None}
    statistics = house.services.store.statistics
    for seed, engine in enumerate(("bot", "")):
        record = Record("quoridor", options, seed, WON, with_engine(engine), (), Outcome((0,), "goal"))
        house.services.store.finish(record)
        figures = statistics.of(0, "quoridor")
        assert (figures.played, figures.won) == (seed + 1, seed + 1)
        assert figures.fastest[4] == (0 if engine else 8)


def test_the_program_reads_the_owners_file_and_says_what_is_wrong_with_it(
    house: Playhouse, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("KISSATEN_DATA", str(tmp_path))
    command = f"command = '{sys.executable} x'"
    (tmp_path / "engines.toml").write_text(f"[bot]\n{command}\n[old]\n{command}\n[bad]\n")
    start = start_request(STAR, "human,ext:bot", [], None, [f"bot={sys.executable} other"])
    entries, found = app._engines(start)
    assert [(entry.command.name, entry.command.words[1]) for entry in entries] == [("bot", "other"), ("old", "x")]
    assert "engines.toml: line 5: engine 'bad': it needs a 'command'" in capsys.readouterr().err
    app.tell_engines(house.services, found)
    assert house.services.offers.engine_notice.startswith("engines.toml: bad cannot be used.")
    (tmp_path / "engines.toml").write_text("".join(f"[e{number}]\n" for number in range(9)))
    app.tell_engines(house.services, app._engines(None)[1])
    assert house.services.offers.engine_notice.startswith("engines.toml: e0, e1, e2 and 6 more cannot be used.")
    (tmp_path / "engines.toml").write_text("[")
    app.tell_engines(house.services, app._engines(None)[1])
    assert house.services.offers.engine_notice.startswith("engines.toml cannot be read.")
    house.services.offers.visitors = Visitors(Quit)
    assert house.services.offers.take_engine_notice() == ""


class Ill(InstantAgent):
    """Its thinking fails each time."""

    def poll(self) -> Thought | None:
        job: Job | None = self._waiting
        thought = super().poll()
        if thought is None or job is None:
            return None
        return replace(thought, action="", error="OSError: x", fault="crash", seat=job.seat)


@pytest.mark.parametrize(
    ("game", "language", "told"),
    [
        ("quoridor", "en", "could not think. A simple move is played instead."),
        ("quoridor", "ja", "は考えられませんでした。代わりに"),
        ("robots", "en", "could not think. It does not bid this time."),
    ],
)
def test_an_ai_that_cannot_think_is_said_in_a_line(open_house: OpenHouse, game: str, language: str, told: str) -> None:
    house = open_house(agent=Ill(), language=language)
    match = house.match(ROBOT, PERSON, game=game)
    house.until(lambda: bool(match.controller.notice), "the sentence")
    assert told in match.controller.notice.replace("。 ", "。")
    assert match.controller.notice.startswith(match.board.context.names[0])


def test_an_ai_below_its_strength_is_said_once_where_no_menu_was_read(house: Playhouse) -> None:
    house.services.shortcomings.is_uncompiled = lambda: True
    people = house.match(PERSON, PERSON)
    house.run(0.5)
    assert people.controller.notice == "", "nobody at this table is an AI"
    match = house.match(PERSON, ROBOT)
    house.run(0.5)
    assert match.controller.notice == "AI players are weaker than they should be."
    house.until(lambda: not match.controller.notice, "its end")
    house.run(1.0)
    assert match.controller.notice == ""


def test_advice_that_fails_is_said(open_house: OpenHouse) -> None:
    house = open_house(agent=Ill())
    match = house.match(PERSON, ROBOT)
    KeyHand(house).order(Kind.HINT)
    house.until(lambda: bool(match.controller.note), "the sentence")
    assert house.on_top(MatchScene).words.helper() == "The AI could not think about this position."
    match.controller.note = ""
    match.controller.show_theory(True)
    match.controller.note = ""
    house.until(lambda: bool(match.controller.note), "the sentence about what the position is worth")
    assert match.controller.note == "The AI could not think about this position."


def test_theory_that_fails_in_a_replay_is_said(open_house: OpenHouse, written: Written) -> None:
    house = open_house(agent=Ill())
    match = house.match(PERSON, PERSON, game="star")
    house.show(ReplayScene(house.services, find("star"), match.session.record(), 0))
    scene = house.on_top(ReplayScene)

    def is_said() -> bool:
        written.clear()
        drawn(scene)
        return "The AI could not think about this position." in " ".join(text for text, _ in written)

    assert not is_said()
    KeyHand(house).order(Kind.THEORY)
    house.until(is_said, "the sentence")
    assert scene.theory.theory == {}


@pytest.fixture
def unwritable(open_house: OpenHouse, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A file lies where the store's folder should be, until the houses close."""
    folder = tmp_path / "data"
    folder.write_text("")
    monkeypatch.setenv("KISSATEN_DATA", str(folder))
    yield
    folder.unlink()
    folder.mkdir()


@pytest.mark.usefixtures("unwritable")
@pytest.mark.parametrize("language", ["en", "ja"])
def test_the_operator_finds_all_of_it_among_the_problems(house: Playhouse, tmp_path: Path, language: str) -> None:
    counter = Counter(house, tmp_path)
    assert counter.scene.state.notices == 1, "the store fails"
    found = house.services.shortcomings
    found.is_uncompiled, found.failures = (lambda: True), (lambda: 3)
    found.phones = lambda: Trouble("network", "")
    house.services.films._end(FilmOrder("", "", language), None, "Pillow is not installed")
    house.stage.assets.cache_trouble = "full"
    house.services.qr.failures = 2
    house.run(1.2)
    assert counter.scene.state.notices == len(found.for_operator()) == 7
    told = "\n".join(found.for_operator())
    assert all(word in told for word in ("doctor", "3", "kiosk.log", "2", "Pillow is not installed", "full"))
    counter.scene.list_problems()


def test_phones_that_cannot_join_are_among_them(house: Playhouse) -> None:
    from game.kiosk.config import Config
    from scenes.phones.phone_controllers import PhoneControllers

    phones = KioskPhones(house.services, Config)
    assert phones.trouble is None
    controllers = house.services.stage.devices.remotes = PhoneControllers(house.services, lambda: None)
    controllers.phones.state, controllers.phones.trouble = "failed", Trouble("port", "")
    assert phones.trouble == Trouble("port", "")
    controllers.phones.state = "closed"
    assert phones.trouble is None
