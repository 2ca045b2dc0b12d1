"""Star's rules as pure functions. The module satisfies `game.core.rules.Rules`.

Notation: "@b2" places a piece, "a2-b2" slides it, and "*c3" jumps with the star. There are also "draw?", "accept",
"refuse" and "resign".
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from game.core.rules import IllegalActionError, NotationError, Options, Outcome, Seat, check_turn
from game.core.rules import decision as decision
from game.core.rules import timer as timer
from game.star.state import (
    AROUND,
    CELLS,
    JUMPS,
    NEIGHBOURS,
    SEATS,
    SIZE,
    Accept,
    Action,
    BoardAction,
    DrawAnswered,
    DrawOffered,
    Event,
    Foul,
    FoulPlayed,
    Jump,
    Key,
    Mask,
    Memory,
    OfferDraw,
    PiecePlaced,
    PieceSlid,
    Place,
    Refuse,
    Repeated,
    Resign,
    Resigned,
    Slide,
    StarJumped,
    StarSurrounded,
    State,
    cell_name,
    cell_of,
    cells_in,
)

STAR_REASON = "star"
REPETITION = Outcome((), "repetition")
OCCURRENCES = 3
"""The game is a draw when a position occurs for the third time."""


def start(options: Options, seed: int) -> State:
    """Return the first position. Nothing in Star depends on the seed."""
    state = State(cell_of(options["star"]), options["fouls"], options["foul_guard"], mover=options["first"])
    return replace(state, history=(_key(state),))


def actors(state: State) -> tuple[Seat, ...]:
    """Return the seat that may act: the mover, or the other seat if it must answer a draw offer; () after the end."""
    if state.result is not None:
        return ()
    return (1 - state.mover if state.offer == "open" else state.mover,)


def outcome(state: State) -> Outcome | None:
    """Return the outcome: reason "star", "foul", "resign", "agreed" or "repetition" (the last two are draws)."""
    return state.result


def legal(state: State, seat: Seat) -> Sequence[Action]:
    """Return the legal actions: placements, slides and jumps by cell, then offering a draw and resigning.

    While an offer is open, the only actions are its two answers.
    """
    if seat not in actors(state):
        return ()
    if state.offer == "open":
        return (Accept(), Refuse())
    offer = (OfferDraw(),) if state.offer == "none" else ()
    return (*board_actions(state), *offer, Resign())


def board_actions(state: State) -> tuple[BoardAction, ...]:
    """Return the mover's legal placements, slides and jumps, even if its draw offer is open; () after the end."""
    if state.result is not None:
        return ()
    found = _possible(state)
    if state.foul_guard:
        return tuple([action for action in found if action != state.memory[state.mover]])
    return found


def barred_actions(state: State) -> dict[Slide | Jump, Foul]:
    """Return the actions that the foul rule forbids now, each with the position that it would repeat.

    They are legal if the foul guard is off.
    """
    action = state.memory[state.mover]
    return {} if action is None or state.result is not None else {action: _foul(state, action)}


def apply(state: State, seat: Seat, action: Action) -> tuple[State, tuple[Event, ...]]:
    """Return the position after `action`, and what happened. Raises IllegalActionError with the reason."""
    check_turn(actors(state), seat)
    if action not in legal(state, seat):
        raise IllegalActionError(f"{text(action)}: {_why_not(state, action)}")
    if isinstance(action, Place | Slide | Jump):
        return _act(state, action)
    if isinstance(action, OfferDraw):
        return replace(state, offer="open", ply=state.ply + 1), (DrawOffered(seat),)
    if isinstance(action, Refuse):
        return replace(state, offer="refused", ply=state.ply + 1), (DrawAnswered(seat, False),)
    if isinstance(action, Accept):
        return _over(state, Outcome((), "agreed"), ply=state.ply + 1), (DrawAnswered(seat, True),)
    return _over(state, Outcome((1 - seat,), "resign"), ply=state.ply + 1), (Resigned(seat),)


def details(state: State) -> dict[str, object]:
    """Return the position as JSON values.

    `board` is row by row from a3. `hands` is by seat. `fouls` has the forbidden actions. `offer` is the seat with an
    open draw offer, or None.
    """
    return {
        "board": board_marks(state),
        "hands": list(state.hands),
        "fouls": sorted(text(action) for action in barred_actions(state)),
        "offer": state.mover if state.offer == "open" else None,
    }


def _key(state: State) -> Key:
    return state.star, state.pieces, state.mover, state.memory


