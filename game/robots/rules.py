"""The rules of Hyper Robots as pure functions; the module satisfies `game.core.rules.Rules`."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import Final

from game.core.record import CLOCK_SEAT
from game.core.rules import IllegalActionError, OptionError, Options, Outcome, Seat, Timer
from game.robots import rounds
from game.robots.board import CENTRE, SIZE, TargetMark, legal_slides, standing, xy
from game.robots.drawing import CENTRE_TEXT, ROBOT_TEXTS, contents, draw
from game.robots.drifting_droids import NAME, is_droids_code, read_droids_code
from game.robots.notation import parse, text, walk
from game.robots.placement import placed_by_chance, placed_by_hand
from game.robots.puzzle import write_puzzle, write_robots
from game.robots.rounds import first_turn, has_nothing_left, marks_of, silence, target_of
from game.robots.sheets import assemble, pick_sheets
from game.robots.state import (
    HIGHEST_BID,
    LOWEST_BID,
    Action,
    Agree,
    Bid,
    Concede,
    Event,
    Expire,
    Move,
    NoRoute,
    Settings,
    Speak,
    State,
)

__all__ = [
    "actors",
    "apply",
    "decision",
    "details",
    "legal",
    "outcome",
    "parse",
    "picture",
    "silence",
    "start",
    "text",
    "timer",
]

_BIDS: Final = tuple(Bid(number) for number in range(LOWEST_BID, HIGHEST_BID + 1))
_NO_ROUTE: Final = NoRoute()
_AGREE: Final = Agree()
_CONCEDE: Final = Concede()


def start(options: Options, seed: int) -> State:
    """Return the state with the first chip, on the board that `options` and `seed` describe.

    Raises OptionError if the option `placement` puts a robot on a forbidden cell. A board of DriftingDroids has only
    chips for its own marks, and the active goal is turned up first.
    """
    settings = Settings(
        players=options["players"],
        chips_to_win=options["chips_to_win"],
        one_move_rule=options["one_move_rule"],
        clock_reset=options["clock_reset"],
        clock_seconds=options["clock_seconds"],
        demonstration_seconds=options["demonstration_seconds"],
        seed=seed,
        head_start=tuple(options["head_start"] or ()),
        silence=tuple(options["silence"] or ()),
    )
    sheets, by_hand = options["sheets"], options["placement"]
    if is_droids_code(sheets):
        if by_hand is not None:
            raise OptionError(f"placement: on a board of {NAME} the robots stand where its code has them")
        found = read_droids_code(sheets)
        return first_turn(settings, found.board, found.robots, marks_of(found.board), found.chip)
    board = assemble(pick_sheets(sheets, options["reflectors"], seed))
    robots = placed_by_chance(board, seed) if by_hand is None else placed_by_hand(board, by_hand)
    return first_turn(settings, board, robots)


def actors(state: State) -> tuple[Seat, ...]:
    """Return the seats that may act: those that may declare, or the one that shows its route or practises."""
    if state.phase == "over":
        return ()
    if state.phase == "practice":
        return (0,)
    if state.demonstrator is not None:
        return (state.demonstrator,)
    seats = range(state.settings.players)
    return tuple(seat for seat in seats if not (has_nothing_left(state, seat) or rounds.must_wait(state, seat)))


def legal(state: State, seat: Seat) -> Sequence[Action]:
    """Return the legal actions in this order: bids, "none", "agree".

    In a demonstration: slides by robot and direction, then "concede". In practice mode, only slides.
    """
    if seat not in actors(state):
        return ()
    if state.phase in ("demonstrate", "practice"):
        moves = [Move(found.colour, found.heading) for found in legal_slides(state.board, state.robots)]
        return (*moves, _CONCEDE) if state.phase == "demonstrate" else tuple(moves)
    actions: list[Action] = []
    if seat not in state.silent:
        actions += _BIDS[: _lowest_barred(state, seat) - LOWEST_BID]
    actions += [action for action in (_NO_ROUTE, _AGREE) if _why_not(state, seat, action) is None]
    return tuple(actions)


def apply(state: State, seat: Seat, action: Action) -> tuple[State, tuple[Event, ...]]:
    """Return the state after `action`, and what happened. Raises IllegalActionError with the reason.

    Only `CLOCK_SEAT` may play `Expire` (while a clock runs) and `Speak` (during a bidding delay).
    """
    if state.phase == "over":
        raise IllegalActionError("the game is over")
    if isinstance(action, Expire | Speak) or seat == CLOCK_SEAT:
        return _apply_clock(state, seat, action)
    problem = _why_not(state, seat, action) if seat in actors(state) else f"seat {seat} may not act now"
    if problem is not None:
        raise IllegalActionError(f"{text(action)}: {problem}")
    if isinstance(action, Bid):
        return rounds.declare(state, seat, action.number)
    if isinstance(action, NoRoute):
        return rounds.mark_none(state, seat)
    if isinstance(action, Agree):
        return rounds.agree(state, seat)
    if isinstance(action, Concede):
        return rounds.fail(state, "conceded")
    return rounds.slide_robot(state, seat, action, next(walk(state.board, state.robots, (action,))))


def _apply_clock(state: State, seat: Seat, action: Action) -> tuple[State, tuple[Event, ...]]:
    if seat != CLOCK_SEAT:
        raise IllegalActionError(f"{text(action)}: only the clock does this")
    if isinstance(action, Speak):
        if silence(state) is None:
            raise IllegalActionError("speak: no seat is silent")
        return rounds.speak(state)
    if not isinstance(action, Expire):
        raise IllegalActionError(f"{text(action)}: the clock does nothing but expire and speak")
    if timer(state) is None:
        raise IllegalActionError("expire: no clock runs")
    return rounds.expire(state)


def _lowest_barred(state: State, seat: Seat) -> int:
    """Return the lowest number that `seat` may no longer declare."""
    lowest = state.lowest_of(seat)
    return HIGHEST_BID + 1 if lowest is None else lowest


def _why_not(state: State, seat: Seat, action: Action) -> str | None:
    """Return in words why a seat may not take `action` now, or None. Slides are not checked."""
    if isinstance(action, Move):
        return None if state.phase in ("demonstrate", "practice") else "the robots rest until a demonstration"
    if isinstance(action, Concede):
        return None if state.phase == "demonstrate" else "there is no demonstration to give up"
    if state.phase in ("demonstrate", "practice"):
        return "nothing is declared now"
    if isinstance(action, Bid):
        return _why_not_bid(state, seat, action.number)
    if isinstance(action, Agree):
        return None if state.bids else "nothing is declared that one could agree with"
    if seat in state.none:
        return f"seat {seat} has marked this already"
    return None if state.lowest_of(seat) is None else f"seat {seat} has declared a number"


def _why_not_bid(state: State, seat: Seat, number: int) -> str | None:
    if not LOWEST_BID <= number <= HIGHEST_BID:
        return f"numbers go from {LOWEST_BID} to {HIGHEST_BID}"
    if seat in state.silent:
        return f"seat {seat} is silent for now"
    barred = _lowest_barred(state, seat)
    return None if number < barred else f"seat {seat} has declared {barred}; its own numbers must fall"


def outcome(state: State) -> Outcome | None:
    """Return the outcome. A seat wins with `chips_to_win` chips; in practice mode, the arrival ends the game."""
    if state.winner is None:
        return None
    return Outcome((state.winner,), "arrival" if state.settings.players == 1 else "chips")


def timer(state: State) -> Timer | None:
    """Return the clock for bids or for the demonstration; None if neither runs.

    Each run has its own id, so that a reset restarts the clock.
    """
    settings = state.settings
    if state.phase == "bid":
        return Timer(f"bid-{state.clock_run}", float(settings.clock_seconds))
    if state.phase == "demonstrate" and settings.demonstration_seconds:
        return Timer(f"demonstrate-{state.clock_run}", float(settings.demonstration_seconds))
    return None


def decision(state: State) -> Hashable:
    """Return the chip and the attempt. While they stay the same, an AI can go on thinking after others' bids."""
    return state.chip_number, state.attempt


