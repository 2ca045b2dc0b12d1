"""Who comes to the unattended table, and when: one party after the other, most of them in the afternoon."""

from __future__ import annotations

from collections import Counter

from scenes.soak.hand import FAMILIES, Hand
from scenes.soak.house import House
from scenes.soak.monkey import Monkey
from scenes.soak.operators import Operator
from scenes.soak.visitors import Doing, Visitors

PARTIES = ((10, 3.0), (12, 5.0), (14, 9.0), (18, 6.0), (22, 1.0))  # an hour, from an hour of the day on
CLOSED = 0.4  # an hour who find it closed
OPERATOR = 0.03  # of those who come
HERE = 2.0  # seconds: whoever does nothing for longer is not worth small steps
HOUR = 3600.0


class Crowd:
    """Lets people come, do what they do, and go; `act` is called before each frame."""

    def __init__(self, house: House, monkey: Monkey) -> None:
        self.house = house
        self.monkey = monkey
        self.came: Counter[str] = Counter()
        self.done: Counter[str] = Counter()
        self.touched = house.time  # when somebody did something last, by the table's time
        self._hand: Hand | None = None
        self._doing: Doing | None = None
        self._next = house.time + self._gap()

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
        if self._doing is None:
            self._doing = self._arrival()
        self.touched = self.house.time
        wait = next(self._doing, None)
        if wait is None:
            self.leave()
            self._next = self.house.time + self._gap()
        else:
            self._next = self.house.time + wait

    def leave(self) -> None:
        """Whoever is there goes."""
        self._doing = None
        self.monkey.leave()
        if self._hand is not None:
            self._hand.away()
            self._hand = None

    def _arrival(self) -> Doing:
        house, chance = self.house, self.house.chance
        if chance.random() < OPERATOR:
            self.came["operator"] += 1
            return Operator(house, self.done).comes()
        self._hand = Hand(house.app, chance, chance.choice(FAMILIES))
        kinds = Visitors(house, self._hand, self.monkey, self.done).kinds()
        kind = chance.choices(list(kinds), list(kinds.values()))[0]
        self.came[kind.__name__.replace("_", " ")] += 1
        return kind()

    def _gap(self) -> float:
        """Seconds until somebody comes."""
        house = self.house
        hour = house.clock().hour
        rate = next((rate for begin, rate in reversed(PARTIES) if begin <= hour), PARTIES[-1][1])
        return house.chance.expovariate((rate if house.is_open else CLOSED) / HOUR)