def _empty(state: State) -> Mask:
    return (1 << CELLS) - 1 & ~(state.pieces[0] | state.pieces[1] | 1 << state.star)


def _possible(state: State) -> tuple[BoardAction, ...]:
    """Return the mover's actions on the board as if there were no foul rule."""
    own, empty = state.pieces[state.mover], _empty(state)
    found: list[BoardAction] = [Place(cell) for cell in cells_in(empty)] if state.hands[state.mover] else []
    found += [Slide(origin, target) for origin in cells_in(own) for target in NEIGHBOURS[origin] if empty >> target & 1]
    found += [Jump(target) for over, target in JUMPS[state.star] if own >> over & 1 and empty >> target & 1]
    return tuple(found)


def _foul(state: State, action: Slide | Jump) -> Foul:
    """Return the position that `action` would repeat. `action` must take back the mover's last action."""
    own = state.pieces[state.mover]
    if isinstance(action, Jump):
        return Foul(own, action.target)
    theirs = state.memory[1 - state.mover]
    # Where the star was before the other seat's jump.
    star = theirs.target if isinstance(theirs, Jump) else state.star
    return Foul(own ^ 1 << action.origin ^ 1 << action.target, star)


def _act(state: State, action: BoardAction) -> tuple[State, tuple[Event, ...]]:
    seat = state.mover
    moved, event = _moved(state, action)
    after = replace(moved, mover=1 - seat, offer="none", ply=state.ply + 1)
    after = replace(after, memory=_memory_after(state, action, after))
    # After a placement, no earlier position can come again.
    earlier = () if isinstance(action, Place) else state.history
    after = replace(after, history=(*earlier, _key(after)))
    if action == state.memory[seat]:
        assert not isinstance(action, Place)
        return _over(after, Outcome((1 - seat,), "foul")), (event, FoulPlayed(seat, action))
    for winner in SEATS:
        if not AROUND[after.star] & ~after.pieces[winner]:
            surrounded = StarSurrounded(winner, NEIGHBOURS[after.star])
            return _over(after, Outcome((winner,), STAR_REASON)), (event, surrounded)
    if after.history.count(after.history[-1]) >= OCCURRENCES:
        return _over(after, REPETITION), (event, Repeated())
    return after, (event,)


def _over(state: State, result: Outcome, **changes: Any) -> State:
    return replace(state, result=result, offer="none", **changes)


def _moved(state: State, action: BoardAction) -> tuple[State, Event]:
    """Return the state after an action, and the action's event. Only star, pieces and hands have new values."""
    seat = state.mover
    own = state.pieces[seat]
    if isinstance(action, Jump):
        over = next(over for over, target in JUMPS[state.star] if target == action.target)
        return replace(state, star=action.target), StarJumped(seat, state.star, over, action.target)
    if isinstance(action, Slide):
        own ^= 1 << action.origin | 1 << action.target
        return replace(state, pieces=_with(state.pieces, seat, own)), PieceSlid(seat, action.origin, action.target)
    left = state.hands[seat] - 1
    pieces = _with(state.pieces, seat, own | 1 << action.cell)
    return replace(state, pieces=pieces, hands=_with(state.hands, seat, left)), PiecePlaced(seat, action.cell, left)


def _with(by_seat: tuple[int, int], seat: Seat, value: int) -> tuple[int, int]:
    return (value, by_seat[1]) if seat == 0 else (by_seat[0], value)


def _memory_after(before: State, action: BoardAction, after: State) -> tuple[Memory, Memory]:
    """Return both seats' memories after the mover's `action`. Everything else in `after` must be complete."""
    if before.fouls == "none":
        return (None, None)
    mine: Memory = None
    if isinstance(action, Slide):
        mine = Slide(action.target, action.origin)
    elif isinstance(action, Jump):
        mine = Jump(before.star)
    theirs = before.memory[after.mover]
    # In the literal reading, a jump of the star makes a new position for both seats.
    moved_star = before.fouls == "literal" and isinstance(action, Jump)
    if moved_star or theirs not in _possible(after):
        theirs = None
    return (mine, theirs) if before.mover == 0 else (theirs, mine)


