"""The setup of every game: presets, options with more values than two, one to eight seats."""

from __future__ import annotations

from dataclasses import replace

import pytest

from game.core.options import resolve
from game.core.spec import GameSpec
from game.registry import find
from game.table import default_table
from scenes.kit.dialog import Dialog
from scenes.kit.intents import Kind
from scenes.kit.picker import Picker
from scenes.kit.widgets import Choice, Ghost, Toggle, Widget
from scenes.learn.demo_scene import DemoScene
from scenes.match.match_scene import MatchScene
from scenes.match.pause_scene import PauseScene
from scenes.setup.house_rules import HouseRulesScene, option_rows
from scenes.setup.layout import setup_layout
from scenes.setup.setup_scene import SetupScene
from scenes.table.first_time import SHOWN
from scenes.table.loading import scenes_of
from scenes.table.rules_in_force import rules_in_force
from tests.scenes import posting
from tests.scenes.conftest import OpenHouse
from tests.scenes.hands import HANDS, Hand, KeyHand, PadHand, focus_of
from tests.scenes.playhouse import PERSON, RIVAL, ROBOT, SIZES, Playhouse

COFFEE, STAR, ROBOTS, QUORIDOR = (find(game) for game in ("coffee", "star", "robots", "quoridor"))


def open_setup(house: Playhouse, spec: GameSpec) -> SetupScene:
    scene = SetupScene(house.services, spec)
    house.show(scene)
    return scene


def picker(house: Playhouse) -> Picker:
    return next(w for w in focus_of(house).widgets if isinstance(w, Picker))


def open_rules(house: Playhouse) -> HouseRulesScene:
    KeyHand(house).hit(Kind.HINT)
    return house.on_top(HouseRulesScene)


def control(card: HouseRulesScene, name: str) -> Widget:
    """The widget of an option on the page in view."""
    index = next(i for i, (row, _) in enumerate(card._rows) if row.option.name == name)
    return card.focus.widgets[index]


@pytest.mark.parametrize("hand", [KeyHand, PadHand])
@pytest.mark.parametrize("game", ["quoridor", "robots", "coffee", "star"])
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.one_in(4)
def test_down_leads_to_start_and_changes_nothing(
    open_house: OpenHouse, size: tuple[int, int], game: str, hand: type[KeyHand | PadHand]
) -> None:
    house = open_house(size=size)
    scene = open_setup(house, find(game))
    before, person = scene.table, hand(house)
    for first in range(len(scene.focus.widgets)):
        scene.focus.focus(scene.focus.widgets[first])
        rows = len({widget.rect.centery for widget in scene.focus.widgets})
        presses = 0
        while scene.focus.current is not scene._start:
            person.hit(Kind.DOWN)
            presses += 1
            assert presses <= rows + 2, f"Start cannot be reached from widget {first}"
    assert scene.table == before


class TestPresets:
    @pytest.mark.parametrize("device", HANDS)
    @pytest.mark.one_in(2)
    def test_a_preset_is_played(self, house: Playhouse, device: str) -> None:
        scene = open_setup(house, COFFEE)
        hand: Hand = HANDS[device](house)
        hand.press(picker(house))
        assert picker(house).label == "Hexagon 4, four in a row"
        assert (scene.table.options["board"], scene.table.options["n"]) == ("hex4", 4)
        hand.say("Start")
        assert house.on_top(MatchScene).session.options["board"] == "hex4"

    def test_rules_that_no_preset_has_are_ones_own(self, house: Playhouse) -> None:
        scene = open_setup(house, COFFEE)
        scene.table = scene.table.with_options(COFFEE, {"board": "sq4"})
        scene.resized()
        assert picker(house).label == "Own rules"
        hand = KeyHand(house)
        hand.go(picker(house))
        hand.hit(Kind.LEFT)
        assert scene.table.options["board"] == "hex5"

    def test_the_left_side_of_a_picker_goes_back(self, house: Playhouse) -> None:
        scene = open_setup(house, COFFEE)
        rect = picker(house).rect
        posting.click((rect.left + 8, rect.centery))
        house.react()
        assert scene.table.options["board"] == "hex5"

    def test_where_all_act_at_once_nobody_begins(self, house: Playhouse) -> None:
        open_setup(house, ROBOTS)
        labels = [w.labels for w in focus_of(house).widgets if isinstance(w, Choice)]
        assert ["First seat", "Random", "Last loser", "Alternate"] not in labels
        assert picker(house).label == "With reflectors"


