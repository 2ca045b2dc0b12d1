"""The words of the robots' table: beside the board, on the docks, in the bar."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import cached_property
from typing import Final

from game.core.rules import Seat, Step
from game.puzzles.puzzle import Puzzle
from game.registry import puzzle_of_day
from game.robots import SPEC, rules
from game.robots.board import SIZE, Cell, Colour
from game.robots.state import LOWEST_BID, Action, Agree, Move, State
from scenes.kit.drawing.glyphs import ARROWS, CLICK, DRAG, SHOULDERS, Prompt
from scenes.kit.input.bindings import key_face
from scenes.kit.input.intents import Kind
from scenes.kit.sound.speech import sentences
from scenes.robots import phrases
from scenes.robots.bidding.bid_queue import WINDOW_SECONDS, BidQueue, Claim, dial, may_only_agree
from scenes.robots.bidding.entering import BidSeating
from scenes.robots.looking_back import LONG, Memory, keys, route_of, shown_way, ways
from scenes.robots.motion import LatestStep, shown
from scenes.robots.selection import Declaring, LookingBack, Selection, Steering
from scenes.table.contract.setup import BoardContext, Stock
from scenes.table.contract.words import ActionWords, BoardWords, SeatWords, TurnWords

DIGITS: Final = ("1", "…", "9")
MOST_KEYS: Final = 4  # most buzzers in the bar; the docks show them all
NEWS_SECONDS: Final = 4.0
MOST_NAMES: Final = 2  # most names in the bar of those for whom one press agrees


def _some(keys: Sequence[str]) -> tuple[str, ...]:
    """Return the faces of buzzers for the bar, as many as fit."""
    faces = [face for face in keys if face]
    return tuple(faces if len(faces) <= MOST_KEYS else [*faces[: MOST_KEYS - 1], "…"])


def may_look_back(state: State) -> bool:
    """Return whether the previous round may be looked at: before any declaration, as there is nothing to agree to."""
    return state.phase == "think" and state.chip_number > 1


class News:
    """One board's news; times are the stage's. Survives layouts."""

    def __init__(self) -> None:
        self._text, self._since = "", 0.0

    def tell(self, text: str, since: float) -> None:
        """Show `text` from `since` on, when the clip that shows it is over."""
        self._text, self._since = text, since

    def at(self, now: float) -> str:
        """Return the news that is fresh at `now`, or ""."""
        return self._text if 0 <= now - self._since < NEWS_SECONDS else ""


class RobotsWords(BoardWords[State, Action, Selection]):
    """The words of one board."""

    def __init__(
        self, context: BoardContext, seating: BidSeating, latest: LatestStep, news: News, memory: Memory
    ) -> None:
        self._memory = memory
        self._context = context
        self._stage = context.stage
        self._seating = seating
        self._latest = latest
        self._news = news

    def turn(self, state: State, selection: Selection, family: str, armed: Action | None = None) -> TurnWords:
        t = self._stage.t
        if armed is None:
            helper = self._helper(state)
        else:
            helper = t("robots.tap_again" if family == "touch" else "robots.click_again")
        touch_helper = t("robots.touch.steer" if isinstance(selection, Steering) else "robots.touch.bid")
        if isinstance(selection, LookingBack):
            touch_helper = ""  # the keys say it
        aim = self._aim(state, selection)
        sentence = self._sentence(state)
        return TurnWords(self._prompts(state, selection), helper, touch_helper, aim=aim, sentence=sentence)

    def _sentence(self, state: State) -> str:
        t = self._stage.t
        if state.phase == "practice" and self._is_todays(state):
            return t("today.title")
        return phrases.sentence(t, state, self._context.names)

    def _is_todays(self, state: State) -> bool:
        """Return whether this is the puzzle of the day, as of the first call."""
        found = self._todays
        return found is not None and (state.settings.seed, self._context.options) == (found.seed, found.options)

    @cached_property
    def _todays(self) -> Puzzle | None:
        return puzzle_of_day(SPEC.id, self._context.today)

    def _prompts(self, state: State, selection: Selection) -> list[Prompt]:
        """Return the prompts of a position."""
        t, in_match, device = self._stage.t, not self._context.in_lesson, self._stage.devices.current
        if state.phase == "practice":
            return self._practising(state) if in_match else self._slides()
        if state.phase == "demonstrate":
            if not in_match:
                return self._slides()
            if not self._seating.plays_for(device, state.order[state.turn]):
                return []
            faster, concede = t("glyph.faster"), t("glyph.concede")
            return [*self._slides(), Prompt(Kind.CONFIRM, faster, ""), Prompt(Kind.SECONDARY, concede, "minor")]
        keys = self._buzzer_faces()
        if isinstance(selection, LookingBack):
            steps = ARROWS if keys and device.family == "keyboard" else SHOULDERS
            past = self._memory.past
            others = [Prompt(steps, t("glyph.route"), "minor")] if past is not None and len(ways(past)) > 1 else []
            return [*others, Prompt(Kind.BACK, t("glyph.next_task"), "primary")]
        queue = selection.queue if isinstance(selection, Declaring) else BidQueue({})
        prompts = self._declaring(state, queue, keys)
        if in_match:
            return prompts
        # In a lesson the key of *no route* gives a hint, agreeing should not stand out, and the bar has other keys.
        kept = (prompt for prompt in prompts if prompt.control not in (Kind.HINT, Kind.THEORY))
        return [replace(prompt, button="minor") if prompt.button == "main" else prompt for prompt in kept]

    def _buzzer_faces(self) -> list[str]:
        """Return the buzzers' faces by seat, "" for seats that do not share the keyboard; [] if it is not shared."""
        sharing = set(self._seating.seats_by_key().values())
        if not sharing:
            return []
        return [key_face(key) if seat in sharing else "" for seat, key in enumerate(self._seating.buzzers)]

    def _slides(self) -> list[Prompt]:
        """Return how robots are moved."""
        t = self._stage.t
        if self._stage.devices.current.family == "mouse":
            return [Prompt(CLICK, t("glyph.click_ghost"), ""), Prompt(DRAG, t("glyph.flick_robot"), "")]
        return [Prompt(ARROWS, t("glyph.slide"), ""), Prompt(SHOULDERS, t("glyph.robot"), "")]

    def _practising(self, state: State) -> list[Prompt]:
        t = self._stage.t
        return [
            *self._slides(),
            *([Prompt(Kind.BACK, t("glyph.reset"), "minor")] if state.moves else []),
            Prompt(Kind.CONFIRM, t("glyph.difficulty")),
            Prompt(Kind.SECONDARY, t("glyph.next_puzzle")),
            Prompt(Kind.HINT, t("glyph.hint"), "minor"),
        ]

    def _declaring(self, state: State, queue: BidQueue, keys: Sequence[str]) -> list[Prompt]:
        """Return how numbers are declared with the current device."""
        t, family = self._stage.t, self._stage.devices.current.family
        answer = []
        if may_look_back(state):
            answer = [Prompt(Kind.SECONDARY, t("glyph.last_round"), "minor")]
        elif state.bids:
            text = t("glyph.agree")
            if keys and family in ("keyboard", "mouse", "touch"):
                text = self._agreeing(state) or t("glyph.agree_all_short" if family == "touch" else "glyph.agree_all")
            answer = [Prompt(Kind.SECONDARY, text, "main")]
        if family == "mouse":
            return [Prompt(CLICK, t("glyph.click_dock"), ""), *answer]
        if family == "touch":
            return answer
        if family == "keyboard" and queue.window is not None:
            return self._typing(state, queue.window, keys)
        if family == "keyboard" and keys:
            return [Prompt("", t("glyph.own_key"), "", faces=_some(keys)), *answer]
        digits = [Prompt("", t("glyph.number"), "", faces=DIGITS)] if family == "keyboard" else []
        return [
            *digits,
            Prompt(ARROWS, t("glyph.dial_1"), ""),
            Prompt(SHOULDERS, t("glyph.dial_5"), ""),
            Prompt(Kind.CONFIRM, t("glyph.declare"), ""),
            *answer,
            Prompt(Kind.HINT, t("robots.agree_end" if may_only_agree(state, self._own_seat) else "glyph.no_route"), ""),
            Prompt(Kind.THEORY, t("robots.glyph.marks"), "minor"),
        ]

    def _typing(self, state: State, window: Claim, keys: Sequence[str]) -> list[Prompt]:
        """Return what the keys do for the seat that is typing."""
        t, seat = self._stage.t, window.seat
        seconds = round(WINDOW_SECONDS)
        prompts = [Prompt("", t("glyph.number"), "", faces=DIGITS)]
        if not window.digits and seat not in state.none and state.lowest_of(seat) is None:
            prompts.append(Prompt("", t("glyph.no_route"), "", faces=("0",)))
        if window.digits and keys:
            prompts.append(Prompt("", t("glyph.commit", seconds=seconds), "", faces=(keys[seat],)))
        elif window.digits:
            prompts.append(Prompt(Kind.CONFIRM, t("glyph.commit", seconds=seconds), ""))
        elif state.bids:
            prompts.append(Prompt(Kind.SECONDARY, t("glyph.agree"), ""))
        others = _some([face for other, face in enumerate(keys) if other != seat])
        if others:
            bids = int(window.digits or 0) >= LOWEST_BID
            label = t("glyph.next_key", number=window.digits) if bids else t("glyph.next_key.empty")
            prompts.append(Prompt("", label, "", faces=others))
        return [*prompts, Prompt(Kind.BACK, t("glyph.take_back"), "")]

    @property
    def _own_seat(self) -> Seat | None:
        """The seat of the current device, if it plays for one seat."""
        device = self._stage.devices.current
        if device.is_pad:
            return self._seating.holder(device)
        shared = self._seating.sharing()
        return shared[0] if len(shared) == 1 else None

    def _agreeing(self, state: State) -> str:
        """Return for whom one press at the keyboard agrees; "" if for everyone."""
        shared = [seat for seat in self._seating.sharing() if seat not in state.agreed]
        people = [seat for seat, config in enumerate(self._context.seats) if not config.is_ai]
        if len(shared) in (0, len(people)):
            return ""
        t = self._stage.t
        if len(shared) > MOST_NAMES:
            return t("robots.agree_count", count=len(shared))
        names = [self._context.names[seat] for seat in shared]
        return t("robots.agree_names", names=self._stage.list_of(names))

    def _helper(self, state: State) -> str:
        if may_only_agree(state, self._own_seat):
            return self._stage.t("robots.agree_note")
        now = self._stage.time
        counted = self._latest.counted(state)
        long = LONG if self._memory.is_long else None
        return phrases.helper(self._stage.t, counted, self._context.options, now, self._news.at(now), long)

    def action(self, action: Action) -> ActionWords:
        t, written = self._stage.t, rules.text(action)
        hint = phrases.route(t, [action]) if isinstance(action, Move) else written
        return ActionWords(written, hint, phrases.action_text(t, action))

    def spoken(self, step: Step[State, Action, object]) -> str:
        """Return the step's text; the news at the end of the game are left to `note`."""
        text = super().spoken(step)
        return text if step.after.phase == "over" else sentences(text, self._news_text(step))

    def note(self, step: Step[State, Action, object]) -> str:
        return self._news_text(step) if step.after.phase == "over" else ""

    def _news_text(self, step: Step[State, Action, object]) -> str:
        return phrases.news(self._stage.t, step, self._context.names)

    def seat(self, state: State, seat: Seat) -> SeatWords:
        t, chips = self._stage.t, state.chips[seat]
        unit, brief = (t(key, count=chips) for key in ("robots.chips", "robots.chips.brief"))
        stock = Stock(chips, state.settings.chips_to_win, unit, brief=brief)
        return SeatWords(stock, t("robots.seat_note"), t("robots.seat_note"))

    def glance(self, state: State, seat: Seat, answer: int = 0) -> str:
        return self._stage.t("robots.shortest", count=answer)

    def position(self, state: State) -> Sequence[str]:
        t, shows = self._stage.t, shown(state)
        found = [phrases.task(t, state.chip)]
        found += [t("robots.where.target", **_place(mark.cell)) for mark in shows.marked("goal")]
        for piece in shows.pieces:
            found.append(t("robots.where.robot", colour=t(f"robots.colour.{piece.look}"), **_place(piece.cell)))
        return found

    def numbers(self, first: int, last: int) -> str:
        """Return the numbers from `first` to `last`, for one-button play."""
        return self._stage.t("robots.scan.numbers", first=first, last=last)

    def answer(self, action: Action) -> str:
        """Return the button label of an answer without a number."""
        return self._stage.t("glyph.agree" if isinstance(action, Agree) else "glyph.no_route")

    def robot(self, colour: Colour) -> str:
        """Return a robot's name."""
        return self._stage.t(f"robots.colour.{colour}")

    def _aim(self, state: State, selection: Selection) -> Sequence[str]:
        t, names = self._stage.t, self._context.names
        if isinstance(selection, Steering):
            return () if selection.robot is None else (t(f"robots.colour.{selection.robot}"),)
        if not isinstance(selection, Declaring):
            return ()
        if isinstance(selection, LookingBack):
            return self._route_shown(selection)
        numbers = {seat: str(dial(selection.queue, state, seat)) for seat in selection.queue.dials}
        typing = selection.queue.window
        if typing is not None:
            numbers[typing.seat] = typing.digits or t("robots.status.typing")
        return [t("speech.value", name=names[seat], value=number) for seat, number in numbers.items()]

    def _route_shown(self, looking: LookingBack) -> Sequence[str]:
        """Return the shown route of the look back, to be read aloud."""
        past, t = self._memory.past, self._stage.t
        if past is None:
            return ()
        lit = next((key.label for key in keys(t, past, looking, self._context.names) if key.is_shown), "")
        return (sentences(lit, phrases.route(t, route_of(past, shown_way(past, looking)))),)


def _place(cell: Cell) -> dict[str, int]:
    """Return a cell's column from the left and row from the top, from 1 on."""
    return {"column": cell % SIZE + 1, "row": cell // SIZE + 1}
