"""The setup and the menu: what people set is played and remembered, with any device."""

from __future__ import annotations

from typing import Any, ClassVar

import pygame
import pytest

from game.core.record import SeatConfig
from game.core.spec import GameSpec
from game.match_setup import default_table
from game.quoridor import SPEC
from game.registry import find
from scenes.kit import layout
from scenes.kit.input.intents import Kind
from scenes.kit.scene import Push
from scenes.kit.widgets.choices import Picker
from scenes.kit.widgets.form import Field
from scenes.kit.widgets.page import page
from scenes.kit.widgets.widget import SegmentedControl, Widget
from scenes.setup.drawing import TOP, Needs, around, preview_place, setup_parts
from scenes.setup.house_rules import HouseRulesScene, option_rows
from scenes.setup.seat_editor import SeatEditor
from scenes.setup.setup_scene import SetupScene
from scenes.table.names import NameScene
from scenes.table.words import rules_in_force
from tests.scenes.conftest import OpenHouse, Written
from tests.scenes.hands import KeyHand, PadHand, focus_of
from tests.scenes.house_stories import HouseVocabulary, stories
from tests.scenes.playhouse import NARROW, SIZES, Playhouse
from tests.vocabulary.screen import value_of

COFFEE, STAR, ROBOTS, QUORIDOR = (find(game) for game in ("coffee", "star", "robots", "quoridor"))


