"""The kiosk's settings while the table runs, as stories in kiosk_stories.txt; their file, and hours at midnight."""

import json
import os
import re
from dataclasses import fields
from datetime import datetime, time, timedelta
from pathlib import Path
from typing import ClassVar

import pytest
import tomlkit

from game.core.times import Span
from game.kiosk.config import (
    KEYS,
    TABLES,
    Config,
    closing_soon,
    is_open,
    next_closing,
    next_opening,
    split_key,
    volume_step,
)
from game.kiosk.config_file import MOST_PROBLEMS, ConfigWriteError, load, write
from game.kiosk.kiosk import OVERRIDES, Kiosk
from game.kiosk.pin import PinFile
from game.toml_file import MAX_BYTES
from tests.stores import opening
from tests.stories import Teller, cases, each_story
from tests.tables import rows

OURS = "# Ours\n[idle]\nmenu = 60 # a minute\nturn = 100\n"


class Kiosks(Teller):
    """Tells of a kiosk's settings and their file. Each step says what comes of it: changed settings ("told menu 60 to
    70, turn 100 to 100"), new "problems", why a change stays "unwritten", and "logged"; or the name of an error. A line
    of TEXT ends at "\\n". A story begins with "start", unless it prepares the file or the store before."""

    begins = ("start", "write", "store")
    facts: ClassVar = {
        # three settings: "menu 60, turn 100, offer 120"
        "values": lambda s: [f"{name} {getattr(s.kiosk.config.idle, name)}" for name in ("menu", "turn", "offer")],
        "waiting": lambda s: json.dumps(s.kiosk.store.get(OVERRIDES)),  # the changes that wait in the store, as JSON
        # the incidents with their details, the newest first
        "incidents": lambda s: "; ".join(
            ": ".join(filter(None, (one.kind, one.detail))) for one in s.kiosk.store.audits.incidents
        ),
        "file": lambda s: s.path.read_text().replace("\n", "\\n"),  # the file as TEXT
    }

    def __init__(self, opened, path, disk, caplog):
        self.opened = opened
        self.path = path
        self.disk = disk
        self.caplog = caplog
        self.kiosk = None
        self.changes = []
        path.write_text(OURS)

    def do(self, verb, *given):
        """Take a step, and say what comes of it."""
        before = self.troubles()
        self.changes.clear(), self.caplog.clear()
        try:
            super().do(verb, *given)
        except (KeyError, ValueError) as error:
            return type(error).__name__
        found = [f"told menu {old.menu} to {new.menu}, turn {old.turn} to {new.turn}" for old, new in self.changes]
        found += [f"{what}: {now or 'none'}" for what, now in self.troubles().items() if now != before[what]]
        found += ["logged"] * bool(self.caplog.records)
        return "; ".join(found)

    def troubles(self):
        problems = self.kiosk.problems if self.kiosk else ()
        unwritten = self.kiosk.unwritten if self.kiosk else ""
        keys = " ".join(problem.key or problem.kind for problem in problems)
        return {"problems": keys, "unwritten": unwritten.removeprefix(f"{self.path}: ")}

    def do_start(self, given: str = ""):
        """[named]: Start, as after a kill. With "named", the operator has named the file."""
        self.kiosk = Kiosk(self.opened(), self.path, PinFile(self.path.with_name("pin.json")), given == "named")
        self.kiosk.on_change = lambda before, after: self.changes.append((before.idle, after.idle))

    def do_write(self, given: str = ""):
        """[TEXT], "NUMBER signs", or "no file": Write the file, or delete it."""
        if given == "no file":
            self.path.unlink()
            return
        number, _, rest = given.partition(" ")
        self.path.write_text("x" * int(number) if rest == "signs" else given.replace("\\n", "\n"))

    def do_store(self, given: str = ""):
        """JSON: Store this as the waiting changes."""
        self.opened().set(OVERRIDES, json.loads(given))


@each_story(Path(__file__).with_name("kiosk_stories.txt"))
def test_a_story(story, tmp_path, disk, caplog):
    caplog.set_level("INFO", "game.kiosk")
    for opened in opening(tmp_path / "data" / "store.sqlite3"):
        Kiosks(opened, tmp_path / "kiosk.toml", disk, caplog).tell(story)


# The file


