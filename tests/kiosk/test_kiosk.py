"""The kiosk's settings while the table runs: changes on screen, changes by hand, and files that cannot be used."""

import logging
import os
import sys

import pytest

from game.kiosk import kiosk as module
from game.kiosk.config import Config
from game.kiosk.config_file import ConfigWriteError
from game.kiosk.kinds import CLOSED
from game.kiosk.kiosk import LOOK_EVERY, OVERRIDES, RETRY_AFTER, WRITE_AFTER, Kiosk
from game.kiosk.pin import PinFile
from tests.stores import opening

WORDS = "# Ours\n[idle]\nmenu = 60 # a minute\nturn = 100\n"


@pytest.fixture
def opened(tmp_path):
    yield from opening(tmp_path / "data" / "store.sqlite3")


@pytest.fixture
def path(tmp_path):
    return tmp_path / "kiosk.toml"


@pytest.fixture
def make(opened, path):
    """What makes a kiosk, with a file of this text or none; each one on the store that the one before has left."""

    def kiosk(text=None, named=False):
        if text is not None:
            path.write_text(text)
        return Kiosk(opened(), path, PinFile(path.with_name("kiosk-pin.json")), named)

    return kiosk


def refuse(monkeypatch, why="it is read-only"):
    """Let every write of the file fail, until `monkeypatch.undo`."""

    def write(path, changes):
        raise ConfigWriteError(f"{path}: {why}")

    monkeypatch.setattr(module, "write", write)


def told(kiosk):
    """The list to which every change is told."""
    changes = []
    kiosk.on_change = lambda before, after: changes.append((before, after))
    return changes


class TestStart:
    def test_the_file_is_read(self, make):
        kiosk = make(WORDS)
        assert (kiosk.config.idle.menu, kiosk.config.idle.turn, kiosk.config.idle.offer) == (60, 100, 120)
        assert (kiosk.problems, kiosk.unwritten) == ((), "")

    def test_no_file_is_a_problem_only_where_one_was_named(self, make):
        assert (make().config, make().problems) == (Config(), ())
        kiosk = make(named=True)
        assert kiosk.config == Config() and [problem.kind for problem in kiosk.problems] == ["missing"]

    def test_a_broken_file_gives_the_defaults(self, make):
        kiosk = make("[idle\nmenu = 60")
        assert kiosk.config == Config() and [problem.kind for problem in kiosk.problems] == ["syntax"]


class TestChangedOnScreen:
    def test_it_counts_at_once_and_is_in_the_file_a_second_after_the_last(self, make, path):
        kiosk = make(WORDS)
        changes = told(kiosk)
        kiosk.change({"idle.menu": 70, "hours.monday": CLOSED})
        assert (kiosk.config.idle.menu, kiosk.config.hours.monday) == (70, CLOSED)
        assert [(before.idle.menu, after.idle.menu) for before, after in changes] == [(60, 70)]
        kiosk.tick(WRITE_AFTER * 0.9)
        kiosk.change({"idle.menu": 80})
        kiosk.tick(WRITE_AFTER * 0.9)
        assert path.read_text() == WORDS
        kiosk.tick(WRITE_AFTER * 0.2)
        expected = WORDS.replace("60", "80") + '\n[hours]\nmonday = "closed"\n'
        assert path.read_text() == expected and len(changes) == 2
        assert make().config == kiosk.config and make().store.get(OVERRIDES) == {}

    def test_flush_writes_at_once(self, make, path):
        kiosk = make(WORDS)
        kiosk.change({"idle.menu": 70})
        kiosk.flush()
        assert path.read_text() == WORDS.replace("60", "70")

    def test_what_is_no_change_is_none(self, make, path):
        kiosk = make(WORDS)
        changes = told(kiosk)
        kiosk.change({"idle.menu": 60})
        kiosk.flush()
        assert changes == [] and path.read_text() == WORDS and kiosk.store.get(OVERRIDES) is None

    @pytest.mark.parametrize(("values", "error"), [({"idle.menu": 1}, ValueError), ({"idle.tea": 1}, KeyError)])
    def test_what_is_no_setting_changes_nothing(self, make, values, error):
        kiosk = make(WORDS)
        with pytest.raises(error):
            kiosk.change({"idle.turn": 50, **values})
        assert kiosk.config.idle.turn == 100 and kiosk.store.get(OVERRIDES) is None

    def test_a_kill_before_it_is_written_loses_nothing(self, make, path):
        make(WORDS).change({"idle.menu": 70})
        kiosk = make()
        assert kiosk.config.idle.menu == 70 and path.read_text() == WORDS
        kiosk.tick(WRITE_AFTER)
        assert path.read_text() == WORDS.replace("60", "70") and kiosk.store.get(OVERRIDES) == {}


