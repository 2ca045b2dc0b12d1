"""Texts of the robots' table: sentences about the position, the state of each seat, and slides in words."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from functools import reduce
from itertools import groupby
from typing import Literal

from game.core.rules import Options, Seat, Step
from game.robots import rounds
from game.robots.board import Colour, Heading, TargetMark
from game.robots.drifting_droids import NAME, is_droids_code
from game.robots.placement import encode
from game.robots.state import (
    HIGHEST_BID,
    LOWEST_BID,
    Action,
    Agree,
    Bid,
    ChipReturned,
    ChipWon,
    Concede,
    Expire,
    Failed,
    Move,
    NoRoute,
    RuleBites,
    Speak,
    State,
)
from scenes.kit.text.line_breaking import NO_BREAK
from scenes.robots.bidding.bid_queue import BidQueue, Refusal

BITE_SECONDS = 4.0
_ARROWS = {"N": "↑", "E": "→", "S": "↓", "W": "←"}
# A stage's `t`.
Text = Callable[..., str]
Sign = Literal["number", "thinking", "none", "agreed", "typing", "waiting", "empty"]


def sentence(t: Text, state: State, names: Sequence[str]) -> str:
    """Return the large sentence at the top of the side panel."""
    if state.phase == "bid" and state.best is not None:
        return t("robots.best", number=state.best)
    if state.phase == "demonstrate":
        return t("robots.steering", name=names[state.order[state.turn]])
    if state.phase == "practice":
        return t("robots.practice")
    return t("robots.retry") if state.phase == "bid" else t("robots.find")


def helper(t: Text, state: State, options: Options, time: float, latest: str = "", long: int | None = None) -> str:
    """Return two lines: the task, and one of several remarks, which change with `time` (seconds of any clock).

    `latest` is the news of the last step, as long as it is fresh. If the chip's shortest route is known to be longer
    than a limit, `long` is this limit in moves, otherwise None.
    """
    first = task(t, state.chip)
    if latest:
        return f"{first}\n{latest}"
    if state.phase == "demonstrate":
        last = state.moves[-1] if state.moves else None
        return f"{first}\n{move(t, len(state.moves), last.colour, last.heading)}" if last else first
    if state.phase == "over":
        return first
    texts = bites(t, state)
    if long is not None:
        texts = [t("robots.long_one", count=long), *texts]
    # The remarks take turns.
    if texts:
        return f"{first}\n{texts[int(time / BITE_SECONDS) % len(texts)]}"
    if state.phase == "practice" or (state.phase == "think" and state.chip_number == 1):
        return f"{first}\n{t('robots.code', code=shown_code(options, state.settings.seed))}"
    return f"{first}\n{t('robots.think' if state.best is None else 'robots.fewer')}"


def shown_code(options: Options, seed: int) -> str:
    """Return the code of a board as it is displayed. For a long code of DriftingDroids, only its checksum is shown."""
    code = encode(options, seed)
    return f"{NAME} {code.split('!')[2]}" if is_droids_code(code) else code


def news(t: Text, step: Step[State, Action, object], names: Sequence[str]) -> str:
    """Return the news of a step that the board alone would not explain."""
    for event in step.events:
        if isinstance(event, RuleBites) and isinstance(step.action, Move):
            return t(f"robots.bite.one_move.{step.after.settings.one_move_rule}")
        if isinstance(event, Failed):
            return t(f"robots.failed.{event.why}", name=names[event.seat])
        if isinstance(event, ChipWon):
            return t("robots.won", name=names[event.seat], chip=mark_name(t, event.chip))
        if isinstance(event, ChipReturned):
            return t("robots.returned", chip=mark_name(t, event.chip))
    return ""


def action_text(t: Text, action: Action) -> str:
    """Return what speech reads for an action, after its player's name."""
    if isinstance(action, Bid):
        return t("robots.said.bid", number=action.number)
    if isinstance(action, Move):
        heading = t(f"robots.heading.{action.heading}")
        return t("robots.said.move", colour=t(f"robots.colour.{action.colour}"), heading=heading)
    kinds: dict[type[Action], str] = {Agree: "agree", NoRoute: "none", Concede: "concede", Expire: "expire"}
    return t("robots.said.speak") if isinstance(action, Speak) else t(f"robots.said.{kinds[type(action)]}")


def task(t: Text, mark: TargetMark) -> str:
    """Return the task of a chip."""
    if mark.colour == "any":
        return t("robots.task.any")
    return t("robots.task", robot=t(f"robots.robot.{mark.colour}"), symbol=t(f"robots.symbol.{mark.symbol}"))


def mark_name(t: Text, mark: TargetMark) -> str:
    """Return a chip or mark in words."""
    if mark.colour == "any":
        return t("robots.symbol.spiral")
    return t("robots.mark", colour=t(f"robots.colour.{mark.colour}"), symbol=t(f"robots.symbol.{mark.symbol}"))


def bites(t: Text, state: State) -> list[str]:
    """Return a sentence about each special rule that applies to the chip."""
    texts = []
    for bite in state.bites:
        if bite == "set_aside":
            texts.append(t("robots.bite.set_aside", chip=mark_name(t, state.set_aside[-1])))
        elif bite == "one_move":
            texts.append(t(f"robots.bite.one_move.{state.settings.one_move_rule}"))
        else:
            texts.append(t(f"robots.bite.{bite}"))
    return texts