DOCUMENTED = Path(__file__).parents[2] / "docs" / "kiosk.toml"
WORDS = "# Our table\n[idle] # in seconds\nturn = 60 # short\n# not ours\ncolour = 'red'\n\n[other]\nx = [1, 2] # two\n"


@pytest.fixture
def path(tmp_path):
    return tmp_path / "kiosk.toml"


def loaded(path, text):
    """What a file of this text, or these bytes, gives: settings and problems as sentences."""
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    config, problems = load(path)
    return config, [str(problem) for problem in problems]


class TestTheDocumentedFile:
    def test_it_has_every_key_at_its_default(self):
        assert load(DOCUMENTED) == (Config(), ())
        table = tomlkit.parse(DOCUMENTED.read_text(encoding="utf-8")).unwrap()
        assert tuple(table) == TABLES
        assert [f"{name}.{key}" for name in table for key in table[name]] == list(KEYS)
        for key, setting in KEYS.items():
            of_table, name = split_key(key)
            assert table[of_table][name] == Config().plain(key) == setting.kind.plain(setting.default)

    def test_it_names_each_range_and_default(self):
        settings = iter(KEYS.values())
        for comment, lines in re.findall(r"((?:# .*\n)+)((?:\w+ = .*\n)+)", DOCUMENTED.read_text(encoding="utf-8")):
            told = comment.replace("\n# ", " ")
            for line, setting in zip(lines.splitlines(), settings, strict=False):
                name, _, default = line.partition(" = ")
                assert setting.key.endswith(f".{name}") and setting.kind.range in told
                assert "efault" in told and (default.startswith("[") or default in told), name
        assert next(settings, None) is None


TAKEN, REFUSED = cases(Path(__file__).with_name("config_cases.txt")).values()


def text_of(written):
    """A line of the cases, of which Python's escapes are written out."""
    return written.encode("latin-1", "backslashreplace").decode("unicode_escape")


@pytest.mark.parametrize("case", TAKEN)
def test_what_is_taken(path, case):
    text, _, setting = case.partition(" -> ")
    key, _, value = setting.partition(" = ")
    config, problems = loaded(path, text_of(text))
    assert (repr(config.value(key)), problems) == (value, [])
    assert Config().changed({key: config.plain(key)}) == config


@pytest.mark.parametrize("case", REFUSED)
def test_what_is_refused_is_said_and_the_rest_is_taken(path, case):
    line, _, said = map(text_of, case.partition(" -> "))
    config, (problem,) = loaded(path, f"attract.pace = 7\n{line}\n")
    assert config == Config().changed({"attract.pace": 7}) and problem.isprintable()
    assert problem == said or (said.endswith("...") and problem.startswith(said[:-3]))


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[idle]\nturn = 60\nmenu =\n", "line 3: "),
        ("[idle]\nturn = 60\nturn = 61\n", "turn"),
        ("x = " + "[" * 20_000, "line 1: nested too deeply"),
        ("x = " + "[1,\n" * 15_000, "line"),
        ("x = [\n" + "[\n" * 5_000, "line 202: "),
        ("x = " + "{a=" * 20_000, "line 1: nested too deeply"),
        ("a." * 30_000 + "a = 1", "line 1: nested too deeply"),
        ("".join(f"[a.b{number}]\n" for number in range(5_000)), "line 201: "),
        ("x = " + "9" * 50_000, "line 1: "),
        ("x = 2026-02-30", "line 1: "),
        ("x = '\0'", "line 1: "),
        (
            'house.text = "Cake of the day\nattract.pace = 7\n',
            "line 1: house.text: a quote is missing at the end of a text",
        ),
        ("[hours]\nmonday = 25:00", "line 2: hours.monday: Invalid time; a time is written in quotes"),
        ("[idle]\nturn = 20\n\n[hours]\n friday=18:00-02:00\n", "line 5: hours.friday: Invalid time; "),
        ("hours.monday = 2026-02-30", "line 1: hours.monday: Invalid date; "),
        ("[sound]\nfirst_from = 9:00 # early", "line 2: sound.first_from: "),
        ("[display]\nlanguage = ja", "line 2: display.language: "),
        (b"a = 1\nb = '\xff'", "line 2 is not UTF-8 text"),
        ("é = 1".encode("utf-16"), "line 1 is not UTF-8 text"),
        (b"#" * (MAX_BYTES + 1), f"it has more than {MAX_BYTES} bytes"),
        (b"[idle]\nturn = 60\n" + b"#" * 10_000_000, f"it has more than {MAX_BYTES} bytes"),
    ],
)
def test_a_file_that_cannot_be_used_gives_the_defaults(path, text, said):
    config, problems = loaded(path, text)
    assert config == Config() and len(problems) == 1 and said in problems[0] and problems[0].isprintable()
    before = path.read_bytes()
    with pytest.raises(ConfigWriteError, match=re.escape(str(path))):
        write(path, {"idle.turn": 70})
    assert path.read_bytes() == before


