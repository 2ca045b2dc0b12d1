"""Who resigns in a game for four or goes: what is said at once, who may take the seat, and what the record tells."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from types import SimpleNamespace
from typing import cast

import pygame
import pytest

from game.core.device_id import DeviceId
from game.core.incremental import run_to_end
from game.core.record import MAX_CHANGES, Record, SeatChange, record_from_json
from game.core.rules import RecordError
from game.core.spec import LEVELS
from game.people.party import game_id
from game.quoridor import SPEC
from game.records.playback import Playback
from game.review.explaining import ExplainedPoint
from game.robots import SPEC as ROBOTS
from game.session.session import Session
from game.storage.figures import HOUSE
from game.storage.shelf import ArchivedGame
from scenes.archive.branch_scene import BranchScene
from scenes.archive.listing import game_text, length_text
from scenes.archive.replay_scene import ReplayScene
from scenes.archive.review_scene import ReviewScene
from scenes.archive.review_words import ReviewWords
from scenes.cup.running import cup_of_roster, start_match
from scenes.kit.input.intents import phone
from scenes.kit.scene import Switch
from scenes.match import verdict
from scenes.match.match_actions import LeaveSeat, Leaving, TakeSeat
from scenes.match.match_scene import MatchScene
from scenes.match.questions import Agreement
from scenes.match.result_scene import celebration_of
from scenes.match.starting import match_of, rematch
from scenes.match.verdict import share_text
from scenes.routes import ToResume
from scenes.table.art.faces import Face
from scenes.table.film.picture import FilmPicture
from scenes.table.film.reel import Moment, reel_in_steps
from scenes.table.pictures import saved_name
from tests import make
from tests.scenes.conftest import OpenHouse
from tests.scenes.match.test_dialogs import asked
from tests.scenes.phone_evening import Evening
from tests.scenes.playhouse import PERSON, RIVAL, Playhouse, result_of
from tests.scenes.speaking import listen
from tests.session.test_resigning import FOUR, RESIGNS, played
from tests.tables import rows

FOR_PHONE = "Ren resigned: last place. Mocha plays for Ren now."


def resigned(house: Playhouse, plies: int = RESIGNS) -> MatchScene:
    """A game for four at one keyboard in which Ren has just resigned."""
    match = house.match(*FOUR, actions=played(plies).record().actions)
    match.resume(Agreement.RESIGN)
    return match


def names(match: MatchScene) -> list[str]:
    return list(match.board.context.names)


def test_the_question_says_what_it_means(house: Playhouse) -> None:
    match = house.match(*FOUR, actions=played(RESIGNS).record().actions)
    dialog = asked(match.actions.questions.resign(1))
    assert dialog.body == "Ren gives up and takes the last place. Mocha plays on in that seat."
    two = house.match(*FOUR[:2])
    assert asked(two.actions.questions.resign(0)).body == "Aoi gives up this game."


@pytest.mark.parametrize("language", ["en", "ja"])
def test_it_is_told_at_once_on_screen_and_aloud_and_the_card_says_for_whom(
    open_house: OpenHouse, language: str
) -> None:
    house = open_house((1280, 720), language)
    voice = listen(house)
    match = resigned(house)
    t = house.stage.t
    told = t("resign.told", name="Ren", ai=t("level.3"), other="")
    assert match.controller.notice == told
    card = match.side_panel.card(match.session.state, 1)
    assert card.name == names(match)[1] == t("level.3") and card.face == Face(3)
    assert all("Ren" in note for note in card.notes)
    house.run(1.0)
    assert match.session.ply > RESIGNS, "nobody plays on"
    assert told in voice.texts
    assert told == match.controller.notice, "it is gone before it can be read"


def test_who_resigns_later_stands_above_who_did_before(house: Playhouse) -> None:
    match = resigned(house)
    house.rest()
    assert match.controller.resigner == 2
    match.resume(Agreement.RESIGN)
    assert match.controller.notice == "Mio resigned: one place above Ren. Caramel plays for Mio now."


def test_the_board_stays_as_it_lies(house: Playhouse) -> None:
    seats = (make.ai(2, FOUR[0]), FOUR[1], make.ai(2, FOUR[2]), FOUR[3])
    match = house.match(*seats, actions=played(RESIGNS).record().actions)
    before = match.table.bottom_seat
    match.resume(Agreement.RESIGN)
    assert match.table.bottom_seat == before


def test_a_pad_that_comes_back_is_not_given_the_seat_again(house: Playhouse) -> None:
    match = house.match(*FOUR, actions=played(RESIGNS).record().actions)
    match.lost.owners[1] = replace(FOUR[1], device=DeviceId("pad1"))
    match.resume(Agreement.RESIGN)
    assert 1 not in match.lost.owners


def over(house: Playhouse, record: Record) -> MatchScene:
    """A game that is over, as it was kept."""
    session = Session.resume(SPEC, record)
    match = match_of(house.services, session)
    house.show(match)
    return match


def test_what_the_ai_wins_is_nobodys(house: Playhouse) -> None:
    match = over(house, played().record())
    result = result_of(house, match.session)
    assert result.title == "Mocha wins"
    assert "Mocha played for Ren, who resigned." in result.body.split("\n")
    assert "Mocha played for Ren, who resigned." in result.spoken_title
    rows = [(one.place, house.services.people.name(one.player)) for one in verdict.standings(match.session)]
    assert rows == [(1, "Mocha"), (2, "Mio"), (3, "Aoi"), (3, "Haru"), (5, "Ren")]
    scores = verdict.scores(house.services, match.session, match.board)
    assert [(line.name, line.won) for line in scores if line.won] == [("Mocha", True)]
    assert (scores[-1].name, scores[-1].text, scores[-1].won) == ("Ren", "resigned", False)
    assert celebration_of(match.controller) is None
    text = share_text(house.services, match.session, match.board, result.body, house.services.today)
    assert "Mocha for Ren" in text and "Mocha wins" in text


def test_it_is_not_you_who_wins_where_another_has_resigned(house: Playhouse) -> None:
    seats = (make.ai(2, FOUR[0]), FOUR[1], FOUR[2], make.ai(2, FOUR[3]))
    session = played(30, 2, seats=seats)
    assert session.outcome is not None and session.outcome.winners == (1,)
    assert verdict.title(house.services, session) == "Ren wins"


def test_nobody_is_said_to_have_beaten_a_level_for_the_first_time(house: Playhouse) -> None:
    assert not any(house.services.store.statistics.of(HOUSE, "quoridor").fastest)
    seats = (make.ai(2, FOUR[0]), *FOUR[1:])
    match = over(house, played(30, 2, seats=seats).record())
    found = celebration_of(match.controller)
    assert found is not None and found.level == 2


def test_in_a_rematch_everybody_plays_again(house: Playhouse) -> None:
    record = played().record()
    match = rematch(house.services, record)
    assert match.session.seats == FOUR and match.session.record().changes == ()
    branch = BranchScene(house.services, ReplayScene(house.services, SPEC, record, 12).playback)
    assert [seat.is_ai for seat in branch.seats] == [False] * 4


def test_a_match_of_the_cup_that_was_left_leaves_who_resigned_out(house: Playhouse) -> None:
    services = house.services
    services.people.seat(make.roster(4))
    services.people.keep_cup(replace(cup_of_roster(services), titles=cup_of_roster(services).titles[:1]))
    cup = services.people.cup
    assert cup is not None and cup.next is not None
    seats = tuple(chair.seat() for chair in services.people.roster.chairs)
    session = make.session("quoridor", *seats, actions="e2", store=services.store)
    session.resign(1)
    cup = cup.begun(game_id(session.record()))
    services.people.keep_cup(cup)
    nav = start_match(services, cup)
    assert isinstance(nav, Switch) and isinstance(nav.to, ToResume)
    assert [seat.resigned for seat in nav.to.record.seats] == [False, True, False, False]


def test_phones_say_who_plays_on(evening: Evening) -> None:
    match = evening.match(players=4)
    match.resume(Agreement.RESIGN)
    evening.house.run(0.3)
    assert match.phone_view(phone(1)).helper == "You resigned. Mocha plays on for you."
    assert match.phone_view(phone(2)).helper != "You resigned. Mocha plays on for you."


class TestTheRecord:
    def record(self) -> Record:
        return played().record()

    def test_the_list_of_games(self, house: Playhouse) -> None:
        game = ArchivedGame(1, "2026-11-28T10:00:00+00:00", self.record())
        told = game_text(house.services, game)
        assert "Aoi, Mocha for Ren, Mio and Haru" in told and "Mocha wins" in told
        assert length_text(house.services, game.record).startswith("Mocha for Ren · ")
        assert "Aoi, Ren, Mio, Haru" in saved_name(house.services, self.record(), ".gif")

    def test_the_replay_has_the_person_until_then_and_the_ai_after(self, house: Playhouse) -> None:
        scene = ReplayScene(house.services, SPEC, self.record(), 4)
        house.show(scene)
        voice = listen(house)
        assert scene.board.context.names[1] == "Ren"
        scene.go(RESIGNS)
        house.run(0.5)
        assert scene.board.context.names[1] == "Mocha"
        assert "plays for Ren" in scene.side_panel.card(scene.playback.state, 1).notes[-1]
        scene.go(RESIGNS + 1)
        house.run(0.5)
        assert any(text.startswith("Mocha:") for text in voice.texts)
        scene.go(2)
        house.run(0.5)
        assert scene.board.context.names[1] == "Ren"

    def test_review_and_film(self, house: Playhouse, monkeypatch: pytest.MonkeyPatch) -> None:
        record = self.record()
        reel = run_to_end(reel_in_steps(house.services, record))
        assert "Mocha for Ren" in reel.opening[0]
        FilmPicture(house.services, reel, pygame.Rect(0, 0, 640, 640))
        said = [reel._caption(Moment(ply, ply + 1)).text for ply in (1, RESIGNS)]
        assert [text.split(":")[0] for text in said] == ["Ren", "Mocha"], said
        seen: list[list[str]] = []
        monkeypatch.setattr(ReviewWords, "of", lambda *given: seen.append(given[4]))
        review = ReviewScene(house.services, SPEC, record, Playback(SPEC, record))
        review.table.lay(review.table.seats)
        for ply in (1, RESIGNS):
            review._words_of(cast("ExplainedPoint", SimpleNamespace(point=SimpleNamespace(ply=ply))))
        assert [names[1] for names in seen] == ["Ren", "Mocha"]

    def test_who_left_for_good_is_told_as_before(self, house: Playhouse) -> None:
        left = replace(self.record(), changes=(SeatChange(RESIGNS, 1, FOUR[1]),))
        left = replace(left, seats=(FOUR[0], make.ai(3, FOUR[1]), *FOUR[2:]))
        assert left.owners == left.seats
        assert "for Ren" not in game_text(house.services, ArchivedGame(1, "", left))


MOVES = ("e2", "e8", "e3")


def test_at_a_table_of_eight_with_all_names_somebody_can_still_go(house: Playhouse) -> None:
    roster = house.services.people.roster
    for _ in range(8):
        roster = roster.sit(DeviceId("keyboard"))
    seats = tuple(chair.seat() for chair in roster.people)
    record = Record("robots", {"players": 8}, 0, (), seats)
    leaving = Leaving(house.services, Session.resume(ROBOTS, record))
    dialog = asked(leaving.ask_for(LeaveSeat(3)))
    taken = [answer.result.by for answer in dialog.answers if isinstance(answer.result, TakeSeat)]
    assert len(taken) == 1 + len(LEVELS) and all(by.name != seats[3].name for by in taken)


def test_somebody_new_does_not_get_the_phone_of_who_has_gone(house: Playhouse) -> None:
    match = house.match(replace(PERSON, device=DeviceId.phone(1)), RIVAL, actions=MOVES)
    dialog = asked(Leaving(house.services, match.session).ask_for(LeaveSeat(0)))
    taken = [answer.result.by for answer in dialog.answers if isinstance(answer.result, TakeSeat)]
    assert {by.device for by in taken} == {""}


def test_taking_back_keeps_who_left(house: Playhouse) -> None:
    match = house.match(PERSON, RIVAL, actions=MOVES)
    session = match.session
    session.reseat(0, replace(PERSON, kind="ai", level=2, name="@kai"))
    session.undo()
    assert session.record().changes == (SeatChange(session.ply, 0, PERSON),)


def test_another_device_is_nobody_else(house: Playhouse) -> None:
    session = house.match(PERSON, RIVAL).session
    session.reseat(0, replace(PERSON, device=DeviceId("pad3")))
    assert session.record().changes == ()


class TestTheField:
    def record(self, *changes: SeatChange) -> Record:
        return Record("quoridor", {"players": 2}, 0, MOVES, (PERSON, RIVAL), (), changes=changes)

    @pytest.mark.parametrize(("entry", "told"), rows("wrong_seat_changes"))
    def test_what_is_wrong_with_it_is_named(self, entry: str, told: str) -> None:
        table = json.loads(self.record().to_json()) | {"seat_changes": [json.loads(entry)]}
        with pytest.raises(RecordError, match=re.escape(f"'seat_changes'[0]{told}")):
            record_from_json(json.dumps(table))

    def test_there_are_not_too_many(self) -> None:
        entry = {"ply": 0, "seat": 0, "before": {}}
        table = json.loads(self.record().to_json()) | {"seat_changes": [entry] * (MAX_CHANGES + 1)}
        with pytest.raises(RecordError, match="101 entries"):
            record_from_json(json.dumps(table))
