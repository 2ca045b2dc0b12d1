"""Options, presets, set-up codes, the puzzle of the day and the engine mode's answers for Hyper Robots."""

from __future__ import annotations

import json
from datetime import date, timedelta

import pytest

from game.core.options import resolve
from game.core.rules import NotationError, OptionError
from game.engine import Engine
from game.robots import SPEC, rules
from game.robots.assembly import box
from game.robots.code import ALPHABET, CodeError, decode, encode
from game.robots.daily import puzzle_of_the_day
from game.robots.placement import free_cells
from game.robots.plain import plain
from game.robots.state import Agree, Bid, Concede, Move, NoRoute
from tests.rules.robots_ascii import play

SHEETS = ["blue2r:3", "red1:0", "yellow2:1", "green1r:2"]
PLACEMENT = {"red": [0, 0], "yellow": [1, 0], "green": [2, 0], "blue": [3, 0], "silver": [15, 15]}


def start(seed=0, **options):
    return rules.start(resolve(SPEC.options, options), seed)


def ask(**request):
    return Engine({SPEC.id: SPEC}).handle(json.dumps({"game": "robots", **request}))


def test_defaults():
    assert resolve(SPEC.options, {}) == {
        "players": 2,
        "chips_to_win": 3,
        "reflectors": True,
        "one_move_rule": "own",
        "clock_reset": "below_first",
        "clock_seconds": 60,
        "demonstration_seconds": 60,
        "sheets": None,
        "placement": None,
        "head_start": None,
        "silence": None,
    }


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"players": 9}, "option 'players'"),
        ({"players": 0}, "option 'players'"),
        ({"chips_to_win": 18}, "option 'chips_to_win'"),
        ({"clock_seconds": 0}, "option 'clock_seconds'"),
        ({"clock_seconds": 301}, "option 'clock_seconds'"),
        ({"demonstration_seconds": 9}, "option 'demonstration_seconds'"),
        ({"demonstration_seconds": False}, "option 'demonstration_seconds'"),
        ({"sheets": "box"}, "option 'sheets': 'box' is not a list or null or \"generated\""),
        ({"sheets": 4}, "option 'sheets'"),
        ({"sheets": []}, "option 'sheets': 0 sheets are not four"),
        ({"placement": [1, 2]}, "option 'placement': [1, 2] is not an object or null"),
        ({"placement": {}}, "option 'placement': placement.red: is missing"),
        ({"placement": {**PLACEMENT, "pink": [1, 1]}}, "placement.pink: 'pink' is an unknown colour"),
        ({"placement": {**PLACEMENT, "red": [1, 0]}}, "placement.yellow: [1, 0] is where red stands"),
        ({"placement": {**PLACEMENT, "red": [16, 0]}}, "placement.red: [16, 0] is not on the board"),
    ],
)
def test_bad_options_are_named(options, message):
    with pytest.raises(OptionError) as raised:
        resolve(SPEC.options, options)
    assert message in str(raised.value)
    answer = ask(cmd="state", options=options)
    assert (answer["error"], message in answer["message"]) == ("bad_options", True)


def test_off_is_the_one_value_below_the_range_of_the_demonstration_clock():
    assert resolve(SPEC.options, {"demonstration_seconds": 0})["demonstration_seconds"] == 0


def test_options_from_the_command_line():
    known = {option.name: option for option in SPEC.options}
    assert known["sheets"].from_text(json.dumps(SHEETS)) == SHEETS
    assert known["sheets"].from_text("generated") == "generated"
    assert known["sheets"].from_text("null") is None
    assert known["placement"].from_text(json.dumps(PLACEMENT)) == PLACEMENT
    assert known["demonstration_seconds"].from_text("0") == 0
    for text in ("red1:0", "[", "{}"):
        with pytest.raises(OptionError, match="option 'sheets'"):
            known["sheets"].from_text(text)


def test_robots_are_placed_by_hand():
    state = start(placement=PLACEMENT, sheets=["red1:0", "yellow1:1", "green1:2", "blue1:3"])
    assert state.robots == (0, 1, 2, 3, 255)
    assert state.markers == state.robots


