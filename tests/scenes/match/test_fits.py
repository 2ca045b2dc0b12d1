"""Opponents that fit: in the setup, in *Quick match*, from rematch to rematch, and what the result says."""

from __future__ import annotations

from dataclasses import asdict, replace

import pytest

from game.core.record import SeatConfig, with_strength
from game.match_setup import MatchSetup, default_table
from game.people.ratings import Skill, newcomer, rating_at
from game.registry import find
from game.session.session import Session
from scenes.kit.scene import Switch
from scenes.match.result_scene import ResultScene
from scenes.match.starting import match_of, new_match
from scenes.menu.menu_scene import MenuScene
from scenes.routes import ToMatch
from scenes.setup.setup_scene import AGAINST_AI, FITS, PEOPLE, SetupScene, opponents_of
from scenes.table.fits import fitted, is_known, rate, skill_of, standing, with_fitting
from tests.scenes.playhouse import Playhouse
from tools.catalogue.quoridor import WON

STAR = find("star")
QUORIDOR = find("quoridor")
MIA = SeatConfig(name="Mia", identity="circle")
FITTING = with_strength(SeatConfig("ai", name="@ren", identity="square"), 2.0)


def known(house: Playhouse, value: float, deviation: float = 80.0, game: str = "star") -> None:
    profile = house.services.store.profiles.take("Mia")
    house.services.store.set(f"rating.{profile.id}.{game}", asdict(Skill(value, deviation)))


def ended(person: SeatConfig = MIA, rival: SeatConfig = FITTING) -> Session:
    session = Session(QUORIDOR, {"players": 2, "jump_pairs": False, "walls": None}, 1, (person, rival))
    for ply, text in enumerate(WON):
        session.submit(ply % 2, QUORIDOR.rules.parse(text))
    return session


def test_a_newcomer_meets_the_second_level_and_others_the_strength_of_their_rating(house: Playhouse) -> None:
    assert fitted(house.services, STAR, (MIA, FITTING))[1].plays_at == 2
    known(house, rating_at(STAR, 3.4))
    rival = fitted(house.services, STAR, (MIA, FITTING))[1]
    assert (rival.level, rival.strength) == (3, 3.4)
    known(house, 99.0)
    assert fitted(house.services, STAR, (MIA, FITTING))[1].strength == 1
    known(house, 3999.0)
    assert fitted(house.services, STAR, (MIA, FITTING))[1].strength == 5


def test_a_chosen_level_stays(house: Playhouse) -> None:
    known(house, rating_at(STAR, 3.4))
    level = SeatConfig("ai", 5, "@ren", "square")
    assert fitted(house.services, STAR, (MIA, level)) == (MIA, level)


@pytest.mark.parametrize("damaged", ["strong", {"value": "1200"}, {"value": float("1e99"), "deviation": 80}, [1], True])
def test_a_stored_rating_that_is_none_counts_as_missing_and_is_kept(house: Playhouse, damaged: object) -> None:
    profile = house.services.store.profiles.take("Mia")
    house.services.store.set(f"rating.{profile.id}.star", damaged)
    assert skill_of(house.services, MIA, STAR) is None
    assert house.services.store.get(f"rating.{profile.id}.star.damaged") == damaged
    assert fitted(house.services, STAR, (MIA, FITTING))[1].strength == 2


def test_the_rating_of_a_profile_that_is_gone_is_not_asked(house: Playhouse) -> None:
    known(house, rating_at(STAR, 4))
    profile = house.services.store.profiles.find("Mia")
    assert profile is not None
    house.services.store.profiles.delete(profile.id)
    assert fitted(house.services, STAR, (MIA, FITTING))[1].strength == 2


def test_a_win_raises_the_rating_and_the_result_says_how_close_it_was(house: Playhouse) -> None:
    house.services.store.profiles.take("Mia")
    session = ended()
    match = match_of(house.services, session)
    match.resized()
    rated = rate(house.services, session)
    assert rated is not None and rated.before is None
    assert rated.after.value > newcomer(QUORIDOR).value and len(rated.after.curve) == 1
    assert skill_of(house.services, MIA, QUORIDOR) == rated.after
    result = ResultScene(match.controller, rated=rated)
    house.show(result)
    now = standing(house.stage, QUORIDOR, rated.after.value)
    assert result.standing == f"1 step decided it; you are now {now}."
    assert result.standing in result.spoken_title


