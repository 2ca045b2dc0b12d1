"""Eight simulated phones for a while; `python -m tools.soak_phones` does the same for ten minutes."""

import pytest

from tools.soak_phones import Room


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
