"""Games as files: what is written is read again, nothing is overwritten, and whatever is wrong is named. Playing a
record back: positions, pace, ends, and the game that branches off."""

import json
import os
from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from game import paths
from game.core.plain_text import printable
from game.core.record import MAX_PLIES, Record, ReplayError, SeatConfig
from game.core.rules import Outcome
from game.match_setup import IDENTITIES
from game.records import files
from game.records.files import RecordFileError, export, export_text, file_name, find_files, parse, read
from game.records.playback import PACE, SPEEDS, Playback
from tests.stories import cases
from tests.toy import NIM

DAY = date(2026, 11, 21)
SEATS = (SeatConfig("human", name="@aoi", identity="circle"), SeatConfig("ai", 3, "Zoë", "moon"))
WON = ("e2", "e8", "e3", "e7", "e4", "e6", "e5", "e4", "e6", "e3", "e7", "e2", "e8", "d2", "e9")
RECORD = Record(
    "quoridor",
    {"players": 2, "jump_pairs": False, "walls": None},
    5,
    WON,
    SEATS,
    tuple(range(len(WON))),
    Outcome((0,), "goal"),
)
OPEN = replace(RECORD, actions=WON[:4], times=(), result=None)


def changed(**fields):
    """RECORD's file with fields changed, as bytes."""
    return json.dumps({**json.loads(RECORD.to_json()), **fields}).encode()


(CASES,) = cases(Path(__file__).with_name("file_cases.txt")).values()


class TestWriting:
    def test_what_is_written_is_read_again(self, tmp_path):
        path = export(RECORD, tmp_path / "new" / "folder", "game.json")
        assert path == tmp_path / "new" / "folder" / "game.json"
        assert read(path) == RECORD

    def test_nothing_is_overwritten(self, tmp_path):
        names = [export(replace(RECORD, seed=seed), tmp_path, "game.json").name for seed in range(3)]
        assert names == ["game.json", "game (2).json", "game (3).json"]
        assert [read(tmp_path / name).seed for name in names] == [0, 1, 2]

    def test_any_text_can_leave_the_house(self, tmp_path):
        assert export_text("", tmp_path, "a.b.csv").name == "a.b.csv"
        table = export_text("one\r\n", tmp_path, "a.b.csv")
        assert table.name == "a.b (2).csv" and table.read_bytes() == b"one\r\n"
        path = export_text("torn \udcff", tmp_path, "damaged.json")
        assert path.read_text(encoding="utf-8") == "torn ?"

    def test_a_folder_that_is_a_file_is_refused(self, tmp_path):
        (tmp_path / "taken").write_text("")
        with pytest.raises(OSError):
            export(RECORD, tmp_path / "taken", "game.json")

    def test_the_name_tells_game_date_and_names(self):
        assert file_name(RECORD, DAY, ["Aoi", "レン"]) == "quoridor 2026-11-21 Aoi, レン.json"

    @given(names=st.lists(st.text(), max_size=8))
    @example(names=["../../etc", "a:b\\c", "", ". ", "\x00", "あ" * 90, "\ud800"])
    def test_any_names_give_a_safe_file_name(self, names):
        name = file_name(RECORD, DAY, names)
        assert not set(name) & set('\\/:*?"<>|\0') and name.isprintable() and len(name.encode()) < 220
        assert (
            name.startswith("quoridor 2026-11-21")
            and name.endswith(".json")
            and not name.endswith(("..json", " .json"))
        )

    def test_the_folder(self, tmp_path, monkeypatch):
        monkeypatch.setenv("KISSATEN_EXPORT", str(tmp_path / "games"))
        assert paths.export_dir() == tmp_path / "games"
        monkeypatch.delenv("KISSATEN_EXPORT")
        assert paths.export_dir().name == "Kissaten"


