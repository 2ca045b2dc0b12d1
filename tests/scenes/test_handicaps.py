"""Handicaps on the screen: agreed on in the setup with every device, shown in play, kept by their people."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pygame
import pytest

from game.core.spec import GameSpec
from game.registry import find
from game.robots.state import Bid
from game.table import default_table
from scenes.kit.intents import Kind
from scenes.kit.picker import Picker
from scenes.kit.scene import Switch
from scenes.kit.stage import Stage
from scenes.kit.widgets import Choice
from scenes.match.match_scene import MatchScene
from scenes.robots import phrases
from scenes.robots.bidding.desk import Desk, Refusal
from scenes.robots.side_panel import RobotsSidePanel
from scenes.routes import ToMatch, ToRematch
from scenes.setup.house_rules import HouseRulesScene
from scenes.setup.seat_card import seat_note
from scenes.setup.setup_scene import SetupScene
from scenes.table.loading import scenes_of
from scenes.table.rules_in_force import rules_in_force
from tests.make import AOI, MIO, REN
from tests.scenes.hands import HANDS, Hand, KeyHand, PadHand, PointerHand, focus_of
from tests.scenes.playhouse import PERSON, RIVAL, Playhouse
from tests.scenes.robots_play import begin

QUORIDOR, STAR, ROBOTS, COFFEE = (find(game) for game in ("quoridor", "star", "robots", "coffee"))


def open_setup(house: Playhouse, spec: GameSpec) -> SetupScene:
    scene = SetupScene(house.services, spec)
    house.show(scene)
    return scene


def pickers(house: Playhouse) -> dict[str, Picker]:
    return {widget.name: widget for widget in focus_of(house).widgets if isinstance(widget, Picker)}


def lower(hand: Hand, house: Playhouse, name: str, times: int) -> None:
    """Take the value before the present one of a row, so many times."""
    for _ in range(times):
        rect = pickers(house)[name].rect
        if isinstance(hand, PointerHand):
            hand.point((rect.left + 8, rect.centery))
        else:
            assert isinstance(hand, KeyHand | PadHand)
            hand.go(pickers(house)[name])
            hand.hit(Kind.LEFT)


class TestSetup:
    @pytest.mark.one_in(3)
    @pytest.mark.parametrize("device", HANDS)
    def test_fewer_walls_are_agreed_on_and_played(self, house: Playhouse, device: str) -> None:
        house.set_table(PERSON, RIVAL)
        scene = open_setup(house, QUORIDOR)
        hand: Hand = HANDS[device](house)
        for index in (1, 0):  # so that the bar knows the device
            (players,) = (w for w in focus_of(house).widgets if isinstance(w, Choice) and w.labels == ["2", "4"])
            hand.select(players, index)
        hand.order(Kind.HINT)
        house.on_top(HouseRulesScene)
        assert [picker.label for picker in pickers(house).values()] == ["10", "10"]
        lower(hand, house, f"{house.services.name(RIVAL)}: Walls", 3)
        hand.say("OK")
        assert scene.table.options["walls"] == [10, 7]
        hand.say("Start")
        match = house.on_top(MatchScene)
        assert match.session.state.walls_left == (10, 7)
        stocks = [match.board.words.stock(match.session.state, seat) for seat in (0, 1)]
        assert [(stock.left, stock.total) for stock in stocks] == [(10, 10), (7, 7)]

    def test_what_is_usual_again_is_off(self, house: Playhouse) -> None:
        house.set_table(PERSON, RIVAL)
        scene = open_setup(house, QUORIDOR)
        hand = KeyHand(house)
        hand.hit(Kind.HINT)
        lower(hand, house, f"{house.services.name(PERSON)}: Walls", 1)
        card = house.on_top(HouseRulesScene)
        assert card.table.options["walls"] == [9, 10]
        hand.hit(Kind.RIGHT)
        hand.say("OK")
        assert scene.table.options["walls"] is None

    def test_robots_have_two_rows_a_seat_and_none_alone(self, house: Playhouse) -> None:
        house.services.remember(default_table(ROBOTS).with_options(ROBOTS, {"players": 3}))
        open_setup(house, ROBOTS)
        KeyHand(house).hit(Kind.HINT)
        card = house.on_top(HouseRulesScene)
        rows = [(row.option.name, row.seat) for row, _ in card._rows]
        while card.page + 1 < card.count:
            card._turn(1)
            rows += [(row.option.name, row.seat) for row, _ in card._rows]
        assert rows[-6:] == [(name, seat) for seat in range(3) for name in ("head_start", "silence")]
        alone = HouseRulesScene(house.services, ROBOTS, default_table(ROBOTS).with_options(ROBOTS, {"players": 1}))
        house.show(alone)
        assert alone.count == 1 and all(row.seat is None for row, _ in alone._rows)

    def test_handicaps_have_pages_of_their_own(self, house: Playhouse) -> None:
        card = HouseRulesScene(house.services, ROBOTS, default_table(ROBOTS))
        house.show(card)
        kinds = []
        for _ in range(card.count):
            kinds.append({row.seat is None for row, _ in card._rows})
            card._turn(1)
        assert all(len(kind) == 1 for kind in kinds) and kinds[0] == {True} and kinds[-1] == {False}

    def test_the_number_of_the_page_is_not_below_the_board(
        self, house: Playhouse, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        table = default_table(QUORIDOR).with_options(QUORIDOR, {"players": 4})
        card = HouseRulesScene(house.services, QUORIDOR, table)
        house.show(card)
        written: dict[str, pygame.Rect] = {}
        write = Stage.text

        def text(self: Stage, canvas: Any, line: str, *args: Any, **kwargs: Any) -> pygame.Rect:
            written[line] = write(self, canvas, line, *args, **kwargs)
            return written[line]

        monkeypatch.setattr(Stage, "text", text)
        card.draw_face(house.app.canvas)
        place = written[f"1 / {card.count}"]
        assert not place.colliderect(card._board) and place.left > written["House rules"].right

    def test_coffee_offers_none(self, house: Playhouse) -> None:
        assert not any(option.is_handicap for option in COFFEE.options)

    @pytest.mark.one_in(3)
    @pytest.mark.parametrize("device", HANDS)
    def test_the_next_seat_of_star_begins(self, house: Playhouse, device: str) -> None:
        house.services.remember(replace(default_table(STAR), seats=(PERSON, RIVAL)))
        scene = open_setup(house, STAR)
        hand: Hand = HANDS[device](house)
        (choice,) = (w for w in focus_of(house).widgets if isinstance(w, Choice) and "Random" in w.labels)
        assert choice.labels == ["First seat", "Next seat", "Random", "Last loser", "Alternate"]
        hand.select(choice, 1)
        assert (scene.table.begins, scene.table.options["first"]) == ("first", 1)
        setup = scenes_of(STAR).setup
        notes = [setup.seat_note(house.stage, seat, scene.table.options) for seat in (0, 1)]
        assert notes == ["○ second player", "● first player"]
        hand.say("Start")
        match = house.on_top(MatchScene)
        assert match.session.actors() == (1,) and match.session.seats == (PERSON, RIVAL)
        assert match.board.words.side_note(1) == "● first player"

    def test_another_way_to_begin_takes_the_first_move_back(self, house: Playhouse) -> None:
        house.services.remember(default_table(STAR).with_options(STAR, {"first": 1}))
        scene = open_setup(house, STAR)
        scene._set_begins(2)
        assert (scene.table.begins, scene.table.options["first"]) == ("random", 0)

    def test_the_others_know_no_next_seat(self, house: Playhouse) -> None:
        open_setup(house, QUORIDOR)
        labels = [w.labels for w in focus_of(house).widgets if isinstance(w, Choice)]
        assert ["First seat", "Random", "Last loser", "Alternate"] in labels

    @pytest.mark.parametrize(
        ("spec", "options", "seat", "note"),
        [
            (QUORIDOR, {"walls": [10, 7]}, 1, "North · goal ↓ · 7 walls"),
            (QUORIDOR, {"walls": [10, 7]}, 0, "South · goal ↑"),
            (ROBOTS, {"head_start": [0, 1], "silence": [20, 0]}, 0, "silent 20 s"),
            (ROBOTS, {"head_start": [0, 1], "silence": [20, 0]}, 1, "+1 chip"),
            (ROBOTS, {"head_start": [0, 2], "silence": [0, 5]}, 1, "+2 chips · silent 5 s"),
        ],
    )
    def test_the_cards_say_so(
        self, house: Playhouse, spec: GameSpec, options: dict[str, object], seat: int, note: str
    ) -> None:
        table = default_table(spec).with_options(spec, options)
        assert seat_note(house.services, table, seat, spec, shows_stock=False) == note
        if spec is QUORIDOR:  # the rack says it
            assert "walls" not in seat_note(house.services, table, seat, spec, shows_stock=True)

    def test_so_does_the_line_of_what_is_agreed_on(self, house: Playhouse) -> None:
        def said(spec: GameSpec, **options: object) -> list[str]:
            return rules_in_force(house.stage, spec, default_table(spec).with_options(spec, options).options)

        assert said(QUORIDOR, walls=[10, 7]) == ["Walls: 10 / 7"]
        assert said(QUORIDOR, walls=[10, 10]) == []
        assert said(ROBOTS, head_start=[0, 1], silence=[20, 0]) == ["Head start: +0 / +1", "Silence: 20 s / 0 s"]
        assert said(STAR, first=1) == ["First move: ●"]


class TestRematch:
    def again(self, house: Playhouse, match: MatchScene) -> MatchScene:
        match.session.resign(match.session.actors()[0])
        record = match.session.record()
        house.react(lambda: house.app.manager.go(Switch(ToRematch(record))))
        return house.on_top(MatchScene)

    def test_the_walls_stay_with_their_people_as_they_take_turns(self, house: Playhouse) -> None:
        table = replace(default_table(QUORIDOR), seats=(PERSON, RIVAL), begins="alternate")
        table = table.with_options(QUORIDOR, {"walls": [10, 6]})
        house.show(SetupScene(house.services, QUORIDOR))
        house.react(lambda: house.app.manager.go(Switch(ToMatch(table))))
        match = house.on_top(MatchScene)
        for seats, walls in (((RIVAL, PERSON), [6, 10]), ((PERSON, RIVAL), [10, 6])):
            match = self.again(house, match)
            assert match.session.seats == seats
            assert match.session.options["walls"] == walls
            assert house.services.table(QUORIDOR).options["walls"] == [10, 6]  # by card, as it was set

    def test_so_does_the_first_move(self, house: Playhouse) -> None:
        table = replace(default_table(STAR), seats=(PERSON, RIVAL)).with_options(STAR, {"first": 1})
        house.show(SetupScene(house.services, STAR))
        house.react(lambda: house.app.manager.go(Switch(ToMatch(table))))
        match = house.on_top(MatchScene)
        for _ in range(2):
            (seat,) = match.session.actors()
            assert match.session.seats[seat] == RIVAL
            match = self.again(house, match)


class TestSilence:
    def test_who_is_silent_cannot_declare_and_sees_how_long(self, house: Playhouse) -> None:
        match = begin(house, AOI, REN, MIO, silence=[20, 0, 30])
        panel = match.side_panel
        assert isinstance(panel, RobotsSidePanel)

        def docks() -> list[tuple[str, str]]:
            state, selection = match.session.state, match.hands.selection
            found = [panel._dock(state, seat, selection, match.session.silence) for seat in range(3)]
            return [(dock.sign, dock.status) for dock in found]

        assert docks() == [("waiting", "silent 20 s"), ("thinking", "thinking"), ("waiting", "silent 30 s")]
        house.run(12.5)
        assert docks()[0] == ("waiting", "silent 8 s") and docks()[2] == ("waiting", "silent 18 s")
        house.run(8)
        assert docks()[0] == ("thinking", "thinking") and docks()[2] == ("waiting", "silent 10 s")
        assert match.session.record().actions == ("clock:speak",)

    def test_a_number_too_early_is_refused_with_the_reason(self, house: Playhouse) -> None:
        match = begin(house, AOI, replace(REN, kind="ai", level=1), silence=[5, 0])
        hand = KeyHand(house)
        hand.hit(Kind.CONFIRM)
        assert match.hands.selection.desk.refusal is not None
        panel = match.side_panel
        assert isinstance(panel, RobotsSidePanel)
        dock = panel._dock(match.session.state, 0, match.hands.selection, match.session.silence)
        assert dock.status == "still silent"
        assert not match.session.state.bids
        house.run(5.2)
        hand.hit(Kind.CONFIRM)
        assert match.session.state.bids == ((0, 8),)

    def test_a_dial_that_is_turned_meanwhile_stays_in_view(self, house: Playhouse) -> None:
        match = begin(house, AOI, REN, silence=[20, 0])
        desk = Desk({0: 9})
        assert phrases.status(house.stage.t, match.session.state, 0, desk) == ("empty", "", "silent 20 s")
        refused = Desk({}, refusal=Refusal(0, Bid(9)))
        assert phrases.status(house.stage.t, match.session.state, 0, refused) == ("number", "9", "still silent")

    def test_its_end_is_told_in_words(self, house: Playhouse) -> None:
        match = begin(house, AOI, REN, silence=[1, 0])
        house.run(1.2)
        assert match.board.words.told(match.session.steps[0]) == "silence is over."
        assert match.board.words.announce(match.session.steps[0]) == ""

    def test_a_head_start_lies_there_from_the_beginning(self, house: Playhouse) -> None:
        match = begin(house, AOI, REN, head_start=[0, 2])
        panel = match.side_panel
        assert isinstance(panel, RobotsSidePanel)
        dock = panel._dock(match.session.state, 1, match.hands.selection, None)
        assert (dock.chips, dock.won) == (2, ())