class SetupVocabulary(HouseVocabulary):
    """Tells what people set before a game, and what is then played. Seats count from 0."""

    @property
    def setup(self) -> SetupScene:
        """The setup on the stack, also if another scene lies on it."""
        return next(scene for scene in self.house.app.manager.scenes if isinstance(scene, SetupScene))

    @property
    def rules(self) -> HouseRulesScene:
        """The house rules, on top."""
        return self.house.on_top(HouseRulesScene)

    @property
    def seats(self) -> tuple[SeatConfig, ...]:
        """The players of the setup, by seat."""
        return self.setup.table.seats

    @property
    def picker(self) -> Picker:
        """The widget that chooses among the ways to play."""
        return next(widget for widget in focus_of(self.house).widgets if isinstance(widget, Picker))

    def on_card(self, seat: str, kind: str) -> Any:
        """Return the widget of a class on the card of a seat."""
        card, widgets = self.setup.cards[int(seat)], focus_of(self.house).widgets
        return next(found for found in widgets if type(found).__name__ == kind and card.contains(found.rect))

    def choice(self, *labels: str) -> SegmentedControl:
        """Return the choice with these labels."""
        choices = [widget for widget in focus_of(self.house).widgets if isinstance(widget, SegmentedControl)]
        return next(found for found in choices if ", ".join(found.labels) == " ".join(labels))

    def control(self, name: str) -> Any:
        """Return the widget of a rule on the present page."""
        return self.rules.focus.widgets[self.rules_shown().index(name)]

    def rule(self, name: str) -> Field:
        """Return the row of a rule on the present page."""
        return self.rules.form.fields[self.rules_shown().index(name)]

    def rules_shown(self) -> list[str]:
        """Return the names of the rules on the present page."""
        return [field.name.split()[0] for field in self.rules.form.fields]

    facts: ClassVar = {
        # rules that are not as usual
        "rules_changed": lambda s: [field.name for field in s.rules.form.fields if field.is_changed],
        # RULE: its values
        "choice": lambda s, name: list(getattr(s.control(name), "values", ()) or s.control(name).labels),
        # the labels of all choices
        "choices": lambda s: [text for found in focus_of(s.house).widgets for text in getattr(found, "labels", ())],
        "chosen": lambda s, *labels: s.choice(*labels).value(),  # LABELS: what this choice says
        "devices": lambda s: s.picker.values,  # what the picker offers
        "details": lambda s, name: s.rules.form.remarks.get(name) or s.rule(name).note(),  # RULE: the text below it
        "edited": lambda s: s.house.on_top(SeatEditor).table.seats[0].name,  # the name of the first seat in the editor
        "eyebrow": lambda s: s.match.side_panel.eyebrow,
        "held": lambda s: s.house.on_top(NameScene).held,  # text that is not final
        "left": lambda s: s.house.on_top(NameScene).left_text,  # how many characters are left, in words
        "match_names": lambda s: " ".join(seat.name for seat in s.match.session.seats),
        "name": lambda s: s.house.on_top(NameScene).name,
        "options": lambda s: s.match.session.options,  # of the match
        "picker": lambda s: s.picker.value(),  # what it says
        # kind and level of the match's seats
        "playing": lambda s: [f"{seat.kind} {seat.level}" for seat in s.match.session.seats],
        # names of the last setup
        "remembered": lambda s: " ".join(seat.name for seat in s.house.services.offers.table(s.spec).seats),
        "ruled": lambda s, name: s.rules.table.options[name],  # RULE: its value
        "rules_shown": rules_shown,
        # whether Start is lit
        "scanned": lambda s: "Start" if s.house.app.scanner.lit.item.areas == (s.setup.start.rect,) else "another",
        "seat_names": lambda s: " ".join(seat.name for seat in s.seats),
        "seats": lambda s: [f"{seat.kind} {seat.level}" for seat in s.seats],
        "set": lambda s, name: s.setup.table.options[name],  # OPTION: its value
        "table": lambda s: s.setup.table,  # for "note" and "same"
        "tokens": lambda s: " ".join(seat.identity for seat in s.seats),
        "tokens_differ": lambda s: len({seat.identity for seat in s.seats}),  # how many different tokens there are
    }

    def place(self, text: str) -> tuple[int, int]:
        """Find also "picker_left", the left end of the picker."""
        if text == "picker_left":
            return self.picker.rect.left + 8, self.picker.rect.centery
        return super().place(text)

    def do_setup(self, rest: str = "") -> None:
        """GAME [OPTION=VALUE …]: Show the last setup of GAME, with these options."""
        game, *options = rest.split()
        spec, services = find(game), self.house.services
        values = {name: value_of(value) for name, value in (text.split("=") for text in options)}
        services.offers.remember(services.offers.table(spec).with_options(spec, values))
        self.house.show(SetupScene(services, spec))

    def do_card(self, rest: str = "") -> None:
        """SEAT CLASS VALUE: Set the widget of this class on the card of SEAT: "1 SeatSwitch 4" seats an AI of level 4
        there, "1 SeatSwitch 0" a person."""
        seat, kind, value = rest.split()
        self.usual_hand.select(self.on_card(seat, kind), int(value))

    def do_head(self, rest: str = "") -> None:
        """SEAT: Press the person on the card of SEAT."""
        head = self.setup.seat_places[int(rest)]["head"]
        self.usual_hand.press(next(widget for widget in focus_of(self.house).widgets if widget.rect == head))

    def do_naming(self) -> None:
        """Open the page that asks for the name of seat 0."""
        self.do_head("0")
        self.usual_hand.say("Another name…")
        self.house.on_top(NameScene)

    def do_system(self, rest: str = "") -> None:
        """reports TEXT, or composes TEXT: Let the system report TEXT at once, or let an input method compose it."""
        deed, _, text = rest.partition(" ")
        if deed == "reports":
            pygame.event.post(pygame.event.Event(pygame.TEXTINPUT, text=text))
        else:
            pygame.event.post(pygame.event.Event(pygame.TEXTEDITING, text=text, start=0, length=len(text)))

    def do_pick(self) -> None:
        """Press the widget that chooses among the ways to play."""
        self.usual_hand.press(self.picker)

    def do_go_to(self, rest: str = "") -> None:
        """picker, or SEAT CLASS: Move the focus to the picker, or to the widget of this class on a seat's card."""
        self.usual_hand.go(self.picker if rest == "picker" else self.on_card(*rest.split()))

    def do_turn(self, rest: str = "") -> None:
        """RULE STEPS: Set a house rule to a later value, or an earlier one with STEPS below 0."""
        name, steps = rest.split()
        self.control(name).adjust(int(steps))

    def do_set_first(self, rest: str = "") -> None:
        """VALUE: Set the first house rule on the page to its entry VALUE (from 0)."""
        self.usual_hand.select(self.rules.focus.widgets[0], int(rest))


test_the_setup = stories("setup.txt", SetupVocabulary)


def open_setup(house: Playhouse, spec: GameSpec) -> SetupScene:
    return house.show(SetupScene(house.services, spec))


def test_the_table_is_seen_behind_a_name_in_the_making(house: Playhouse) -> None:
    """The card for the name lies on the card of the seat. The table is still seen behind both."""
    scene = open_setup(house, SPEC)
    house.run(0.5)
    chosen = scene.focus.widgets[0]
    assert isinstance(chosen, SegmentedControl)
    lit = chosen.segments()[chosen.index].midleft[0] + 12, chosen.rect.centery
    bright = sum(house.window.surface.get_at(lit)[:3])
    editor = SeatEditor(house.services, scene.table, 0)
    house.app.manager.scenes.append(editor)
    editor.enter()
    naming = editor._type_name()
    assert isinstance(naming, Push) and callable(naming.to)
    card = naming.to()
    assert isinstance(card, NameScene)
    house.app.manager.scenes.append(card)
    card.enter()
    house.run(0.5)
    assert not card.rect.collidepoint(lit)
    assert sum(house.window.surface.get_at(lit)[:3]) > bright / 4