def details(state: State) -> dict[str, object]:
    """Return the position as JSON values for engine mode. `chips` is by seat."""
    clock, quiet = timer(state), silence(state)
    return {
        "phase": state.phase,
        "puzzle": write_puzzle(state.board, state.robots, target_of(state)),
        "chip": _mark(state.chip),
        "set_aside": [_mark(chip) for chip in state.set_aside],
        "bids": [list(bid) for bid in state.bids],
        "best": state.best,
        "order": list(state.order),
        "clock": clock and {"id": clock.id, "seconds": clock.seconds},
        "silence": quiet and {"id": quiet.id, "seconds": quiet.seconds, "seats": _silent(state)},
        "agreed": sorted(state.agreed),
        "none": sorted(state.none),
        "chips": list(state.chips),
        "markers": write_robots(state.markers),
        "moves_used": len(state.moves),
        "pile_left": len(state.pile),
        "bites": list(state.bites),
    }


def _silent(state: State) -> list[list[int]]:
    """Return the seats in their bidding delay, each with the whole length of the delay in seconds."""
    return [[seat, state.settings.silence[seat]] for seat in sorted(state.silent)]


def _mark(mark: TargetMark) -> dict[str, str]:
    return {"color": mark.colour, "symbol": mark.symbol}


def picture(state: State) -> str:
    """Return the board in ASCII (see `drawing.py`), then the chip and a line for each seat."""
    over = dict.fromkeys(CENTRE, CENTRE_TEXT)
    over.update((cell, ROBOT_TEXTS[colour]) for colour, cell in standing(state.robots).items())
    board = draw(SIZE, state.board.walls, contents(state.board.marks, state.board.reflectors, over))
    colour, symbol = state.chip
    where = " or ".join(f"({x}, {y})" for x, y in map(xy, target_of(state).cells))
    robot = "any robot" if colour == "any" else f"the {colour} robot"
    chip = f"{state.phase}: {robot} to the {symbol} on {where}, {len(state.pile)} chips left"
    return "\n".join([*board, chip, *(_seat_line(state, seat) for seat in range(state.settings.players))])


