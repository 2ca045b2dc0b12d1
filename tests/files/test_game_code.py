"""Games as text: they go there and back, short enough for a QR code; whatever else comes in is named."""

from __future__ import annotations

import hashlib
import json
import re
import zlib
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.core.device_id import DeviceId
from game.core.options import resolve
from game.core.record import Record, SeatChange, SeatConfig, replay
from game.records.files import parse
from game.records.game_code import (
    ALPHABET,
    MAX_BYTES,
    START,
    Base45Error,
    decode,
    encode,
    has_code,
    pack,
    preset,
    unpack,
    unpack_unchecked,
)
from game.records.validation import RecordFileError
from game.registry import GAMES
from tests.facts.telling import random_game, texts_of
from tests.files.test_files import OPEN, RECORD
from tests.runs import few_or_many
from tests.tables import rows
from tools.playthrough import FOLDER, actions_of

pytestmark = pytest.mark.quick

DATED = "2026-11-26T18:20:42+00:00"
ODD = replace(
    RECORD,
    seed=-(10**18),
    seats=(
        SeatConfig("human", name="あおい ❤", identity="circle", device=DeviceId("pad101")),
        SeatConfig("ai", 3, "Zoë \ud800\n", "moon", engine="fox_1"),
    ),
    changes=(SeatChange(4, 1, SeatConfig("human", name="Ren", device=DeviceId("mouse"))),),
    played=DATED,
)


def seats(count: int) -> tuple[SeatConfig, ...]:
    """People with names as long as they may be typed, who were seated at pads."""
    names = ("Alexandrina of Norfolk", "Бронислав Константин", "かとうあおい", "Ren", "Mio", "Haru", "Sora", "Kai")
    found = [SeatConfig("human", name=name[:20], device=DeviceId.of_slot(n)) for n, name in enumerate(names[:count], 1)]
    kinds = ("circle", "square", "triangle", "diamond", "cross", "star", "hexagon", "moon")
    return tuple(replace(seat, identity=kind) for seat, kind in zip(found, kinds, strict=False))


def record(game: str, given: dict[str, Any], seed: int, actions: tuple[str, ...]) -> Record:
    spec = GAMES[game]
    options = resolve(spec.options, given)
    times = tuple(1_000 + 7 * ply for ply in range(len(actions)))
    return Record(game, options, seed, actions, seats(spec.seat_count(options)), times, played=DATED)


def pinned() -> dict[str, Record]:
    """The whole games of tests/playthroughs."""
    found = {}
    for path in sorted(FOLDER.glob("*/*.txt")):
        text = path.read_text(encoding="utf-8")
        game, options, seed = (line.split(" ", 1)[1] for line in text.splitlines()[:3])
        found[f"{path.parent.name}-{path.stem}"] = record(game, json.loads(options), int(seed), tuple(actions_of(text)))
    return found


CODE = pack(RECORD)
GAMES_OF_TESTS = {**pinned(), "finished": RECORD, "unfinished": OPEN, "odd": ODD}


def wrapped(body: bytes) -> str:
    """The code of `body` with the right checksum."""
    return START + encode(zlib.crc32(body).to_bytes(4, "big") + body)


def made(head: Any, actions: bytes = b"", game: str = "quoridor") -> str:
    """A code that nobody's program has made, with the right checksum."""
    text = head if isinstance(head, bytes) else json.dumps(head).encode()
    squeezer = zlib.compressobj(9, zlib.DEFLATED, -15, 9, 0, preset(GAMES[game].dictionary))
    return wrapped(bytes([len(game)]) + game.encode() + squeezer.compress(text + b"\n" + actions) + squeezer.flush())


class TestBase45:
    @pytest.mark.parametrize(
        ("data", "text"),
        [(b"AB", "BB8"), (b"Hello!!", "%69 VD92EX0"), (b"base-45", "UJCLQE7W581"), (b"\xff\xff", "FGW")],
    )
    def test_the_standards_examples(self, data: bytes, text: str) -> None:
        assert encode(data) == text and decode(text) == data

    @given(data=st.binary(max_size=60))
    def test_all_bytes_go_there_and_back(self, data: bytes) -> None:
        text = encode(data)
        assert decode(text) == data and set(text) <= set(ALPHABET) and not text.endswith(" ")

    @pytest.mark.parametrize(
        ("text", "index"),
        [("BB8é", 3), ("BBb", 2), ("BB8B", None), ("ZZZ", 2), ("GGW", 2), ("BB8GG", None), ("HGW", 2)],
    )
    def test_what_stands_for_no_bytes(self, text: str, index: int | None) -> None:
        with pytest.raises(Base45Error) as error:
            decode(text)
        assert error.value.index == index


