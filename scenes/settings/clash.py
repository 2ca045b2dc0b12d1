"""Whether three keys can be held together on this keyboard, three by three: a machine in virtual time.

A keyboard without a diode for each key cannot tell some sets of three: the third key stays silent, or one arrives that
nobody pressed. Two keys always arrive, so nothing is judged before two of those asked for are down.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum, auto

Trio = tuple[int, int, int]  # key codes
PATIENCE = 2.0  # seconds with two keys down after which the third is given up
HOLD = 0.3  # seconds that all three stay down: what comes with the third comes by then
WORKS_SHOWN, CLASH_SHOWN = 0.8, 2.5  # seconds for which a finding is shown at least


class ClashPhase(Enum):
    """The present phase of the test."""

    ASKING = auto()
    WORKS = auto()  # the three have arrived; shown until all keys are up
    CLASHES = auto()  # they have not; shown until all keys are up
    OVER = auto()


def trios(keys: Sequence[int]) -> list[Trio]:
    """Return the trios of more than three keys by seat: each with the next two, so that neighbours and next but one are
    tried.

    The first ones suffice for a table at which only the first seats are taken.
    """
    return [(key, keys[(i + 1) % len(keys)], keys[(i + 2) % len(keys)]) for i, key in enumerate(keys)]


class ClashTest:
    """Tries one trio of `keys` after the other. Told of every key that goes down or up, and of time."""

    def __init__(self, keys: Sequence[int]) -> None:
        self.trios = trios(keys)
        self.works: list[bool] = []  # of the trios that were tried
        self.held: list[int] = []  # all keys that are down, in the order in which they came
        self.ghost: int | None = None  # the key that came unasked, where one did
        self.phase = ClashPhase.ASKING
        self._two_for = 0.0  # seconds since two of the three were down
        self._all_for = 0.0  # seconds since all of them, and no other, were down
        self._shown_for = 0.0  # seconds since a finding

    @property
    def number(self) -> int:
        """The number of the trio that is asked for or was judged just now, from 0.

        The number of all once the test is over.
        """
        return len(self.works) - (self.phase in (ClashPhase.WORKS, ClashPhase.CLASHES))

    @property
    def asked(self) -> tuple[int, ...]:
        """The keys of that trio; () once the test is over."""
        return () if self.phase is ClashPhase.OVER else self.trios[self.number]

    @property
    def others(self) -> list[int]:
        """The keys down that are not asked for."""
        return [key for key in self.held if key not in self.asked]

    @property
    def clashing(self) -> list[Trio]:
        """The trios that cannot be held together, of those tried."""
        return [trio for trio, works in zip(self.trios, self.works, strict=False) if not works]

    def press(self, key: int) -> None:
        """A key went down."""
        if key not in self.held:
            self.held.append(key)

    def release(self, key: int) -> None:
        """A key went up."""
        if key in self.held:
            self.held.remove(key)

    def let_go(self) -> None:
        """Forget the keys that are down: the window is in the back."""
        self.held.clear()

    def tick(self, dt: float) -> bool:
        """Let `dt` seconds pass; whether the phase is another one now."""
        before = self.phase
        down = sum(key in self.held for key in self.asked)
        alone = down == 3 and not self.others
        self._all_for = self._all_for + dt if alone else 0.0
        if self.phase is ClashPhase.ASKING:
            self._wait(down, dt)
        elif self.phase is not ClashPhase.OVER:
            self._show(dt)
        return self.phase is not before

    def _wait(self, down: int, dt: float) -> None:
        """Judge the trio as soon as it can be, of which `down` keys are down."""
        self._two_for = self._two_for + dt if down == 2 else 0.0
        if down >= 2 and self.others:
            self.ghost = self.others[0]
            self._judge(False)
        elif self._all_for >= HOLD:
            self._judge(True)
        elif self._two_for >= PATIENCE:
            self._judge(False)

    def _judge(self, works: bool) -> None:
        self.works.append(works)
        self.phase = ClashPhase.WORKS if works else ClashPhase.CLASHES
        self._shown_for = self._two_for = 0.0

    def _show(self, dt: float) -> None:
        """Show the finding until it was read and all keys are up; a finger that was only late sets it right."""
        self._shown_for += dt
        if self.phase is ClashPhase.CLASHES and self.ghost is None and self._all_for >= HOLD:
            self.works.pop()
            self._judge(True)
        elif not self.held and self._shown_for >= (WORKS_SHOWN if self.works[-1] else CLASH_SHOWN):
            self.ghost = None
            self.phase = ClashPhase.ASKING if len(self.works) < len(self.trios) else ClashPhase.OVER
