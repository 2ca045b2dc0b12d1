"""The end of a cup: the film of its decisive games, the podium and the laurel."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pygame
import pytest

from game.core.record import Record, SeatConfig
from game.people.cup import Cup
from game.people.party import game_id
from game.records.films import FilmOrder
from scenes.commands.film_worker import make_film
from scenes.cup import podium
from scenes.cup.cup_scene import CupScene
from scenes.cup.plan import Plan, cup_of
from scenes.kit.input.intents import KEYBOARD, Intent, Kind
from scenes.kit.widgets.dialog import Dialog
from scenes.match.result_scene import PIECES
from scenes.match.result_scene import SECONDS as OF_A_GAME
from scenes.table.film.watch_scene import FilmingScene
from scenes.table.sharing.cup_film import CupFilmScene, decisive
from tests import make
from tests.scenes.hands import KeyHand
from tests.scenes.playhouse import Playhouse
from tools.catalogue import couch

pytestmark = pytest.mark.usefixtures("four_games")


def played(game: str, people: tuple[str, ...], seed: int) -> Record:
    """A game by the simple rule, whose first player wins in the end, or gives up."""
    session = make.session(game, *(SeatConfig("human", identity=person) for person in people), seed=seed)
    fallback = session.spec.play.fallback
    assert fallback is not None
    while session.outcome is None and session.ply < 60:
        seat = session.actors()[0]
        session.submit(seat, fallback(session.state, seat))
    return replace(session.record(), played="2026-11-21T20:00:00+00:00")


def ended_cup(house: Playhouse, games: tuple[str, ...] = ("star", "coffee"), people: int = 3) -> Cup:
    """A cup of games that are kept, won by the first of each match."""
    house.services.people.seat(make.roster(people))
    house.services.people.were_asked = True
    cup = cup_of(house.services, house.services.people.roster.chairs, Plan("all", games))
    while (match := cup.next) is not None:
        record = played(match.game, match.people, len(cup.results))
        house.services.store.add(record)
        order = sorted(match.people)
        cup = cup.begun(game_id(record)).ended(game_id(record), {each: 1 + order.index(each) for each in match.people})
    house.services.people.keep_cup(cup)
    return cup


def test_three_games_that_a_winner_won_decide_of_different_games_if_possible(house: Playhouse) -> None:
    cup = ended_cup(house)
    records = [game.record for game in house.services.store.archive()]
    found = decisive(cup, records)
    results = {result.id: result for result in cup.results}
    assert len(found) == 3 and {record.game for record in found} == {"star", "coffee"}
    assert all(cup.leaders & {*results[game_id(record)].best} for record in found)
    order = [result.id for result in cup.results]
    assert [game_id(record) for record in found] == sorted(map(game_id, found), key=order.index)
    assert decisive(cup, records[:1]) == (records[0],) and decisive(cup, []) == ()


def watched(house: Playhouse) -> CupFilmScene:
    house.show(CupScene(house.services))
    house.run(0.5)
    KeyHand(house).say("Watch the reel")
    return house.come_to(CupFilmScene)


def test_the_film_plays_its_parts_for_about_fifteen_seconds_and_ends_with_all_names(house: Playhouse) -> None:
    ended_cup(house)
    scene = watched(house)
    assert len(scene.reels) == 3
    house.until(lambda: scene.is_over, "the end", seconds=25)
    assert 11.0 <= sum(reel.seconds for reel in scene.reels) <= 17.0
    last = scene.reels[-1]
    names = [house.services.people.chair_name(chair) for chair in house.services.people.roster.people]
    assert last.shots[-1].has_card and all(name in last.card_names[0] for name in names)
    assert "wins the cup" in last.shots[-1].caption.text
    assert not any(shot.has_card for reel in scene.reels[:-1] for shot in reel.shots)
    scene.toggle()
    assert scene.reel is scene.reels[0] and scene.running, "it starts again"


@pytest.mark.parametrize("size", [(1280, 720), (1024, 768), (1080, 1920)])
def test_the_podium_has_room_beside_the_button_of_the_film(house: Playhouse) -> None:
    ended_cup(house, ("star",))
    scene = house.show(CupScene(house.services))
    assert len(scene.choices) == 3
    assert scene.places["podium"].height / house.stage.metrics.scale >= 460


def test_the_film_is_taken_home(house: Playhouse) -> None:
    ended_cup(house, ("star",))
    scene = watched(house)
    scene.toggle()
    house.app.take(Intent(Kind.SECONDARY, KEYBOARD))
    house.come_to(Dialog)
    house.run(0.5)
    KeyHand(house).say("GIF")
    order = house.on_top(FilmingScene).order
    assert order.cup == scene.cup_film and order.ending == ".gif"


def test_a_cup_whose_games_are_gone_has_no_film(house: Playhouse) -> None:
    cup = ended_cup(house, ("star",))
    house.services.people.keep_cup(replace(cup, results=tuple(replace(each, id="gone") for each in cup.results)))
    house.show(CupScene(house.services))
    assert "Watch the reel" not in [label for label, _ in house.on_top(CupScene).choices]


def test_the_file_has_all_parts(house: Playhouse, tmp_path: Path) -> None:
    from io import BytesIO

    from PIL import Image

    ended_cup(house, ("star",))
    house.show(CupScene(house.services))
    film = house.on_top(CupScene).film
    assert film is not None
    house.dark()
    data = make_film(
        FilmOrder(film.games[-1][0], "", "en", ".png", (180, 180), pictures=2, cup=film), lambda share: None
    )
    assert Image.open(BytesIO(data)).size == (180 * 2 * len(film.games), 180)


# The podium


AGES = [0.1 * tenth for tenth in range(60)]
FILES = ["coffee.svg", "quoridor.svg", "robots.svg", "star.svg"]


@pytest.fixture
def scene(house: Playhouse) -> CupScene:
    couch.play_cup(house.services, 5, None)
    return house.show(CupScene(house.services))


def test_the_places_rise_one_after_the_other_and_the_first_is_crowned_last() -> None:
    ends = {place: next(age for age in AGES if podium.risen(place, age, reduced=False) == 1) for place in (1, 2, 3)}
    assert ends[3] < ends[2] < ends[1] <= next(age for age in AGES if podium.crowned(age, reduced=False) > 0) + 0.1
    for place in (1, 2, 3, 4):
        heights = [podium.risen(place, age, reduced=False) for age in AGES]
        assert heights[0] == 0 and heights == sorted(heights) and heights[-1] == 1
    assert podium.risen(1, 0.0, reduced=True) == podium.crowned(0.0, reduced=True) == 1


def test_a_cup_is_celebrated_longer_and_with_more_than_a_game() -> None:
    assert podium.SECONDS > 2 * OF_A_GAME and podium.PIECES > 2 * PIECES
    shown = {file for age in AGES for file, _ in podium.rain(FILES, age)}
    assert shown == {*FILES}, "pieces of all games"


def test_it_rains_from_when_the_first_one_stands_until_all_have_fallen() -> None:
    counts = [len([*podium.rain(FILES, age)]) for age in AGES]
    falling = [age for age, count in zip(AGES, counts, strict=True) if count]
    assert podium.LANDED <= falling[0] < podium.LANDED + 0.3 and falling[-1] <= podium.SECONDS
    assert max(counts) > 20
    for _, piece in podium.rain(FILES, podium.LANDED + 1):
        assert 0 <= piece.x <= 1 and 0 <= piece.y <= 1 and 0 < piece.alpha <= 1


def test_each_place_is_heard_as_it_comes_to_stand() -> None:
    heard = [sound for before, after in pairwise(AGES) for sound in podium.cues({1, 2, 3}, before, after)]
    assert heard == ["stone", "stone", "win"]
    assert [sound for before, after in pairwise(AGES) for sound in podium.cues({1}, before, after)] == ["win"]


def seen(house: Playhouse, scene: CupScene, age: float) -> bytes:
    """The screen at an age of the celebration."""
    scene.age = age
    house.app.canvas.invalidate()
    house.app.draw()
    return pygame.image.tobytes(house.window.surface, "RGB")


def test_the_page_plays_it_once_and_then_lies_still(
    house: Playhouse, scene: CupScene, heard: list[tuple[str, int]]
) -> None:
    house.until(lambda: scene.age > podium.LANDED + 1, "the rain")
    assert scene.is_animated
    house.until(lambda: scene.age > podium.SECONDS + 0.1, "the end")
    house.run(1.0)
    assert not scene.is_animated
    assert [name for name, _ in heard if name in ("stone", "win")] == ["stone", "stone", "win"]
    still = seen(house, scene, podium.SECONDS + 0.1)
    assert seen(house, scene, podium.SECONDS + 1.0) == still != seen(house, scene, podium.SECONDS - 2.0)


def test_with_reduced_motion_all_is_there_and_nothing_falls(house: Playhouse, scene: CupScene) -> None:
    house.stage.look.reduced_motion = True
    assert len({seen(house, scene, age) for age in (0.0, podium.LANDED + 1, podium.SECONDS + 1)}) == 1
