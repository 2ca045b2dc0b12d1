"""What games teach is legal, complete and worded in both languages."""

from __future__ import annotations

from pathlib import Path

import pytest

from game.core.kinds import LANGUAGES
from game.core.options import resolve
from game.core.record import replay
from game.core.rules import IllegalActionError
from game.core.spec import GameSpec
from game.quoridor import SPEC as QUORIDOR
from game.quoridor.paths import distances
from game.registry import GAMES
from game.storage.store import Store
from scenes.kit.scene import Pop
from scenes.kit.text.line_breaking import count_torn
from scenes.kit.text.strings import ASSETS, Strings, folders_in
from scenes.learn.demo_scene import DemoScene
from scenes.learn.exercise_scene import keep_solved, solved_exercises
from scenes.table.contract.lessons import Arrow, Exercise, LessonPosition, Misfit, reach
from scenes.table.loading import lessons_of
from tests import fifth_game
from tests.fifth_game import EVERY_GAME
from tests.scenes.conftest import OpenHouse, Written
from tests.scenes.playhouse import SIZES

PARAGRAPHS = {
    "board and seats of two, the first pawn on its line wins": "goal",
    "one step, never through a wall": "step",
    "1. jump straight": "jump",
    "2. a wall behind: diagonally": "diagonal",
    "3. the edge behind": "edge",
    "4. a third pawn behind": "third",
    "house rule jump_pairs": "pairs",
    "a wall is two cells long, binds its owner, never moves": "wall",
    "never overlaps": "overlap",
    "never crosses": "cross",
    "exactly between two pairs of cells, inside the board": "half",
    "no player without a path; pawns do not block it": "shut",
    "out of walls: only pawn moves": "out",
    "no action at all: the forced pass": "pass",
    "seats, order and walls of four": "four",
}
SPECS = EVERY_GAME
QUORIDOR_PAGES = {page.key.rpartition(".")[2]: page for page in lessons_of(QUORIDOR).pages}
EXERCISES = {exercise.key.rpartition(".")[2]: exercise for exercise in lessons_of(QUORIDOR).exercises}


def legal_texts(spec: GameSpec, position: LessonPosition) -> set[str]:
    state = reach(spec, position).state
    return {spec.rules.text(action) for seat in spec.rules.actors(state) for action in spec.rules.legal(state, seat)}


def test_every_paragraph_of_the_rules_has_its_page() -> None:
    assert list(QUORIDOR_PAGES) == [*PARAGRAPHS.values(), "sample"]


@pytest.mark.parametrize("spec", SPECS, ids=lambda spec: spec.id)
def test_every_position_is_reached_by_legal_actions(spec: GameSpec) -> None:
    lessons = lessons_of(spec)
    for page in lessons.pages:
        assert reach(spec, page.diagram.position).state is not None
    for exercise in lessons.exercises:
        assert spec.rules.actors(reach(spec, exercise.position).state) == (0,)


@pytest.mark.parametrize("spec", SPECS, ids=lambda spec: spec.id)
def test_every_place_of_a_diagram_is_in_the_notation(spec: GameSpec) -> None:
    for page in lessons_of(spec).pages:
        diagram = page.diagram
        places = [*diagram.lit, *filter(None, (diagram.centre, diagram.considered))]
        for mark in diagram.marks:
            if isinstance(mark, Arrow):
                places += [mark.begin, mark.end]
            elif isinstance(mark, Misfit):
                places += [mark.first, mark.second]
            else:
                places.append(mark.place)
        for place in places:
            assert spec.rules.text(spec.rules.parse(place)) == place


@pytest.mark.parametrize("name", ["jump", "diagonal", "edge", "pairs"])
def test_arrows_lead_where_the_rules_allow(name: str) -> None:
    diagram = QUORIDOR_PAGES[name].diagram
    allowed = legal_texts(QUORIDOR, diagram.position)
    arrows = [mark for mark in diagram.marks if isinstance(mark, Arrow)]
    assert arrows
    assert {arrow.end for arrow in arrows} <= allowed
    assert set(diagram.lit) <= allowed


def test_the_third_pawn_bars_the_way_that_its_page_shows() -> None:
    allowed = legal_texts(QUORIDOR, QUORIDOR_PAGES["third"].diagram.position)
    assert not allowed & {"e5", "e6", "e7", "d5", "f5"}


@pytest.mark.parametrize(
    ("name", "reason"), [("overlap", "overlaps"), ("cross", "crosses"), ("shut", "shut seat 1 in")]
)
def test_the_barred_walls_are_barred_for_the_reason_on_their_page(name: str, reason: str) -> None:
    diagram = QUORIDOR_PAGES[name].diagram
    state = reach(QUORIDOR, diagram.position).state
    with pytest.raises(IllegalActionError, match=reason):
        QUORIDOR.rules.apply(state, state.mover, QUORIDOR.rules.parse(diagram.considered))


def test_the_pages_about_the_end_of_walls_show_it() -> None:
    out = reach(QUORIDOR, QUORIDOR_PAGES["out"].diagram.position).state
    assert out.walls_left[out.mover] == 0
    assert legal_texts(QUORIDOR, QUORIDOR_PAGES["pass"].diagram.position) == {"pass"}


def words(key: str) -> list[str]:
    return [f"{key}.title", f"{key}.text"]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("spec", SPECS, ids=lambda spec: spec.id)
