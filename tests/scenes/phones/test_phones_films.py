"""The card and the film of a game on phones: made once and one at a time, kept for an hour, and never beside an AI."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from game.phones.messages import Fetch, PhoneMessage
from game.phones.process import MOST_FILE
from game.records.films import HOUR, MOST_KEPT, FilmError, Filming, FilmOrder, Films
from scenes.cup.cup_scene import CupScene
from scenes.house.offers import Visitors
from scenes.phones.keepsakes import MOST_TIMES, What
from scenes.phones.pages import NOTE_SECONDS
from tests import make
from tests.scenes.house.test_cup_scene import ended_cup
from tests.scenes.match.test_take_home import OneFilm
from tests.scenes.phone_evening import Evening

ORDER = FilmOrder("a game", "", "en")


class Workshop(Films):
    """Has films made by the test; the hour passes as it says."""

    def __init__(self) -> None:
        self.time = 0.0
        super().__init__(lambda: self.time)
        self.begun: list[OneFilm] = []

    def begin(self, order: FilmOrder) -> Filming:
        self.begun.append(OneFilm(order))
        return self.begun[-1]

    def made(self, order: FilmOrder, data: bytes) -> None:
        """Let a film be wanted and made."""
        assert self.ask(order) is None
        self.tick()
        self.begun[-1].data = data
        self.tick()


def order(game: str, **changes: Any) -> FilmOrder:
    return replace(ORDER, record=game, **changes)


def begun(films: Workshop) -> list[str]:
    """The films that were begun; "gone" marks those that were given up."""
    return [f"{film.order.record}{' gone' * film.is_gone}" for film in films.begun]


class TestWorkshop:
    def test_a_film_is_made_once_and_kept_for_an_hour(self) -> None:
        films = Workshop()
        films.made(ORDER, b"it")
        assert films.ask(ORDER) == films.ask(replace(ORDER, review="found since")) == b"it"
        films.time = HOUR - 1
        assert films.ask(ORDER) == b"it" and len(films.begun) == 1
        films.time = HOUR
        assert films.ask(ORDER) is None

    def test_other_kinds_and_languages_are_others(self) -> None:
        films = Workshop()
        films.made(ORDER, b"it")
        for other in (order("another"), replace(ORDER, language="ja"), replace(ORDER, ending=".png")):
            assert films.ask(other) is None

    def test_one_is_made_at_a_time(self) -> None:
        films = Workshop()
        for count, game in enumerate("abc", 1):
            assert [films.ask(order(each)) for each in "abc"[count - 1 :]] == [None] * (4 - count)
            films.tick()
            films.tick()
            assert begun(films) == list("abc"[:count])
            films.made(order(game), b"it")

    def test_the_oldest_give_way_where_all_are_too_much(self) -> None:
        films = Workshop()
        for game in "abc":
            films.made(order(game), bytes(MOST_KEPT // 2))
        assert films.ask(order("a")) is None and films.ask(order("b"))

    def test_one_that_cannot_be_made_is_told_once_and_may_be_asked_for_again(self) -> None:
        films = Workshop()
        assert films.ask(ORDER) is None
        films.tick()
        films.begun[-1].error = "no memory"
        films.tick()
        with pytest.raises(FilmError, match="no memory"):
            films.ask(ORDER)
        assert films.ask(ORDER) is None

    def test_while_an_ai_thinks_none_is_made_and_what_was_begun_is_given_up(self) -> None:
        films = Workshop()
        films.ask(order("g"))
        for may_run, found in ((False, []), (True, ["g"]), (False, ["g gone"]), (True, ["g gone", "g"])):
            films.tick(may_run)
            assert begun(films) == found

    def test_what_nobody_wants_any_more_is_given_up(self) -> None:
        films = Workshop()
        films.ask(order("g"))
        films.tick()
        films.drop(order("g"))
        films.tick()
        assert begun(films) == ["g gone"]


def fetched(evening: Evening, phone: int, what: What) -> None:
    """Let a phone ask for what it may take along."""
    evening.phones.events.append(PhoneMessage(phone, Fetch(what)))
    evening.house.run(0.3)


@pytest.fixture
def films(evening: Evening) -> Workshop:
    """What is ordered in the evening."""
    evening.house.services.films = workshop = Workshop()
    return workshop


@pytest.fixture
def asked(evening: Evening, films: Workshop) -> Workshop:
    """The same, and the first phone has asked for the film of a game that has ended."""
    evening.ended("quoridor")
    fetched(evening, 1, "film")
    return films


class TestPhones:
    @pytest.mark.parametrize(("what", "ending"), [("card", ".png"), ("film", ".webp")])
    def test_it_is_given_once_it_is_made(self, evening: Evening, films: Workshop, what: What, ending: str) -> None:
        result = evening.ended("quoridor")
        assert evening.shown(1).record and evening.shown(1).film
        fetched(evening, 1, what)
        assert evening.shown(1).helper == evening.house.stage.t("phones.making") and not evening.phones.given
        (film,) = films.begun
        assert film.order.record == result.session.record().to_json() and film.order.ending == ending
        assert film.order.pictures == (1 if what == "card" else 5) and film.order.most <= MOST_FILE
        film.data = b"made"
        evening.house.run(0.3)
        assert evening.phones.given == [(1, f"kissaten-quoridor-{evening.house.services.today}{ending}", b"made")]
        fetched(evening, 2, what)
        assert len(films.begun) == 1 and evening.phones.given[1] == (2, *evening.phones.given[0][1:])

    def test_it_waits_for_a_phone_that_sleeps(self, evening: Evening, asked: Workshop) -> None:
        evening.phones.known[1].awake = False
        asked.begun[0].data = b"made"
        evening.house.run(0.3)
        assert not evening.phones.given
        evening.phones.known[1].awake = True
        evening.house.run(0.3)
        assert [data for _, _, data in evening.phones.given] == [b"made"]

    def test_what_goes_wrong_is_said_on_that_phone(self, evening: Evening, asked: Workshop) -> None:
        asked.begun[0].error = "no memory"
        evening.house.run(0.3)
        assert evening.shown(1).helper == evening.house.stage.t("film.failed") and not evening.phones.given

    def test_one_that_leaves_waits_for_nothing(self, evening: Evening, asked: Workshop) -> None:
        del evening.phones.known[1]
        evening.house.run(0.3)
        assert asked.begun[0].is_gone

    def test_two_wait_for_the_same_one(self, evening: Evening, asked: Workshop) -> None:
        fetched(evening, 2, "film")
        del evening.phones.known[1]
        evening.house.run(0.3)
        assert not asked.begun[0].is_gone
        asked.begun[0].data = b"made"
        evening.house.run(0.3)
        assert [number for number, _, _ in evening.phones.given] == [2] and len(asked.begun) == 1

    def test_it_waits_while_an_ai_thinks(self, evening: Evening, asked: Workshop) -> None:
        match = evening.house.match(make.AOI, make.ai(2), actions=["e2"])
        assert match.awaits_ai and asked.begun[0].is_gone
        evening.house.rest()
        assert not match.awaits_ai and len(asked.begun) == 2 and not asked.begun[1].is_gone


@pytest.mark.usefixtures("four_games")
class TestCup:
    def test_a_phone_takes_the_film_of_the_cup_home(self, evening: Evening, films: Workshop) -> None:
        house = evening.house
        ended_cup(house, ("star",))
        evening.show(CupScene(house.services), 1)
        shown, scene = evening.shown(1), house.on_top(CupScene)
        assert shown.film and not shown.record, "a cup is no game, but has a film"
        fetched(evening, 1, "film")
        assert films.begun[0].order.cup == scene.film is not None
        films.begun[0].data = b"made"
        house.run(0.3)
        assert evening.phones.given == [(1, f"kissaten-cup-{house.services.today}.webp", b"made")]
        fetched(evening, 1, "card")
        assert evening.shown(1).helper == house.stage.t("phones.no_record") and len(films.begun) == 1

    def test_the_film_of_its_last_game_is_another(self, evening: Evening, films: Workshop) -> None:
        house = evening.house
        ended_cup(house, ("star",))
        evening.show(CupScene(house.services), 1)
        film = house.on_top(CupScene).film
        assert film is not None
        films.made(FilmOrder(film.games[-1][0], "", house.stage.strings.language), b"the game's")
        fetched(evening, 1, "film")
        assert not evening.phones.given and films.begun[-1].order.cup == film

    def test_the_operator_can_switch_it_off(self, evening: Evening, films: Workshop) -> None:
        ended_cup(evening.house, ("star",))
        evening.show(CupScene(evening.house.services), 1)
        evening.house.services.offers.visitors = visitors(False)
        evening.house.run(0.3)
        assert not evening.shown(1).film
        fetched(evening, 1, "film")
        assert not films.begun


def visitors(has_films: bool) -> Visitors:
    return Visitors(lambda: None, ("quoridor",), (1, 2), False, True, has_films)


class TestStrangers:
    def test_each_phone_has_a_film_of_a_game_a_few_times(self, evening: Evening, films: Workshop) -> None:
        evening.ended("quoridor")
        evening.house.services.offers.visitors = visitors(True)
        fetched(evening, 1, "film")
        films.begun[0].data = b"made"
        evening.house.run(0.3)
        for _ in range(1, MOST_TIMES):
            fetched(evening, 1, "film")
        assert len(evening.phones.given) == MOST_TIMES
        evening.house.run(NOTE_SECONDS)
        fetched(evening, 1, "film")
        assert len(evening.phones.given) == MOST_TIMES
        assert evening.shown(1).helper == evening.house.stage.t("phones.had")
        fetched(evening, 2, "film")
        assert [number for number, _, _ in evening.phones.given] == [*[1] * MOST_TIMES, 2] and len(films.begun) == 1

    def test_the_operator_can_switch_films_off(self, evening: Evening, films: Workshop) -> None:
        evening.ended("quoridor")
        evening.house.services.offers.visitors = visitors(False)
        evening.house.run(0.3)
        assert evening.shown(1).record and not evening.shown(1).film
        fetched(evening, 1, "film")
        assert not films.begun and evening.shown(1).helper == evening.house.stage.t("phones.no_record")
        fetched(evening, 1, "card")
        assert len(films.begun) == 1