class TestNotWritten:
    def test_it_stays_in_the_store_and_is_said(self, make, path, monkeypatch, caplog):
        kiosk = make(WORDS)
        refuse(monkeypatch)
        kiosk.change({"idle.menu": 70})
        for _ in range(10):
            kiosk.tick(RETRY_AFTER)
        assert kiosk.unwritten == f"{path}: it is read-only" and caplog.text.count("read-only") == 1
        kiosk = make()
        assert kiosk.config.idle.menu == 70
        kiosk.tick(WRITE_AFTER)
        assert kiosk.unwritten and path.read_text() == WORDS
        monkeypatch.undo()
        kiosk.tick(RETRY_AFTER)
        assert kiosk.unwritten == "" and path.read_text() == WORDS.replace("60", "70")
        assert kiosk.store.get(OVERRIDES) == {}

    @pytest.mark.skipif(sys.platform == "win32" or os.geteuid() == 0, reason="root may write everything")
    def test_a_file_that_may_not_be_written(self, make, path):
        kiosk = make(WORDS)
        path.chmod(0o400)
        kiosk.change({"idle.menu": 70})
        kiosk.flush()
        assert kiosk.unwritten.endswith("it may not be written") and kiosk.store.get(OVERRIDES) == {"idle.menu": 70}

    def test_a_broken_file_is_not_written_over_until_it_is_whole(self, make, path):
        kiosk = make("[idle\n")
        kiosk.change({"idle.menu": 70})
        kiosk.flush()
        assert path.read_text() == "[idle\n" and "line" in kiosk.unwritten
        path.write_text(WORDS)
        kiosk.tick(LOOK_EVERY)
        kiosk.tick(WRITE_AFTER)
        assert path.read_text() == WORDS.replace("60", "70") and kiosk.unwritten == ""

    @pytest.mark.parametrize("stored", [["idle.menu"], 7, "x", {"idle.menu": 5, "idle.tea": 1, "idle": {}, "x": None}])
    def test_damaged_changes_are_dropped_with_a_line_in_the_log(self, make, opened, stored, caplog):
        opened().set(OVERRIDES, {**stored, "idle.turn": 50} if isinstance(stored, dict) else stored)
        kiosk = make(WORDS)
        assert kiosk.config.idle.menu == 60 and kiosk.config.idle.turn == (50 if isinstance(stored, dict) else 100)
        assert "dropped" in caplog.text


