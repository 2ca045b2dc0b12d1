"""Each level of the AI is somebody: a name, a face, a goodbye, and enough sentences, at the right time."""

from __future__ import annotations

from dataclasses import replace
from itertools import product
from typing import get_args

import pygame
import pytest

from game.core.kinds import LANGUAGES
from game.core.record import SeatConfig
from game.core.rules import Outcome
from game.core.spec import LEVELS
from game.match_setup import AI_NAMES, NAMES
from game.quoridor import SPEC
from game.registry import GAMES
from scenes.kit.drawing.canvas import SurfaceCanvas
from scenes.kit.input.intents import Kind
from scenes.kit.text.strings import Strings
from scenes.match.controller import NOTICE_SECONDS
from scenes.match.match_scene import MatchScene
from scenes.match.starting import play
from scenes.setup.seat_editor import SeatSwitch
from scenes.setup.setup_scene import SetupScene
from scenes.table.art.faces import MEMBERS, NO_FACE, Face, draw_face, face_of, level_of, parting
from scenes.table.sayings import Occasion, commentator, goodbye, saying
from tests import make
from tests.scenes.hands import KeyHand, focus_of
from tests.scenes.phone_evening import Evening
from tests.scenes.playhouse import PERSON, RIVAL, ROBOT, Playhouse, result_of
from tests.scenes.speaking import listen
from tools.catalogue.quoridor import WON

WEAK, STRONG = make.ai(1), make.ai(4, make.MIO)
ENGINE = replace(ROBOT, engine="bot")


@pytest.mark.parametrize("language", LANGUAGES)
def test_names_and_sentences_differ(language: str) -> None:
    strings = Strings(language, strict=True)
    for key in ("level.{}", "level.{}.style"):
        assert len({strings.t(key.format(level)) for level in LEVELS}) == len(LEVELS)


