"""The visitors of a kiosk: one party after the other, most of them in the afternoon."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from tools.soak.guest import Doing
from tools.soak.hand import FAMILIES, Hand
from tools.soak.house import House
from tools.soak.monkey import Monkey
from tools.soak.operators import Operator
from tools.soak.visitors import Visitors

# Pairs: an hour of the day, and the number of parties per hour from then on.
PARTIES = ((10, 6.0), (12, 12.0), (14, 20.0), (18, 12.0), (22, 3.0))
# The number of parties per hour while the house is closed.
CLOSED = 0.4
# The share of arrivals that are the operator's.
OPERATOR = 0.05
# While a visitor pauses for more seconds than this, frames may be long.
HERE = 2.0
HOUR = 3600.0
MOST_GAP = 600.0  # seconds; if nobody arrives in this time, the next arrival is drawn again, at the hour's rate


class Crowd:
    """Lets people come, act and leave; call `act` before each frame."""

    def __init__(self, house: House, monkey: Monkey, parties: Sequence[tuple[int, float]] = PARTIES) -> None:
        self.house = house
        self.monkey = monkey
        self._parties = parties
        self.came: Counter[str] = Counter()
        self.done: Counter[str] = Counter()
        # The table's time at the last action of any visitor.
        self.touched = house.time
        # True if the last visitor was the operator.
        self.is_operator = False
        self.hand: Hand | None = None
        self.doing: Doing | None = None
        self.next = 0.0
        # True if somebody arrives at the time `next`; otherwise an arrival is drawn again then.
        self.comes = False
        self._wait()

    @property
    def pads(self) -> int:
        """Return the number of pads plugged in."""
        return len(self.monkey.pads) + (self.hand is not None and self.hand.pad is not None)

    @property
    def is_here(self) -> bool:
        """Return whether a visitor will act soon."""
        return self.doing is not None and self.next - self.house.time < HERE

    def act(self) -> None:
        """Let the present visitor act, if it is time. Raises UnmetError."""
        if self.house.time < self.next:
            return
        if self.doing is None and not self.comes:
            self._wait()
            return
        if self.doing is None:
            self.doing = self._arrival()
        self.touched = self.house.time
        wait = next(self.doing, None)
        if wait is None:
            self.leave()
            self._wait()
        else:
            self.next = self.house.time + wait

    @property
    def is_busy(self) -> bool:
        """Return whether a visitor is at the table."""
        return self.doing is not None

    def hurry(self) -> None:
        """Let the next visitor come now, if the table is free."""
        if self.doing is None:
            self.comes, self.next = True, self.house.time

    def send(self, who: str, doing: Doing) -> None:
        """Send the visitor `who` at once, in place of the present one."""
        self.leave()
        self.came[who] += 1
        self.is_operator = True
        self.doing, self.next = doing, self.house.time

    def leave(self) -> None:
        """Let the present visitor leave."""
        self.doing = None
        self.monkey.leave()
        if self.hand is not None:
            self.hand.away()
            self.hand = None

    def _arrival(self) -> Doing:
        house, chance = self.house, self.house.chance
        self.is_operator = chance.random() < OPERATOR
        if self.is_operator:
            self.came["operator"] += 1
            return Operator(house, self.done).comes()
        self.hand = Hand(house.app, chance, chance.choice(FAMILIES))
        kinds = Visitors(house, self.hand, self.monkey, self.done).kinds()
        kind = chance.choices(list(kinds), list(kinds.values()))[0]
        self.came[kind.__name__.replace("_", " ")] += 1
        return kind()

    def _wait(self) -> None:
        """Wait a random time for the next visitor."""
        gap = self._gap()
        self.comes = gap <= MOST_GAP
        self.next = self.house.time + min(gap, MOST_GAP)

    def _gap(self) -> float:
        """Return the seconds until the next visitor."""
        house = self.house
        hour = house.clock().hour
        rate = next((rate for begin, rate in reversed(self._parties) if begin <= hour), self._parties[-1][1])
        return house.chance.expovariate((rate if house.is_open else CLOSED) / HOUR)