@pytest.mark.parametrize(
    ("text", "shown"),
    [("a\nb\x00", "a?b?"), ("x" * 200, "x" * 200), ("x" * 201, "x" * 199 + "…"), ("x" * 999, "x" * 199 + "…")],
)
def test_what_is_said_of_a_file_is_one_short_line(text, shown):
    assert printable(text) == shown


class TestFinding:
    def test_the_latest_come_first(self, tmp_path):
        for age, name in enumerate(("c.json", "a.json", "b.txt")):
            (tmp_path / name).write_text("{}")
            os.utime(tmp_path / name, (1000 - age, 1000 - age))
        (tmp_path / "folder.json").mkdir()
        assert [(found.path.name, found.size) for found in find_files(tmp_path)] == [("c.json", 2), ("a.json", 2)]

    def test_no_folder_holds_no_files(self, tmp_path):
        assert find_files(tmp_path / "none") == []

    def test_one_that_cannot_be_looked_at_takes_no_other_with_it(self, tmp_path):
        class Barred(type(tmp_path)):
            def stat(self, **_):
                raise PermissionError

        class Folder(type(tmp_path)):
            def glob(self, pattern, **_):
                return [tmp_path / "a.json", Barred(tmp_path / "b.json"), tmp_path / "c.json"]

        for name in "abc":
            (tmp_path / f"{name}.json").write_text("{}")
        assert {found.path.name for found in find_files(Folder(tmp_path))} == {"a.json", "c.json"}

    def test_a_folder_that_cannot_be_listed_is_told(self, tmp_path, caplog):
        class Pulled(type(tmp_path)):
            def glob(self, pattern, **_):
                raise OSError("Input/output error")

        assert find_files(Pulled(tmp_path)) == []
        assert f"{tmp_path}: Input/output error" in caplog.text


class TestWhenItWasPlayed:
    @pytest.mark.parametrize(
        ("written", "read_as"),
        [
            ("2026-11-24T18:20:42+02:00", "2026-11-24T16:20:42+00:00"),
            ("2026-11-24T16:20:42Z", "2026-11-24T16:20:42+00:00"),
            ("", ""),
        ],
    )
    def test_it_is_read_in_utc(self, written, read_as):
        assert parse(replace(RECORD, played=written).to_json().encode(), "a.json").played == read_as

    def test_a_game_is_the_same_whenever_it_was_played(self):
        dated = replace(RECORD, played="2026-11-24T16:20:42+00:00")
        assert dated == RECORD and '"played"' in dated.to_json() and '"played"' not in RECORD.to_json()