def test_the_end_of_a_match_is_rated_once(house: Playhouse) -> None:
    house.services.store.profiles.take("Mia")
    session = ended()
    match = match_of(house.services, session)
    match.ending.count()
    first = skill_of(house.services, MIA, QUORIDOR)
    match.ending.count()
    assert first is not None and skill_of(house.services, MIA, QUORIDOR) == first


def test_two_people_are_rated_against_each_other_without_a_sentence(house: Playhouse) -> None:
    for name in ("Mia", "Tom"):
        house.services.store.profiles.take(name)
    tom = SeatConfig(name="Tom", identity="square")
    assert rate(house.services, ended(MIA, tom)) is None
    mine, his = (skill_of(house.services, seat, QUORIDOR) for seat in (MIA, tom))
    assert mine is not None and his is not None and mine.value > newcomer(QUORIDOR).value > his.value


def test_people_without_a_profile_are_known_until_the_visit_ends(house: Playhouse) -> None:
    guest = SeatConfig(name="@aoi", identity="circle")
    assert rate(house.services, ended(guest)) is not None
    assert skill_of(house.services, guest, QUORIDOR) is not None
    house.services.visit.clear()
    assert skill_of(house.services, guest, QUORIDOR) is None


def setup(house: Playhouse, *seats: SeatConfig) -> SetupScene:
    table = default_table(STAR)
    house.services.offers.remember(replace(table, seats=seats or table.seats))
    scene = SetupScene(house.services, STAR)
    house.show(scene)
    return scene


def test_the_setup_offers_an_opponent_that_fits(house: Playhouse) -> None:
    known(house, rating_at(STAR, 3.4))
    scene = setup(house, MIA, SeatConfig("ai", 5, "@ren", "square"))
    for wanted in (FITS, PEOPLE, FITS, AGAINST_AI, FITS):
        scene._set_opponents(wanted)
        assert opponents_of(scene.table.seats) == wanted
    assert scene.table.seats[1].strength == 3.4
    scene._set_opponents(AGAINST_AI)
    assert scene.table.seats[1].strength == 0


def test_the_next_match_follows_the_result(house: Playhouse) -> None:
    known(house, rating_at(STAR, 3.4))
    first = new_match(house.services, setup(house, MIA, FITTING).table)
    assert first.controller.session.seats[1].strength == 3.4
    known(house, rating_at(STAR, 3.6))
    second = new_match(house.services, house.services.offers.table(STAR))
    assert second.controller.session.seats[1].strength == 3.6


def quick(house: Playhouse, table: MatchSetup) -> SeatConfig:
    house.services.offers.remember(table)
    menu = MenuScene(house.services, game="star")
    house.show(menu)
    nav = menu._quick("star")
    assert isinstance(nav, Switch) and isinstance(nav.to, ToMatch)
    route = nav.to
    return route.table.seats[1]


def test_quick_match_fits_who_is_known_and_takes_the_last_setup_for_others(house: Playhouse) -> None:
    level = SeatConfig("ai", 5, "@ren", "square")
    guest = SeatConfig(name="@aoi", identity="circle")
    table = replace(default_table(STAR), seats=(guest, level))
    assert (quick(house, table).level, quick(house, table).strength) == (5, 0)
    house.services.visit.set("rating.@aoi.star", asdict(Skill(rating_at(STAR, 3), 90.0)))
    assert quick(house, table).strength == 3  # it has just played
    assert quick(house, replace(table, seats=(MIA, level))).strength == 2
    assert is_known(house.services, STAR, table)
    engine = SeatConfig("ai", 5, "ext:bot", "square", engine="bot")
    assert with_fitting(house.services, STAR, replace(table, seats=(MIA, engine))).seats[1].engine == "bot"
