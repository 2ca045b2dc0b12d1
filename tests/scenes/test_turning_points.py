"""The review on the screen: from the result and from the shelf to the turning points, and on from there."""

from __future__ import annotations

from dataclasses import replace

import pytest

from game.agents.agent import Thought
from game.agents.inline import InlineAgent
from game.core.options import resolve
from game.core.record import Record, record_from_json
from game.core.review import duel
from game.playback import Playback
from game.registry import GAMES
from game.review.kept import review_from_json
from game.session import Session
from game.star import SPEC as STAR
from scenes.archive.archive_scene import ArchiveScene
from scenes.archive.bead import Bead
from scenes.archive.branch_scene import BranchScene
from scenes.archive.replay_scene import ReplayScene
from scenes.archive.review_scene import ReviewScene
from scenes.kit.canvas import Canvas
from scenes.kit.dialog import Dialog
from scenes.kit.intents import KEYBOARD, TOUCH, Device, Kind
from scenes.kit.scene import Pop
from scenes.match.match_scene import MatchScene
from scenes.match.result_scene import ResultScene
from scenes.robots.board import RobotsBoard
from scenes.routes import ToReview
from scenes.routing import open_route
from scenes.table.analysis import Analysed
from scenes.table.chances import worth_text
from tests.scenes.conftest import OpenHouse
from tests.scenes.hands import HANDS, KeyHand, focus_of
from tests.scenes.playhouse import PERSON, RIVAL, ROBOT, SIZES, InstantAgent, Playhouse, result_of
from tools.catalogue.review import reviewed

SEATS = (PERSON, RIVAL)
WON = ("e2", "e8", "e3", "e7", "e4", "e6", "e5", "e4", "e6", "e3", "e7", "e2", "e8", "d2")


def review(house: Playhouse, game: str = "quoridor", seats=SEATS) -> ReviewScene:
    """The review of a game of which everything is known, over its shelf."""
    record, text = reviewed(game, seats)
    house.services.store.finish(record)
    assert house.services.store.keep_review(record, text)
    shelf = ArchiveScene(house.services)
    house.show(shelf)
    hand = KeyHand(house)
    hand.order(Kind.SECONDARY)
    hand.say("Review")
    house.until(lambda: isinstance(house.top, ReviewScene), "the review")
    return house.on_top(ReviewScene)


def beads(house: Playhouse) -> list[Bead]:
    return [widget for widget in focus_of(house).widgets if isinstance(widget, Bead)]


@pytest.mark.parametrize("device", HANDS)
@pytest.mark.one_in(2)
def test_each_hand_goes_from_point_to_point_and_plays_on(house: Playhouse, device: str) -> None:
    scene = review(house)
    hand = HANDS[device](house)
    plies = [point.point.ply for point in scene.points]
    assert len(plies) == 2 and scene.shown == 0 and scene.playback.ply == plies[0]
    hand.press(beads(house)[1])
    house.run(0.5)
    assert (scene.shown, scene.playback.ply) == (1, plies[1])
    assert scene.table.shown == scene.playback.steps[plies[1]].before
    hand.say("Play on from here")
    assert house.on_top(BranchScene).playback.ply == plies[1]
    hand.say("Back")
    hand.order(Kind.SECONDARY)
    assert house.on_top(ReplayScene).playback.ply == plies[1]
    hand.order(Kind.BACK)
    assert house.top is scene
    hand.order(Kind.BACK)
    house.on_top(ArchiveScene)


def test_shoulders_go_round(house: Playhouse) -> None:
    scene = review(house)
    hand = KeyHand(house)
    for wanted in (1, 0):
        hand.hit(Kind.NEXT)
        assert scene.shown == wanted
    hand.hit(Kind.PREVIOUS)
    assert scene.shown == 1


def test_playing_on_begins_where_it_turned(house: Playhouse) -> None:
    scene = review(house)
    ply = scene.points[0].point.ply
    hand = KeyHand(house)
    hand.say("Play on from here")
    hand.say("Play on")
    match = house.on_top(MatchScene)
    assert match.session.record().actions == scene.playback.record.actions[:ply]