def _seat_line(state: State, seat: Seat) -> str:
    words = [f"{seat}: chips {state.chips[seat]}"]
    numbers = [str(number) for bidder, number in state.bids if bidder == seat]
    if numbers:
        words.append(f"declared {' '.join(numbers)}")
    if seat in state.none:
        words.append("found nothing")
    if seat in state.agreed:
        words.append("agrees")
    if seat in state.silent:
        words.append(f"silent for {state.settings.silence[seat]} s")
    if seat == state.demonstrator:
        words.append(f"shows, moves used {len(state.moves)}")
    if seat == state.winner:
        words.append("has won")
    return ", ".join(words)


def fallback_action(state: State, seat: Seat) -> Action:
    """Return the action that is played if an AI has failed or has nothing more to say.

    It is the first legal one of these: agree, mark "nothing found", concede. If none of them is legal, it is the first
    slide in practice mode, and the highest bid in a match.
    """
    possible = legal(state, seat)
    for action in (_AGREE, _NO_ROUTE, _CONCEDE):
        if action in possible:
            return action
    return possible[0] if state.phase == "practice" else possible[-1]


def seats_still_thinking(state: State) -> tuple[Seat, ...]:
    """Return the seats that still think; in a demonstration, the seat that shows.

    While there is a bid, a seat has finished when it has agreed or declared 2. While there is none, a seat has finished
    when it has marked "nothing found".
    """
    if state.phase not in ("think", "bid"):
        return actors(state)
    seats = range(state.settings.players)
    if state.bids:
        return tuple(seat for seat in seats if not has_nothing_left(state, seat))
    return tuple(seat for seat in seats if seat not in state.none)