class TestReading:
    def test_what_may_be_left_out(self):
        game = parse(b'{"format": "kissaten-record", "version": 1, "game": "quoridor", "actions": ["e2"]}', "a.json")
        assert game.options == {"players": 2, "jump_pairs": False, "walls": None}
        assert game.actions == ("e2",) and game.result is None
        assert [(seat.kind, bool(seat.name), bool(seat.identity)) for seat in game.seats] == [("human", True, True)] * 2

    def test_an_unfinished_and_a_resigned_game(self):
        assert parse(OPEN.to_json().encode(), "a.json") == OPEN
        resigned = replace(OPEN, result=Outcome((1,), "resign"))
        assert parse(resigned.to_json().encode(), "a.json") == resigned

    def test_a_missing_result_is_taken_from_the_rules(self):
        assert parse(changed(result=None), "a.json") == RECORD

    def test_a_byte_order_mark_is_no_damage(self):
        assert parse(b"\xef\xbb\xbf" + changed(), "a.json") == RECORD

    def test_an_identity_is_given_once(self):
        seats = parse(changed(seats=[{"identity": "moon"}, {"identity": "moon"}]), "a.json").seats
        assert seats[0].identity == "moon" and seats[1].identity in set(IDENTITIES) - {"moon"}

    def test_an_action_takes_a_day_at_most(self):
        assert parse(changed(times=[86_400_000]), "a.json").times == (86_400_000,)
        with pytest.raises(RecordFileError, match=r"'times'\[0\] is not in 0\.\.86400000"):
            parse(changed(times=[86_400_001]), "a.json")

    def test_a_game_has_5000_moves_at_most(self):
        long = ["e2", "e8", "e1", "e9"] * (MAX_PLIES // 4)
        game = parse(changed(actions=long, result=None), "a.json")
        assert len(game.actions) == 5000
        with pytest.raises(RecordFileError, match=r"^a\.json lists more than 5000 actions\.$") as error:
            parse(changed(actions=[*long, "e2"], result=None), "a.json")
        assert (error.value.kind, error.value.place) == ("too_long", "5000")

    def test_seats_from_elsewhere_can_be_shown(self):
        odd = [
            {"name": "A\x00\n\ud800" + "x" * 90, "identity": "cat", "device": "pad3"},
            {"kind": "ai", "level": 2, "name": "@nobody", "identity": "circle"},
        ]
        first, second = parse(changed(seats=odd), "a.json").seats
        assert first == SeatConfig("human", name="A???" + "x" * 20, identity=first.identity)
        assert first.identity not in ("", "cat", "circle") and second.identity == "circle"
        assert second.name == "nobody"

    @pytest.mark.parametrize("case", CASES)
    def test_what_is_wrong_is_named(self, case):
        given, _, said = case.partition(" -> ")
        is_text = given.startswith("text ")
        value = json.loads(given.removeprefix("text "))
        self.check(value.encode() if is_text else changed(**value), *said.split(" | "))

    @pytest.mark.parametrize(
        ("data", "kind", "place", "sentence"),
        [
            (b"\x89PNG\r\n", "not_text", "0", "game.json is not a text: byte 0 is not UTF-8."),
            (b"[" * 90_000, "field", "", "game.json is damaged"),
            (
                b'{"format": ' + b"1" * 9000 + b"}",
                "field",
                "",
                "game.json is damaged: something in it is missing or wrong (a number of 9000 digits).",
            ),
            (b'{"format": ' + b"[" * 200 + b"]" * 200 + b"}", "field", "", "nested too deeply"),
            (changed(actions=["e2", "\x00" * 5000]), "action", "1", "action 1"),
        ],
    )
    def test_it_is_named_in_a_file_without_measure(self, data, kind, place, sentence):
        self.check(data, kind, place, sentence)

    def check(self, data, kind, place, sentence):
        with pytest.raises(RecordFileError) as error:
            parse(data, "game.json")
        assert (error.value.kind, error.value.place) == (kind, place)
        assert sentence in str(error.value) and "game.json" in str(error.value)
        assert str(error.value).isprintable() and len(str(error.value)) < 400

    def test_a_file_that_is_too_large_is_not_read_to_its_end(self, tmp_path):
        path = tmp_path / "huge.json"
        path.write_bytes(changed() + b" " * files.MAX_BYTES)
        with pytest.raises(RecordFileError, match=r"huge\.json is too large") as error:
            read(path)
        assert error.value.kind == "too_large"

    @pytest.mark.parametrize("name", ["none.json", ".", "a\0b"])
    def test_a_file_that_cannot_be_opened(self, tmp_path, name):
        with pytest.raises(RecordFileError, match="cannot be read") as error:
            read(tmp_path / name)
        assert error.value.kind == "unreadable" and error.value.detail


VALID = RECORD.to_json().encode()
values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=6), inner, max_size=3),
    max_leaves=6,
)
seats = st.lists(st.dictionaries(st.sampled_from(["kind", "level", "name", "identity", "device"]), values), max_size=3)
actions = st.lists(st.sampled_from(WON) | st.text(max_size=4), max_size=20)
places = st.integers(0, len(VALID))
FILES = {
    "damaged bytes": st.builds(lambda at, cut, put: VALID[:at] + put + VALID[at + cut :], places, places, st.binary()),
    "foreign bytes": st.binary(max_size=200),
    "a field of any other value": st.builds(
        lambda field, value: changed(**{field: value}), st.sampled_from(sorted(json.loads(VALID))), values
    ),
    "seats of any other value": st.builds(lambda seats: changed(seats=seats), seats),
    "actions in any order": st.builds(lambda actions: changed(actions=actions, result=None), actions),
}


