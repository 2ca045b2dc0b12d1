"""The words of the robots' table: beside the board, on the docks and in the bar."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from operator import is_
from typing import Final

from game.core.rules import Seat, Step
from game.puzzles.puzzle import Puzzle
from game.registry import puzzle_of_day
from game.robots import SPEC, rules
from game.robots.board import SIZE, Cell, Colour
from game.robots.state import Action, Agree, Move, State
from scenes.kit.drawing.glyphs import ARROWS, CLICK, DRAG, SHOULDERS, Prompt, one_of
from scenes.kit.input.bindings import key_face
from scenes.kit.input.intents import Kind
from scenes.kit.layout import Shape
from scenes.kit.sound.speech import sentences
from scenes.robots import phrases
from scenes.robots.bidding.bid_queue import WINDOW_SECONDS, Claim, dial, may_only_agree
from scenes.robots.bidding.entering import BidSeating
from scenes.robots.films import LatestStep, shown
from scenes.robots.looking_back import LONG, Memory, keys, route_of, shown_way, ways
from scenes.robots.selection import Declaring, LookingBack, Selection, Steering, dialling_seats
from scenes.table.contract.setup import BoardContext, Stock
from scenes.table.contract.words import ActionWords, BoardWords, SeatWords, TurnWords

DIGITS: Final = ("1", "…", "9")
# The most buzzer keys in the bar. The docks show all of them.
MOST_KEYS: Final = 4
NEWS_SECONDS: Final = 4.0
# The most names in the bar, if one press agrees for several people.
MOST_NAMES: Final = 2


def _some(keys: Sequence[str], most: int = MOST_KEYS) -> tuple[str, ...]:
    """Return as many signs of buzzer keys as fit into the bar."""
    faces = [face for face in keys if face]
    return tuple(faces if len(faces) <= most else [*faces[: most - 1], "…"])


def _are_same(values: Sequence[object], others: Sequence[object]) -> bool:
    """Return whether two lists are equal. The first two values of each are compared by identity, which is faster."""
    return len(values) == len(others) and all(map(is_, values[:2], others[:2])) and values[2:] == others[2:]


def may_look_back(state: State) -> bool:
    """Return whether the previous round can be shown.

    This is possible before the first declaration, when there is nothing to agree to.
    """
    return state.phase == "think" and state.chip_number > 1


class News:
    """The news of one board, which survive a new layout of the board. Times are the stage's."""

    def __init__(self) -> None:
        self._text, self._since = "", 0.0

    def tell(self, text: str, since: float) -> None:
        """Show `text` from the time `since` on: from the end of the clip that shows the news."""
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
        # The cached prompts, preceded by the values on which they depend.
        self._laid: tuple[tuple[object, ...], list[Prompt]] = (), []

    def turn(self, state: State, selection: Selection, family: str, armed: Action | None = None) -> TurnWords:
        t = self._stage.t
        if armed is None:
            helper = self._helper(state, selection)
        else:
            helper = t("robots.tap_again" if family == "touch" else "robots.click_again")
        touch_helper = t("robots.touch.steer" if isinstance(selection, Steering) else "robots.touch.bid")
        if isinstance(selection, LookingBack):
            # While the last round is shown, the labels of the keys already say what a finger can do.
            touch_helper = ""
        aim = self._aim(state, selection)
        sentence = self._sentence(state)
        return TurnWords(self._prompts(state, selection), helper, touch_helper, aim=aim, sentence=sentence)

    def _sentence(self, state: State) -> str:
        t = self._stage.t
        if state.phase == "practice" and self._is_todays(state):
            return t("today.title")
        return phrases.sentence(t, state, self._context.names)

    def _is_todays(self, state: State) -> bool:
        """Return whether this is the puzzle of the day. The day is taken at the first call."""
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
        declaring = selection if isinstance(selection, Declaring) else Declaring()
        about = (state, declaring, device, tuple(keys), self._context.seats, self._stage.strings.language)
        if (
            isinstance(declaring, LookingBack)
            or len(about) != len(self._laid[0])
            or not _are_same(about, self._laid[0])
        ):
            self._laid = about, self._declaring(state, declaring, keys)
        prompts = self._laid[1]
        if in_match:
            return prompts
        # In a lesson, the key of *no route* gives a hint, and agreeing should not stand out.
        kept = (prompt for prompt in prompts if prompt.control is not Kind.HINT)
        return [prompt._replace(button="minor") if prompt.button == "main" else prompt for prompt in kept]

    def _buzzer_faces(self) -> list[str]:
        """Return the signs of the buzzer keys by seat, "" for seats that do not share the keyboard. [] if nobody shares
        it.
        """
        sharing = set(self._seating.seats_by_key().values())
        if not sharing:
            return []
        return [key_face(key) if seat in sharing else "" for seat, key in enumerate(self._seating.buzzers)]

    def _slides(self) -> list[Prompt]:
        """Return the prompts for moving robots."""
        t = self._stage.t
        if self._stage.devices.current.family == "mouse":
            return [Prompt(CLICK, t("glyph.click_ghost"), ""), Prompt(DRAG, t("glyph.flick_robot"), "")]
        return [Prompt(ARROWS, t("glyph.slide"), ""), Prompt(SHOULDERS, t("glyph.robot"), "")]

    def _practising(self, state: State) -> list[Prompt]:
        t = self._stage.t
        return [
            *self._slides(),
            Prompt(Kind.BACK, t("glyph.reset"), "minor", enabled=bool(state.moves)),
            Prompt(Kind.CONFIRM, t("glyph.difficulty")),
            Prompt(Kind.SECONDARY, t("glyph.next_puzzle")),
            Prompt(Kind.HINT, t("glyph.hint"), "minor"),
        ]

    def _declaring(self, state: State, declaring: Declaring, keys: Sequence[str]) -> list[Prompt]:
        """Return the prompts for declaring numbers with the current device.

        A prompt that is not possible now keeps its place.
        """
        t, family, window = self._stage.t, self._stage.devices.current.family, declaring.queue.window
        answers = self._answers(state, declaring, keys)
        looking = isinstance(declaring, LookingBack)
        route = Prompt(SHOULDERS, t("glyph.route"), "minor")
        if family == "mouse":
            return [Prompt(CLICK, t("glyph.click_dock"), "", enabled=not looking), *answers]
        if family == "touch":
            return [route._replace(enabled=self._has_routes(declaring)), *answers] if state.chip_number > 1 else answers
        if family == "keyboard" and keys:
            return [*self._typing(state, window, keys, looking), *answers]
        is_typing = window is not None and family == "keyboard"
        may_end = may_only_agree(state, self._own_seat)
        bid, commit = Prompt(Kind.CONFIRM, t("glyph.declare"), ""), Prompt(Kind.CONFIRM, self._commit, "")
        none, end = Prompt(Kind.HINT, t("glyph.no_route"), ""), Prompt(Kind.HINT, self._ending, "")
        dials = [Prompt(ARROWS, t("glyph.dial_1"), "")]
        if family == "keyboard":
            dials.append(Prompt(Kind.BACK, t("glyph.take_back"), ""))
        steps = Prompt(SHOULDERS, t("glyph.dial_5"), ""), route._replace(button="")
        return [
            *([Prompt("", t("glyph.number"), "", faces=DIGITS)] if family == "keyboard" else []),
            one_of(dials, is_typing),
            one_of(steps, self._has_routes(declaring), not is_typing),
            one_of((bid, commit), is_typing, window is None or bool(window.digits)) if family == "keyboard" else bid,
            *answers,
            one_of((none, end), may_end),
        ]

    @property
    def _commit(self) -> str:
        if self._stage.metrics.shape is Shape.TALL:
            return self._stage.t("glyph.declare")
        return self._stage.t("glyph.commit", seconds=round(WINDOW_SECONDS))

    @property
    def _ending(self) -> str:
        """The effect of *no route* when all that it can do is to end the clock."""
        is_tall = self._stage.metrics.shape is Shape.TALL
        return self._stage.t("glyph.agree" if is_tall else "robots.agree_end")

    def _has_routes(self, declaring: Declaring) -> bool:
        """Return whether the previous round has another route to show."""
        past = self._memory.past
        return isinstance(declaring, LookingBack) and past is not None and len(ways(past)) > 1

    def _answers(self, state: State, declaring: Declaring, keys: Sequence[str]) -> list[Prompt]:
        """Return the prompts for agreeing and for opening or closing the look back.

        For keys and pads, these prompts share a single place, and only one of them is shown.
        """
        t, agree = self._stage.t, self._agreement(state, declaring, keys)
        if state.chip_number <= 1:
            return [agree]
        last, following = Prompt(Kind.SECONDARY, t("glyph.last_round")), Prompt(Kind.BACK, t("glyph.next_task"))
        looking = isinstance(declaring, LookingBack)
        if self._stage.devices.current.family in ("mouse", "touch"):
            return [one_of((last, following), looking, looking or may_look_back(state)), agree]
        shown = 1 if looking else 0 if may_look_back(state) and declaring.queue.window is None else 2
        return [one_of((last, following, *agree.slot), shown, shown < 2 or agree.enabled)]

    def _agreement(self, state: State, declaring: Declaring, keys: Sequence[str]) -> Prompt:
        """Return the prompt for agreeing. One press agrees for oneself, a second one for all who share the keyboard."""
        t, device, window = self._stage.t, self._stage.devices.current, declaring.queue.window
        own = window is not None and device.family == "keyboard"
        shared = bool(keys) and not own and device.family in ("keyboard", "mouse", "touch")
        labels = [t("glyph.agree")]
        if keys and device.family in ("keyboard", "mouse", "touch"):
            is_tall = self._stage.metrics.shape is Shape.TALL  # an upright window has room for short labels only
            short = is_tall or device.family == "touch"
            everybody = t("glyph.agree_all_short" if short else "glyph.agree_all")
            labels += [t("robots.agree_again"), everybody if short else self._agreeing(state) or everybody]
            if not short:
                longest = sorted(self._context.names, key=len)[-MOST_NAMES:]
                labels += [everybody, t("robots.agree_names", names=self._stage.list_of(longest))]
        shown = 0 if not shared else 1 if declaring.asked else 2
        is_busy = window is not None and bool(window.digits)
        if shared:
            is_busy = window is not None or bool(dialling_seats(declaring))
        prompts = [Prompt(Kind.SECONDARY, label) for label in labels]
        return one_of(prompts, shown, bool(state.bids) and not is_busy)

    def _typing(self, state: State, window: Claim | None, keys: Sequence[str], looking: bool) -> list[Prompt]:
        """Return the prompts of a shared keyboard, for the seat that is typing if there is one."""
        t = self._stage.t
        most = MOST_KEYS - (self._stage.metrics.shape is Shape.TALL)
        everybody, digits = _some(keys, most), window.digits if window is not None else ""
        others = _some([face for other, face in enumerate(keys) if window is None or other != window.seat], most)
        turns = [Prompt("", t("glyph.own_key"), "", faces=everybody), Prompt(ARROWS, t("glyph.route"), "")]
        # The last prompt is never shown: it only makes the place wide enough for the keys of all seats.
        turns += [Prompt("", t("glyph.next_key"), "", faces=faces) for faces in (others or everybody, everybody)]
        shown = 1 if looking else 0 if window is None else 2
        seat = next(seat for seat, face in enumerate(keys) if face) if window is None else window.seat
        may_pass = window is not None and seat not in state.none and state.lowest_of(seat) is None
        ends = Prompt("", t("glyph.no_route"), "", faces=("0",)), Prompt("", self._commit, "", faces=(keys[seat],))
        return [
            one_of(turns, shown),
            Prompt("", t("glyph.number"), "", faces=DIGITS, enabled=window is not None),
            one_of(ends, bool(digits), bool(digits) or may_pass),
            Prompt(Kind.BACK, t("glyph.take_back"), "", enabled=window is not None),
        ]

    @property
    def _own_seat(self) -> Seat | None:
        """Return the seat of the current device, if it plays for exactly one seat."""
        device = self._stage.devices.current
        if device.is_pad:
            return self._seating.holder(device)
        shared = self._seating.sharing()
        return shared[0] if len(shared) == 1 else None

    def _agreeing(self, state: State) -> str:
        """Return for whom one press at the keyboard agrees, as text; "" if for everyone."""
        shared = [seat for seat in self._seating.sharing() if seat not in state.agreed]
        people = [seat for seat, config in enumerate(self._context.seats) if not config.is_ai]
        if len(shared) in (0, len(people)):
            return ""
        t = self._stage.t
        if len(shared) > MOST_NAMES:
            return t("robots.agree_count", count=len(shared))
        names = [self._context.names[seat] for seat in shared]
        return t("robots.agree_names", names=self._stage.list_of(names))

    def _helper(self, state: State, selection: Selection) -> str:
        if may_only_agree(state, self._own_seat):
            return self._stage.t("robots.agree_note")
        if isinstance(selection, Declaring) and selection.asked:
            return self._stage.t("robots.agree_ask", who=self._agreeing(state) or self._stage.t("glyph.agree_all"))
        now = self._stage.time
        counted = self._latest.counted(state)
        long = LONG if self._memory.is_long else None
        return phrases.helper(self._stage.t, counted, self._context.options, now, self._news.at(now), long)

    def action(self, action: Action) -> ActionWords:
        t, written = self._stage.t, rules.text(action)
        hint = phrases.route(t, [action]) if isinstance(action, Move) else written
        return ActionWords(written, hint, phrases.action_text(t, action))

    def spoken(self, step: Step[State, Action, object]) -> str:
        """Return the text of the step. The news at the end of the game is left to `note`."""
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
        """Return what speech reads for the shown route of the look back."""
        past, t = self._memory.past, self._stage.t
        if past is None:
            return ()
        lit = next((key.label for key in keys(t, past, looking, self._context.names) if key.is_shown), "")
        return (sentences(lit, phrases.route(t, route_of(past, shown_way(past, looking)))),)


def _place(cell: Cell) -> dict[str, int]:
    """Return a cell's column from the left and its row from the top, counted from 1."""
    return {"column": cell % SIZE + 1, "row": cell // SIZE + 1}