class TestHouseRules:
    def test_the_row_follows_the_board(self, house: Playhouse) -> None:
        scene = open_setup(house, COFFEE)
        card = open_rules(house)
        row = control(card, "n")
        assert isinstance(row, Choice)
        assert row.labels == ["3", "4", "5"]
        row.choose(2)
        board = control(card, "board")
        assert isinstance(board, Picker)
        assert board.values[0] == "Square 3"
        board.adjust(-1)
        assert card.table.options == {"board": "sq4", "n": 4, "pie": False}
        assert next(row for row, _ in card._rows if row.option.name == "n").details == [
            "5 does not fit this choice: now 4."
        ]
        control(card, "n").adjust(-1)
        assert next(row for row, _ in card._rows if row.option.name == "n").details == ["How many beans in a row win."]
        KeyHand(house).hit(Kind.BACK)
        assert scene.table.options["board"] == "sq4"

    @pytest.mark.one_in(2)
    @pytest.mark.parametrize("size", [size for size in SIZES if size[0] < 1920])
    def test_the_board_is_in_view_beside_its_rules(self, open_house: OpenHouse, size: tuple[int, int]) -> None:
        house = open_house(size)
        open_setup(house, COFFEE)
        card = open_rules(house)
        assert card.rect.contains(card._board)
        assert card._board.width > 0.18 * min(size)
        assert card._board.collidelist([widget.rect for widget in card.focus.widgets]) == -1

    def test_a_rule_that_means_nothing_here_is_not_offered(self, house: Playhouse) -> None:
        def names(spec: GameSpec, players: int) -> set[str]:
            table = default_table(spec).with_options(spec, {"players": players})
            return {option.name for option, _ in option_rows(spec, table)}

        assert names(QUORIDOR, 4) - names(QUORIDOR, 2) == {"jump_pairs"}
        assert names(ROBOTS, 1) == {"reflectors", "one_move_rule"}

    def test_what_is_not_as_usual_is_named(self, house: Playhouse) -> None:
        def found(spec: GameSpec, **changes: object) -> list[str]:
            return rules_in_force(house.stage, spec, default_table(spec).with_options(spec, changes).options)

        assert found(COFFEE) == found(STAR) == found(ROBOTS) == found(QUORIDOR, players=4) == []
        assert found(COFFEE, board="hex5", n=3, pie=True) == ["Board: Hexagon 5", "Row to win: 3", "Pie rule"]
        assert found(COFFEE, board="hex5", n=5) == []  # a way to play that has a name, which is shown
        assert found(STAR, foul_guard=False) == ["Foul guard: Off"]
        assert found(QUORIDOR, players=2, jump_pairs=True) == []

    def test_the_match_says_that_it_has_rules_of_its_own(self, house: Playhouse) -> None:
        house.services.remember(default_table(COFFEE).with_options(COFFEE, {"pie": True}))
        open_setup(house, COFFEE)
        hand = KeyHand(house)
        hand.say("Start")
        assert house.on_top(MatchScene).side_panel.eyebrow == "Coffee · House rules"
        hand.hit(Kind.PAUSE)
        assert house.on_top(PauseScene).body == "House rules: Pie rule"

    def test_each_reading_of_a_rule_has_its_sentence(self, house: Playhouse) -> None:
        open_setup(house, STAR)
        card = open_rules(house)
        sentences = set()
        for value in range(3):
            fouls = control(card, "fouls")
            assert isinstance(fouls, Choice | Picker)
            fouls.on_change(value)
            row = next(row for row, _ in card._rows if row.option.name == "fouls")
            sentences.add(" ".join(row.details))
        assert len(sentences) == 3
        assert card.table.options["fouls"] == "none"
        assert not any(isinstance(w, Toggle) for w in card.focus.widgets)  # there is nothing left to guard against

    def test_chips_tell_how_long_the_game_will_be(self, house: Playhouse) -> None:
        open_setup(house, ROBOTS)
        card = open_rules(house)
        row = card._rows[0][0]
        assert (row.option.name, row.details) == ("chips_to_win", ["3 chips: about 30 minutes."])

    def test_what_has_no_room_is_on_the_next_page(self, house: Playhouse) -> None:
        open_setup(house, ROBOTS)
        card = open_rules(house)
        seen = [row.option.name for row, _ in card._rows]
        hand = PadHand(house)
        while card.page + 1 < card.count:
            hand.hit(Kind.NEXT)
            seen += [row.option.name for row, _ in card._rows]
        assert card.count > 1
        assert seen == [
            *("chips_to_win", "reflectors", "one_move_rule", "clock_reset"),
            *("clock_seconds", "demonstration_seconds"),
            *("head_start", "silence") * 2,
        ]
        hand.hit(Kind.NEXT)
        assert card.page == 0

    @pytest.mark.parametrize(
        "size",
        [size if size[1] < 1080 or size[0] < 1920 else pytest.param(size, marks=pytest.mark.long) for size in SIZES],
    )
    @pytest.mark.parametrize("spec", [COFFEE, STAR, ROBOTS], ids=lambda spec: spec.id)
    @pytest.mark.one_in(3)
    def test_the_card_lies_in_the_window_with_large_type(
        self, open_house: OpenHouse, size: tuple[int, int], spec: GameSpec
    ) -> None:
        house = open_house(size, "ja")
        house.services.change(text_scale=1.5)
        open_setup(house, spec)
        card = open_rules(house)
        for _ in range(card.count):
            assert house.stage.metrics.rect(0, 0, *house.stage.metrics.design).contains(card.rect)
            assert all(card.rect.contains(widget.rect) for widget in card.focus.widgets)
            card._turn(1)


