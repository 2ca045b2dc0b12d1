"""Tell on the screen what went wrong with the store, the cache or files. It is one of the parts of `services.py`."""

from __future__ import annotations

from game.platforms import own_files
from game.storage.store import Store
from scenes.house.offers import Offers
from scenes.kit.stage import Stage


class Notices:
    """Each is told once. At a table that nobody attends the operator finds them among the incidents instead."""

    def __init__(self, stage: Stage, store: Store, offers: Offers) -> None:
        self.stage = stage
        self.store = store
        self.offers = offers
        self._waiting: list[str] = []
        self._told: set[str] = set()  # kinds of the store's troubles, and others, that were told

    def tell(self, text: str) -> None:
        """Let the screen say something at the next occasion."""
        self._waiting.append(text)

    def tell_failure(self, detail: str) -> None:
        """Let the screen say at the next occasion that something cannot be shown, and why."""
        self.tell(self.stage.t("asset.failed", detail=detail))

    def take(self) -> list[str]:
        """All that is to be said now. Each kind of the store's troubles comes once, or a full disk is told at each
        move.
        """
        told, self._waiting = self._waiting, []
        missing: list[tuple[str, str]] = []
        for source in (self.stage.strings, self.stage.assets):
            missing += source.missing
            source.missing = []
        if missing:
            path, detail = missing[0]
            told.append(self.stage.t("asset.missing", count=len(missing), path=path, detail=detail))
        if (detail := self.stage.assets.cache_trouble) and "cache" not in self._told:
            self._told.add("cache")
            told.append(self.stage.t("asset.cache", path=self.stage.assets.cache_dir, detail=detail))
        if own_files.has_refused() and "updated" not in self._told:
            self._told.add("updated")
            told.append(self.stage.t("app.updated"))
        trouble, self.store.trouble = self.store.trouble, None
        if trouble is not None and trouble.kind not in self._told:
            self._told.add(trouble.kind)
            told.append(self.stage.t(f"store.{trouble.kind}", path=trouble.path, detail=trouble.detail))
        if not told or not self.offers.is_unattended:
            return told
        for text in told:
            self.store.audits.note("error", text)
        return []
