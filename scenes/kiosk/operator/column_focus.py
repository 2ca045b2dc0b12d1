"""Focus in columns: up and down stay in one and go on in the next at its end, left and right change a value first."""

from __future__ import annotations

from collections.abc import Sequence

from scenes.kit.focus import Focus, nearest
from scenes.kit.intents import DIRECTIONS, Intent
from scenes.kit.scene import Nav
from scenes.kit.widgets import Widget


class ColumnFocus(Focus):
    """`set_columns` takes the widgets column by column, each from its first to its last."""

    columns: Sequence[Sequence[Widget]] = ()

    def set_columns(self, columns: Sequence[Sequence[Widget]], current: Widget | None = None) -> None:
        """As `set`."""
        self.columns = [list(column) for column in columns if column]
        self.set([widget for column in self.columns for widget in column], current)

    def intent(self, intent: Intent) -> tuple[bool, Nav | None]:
        direction = DIRECTIONS.get(intent.kind, (0, 0))[1]
        if direction and self.current is not None:
            target = self._in_column(self.current, direction) or self._beyond(self.current, direction)
            if target is not None:
                self.focus(target)
            return target is not None, None
        return super().intent(intent)

    def _in_column(self, widget: Widget, direction: int) -> Widget | None:
        """What lies above or below in the same column."""
        column = next((column for column in self.columns if widget in column), [])
        return nearest(widget.rect, [other for other in column if other.enabled and other is not widget], 0, direction)

    def _beyond(self, widget: Widget, direction: int) -> Widget | None:
        """The first of the next column, or the last of the one before."""
        at = next((index for index, column in enumerate(self.columns) if widget in column), 0)
        rest = self.columns[at + 1 :] if direction > 0 else list(reversed(self.columns[:at]))
        for column in rest:
            enabled = [other for other in column if other.enabled]
            if enabled:
                return enabled[0] if direction > 0 else enabled[-1]
        return None