@pytest.mark.parametrize("side", [32, 88])
def test_faces_differ_and_cover_their_place(house: Playhouse, side: int) -> None:
    seen = set()
    for face in product(LEVELS, range(MEMBERS)):
        sheet = SurfaceCanvas.blank((side, side))
        draw_face(house.stage, sheet, Face(*face), (side // 2, side // 2), side)
        assert sheet.surface.get_at((side // 2, side // 2)).a > 200
        seen.add(pygame.image.tobytes(sheet.surface, "RGBA"))
    assert len(seen) == len(LEVELS) * MEMBERS


def test_people_and_engines_have_no_face(house: Playhouse) -> None:
    assert level_of(PERSON) == level_of(ENGINE) == 0 and face_of(PERSON) == face_of(ENGINE) == NO_FACE
    sheet = SurfaceCanvas.blank((32, 32))
    draw_face(house.stage, sheet, NO_FACE, (16, 16), 32)
    assert sheet.surface.get_bounding_rect().size == (0, 0)


@pytest.mark.parametrize(
    ("seats", "winners", "found"),
    [
        ((PERSON, WEAK), (0,), (1, "beaten")),
        ((PERSON, WEAK), (1,), (1, "won")),
        ((PERSON, WEAK), (), (1, "drawn")),
        ((PERSON, WEAK, STRONG), (0,), (2, "beaten")),
        ((PERSON, WEAK, STRONG), (1,), (1, "won")),
        ((PERSON, RIVAL), (0,), None),
        ((WEAK, STRONG), (1,), None),
        ((PERSON, ENGINE), (0,), None),
        ((PERSON, RIVAL, WEAK), (1,), (2, "beaten")),
    ],
)
def test_who_says_goodbye(
    seats: tuple[SeatConfig, ...], winners: tuple[int, ...], found: tuple[int, str] | None
) -> None:
    assert parting(Outcome(winners, "goal"), seats) == found


def test_the_result_tells_and_says_it(house: Playhouse) -> None:
    result = house.show(result_of(house, make.session("quoridor", PERSON, WEAK, actions=WON)))
    assert result.parting.startswith("Mame: ") and result.parting in result.spoken_title.split("\n")
    assert ("goodbye" in result.places) != (result.parting in result.words)  # with the face, or among the words


def test_the_setup_tells_how_a_level_plays_while_it_has_the_focus(house: Playhouse) -> None:
    house.set_table(PERSON, ROBOT)
    house.show(SetupScene(house.services, SPEC))
    pips = [widget for widget in focus_of(house).widgets if isinstance(widget, SeatSwitch)][1]
    house.run(0.3)
    before = house.window.surface.copy()
    focus_of(house).focus(pips)
    house.run(0.5)
    level = pips.level
    assert pips.note == house.stage.t(f"level.{level}.style")
    assert pips.spoken(house.stage).endswith(pips.note)
    below = pips.rect.move(0, pips.rect.height)
    assert pygame.image.tobytes(before.subsurface(below), "RGB") != pygame.image.tobytes(
        house.window.surface.subsurface(below), "RGB"
    ), "a slip below it tells it"
    KeyHand(house).hit(Kind.RIGHT)
    changed = [widget for widget in focus_of(house).widgets if isinstance(widget, SeatSwitch)][1]
    assert changed.level == level + 1 and changed.note == house.stage.t(f"level.{level + 1}.style")


LONGEST = {"en": 40, "ja": 24}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_each_character_has_twenty_short_sentences_of_its_own(language: str, game: str) -> None:
    strings, everything = Strings(language, strict=True), set[str]()
    for level in LEVELS:
        said = [text for each in get_args(Occasion) for text in strings.t(f"{game}.says.{level}.{each}").split("\n")]
        assert len(set(said)) == len(said) >= 20, level
        assert max(map(len, said)) <= LONGEST[language]
        assert everything.isdisjoint(said), "two characters say the same"
        everything.update(said)


@pytest.mark.parametrize("game", GAMES)
def test_a_language_is_no_other_choice(game: str) -> None:
    tables = [Strings(language, strict=True) for language in LANGUAGES]
    for level in LEVELS:
        for each in get_args(Occasion):
            key = f"{game}.says.{level}.{each}"
            assert len({table.t(key).count("\n") for table in tables}) == 1, key


def match_with(house: Playhouse, *seats: object) -> MatchScene:
    return play(house.services, GAMES["quoridor"], make.complete("quoridor", players=len(seats)), seats, 7)  # type: ignore[arg-type]


def test_the_strongest_ai_speaks_at_the_start_until_a_person_moves(house: Playhouse) -> None:
    match = house.show(match_with(house, PERSON, WEAK))
    said = match.controller.said
    assert said == saying(house.services, "quoridor", match.session.seats[1], "start", 7) and said.startswith("Mame: ")
    assert match.controller.speaker.name == "@mame"
    step = match.session.submit(0, match.session.legal(0)[0])
    match.controller.play(step)
    assert match.controller.said == "", "it talks while somebody thinks"


def test_an_ai_that_begins_is_read_although_it_moves_at_once(house: Playhouse) -> None:
    match = house.show(match_with(house, WEAK, PERSON))
    house.until(lambda: match.input.person == 1, "the person's turn")
    assert match.controller.said.startswith("Mame: ")
    match.controller.submit(1, match.session.legal(1)[0])
    assert match.controller.said == ""


def test_it_is_read_aloud(house: Playhouse) -> None:
    voice = listen(house)
    match = house.show(match_with(house, PERSON, WEAK))
    house.run(0.2)
    assert match.controller.said in voice.texts


def test_a_phone_shows_it_in_its_own_language(evening: Evening) -> None:
    evening.open(1)
    (chair,) = evening.house.services.people.roster.chairs
    evening.phones.known[1].language = "ja"
    match = evening.house.show(match_with(evening.house, chair.seat(), WEAK))
    evening.house.run(0.3)
    seat = match.session.seats[1]
    with evening.house.stage.strings.in_language("ja"):
        said = saying(evening.house.services, "quoridor", seat, "start", 7)
    assert said.startswith("まめ「") and evening.shown(1).helper == said
    evening.house.run(NOTICE_SECONDS)
    assert evening.shown(1).helper != said


def test_nobody_speaks_among_people_or_ais_or_in_the_middle_of_a_game(house: Playhouse) -> None:
    for seats in ((PERSON, RIVAL), (WEAK, STRONG)):
        match = match_with(house, *seats)
        match.enter()
        assert match.controller.said == ""
    match = match_with(house, PERSON, WEAK)
    match.session.submit(0, match.session.legal(0)[0])
    match.enter()
    assert match.controller.said == ""


def test_the_setting_silences_them(house: Playhouse) -> None:
    house.services.settings.change(sayings=False)
    match = match_with(house, PERSON, WEAK)
    match.enter()
    assert match.controller.said == ""
    result = result_of(house, make.session("quoridor", PERSON, WEAK, actions=WON))
    assert result.parting == "Mame waves goodbye."


def test_the_goodbye_is_in_character_and_in_the_present_language(house: Playhouse) -> None:
    seats = (PERSON, WEAK, STRONG)
    for winners, name in (((0,), "Kuro"), ((1,), "Mame")):
        seat, said = goodbye(house.services, "star", Outcome(winners, "star"), seats, 3)
        assert said.startswith(f"{name}: ") and house.services.people.name(seat) == name
    assert goodbye(house.services, "star", Outcome((), "agreed"), seats, 3)[1] == "Kuro nods: well played."
    with house.stage.strings.in_language("ja"):
        assert goodbye(house.services, "star", Outcome((0,), "star"), seats, 3)[1].startswith("クロ「")


def test_who_speaks_about_a_turning_point() -> None:
    seats = (PERSON, WEAK, STRONG, RIVAL)
    assert commentator(seats, 1) == (WEAK, "slip")
    assert commentator(seats, 0) == (STRONG, "chance")
    assert commentator(seats, 0, taker=1) == (WEAK, "chance")
    assert commentator(seats, 0, taker=3) is None, "nobody praises a person for another one's mistake"
    assert commentator((PERSON, RIVAL), 0) is None and commentator((WEAK, STRONG), 0) is None


def test_names_of_families_are_nobodys_names() -> None:
    given = [name for family in AI_NAMES.values() for name in family]
    assert len(set(given)) == 8 * len(LEVELS) and not set(given) & set(NAMES)
    for language in LANGUAGES:
        strings = Strings(language, strict=True)
        heads = {family[0]: strings.t(f"level.{level}") for level, family in AI_NAMES.items()}
        shown = [heads[name] if name in heads else strings.t(f"name.{name[1:]}") for name in given]
        assert len(set(shown)) == len(shown) and not set(shown) & {strings.t(f"name.{name[1:]}") for name in NAMES}


def test_a_person_may_have_the_name_of_an_ai(house: Playhouse) -> None:
    match = house.show(match_with(house, replace(PERSON, name="Mame"), WEAK))
    cards = [match.side_panel.card(match.session.state, seat) for seat in range(2)]
    assert [card.name for card in cards] == ["Mame", "Mame"]
    assert [card.face.level for card in cards] == [0, 1]
    assert "AI" in cards[1].notes[0] and "AI" not in cards[0].notes[0]
