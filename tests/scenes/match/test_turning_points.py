"""The review on the screen: from result and shelf to turning points and on from there; games in rounds step by step."""

from __future__ import annotations

from dataclasses import replace

import pytest

from game.agents.agent import Thought
from game.agents.worker import InlineAgent
from game.core.options import resolve
from game.core.record import Record, record_from_json
from game.core.review import duel
from game.records.playback import Playback
from game.registry import GAMES, find
from game.review.turning_points import review_from_json
from game.session.session import Session
from game.star import SPEC as STAR
from scenes.archive.replay_scene import ReplayScene
from scenes.archive.review_scene import (
    BETTER,
    EACH_SECONDS,
    HOLD_SECONDS,
    PLAYED,
    CurveMarker,
    ReviewScene,
    Walkthrough,
)
from scenes.archive.review_words import ChoiceCard
from scenes.kit.input.intents import KEYBOARD, TOUCH, Device, Kind
from scenes.kit.scene import Pop
from scenes.match.result_scene import ResultScene
from scenes.robots.board import RobotsBoard
from scenes.routes import ToReview
from scenes.routing import open_route
from scenes.table.art.marks import GOLD
from scenes.table.chances import ChanceBar, curve_of, draw_curve, evaluation_text
from tests.scenes.coffee_hands import CoffeeMouse
from tests.scenes.conftest import OpenHouse, Written
from tests.scenes.hands import KeyHand, TouchHand, focus_of
from tests.scenes.noting import NotingSheet, drawn
from tests.scenes.playhouse import NARROW, PERSON, RIVAL, ROBOT, SIZES, Playhouse, result_of
from tests.scenes.reviewing import SEATS, Valuer, best_steps, keep_reviewed, open_review, weighed
from tools.catalogue.quoridor import WON
from tools.catalogue.review import reviewed


def beads(house: Playhouse) -> list[CurveMarker]:
    """The turning points that can be pressed."""
    return [widget for widget in focus_of(house).widgets if isinstance(widget, CurveMarker)]


@pytest.mark.parametrize("size", SIZES)
def test_what_stands_on_a_card_is_written_nowhere_else(house: Playhouse, written: Written) -> None:
    scene = open_review(house)
    cards = [widget for widget in scene.focus.widgets if isinstance(widget, ChoiceCard)]
    for card in cards:
        scene.focus.press(card)
        written.clear()
        house.app.draw()
        assert card.choice.reason and card.choice.reason in card.spoken(house.stage)
        reasons = [place for text, place in written if text and text in card.choice.reason]
        assert reasons and all(any(each.rect.colliderect(place) for each in cards) for place in reasons)


def test_the_board_shows_what_was_played_or_what_was_better(house: Playhouse) -> None:
    scene = open_review(house)
    point = scene.points[0]
    own = house.services.stage.identities[scene.table.seats[point.point.seat].identity].color
    hand = KeyHand(house)
    for step, color in ((point.played[0], own), (point.better, "#D9B465")):
        house.run(0.5)
        assert weighed(scene, color, point.played[0], point.better) == [step] and scene.table.shown == step.after
        hand.hit(Kind.CONFIRM)
    values = scene.reviewer.values[point.point.ply]
    assert values is not None and scene.spec.rules.text(point.better.action) == values.line[0]
    assert scene.choice == PLAYED  # a third press is the first again


def cards(house: Playhouse) -> list[ChoiceCard]:
    """What was played and what was better, as they can be pressed."""
    return [widget for widget in focus_of(house).widgets if isinstance(widget, ChoiceCard)]


@pytest.mark.parametrize("which", [PLAYED, BETTER])
def test_a_finger_chooses_what_the_board_and_the_bar_show(house: Playhouse, which: int) -> None:
    scene = open_review(house)
    hand = TouchHand(house)
    hand.press(cards(house)[1 - which])
    hand.press(cards(house)[which])
    house.run(0.6)
    point = scene.points[0].point
    assert scene.choice == which
    assert scene.balance.shown[point.seat] == pytest.approx((point.after, point.before)[which])
    assert all(rect.height >= house.stage.metrics.px(84) for rect in (card.rect for card in cards(house)))


