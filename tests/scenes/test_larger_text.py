"""A larger text size makes type larger, or leaves it as it is where there is no room; it never makes any smaller."""

from __future__ import annotations

from collections import defaultdict

import pytest

from scenes.kit.fonts import Fonts, Style
from scenes.kit.paint import Painter
from tests.fifth_game import EVERY_GAME
from tests.scenes.conftest import OpenHouse
from tests.scenes.test_every_game import rooms
from tests.scenes.test_layout import write_only

pytestmark = pytest.mark.usefixtures("fifth_game")
ARRANGEMENTS = [(1280, 720), (1024, 768), (1080, 1920)]
Sizes = dict[tuple[str, str], set[int]]


@pytest.mark.parametrize("language", ["en", "ja"])
@pytest.mark.parametrize("size", ARRANGEMENTS)
@pytest.mark.one_in(12)
def test_no_type_shrinks(
    open_house: OpenHouse, monkeypatch: pytest.MonkeyPatch, size: tuple[int, int], language: str
) -> None:
    """Whatever is written at both text sizes: the smallest of each text is as large at 150 % at least."""
    sizes: Sizes = defaultdict(set)
    room = ""
    line = Fonts.line

    def noting(self: Fonts, text: str, style: Style) -> object:
        sizes[room, text].add(self.font(style).get_height())
        return line(self, text, style)

    monkeypatch.setattr(Fonts, "line", noting)
    seen: list[Sizes] = []
    for text_scale in (1.0, 1.5):
        sizes = defaultdict(set)
        house = open_house(size, language)
        house.stage.paint = Painter(house.stage.metrics.scale)  # so that what it has of other tests is written again
        write_only(house, text_scale)
        for spec in EVERY_GAME:
            for make in rooms(house, spec):
                scene = make()
                room = f"{spec.id}, {type(scene).__name__}"
                house.app.manager.start(scene)
                house.run(0.2)
        house.close()
        seen.append(sizes)
    usual, large = seen
    shared = usual.keys() & large.keys()
    assert len(shared) > 200
    shrunk = {where: (usual[where], large[where]) for where in shared if min(large[where]) < min(usual[where])}
    assert shrunk == {}, "\n".join(sorted(f"SHRUNK {where} {sizes}" for where, sizes in shrunk.items()))
    grown = [where for where in shared if max(large[where]) > max(usual[where])]
    assert len(grown) > len(shared) / 2