def _why_not(state: State, action: Action) -> str:
    """Return in words why `action` is not legal for the seat that acts."""
    if isinstance(action, Accept | Refuse):
        return "no draw was offered"
    if state.offer == "open":
        return "the draw offer is to be answered first"
    if isinstance(action, OfferDraw):
        return "the draw was refused; it may be offered once a turn"
    if action in barred_actions(state):
        kind = "slide" if isinstance(action, Slide) else "jump"
        return f"a foul: it takes back the {kind} of the previous turn"
    assert isinstance(action, Place | Slide | Jump)
    if isinstance(action, Place) and not state.hands[state.mover]:
        return "no piece in hand"
    if isinstance(action, Slide):
        return _why_no_slide(state, action)
    target = action.cell if isinstance(action, Place) else action.target
    if isinstance(action, Jump) and all(target != landing for _, landing in JUMPS[state.star]):
        return f"the star does not jump from {cell_name(state.star)} to {cell_name(target)}"
    if not _empty(state) >> target & 1:
        return f"{cell_name(target)} is not empty"
    return "no piece of this seat to jump over"


def _why_no_slide(state: State, action: Slide) -> str:
    if not state.pieces[state.mover] >> action.origin & 1:
        return f"no piece of this seat on {cell_name(action.origin)}"
    if action.target not in NEIGHBOURS[action.origin]:
        return f"{cell_name(action.target)} is not beside {cell_name(action.origin)}"
    return f"{cell_name(action.target)} is not empty"


def fallback_action(state: State, seat: Seat) -> Action:
    """Return the action that is played if the AI process has failed.

    It is the first action on the board that wins at once, or else the first that does not lose at once. A draw offer is
    refused.
    """
    if state.offer == "open":
        return Refuse()
    safe = []
    for action in board_actions(state):
        result = apply(state, seat, action)[0].result
        if result and seat in result.winners:
            return action
        if not result or not result.winners:
            safe.append(action)
    return safe[0] if safe else Resign()


# Notation

_PLACE = re.compile(r"@([abc][123])", re.ASCII)
_SLIDE = re.compile(r"([abc][123])-([abc][123])", re.ASCII)
_JUMP = re.compile(r"\*([abc][123])", re.ASCII)
_WORDS: dict[str, Action] = {"draw?": OfferDraw(), "accept": Accept(), "refuse": Refuse(), "resign": Resign()}
_TEXTS = {action: word for word, action in _WORDS.items()}

PIECE_MARKS = "ox"
STAR_MARK = "*"
EMPTY_MARK = "."


def text(action: Action) -> str:
    """Return the action in notation."""
    if isinstance(action, Place):
        return f"@{cell_name(action.cell)}"
    if isinstance(action, Slide):
        return f"{cell_name(action.origin)}-{cell_name(action.target)}"
    if isinstance(action, Jump):
        return f"*{cell_name(action.target)}"
    return _TEXTS[action]


def parse(text: str) -> Action:
    """Read an action from its notation. Raises NotationError."""
    if text in _WORDS:
        return _WORDS[text]
    if match := _PLACE.fullmatch(text):
        return Place(cell_of(match[1]))
    if match := _SLIDE.fullmatch(text):
        return Slide(cell_of(match[1]), cell_of(match[2]))
    if match := _JUMP.fullmatch(text):
        return Jump(cell_of(match[1]))
    raise NotationError(
        f"{text!r} is no Star action: write @b2 (place), a2-b2 (slide), *c3 (jump), {', '.join(_WORDS)}"
    )


def board_marks(state: State) -> str:
    """Return the board as nine characters row by row from a3:

    `*` is the star, `o` and `x` are the seats' pieces, `.` is empty.
    """
    marks = [EMPTY_MARK] * CELLS
    for seat in SEATS:
        for cell in range(CELLS):
            if state.pieces[seat] >> cell & 1:
                marks[cell] = PIECE_MARKS[seat]
    marks[state.star] = STAR_MARK
    return "".join(marks)


def picture(state: State) -> str:
    """Return the board in ASCII with row 3 at the top, then a line for each seat."""
    marks = board_marks(state)
    lines = [f"{SIZE - row} {' '.join(marks[row * SIZE : (row + 1) * SIZE])}" for row in range(SIZE)]
    return "\n".join([*lines, "  a b c", *(_seat_line(state, seat) for seat in SEATS)])


def _seat_line(state: State, seat: int) -> str:
    line = f"{seat}: {PIECE_MARKS[seat]}, in hand {state.hands[seat]}"
    memory = state.memory[seat]
    if memory is not None:
        line += f", may not take back with {text(memory)}"
    if state.result is not None:
        return line + (", has won" if seat in state.result.winners else "")
    if state.mover != seat:
        return line + (", to answer the draw offer" if state.offer == "open" else "")
    return line + {"none": ", to move", "open": ", offers a draw", "refused": ", to move, draw refused"}[state.offer]