def test_with_reduced_motion_the_bar_goes_to_its_place_at_once(house: Playhouse) -> None:
    bar = ChanceBar(house.stage)
    bar.aim((0.25, 0.75))
    bar.aim((0.75, 0.25))
    assert bar.shown == (0.25, 0.75) and bar.is_animated
    house.stage.look = replace(house.stage.look, reduced_motion=True)
    bar.aim((0.5, 0.5))
    assert bar.shown == (0.5, 0.5) and not bar.is_animated


@pytest.mark.one_in(3)
@pytest.mark.parametrize("game", ["quoridor", "coffee", "star"])
@pytest.mark.parametrize("language", ["en", "ja"])
def test_every_point_says_what_happened_and_the_chance_before_and_after(house: Playhouse, game: str) -> None:
    record, text = reviewed(game, SEATS)
    house.services.store.finish(record)
    house.services.store.keep_review(record, text)
    scene = ReviewScene(house.services, GAMES[game], record, Playback(GAMES[game], record))
    house.show(scene)
    values = review_from_json(text, len(record.actions) + 1, 2)
    for index, point in enumerate(scene.points):
        scene.show(index)
        said = scene._words()
        name = house.services.people.name(scene.table.seats[point.point.seat])
        assert name in said.sentence and len({choice.chance for choice in said.choices}) == 2
        before, after = values[point.point.ply], values[point.point.ply + 1]
        assert before is not None and after is not None
        assert point.point.before == before.evaluation.chances[point.point.seat]
        assert point.point.after == after.evaluation.chances[point.point.seat]
        for choice, step in zip(said.choices, (point.played[0], point.better), strict=True):
            words = scene.board.words.action(step.action)
            seen = f"{choice.label} {choice.brief} {choice.reason}".split()
            assert words.notation not in seen and choice.spoken == words.spoken, "a code is heard, and not seen"
        assert any(said.reasons)
        assert all(reason in scene.spoken for reason in (said.sentence, *filter(None, said.reasons)))


def test_the_result_leads_to_it_and_it_is_looked_for_while_one_looks(open_house: OpenHouse) -> None:
    house = open_house(agent=InlineAgent())
    actions = ("@c2", "@c3", "@a2", "c3-b3")
    record = Record("star", resolve(STAR.options, {}), 0, actions, SEATS)
    house.services.store.add(record)
    house.show(open_route(house.services, ToReview(record)))
    scene = house.come_to(ReviewScene)
    house.until(lambda: bool(scene.points), "the turning points")
    assert scene.points[0].point.ply == 0 and scene.shown == 0
    assert house.services.store.review(record) is not None
    assert len(beads(house)) == len(scene.points)


class Slow(Valuer):
    """Never answers what a position is worth. Counts the requests that were dropped."""

    dropped = 0

    def poll(self) -> Thought | None:
        return None if self._waiting and self._waiting.kind == "value" else super().poll()

    def cancel(self) -> None:
        self.dropped += self._waiting is not None
        super().cancel()


def test_leaving_gives_the_agent_back(open_house: OpenHouse) -> None:
    house = open_house(agent=(agent := Slow()))
    record, _ = reviewed("quoridor", SEATS)
    house.services.store.finish(record)
    house.show(open_route(house.services, ToReview(record)))
    house.run(0.5)
    assert [job.kind for job in agent.jobs] == ["value"] and not agent.dropped
    house.app.manager.go(Pop())
    assert agent.dropped == 1


def test_a_game_without_a_loss_says_so(house: Playhouse) -> None:
    record = Record("star", resolve(STAR.options, {}), 0, ("@b3", "@c3"), SEATS)
    house.services.store.add(record)
    even = '{"version":2,"values":[[[0.5,0.5],null,1,"@a1"],[[0.5,0.5],null,1,"@a1"],[[0.5,0.5],null,1,"@a1"]]}'
    house.services.store.keep_review(record, even)
    house.show(open_route(house.services, ToReview(record)))
    scene = house.come_to(ReviewScene)
    assert "No turning point" in scene.spoken and not beads(house) and not scene.can_branch
    KeyHand(house).hit(Kind.NEXT)
    assert scene.shown == -1


