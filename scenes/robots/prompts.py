"""The prompts of the glyph bar at the robots' table."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from game.core.rules import Seat
from game.robots.state import LOWEST_BID, State
from scenes.kit.drawing.glyphs import ARROWS, CLICK, DRAG, SHOULDERS, Prompt
from scenes.kit.input.intents import Kind
from scenes.kit.stage import Stage
from scenes.robots.bidding.bid_queue import WINDOW_SECONDS, BidQueue, Claim, may_only_agree
from scenes.robots.selection import Declaring, LookingBack, Selection


@dataclass(frozen=True, slots=True)
class DeviceInUse:
    """The device in use: the seat that it plays for, None for several, for whom it agrees ("": for everybody).

    `steers` is false while somebody else shows a route.
    """

    seat: Seat | None = None
    agreeing: str = ""
    steers: bool = True


ANY_DEVICE: Final = DeviceInUse()
DIGITS: Final = ("1", "…", "9")
MOST_KEYS: Final = 4  # buzzers in the bar; the docks show them all


def prompts_for(
    stage: Stage,
    state: State,
    selection: Selection,
    keys: Sequence[str],
    in_match: bool,
    routes: int = 1,
    hand: DeviceInUse = ANY_DEVICE,
) -> list[Prompt]:
    """The prompts of a position.

    `keys` are the faces of the buzzers by seat, "" of who does not share the keyboard; () where one has it alone;
    `in_match` not in a lesson; `routes` is how many of the round before can be looked at; `hand` is the
    device in use.
    """
    if state.phase == "practice":
        return _practising(stage, state, in_match)
    if state.phase == "demonstrate" and not in_match:
        return _slides(stage)
    if state.phase == "demonstrate" and not hand.steers:
        return []
    if state.phase == "demonstrate":
        return [
            *_slides(stage),
            Prompt(Kind.CONFIRM, stage.t("glyph.faster"), ""),
            Prompt(Kind.SECONDARY, stage.t("glyph.concede"), "minor"),
        ]
    if isinstance(selection, LookingBack):
        steps = ARROWS if keys and stage.devices.current.family == "keyboard" else SHOULDERS
        others = [Prompt(steps, stage.t("glyph.route"), "minor")] if routes > 1 else []
        return [*others, Prompt(Kind.BACK, stage.t("glyph.next_task"), "primary")]
    queue = selection.queue if isinstance(selection, Declaring) else BidQueue({})
    prompts = _declaring(stage, state, queue, keys, hand)
    return prompts if in_match else _learning(prompts)


def _slides(stage: Stage) -> list[Prompt]:
    """How robots are moved."""
    t = stage.t
    if stage.devices.current.family == "mouse":
        return [
            Prompt(CLICK, t("glyph.click_ghost"), ""),
            Prompt(DRAG, t("glyph.flick_robot"), ""),
        ]
    return [Prompt(ARROWS, t("glyph.slide"), ""), Prompt(SHOULDERS, t("glyph.robot"), "")]


def _practising(stage: Stage, state: State, in_match: bool) -> list[Prompt]:
    t = stage.t
    if not in_match:
        return _slides(stage)
    return [
        *_slides(stage),
        *([Prompt(Kind.BACK, t("glyph.reset"), "minor")] if state.moves else []),
        Prompt(Kind.CONFIRM, t("glyph.difficulty")),
        Prompt(Kind.SECONDARY, t("glyph.next_puzzle")),
        Prompt(Kind.HINT, t("glyph.hint"), "minor"),
    ]


def _learning(prompts: Sequence[Prompt]) -> list[Prompt]:
    """In a lesson the key of "nothing found" gives a hint, and to agree is nothing that should stand out."""
    kept = (prompt for prompt in prompts if prompt.control is not Kind.HINT)
    return [replace(prompt, button="minor") if prompt.button == "main" else prompt for prompt in kept]


def _declaring(stage: Stage, state: State, queue: BidQueue, keys: Sequence[str], hand: DeviceInUse) -> list[Prompt]:
    """How numbers are declared with the device in the hand."""
    t = stage.t
    family = stage.devices.current.family
    answer = []
    if may_look_back(state):
        answer = [Prompt(Kind.SECONDARY, t("glyph.last_round"), "minor")]
    elif state.bids:
        everybody = keys and family in ("keyboard", "mouse", "touch")
        label = "glyph.agree" if not everybody else "glyph.agree_all_short" if family == "touch" else "glyph.agree_all"
        text = hand.agreeing if everybody and hand.agreeing else t(label)
        answer = [Prompt(Kind.SECONDARY, text, "main")]
    if family == "mouse":
        return [Prompt(CLICK, t("glyph.click_dock"), ""), *answer]
    if family == "touch":
        return answer
    if family == "keyboard" and queue.window is not None:
        return _typing(stage, state, queue.window, keys)
    if family == "keyboard" and keys:
        return [Prompt("", t("glyph.own_key"), "", faces=_some(keys)), *answer]
    digits = [Prompt("", t("glyph.number"), "", faces=DIGITS)] if family == "keyboard" else []
    return [
        *digits,
        Prompt(ARROWS, t("glyph.dial_1"), ""),
        Prompt(SHOULDERS, t("glyph.dial_5"), ""),
        Prompt(Kind.CONFIRM, t("glyph.declare"), ""),
        *answer,
        Prompt(Kind.HINT, t("robots.agree_end" if may_only_agree(state, hand.seat) else "glyph.no_route"), ""),
    ]


def _typing(stage: Stage, state: State, window: Claim, keys: Sequence[str]) -> list[Prompt]:
    """What the keys do for who has the keyboard until the number is complete."""
    t, seat = stage.t, window.seat
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


def _some(keys: Sequence[str]) -> tuple[str, ...]:
    """The faces of buzzers for the bar, as many as fit."""
    faces = [face for face in keys if face]
    return tuple(faces if len(faces) <= MOST_KEYS else [*faces[: MOST_KEYS - 1], "…"])


def may_look_back(state: State) -> bool:
    """Whether the round before may be looked at: while nothing is declared there is nothing to agree with either."""
    return state.phase == "think" and state.chip_number > 1