class TestChangedByHand:
    def test_it_is_read_within_two_seconds(self, make, path):
        kiosk = make(WORDS)
        changes = told(kiosk)
        path.write_text(WORDS.replace("60", "120"))
        kiosk.tick(LOOK_EVERY * 0.9)
        assert kiosk.config.idle.menu == 60
        kiosk.tick(LOOK_EVERY * 0.2)
        assert kiosk.config.idle.menu == 120
        assert [(before.idle.menu, after.idle.menu) for before, after in changes] == [(60, 120)]

    def test_what_waits_stands_over_it(self, make, path, monkeypatch):
        kiosk = make(WORDS)
        refuse(monkeypatch)
        kiosk.change({"idle.menu": 70})
        path.write_text(WORDS.replace("60", "120").replace("100", "200"))
        kiosk.tick(LOOK_EVERY)
        assert (kiosk.config.idle.menu, kiosk.config.idle.turn) == (70, 200)
        monkeypatch.undo()
        kiosk.flush()
        assert path.read_text() == WORDS.replace("60", "70").replace("100", "200")

    def test_the_file_s_own_value_set_on_screen_ends_the_waiting(self, make, path, monkeypatch):
        kiosk = make(WORDS)
        refuse(monkeypatch)
        kiosk.change({"idle.menu": 70})
        kiosk.change({"idle.menu": 60})
        assert kiosk.store.get(OVERRIDES) == {}
        path.write_text(WORDS.replace("60", "120"))
        kiosk.tick(LOOK_EVERY)
        assert kiosk.config.idle.menu == 120

    def test_what_came_just_before_a_write_is_kept_and_read(self, make, path):
        kiosk = make(WORDS)
        changes = told(kiosk)
        kiosk.change({"idle.menu": 70})
        path.write_text(WORDS.replace("100", "200"))
        kiosk.flush()
        assert (kiosk.config.idle.menu, kiosk.config.idle.turn) == (70, 200)
        assert [after.idle.turn for _, after in changes] == [100, 200]
        assert path.read_text() == WORDS.replace("60", "70").replace("100", "200")

    @pytest.mark.parametrize("text", ["[idle\nmenu = 5", "x" * 70_000, "idle.menu = 3\nidle.turn = 'x'", "idle = 3"])
    def test_what_cannot_be_used_keeps_the_day_s_values(self, make, path, text, caplog):
        kiosk = make(WORDS)
        changes = told(kiosk)
        path.write_text(text)
        kiosk.tick(LOOK_EVERY)
        assert (kiosk.config.idle.menu, kiosk.config.idle.turn) == (60, 100) and changes == []
        assert kiosk.problems and str(path.name) in caplog.text
        (incident,) = kiosk.store.audits.incidents
        assert incident.kind == "config" and incident.detail.startswith(str(kiosk.problems[0])[:100])
        caplog.clear()
        path.write_text(text + " ")
        kiosk.tick(LOOK_EVERY)
        assert caplog.text == ""
        path.write_text(WORDS)
        kiosk.tick(LOOK_EVERY)
        assert kiosk.problems == () and kiosk.store.audits.incidents == (incident,)

    def test_one_wrong_value_does_not_hold_the_others_up(self, make, path):
        kiosk = make(WORDS)
        path.write_text("[idle]\nmenu = 3\noffer = 300\ntea = 4\n")
        kiosk.tick(LOOK_EVERY)
        assert (kiosk.config.idle.menu, kiosk.config.idle.turn, kiosk.config.idle.offer) == (60, 90, 300)
        assert [problem.key for problem in kiosk.problems] == ["idle.menu", "idle.tea"]

    def test_a_file_that_is_gone_changes_nothing(self, make, path):
        kiosk = make(WORDS)
        path.unlink()
        kiosk.tick(LOOK_EVERY)
        assert kiosk.config.idle.menu == 60 and kiosk.problems == ()
        kiosk.change({"idle.turn": 50})
        kiosk.flush()
        assert path.read_text() == "[idle]\nmenu = 60\nturn = 50\n" and kiosk.config.idle.menu == 60

    def test_a_file_that_was_named_and_is_gone_is_a_problem(self, make, path):
        kiosk = make(WORDS, named=True)
        path.unlink()
        kiosk.tick(LOOK_EVERY)
        assert kiosk.config.idle.menu == 60 and [problem.kind for problem in kiosk.problems] == ["missing"]


class TestShelfSize:
    def test_it_is_at_work_at_once(self, make, path):
        kiosk = make("[shelf]\nsize = 300\n")
        assert kiosk.store.shelf_size == 300
        kiosk.change({"shelf.size": 20})
        assert kiosk.store.shelf_size == 20
        kiosk.flush()
        path.write_text("[shelf]\nsize = 40\n")
        kiosk.tick(LOOK_EVERY)
        assert kiosk.store.shelf_size == 40

    @pytest.mark.parametrize("text", ["[shelf", "[shelf]\nsize = 19", "shelf = 19"])
    def test_a_file_that_cannot_be_used_throws_no_game_away(self, make, text):
        assert make("[shelf]\nsize = 300\n").store.shelf_size == 300
        kiosk = make(text)
        assert kiosk.problems and kiosk.store.shelf_size == kiosk.config.shelf.size == 300

    def test_nor_does_one_that_is_gone(self, make, path):
        make("[shelf]\nsize = 300\n")
        path.unlink()
        assert make().store.shelf_size == 300
        assert make("").store.shelf_size == 200


def test_the_log_holds_no_line_without_a_problem(make, caplog):
    caplog.set_level(logging.INFO, "game.kiosk")
    kiosk = make(WORDS)
    kiosk.change({"idle.turn": 50})
    kiosk.flush()
    kiosk.tick(LOOK_EVERY)
    assert caplog.text == ""
