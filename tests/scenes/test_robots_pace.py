"""AI demonstrations at a pace one can follow, a pause between chips, chapters of a replay, long chips, capped seeds."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from game.core.options import resolve
from game.core.record import Record
from game.robots import SPEC
from game.robots.state import ChipTurned, NoRoute
from game.validation import playable
from scenes.archive.replay_scene import ReplayScene
from scenes.kit.intents import KEYBOARD, Intent, Kind
from scenes.match.match_scene import MatchScene
from scenes.preferences import PAUSES
from scenes.robots import puzzles
from scenes.robots.motion.clips import CHIP_PAUSE
from scenes.robots.review.memory import LONG, MOST_PUT_BACK
from scenes.robots.setup import RobotsSetup
from tests.scenes.playhouse import InstantAgent, Playhouse
from tests.scenes.robots_play import AOI, REN, begin, board_of, easy_seed, route

AI = replace(REN, kind="ai", level=1)
SHOWING = ("1:bid 9", "0:agree", "1:agree")


@pytest.mark.one_in(3)
@pytest.mark.parametrize("pause", PAUSES)
def test_an_ai_waits_after_each_move_that_it_shows(house: Playhouse, pause: float) -> None:
    house.services.change(demonstration_pause=pause)
    by_ai, by_person = begin(house, AOI, AI, actions=SHOWING), begin(house, AOI, REN, actions=SHOWING)
    seconds = []
    for match in (by_ai, by_person):
        match.controller.submit(1, route()[0])
        seconds.append(board_of(match).drawing.animate(match.session.steps[-1]).seconds)
    assert seconds[0] == pytest.approx(seconds[1] + pause)


def test_an_ai_calls_the_number_of_each_move(house: Playhouse) -> None:
    match = begin(house, AOI, AI, actions=SHOWING)
    match.controller.submit(1, route()[0])
    banner = board_of(match).banners.latest
    assert banner is not None
    assert banner.number == 1
    assert house.stage.t(f"robots.colour.{route()[0].colour}") in banner.text
    cues = board_of(match).drawing.animate(match.session.steps[-1]).cues
    assert cues[0] == (0.0, "bid")


def test_the_next_chip_comes_after_a_pause(house: Playhouse) -> None:
    match = begin(house, AOI, REN, actions=("0:none",))
    match.controller.submit(1, NoRoute())
    step = match.session.steps[-1]
    assert any(isinstance(event, ChipTurned) for event in step.events)
    assert board_of(match).drawing.animate(step).seconds > CHIP_PAUSE


def test_a_replay_leaps_from_chip_to_chip(house: Playhouse) -> None:
    actions = ("0:none", "1:none", "0:bid 9", "0:agree", "1:agree", "0:concede", "clock:expire", "0:none", "1:none")
    record = Record("robots", {"players": 2}, easy_seed(), actions, (AOI, REN))
    scene = ReplayScene(house.services, SPEC, record)
    house.show(scene)
    places = [scene.playback.ply]
    for _ in range(4):
        scene.intent(Intent(Kind.NEXT, KEYBOARD))
        places.append(scene.playback.ply)
    assert places[:4] == [0, 2, 7, 9]
    scene.intent(Intent(Kind.PREVIOUS, KEYBOARD))
    assert scene.playback.ply == 7
    assert house.stage.t("replay.chapters") in [prompt.label for prompt in scene._prompts()]


@pytest.mark.parametrize(("moves", "said"), [(LONG, False), (LONG + 1, True)])
def test_a_chip_of_more_than_nine_moves_says_so(house: Playhouse, moves: int, said: bool) -> None:
    match = begin(house, AOI, REN)
    memory = board_of(match).memory
    agent = house.services.agent
    assert isinstance(agent, InstantAgent)
    assert "review" in [job.kind for job in agent.jobs]
    memory.review_result(0, ["red N", "red S"] * (moves // 2) + ["red E"] * (moves % 2))
    assert memory.is_long is said
    text = house.stage.t("robots.long_one", count=LONG)
    assert (text in board_of(match).words.helper(match.session.state, match.hands.selection, "mouse")) is said


@pytest.mark.parametrize(("reflectors", "grades"), [(True, 3), (False, 2)])
def test_a_game_of_several_begins_with_a_chip_that_is_not_too_hard(
    house: Playhouse, reflectors: bool, grades: int
) -> None:
    options = resolve(SPEC.options, {"players": 4, "reflectors": reflectors})
    table = house.stage.assets.data(puzzles.TABLE)["reflectors" if reflectors else "plain"]
    allowed = {seed for grade in puzzles.GRADES[:grades] for seed in table[grade]}
    setup = RobotsSetup()
    assert all(setup.seed(house.services, options) in allowed for _ in range(20))
    chosen = puzzles.capped_seed(house.stage.assets, options, random.Random(1).choice)
    assert chosen in allowed


class TestLongestChip:
    """A rule of the table: a chip that needs more moves than that goes back before anybody looks for long."""

    @pytest.fixture(autouse=True)
    def unanswered(self, house: Playhouse, monkeypatch: pytest.MonkeyPatch) -> None:
        """The agent itself says nothing."""
        monkeypatch.setattr(house.services.agent, "poll", lambda: None)

    @staticmethod
    def found(match: MatchScene, moves: int | None) -> None:
        """The AI's process says how many moves the present chip needs: 0 for no route found, None for a failure."""
        board_of(match).memory.review_result(0, None if moves is None else ["red N"] * moves)
        match.tick(0.1)

    @pytest.mark.one_in(3)
    @pytest.mark.parametrize(
        ("most", "moves", "back"), [(7, 8, True), (7, 7, False), (0, 20, False), (7, 0, True), (7, None, False)]
    )
    def test_only_a_longer_one_goes_back(self, house: Playhouse, most: int, moves: int | None, back: bool) -> None:
        house.services.change(longest_chip=most)
        match = begin(house, AOI, REN, AI)
        self.found(match, moves)
        assert [step.action for step in match.session.steps] == [NoRoute()] * (3 if back else 0)
        assert (match.session.state.chip_number == 2) is back
        assert (match.controller.note == house.stage.t("robots.too_long", count=most)) is back

    def test_it_stays_once_somebody_has_declared(self, house: Playhouse) -> None:
        house.services.change(longest_chip=5)
        match = begin(house, AOI, REN, actions=("0:bid 9",))
        self.found(match, 9)
        assert match.session.state.phase == "bid"

    def test_one_alone_gets_the_puzzle_that_was_chosen(self, house: Playhouse) -> None:
        house.services.change(longest_chip=5)
        match = begin(house, AOI)
        self.found(match, 9)
        assert match.session.ply == 0

    def test_what_was_played_is_a_usual_record(self, house: Playhouse) -> None:
        house.services.change(longest_chip=5)
        match = begin(house, AOI, REN)
        self.found(match, 9)
        record = match.session.record()
        assert record.actions == ("0:none", "1:none")
        assert playable(record, {"robots": SPEC}, "match") == record

    def test_a_chip_is_played_where_the_robots_stand_badly_for_all(self, house: Playhouse) -> None:
        house.services.change(longest_chip=5)
        match = begin(house, AOI, REN)
        memory = board_of(match).memory
        for _ in range(MOST_PUT_BACK + 3):
            memory.review_request(match.session.steps)
            memory.review_result(match.session.ply, ["red N"] * 9)
            match.table.timeline.skip()
            match.tick(0.1)
        assert match.session.state.chip_number == MOST_PUT_BACK + 1
