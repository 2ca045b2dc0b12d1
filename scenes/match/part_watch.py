"""The part of a game that the board shows where all act at once: no press is to be for one that has just ended."""

from __future__ import annotations

from collections.abc import Hashable

from scenes.kit.drawing import theme
from scenes.match.controller import MatchController


class PartWatch:
    """Follows the parts of the match of `controller`, whose seats act at once."""

    def __init__(self, controller: MatchController) -> None:
        self._controller = controller
        self._part: Hashable = None
        self._since = -theme.BY_ITSELF_SECONDS  # when the board came to show it, in the stage's seconds

    def begin(self) -> None:
        """Take the present part as known: it is nothing new."""
        self._part = self._of(self._controller.table.shown)

    def follow(self) -> None:
        """Note when the board comes to show another part."""
        part = self._of(self._controller.table.shown)
        if part != self._part:
            self._part, self._since = part, self._controller.stage.time

    def has_just_changed(self) -> bool:
        """Whether a part has ended by itself just now, or is still shown though it is over."""
        behind = self._part != self._of(self._controller.session.state)
        return behind or self._controller.stage.time - self._since < theme.BY_ITSELF_SECONDS

    def _of(self, state: object) -> Hashable:
        simultaneous = self._controller.board.simultaneous
        return None if simultaneous is None else simultaneous.part(state)
