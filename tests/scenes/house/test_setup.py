"""The setup and the menu: what people set is played and remembered, with any device."""

from __future__ import annotations

from typing import Any, ClassVar

import pygame
import pytest

from game.core.spec import GameSpec
from game.match_setup import default_table
from game.registry import find
from scenes.kit import layout
from scenes.kit.widgets.choices import Picker
from scenes.kit.widgets.page import page
from scenes.setup.drawing import TOP, Needs, around, preview_place, setup_parts
from scenes.setup.house_rules import HouseRulesScene, option_rows
from scenes.setup.seat_editor import CardHead
from scenes.setup.setup_scene import SetupScene
from scenes.table.names import NameScene
from scenes.table.words import rules_in_force
from tests.scenes.conftest import OpenHouse, Written
from tests.scenes.hands import KeyHand, focus_of
from tests.scenes.house_stories import HouseVocabulary, stories
from tests.scenes.playhouse import SIZES, Playhouse

COFFEE, STAR, ROBOTS, QUORIDOR = (find(game) for game in ("coffee", "star", "robots", "quoridor"))


class SetupVocabulary(HouseVocabulary):
    """Tells what people set before a game, and what is then played. Seats count from 0."""

    def details(self, name: str) -> str:
        """Return the text below a house rule."""
        form = self.house.on_top(HouseRulesScene).form
        return form.remarks.get(name) or next(field for field in form.fields if field.name.split()[0] == name).note()

    def entries(self, number: str) -> Any:
        """Return the entries of the widget with this number."""
        widget: Any = focus_of(self.house).widgets[int(number)]
        return widget.values if isinstance(widget, Picker) else widget.labels

    facts: ClassVar = {
        "details": details,  # RULE: the text below it
        "entries": entries,
        "eyebrow": lambda s: s.match.side_panel.eyebrow,
        "held": lambda s: s.house.on_top(NameScene).held,  # text that is not final
        "left": lambda s: s.house.on_top(NameScene).left_text,  # how many characters are left, in words
        "lit": lambda s: s.house.app.scanner.lit.item.name,  # what one-button play has lit
        "name": lambda s: s.house.on_top(NameScene).name,
        "rules": lambda s: [field.name.split()[0] for field in s.house.top.form.fields],  # on the present page
        # rules that are not as usual
        "rules_changed": lambda s: [field.name for field in s.house.top.form.fields if field.is_changed],
    }

    def do_naming(self) -> None:
        """Open the page that asks for the name of seat 0."""
        self.usual_hand.press(next(found for found in focus_of(self.house).widgets if isinstance(found, CardHead)))
        self.usual_hand.say("Another name…")

    def do_composes(self, rest: str = "") -> None:
        """TEXT: Let an input method hold TEXT."""
        pygame.event.post(pygame.event.Event(pygame.TEXTEDITING, text=rest, start=0, length=len(rest)))


test_the_setup = stories("setup.txt", SetupVocabulary)


class TestHouseRules:
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


def test_the_table_is_seen_behind_a_name_in_the_making(house: Playhouse) -> None:
    """The card for the name lies on the card of the seat. The table is still seen behind both."""
    house.show(SetupScene(house.services, QUORIDOR))
    lit, keys = focus_of(house).widgets[0].rect.midright, KeyHand(house)
    bright = sum(house.window.surface.get_at((lit[0] - 12, lit[1]))[:3])
    keys.press(focus_of(house).widgets[3])
    keys.say("Another name…")
    house.run(0.5)
    assert not house.on_top(NameScene).rect.collidepoint(lit)
    assert sum(house.window.surface.get_at((lit[0] - 12, lit[1]))[:3]) > bright / 4