class TestThereAndBack:
    @pytest.mark.parametrize("name", GAMES_OF_TESTS)
    def test_all_but_the_times_of_the_actions(self, name: str) -> None:
        game = GAMES_OF_TESTS[name]
        code = pack(game)
        back = unpack_unchecked(code)
        assert back == replace(game, times=()) and back.played == game.played
        assert code.startswith("KISSATEN1:") and set(code) <= set(ALPHABET)

    @pytest.mark.parametrize("name", pinned())
    def test_it_is_played_through(self, name: str) -> None:
        game = GAMES_OF_TESTS[name]
        back = unpack(pack(game))
        assert (back.actions, back.options, back.seed) == (game.actions, game.options, game.seed)
        assert [seat.name for seat in back.seats] == [seat.name for seat in game.seats]
        assert {seat.device for seat in back.seats} == {""}  # those of another house mean nothing here

    @pytest.mark.parametrize("name", pinned())
    def test_the_dictionary_has_every_action(self, name: str) -> None:
        game = GAMES_OF_TESTS[name]
        dictionary = GAMES[game.game].dictionary
        assert dictionary is not None and len(dictionary.pack(game.actions)) <= 2 * len(game.actions)

    def test_names_of_strangers_are_texts_to_be_shown(self) -> None:
        first, second = unpack(pack(ODD)).seats
        assert (first.name, second.name) == ("あおい ❤", "Zoë ??")

    def test_a_game_without_a_dictionary(self) -> None:
        plain = replace(GAMES["star"], id="plain", dictionary=None)
        game = replace(record("star", {}, 3, ("@a1", "@b2", "0:odd\n\u2028")), game="plain")
        assert preset(None) == b""
        assert unpack_unchecked(pack(game, {"plain": plain}), games={"plain": plain}) == replace(game, times=())

    @given(actions=st.lists(st.text() | st.sampled_from(["e2", "a1h", "pass"]), max_size=12))
    def test_any_actions(self, actions: list[str]) -> None:
        game = replace(RECORD, actions=tuple(actions), times=())
        assert unpack_unchecked(pack(game)).actions == tuple(actions)


class TestLength:
    def test_sixty_plies_of_quoridor_are_300_letters_at_most(self) -> None:
        spec = GAMES["quoridor"]
        seeds = range(2**31 - 3, 2**31 + 1)  # no seed is longer
        games = [record("quoridor", {}, seed, texts_of(spec, random_game(spec, seed, 60))) for seed in seeds]
        assert {len(game.actions) for game in games} == {60}
        letters = [len(pack(game)) for game in games]
        assert max(letters) <= 300, letters

    def test_five_chips_of_hyper_robots_are_700_letters_at_most(self) -> None:
        game = GAMES_OF_TESTS["robots-seed-26"]
        end = replay(GAMES["robots"], game.options, game.seed, game.actions).state
        assert sum(end.chips) == 5
        assert len(pack(game)) <= 700

    @pytest.mark.parametrize("name", pinned())
    def test_any_game_of_usual_length_fits_a_code_that_phones_read(self, name: str) -> None:
        """A QR code of version 12 and level M has 419 letters."""
        game = GAMES_OF_TESTS[name]
        if len(game.actions) <= 70:
            assert len(pack(game)) <= 419


class TestForEver:
    """What KISSATEN1 is: whoever must change one of these makes a KISSATEN2 beside it."""

    @pytest.mark.parametrize(
        ("game", "digest"),
        [
            ("coffee", "1f1036e6561cbc86"),
            ("quoridor", "a980b8e79d953b5e"),
            ("robots", "5aec9a3bafa8874a"),
            ("star", "140baf369e8b20f7"),
        ],
    )
    def test_the_dictionaries(self, game: str, digest: str) -> None:
        dictionary = GAMES[game].dictionary
        assert dictionary is not None
        words = "\n".join([*dictionary.beginnings, "", *dictionary.actions, ""])
        assert hashlib.sha256(words.encode() + preset(dictionary)).hexdigest()[:16] == digest

    @pytest.mark.parametrize(("code", "name"), rows("given_codes"))
    def test_codes_that_were_given_away(self, code: str, name: str) -> None:
        assert unpack_unchecked(code) == replace(GAMES_OF_TESTS[name], times=())


