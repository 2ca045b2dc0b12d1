"""The pictures of the rules card's pages, made ahead a part a frame: of the page that is open, then beside it."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from game.core.slices import Sliced, Work
from game.core.spec import GameSpec
from scenes.kit.paint import Sprite
from scenes.services import Services
from scenes.table.diagram import drawing
from scenes.table.lessons import Page

SLICE = 0.008  # seconds of a frame; a part that takes longer has a frame for itself
Pictures = tuple[Sprite, ...]


class PagePictures:
    """Holds what is made of three pages: the open one, the next and the one before."""

    def __init__(
        self, services: Services, spec: GameSpec, pages: Sequence[Page], size: Callable[[Page], tuple[int, int]]
    ) -> None:
        """`size` tells that of a page's pictures, in pixels."""
        self._services = services
        self._spec = spec
        self._pages = pages
        self._size = size
        self._made: dict[int, Pictures] = {}
        self._number = -1  # of the page whose pictures are on their way
        self._work: Sliced[Pictures] = Sliced(self._making(0))

    def close(self) -> None:
        """Let go of everything; what was on its way holds this, and so itself."""
        self._made.clear()
        self._work = Sliced(self._making(0))
        self._number = -1

    def of(self, page: int) -> Pictures:
        """The page's pictures from left to right; none while they are on their way."""
        return self._made.get(page, ())

    def are_complete(self, page: int) -> bool:
        """Whether nothing is left to make while `page` is open."""
        return all(near in self._made for near in self._near(page))

    def go_on(self, page: int) -> None:
        """Make a further part of what is missing while `page` is open, and let go what lies further off."""
        near = self._near(page)
        self._made = {number: self._made[number] for number in near if number in self._made}
        missing = next((number for number in near if number not in self._made), None)
        if missing is None:
            return
        if missing != self._number:
            self._number, self._work = missing, Sliced(self._making(missing))
        if self._work.go(SLICE):
            self._made[missing] = self._work.result

    def _near(self, page: int) -> list[int]:
        """The open page and those that a turn leads to, in the order in which they are made."""
        return list(dict.fromkeys(number % len(self._pages) for number in (page, page + 1, page - 1)))

    def _making(self, number: int) -> Work[Pictures]:
        page = self._pages[number]
        made = []
        for diagram in (page.diagram, *([] if page.beside is None else [page.beside])):
            made.append((yield from drawing(self._services, self._spec, diagram, self._size(page))))
        return tuple(made)