def test_a_game_in_which_nothing_was_played_is_replayed(house: Playhouse) -> None:
    record = Record("robots", resolve(GAMES["robots"].options, {}), 0, (), SEATS)
    house.show(open_route(house.services, ToReview(record)))
    assert isinstance(house.on_top(ReplayScene).board, RobotsBoard)


def test_the_result_shows_the_chances_and_how_far_they_are_known(house: Playhouse) -> None:
    review, stage = open_review(house), house.stage
    record = review.playback.record
    scene = result_of(house, Session.resume(GAMES["quoridor"], record))
    house.show(scene)
    plies, identities = [point.point.ply for point in review.points], [seat.identity for seat in record.seats]
    curve = curve_of(stage, identities, 0, review.reviewer.values, plies)
    assert len(curve.lines[0]) == len(record.actions) + 1 and len(curve.markers) == 2
    assert curve.lines[0][-1] == (len(record.actions), 1.0)  # the seat below has won
    assert drawn(scene).has(lambda canvas: draw_curve(stage, canvas, scene.places["curve"], curve))  # type: ignore[arg-type]


@pytest.mark.one_in(3)
@pytest.mark.parametrize("size", SIZES)
def test_every_arrangement_of_a_result_has_room_for_the_curve(house: Playhouse) -> None:
    record = keep_reviewed(house)
    scene = result_of(house, Session.resume(GAMES["quoridor"], record))
    house.show(scene)
    place, others = scene.places["curve"], [rect for name, rect in scene.places.leaves if name != "curve"]
    assert place.height >= house.stage.metrics.px(90) and place.collidelist(others) == -1
    assert house.window.surface.get_rect().contains(place)


@pytest.mark.one_in(3)
@pytest.mark.parametrize("device", [KEYBOARD, TOUCH])
@pytest.mark.parametrize("size", NARROW)
def test_every_arrangement_of_a_match_has_room_for_the_curve(
    open_house: OpenHouse, size: tuple[int, int], device: Device
) -> None:
    house = open_house(size, agent=Valuer())
    match = house.match(PERSON, ROBOT, actions=("e2", "e8"))
    house.stage.devices.current = device
    match.controller.show_theory(True)
    house.run(1.0)
    panel, sheet = match.side_panel, drawn(match)
    assert panel.analysis is not None
    curves = [blit.place for blit in sheet.drawn if blit.area and panel.analysis.contains(blit.place)]
    taken = [*panel._cards().values(), *([] if panel.is_paper_hidden else filter(None, [panel.move_list]))]
    assert curves and curves[-1].collidelist(taken) == -1 and not curves[-1].colliderect(match.table.frame)


def test_a_result_that_nothing_is_known_of_has_no_curve(house: Playhouse) -> None:
    house.match(PERSON, RIVAL, actions=WON)
    scene = house.come_to(ResultScene)
    for _ in range(20):
        assert not [blit for blit in drawn(scene).drawn if scene.places["curve"].contains(blit.place)]
        house.run(0.2)


def test_a_rematch_takes_the_agent_from_the_review(open_house: OpenHouse) -> None:
    house = open_house(agent=(agent := Slow()))
    house.set_table(PERSON, ROBOT)
    house.match(PERSON, RIVAL, actions=WON)
    house.read_result()
    house.run(1.0)
    assert agent.jobs[-1].kind == "value" and not agent.dropped
    KeyHand(house).say("Rematch")
    assert agent.dropped == 1


# The analysis