class TestSeats:
    def test_who_left_for_want_of_a_seat_comes_back(self, house: Playhouse) -> None:
        scene = open_setup(house, QUORIDOR)
        scene._set_players(1)
        scene._take(2, replace(scene.table.seats[2], kind="human", level=0))
        scene._take(3, replace(scene.table.seats[3], level=5))
        before = scene.table.seats
        scene._set_players(0)
        assert scene.table.seats == before[:2]
        scene._set_players(1)
        assert scene.table.seats == before

    def test_who_left_does_not_take_what_another_has_taken(self, house: Playhouse) -> None:
        scene = open_setup(house, QUORIDOR)
        scene._set_players(1)
        gone = scene.table.seats[2].identity
        scene._set_players(0)
        while scene.table.seats[0].identity != gone:
            scene.focus.focus(next(w for w in focus_of(house).widgets if isinstance(w, Ghost)))
            scene._next_identity()
        scene._set_players(1)
        identities = [seat.identity for seat in scene.table.seats]
        assert len(set(identities)) == 4
        assert identities[0] == gone

    def test_x_without_a_seat_in_focus_changes_nobody(self, house: Playhouse) -> None:
        scene = open_setup(house, QUORIDOR)
        before = scene.table
        PadHand(house).hit(Kind.SECONDARY)
        assert scene.table == before

    @pytest.mark.one_in(4)
    @pytest.mark.parametrize("size", SIZES)
    @pytest.mark.parametrize("count", range(1, 9))
    def test_nothing_overlaps(self, open_house: OpenHouse, size: tuple[int, int], count: int) -> None:
        metrics = open_house(size).stage.metrics
        places = setup_layout(metrics.shape, metrics.rect, count, remark=count == 2)
        parts = [places.company, places.upper, *places.cards, places.lower, places.start, places.bar]
        if places.preview is not None:
            parts.append(places.preview)
        if places.remark is not None:
            parts.append(places.remark)
        label = places.lower.move(0, -metrics.px(44))  # who begins, or the game
        assert all(metrics.rect(0, 0, *metrics.design).contains(part) for part in parts)
        for i, part in enumerate(parts):
            assert part.collidelist(parts[i + 1 :]) == -1
        assert label.collidelist(places.cards) == -1

    @pytest.mark.one_in(3)
    @pytest.mark.parametrize("count", [1, 3, 5, 8])
    def test_as_many_as_are_set_play(self, house: Playhouse, count: int) -> None:
        scene = open_setup(house, ROBOTS)
        scene._set_players(count - 1)
        house.run(0.1)
        KeyHand(house).say("Start")
        assert len(house.on_top(MatchScene).session.seats) == count


def test_every_board_offers_values_that_its_options_allow() -> None:
    for spec in (COFFEE, STAR, ROBOTS, QUORIDOR):
        options = resolve(spec.options, {})
        for option in spec.options:
            offered = scenes_of(spec).setup.offered(option, options)
            assert all(option.check(value, options) == value for value in offered)


def test_pages_of_house_rules_are_about_equally_full(open_house: OpenHouse) -> None:
    house = open_house((720, 1280), "ja")
    scene = HouseRulesScene(house.services, ROBOTS, default_table(ROBOTS))
    house.show(scene)
    assert scene.count == 3  # the last one has the handicaps
    shown = []
    for _ in range(2):
        shown.append([row for row, _ in scene._rows])
        scene._turn(1)
    heights = [sum(row.height for row in page) for page in shown]
    assert [row.option for page in shown for row in page] == [o for o, _ in option_rows(ROBOTS, scene.table)]
    assert max(heights) - min(heights) <= max(row.height for page in shown for row in page)


class TestDemonstration:
    @pytest.fixture
    def unseen(self, house: Playhouse) -> Playhouse:
        house.services.store.set(f"{SHOWN}quoridor", False)
        return house

    def test_several_people_see_a_game_once_before_they_play(self, unseen: Playhouse) -> None:
        unseen.set_table(PERSON, RIVAL)
        open_setup(unseen, QUORIDOR)
        hand = KeyHand(unseen)
        hand.say("Start")
        unseen.on_top(DemoScene)
        hand.hit(Kind.CONFIRM)
        unseen.on_top(MatchScene)
        open_setup(unseen, QUORIDOR)
        hand.say("Start")
        unseen.on_top(MatchScene)

    def test_it_leads_to_the_game_by_itself(self, unseen: Playhouse) -> None:
        unseen.set_table(PERSON, RIVAL)
        open_setup(unseen, QUORIDOR)
        KeyHand(unseen).say("Start")
        demo = unseen.on_top(DemoScene)
        unseen.run(demo.demo.seconds + 0.5)
        assert len(unseen.on_top(MatchScene).session.seats) == 2

    def test_alone_against_an_ai_the_first_game_offers_it(self, unseen: Playhouse) -> None:
        unseen.set_table(PERSON, ROBOT)
        open_setup(unseen, QUORIDOR)
        hand = KeyHand(unseen)
        hand.say("Start")
        assert unseen.on_top(Dialog).title == "New to Quoridor?"
        hand.say("Play now")
        unseen.on_top(MatchScene)
        open_setup(unseen, QUORIDOR)
        hand.say("Start")
        unseen.on_top(MatchScene)
