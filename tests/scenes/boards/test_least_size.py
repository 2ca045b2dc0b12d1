"""What must be read at play is at least 40 design pixels high, in every shape, language and text size."""

from __future__ import annotations

import pytest

from game.core.record import SeatConfig
from scenes.kit.drawing.fonts import Style
from tests.scenes.conftest import OpenHouse
from tests.scenes.drawn import Written

LEAST = 40  # design pixels; a pixel less where it is rounded
LONGEST = "Maximiliane"
GAMES = {"quoridor": ["e2", "e8"], "coffee": ["c3d"], "star": ["@b3"]}


@pytest.mark.parametrize("size", [(1920, 1080), (1024, 768), (1080, 1920)], ids=str)
@pytest.mark.parametrize("language", ["en", "ja"])
@pytest.mark.parametrize("text_scale", [1.0, 1.5])
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.one_in(4)
def test_whose_turn_it_is_what_is_asked_and_what_is_left_can_be_read_from_afar(
    open_house: OpenHouse,
    size: tuple[int, int],
    language: str,
    text_scale: float,
    game: str,
) -> None:
    house = open_house(size, language=language)
    house.services.settings.change(text_scale=text_scale)
    seats = [SeatConfig("human", name=LONGEST, identity=identity) for identity in ("circle", "square")]
    written = Written()
    with written.watching():
        match = house.match(*seats, game=game, actions=GAMES[game])
        house.run(0.5)
    heights = written.heights
    content, stage = match.words.content, match.stage
    least = stage.fonts.font(Style(LEAST / text_scale)).get_height()
    left = [str(match.board.words.seat(match.session.state, seat).stock.left) for seat in (0, 1)]
    asked = [content.sentence, *content.helper.split("\n"), *left]
    for text in asked:
        lines = [line for line in heights if line and (line == text or (len(line) > 3 and line in text))]
        assert lines, f"{text} is not written"
        assert max(max(heights[line]) for line in lines) >= least - 1, f"{lines} {text}"
    assert not {content.sentence, *content.helper.split("\n")}.intersection(written.cut)