def problem(text: str) -> tuple[str, str, str]:
    """What is wrong with a code: the kind of trouble, its place, and the sentence."""
    with pytest.raises(RecordFileError) as error:
        unpack(text)
    said = str(error.value)
    assert said.startswith("The code ") and said.isprintable() and len(said) < 400
    return error.value.kind, error.value.place, said


HEAD = {"options": {}, "seed": 0, "seats": [], "result": None}


class TestDamaged:
    @pytest.mark.parametrize(
        ("text", "kind", "place", "sentence"),
        [
            ("", "foreign", "", "The code is not a Kissaten game."),
            ("Hello e2", "foreign", "", "not a Kissaten game"),
            (CODE.replace("KISSATEN1", "KISSATEN2"), "code_version", "2", "has version 2, which this program does not"),
            ("KISSATEN1:", "mistyped", "", "The code has a typing mistake, or a part is missing."),
            (CODE[:-1], "mistyped", "", "The code has a typing mistake, or a part is missing."),
            (CODE[:60], "mistyped", "", "typing mistake, or a part"),
            (CODE[:20] + "é" + CODE[21:], "letter", "21", "The code has a typing mistake: letter 21 cannot be “é”."),
            (CODE[:12] + "Z" + CODE[13:], "letter", "13", "letter 13 cannot be “Z”"),
            (CODE[:20] + "\x00" + CODE[21:], "letter", "21", "letter 21 cannot be “?”"),
            (CODE + "0", "mistyped", "", ""),
            (CODE + "0" * 150_000, "too_large", "more than 100000", "The code is too large for a game (more than"),
        ],
    )
    def test_what_is_wrong_is_named(self, text: str, kind: str, place: str, sentence: str) -> None:
        found = problem(text)
        assert found[:2] == (kind, place) and sentence in found[2]

    @pytest.mark.parametrize(
        ("code", "kind", "sentence"),
        [
            (wrapped(b"\x05chess\x00"), "game", "belongs to a game that is not installed here: 'chess'"),
            (wrapped(b"\xff\xff"), "game", "not installed here"),
            (wrapped(b"\x08quoridor"), "mistyped", ""),
            (wrapped(b"\x08quoridor\xff\xff"), "mistyped", ""),
            (wrapped(decode(made(HEAD)[len(START) :])[4:] + b"more"), "mistyped", ""),
            (made({**HEAD, "tea": "茶" * MAX_BYTES}), "too_large", "more than 100000 bytes"),
            (made(b"[" * 90_000), "field", "damaged"),
            (made(b"{"), "field", "damaged"),
            (made([]), "field", "expected an object"),
            (made({**HEAD, "seats": [{}, {"kind": "cat"}]}), "field", "'seats'[1].kind is 'cat'"),
            (made({**HEAD, "options": {"tea": 1}}), "field", "unknown option 'tea'"),
            (made({**HEAD, "played": "yesterday"}), "field", "not a moment"),
            (made(HEAD, b"\xff"), "field", "none of the game's"),
            (made(HEAD, b"\x00"), "field", "damaged"),
            (made(HEAD, b"\x007\n"), "field", "an action is no text"),
            (made(HEAD, b"\x00[\n"), "field", "damaged"),
            (made(HEAD, b"\x01", "coffee"), "field", "an action has no end"),
            (made(HEAD, b"\x01\x01", "coffee"), "field", "an action begins twice"),
            (made(HEAD, b"\x01\x01"), "action", "action 0 is not possible"),
            (made(HEAD, b"\x01" * 5_001), "too_long", "more than 5000 actions"),
        ],
    )
    def test_a_code_that_was_made_to_deceive(self, code: str, kind: str, sentence: str) -> None:
        found = problem(code)
        assert found[0] == kind and sentence in found[2]

    def test_what_a_code_may_leave_out_and_what_it_cannot_bring(self) -> None:
        brought = {"times": [5] * 9, "format": "tea", "version": 9, "game": "star", "actions": ["b1"]}
        back = unpack_unchecked(made(brought))
        assert (back.game, back.actions, back.times) == ("quoridor", (), ())