def test_the_replay_says_what_a_position_is_worth(house: Playhouse, written: Written) -> None:
    record = keep_reviewed(house)
    scene = ReplayScene(house.services, GAMES["quoridor"], record, 19)
    house.show(scene)
    hand = KeyHand(house)

    def told() -> list[str]:
        written.clear()
        drawn(scene)
        return [text for text, _ in written if text.startswith("Best") or "to go" in text]

    assert told() == []
    hand.hit(Kind.THEORY)
    house.run(0.5)
    assert told() == ["6 to go, the rival 5", "Best: Pawn up"], "the board shows it, so that there is no code"
    steps = best_steps(scene, 2)
    assert len(steps) == 2 and weighed(scene, GOLD, *steps) == steps[:1]
    hand.hit(Kind.RIGHT)
    house.run(1.0)
    assert told() == ["7 to go, the rival 6", "Best: This wall"]
    hand.hit(Kind.THEORY)
    house.run(0.3)
    assert told() == []


def test_the_numbers_of_a_wall_in_the_hand_stand_above_the_best_move(house: Playhouse) -> None:
    house.services.agent = Valuer()
    match, hand = house.match(PERSON, RIVAL), KeyHand(house)
    hand.hit(Kind.THEORY)
    hand.say("Show")
    house.run(1.0)
    hand.hit(Kind.SECONDARY)
    house.run(0.5)
    best = match.controller.analysed()
    assert best is not None and best.line
    sheet, tokens = drawn(match), match.stage.identities
    action = NotingSheet(match.stage.metrics.size)
    match.board.drawing.draw_weighed(action, best.line[0], GOLD, 1.0)
    numbers = [
        sheet.drawn.index(blit) for blit in sheet.of(*(tokens.token(seat.identity, 20) for seat in match.session.seats))
    ]
    assert len(numbers) == 2 and min(numbers) > max(map(sheet.drawn.index, action.drawn))


def test_a_lit_card_stays_clear_of_the_bar_of_the_chances(open_house: OpenHouse) -> None:
    house = open_house(size=(1024, 768))
    house.services.agent = Valuer()
    match, hand = house.match(PERSON, ROBOT, game="coffee"), KeyHand(house)
    card = match.side_panel.cards[0]

    def is_at_home() -> bool:
        return card in [blit.place for blit in drawn(match).drawn]

    assert not is_at_home()
    hand.hit(Kind.THEORY)
    house.run(1.0)
    assert is_at_home()
    hand.hit(Kind.CONFIRM)
    house.run(0.5)
    assert match.side_panel.covered(match.words.content) and not match.side_panel.is_analysed, "by the wheel"
    assert is_at_home()


def test_a_refusal_brings_the_moves_back_from_under_the_analysis(open_house: OpenHouse) -> None:
    house = open_house(size=(1024, 768))
    house.services.agent = Valuer()
    match, mouse = house.match(PERSON, RIVAL, game="coffee", actions=["c3d", "b2h"]), CoffeeMouse(house)
    KeyHand(house).hit(Kind.THEORY)
    KeyHand(house).say("Show")
    house.run(1.0)
    assert match.side_panel.is_paper_hidden
    mouse.cell(0)  # not on the stick's line
    house.run(0.2)
    assert match.input.problem is not None and not match.side_panel.is_paper_hidden


def test_a_move_drops_what_is_looked_for_and_the_rival_goes_first(open_house: OpenHouse) -> None:
    house = open_house(agent=(agent := Slow()))
    match = house.match(PERSON, ROBOT, actions=("e2", "e8", "e3", "e7"))
    KeyHand(house).hit(Kind.THEORY)
    house.run(0.5)
    assert agent.jobs[-1].kind == "value" and not agent.dropped
    KeyHand(house).play("e4")
    assert agent.dropped == 1 and any(job.kind == "move" for job in agent.jobs)
    house.until(lambda: match.session.ply == 6, "the rival's move")
    house.run(0.5)
    assert agent.jobs[-1].kind == "value" and len(record_from_json(agent.jobs[-1].record).actions) == 6


@pytest.mark.parametrize(
    ("chance", "plies", "text"),
    [
        (1.0, 9, "wins in 9 moves"),
        (0.0, 4, "lost in 4 moves"),
        (1.0, None, "won"),
        (0.51, None, "even"),
        (0.71, None, "71%"),
        (0.9994, None, "99%"),
        (0.002, None, "1%"),
        (0.0, 0, "lost"),
    ],
)
def test_a_worth_in_words(house: Playhouse, chance: float, plies: int | None, text: str) -> None:
    assert evaluation_text(house.stage.t, duel(0, chance, plies), 0) == text
    assert evaluation_text(house.stage.t, duel(1, chance, plies), 1) == text


