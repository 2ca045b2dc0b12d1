"""The pages of handicaps among the house rules. What is agreed on and played is told in `stories/handicaps.txt`."""

from __future__ import annotations

from game.match_setup import default_table
from game.registry import find
from scenes.setup.house_rules import HouseRulesScene
from tests.scenes.conftest import Written
from tests.scenes.playhouse import Playhouse


def house_rules(house: Playhouse, game: str, **options: int) -> HouseRulesScene:
    """The house rules of a game, on top."""
    card = HouseRulesScene(house.services, find(game), default_table(find(game)).with_options(find(game), options))
    house.show(card)
    return card


def pages(card: HouseRulesScene) -> list[list[tuple[str, int | None]]]:
    """The rows of each page: an option, and the seat if it is one's handicap."""
    found = []
    for _ in range(card.count):
        names = (field.name.partition(" ") for field in card.form.fields)
        found.append([(name, int(seat) if seat else None) for name, _, seat in names])
        card._turn(1)
    return found


def test_robots_have_two_rows_a_seat_on_pages_of_their_own_and_none_alone(house: Playhouse) -> None:
    found = pages(house_rules(house, "robots", players=3))
    assert [row for page in found for row in page][-6:] == [
        (name, seat) for seat in range(3) for name in ("head_start", "silence")
    ]
    kinds = [{seat is None for _, seat in page} for page in found]
    assert all(len(kind) == 1 for kind in kinds) and kinds[0] == {True} and kinds[-1] == {False}
    (alone,) = pages(house_rules(house, "robots", players=1))
    assert all(seat is None for _, seat in alone)


def test_the_number_of_the_page_is_not_below_the_board(house: Playhouse, written: Written) -> None:
    card = house_rules(house, "quoridor", players=4)
    places = dict(written)
    place = places[f"1 / {card.count}"]
    assert not place.colliderect(card.places["board"]) and place.left > places["House rules"].right
