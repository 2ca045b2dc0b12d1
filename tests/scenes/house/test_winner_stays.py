"""If more people sit at the table than a game has seats, the winner stays. The result tells the evening's score."""

from __future__ import annotations

from typing import ClassVar

import pytest

from scenes.match.result_scene import ResultScene
from tests import make
from tests.scenes.conftest import Written
from tests.scenes.house_stories import HouseVocabulary, stories
from tests.scenes.playhouse import Playhouse


class EveningVocabulary(HouseVocabulary):
    """Tells of games of Star by the people at the table, one after the other."""

    facts: ClassVar = {
        # who comes in for the next game
        "coming": lambda s: [
            s.house.services.people.name(seat) for seat in s.house.on_top(ResultScene).next_people.coming
        ],
    }

    def do_give_up(self) -> None:
        """Let the person whose turn it is resign, and wait for the result."""
        self.do_resign()
        self.house.read_result()


test_the_evening = stories("winner_stays.txt", EveningVocabulary)


@pytest.mark.one_in(2)
@pytest.mark.parametrize("size", [(1280, 720), (1024, 768), (720, 1280)])
def test_the_score_is_seen(house: Playhouse, written: Written) -> None:
    house.services.people.seat(make.roster(3))
    house.match(*(chair.seat() for chair in house.services.people.roster.people[:2]), game="star").session.resign(0)
    house.read_result()
    written.clear()
    house.app.draw()
    seen = [text for text, _ in written]
    assert "THIS EVENING" in seen or any("Aoi 0, Ren 1" in text for text in seen)