def open_rules(house: Playhouse) -> HouseRulesScene:
    KeyHand(house).hit(Kind.HINT)
    return house.on_top(HouseRulesScene)


def control(card: HouseRulesScene, name: str) -> Widget:
    """Return the widget of an option on the present page."""
    index = next(i for i, field in enumerate(card.form.fields) if field.name.split()[0] == name)
    return card.form.controls[index]


@pytest.mark.parametrize("hand", [KeyHand, PadHand])
@pytest.mark.parametrize("game", ["quoridor", "robots", "coffee", "star"])
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.one_in(8)
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
        while scene.focus.current is not scene.start:
            person.hit(Kind.DOWN)
            presses += 1
            assert presses <= rows + 2, f"Start cannot be reached from widget {first}"
    assert scene.table == before


class TestHouseRules:
    @pytest.mark.one_in(2)
    @pytest.mark.parametrize("size", NARROW)
    def test_the_board_is_in_view_beside_its_rules(self, open_house: OpenHouse, size: tuple[int, int]) -> None:
        house = open_house(size)
        open_setup(house, COFFEE)
        card = open_rules(house)
        assert card.rect.contains(card.places["board"])
        assert card.places["board"].width > 0.18 * min(size)
        assert card.places["board"].collidelist([widget.rect for widget in card.focus.widgets]) == -1

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
        assert found(COFFEE, board="hex5", n=3, pie=True) == ["Board: Hexagon, side 5", "In a row: 3", "Swap rule"]
        assert found(COFFEE, board="hex5", n=5) == []  # this way to play has a name
        assert found(STAR, foul_guard=False) == ["Foul guard: Off"]
        assert found(QUORIDOR, players=2, jump_pairs=True) == []

    @pytest.mark.parametrize("size", [*NARROW, pytest.param(SIZES[1], marks=pytest.mark.long), SIZES[2]])
    @pytest.mark.parametrize("spec", [COFFEE, STAR, ROBOTS], ids=lambda spec: spec.id)
    @pytest.mark.one_in(3)
    def test_the_card_lies_in_the_window_with_large_type(
        self, open_house: OpenHouse, size: tuple[int, int], spec: GameSpec
    ) -> None:
        house = open_house(size, "ja")
        house.services.settings.change(text_scale=1.5)
        open_setup(house, spec)
        card = open_rules(house)
        for _ in range(card.count):
            assert house.stage.metrics.rect(0, 0, *house.stage.metrics.design).contains(card.rect)
            assert all(card.rect.contains(widget.rect) for widget in card.focus.widgets)
            card._turn(1)


class TestSeats:
    @pytest.mark.one_in(4)
    @pytest.mark.parametrize("size", SIZES)
    @pytest.mark.parametrize("count", range(1, 9))
    def test_nothing_overlaps(self, open_house: OpenHouse, size: tuple[int, int], count: int) -> None:
        metrics = open_house(size).stage.metrics
        needs = Needs(
            has_player_counts=count != 2,
            has_opponents=count > 1,
            has_rules=True,
            has_presets=count in (2, 4),
            has_arrangement=count == 4,
            first_moves=0 if count == 4 else 4,
            has_remark=count == 2,
        )
        body = setup_parts(metrics, around(count, in_turn=count != 4), needs, 200)
        places = layout.places(metrics, page(metrics.shape, body, TOP))
        parts = [place for _, place in places.leaves]
        assert not places.crowded and all(metrics.rect(0, 0, *metrics.design).contains(part) for part in parts)
        for i, part in enumerate(parts):
            assert part.collidelist(parts[i + 1 :]) == -1
        preview = preview_place(places)
        assert places["free"].contains(preview) and preview.width > 0.3 * metrics.px(1080)
        assert {f"seat {seat}" for seat in range(count)} <= set(places)


@pytest.mark.parametrize("size", SIZES)
def test_what_is_told_of_the_players_hides_nothing_that_can_be_pressed(
    open_house: OpenHouse, size: tuple[int, int], written: Written
) -> None:
    house = open_house(size=size)
    house.show(SetupScene(house.services, ROBOTS))
    focus = focus_of(house)
    players = next(widget for widget in focus.widgets if widget.note)
    focus.focus(players)
    written.clear()
    house.app.draw()
    (place,) = (place for text, place in written if text == players.note)
    assert not [other for other in focus.widgets if other.rect.colliderect(place)]
