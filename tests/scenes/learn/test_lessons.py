"""What games teach is legal, complete, worded in both languages, and has room on the screen."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from game.core.kinds import LANGUAGES
from game.core.options import resolve
from game.core.record import replay
from game.core.rules import IllegalActionError
from game.core.spec import GameSpec
from game.quoridor import SPEC as QUORIDOR
from game.quoridor.paths import distances
from game.registry import GAMES
from game.robots import SPEC as ROBOTS
from game.robots.board import legal_slides, move_robot
from game.robots.rounds import one_move_arrival, target_of
from game.star import SPEC as STAR
from game.star import rules as star_rules
from game.star.solver import Table, Verdict, action_verdicts, position_verdict, solve
from game.star.state import Slide, State
from game.storage.store import Store
from scenes.kit.drawing import theme
from scenes.kit.drawing.fonts import Style
from scenes.kit.scene import Pop
from scenes.kit.text.line_breaking import count_torn
from scenes.kit.text.strings import ASSETS, Strings, folders_in
from scenes.learn.demo_scene import DemoScene
from scenes.learn.exercise_scene import PAD, ExerciseScene, keep_solved, solved_exercises
from scenes.learn.rules_scene import RulesScene
from scenes.table.contract.lessons import Arrow, LessonPosition, Misfit, reach
from scenes.table.loading import lessons_of, sample_record
from tests import fifth_game
from tests.fifth_game import EVERY_GAME
from tests.scenes.conftest import OpenHouse, Written
from tests.scenes.playhouse import SIZES, Playhouse
from tests.scenes.star_hands import action
from tests.tables import rows

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
PAGES = {one.key.replace(".rules.", " "): one for spec in GAMES.values() for one in lessons_of(spec).pages}
EXERCISES = {one.key.replace(".try.", " "): one for spec in GAMES.values() for one in lessons_of(spec).exercises}


def legal_texts(spec: GameSpec, position: LessonPosition) -> set[str]:
    state = reach(spec, position).state
    return {spec.rules.text(action) for seat in spec.rules.actors(state) for action in spec.rules.legal(state, seat)}


def test_every_paragraph_of_the_rules_has_its_page() -> None:
    pages = [page.key.removeprefix("quoridor.rules.") for page in lessons_of(QUORIDOR).pages]
    assert pages == [*PARAGRAPHS.values(), "sample"]


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
    diagram = PAGES[f"quoridor {name}"].diagram
    allowed = legal_texts(QUORIDOR, diagram.position)
    arrows = [mark for mark in diagram.marks if isinstance(mark, Arrow)]
    assert arrows
    assert {arrow.end for arrow in arrows} <= allowed
    assert set(diagram.lit) <= allowed


def test_the_third_pawn_bars_the_way_that_its_page_shows() -> None:
    allowed = legal_texts(QUORIDOR, PAGES["quoridor third"].diagram.position)
    assert not allowed & {"e5", "e6", "e7", "d5", "f5"}


@pytest.mark.parametrize(
    ("name", "reason"), [("overlap", "overlaps"), ("cross", "crosses"), ("shut", "shut seat 1 in")]
)
def test_the_barred_walls_are_barred_for_the_reason_on_their_page(name: str, reason: str) -> None:
    diagram = PAGES[f"quoridor {name}"].diagram
    state = reach(QUORIDOR, diagram.position).state
    with pytest.raises(IllegalActionError, match=reason):
        QUORIDOR.rules.apply(state, state.mover, QUORIDOR.rules.parse(diagram.considered))


def test_the_pages_about_the_end_of_walls_show_it() -> None:
    out = reach(QUORIDOR, PAGES["quoridor out"].diagram.position).state
    assert out.walls_left[out.mover] == 0
    assert legal_texts(QUORIDOR, PAGES["quoridor pass"].diagram.position) == {"pass"}


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


def accepted(name: str) -> list[str]:
    """The notation of the legal actions that an exercise accepts."""
    exercise, spec = EXERCISES[name], GAMES[name.split()[0]]
    state = reach(spec, exercise.position).state
    return [spec.rules.text(action) for action in spec.rules.legal(state, 0) if exercise.accepted(state, action)]


@pytest.mark.parametrize(("name", "wanted"), rows("accepted_tries"))
def test_the_exercises_accept_what_they_ask_for(name: str, wanted: str) -> None:
    assert ", ".join(accepted(name)) == wanted and EXERCISES[name].refused == (wanted == "")


def test_any_wall_across_the_way_and_any_first_bean_will_do() -> None:
    walls = accepted("quoridor wall")
    assert {"d6h", "e6h"} <= set(walls) and all(text[-1] in "hv" for text in walls)
    assert len(accepted("coffee place")) == 16


def test_the_forbidden_try_is_accepted_only_where_it_shuts_a_pawn_in() -> None:
    exercise = EXERCISES["quoridor shut"]
    state = reach(QUORIDOR, exercise.position).state
    assert exercise.accepted(state, QUORIDOR.rules.parse("e7h"))
    assert not exercise.accepted(state, QUORIDOR.rules.parse("d7h"))


def test_the_race_is_lost_without_the_wall_and_won_with_it() -> None:
    exercise = EXERCISES["quoridor race"]
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


WORTH = {"loss": 0, "draw": 1, "win": 2}


@pytest.mark.parametrize(("tried", "why"), rows("wrong_tries"))
def test_a_wrong_try_is_explained_by_what_is_wrong_with_it_or_by_the_hint(tried: str, why: str) -> None:
    game, name, text = tried.split()
    exercise, rules = EXERCISES[f"{game} {name}"], GAMES[game].rules
    state, wrong = reach(GAMES[game], exercise.position).state, rules.parse(text)
    assert wrong in rules.legal(state, 0) and not exercise.accepted(state, wrong)
    assert next((each.text for each in exercise.wrong if each.matches(state, wrong)), "") == why


def test_the_arrows_of_the_pages_lead_where_the_rules_allow() -> None:
    slides = PAGES["star slide"]
    state = reach(STAR, slides.diagram.position).state
    allowed = {STAR.rules.text(found) for found in STAR.rules.legal(state, 0) if isinstance(found, Slide)}
    arrows = [mark for mark in slides.diagram.marks if isinstance(mark, Arrow)]
    assert {f"{arrow.begin[1:]}-{arrow.end[1:]}" for arrow in arrows} == allowed
    jump = reach(STAR, PAGES["star jump"].diagram.position).state
    assert action("*c3") in STAR.rules.legal(jump, 0)


def test_the_page_about_the_win_shows_one_and_the_last_page_before_the_game_a_stuck_seat() -> None:
    assert STAR.rules.outcome(reach(STAR, PAGES["star win"].diagram.position).state).winners == (0,)
    stuck = reach(STAR, PAGES["star end"].diagram.position).state
    assert not star_rules.board_actions(stuck)


def test_the_two_readings_differ_in_what_their_diagrams_show() -> None:
    page = PAGES["star readings"]
    assert page.beside is not None
    back = action(page.diagram.considered)
    usual, literal = (reach(STAR, diagram.position).state for diagram in (page.diagram, page.beside))
    assert back in star_rules.barred_actions(usual)
    assert back in star_rules.board_actions(literal)
    assert (usual.pieces, usual.star) == (literal.pieces, literal.star)


@pytest.mark.parametrize("language", ["en", "ja"])
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.one_in(6)
def test_two_diagrams_and_their_captions_have_room(house: Playhouse, written: Written) -> None:
    card = house.show(RulesScene(house.services, STAR))
    card.page = [page.key for page in card.pages].index("star.rules.readings")
    card.resized()
    house.run(0.3)
    for name in ("first", "second"):
        caption = house.stage.t(f"{PAGES['star readings'].key}.{name}")
        assert caption.replace(" ", "") in "".join(text for text, _ in written).replace(" ", "")
        lines = [rect for text, rect in written if text and text in caption]
        assert all(rect.width <= card.places.all("caption")[0].width for rect in lines)
        assert not any(rect.colliderect(card.places["footer"]) for rect in lines)


# The sample game


@pytest.fixture(scope="module")
def table() -> Table:
    """The solution in the usual reading."""
    return solve("takeback")


def loses_something(state: State, text: str, table: Table) -> bool:
    best: Verdict = position_verdict(state, table)
    verdicts: dict[Any, Verdict] = {**action_verdicts(state, table)}
    played = verdicts[action(text)]
    return WORTH[played.value] < WORTH[best.value]


def test_the_notes_call_blunders_what_the_solver_calls_so(table: Table) -> None:
    record, notes = sample_record(STAR)
    steps = replay(STAR, record.options, 0, record.actions).steps
    assert set(notes) == set(range(len(steps) + 1))
    blunders = {step.ply for step in steps[:-1] if loses_something(step.before, STAR.rules.text(step.action), table)}
    told = {ply - 1 for ply, key in notes.items() if "blunder" in key or "bad_move" in key}
    assert told == blunders


@pytest.mark.parametrize("language", ["en", "ja"])
def test_the_plies_in_the_notes_are_the_solver_s(table: Table, language: str) -> None:
    record, notes = sample_record(STAR)
    steps = replay(STAR, record.options, 0, record.actions).steps
    strings = Strings(language, strict=True)
    promised = {3: ("*c3", 27), 4: ("*a1", 9), 6: ("a2-b2", 7), 7: ("b1-a1", 5)}
    for ply, (better, plies) in promised.items():
        verdicts: dict[Any, Verdict] = {**action_verdicts(steps[ply - 1].before, table)}
        verdict = verdicts[action(better)]
        assert (verdict.value, verdict.distance) == ("win", plies)
        assert str(plies) in strings.t(notes[ply])
        assert better.replace("*", "★") in strings.t(notes[ply])
    for ply, plies in ((5, 7), (6, 5)):
        after = position_verdict(steps[ply - 1].after, table)
        assert (after.value, after.distance) == ("win", plies)
        assert str(plies) in strings.t(notes[ply])
    assert position_verdict(STAR.rules.start(resolve(STAR.options, {}), 0), table).distance == 29
    assert "29" in strings.t(notes[len(steps)])


def declaring(house: Playhouse) -> ExerciseScene:
    """The exercise about declaring, at the top."""
    for exercise in lessons_of(ROBOTS).exercises[:-1]:
        keep_solved(house.services.store, ROBOTS, exercise.key)
    house.show(ExerciseScene(house.services, ROBOTS))
    return house.on_top(ExerciseScene)


def test_the_number_to_declare_is_the_least_that_a_route_needs() -> None:
    state = reach(ROBOTS, EXERCISES["robots declare"].position).state
    ways = legal_slides(state.board, state.robots)
    assert not any(one_move_arrival(state.board, move_robot(state.robots, way), target_of(state)) for way in ways)
    assert not one_move_arrival(state.board, state.robots, target_of(state))


def test_only_the_counted_moves_are_shown() -> None:
    exercise = EXERCISES["robots declare"]
    position = replace(exercise.position, actions=(*exercise.position.actions, "0:bid 3", "clock:expire"))
    for move in ("blue E", "red E", "red N"):
        state = reach(ROBOTS, position).state
        actions = {
            ROBOTS.rules.text(action) for action in ROBOTS.rules.legal(state, 0) if exercise.accepted(state, action)
        }
        assert actions == {move}
        position = replace(position, actions=(*position.actions, f"0:{move}"))
    assert reach(ROBOTS, position).state.winner == 0


@pytest.mark.one_in(3)
@pytest.mark.parametrize("size", SIZES, ids=str)
def test_the_dial_lies_clear_of_board_words_and_bar(house: Playhouse) -> None:
    scene = declaring(house)
    assert scene.exercise.pressed
    board: Any = scene.table.board
    place = board.docks[0]
    for other in (scene.table.frame, *map(scene.places.__getitem__, ("task", "steps", "remark")), scene.bar.region):
        assert not place.colliderect(other)
    assert not scene.places["remark"].colliderect(scene.bar.region)


@pytest.mark.one_in(4)
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("size", SIZES, ids=str)
def test_what_is_said_of_a_number_fits_beside_the_dial(house: Playhouse) -> None:
    scene = declaring(house)
    stage, room = scene.stage, scene.places["remark"]
    width, height = room.width - 2 * stage.metrics.px(PAD), room.height - stage.metrics.px(20 + 56 + 8)
    for key in ("hint", *(wrong.text.rpartition(".")[2] for wrong in EXERCISES["robots declare"].wrong)):
        text = stage.t(f"robots.try.declare.{key}")
        lines, style = stage.wrap_to_box(text, Style(theme.HELPER, theme.IVORY), width, height - stage.metrics.px(20))
        assert len(lines) * stage.fonts.line_height(style) <= height - stage.metrics.px(8), key