def in_lines(code: str) -> list[str]:
    """A code as a program breaks it that knows no word so long."""
    return [code[at : at + 20] for at in range(0, len(code), 20)]


class TestOnItsWay:
    """Programs that pass a text on break its lines, write around it and change its case."""

    @pytest.mark.parametrize("end", ["\n", "\r\n"])
    def test_lines_are_broken_anywhere(self, end: str) -> None:
        for width in (11, 20, 76):
            lines = [CODE[start : start + width] for start in range(0, len(CODE), width)]
            assert unpack_unchecked(end.join(lines)) == unpack_unchecked(CODE)

    def test_lines_are_broken_at_a_space(self) -> None:
        code = next(code for code in (pack(replace(RECORD, seed=seed)) for seed in range(99)) if " " in code)
        assert unpack_unchecked(code.replace(" ", "\n")) == unpack_unchecked(code)

    @pytest.mark.parametrize(
        "text",
        [
            CODE.lower(),
            f"  {CODE}  \n",
            f"Kissaten · Quoridor\nAoi wins\n{CODE}\n",
            f"{CODE}\nSee you! Aoi",
            f"look: {CODE}",
            f"「{CODE}」",
            f"{CODE}」です",
            f"“{CODE}”",
            f"{CODE}.",
            f"{CODE}... nice game",
            f"{CODE}, nice game",
            f"{CODE} nice game",
            CODE.replace(":", "：", 1),
            "".join(chr(ord(sign) + 0xFEE0) if sign > " " else sign for sign in CODE),
            "\n".join(f"> {line}" for line in in_lines(CODE)),
            "\n".join(f"> > {line}" for line in in_lines(CODE)) + "\n\nWell played",
            "\u200b".join(in_lines(CODE)),
        ],
    )
    def test_there_is_something_around_it(self, text: str) -> None:
        assert has_code(text) and unpack_unchecked(text) == unpack_unchecked(CODE)

    def test_a_code_may_begin_with_a_space(self) -> None:
        code = next(
            code for code in (pack(replace(RECORD, seed=seed)) for seed in range(999)) if code[len(START)] == " "
        )
        assert unpack_unchecked(f"{code}\n").game == "quoridor"

    @pytest.mark.parametrize("name", ["game.json", "game.txt"])
    def test_it_may_lie_in_a_file(self, name: str) -> None:
        assert parse(f"{CODE}\n".encode(), name) == unpack(CODE)
        with pytest.raises(RecordFileError, match=rf"^{re.escape(name)} has a typing mistake, or a part is missing\.$"):
            parse(CODE[:-1].encode(), name)


def mutated(code: str, chance: Random) -> str:
    """`code` with a letter or a few of them changed, lost, added or swapped."""
    letters = list(code)
    for _ in range(chance.choice((1, 1, 1, 2, 8))):
        at, kind = chance.randrange(len(letters)), chance.randrange(6)
        if kind == 0:
            letters[at] = chance.choice(ALPHABET)
        elif kind == 1:
            letters[at : at + chance.choice((1, 1, 3, 40))] = [] if len(letters) > 60 else ["A"]
        elif kind == 2:
            letters.insert(at, chance.choice(ALPHABET + "é\n\x00茶"))
        elif kind == 3:
            letters[at - 1], letters[at] = letters[at], letters[at - 1]
        elif kind == 4:
            letters[at] = chance.choice("oOlI0158BSéa\t\u3000")
        else:
            other = chance.randrange(len(letters))
            letters[at:at] = letters[other : other + chance.choice((3, 30))]
    return "".join(letters)


@few_or_many("count", 500, 10_000)
def test_mutated_codes_never_open_as_another_game(count: int) -> None:
    chance, codes = Random(1), {pack(game): replace(game, times=()) for game in GAMES_OF_TESTS.values()}
    refused = 0
    for _ in range(count):
        code = chance.choice(sorted(codes))
        try:
            back = unpack_unchecked(mutated(code, chance))
        except RecordFileError as error:
            assert str(error).startswith("The code ") and str(error).isprintable()
            refused += 1
        else:
            assert back == codes[code]  # a line break, or letters that changed places with themselves
    assert refused > count * 0.8


@given(text=st.text() | st.text(ALPHABET).map(START.__add__))
def test_any_text(text: str) -> None:
    with pytest.raises(RecordFileError):
        unpack(text)