@pytest.mark.parametrize("kind", FILES)
@given(data=st.data())
def test_a_file_is_a_whole_game_that_is_read_again_or_named_in_the_error(kind, data):
    try:
        game = parse(data.draw(FILES[kind]), "game.json")
    except RecordFileError as error:
        assert str(error).startswith("game.json ") and str(error).isprintable()
    else:
        assert parse(game.to_json().encode(), "game.json") == game


TAKEN = Record("nim", {"players": 2, "pile": 7}, 3, ("take 1", "take 2", "take 1", "take 3"), times=(5, 6, 7, 8))


def due(playback, seconds, step=1 / 64):
    """How many actions come due in a time, each taken at once."""
    count = 0
    for _ in range(round(seconds / step)):
        if playback.advance(step):
            playback.seek(playback.ply + 1)
            count += 1
    return count


def test_positions_are_those_of_the_game():
    playback = Playback(NIM, TAKEN)
    assert (playback.ply, playback.total, playback.outcome) == (0, 4, None)
    for ply, step in enumerate(playback.steps):
        assert playback.seek(ply) == (ply > 0)
        assert playback.state == step.before and playback.actors() == (step.seat,)
    assert playback.seek(99) and playback.ply == 4 and playback.state == playback.steps[-1].after
    assert playback.outcome == NIM.rules.outcome(playback.state) is not None
    assert playback.actors() == () and not playback.can_branch()
    assert playback.seek(-5) and playback.ply == 0 and not playback.seek(0)


@pytest.mark.parametrize("speed", SPEEDS)
def test_the_first_action_comes_at_once_and_the_others_at_the_pace(speed):
    playback = Playback(NIM, TAKEN)
    playback.change_speed(SPEEDS.index(speed) - SPEEDS.index(1.0))
    assert playback.speed == speed and due(playback, 1) == 0
    playback.toggle()
    assert due(playback, PACE / speed / 2) == 1
    assert due(playback, PACE / speed) == 1
    assert due(playback, 9 * PACE / speed) == 2 and not playback.playing


def test_it_stops_and_starts_over():
    playback = Playback(NIM, TAKEN, 2)
    playback.toggle()
    playback.toggle()
    assert not playback.playing and due(playback, 5) == 0
    playback.seek(4)
    playback.toggle()
    assert playback.playing and playback.ply == 0


def test_speeds_end_where_they_end():
    playback = Playback(NIM, TAKEN)
    playback.change_speed(9)
    assert playback.speed == SPEEDS[-1]
    playback.change_speed(-9)
    assert playback.speed == SPEEDS[0]


def test_an_empty_record_never_runs():
    playback = Playback(NIM, replace(TAKEN, actions=(), times=()))
    playback.toggle()
    assert not playback.playing and playback.state == NIM.rules.start({"players": 2, "pile": 7}, 3)


def test_a_branch_is_the_record_up_to_there_with_its_seats():
    playback = Playback(NIM, replace(TAKEN, result=Outcome((0,), "last")), 2)
    seats = (SeatConfig("ai", 1), SeatConfig())
    assert playback.can_branch()
    assert playback.branch(seats) == replace(TAKEN, actions=TAKEN.actions[:2], times=(5, 6), seats=seats)


def test_a_resigned_game_is_over_but_can_go_on():
    playback = Playback(NIM, replace(TAKEN, actions=("take 1",), result=Outcome((0,), "resign")), 1)
    assert playback.outcome == Outcome((0,), "resign") and playback.actors() == () and playback.can_branch()


def test_a_record_that_the_rules_do_not_allow_is_refused():
    with pytest.raises(ReplayError):
        Playback(NIM, replace(TAKEN, actions=("take 99",)))
