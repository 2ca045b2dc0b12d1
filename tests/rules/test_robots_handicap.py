"""Hyper Robots between unequal people: chips of a head start, and silence for the strong."""

import json

import pytest

from game.core.options import resolve
from game.core.record import CLOCK_SEAT, replay
from game.core.rules import IllegalActionError
from game.engine import handle
from game.robots import SPEC, points, rules
from game.robots.bidding import Declaration, after_silence
from game.robots.brain import RobotsBrain
from game.robots.state import Agree, Bid, NoRoute, SilenceEnded


def ask(command, **request):
    return handle(json.dumps({"cmd": command, "game": "robots", "seed": 5, **request}))


def after(*actions, **options):
    return replay(SPEC, resolve(SPEC.options, options), 5, actions).state


def bids(state, seat):
    return [action for action in rules.legal(state, seat) if isinstance(action, Bid)]


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"head_start": 1}, "option 'head_start': 1 is not a list or null"),
        ({"head_start": [1]}, "option 'head_start': [1] is not one for each of 2 seats"),
        ({"head_start": [3, 0]}, "option 'head_start': 3 of seat 0 is not in 0..2"),
        ({"head_start": [0, -1]}, "option 'head_start': -1 of seat 1 is not in 0..2"),
        ({"head_start": [0, "1"]}, "option 'head_start': '1' of seat 1 is not a whole number"),
        ({"chips_to_win": 1, "head_start": [1, 0]}, "option 'head_start': 1 of seat 0 is not in 0..0"),
        ({"silence": [0, 61]}, "option 'silence': 61 of seat 1 is not in 0..60"),
        ({"silence": [0, 1.5]}, "option 'silence': 1.5 of seat 1 is not a whole number"),
        ({"players": 3, "silence": [0, 10]}, "option 'silence': [0, 10] is not one for each of 3 seats"),
        ({"players": 1, "silence": [10]}, "option 'silence': who practises alone has nobody to be made equal to"),
        ({"players": 1, "head_start": [0]}, "option 'head_start': who practises alone has nobody to be made equal to"),
    ],
)
def test_what_will_not_do_is_named(options, message):
    answer = ask("state", options=options)
    assert (answer.get("error"), answer["message"]) == ("bad_options", message)


def test_the_engine_lists_them():
    options = next(game for game in ask("games")["games"] if game["id"] == "robots")["options"]
    described = {option["name"]: option for option in options}
    rest = {"type": "list", "per": "seat", "also": [None], "default": None}
    assert described["head_start"] == {"name": "head_start", "range": [0, 16], **rest}
    assert described["silence"] == {"name": "silence", "range": [0, 60], **rest}


class TestHeadStart:
    def test_chips_count_before_the_first_round(self):
        details = ask("state", options={"players": 3, "head_start": [0, 2, 1]})["details"]
        assert details["chips"] == [0, 2, 1]
        assert details["pile_left"] == ask("state")["details"]["pile_left"]  # they are no chips of the box

    def test_they_are_no_points_of_ones_own(self):
        assert points(after(head_start=[0, 2])) == (0, 0)
        assert points(after()) == (0, 0)

    def test_of_equal_numbers_who_has_fewer_chips_shows_first(self):
        actions = ("1:bid 7", "0:bid 7", "clock:expire")
        assert after(*actions).order == (1, 0)
        assert after(*actions, head_start=[0, 1]).order == (0, 1)

    def test_the_one_that_is_missing_wins_the_game(self):
        options = {"head_start": [0, 2]}
        actions = ["1:bid 30", "1:agree", "0:agree"]
        while not (state := ask("state", options=options, actions=actions))["outcome"]:
            actions.append(ask("choose", options=options, actions=actions, level=5)["action"])
        assert state["outcome"] == {"winners": [1], "reason": "chips"}
        assert state["details"]["chips"] == [0, 3]