def test_everything_is_worded(spec: GameSpec, language: str) -> None:
    theirs = [folder for folder in (*folders_in(ASSETS), *folders_in(fifth_game.ASSETS)) if folder.name == spec.id]
    strings = Strings(language, strict=True, folders=(ASSETS / "strings", *theirs))
    lessons = lessons_of(spec)
    keys = [key for page in lessons.pages for key in words(page.key)]
    for exercise in lessons.exercises:
        keys += [*words(exercise.key), f"{exercise.key}.hint", f"{exercise.key}.success"]
        keys += [wrong.text for wrong in exercise.wrong]
    keys += [beat.caption for beat in lessons.demo.beats]
    assert all(strings.t(key) for key in keys)


@pytest.mark.parametrize("spec", SPECS, ids=lambda spec: spec.id)
def test_there_are_at_most_six_exercises_each_with_its_own_key(spec: GameSpec) -> None:
    keys = [exercise.key for exercise in lessons_of(spec).exercises]
    assert 1 <= len(keys) <= 6
    assert len(set(keys)) == len(keys)


@pytest.mark.parametrize("spec", SPECS, ids=lambda spec: spec.id)
def test_the_demonstration_is_a_legal_game_of_about_twenty_seconds(spec: GameSpec) -> None:
    demo = lessons_of(spec).demo
    actions = [*demo.position.actions, *(action for beat in demo.beats for action in beat.actions)]
    state = reach(spec, LessonPosition(tuple(actions), demo.position.options)).state
    assert spec.rules.outcome(state) is not None
    assert 18 <= demo.seconds <= 22
    assert all(len(beat.actions) * 0.5 <= beat.seconds for beat in demo.beats), "faster than anyone can follow"


def accepted(exercise: Exercise) -> set[str]:
    """The notation of the legal actions that an exercise accepts."""
    rules = QUORIDOR.rules
    state = reach(QUORIDOR, exercise.position).state
    return {rules.text(action) for action in rules.legal(state, 0) if exercise.accepted(state, action)}


def test_the_exercises_accept_what_they_ask_for() -> None:
    assert accepted(EXERCISES["step"]) == {"e2"}
    assert accepted(EXERCISES["jump"]) == {"e6"}
    assert {"d6h", "e6h"} <= accepted(EXERCISES["wall"])
    assert all(text[-1] in "hv" for text in accepted(EXERCISES["wall"]))
    assert accepted(EXERCISES["race"]) == {"e1h"}


def test_the_forbidden_try_is_accepted_only_where_it_shuts_a_pawn_in() -> None:
    exercise = EXERCISES["shut"]
    state = reach(QUORIDOR, exercise.position).state
    assert exercise.refused
    assert exercise.accepted(state, QUORIDOR.rules.parse("e7h"))
    assert not exercise.accepted(state, QUORIDOR.rules.parse("d7h"))
    assert accepted(exercise) == set()


def test_the_race_is_lost_without_the_wall_and_won_with_it() -> None:
    exercise = EXERCISES["race"]
    state = reach(QUORIDOR, exercise.position).state
    assert distances(state) == (2, 1)
    played = replay(QUORIDOR, resolve(QUORIDOR.options, {}), 0, (*exercise.position.actions, "e1h"))
    assert distances(played.state) == (2, 3)


def test_progress_is_kept(tmp_path: Path) -> None:
    store = Store.open(tmp_path / "store.db")
    assert solved_exercises(store, QUORIDOR) == frozenset()
    keep_solved(store, QUORIDOR, "b")
    keep_solved(store, QUORIDOR, "a")
    assert solved_exercises(store, QUORIDOR) == {"a", "b"}


@pytest.mark.parametrize("kept", [None, 3, {"a": 1}, "abc", [1, None]])
def test_progress_that_cannot_be_read_is_none(tmp_path: Path, kept: object) -> None:
    store = Store.open(tmp_path / "store.db")
    store.set("lessons.quoridor", kept)
    assert solved_exercises(store, QUORIDOR) == frozenset()


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("spec", GAMES.values(), ids=lambda spec: spec.id)
@pytest.mark.one_in(4)
def test_no_caption_of_a_demonstration_is_torn_within_a_word(
    open_house: OpenHouse, written: Written, spec: GameSpec, size: tuple[int, int]
) -> None:
    house = open_house(size, "ja")
    scene = house.show(DemoScene(house.services, spec, Pop()))
    for beat in scene.demo.beats:
        text = house.stage.t(beat.caption)
        written.clear()
        scene._draw_caption(house.app.canvas, text, 1.0)
        lines = [line for line, _ in written][1:]  # the eyebrow comes first
        assert "".join(lines).replace(" ", "") == text.replace(" ", "") and count_torn(text, lines) == 0
    assert scene._style.size >= 44


@pytest.mark.parametrize(("language", "yes"), [("en", "Right"), ("ja", "そう")])
def test_a_try_that_is_refused_as_it_should_be_is_called_right_first(language: str, yes: str) -> None:
    """Below the praise its text does not begin with what sounds like a failure."""
    strings = Strings(language)
    refused = [each for game in GAMES.values() for each in lessons_of(game).exercises if each.refused]
    assert refused
    assert all(strings.t(f"{each.key}.success").startswith(yes) for each in refused)
