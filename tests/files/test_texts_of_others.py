"""Boards and games as other programs write them: they go there and back, and whatever is damaged is named."""

from __future__ import annotations

import base64
import zlib
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from game.core.options import resolve
from game.core.record import Record, replay
from game.core.rules import GameError, OptionError, PuzzleError
from game.quoridor import SPEC as QUORIDOR
from game.quoridor.move_list import FAR, NEAR, flipped, read_text, write_text
from game.records.files import read
from game.records.game_code import has_code, pack, unpack
from game.records.validation import RecordFileError, TwoReadingsError
from game.robots import SPEC as ROBOTS
from game.robots import rules as robots
from game.robots.board import (
    ABSENT,
    CELLS,
    CENTRE,
    CHIPS,
    COLOURS,
    Board,
    legal_slides,
    standing,
)
from game.robots.drifting_droids import (
    SIGN,
    DroidsBoard,
    clean_droids_code,
    has_droids_code,
    read_droids_code,
    write_droids_code,
)
from game.robots.placement import CodeError, decode, encode
from game.robots.puzzle import read_puzzle, write_puzzle
from game.robots.rounds import target_of
from tests.facts.telling import random_game, texts_of
from tests.rules.robots_ascii import random_walls

pytestmark = pytest.mark.quick

SEVEN = (
    "!DriftingDroids_game!C5DFD19D!AAAEL3ja5ZJLCoAwDETzRBBBxCt4VvdeWBdWrf2kaS9gYEqSTpMMjYjIcqN3x+GwO6wO2zQOM8rEtJBOCfg8"
    "JRWdVWViHdKYwIh9EKojYUft1s1i2M/Qmj+35JNNg3H7yEPJx9ZKmkMrzuejcGp6avP94L+xF/63C+CdU7r35AKtFQUm!"
)
FOUR = (
    "!DriftingDroids_game!7356AEB8!AAAEL3ja5ZJdCoAwDIPzoeCbCJ7AI/vkda0ypy5TD2ChoRn9I6skDZu3AVP4GN6FLw29KEzfhmEOSQGXV25l"
    "BykGVTmpHBv+HhSzfBWpmooXls0vKbgKnCJkpNYvC+3c93nQW1RW5lUTbKvf/Td28P8+gJQy7zyQFaqhAts=!"
)


def random_board(random: Random) -> DroidsBoard:
    """A board with up to 60 inner walls and 20 goals, with four robots or five, and any chip of its own, or none."""
    walls = random_walls(random)
    outside = [cell for cell in range(CELLS) if cell not in CENTRE]
    marks = {cell: random.choice(CHIPS) for cell in random.sample(outside, random.randint(1, 20))}
    places = random.sample(outside, len(COLOURS))
    if random.random() < 0.5:
        places[-1] = ABSENT
    return DroidsBoard(Board(walls, {}, marks), tuple(places), random.choice([*marks.values(), None]))


def test_a_thousand_boards_come_back_as_they_were() -> None:
    random = Random(74)
    for _ in range(1_000):
        board = random_board(random)
        code = write_droids_code(board.board, board.robots, board.chip)
        assert read_droids_code(code) == board


@pytest.mark.parametrize(("code", "silver", "cell"), [(SEVEN, ABSENT, 252), (FOUR, ABSENT, 145)])
def test_codes_that_people_have_posted_open(code: str, silver: int, cell: int) -> None:
    found = read_droids_code(code)
    assert found.robots[COLOURS.index("silver")] == silver and list(found.board.marks) == [cell]
    assert "silver" not in standing(found.robots)
    record = unpack(code)
    assert record.is_bare and record.game == "robots" and record.options["players"] == 1
    state = robots.start(record.options, 0)
    assert (state.robots, state.chip) == (found.robots, found.chip)
    assert {slide.colour for slide in legal_slides(state.board, state.robots)} <= {"red", "green", "blue", "yellow"}
    assert "@S" not in robots.picture(state)
    told = write_puzzle(state.board, state.robots, target_of(state))
    assert read_puzzle(told) == replace(read_puzzle(code), board=read_puzzle(told).board)


def test_whatever_stands_around_a_code_does_no_harm() -> None:
    broken = "\n> ".join(SEVEN[start : start + 60] for start in range(0, len(SEVEN), 60))
    text = f"Look at this!\n> {broken}\nIs it 7?"
    assert clean_droids_code(text) == SEVEN and unpack(text) == unpack(SEVEN)


def test_it_is_a_game_as_any_other(tmp_path: Path) -> None:
    record = unpack(SEVEN)
    assert unpack(pack(record)) == record
    path = tmp_path / "board.txt"
    path.write_text(SEVEN)
    assert read(path) == record
    assert encode(record.options, 5) == SEVEN and decode(SEVEN)[0]["sheets"] == SEVEN
    for players in (2, 5):
        state = robots.start({**record.options, "players": players}, 3)
        assert state.chip == read_droids_code(SEVEN).chip and not state.pile


