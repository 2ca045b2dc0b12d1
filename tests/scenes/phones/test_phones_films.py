"""The card and the film of a game on phones: made once and one at a time, kept for an hour, and never beside an AI."""

from __future__ import annotations

from typing import ClassVar

import pytest

from game.phones.messages import Fetch, PhoneMessage
from game.phones.process import MOST_FILE
from game.records.films import HOUR, MOST_KEPT, FilmError, Filming, FilmOrder, Films
from scenes.cup.cup_scene import CupScene
from scenes.house.offers import Visitors
from scenes.phones.keepsakes import MOST_TIMES, What
from scenes.phones.pages import NOTE_SECONDS
from tests import make
from tests.scenes.house.test_cup_film import ended_cup
from tests.scenes.match.test_take_home import OneFilm
from tests.scenes.phone_evening import Evening
from tests.stories import Story, Teller, each_story
from tests.vocabulary.screen import FOLDER

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


class Keeping(Teller):
    """Tells of films that people ask for, by the name of a game: "g", "card of g", "g in ja" or "g reviewed"."""

    facts: ClassVar = {
        # the films that were begun; "gone" marks those that were given up
        "begun": lambda s: [f"{film.order.record}{' gone' * film.is_gone}" for film in s.films.begun],
    }

    def __init__(self) -> None:
        self.films = Workshop()

    def order(self, name: str) -> FilmOrder:
        game = name.removeprefix("card of ").removesuffix(" in ja").removesuffix(" reviewed")
        return FilmOrder(
            game,
            "found since" if name.endswith(" reviewed") else "",
            "ja" if name.endswith(" in ja") else "en",
            ".png" if name.startswith("card of ") else ORDER.ending,
        )

    def do_ask(self, name: str) -> str:
        """NAME: Ask for this film. Say "it" if it is ready, "none" if it is not, or the error."""
        try:
            return "none" if self.films.ask(self.order(name)) is None else "it"
        except FilmError as error:
            return str(error)

    def do_drop(self, name: str) -> None:
        """NAME: Ask for this film no longer."""
        self.films.drop(self.order(name))

    def do_tick(self, how: str = "") -> None:
        """[an AI thinks]: Let the workshop go on once. While an AI thinks, it may begin no film."""
        self.films.tick(may_run=not how)

    def do_made(self, share: str = "") -> None:
        """[NUMBER]: Finish the film that was begun last. With NUMBER, it fills one NUMBER-th of the room."""
        self.films.begun[-1].data = bytes(MOST_KEPT // int(share or MOST_KEPT))
        self.films.tick()

    def do_fails(self, why: str) -> None:
        """WHY: Let the film that was begun last fail with this error."""
        self.films.begun[-1].error = why
        self.films.tick()

    def do_at(self, seconds: str) -> None:
        """SECONDS: Set the clock so long before (negative) or after the end of the hour."""
        self.films.time = HOUR + float(seconds)


@each_story(FOLDER / "phones" / "films.txt")
def test_the_story_of_films_is_so(story: Story) -> None:
    Keeping().tell(story)


def fetched(evening: Evening, phone: int, what: What) -> None:
    """Let a phone ask for what it may take along."""
    evening.phones.events.append(PhoneMessage(phone, Fetch(what)))
    evening.house.run(0.3)


@pytest.fixture
def films(evening: Evening) -> Workshop:
    """What is ordered in the evening."""
    evening.house.services.films = workshop = Workshop()
    return workshop


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

    def test_it_waits_for_a_phone_that_sleeps(self, evening: Evening, films: Workshop) -> None:
        evening.ended("quoridor")
        fetched(evening, 1, "film")
        evening.phones.known[1].awake = False
        films.begun[0].data = b"made"
        evening.house.run(0.3)
        assert not evening.phones.given
        evening.phones.known[1].awake = True
        evening.house.run(0.3)
        assert [data for _, _, data in evening.phones.given] == [b"made"]

    def test_what_goes_wrong_is_said_on_that_phone(self, evening: Evening, films: Workshop) -> None:
        evening.ended("quoridor")
        fetched(evening, 1, "film")
        films.begun[0].error = "no memory"
        evening.house.run(0.3)
        assert evening.shown(1).helper == evening.house.stage.t("film.failed") and not evening.phones.given

    def test_one_that_leaves_waits_for_nothing(self, evening: Evening, films: Workshop) -> None:
        evening.ended("quoridor")
        fetched(evening, 1, "film")
        del evening.phones.known[1]
        evening.house.run(0.3)
        assert films.begun[0].is_gone

    def test_two_wait_for_the_same_one(self, evening: Evening, films: Workshop) -> None:
        evening.ended("quoridor")
        fetched(evening, 1, "film")
        fetched(evening, 2, "film")
        del evening.phones.known[1]
        evening.house.run(0.3)
        assert not films.begun[0].is_gone
        films.begun[0].data = b"made"
        evening.house.run(0.3)
        assert [number for number, _, _ in evening.phones.given] == [2] and len(films.begun) == 1

    def test_it_waits_while_an_ai_thinks(self, evening: Evening, films: Workshop) -> None:
        evening.ended("quoridor")
        fetched(evening, 1, "film")
        match = evening.house.match(make.AOI, make.ai(2), actions=["e2"])
        assert match.awaits_ai and films.begun[0].is_gone
        evening.house.rest()
        assert not match.awaits_ai and len(films.begun) == 2 and not films.begun[1].is_gone


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