def test_no_flood_of_problems(path):
    _, problems = loaded(path, "".join(f"k{number} = 1\n" for number in range(300)))
    assert len(problems) == MOST_PROBLEMS + 1 and problems[-1] == f"and {300 - MOST_PROBLEMS} more"


def test_places_that_are_no_files(path, tmp_path):
    places = (path, tmp_path, tmp_path / "a\0b")
    assert [load(place)[1][0].kind for place in places] == ["missing", "unreadable", "unreadable"]
    for place in (tmp_path, tmp_path / "none" / "kiosk.toml"):
        with pytest.raises(ConfigWriteError):
            write(place, {"idle.turn": 70})


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no such pipes")
def test_a_pipe_keeps_nobody_waiting(path):
    os.mkfifo(path)
    (problem,) = load(path)[1]
    assert problem.kind == "unreadable" and "no regular file" in str(problem)


class TestWriting:
    def test_comments_order_and_unknown_keys_stay(self, path):
        path.write_text(WORDS)
        write(path, {"idle.turn": 75, "idle.menu": 30, "hours.sunday": Span(600, 1320), "games.shown": ("star",)})
        text = path.read_text()
        assert text.startswith("# Our table\n[idle] # in seconds\nturn = 75 # short\n# not ours\ncolour = 'red'\n")
        assert "\n\n[other]\nx = [1, 2] # two\n" in text
        plain = {"idle.turn": 75, "idle.menu": 30, "hours.sunday": "10:00-22:00", "games.shown": ["star"]}
        assert load(path)[0] == Config().changed(plain)

    def test_every_key_can_be_written_into_the_documented_file(self, path):
        lines = DOCUMENTED.read_text(encoding="utf-8").splitlines()
        for key, setting in KEYS.items():
            path.write_text("\n".join(lines), encoding="utf-8")
            other = next(value for value in others(setting) if value != Config().plain(key))
            write(path, {key: other})
            after = path.read_text(encoding="utf-8").splitlines()
            changed = [new for old, new in zip(lines, after, strict=True) if old != new]
            assert len(changed) == 1 and changed[0].startswith(f"{split_key(key)[1]} = ")
            assert load(path) == (Config().changed({key: other}), ())

    @pytest.mark.parametrize(
        "text",
        ["", "idle.turn = 60\n", "idle = {turn = 60}\n", "[idle]\nturn = 60", "[attract]\n[idle]\n", "# only\n"],
    )
    def test_however_it_is_written(self, path, text):
        path.write_text(text)
        values = {"idle.turn": 70, "idle.dim": 600, "shelf.size": 20}
        write(path, values)
        assert load(path) == (Config().changed(values), ())

    def test_line_ends_and_rights_stay(self, path):
        path.write_bytes("\ufeff[idle]\r\nturn = 60\r\n".encode())
        path.chmod(0o640)
        write(path, {"idle.turn": 70, "shelf.size": 20})
        data = path.read_bytes()
        assert data.startswith("\ufeff[idle]\r\n".encode()) and data.count(b"\n") == data.count(b"\r\n") > 3
        assert path.stat().st_mode & 0o777 == 0o640
        assert [one.name for one in path.parent.iterdir()] == ["kiosk.toml"]

    def test_a_file_behind_a_link_is_written_and_the_link_stays(self, path, tmp_path):
        (tmp_path / "real.toml").write_text("idle.turn = 60\n")
        path.symlink_to(tmp_path / "real.toml")
        write(path, {"idle.turn": 70})
        assert path.is_symlink() and (tmp_path / "real.toml").read_text() == "idle.turn = 70\n"

    @pytest.mark.parametrize(
        ("text", "trouble", "said"),
        [
            ("idle = 5\n", "", r"idle: 5 is not allowed\. Allowed: a table"),
            (WORDS, "broken disk", "No space left"),
            (WORDS, "no right to write", "may not be written"),
        ],
    )
    def test_one_that_fails_leaves_what_was_there(self, path, disk, monkeypatch, text, trouble, said):
        path.write_text(text)
        disk.become(trouble)
        if trouble == "no right to write":
            monkeypatch.setattr(os, "access", lambda place, mode: False)  # as for anybody but root
        with pytest.raises(ConfigWriteError, match=said):
            write(path, {"idle.turn": 70})
        assert path.read_text() == text and [one.name for one in path.parent.iterdir()] == ["kiosk.toml"]

    def test_only_settings_in_their_range_are_written(self, path):
        with pytest.raises(KeyError):
            write(path, {"idle.tea": 70})
        with pytest.raises(ValueError, match="15 to 1800"):
            write(path, {"idle.turn": 1})
        assert not path.exists()