@pytest.mark.parametrize("what", ["a mark", "a reflector", "the centre"])
def test_no_robot_begins_on_a_mark_a_reflector_or_the_centre(what):
    board = start(sheets=SHEETS).board
    cell = {"a mark": min(board.marks), "a reflector": min(board.reflectors), "the centre": 119}[what]
    assert cell not in free_cells(board)
    placement = {**PLACEMENT, "red": [cell % 16, cell // 16]}
    message = f"placement.red: [{cell % 16}, {cell // 16}] is {what}, where no robot may begin"
    with pytest.raises(OptionError) as raised:
        start(sheets=SHEETS, placement=placement)
    assert str(raised.value) == message
    answer = ask(cmd="state", options={"sheets": SHEETS, "placement": placement})
    assert (answer["error"], answer["message"]) == ("bad_options", message)


def test_the_seed_decides_board_pile_and_placement_and_nothing_else_does():
    base = start(seed=11, players=2)
    for options in ({"players": 8}, {"players": 1}, {"chips_to_win": 17}, {"one_move_rule": "any"}):
        state = start(seed=11, **options)
        assert (state.board, state.robots, state.chip, state.pile) == (base.board, base.robots, base.chip, base.pile)
    assert len({start(seed=seed).robots for seed in range(20)}) == 20
    assert len({start(seed=seed).pile for seed in range(20)}) == 20


@pytest.mark.parametrize("seed", [0, 1, -1, 7, 2**31 - 1, -(2**40), 2**64])
@pytest.mark.parametrize(
    "options",
    [
        {},
        {"reflectors": False},
        {"sheets": "generated"},
        {"sheets": SHEETS},
        {"placement": PLACEMENT},
        {"sheets": sorted(SHEETS), "placement": PLACEMENT, "reflectors": False},
    ],
    ids=str,
)
def test_a_code_recreates_board_chips_and_placement(options, seed):
    complete = resolve(SPEC.options, options)
    found, found_seed = decode(encode(complete, seed).lower())
    assert found_seed == seed
    assert found["placement"] == complete["placement"]
    again, wanted = (rules.start({**complete, **choice, "placement": None}, seed) for choice in (found, {}))
    assert again == wanted


@pytest.mark.parametrize(
    ("code", "robots", "chip", "corner"),
    [
        ("A9DY-X5", (129, 12, 86, 140, 212), "yellow cup", "33rcu 36gsp 45bbe 57ybe 85bbe"),
        ("KA1Y-X5", (124, 246, 35, 11, 113), "yellow cup", "42ybe 49bbe 60rcu 71rsp 83ybe"),
        ("NBHY-X5", (130, 255, 31, 20, 212), "yellow cup", "25ycu 35bbe 66rbe 70gsp 74bsp"),
    ],
)
def test_codes_written_down_long_ago_still_hold(code, robots, chip, corner):
    """If this fails, raise the version in code.py: old codes must be refused, not give other boards."""
    options, seed = decode(code)
    state = rules.start(resolve(SPEC.options, options), seed)
    marks = sorted(state.board.marks.items())
    assert (seed, state.robots, " ".join(state.chip)) == (2026, robots, chip)
    assert " ".join(f"{cell}{mark.colour[0]}{mark.symbol[:2]}" for cell, mark in marks[:5]) == corner


def test_codes_are_short():
    options = resolve(SPEC.options, {})
    assert all(len(encode(options, seed).replace("-", "")) <= 10 for seed in (0, 2**30, 2**31 - 1))
    chosen = resolve(SPEC.options, {"sheets": SHEETS, "placement": PLACEMENT})
    assert len(encode(chosen, 2**31 - 1).replace("-", "")) <= 22


def test_a_mistyped_code_is_refused():
    code = encode(resolve(SPEC.options, {}), 123456789)
    refused = 0
    for place, letter in enumerate(code):
        for other in ALPHABET:
            if letter != "-" and other != letter:
                try:
                    assert decode(code[:place] + other + code[place + 1 :])[1] != 123456789
                except CodeError:
                    refused += 1
    assert refused >= 0.99 * len(code.replace("-", "")) * (len(ALPHABET) - 1)
    for text in ("", "-", "0", "0000", "U", code[:-1], code + "é", "1" * 500):
        with pytest.raises(CodeError):
            decode(text)


def test_lookalikes_and_blanks_do_not_matter_in_a_code():
    for seed in range(300):
        code = encode(resolve(SPEC.options, {}), seed)
        if "0" in code and "1" in code:
            assert decode(f" {code.replace('0', 'O').replace('1', 'l').replace('-', ' ')}")[1] == seed
            return
    pytest.fail("no code with both digits")


def test_the_puzzle_of_the_day_is_the_days():
    days = [date(2026, 1, 1) + timedelta(days=i) for i in range(40)]
    puzzles = [puzzle_of_the_day(day) for day in days]
    assert puzzles == [puzzle_of_the_day(day) for day in days]
    assert len(set(puzzles)) == len(days)
    assert puzzle_of_the_day(date(2026, 7, 4)) == 1003082


def test_presets_are_complete_with_the_defaults():
    beginners = {preset.id: preset.options for preset in SPEC.presets}["beginners"]
    options = resolve(SPEC.options, beginners)
    assert (options["reflectors"], options["chips_to_win"]) == (False, 3)
    assert rules.start(options, 0).board.reflectors == {}


@pytest.mark.parametrize(
    ("text", "action"),
    [
        ("bid 7", Bid(7)),
        ("bid 100", Bid(100)),
        ("none", NoRoute()),
        ("agree", Agree()),
        ("concede", Concede()),
        ("silver W", Move("silver", "W")),
    ],
)
def test_notation(text, action):
    assert rules.parse(text) == action
    assert rules.text(action) == text


@pytest.mark.parametrize(
    "text", ["bid", "bid 07", "bid 7.", "bid -1", "bid ７", "Bid 7", "red n", "red", "pink N", "red  N"]
)
def test_what_is_not_notation(text):
    with pytest.raises(NotationError, match="bid and a number"):
        rules.parse(text)


def test_the_engine_mode_plays_rounds():
    answer = ask(cmd="state", seed=5, options={"players": 3}, actions=["0:bid 7", "2:bid 9", "clock:expire"])
    assert answer["ok"]
    assert answer["actors"] == [0]
    assert answer["legal"]["0"][-1] == "0:concede"
    assert answer["details"]["order"] == [0, 2]
    assert answer["details"]["clock"]["seconds"] == 60
    assert answer["text"].endswith("2: chips 0, declared 9")


@pytest.mark.parametrize(
    ("action", "error"),
    [
        ("bid 7", "bad_action"),
        ("0:bid seven", "bad_action"),
        ("x:bid 7", "bad_action"),
        ("5:bid 7", "illegal_action"),
        ("0:bid 1", "illegal_action"),
        ("clock:expire", "illegal_action"),
        ("clock:agree", "illegal_action"),
        ("0:expire", "illegal_action"),
        ("0:red N", "illegal_action"),
    ],
)
def test_the_engine_mode_names_bad_actions(action, error):
    answer = ask(cmd="state", actions=["1:none", action])
    assert (answer["ok"], answer.get("error"), answer.get("ply")) == (False, error, 1)


def test_the_engine_mode_lists_all_sheets_and_counts_actions():
    assert len(box()) == 16
    assert ask(cmd="perft", options={"players": 3}, depth=1)["nodes"] == 3 * 99
    demonstration = ["0:bid 7", "clock:expire"]
    legal = ask(cmd="state", actions=demonstration)["legal"]["0"]
    assert ask(cmd="perft", actions=demonstration, depth=1)["nodes"] == len(legal)
    options = next(game for game in ask(cmd="games")["games"] if game["id"] == "robots")["options"]
    by_name = {option["name"]: option for option in options}
    assert by_name["demonstration_seconds"]["also"] == [0]
    assert by_name["sheets"]["also"] == [None, "generated"]


def test_a_plain_action_is_always_legal():
    state = start(players=2)
    assert plain(state, 0) == NoRoute()
    state, _ = play(state, "0:none")
    assert plain(state, 0) == Bid(99)
    state, _ = play(state, "1:bid 5")
    assert plain(state, 0) == Agree()
    state, _ = play(state, "clock:expire")
    assert plain(state, 1) == Concede()
    practice = start(players=1)
    assert plain(practice, 0) == rules.legal(practice, 0)[0]
