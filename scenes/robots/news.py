"""The news of the latest step that brought any, for a few seconds."""

from __future__ import annotations

from typing import Final

NEWS_SECONDS: Final = 4.0


class News:
    """One board's news; times are the stage's. It outlives layouts."""

    def __init__(self) -> None:
        self._text, self._since = "", 0.0

    def tell(self, text: str, since: float) -> None:
        """Say `text` from `since` on: from when the clip that shows it is over."""
        self._text, self._since = text, since

    def at(self, now: float) -> str:
        """What is new `now`, or ""."""
        return self._text if 0 <= now - self._since < NEWS_SECONDS else ""
