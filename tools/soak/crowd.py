"""Who comes to the unattended table, and when: one party after the other, most of them in the afternoon."""

from __future__ import annotations

from collections import Counter

from tools.soak.guest import Doing
from tools.soak.hand import FAMILIES, Hand
from tools.soak.house import House
from tools.soak.monkey import Monkey
from tools.soak.operators import Operator
from tools.soak.visitors import Visitors

PARTIES = ((10, 6.0), (12, 12.0), (14, 20.0), (18, 12.0), (22, 3.0))  # an hour, from an hour of the day on
CLOSED = 0.4  # an hour who find it closed
OPERATOR = 0.05  # of those who come
HERE = 2.0  # seconds: whoever does nothing for longer is not worth small steps
HOUR = 3600.0
MOST_GAP = 600.0  # seconds after which it is thought over anew whether somebody comes, for the hour is another one


class Crowd:
    """Lets people come, do what they do, and go; `act` is called before each frame."""

    def __init__(self, house: House, monkey: Monkey) -> None:
        self.house = house
        self.monkey = monkey
        self.came: Counter[str] = Counter()
        self.done: Counter[str] = Counter()
        self.touched = house.time  # when somebody did something last, by the table's time
        self.is_operator = False  # whether it is the operator who came last
        self._hand: Hand | None = None
        self._doing: Doing | None = None
        self._next = 0.0
        self._comes = False  # whether it is somebody's coming that `_next` is the time of
        self._wait()

    @property
    def pads(self) -> int:
        """How many pads are plugged in."""
        return len(self.monkey.pads) + (self._hand is not None and self._hand.pad is not None)

    @property
    def is_here(self) -> bool:
        """Whether somebody is at the table who will do something soon."""
        return self._doing is not None and self._next - self.house.time < HERE

    def act(self) -> None:
        """Let whoever is there do the next thing, if it is time for it. Raises UnmetError."""
        if self.house.time < self._next:
            return
        if self._doing is None and not self._comes:
            self._wait()
            return
        if self._doing is None:
            self._doing = self._arrival()
        self.touched = self.house.time
        wait = next(self._doing, None)
        if wait is None:
            self.leave()
            self._wait()
        else:
            self._next = self.house.time + wait

    @property
    def is_busy(self) -> bool:
        """Whether somebody has come and not gone."""
        return self._doing is not None

    def hurry(self) -> None:
        """Let somebody come next, if nobody is there."""
        if self._doing is None:
            self._comes, self._next = True, self.house.time

    def send(self, who: str, doing: Doing) -> None:
        """Let somebody come now; whoever is there goes."""
        self.leave()
        self.came[who] += 1
        self.is_operator = True
        self._doing, self._next = doing, self.house.time

    def leave(self) -> None:
        """Whoever is there goes."""
        self._doing = None
        self.monkey.leave()
        if self._hand is not None:
            self._hand.away()
            self._hand = None

    def _arrival(self) -> Doing:
        house, chance = self.house, self.house.chance
        self.is_operator = chance.random() < OPERATOR
        if self.is_operator:
            self.came["operator"] += 1
            return Operator(house, self.done).comes()
        self._hand = Hand(house.app, chance, chance.choice(FAMILIES))
        kinds = Visitors(house, self._hand, self.monkey, self.done).kinds()
        kind = chance.choices(list(kinds), list(kinds.values()))[0]
        self.came[kind.__name__.replace("_", " ")] += 1
        return kind()

    def _wait(self) -> None:
        """Let some time pass until somebody comes."""
        gap = self._gap()
        self._comes = gap <= MOST_GAP
        self._next = self.house.time + min(gap, MOST_GAP)

    def _gap(self) -> float:
        """Seconds until somebody comes."""
        house = self.house
        hour = house.clock().hour
        rate = next((rate for begin, rate in reversed(PARTIES) if begin <= hour), PARTIES[-1][1])
        return house.chance.expovariate((rate if house.is_open else CLOSED) / HOUR)