SPEC = find("robots")


def test_the_route_that_was_shown_and_the_better_one_grow_step_by_step(house: Playhouse) -> None:
    scene = open_review(house, "robots")
    point = scene.points[0]
    scene.show(0)
    house.run(0.5)
    own = house.services.stage.identities[scene.table.seats[point.played[0].seat].identity].color
    for which, steps, color in ((PLAYED, point.played, own), (BETTER, point.line, GOLD)):
        scene.choose(which)
        house.run(0.5)
        for shown in (1, 2):
            assert weighed(scene, color, *point.played, *point.line) == list(steps[:shown])
            assert scene.table.shown is scene.playback.state
            scene.press(0)


def test_steps_come_by_themselves_and_begin_anew(house: Playhouse) -> None:
    steps = Walkthrough(house.stage)
    steps.begin(3)
    seen = []
    for _ in range(4):
        seen.append(steps.shown)
        steps.tick(EACH_SECONDS + 0.01)
    assert seen == [1, 2, 3, 3]
    steps.tick(HOLD_SECONDS - 2 * EACH_SECONDS)
    assert steps.shown == 1 and steps.is_animated


def test_with_reduced_motion_the_whole_route_is_there(house: Playhouse) -> None:
    house.stage.look = replace(house.stage.look, reduced_motion=True)
    steps = Walkthrough(house.stage)
    steps.begin(4)
    assert steps.shown == 4 and not steps.is_animated
    steps.press()
    assert steps.shown == 1


@pytest.mark.parametrize("language", ["en", "ja"])
def test_every_point_tells_the_numbers(house: Playhouse) -> None:
    scene = open_review(house, "robots")
    for index, point in enumerate(scene.points):
        scene.show(index)
        said = scene._words()
        assert point.what is not None
        played, better = (choice.brief for choice in said.choices)
        assert all(str(number) in said.sentence + better for number in point.what.numbers.values())
        assert str(len(point.line)) in better and len({choice.chance for choice in said.choices}) == 2
        bids = {seat: number for seat, number in point.played[0].before.bids if seat in point.what.seats}
        assert all(str(number) in played for number in bids.values())
        assert said.sentence in scene.spoken and said.player == point.played[0].seat


def test_practice_tells_the_shorter_route_without_chances(house: Playhouse) -> None:
    options = resolve(SPEC.options, {"players": 1, "reflectors": False})
    record = Record("robots", options, 63, ("0:yellow S", "0:yellow E", "0:yellow S"), (PERSON,))
    house.services.store.finish(record)
    line = '[[1.0],null,1,"red E,red S"]'
    house.services.store.keep_review(record, f'{{"version":2,"values":[{line},null,null,[[1.0],0,1,""]]}}')
    scene = ReviewScene(house.services, SPEC, record, Playback(SPEC, record))
    house.show(scene)
    said = scene._words()
    assert said.choices[PLAYED].brief == "Your route: 3 moves"
    assert said.sentence == "3 moves, where 2 were enough"
    assert [choice.chance for choice in said.choices] == ["", ""] and said.change_spoken == ""
    house.frame()


def test_the_replay_tells_what_the_solver_says_of_the_round(house: Playhouse, written: Written) -> None:
    record = keep_reviewed(house, "robots")
    scene = ReplayScene(house.services, SPEC, record, 5)
    house.show(scene)
    KeyHand(house).hit(Kind.THEORY)
    house.run(0.5)
    assert "Shortest: 6 moves" in [text for text, _ in written]
    steps = best_steps(scene)
    assert len(steps) == 6 and weighed(scene, GOLD, *steps) == steps
    assert scene.playback.state.moves and steps[0].before.robots == scene.playback.state.markers
    scene.go(scene.playback.total)
    written.clear()
    house.run(1.0)
    assert any(text.startswith("Shortest") for text, _ in written)
