"""What is said at the robots' table: beside the board, on the docks, in the bar."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from typing import Any, Final

from game.core.options import resolve
from game.core.rules import Seat, Step
from game.robots import SPEC, rules
from game.robots.board import COLOURS, SIZE, Cell, Colour
from game.robots.daily import puzzle_of_the_day
from game.robots.state import Action, Agree, Move, State
from scenes.kit.dates import day_and_month
from scenes.kit.glyphbar import Prompt
from scenes.kit.keyboard import face
from scenes.kit.speech import sentences
from scenes.robots import phrases
from scenes.robots.bidding.desk import dial, may_only_agree
from scenes.robots.bidding.seating import Seating
from scenes.robots.motion.latest_step import LatestStep
from scenes.robots.prompts import DeviceInUse, prompts_for
from scenes.robots.review.memory import LONG, Memory
from scenes.robots.selection import Declaring, LookingBack, Selection, Steering
from scenes.table.contract.setup import BoardContext, Stock
from scenes.table.contract.words import BoardWords, Problem

NEWS_SECONDS: Final = 4.0
MOST_NAMES: Final = 2  # of those for whom one press agrees, in the bar


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


class RobotsWords(BoardWords[State, Action, Selection]):
    """The words of one board."""

    def __init__(self, context: BoardContext, seating: Seating, latest: LatestStep, news: News, memory: Memory) -> None:
        self._memory = memory
        self._context = context
        self._stage = context.stage
        self._seating = seating
        self._latest = latest
        self._news = news

    def prompts(self, state: State, selection: Selection) -> list[Prompt]:
        by_key = self._seating.seats_by_key()
        seats = range(len(self._seating.buzzers)) if by_key else ()
        keys = [face(self._seating.buzzers[seat]) if seat in by_key.values() else "" for seat in seats]
        past = self._memory.past
        routes = len(past.routes) if past is not None else 1
        shows = state.phase == "demonstrate" and state.demonstrator is not None
        device = self._stage.devices.current
        steers = not shows or self._seating.plays_for(device, state.demonstrator or 0)
        hand = DeviceInUse(self._own_seat, self._agreeing(state), steers)
        return prompts_for(self._stage, state, selection, keys, not self._context.in_lesson, routes, hand)

    @property
    def _own_seat(self) -> Seat | None:
        """The seat of the device in use, where it plays for one alone."""
        device = self._stage.devices.current
        if device.is_pad:
            return self._seating.holder(device)
        shared = self._seating.sharing()
        return shared[0] if len(shared) == 1 else None

    def _agreeing(self, state: State) -> str:
        """For whom one press at the keyboard agrees; "" where that is everybody."""
        shared = [seat for seat in self._seating.sharing() if seat not in state.agreed]
        people = [seat for seat, config in enumerate(self._context.seats) if not config.is_ai]
        if len(shared) in (0, len(people)):
            return ""
        t = self._stage.t
        if len(shared) > MOST_NAMES:
            return t("robots.agree_count", count=len(shared))
        names = [self._context.names[seat] for seat in shared]
        return t("robots.agree_names", names=self._stage.list_of(names))

    def helper(self, state: State, selection: Selection, family: str) -> str:
        if may_only_agree(state, self._own_seat):
            return self._stage.t("robots.agree_note")
        now = self._stage.time
        counted = self._latest.counted(state)
        long = LONG if self._memory.is_long else None
        return phrases.helper(self._stage.t, counted, self._context.options, now, self._news.at(now), long)

    def touch_helper(self, selection: Selection) -> str:
        return self._stage.t("robots.touch.steer" if isinstance(selection, Steering) else "robots.touch.bid")

    def confirm_helper(self, action: Action, family: str) -> str:
        return self._stage.t("robots.tap_again" if family == "touch" else "robots.click_again")

    def sentence(self, state: State) -> str:
        today = self._context.services.today
        if state.phase == "practice" and self._is_todays(state, today):
            return self._stage.t("robots.daily", date=day_and_month(self._stage.t, today))
        return phrases.sentence(self._stage.t, state, self._context.names)

    def _is_todays(self, state: State, today: date) -> bool:
        """Whether this is the puzzle of the day, with everything else as usual."""
        is_seed = state.settings.seed == puzzle_of_the_day(today)
        return is_seed and dict(self._context.options) == resolve(SPEC.options, {"players": 1})

    def hint_text(self, action: Action) -> str:
        return phrases.route(self._stage.t, [action]) if isinstance(action, Move) else rules.text(action)

    def announce(self, step: Step[State, Action, Any]) -> str:
        return phrases.news(self._stage.t, step, self._context.names) if step.after.phase == "over" else ""

    def problem(self, state: State, selection: Selection) -> Problem | None:
        return None

    def stock(self, state: State, seat: Seat) -> Stock:
        return Stock(
            state.chips[seat], state.settings.chips_to_win, self._stage.t("robots.chips", count=state.chips[seat])
        )

    def side_note(self, seat: Seat, short: bool = False) -> str:
        return self._stage.t("robots.seat_note")

    def notation(self, action: Action) -> str:
        return rules.text(action)

    def best_answer(self, count: int) -> str:
        return self._stage.t("robots.shortest", count=count)

    def written(self, actions: Sequence[Action]) -> str:
        return phrases.letters([action for action in actions if isinstance(action, Move)])

    def said(self, action: Action) -> str:
        return phrases.said(self._stage.t, action)

    def position(self, state: State) -> Sequence[str]:
        t = self._stage.t
        found = [phrases.task(t, state.chip)]
        found += [t("robots.where.target", **_place(cell)) for cell in state.board.targets(state.chip)]
        for colour, cell in zip(COLOURS, state.robots, strict=False):
            found.append(t("robots.where.robot", colour=t(f"robots.colour.{colour}"), **_place(cell)))
        return found

    def numbers(self, first: int, last: int) -> str:
        """The numbers from `first` to `last`, for one-button play."""
        return self._stage.t("robots.scan.numbers", first=first, last=last)

    def answer(self, action: Action) -> str:
        """What one may say without a number, as it stands on buttons."""
        return self._stage.t("glyph.agree" if isinstance(action, Agree) else "glyph.no_route")

    def robot(self, colour: Colour) -> str:
        """A robot's name."""
        return self._stage.t(f"robots.colour.{colour}")

    def told(self, step: Step[State, Action, Any]) -> str:
        said = self.said(step.action)
        if step.after.phase == "over":
            return said  # `announce` has the rest
        return sentences(said, phrases.news(self._stage.t, step, self._context.names))

    def aim(self, state: State, selection: Selection) -> Sequence[str]:
        t, names = self._stage.t, self._context.names
        if isinstance(selection, Steering):
            return () if selection.robot is None else (t(f"robots.colour.{selection.robot}"),)
        if not isinstance(selection, Declaring):
            return ()
        if isinstance(selection, LookingBack):
            return self._route_shown(selection)
        numbers = {seat: str(dial(selection.desk, state, seat)) for seat in selection.desk.dials}
        typing = selection.desk.window
        if typing is not None:
            numbers[typing.seat] = typing.digits or t("robots.status.typing")
        return [t("speech.value", name=names[seat], value=number) for seat, number in numbers.items()]

    def _route_shown(self, looking: LookingBack) -> Sequence[str]:
        """Which of several shortest routes is shown in the look back, for speech."""
        past = self._memory.past
        if past is None or len(past.routes) < 2:
            return ()
        number = looking.route % len(past.routes)
        t = self._stage.t
        place = t("robots.review.which", number=number + 1, count=len(past.routes))
        return (sentences(place, phrases.route(t, past.routes[number])),)


def _place(cell: Cell) -> dict[str, int]:
    """A cell as people count: from the left, and from above."""
    return {"column": cell % SIZE + 1, "row": cell // SIZE + 1}