def others(setting):
    """Values as a file has them, of which one at least is not the default."""
    texts = "en", "10:00", "10:00-22:00", "a text", "join", "10.0.0.1"
    for value in (8, 21, 22, 90, True, False, ["star"], [3], *texts):
        try:
            yield setting.kind.plain(setting.kind.read(value))
        except ValueError:
            continue


def test_every_field_is_a_setting():
    tables = [getattr(Config(), one.name) for one in fields(Config)]
    assert len(KEYS) == sum(len(fields(table)) for table in tables)


def test_a_file_that_the_program_wrote_before_settings_had_kinds_in_common_reads_the_same(path):
    old = (DOCUMENTED.parents[1] / "tests" / "fixtures" / "kiosk.toml").read_text(encoding="utf-8")
    path.write_text(old, encoding="utf-8")
    config, problems = load(path)
    assert problems == ()
    given = {
        f"{table}.{name}": value for table, ones in tomlkit.parse(old).unwrap().items() for name, value in ones.items()
    }
    assert {**given, "table.films": True} == {key: config.plain(key) for key in KEYS}, "with what has come since"
    assert all(config.value(key) != KEYS[key].default for key in given)


# Opening hours


DAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")


def week(text):
    """A configuration with the hours of all days, and others of those that are named behind it."""
    default, *named = text.split(", ")
    days = dict.fromkeys(DAYS, default) | dict(day.split() for day in named)
    return Config().changed({f"hours.{day}": hours for day, hours in days.items()})


def on(text):
    """A time in the week from Monday 23 November 2026 on, or in the next one."""
    *later, day, clock = text.split()
    return datetime.fromisoformat(f"2026-11-23T{clock}") + timedelta(days=DAYS.index(day), weeks=len(later))


@pytest.mark.parametrize(("hours", "now", "following"), rows("opening_hours", 3))
def test_when_the_table_opens_or_closes(hours, now, following):
    config = week(hours)
    kind, when = following.split(maxsplit=1)
    then = None if when == "never" else on(when)
    assert is_open(config, on(now)) is (kind == "closes")
    assert next_opening(config, on(now)) == (then if kind == "opens" else on(now))
    assert next_closing(config, on(now)) == (then if kind == "closes" else None)


@pytest.mark.parametrize(
    ("clock", "left"), [("21:54:59", None), ("21:55", 300), ("21:59:59", 1), ("22:00", None), ("09:59", None)]
)
def test_closing_is_announced(clock, left):
    cafe = week("10:00-22:00, monday closed")
    found = closing_soon(cafe, on(f"tuesday {clock}"))
    assert found == (None if left is None else timedelta(seconds=left))
    assert closing_soon(cafe, on("tuesday 21:00"), minutes=60) == timedelta(hours=1)
    assert closing_soon(week("always"), on("sunday 23:59")) is None


@pytest.mark.parametrize(
    ("clock", "volume"),
    [("00:00", 45), ("07:59", 45), ("08:00", 35), ("11:59", 35), ("12:00", 60), ("17:59", 60), ("18:00", 45)],
)
def test_the_volume_by_the_time_of_day(clock, volume):
    assert volume_step(Config(), time.fromisoformat(clock)).volume == volume


def test_volumes_in_any_order_and_at_one_time():
    config = Config().changed({"sound.first_from": "22:00", "sound.third_from": "12:00"})
    assert [volume_step(config, time(hour)).volume for hour in (3, 12, 21, 22)] == [35, 45, 45, 35]
