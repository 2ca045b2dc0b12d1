"""Show the page about the program. Each page has a module of its own.

It has the version, where the files lie, and what others have written of it.
"""

from __future__ import annotations

from collections.abc import Sequence

from game import third_party
from game.paths import data_dir, readable
from game.platforms.program import is_bundle
from game.version import FULL_NAME
from scenes.kit.drawing import theme
from scenes.kit.drawing.canvas import Canvas
from scenes.kit.drawing.fonts import Style
from scenes.kit.layout import Part, Shape, cell, column
from scenes.kit.sound.speech import sentences
from scenes.kit.widgets.page import PageScene
from scenes.kit.widgets.table import Column, Row, Table
from scenes.kit.widgets.widget import Widget
from scenes.services import Services

WORDS, MORE = Style(theme.LIST, theme.IVORY, bold=True), Style(theme.HELPER, theme.MUTED)
WORDS_HEIGHT = 176  # design pixels
LICENCE, HOME = 420, 720


class AboutScene(PageScene):
    """The page about the program. It is only read; the list of parts has pages."""

    eyebrow, title = "app.title", "about.title"

    def __init__(
        self, services: Services, found: Sequence[third_party.ThirdParty] | None = None, folder: str = ""
    ) -> None:
        """`found` are the parts of others and `folder` that of saved games, where these are not this machine's own."""
        super().__init__(services.stage)
        self.services = services
        self.found = third_party.parts() if found is None else found
        self.folder = folder or readable(data_dir())
        self.page = 0

    def parts(self, shape: Shape) -> Part:
        return column(cell("words", WORDS_HEIGHT), cell("list"))

    def widgets(self) -> list[Widget]:
        t, is_narrow = self.stage.t, self.stage.metrics.shape is not Shape.WIDE
        heads = [Column(t("about.part")), Column(t("about.licence"), LICENCE)]
        if not is_narrow:
            heads.append(Column(t("about.home"), HOME))
        rows = [Row(part[: len(heads)], sentences(part.name, part.licence)) for part in self.found]
        place, empty = self.places["list"], t("about.none")
        self.list = Table(self.stage, place, heads, rows, empty=empty, page=self.page, turn=self._turn)
        return [*self.list.widgets]

    def _turn(self, page: int) -> None:
        self.page = page
        self.renew()

    def draw_page(self, canvas: Canvas) -> None:
        t = self.stage.t
        if is_bundle():
            more = t("about.more.bundle", folder=self.folder, list=third_party.LIST)
        else:
            more = t("about.more.clone", folder=self.folder)
        if (compiling := self.services.compiling()) is not None:
            done, count = compiling
            more = t("compiling.about", done=done, count=count)
        elif weaker := self.services.shortcomings.of_ai(is_owner=True):
            more = weaker
        self.stage.note(canvas, self.places["words"], t("about.words", program=FULL_NAME), WORDS, more, MORE)
        self.list.draw(canvas, self.focus.current)