def test_what_was_played_and_what_was_better_lie_on_the_board(
    house: Playhouse, monkeypatch: pytest.MonkeyPatch
) -> None:
    scene = review(house)
    drawn = []
    monkeypatch.setattr(
        type(scene.board.drawing),
        "draw_weighed",
        lambda self, canvas, step, color, alpha: drawn.append((step, color, alpha)),
    )
    house.run(0.5)
    scene.draw(Canvas(house.window.surface), 0.0)
    point = scene.points[0]
    own = house.services.identities[scene.table.seats[point.point.seat].identity].color
    (played, faint, less), (better, gold, whole) = drawn[-2:]
    assert (played, better) == (point.played[0], point.better) and (faint, gold) == (own, "#D9B465")
    assert less < 1 == whole
    values = scene.examiner.values[point.point.ply]
    assert values is not None and scene.spec.rules.text(better.action) == values.line[0]


@pytest.mark.one_in(3)
@pytest.mark.parametrize("game", ["quoridor", "coffee", "star"])
@pytest.mark.parametrize("language", ["en", "ja"])
def test_every_point_says_what_happened_and_the_chance_before_and_after(
    open_house: OpenHouse, game: str, language: str
) -> None:
    house = open_house(language=language)
    record, text = reviewed(game, SEATS)
    house.services.store.finish(record)
    house.services.store.keep_review(record, text)
    scene = ReviewScene(house.services, GAMES[game], record, Playback(GAMES[game], record))
    house.show(scene)
    values = review_from_json(text, len(record.actions) + 1, 2)
    for index, point in enumerate(scene.points):
        scene.show(index)
        said = scene._said()
        name = house.services.name(scene.table.seats[point.point.seat])
        assert name in said.sentence and said.before != said.after
        before, after = values[point.point.ply], values[point.point.ply + 1]
        assert before is not None and after is not None
        assert point.point.before == before.worth.chances[point.point.seat]
        assert point.point.after == after.worth.chances[point.point.seat]
        assert scene.board.words.notation(point.better.action) in said.headings[0]
        assert scene.board.words.notation(point.played[0].action) in said.headings[1]
        assert any(said.reasons)
        assert all(reason in scene.spoken for reason in (said.sentence, *filter(None, said.reasons)))


def test_the_result_leads_to_it_and_it_is_looked_for_while_one_looks(open_house: OpenHouse) -> None:
    house = open_house(agent=InlineAgent())
    actions = ("@c2", "@c3", "@a2", "c3-b3")
    record = Record("star", resolve(STAR.options, {}), 0, actions, SEATS)
    house.services.store.add(record)
    house.show(open_route(house.services, ToReview(record)))
    house.until(lambda: isinstance(house.top, ReviewScene), "the review")
    scene = house.on_top(ReviewScene)
    house.until(lambda: bool(scene.points), "the turning points")
    assert scene.points[0].point.ply == 0 and scene.shown == 0
    assert house.services.store.review(record) is not None
    assert len(beads(house)) == len(scene.points)


def test_after_a_win_the_review_comes_before_the_replay(house: Playhouse) -> None:
    house.match(PERSON, RIVAL, actions=(*WON, "e9"))
    house.read_result()
    hand = KeyHand(house)
    hand.say("Review")
    scene = house.on_top(ReviewScene)
    house.run(3.0)  # the agent of the tests values nothing
    assert scene.examiner.found_nothing and not scene.points
    assert scene.spoken_title.startswith("Review") and "Nothing found" in scene.spoken_title
    hand.order(Kind.BACK)
    house.on_top(ResultScene)


def test_leaving_gives_the_agent_back(open_house: OpenHouse) -> None:
    class Slow(InstantAgent):
        cancelled = 0

        def poll(self) -> None:
            return None

        def cancel(self) -> None:
            self.cancelled += 1

    agent = Slow()
    house = open_house(agent=agent)
    record, _ = reviewed("quoridor", SEATS)
    house.services.store.finish(record)
    house.show(open_route(house.services, ToReview(record)))
    house.run(0.5)
    assert [job.kind for job in agent.jobs] == ["value"] and not agent.cancelled
    house.app.manager.go(Pop())
    assert agent.cancelled == 1