class TestSilence:
    def test_a_silent_seat_may_declare_nothing_yet(self):
        state = after(silence=[20, 0])
        assert bids(state, 0) == [] and NoRoute() in rules.legal(state, 0)
        assert len(bids(state, 1)) == 98
        with pytest.raises(IllegalActionError, match="seat 0 is silent for now"):
            rules.apply(state, 0, Bid(7))

    def test_the_clock_lets_it_speak(self):
        state = after("clock:speak", silence=[20, 0])
        assert len(bids(state, 0)) == 98 and rules.silence(state) is None

    def test_only_the_clock_does_so_and_only_once(self):
        state = after(silence=[20, 0])
        with pytest.raises(IllegalActionError, match="speak: only the clock does this"):
            rules.apply(state, 0, rules.parse("speak"))
        after_it, events = rules.apply(state, CLOCK_SEAT, rules.parse("speak"))
        assert events == (SilenceEnded((0,)),)
        with pytest.raises(IllegalActionError, match="no seat is silent"):
            rules.apply(after_it, CLOCK_SEAT, rules.parse("speak"))
        with pytest.raises(IllegalActionError, match="no seat is silent"):
            rules.apply(after(), CLOCK_SEAT, rules.parse("speak"))

    def test_it_runs_on_beside_the_minute(self):
        state = after("1:bid 9", silence=[20, 0])
        assert (rules.timer(state).id, rules.timer(state).seconds) == ("bid-1", 60)
        assert (rules.silence(state).id, rules.silence(state).seconds) == ("silence-1-20", 20)
        assert bids(state, 0) == [] and Agree() in rules.legal(state, 0)
        state = after("1:bid 9", "clock:speak", "0:bid 8", silence=[20, 0])
        assert state.best == 8

    def test_longer_silences_go_on_from_the_shorter_ones(self):
        silence = [20, 0, 5, 20, 0, 30]
        state = after(players=6, silence=silence)
        told = []
        while timer := rules.silence(state):
            state, (event,) = rules.apply(state, CLOCK_SEAT, rules.parse("speak"))
            told.append((timer.id, timer.seconds, event))
        assert told == [
            ("silence-1-5", 5, SilenceEnded((2,))),
            ("silence-1-20", 15, SilenceEnded((0, 3))),
            ("silence-1-30", 10, SilenceEnded((5,))),
        ]

    def test_who_has_found_nothing_waits(self):
        state = after("0:none", silence=[20, 0])
        assert rules.actors(state) == (1,)
        assert rules.actors(after("0:none", "clock:speak", silence=[20, 0])) == (0, 1)
        assert rules.actors(after("0:none", "1:bid 9", silence=[20, 0])) == (0, 1)

    def test_all_may_give_a_chip_back_in_silence(self):
        state = after("0:none", "1:none", silence=[20, 20])
        assert state.chip_number == 2 and state.silent == {0, 1}
        assert rules.silence(state).id == "silence-2-20"

    def test_a_new_attempt_is_open_to_all(self):
        state = after("1:bid 9", "clock:expire", "1:concede", silence=[20, 0])
        assert (state.phase, state.attempt, state.silent) == ("bid", 2, frozenset())
        assert len(bids(state, 0)) == 98

    def test_the_engine_mode_tells_of_it(self):
        options = {"players": 3, "silence": [20, 0, 10]}
        answer = ask("state", options=options)
        assert answer["details"]["silence"] == {"id": "silence-1-10", "seconds": 10, "seats": [[0, 20], [2, 10]]}
        assert "2: chips 0, silent for 10 s" in answer["text"]
        assert answer["legal"]["0"] == ["0:none"]
        assert ask("state")["details"]["silence"] is None
        assert ask("perft", options=options, depth=1)["nodes"] == 1 + 99 + 1
        answer = ask("state", options=options, actions=["0:bid 7"])
        assert (answer["error"], answer["message"]) == (
            "illegal_action",
            "action 0: bid 7: seat 0 is silent for now",
        )


class TestSilentAI:
    @pytest.mark.parametrize("level", range(1, 6))
    def test_its_choice_is_legal(self, level):
        options = {"silence": [20, 0]}
        assert ask("choose", options=options, level=level, seat=0)["action"] == "0:none"
        assert ask("choose", options=options, actions=["1:bid 9"], level=level, seat=0)["action"] == "0:agree"

    def test_it_plans_to_speak_when_it_may(self):
        brain = RobotsBrain()
        quiet, loud = (brain.plan(after(silence=silence), 0, 5, 3, lambda: False) for silence in ([60, 0], None))
        assert loud.steps and quiet.steps
        assert all(step.delay > 60 for step in quiet.steps)
        assert quiet.steps[-1].action == loud.steps[-1].action  # what it has found does not get lost
        spoken = brain.plan(after("clock:speak", silence=[60, 0]), 0, 5, 3, lambda: False)
        assert spoken == loud

    def test_of_what_it_has_found_by_then_it_says_the_best(self):
        spoken = (Declaration(1.0, (), 9), Declaration(4.0, (), 7), Declaration(9.0, (), 6))
        later = after_silence(spoken, 5)
        assert [found.number for found in later] == [7, 6]
        assert 5 < later[0].delay < 9 and later[1:] == spoken[2:]
        assert after_silence(spoken, 0) == after_silence(spoken, 0.5) == spoken