def test_a_board_with_reflectors_is_not_theirs() -> None:
    state = robots.start(resolve(ROBOTS.options, {"reflectors": True}), 1)
    with pytest.raises(PuzzleError, match="knows no reflectors"):
        write_droids_code(state.board, state.robots, state.chip)


def test_robots_of_such_a_board_are_not_placed_by_hand() -> None:
    placement = {colour: [x, 0] for x, colour in enumerate(COLOURS)}
    with pytest.raises(OptionError, match="where its code has them"):
        robots.start(resolve(ROBOTS.options, {"sheets": SEVEN, "placement": placement}), 0)


def content(code: str = SEVEN) -> bytearray:
    return bytearray(zlib.decompress(base64.b64decode(code.split("!")[3])[4:]))


def packed(data: bytes, size: int | None = None) -> str:
    told = (len(data) if size is None else size).to_bytes(4, "big")
    text = base64.b64encode(told + zlib.compress(data)).decode()
    return f"{SIGN}{zlib.crc32(text.encode()):08X}!{text}!"


def changed(at: int, value: bytes) -> str:
    data = content()
    data[at : at + len(value)] = value
    return packed(bytes(data))


ROBOT, WALLS, GOALS = 10, 30, 30 + 4 * CELLS
WEST_OF_THE_CENTRE = 118


@pytest.mark.parametrize(
    ("code", "said"),
    [
        (SEVEN[:-1], "the code has no end"),
        (SIGN, "the code has no end"),
        (SEVEN.replace("ja5Z", "ja5X"), "its checksum is not C5DFD19D: a letter is wrong or missing"),
        (SEVEN.replace("C5DFD19D", "C5DFD19E"), "its checksum is not C5DFD19E"),
        (packed(bytes(content()), 5), "it has 1071 bytes unpacked, not the 5 that it tells"),
        (f"{SIGN}{zlib.crc32(b'a?b'):08X}!a?b!", "it cannot be unpacked"),
        (f"{SIGN}{zlib.crc32(b'AAAAAAAA'):08X}!AAAAAAAA!", "it cannot be unpacked"),
        (f"{SIGN}{zlib.crc32('é'.encode()):08X}!é!", "it cannot be unpacked"),
        (f"{SIGN}00000000!\udcff!", "its checksum is not 00000000"),
        (f"{SIGN}{zlib.crc32(b''):08X}!!", "it has 0 bytes|it ends within its version"),
        (packed(bytes(200_000)), "it has 100000 bytes unpacked"),
        (changed(0, b"\1"), "its version is 1, not 0"),
        (changed(1, b"\0\0\0\x0c"), "the board is 12 x 16, not 16 x 16"),
        (changed(9, b"\3"), "it has 3 robots, not 4 or 5"),
        (changed(ROBOT, b"\0\0\1\0"), "the red robot stands on cell 256, which is not on the board"),
        (changed(ROBOT, b"\0\0\0\x88"), "the red robot stands on cell 136, which is in the centre"),
        (changed(ROBOT + 4, b"\0\0\0\xfb"), "the green robot stands on cell 251, which is taken"),
        (changed(WALLS, b"\0"), "the border is open at column 0, row 0 to the N"),
        (changed(WALLS + 40, b"\1"), "the wall at column 8, row 2 to the N stands on one side only"),
        (
            changed(WALLS + CELLS + WEST_OF_THE_CENTRE, b"\0"),
            "the wall at column 6, row 7 to the E stands on one side only",
        ),
        (changed(GOALS, b"\0\0\0\0"), "the board has no goal"),
        (changed(GOALS, b"\0\0\0\2"), "goal 2|it ends within"),
        (changed(GOALS + 4, b"\0\0\0\x77"), "goal 1 lies on cell 119, which is in the centre"),
        (changed(GOALS + 4, b"\0\0\2\0"), "goal 1 lies on cell 512, which is no cell"),
        (changed(GOALS + 8, b"\7"), "goal 1 at column 12, row 15 has colour 7 with shape 2"),
        (changed(GOALS + 8, b"\0\4"), "goal 1 at column 12, row 15 has colour 0 with shape 4"),
        (changed(GOALS + 10, b"\0\0\0\1"), "the active goal at column 1, row 0 is none of the board's goals"),
        (packed(bytes(content()[:-1])), "it ends within the last byte"),
        (packed(bytes(content()[:500])), "it ends within the walls"),
        (packed(bytes(content()) + b"\0\0"), "2 bytes follow its end"),
    ],
)
def test_what_is_wrong_with_a_code_is_told(code: str, said: str) -> None:
    assert has_droids_code(code)
    with pytest.raises(PuzzleError, match=said):
        read_droids_code(code)
    with pytest.raises(CodeError, match=said):
        decode(code)
    with pytest.raises(RecordFileError, match=f"^The code cannot be played here: DriftingDroids: ({said})"):
        unpack(code)
    with pytest.raises(OptionError, match=said):
        resolve(ROBOTS.options, {"sheets": code})


