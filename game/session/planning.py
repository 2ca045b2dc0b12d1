"""Keep the plans of AI seats where several act at once. It is apart because it asks no agent."""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Iterable, Sequence
from dataclasses import dataclass

from game.agents.agent import PlannedAction, SeatPlan
from game.core.rules import Seat


@dataclass(slots=True)
class _Course:
    """A seat's plan: the timed steps still to come and the rest of its route."""

    steps: list[PlannedAction]
    route: list[str]
    patience: float


class Plans:
    """The plans for one decision, by seat; time counts from when the decision came up.

    `parse` reads an action.
    """

    def __init__(self, parse: Callable[[str], object]) -> None:
        self._parse = parse
        self._decision: Hashable = None
        self._elapsed = 0.0
        self._courses: dict[Seat, _Course] = {}

    def decide(self, decision: Hashable) -> None:
        """Go on with `decision`; plans for another one are thrown away."""
        if decision != self._decision:
            self._decision = decision
            self._elapsed = 0.0
            self._courses.clear()

    def advance(self, seconds: float) -> None:
        """Let time pass."""
        self._elapsed += seconds

    def lacking(self, seats: Iterable[Seat]) -> Seat | None:
        """The first of `seats` that has no plan yet."""
        return next((seat for seat in seats if seat not in self._courses), None)

    def lay(self, seat: Seat, plan: SeatPlan) -> None:
        """Let `seat` follow `plan`."""
        self._courses[seat] = _Course(sorted(plan.steps, key=lambda step: step.delay), list(plan.route), plan.patience)

    def due(self, seats: Iterable[Seat], legal: Callable[[Seat], Collection[object]]) -> tuple[Seat, object] | None:
        """The action whose time came first, by one of `seats`; those that are not legal are dropped."""
        while True:
            courses = [(self._courses[seat], seat) for seat in seats if seat in self._courses]
            ripe = [(course.steps[0].delay, seat) for course, seat in courses if course.steps]
            if not ripe or min(ripe)[0] > self._elapsed:
                return None
            seat = min(ripe)[1]
            step = self._courses[seat].steps.pop(0)
            action = self._parse(step.action)
            if action in legal(seat):
                self._courses[seat].route = list(step.route)
                return seat, action

    def showing(self, seat: Seat, legal: Sequence[object]) -> object | None:
        """The next action of the seat's route, if it is legal now."""
        course = self._courses.get(seat)
        if not course or not course.route:
            return None
        action = self._parse(course.route[0])
        if action not in legal:
            return None
        course.route.pop(0)
        return action

    def is_spent(self, seat: Seat) -> bool:
        """Whether the seat has a plan, no timed action of it is still to come and its patience is over."""
        course = self._courses.get(seat)
        return course is not None and not course.steps and self._elapsed >= course.patience
