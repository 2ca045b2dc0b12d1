"""Simulated phones for a while; `python -m tools.soak_phones` and `tools.soak_table` do the same for ten minutes."""

import pytest

from tools.soak_phones import Room
from tools.soak_table import PlayedTable


@pytest.mark.long
@pytest.mark.timeout(180)
def test_eight_phones_lose_no_press_and_nothing_grows():
    room = Room(8, seed=3)
    room.run(45)
    assert room.troubles() == []
    assert sum(len(phone.log.sent) for phone in room.phones) > 400
    assert sum(phone.log.naps for phone in room.phones) > 16


def test_the_soak_finds_what_is_wrong():
    room = Room(2, seed=4)
    try:
        room.phones[0].log.sent += [1, 2]
        room.phones[0].log.acknowledged += [1]
        room.phones[1].log.sent += [1]
        room.phones[1].log.acknowledged += [1]
        room.order = {2: [1, 1]}
        room.memory = [40.0, 40.0, 41.0, 46.0]
        found = " ".join(room.troubles())
        for words in ("phone 1: 2 presses, 1", "phone 2 has seen 0", "phone 2: presses came", "grew from 41.0 to 46.0"):
            assert words in found
    finally:
        room.table.end()


@pytest.mark.long
@pytest.mark.timeout(240)
def test_eight_phones_play_at_the_real_table_and_lose_no_press(tmp_path):
    table = PlayedTable("robots", 8, 30, tmp_path, seed=5)
    try:
        table.live()
    finally:
        table.end()
    assert table.troubles() == []
    assert all(phone.log.naps for phone in table.phones)


@pytest.fixture
def unplayed():
    """A table of which only the figures are looked at."""
    table = PlayedTable.__new__(PlayedTable)
    table.lines, table.memory, table.phones = [], [], []
    table.process = type("Ended", (), {"returncode": 0})()
    return table


def test_the_soak_of_the_table_finds_what_is_wrong(unplayed):
    assert unplayed.troubles() == []
    room = Room(2, seed=4)
    try:
        unplayed.phones = room.phones
        first, second = (phone.log for phone in room.phones)
        first.sent, first.acknowledged, first.shown = [1, 2], [1], 3
        second.sent, second.acknowledged, second.shown = [1, 2], [2, 1], 3
        unplayed.process.returncode = 1
        unplayed.lines = [{"matches": 1, "frames": [5.0, 260.0], "controllers": [1.0]} for _ in range(6)]
        unplayed.memory = [(100.0, 40.0), (100.0, 40.0), (100.0, 40.0), (140.0, 46.0)]
        found = " ".join(unplayed.troubles())
    finally:
        room.table.end()
    for words in (
        "status 1",
        "1 lost",
        "phone 2: 2 presses, 2 acknowledged",
        "took 260 ms",
        "program grew",
        "server grew",
    ):
        assert words in found
