"""Tell what works less well than it should at present. It is one of the parts of `services.py`.

People read one sentence where it touches them; the operator of a table that nobody attends has all of it among the
problems.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from game.films import Films
from game.platforms import wall_clock
from game.storage.store import Store
from scenes.kit.stage import Stage

if TYPE_CHECKING:
    from game.phones.messages import Trouble


@dataclass(eq=False)
class Shortcomings:
    """All as it is at the moment. `is_uncompiled` and `failures` are those of the `WorkerAgent`, `codes` are the
    codes to be scanned that could not be made, `phones` gives the reason why phones cannot join although they should.
    """

    stage: Stage
    store: Store
    films: Films
    is_uncompiled: Callable[[], bool] = lambda: False
    failures: Callable[[], int] = lambda: 0
    codes: Callable[[], int] = lambda: 0
    phones: Callable[[], Trouble | None] = lambda: None
    were_told: bool = False  # whether people have read that AIs are weaker

    def of_ai(self, *, is_owner: bool) -> str:
        """Whether AIs play below their strength, in a sentence, with what its owner can do; "" where they do not."""
        if not self.is_uncompiled():
            return ""
        return self.stage.t("weaker.owner" if is_owner else "weaker.ai")

    def for_operator(self) -> list[str]:
        """Each in a sentence or two."""
        t, cache = self.stage.t, self.stage.assets.cache_trouble
        found = [self.of_ai(is_owner=True)]
        if failures := self.failures():
            found.append(t("weaker.failures", count=failures))
        if failed := self.codes():
            found.append(t("weaker.codes", count=failed))
        if (trouble := self.phones()) is not None:
            found.append(f"{t('phones.failed')}. {t(f'phones.trouble.{trouble.about}')}")
        if self.films.last_error:
            found.append(t("weaker.film", detail=self.films.last_error))
        if self.store.is_failing:
            found.append(t("weaker.store"))
        if wall_clock.is_beyond():
            found.append(t("weaker.clock"))
        if cache:
            found.append(t("asset.cache", path=self.stage.assets.cache_dir, detail=cache))
        return [text for text in found if text]