def test_a_game_without_a_loss_says_so(house: Playhouse) -> None:
    record = Record("star", resolve(STAR.options, {}), 0, ("@b3", "@c3"), SEATS)
    house.services.store.add(record)
    even = '{"version":2,"values":[[[0.5,0.5],null,1,"@a1"],[[0.5,0.5],null,1,"@a1"],[[0.5,0.5],null,1,"@a1"]]}'
    house.services.store.keep_review(record, even)
    house.show(open_route(house.services, ToReview(record)))
    house.until(lambda: isinstance(house.top, ReviewScene), "the review")
    scene = house.on_top(ReviewScene)
    assert "No turning point" in scene.spoken and not beads(house) and not scene.can_branch
    KeyHand(house).hit(Kind.NEXT)
    assert scene.shown == -1


def test_a_game_in_which_nothing_was_played_is_replayed(house: Playhouse) -> None:
    record = Record("robots", resolve(GAMES["robots"].options, {}), 0, (), SEATS)
    house.show(open_route(house.services, ToReview(record)))
    assert isinstance(house.on_top(ReplayScene).board, RobotsBoard)


def test_a_guest_may_look_but_not_play_on(house: Playhouse) -> None:
    scene = review(house)
    assert scene.can_branch
    house.services.store.is_guest = True
    assert not scene.can_branch
    KeyHand(house).hit(Kind.HINT)
    assert house.top is scene


def test_it_reads_the_point_that_is_shown(house: Playhouse) -> None:
    scene = review(house)
    assert scene.sentence(0) in scene.spoken
    assert ROBOT.is_ai and "→" not in scene.spoken


def test_the_result_shows_the_chances_and_how_far_they_are_known(
    house: Playhouse, monkeypatch: pytest.MonkeyPatch
) -> None:
    curves = []
    monkeypatch.setattr(
        "scenes.match.result_scene.draw_curve", lambda services, canvas, rect, curve: curves.append(curve)
    )
    record, text = reviewed("quoridor", SEATS)
    house.services.store.finish(record)
    house.services.store.keep_review(record, text)
    house.show(result_of(house, Session.resume(GAMES["quoridor"], record)))
    assert len(curves[-1].lines[0]) == len(record.actions) + 1 and len(curves[-1].beads) == 2
    assert curves[-1].lines[0][-1] == (len(record.actions), 1.0)  # the seat below has won


@pytest.mark.one_in(3)
@pytest.mark.parametrize("size", SIZES)
def test_every_arrangement_of_a_result_has_room_for_the_curve(
    open_house: OpenHouse, monkeypatch: pytest.MonkeyPatch, size: tuple[int, int]
) -> None:
    rects = []
    monkeypatch.setattr(
        "scenes.match.result_scene.draw_curve", lambda services, canvas, rect, curve: rects.append(rect)
    )
    house = open_house(size)
    record, text = reviewed("quoridor", SEATS)
    house.services.store.finish(record)
    house.services.store.keep_review(record, text)
    scene = result_of(house, Session.resume(GAMES["quoridor"], record))
    house.show(scene)
    layout = scene.layout
    others = [layout.head, layout.words, layout.standings, *layout.buttons]
    assert rects and rects[-1].height >= house.stage.metrics.px(90) and rects[-1].collidelist(others) == -1
    assert house.window.surface.get_rect().contains(rects[-1])


@pytest.mark.one_in(3)
@pytest.mark.parametrize("device", [KEYBOARD, TOUCH])
@pytest.mark.parametrize("size", [SIZES[1], SIZES[3], SIZES[4]])
def test_every_arrangement_of_a_match_has_room_for_the_curve(
    open_house: OpenHouse, monkeypatch: pytest.MonkeyPatch, size: tuple[int, int], device: Device
) -> None:
    rects = []
    monkeypatch.setattr("scenes.table.analysis.draw_curve", lambda services, canvas, rect, curve: rects.append(rect))
    house = open_house(size, agent=Valuer())
    match = house.match(PERSON, ROBOT, actions=("e2", "e8"))
    house.stage.devices.current = device
    match.controller.show_theory(True)
    house.run(1.0)
    panel = match.side_panel
    taken = [*panel._cards().values(), *([] if panel.is_paper_hidden else filter(None, [panel.move_list]))]
    assert rects and rects[-1].collidelist(taken) == -1 and not rects[-1].colliderect(match.table.frame)


