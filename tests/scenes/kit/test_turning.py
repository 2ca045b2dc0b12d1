"""A page is put on the table and taken off it: what lies there moves and settles, the table itself lies still."""

from __future__ import annotations

from functools import cache, partial

import pygame
import pytest

from scenes.kit.drawing import theme
from scenes.kit.drawing.canvas import Canvas
from scenes.kit.scene import Nav, Pop, Push, Scene, Switch
from scenes.kit.stage import Stage
from tests.scenes.playhouse import Playhouse

SQUARE = 40  # pixels
PLACE = {"red": 200, "blue": 500}  # where the squares lie, from the left
TOP = 300
FRAME = 1 / 60


class Page(Scene):
    """A square on the table."""

    def __init__(self, stage: Stage, color: str, ground: str = "grey20") -> None:
        super().__init__(stage)
        self.color = color
        self.ground = _filled(stage.metrics.size, ground)
        self.square = _filled((SQUARE, SQUARE), color)

    def draw(self, canvas: Canvas, alpha: float) -> None:
        canvas.blit(self.ground, (0, 0))
        canvas.blit(self.square, (PLACE[self.color], TOP))


class Card(Page):
    """Something that lies on a page."""

    overlay = True

    def draw(self, canvas: Canvas, alpha: float) -> None:
        canvas.blit(self.square, (PLACE[self.color], TOP))


@cache
def _filled(size: tuple[int, int], color: str) -> pygame.Surface:
    surface = pygame.Surface(size)
    surface.fill(color)
    return surface


class Watched:
    """A house whose frames are looked at one by one."""

    def __init__(self, house: Playhouse) -> None:
        self.house, self.app = house, house.app
        self.app.__dict__.pop("draw", None)  # every frame is drawn
        self.now = 0.0
        self.page, self.card = partial(Page, self.app.stage), partial(Card, self.app.stage)

    def frame(self) -> None:
        self.now += FRAME
        self.app.frame(self.now)

    def begin(self, *pages: Scene) -> None:
        """Stand on a stack of pages that has come to rest."""
        self.house.app.manager.start(pages[0])
        for page in pages[1:]:
            self.house.app.manager.go(Push(lambda page=page: page))
        for _ in range(60):
            self.frame()

    def tops(self, nav: Nav, color: str, seconds: float = theme.SCENE_SECONDS + 0.1) -> list[int | None]:
        """By frame after `nav`, the row in which the square of a page begins, None where it is not seen at all."""
        found: list[int | None] = []
        step, asked = self.app.step, [nav]

        def stepped(ticks: int = 1) -> None:
            if asked:
                self.app.manager.go(asked.pop())
            step(ticks)

        self.app.step = stepped  # type: ignore[method-assign]
        channel, x = {"red": 0, "blue": 2}[color], PLACE[color] + SQUARE // 2
        for _ in range(round(seconds / FRAME)):
            self.frame()
            column = [self.app.window.surface.get_at((x, y))[channel] for y in range(TOP - 60, TOP + 140)]
            seen = [row for row, value in enumerate(column) if value > column[0] + 8]
            found.append(TOP - 60 + seen[0] if seen else None)
        self.app.step = step  # type: ignore[method-assign]
        return found


@pytest.fixture
def watched(house: Playhouse) -> Watched:
    return Watched(house)


def test_a_page_that_is_put_on_the_table_comes_up_and_settles_within_220_ms(watched: Watched) -> None:
    watched.begin(watched.page("red"))
    found = watched.tops(Push(lambda: watched.page("blue")), "blue", 0.4)
    last = max(at for at, top in enumerate(found) if top != TOP)
    assert 0.1 < last * FRAME <= 0.22
    tops = [top for top in found if top is not None]
    assert tops[0] > TOP + 10, "it comes from below"
    assert min(tops) < TOP, "it comes a little too high"
    assert tops[-4:] == [TOP] * 4, "and lies"
    landed = tops.index(min(tops))
    assert tops[: landed + 1] == sorted(tops[: landed + 1], reverse=True)
    assert tops[landed:] == sorted(tops[landed:])


def test_a_page_that_is_taken_off_goes_down_and_the_one_below_lies_still(watched: Watched) -> None:
    watched.begin(watched.page("red"), watched.page("blue"))
    gone = watched.tops(Pop(), "blue")
    seen = [top for top in gone if top is not None]
    assert seen == sorted(seen) and seen[-1] > TOP + 2
    assert gone[-1] is None
    watched.begin(watched.page("red"), watched.page("blue"))
    assert {*watched.tops(Pop(), "red")} == {TOP}


def test_the_table_lies_still(watched: Watched) -> None:
    watched.begin(watched.page("red"))
    watched.tops(Push(lambda: watched.page("blue")), "blue", 2 * FRAME)
    surface = watched.app.window.surface
    assert {tuple(surface.get_at((x, y))) for x in (0, 900) for y in (0, 719)} == {tuple(pygame.Color("grey20"))}


def test_another_table_fades_in_whole(watched: Watched) -> None:
    watched.begin(watched.page("red"))
    shades = []
    watched.tops(Push(lambda: watched.page("blue", "grey80")), "blue", FRAME)
    for _ in range(12):
        shades.append(watched.app.window.surface.get_at((5, 5))[0])
        watched.frame()
    assert shades == sorted(shades) and len({*shades}) > 3


def test_with_reduced_motion_pages_only_fade(watched: Watched) -> None:
    watched.app.stage.look.reduced_motion = True
    watched.begin(watched.page("red"))
    tops = watched.tops(Push(lambda: watched.page("blue")), "blue")
    assert {*tops} <= {TOP, None} and tops[-1] == TOP


def test_what_lies_on_a_page_is_no_page(watched: Watched) -> None:
    watched.begin(watched.page("red"))
    assert {*watched.tops(Push(lambda: watched.card("blue")), "blue")} == {TOP}
    assert {*watched.tops(Pop(), "red")} == {TOP}


def test_a_page_that_is_left_from_a_card_on_it_goes_with_it(watched: Watched) -> None:
    watched.begin(watched.page("red"), watched.card("red"))
    tops = [top for top in watched.tops(Switch(lambda: watched.page("blue")), "blue") if top is not None]
    assert max(tops) > TOP + 10 and tops[-1] == TOP