def move(t: Text, number: int, colour: Colour, heading: Heading) -> str:
    """Return a slide of a demonstration, such as "Move 3: green, east"."""
    return t("robots.move", number=number, colour=t(f"robots.colour.{colour}"), heading=t(f"robots.heading.{heading}"))


def route(t: Text, moves: Sequence[Move]) -> str:
    """Return slides in short form: "blue ↑, green →". An arrow stays on one line with its robot."""
    return list_text(t, [f"{t(f'robots.colour.{m.colour}')}{NO_BREAK}{_ARROWS[m.heading]}" for m in moves])


def runs(t: Text, moves: Sequence[Move]) -> str:
    """Return slides in short form; consecutive slides of one robot are joined: "blue ↑→, green →"."""
    together = [(colour, [_ARROWS[m.heading] for m in run]) for colour, run in groupby(moves, lambda m: m.colour)]
    return list_text(t, [f"{t(f'robots.colour.{colour}')}{NO_BREAK}{''.join(arrows)}" for colour, arrows in together])


def list_text(t: Text, parts: Sequence[str]) -> str:
    """Return parts as a list: "red, green, blue"; "" for none."""
    return reduce(lambda first, last: t("robots.list", first=first, last=last), parts) if parts else ""


def status(t: Text, state: State, seat: Seat, queue: BidQueue, silence: float | None = None) -> tuple[Sign, str, str]:
    """Return the texts of a seat's dock: the sign of the plate, its number or the digits typed so far, and the status
    line.

    `silence` is how many seconds of the bidding delay are left; None before the delay runs.
    """
    if state.phase == "over":
        chips = t("robots.status.chips", count=state.chips[seat])
        return "empty", "", t("robots.status.won") if state.winner == seat else chips
    if state.phase == "practice":
        return "number", str(len(state.moves)), t("robots.status.moves")
    if state.phase == "demonstrate":
        return _showing(t, state, seat)
    return _declaring(t, state, seat, queue, silence)


def _showing(t: Text, state: State, seat: Seat) -> tuple[Sign, str, str]:
    number = state.lowest_of(seat)
    if number is None:
        return "none", "", t("robots.status.no_bid")
    place = state.order.index(seat) - state.turn
    if place < 0:
        return "number", str(number), t("robots.status.failed")
    if place < 2:
        return "number", str(number), t("robots.status.next" if place else "robots.status.steers")
    return "number", str(number), t(f"robots.status.place.{place + 1}")


def _declaring(t: Text, state: State, seat: Seat, queue: BidQueue, silence: float | None) -> tuple[Sign, str, str]:
    own = state.lowest_of(seat)
    claim = queue.waiting(seat)
    refusal = queue.refusal
    if refusal is not None and refusal.seat == seat and refusal.delay:
        return "empty" if own is None else "number", "" if own is None else str(own), _refused(t, state, refusal)
    if refusal is not None and refusal.seat == seat:
        number = str(refusal.action.number) if isinstance(refusal.action, Bid) else ""
        return "number" if number else "none", number, _refused(t, state, refusal)
    if claim is not None and claim is queue.window:
        return "typing", f"{claim.digits}_", t("robots.status.typing")
    if claim is not None and queue.window is not None:
        number = str(claim.action.number) if isinstance(claim.action, Bid) else ""
        return "waiting", number, t("robots.status.waits")
    if seat in state.none:
        return "none", "", t("robots.status.none")
    if own is None and seat in state.agreed:
        return "agreed", "", t("robots.status.agrees")
    if own is None and seat in state.silent:
        return "empty" if seat in queue.dials else "waiting", "", _quiet(t, state, seat, silence)
    if own is None:
        return "thinking", "", t("robots.status.thinking")
    if seat in state.agreed:
        return "number", str(own), t("robots.status.agrees")
    return "number", str(own), t("robots.status.best" if leader(state) == seat else "robots.status.bid")


def _quiet(t: Text, state: State, seat: Seat, silence: float | None) -> str:
    """Return the rest of a seat's bidding delay in words, in whole seconds."""
    running = rounds.silence(state)
    assert running is not None
    left = rounds.silence_left(state, seat, running.seconds if silence is None else silence)
    return t("robots.silent", seconds=math.ceil(left))


def _refused(t: Text, state: State, refusal: Refusal) -> str:
    """Return why an entry was refused."""
    action, own = refusal.action, state.lowest_of(refusal.seat)
    if refusal.delay:
        return t(f"robots.status.{refusal.delay}")
    if isinstance(action, Agree):
        return t("robots.status.no_bid_yet")
    if isinstance(action, Bid) and refusal.seat in state.silent:
        return t("robots.status.silent")
    if isinstance(action, Bid) and (own is None or not LOWEST_BID <= action.number <= HIGHEST_BID):
        return t("robots.status.too_low")
    return t("robots.status.must_fall", number=own) if own is not None else t("robots.status.none")


def leader(state: State) -> Seat | None:
    """Return the seat that would show its route first; None without a bid."""
    return next(iter(rounds.demonstration_order(state)), None)


def lit_seat(state: State) -> Seat | None:
    """Return the seat whose dock is lit: it moves the robots, would show its route first, or has won the game."""
    if state.phase == "over":
        return state.winner
    return state.demonstrator if state.phase == "demonstrate" else leader(state)
