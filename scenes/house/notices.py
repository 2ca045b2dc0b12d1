"""Notices about failures of the store, the cache or files, and about things that work less well than they should.

Players read a sentence for each, in the menu, in a match or over a list. The operator of an unattended table finds all
notices in the log of incidents.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from game.platforms import own_files, wall_clock
from game.storage.store import Store
from scenes.house.offers import Offers
from scenes.kit.stage import Stage

if TYPE_CHECKING:
    from game.phones.messages import Trouble

_UNREAD = {
    **dict.fromkeys(("cup", "party.cup"), "cup"),
    **dict.fromkeys(("party.roster", "party.pads", "phones", "profiles"), "people"),
    "party": "party",
    **dict.fromkeys(("rating", "practice", "puzzles", "lessons", "statistics", "counted", "hours"), "results"),
    "party.evening": "results",
    "setup": "setups",
    "clocks": "clocks",
    "incidents": "incidents",
}
"""What unreadable parts of the store are called, by the beginnings of their keys. All others are settings."""


class Notices:
    """Shows each notice once. At an unattended table notices go to the operator's log of incidents instead."""

    def __init__(self, stage: Stage, store: Store, offers: Offers) -> None:
        self.stage = stage
        self.store = store
        self.offers = offers
        self._waiting: list[str] = []
        self._shown: set[str] = set()  # kinds of trouble already shown

    def tell(self, text: str) -> None:
        """Queue a notice for the screen."""
        self._waiting.append(text)

    def tell_failure(self, detail: str) -> None:
        """Queue the notice that something cannot be shown, with the reason."""
        self.tell(self.stage.t("asset.failed", detail=detail))

    def take(self) -> list[str]:
        """Return all due notices.

        Each kind of trouble with the store is shown once. Otherwise the notice of a full disk would come at each move.
        """
        texts, self._waiting = self._waiting, []
        missing: list[tuple[str, str]] = []
        for source in (self.stage.strings, self.stage.assets):
            missing += source.missing
            source.missing = []
        if missing:
            path, detail = missing[0]
            texts.append(self.stage.t("asset.missing", count=len(missing), path=path, detail=detail))
        if (detail := self.stage.assets.cache_trouble) and "cache" not in self._shown:
            self._shown.add("cache")
            texts.append(self.stage.t("asset.cache", path=self.stage.assets.cache_dir, detail=detail))
        if own_files.has_refused() and "updated" not in self._shown:
            self._shown.add("updated")
            texts.append(self.stage.t("app.updated"))
        trouble, self.store.trouble = self.store.trouble, None
        if trouble is not None and trouble.kind not in self._shown:
            self._shown.add(trouble.kind)
            texts.append(self.stage.t(f"store.{trouble.kind}", path=trouble.path, detail=trouble.detail))
        if unread := self.store.take_unread():
            kinds = sorted({_kind_of(key) for key in unread})
            what = self.stage.list_of(self.stage.t(f"store.unread.{kind}") for kind in kinds)
            texts.append(self.stage.t("store.unread", what=what, path=self.store.path))
        if not texts or not self.offers.is_unattended:
            return texts
        for text in texts:
            self.store.audits.note("error", text)
        return []


def _kind_of(key: str) -> str:
    """What the unreadable part of the store under `key` is called."""
    first, second, *_ = [*key.split("."), ""]
    return _UNREAD.get(f"{first}.{second}") or _UNREAD.get(first, "settings")


@dataclass(eq=False)
class Shortcomings:
    """What works less well than it should at the moment. `is_uncompiled` and `failures` come from the `WorkerAgent`.

    `codes` counts the QR codes that could not be made, `film` says why the latest film for a phone failed, `phones`
    gives the reason why phones cannot join although they should.
    """

    stage: Stage
    store: Store
    is_uncompiled: Callable[[], bool] = lambda: False
    failures: Callable[[], int] = lambda: 0
    codes: Callable[[], int] = lambda: 0
    film: Callable[[], str] = lambda: ""
    phones: Callable[[], Trouble | None] = lambda: None
    were_shown: bool = False  # whether people have read that AIs play below their strength

    def of_ai(self, *, is_owner: bool) -> str:
        """A sentence if AIs play below their strength, else "". For the owner it also names the remedy."""
        if not self.is_uncompiled():
            return ""
        return self.stage.t("weaker.owner" if is_owner else "weaker.ai")

    def for_operator(self) -> list[str]:
        """Everything that works less well, each in a sentence or two."""
        t, cache = self.stage.t, self.stage.assets.cache_trouble
        found = [self.of_ai(is_owner=True)]
        if failures := self.failures():
            found.append(t("weaker.failures", count=failures))
        if failed := self.codes():
            found.append(t("weaker.codes", count=failed))
        if (trouble := self.phones()) is not None:
            found.append(f"{t('phones.failed')}. {t(f'phones.trouble.{trouble.about}')}")
        if failed_film := self.film():
            found.append(t("weaker.film", detail=failed_film))
        if self.store.is_failing:
            found.append(t("weaker.store"))
        if wall_clock.is_beyond():
            found.append(t("weaker.clock"))
        if cache:
            found.append(t("asset.cache", path=self.stage.assets.cache_dir, detail=cache))
        return [text for text in found if text]