def test_an_open_centre_is_named() -> None:
    data = content()
    data[WALLS + CELLS + WEST_OF_THE_CENTRE] = data[WALLS + 3 * CELLS + WEST_OF_THE_CENTRE + 1] = 0
    with pytest.raises(PuzzleError, match="the centre is open at column 6, row 7 to the E"):
        read_droids_code(packed(bytes(data)))


def test_any_damage_is_an_error_of_ours() -> None:
    random, whole = Random(75), content()
    for _ in range(1_000):
        data = bytearray(whole)
        for _ in range(random.randint(1, 4)):
            data[random.randrange(len(data))] = random.randrange(256)
        try:
            found = read_droids_code(packed(bytes(data[: random.choice((len(data), random.randrange(len(data))))])))
        except PuzzleError:
            continue
        assert write_droids_code(found.board, found.robots, found.chip)


# Lists of Quoridor moves


def numbered(actions: tuple[str, ...]) -> str:
    return write_text(replay(QUORIDOR, resolve(QUORIDOR.options, {}), 0, actions).state, actions)


def moves_of(text: str) -> dict[str, tuple[str, ...]]:
    return {game.rows: game.actions for game in read_text(text) or ()}


def test_games_come_back_from_either_side() -> None:
    random = Random(76)
    for _ in range(100):
        actions = texts_of(QUORIDOR, random_game(QUORIDOR, random.getrandbits(32), random.randint(1, 40)))
        assert moves_of(numbered(actions))[NEAR] == actions
        assert moves_of(" ".join(map(flipped, actions)))[FAR] == actions


@pytest.mark.parametrize(
    "text",
    [
        "e2 e8 e3h a1v",
        "1. e2 e8 2. e3h a1v",
        "1.e2 e8\n2.e3h a1v *",
        "1) E2, E8, 2) E3H, A1V",
        "e2 e8 he3 va1",
        "1. e2 {a step} e8 (1... e7?) 2. h:e3! a1:v 1-0",
        "[Event \"x\"]\n; comment e5\n1. e2* 1... e8 # a1\n2. e3h // no\n2... a1v",
        "> 1 e2 e8\n> 2 e3h a1v".replace(">", ""),
        "ｅ２ ｅ８ ｅ３ｈ ａ１ｖ",
    ],
)  # fmt: skip
def test_moves_as_people_write_them(text: str) -> None:
    assert moves_of(text) == {NEAR: ("e2", "e8", "e3h", "a1v")}
    assert has_code(text) and unpack(text).actions == ("e2", "e8", "e3h", "a1v")


def test_a_file_may_begin_with_a_comment(tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    path.write_text("{Aoi begins} 1. e2 e8 2. e3 {and waits} e7")
    assert read(path, NEAR).actions == ("e2", "e8", "e3", "e7")
    path.write_text('{"actions": ["e2"]} 1. e2 e8')
    with pytest.raises(RecordFileError, match="is damaged"):
        read(path, NEAR)


def test_row_1_at_the_far_side_is_found_out() -> None:
    record = unpack("1. e8 e2 2. e6h a8v")
    assert record.actions == ("e2", "e8", "e3h", "a1v") and not record.is_bare


def test_four_may_play() -> None:
    assert unpack("e2 b5 e8 h5").options["players"] == 4


def test_where_both_readings_are_legal_it_is_asked() -> None:
    text = "e3h d6v"
    with pytest.raises(
        TwoReadingsError, match="legal with row 1 at either side: add --rows near or --rows far"
    ) as told:
        unpack(text)
    assert {rows: record.actions for rows, record in told.value.readings.items()} == {
        NEAR: ("e3h", "d6v"),
        FAR: ("e6h", "d3v"),
    }
    assert unpack(text, rows=FAR).actions == ("e6h", "d3v")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("e2 e8 foo", "line 1, column 7: 'foo' is no move"),
        ("e2\ne8 i9h", "line 2, column 4: 'i9h' is no move"),
        ("e2 e8 he3v", "line 1, column 7: 'he3v' is no move"),
        ("e2 e8\n2. e5", "line 2, column 4: move 3, 'e5'"),
        ("e2 e8 e3h e3h", "line 1, column 11: move 4, 'e3h'"),
    ],
)
def test_what_is_wrong_with_a_list_is_told(text: str, said: str) -> None:
    with pytest.raises(GameError, match=said):
        read_text(text)
    with pytest.raises(RecordFileError, match=said):
        unpack(text)


@pytest.mark.parametrize("text", ["", "Hello e2", "{}", "12. 13.", "red N", "K328-7Q4D"])
def test_other_texts_are_no_list(text: str) -> None:
    assert read_text(text) is None and not has_code(text)


def test_a_list_may_be_long_and_wild() -> None:
    for text in ("(" * 100_000, "1" * 100_000, "e2 " * 30_000, "{" + "e2" * 40_000):
        with pytest.raises(RecordFileError):
            unpack(text)


def test_a_record_without_actions_is_a_start() -> None:
    assert Record("star", {}).is_bare