def test_a_result_that_nothing_is_known_of_has_no_curve(house: Playhouse, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("scenes.match.result_scene.draw_curve", lambda *args: pytest.fail("a curve of nothing"))
    house.match(PERSON, RIVAL, actions=(*WON, "e9"))
    house.read_result()
    house.run(4.0)
    house.on_top(ResultScene)


def test_a_rematch_takes_the_agent_from_the_review(open_house: OpenHouse) -> None:
    house = open_house()
    house.set_table(PERSON, ROBOT)
    house.match(PERSON, RIVAL, actions=(*WON, "e9"))
    house.read_result()
    agent = house.services.agent
    assert isinstance(agent, InstantAgent)
    monkey = agent.poll
    agent.poll = lambda: None  # type: ignore[method-assign]
    house.run(1.0)
    assert agent.jobs[-1].kind == "value" and agent._waiting is not None
    agent.poll = monkey  # type: ignore[method-assign]
    KeyHand(house).say("Rematch")
    assert agent._waiting is None or agent._waiting.kind != "value"


class Advising(InstantAgent):
    """An agent that advises a certain action."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.text = text

    def poll(self) -> Thought | None:
        thought = super().poll()
        return thought and replace(thought, action=self.text)


@pytest.mark.one_in(3)
@pytest.mark.parametrize(
    ("language", "advised", "seats", "text"),
    [
        ("en", "c6h", (PERSON, RIVAL), "Hint: The wall c6h costs Ren 1 step"),
        ("en", "a1v", (PERSON, RIVAL), "Hint: place a wall at a1v"),  # it costs nobody anything: there is no reason
        ("ja", "c6h", (PERSON, RIVAL), "ヒント：壁c6hでレンは1歩遠回り"),
        ("en", "c6h", (PERSON, replace(RIVAL, name="W" * 12)), "Hint: place a wall at c6h"),  # too long a sentence,
    ],
)
def test_a_hint_has_its_reason(open_house: OpenHouse, language: str, advised: str, seats, text: str) -> None:
    house = open_house(language=language, agent=Advising(advised))
    match = house.match(*seats, actions=("e2", "e8", "f2", "e7", "f3", "d7"))
    KeyHand(house).order(Kind.HINT)
    house.run(0.5)
    assert match.controller.note == text


# The analysis


def test_the_replay_says_what_a_position_is_worth(house: Playhouse, monkeypatch: pytest.MonkeyPatch) -> None:
    record, text = reviewed("quoridor", SEATS)
    house.services.store.finish(record)
    house.services.store.keep_review(record, text)
    drawn: list[Analysed] = []
    monkeypatch.setattr(
        "scenes.archive.replay_scene.draw_analysis",
        lambda services, canvas, rect, board, found, bottom: drawn.append(found),
    )
    scene = ReplayScene(house.services, GAMES["quoridor"], record, 19)
    house.show(scene)
    hand = KeyHand(house)
    assert not drawn
    hand.hit(Kind.THEORY)
    house.run(0.5)
    assert drawn[-1].value is not None and drawn[-1].seat == 1
    line = [scene.playback.spec.rules.text(step.action) for step in drawn[-1].line]
    assert tuple(line) == drawn[-1].value.line[: len(line)] and drawn[-1].balance == "needs 6, the rival 5"
    hand.hit(Kind.RIGHT)
    house.run(1.0)
    assert (drawn[-1].ply, drawn[-1].seat) == (20, 0)
    drawn.clear()
    hand.hit(Kind.THEORY)
    house.run(0.3)
    assert not drawn


class Valuer(InstantAgent):
    """An agent that finds every position even, with some action as the best; it keeps what it was asked."""

    def poll(self) -> Thought | None:
        kind = self._waiting.kind if self._waiting else ""
        thought = super().poll()
        return thought and replace(thought, worth=duel(0, 0.5), pv=("e2",)) if kind == "value" else thought


def analysing(house: Playhouse, *seats) -> MatchScene:
    match = house.match(*seats, actions=("e2", "e8", "e3", "e7"))
    KeyHand(house).hit(Kind.THEORY)
    return match


def test_a_match_values_the_present_position_first_and_then_those_before(open_house: OpenHouse) -> None:
    agent = Valuer()
    house = open_house(agent=agent)
    match = analysing(house, PERSON, ROBOT)
    house.run(2.0)
    asked = [(len(record_from_json(job.record).actions), job.effort) for job in agent.jobs if job.kind == "value"]
    assert asked == [(4, 0.06), (4, 1.0), (3, 0.06), (2, 0.06), (1, 0.06), (0, 0.06)]
    found = match.controller.analysed()
    assert found is not None and all(value is not None for value in found.values)
    assert found.value is not None and found.value.deep


def test_a_move_drops_what_is_looked_for_and_the_rival_goes_first(open_house: OpenHouse) -> None:
    class Slow(Valuer):
        dropped = 0

        def poll(self) -> Thought | None:
            return None if self._waiting and self._waiting.kind == "value" else super().poll()

        def cancel(self) -> None:
            self.dropped += self._waiting is not None
            super().cancel()

    agent = Slow()
    house = open_house(agent=agent)
    match = analysing(house, PERSON, ROBOT)
    house.run(0.5)
    assert agent.jobs[-1].kind == "value" and not agent.dropped
    KeyHand(house).play("e4")
    assert agent.dropped == 1 and any(job.kind == "move" for job in agent.jobs)
    house.until(lambda: match.session.ply == 6, "the rival's move")
    house.run(0.5)
    assert agent.jobs[-1].kind == "value" and len(record_from_json(agent.jobs[-1].record).actions) == 6


def test_nothing_is_asked_while_it_is_off(open_house: OpenHouse) -> None:
    agent = Valuer()
    house = open_house(agent=agent)
    match = analysing(house, PERSON, ROBOT)
    house.run(2.0)
    KeyHand(house).hit(Kind.THEORY)
    before = len(agent.jobs)
    KeyHand(house).play("e4")
    house.run(2.0)
    assert match.controller.analysed() is None
    assert all(job.kind != "value" for job in agent.jobs[before:])


def test_between_people_all_must_agree(open_house: OpenHouse) -> None:
    house = open_house(agent=Valuer())
    match = analysing(house, PERSON, RIVAL)
    hand = KeyHand(house)
    assert house.on_top(Dialog).title == "Show the analysis?"
    hand.say("Keep hidden")
    assert match.controller.analysed() is None
    hand.hit(Kind.THEORY)
    hand.say("Show")
    assert match.controller.analysed() is not None


@pytest.mark.parametrize("device", HANDS)
@pytest.mark.one_in(4)
def test_the_pause_menu_shows_and_hides_it(open_house: OpenHouse, device: str) -> None:
    house = open_house(agent=Valuer())
    match = house.match(PERSON, ROBOT, actions=("e2", "e8"))
    hand = HANDS[device](house)
    for label, shown in (("Analysis", True), ("Hide analysis", False)):
        hand.order(Kind.PAUSE)
        hand.say(label)
        assert match.controller.adviser.showing == shown


@pytest.mark.parametrize(
    ("chance", "plies", "text"),
    [
        (1.0, 9, "wins in 9"),
        (0.0, 4, "lost in 4"),
        (1.0, None, "won"),
        (0.51, None, "even"),
        (0.71, None, "71 %"),
        (0.9994, None, "99 %"),
        (0.002, None, "1 %"),
        (0.0, 0, "lost"),
    ],
)
def test_a_worth_in_words(house: Playhouse, chance: float, plies: int | None, text: str) -> None:
    assert worth_text(house.stage.t, duel(0, chance, plies), 0) == text
    assert worth_text(house.stage.t, duel(1, chance, plies), 1) == text
