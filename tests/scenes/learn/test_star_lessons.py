"""What Star teaches: exercises by every device, two readings side by side, a sample game whose notes are true."""

from __future__ import annotations

from typing import Any

import pytest

from game.core.options import resolve
from game.core.record import replay
from game.star import SPEC, rules
from game.star.solver import Table, Verdict, action_verdicts, position_verdict, solve
from game.star.state import Slide, State
from scenes.archive.replay_scene import ReplayScene
from scenes.kit.text.strings import Strings
from scenes.learn.exercise_scene import ExerciseScene
from scenes.learn.rules_scene import RulesScene
from scenes.routes import ToSample
from scenes.routing import open_route
from scenes.table.contract.lessons import Arrow, reach
from scenes.table.loading import lessons_of, sample_record
from tests.scenes.conftest import OpenHouse, Written
from tests.scenes.playhouse import SIZES, Playhouse
from tests.scenes.star_hands import STAR_HANDS, action

LESSONS = lessons_of(SPEC)
PAGES = {page.key.rpartition(".")[2]: page for page in LESSONS.pages}
WORTH = {"loss": 0, "draw": 1, "win": 2}


@pytest.mark.one_in(3)
@pytest.mark.parametrize(
    ("index", "wrong", "text"),
    [
        (0, "@b1", "star.try.place.far"),
        (1, "@b3", "star.try.slide.place"),
        (1, "b2-b1", "star.try.slide.aside"),
        (2, "@b2", "star.try.jump.place"),
        (3, "@b1", "star.try.win.hint"),
        (4, "@b1", "star.try.foul.place"),
    ],
)
def test_a_wrong_try_is_explained_and_not_played(house: Playhouse, index: int, wrong: str, text: str) -> None:
    scene = ExerciseScene(house.services, SPEC)
    scene.index = index
    house.show(scene)
    before = scene.table.state
    STAR_HANDS["keyboard"](house).put(action(wrong))
    assert scene.table.state is before
    assert scene.remark is not None
    assert scene.remark.text == house.stage.t(text)


def test_the_arrows_of_the_pages_lead_where_the_rules_allow() -> None:
    slides = PAGES["slide"]
    state = reach(SPEC, slides.diagram.position).state
    allowed = {SPEC.rules.text(found) for found in SPEC.rules.legal(state, 0) if isinstance(found, Slide)}
    arrows = [mark for mark in slides.diagram.marks if isinstance(mark, Arrow)]
    assert {f"{arrow.begin[1:]}-{arrow.end[1:]}" for arrow in arrows} == allowed
    jump = reach(SPEC, PAGES["jump"].diagram.position).state
    assert action("*c3") in SPEC.rules.legal(jump, 0)


def test_the_page_about_the_win_shows_one_and_the_last_page_before_the_game_a_stuck_seat() -> None:
    assert SPEC.rules.outcome(reach(SPEC, PAGES["win"].diagram.position).state).winners == (0,)
    stuck = reach(SPEC, PAGES["end"].diagram.position).state
    assert not rules.board_actions(stuck)


def test_the_two_readings_differ_in_what_their_diagrams_show() -> None:
    page = PAGES["readings"]
    assert page.beside is not None
    back = action(page.diagram.considered)
    usual, literal = (reach(SPEC, diagram.position).state for diagram in (page.diagram, page.beside))
    assert back in rules.barred_actions(usual)
    assert back in rules.board_actions(literal)
    assert (usual.pieces, usual.star) == (literal.pieces, literal.star)


@pytest.mark.parametrize("language", ["en", "ja"])
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.one_in(6)
def test_two_diagrams_and_their_captions_have_room(
    open_house: OpenHouse, size: tuple[int, int], language: str, written: Written
) -> None:
    house = open_house(size, language)
    card = house.show(RulesScene(house.services, SPEC))
    card.page = list(PAGES).index("readings")
    card.resized()
    house.run(0.3)
    for name in ("first", "second"):
        caption = house.stage.t(f"{PAGES['readings'].key}.{name}")
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
    record, notes = sample_record(SPEC)
    steps = replay(SPEC, record.options, 0, record.actions).steps
    assert set(notes) == set(range(len(steps) + 1))
    blunders = {step.ply for step in steps[:-1] if loses_something(step.before, SPEC.rules.text(step.action), table)}
    told = {ply - 1 for ply, key in notes.items() if "blunder" in key or "bad_move" in key}
    assert told == blunders


@pytest.mark.parametrize("language", ["en", "ja"])
def test_the_plies_in_the_notes_are_the_solver_s(table: Table, language: str) -> None:
    record, notes = sample_record(SPEC)
    steps = replay(SPEC, record.options, 0, record.actions).steps
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
    assert position_verdict(SPEC.rules.start(resolve(SPEC.options, {}), 0), table).distance == 29
    assert "29" in strings.t(notes[len(steps)])


@pytest.mark.parametrize("language", ["en", "ja"])
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.one_in(5)
def test_every_note_is_shown_whole(
    open_house: OpenHouse, size: tuple[int, int], language: str, written: Written, cut: list[str]
) -> None:
    house = open_house(size, language)
    house.show(open_route(house.services, ToSample(SPEC.id)))
    scene = house.on_top(ReplayScene)
    for ply, key in scene.notes.items():
        written.clear()
        scene.scrub(ply)
        house.run(0.1)
        assert house.stage.t(key).replace(" ", "") in "".join(text for text, _ in written).replace(" ", "")
    assert not cut
