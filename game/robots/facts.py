"""Facts of a step of Hyper Robots, by its rules.

| kind | true where | seats | numbers | words | cells |
| --- | --- | --- | --- | --- | --- |
| chip_won | the mover won a chip | winner | moves, chips | colour, symbol | target |
| hole_won | the chip was the black hole | winner | moves, chips | colour, symbol | target |
| game_won | the winner has all the chips it needs | winner | moves, chips | | |
| solved | the robot arrived in practice | 0 | moves | colour, symbol | target |
| route_optimal, route_longer | the route is a shortest one, or `longer` moves longer | winner | moves, longer | | |
| route_reflectors | the route had more than one turn at reflectors | winner | count | | reflectors |
| failed_moves, failed_conceded, failed_time | a demonstration failed | who showed | number | | |
| chip_returned | no seat won the chip | | | colour, symbol | |
| hole_next | the next chip is the black hole: any robot may arrive | | | | targets |
| one_move_denied | the arrival does not count, by the one-move rule | mover | moves | colour | target |
| one_to_go | one more slide would win the chip, or solve the puzzle | mover | moves | colour, symbol, robot | target |
| turned | reflectors turned the robot | mover | count | colour | reflectors |
| bounced | the robot stopped at another one | mover | | colour, blocker | target, blocker |
| slid | the robot stopped at a wall | mover | | colour | target |
| shows | the seat must show its route | who shows | number | | |
| bid_optimal | no lower number is possible | mover | number | | |
| bid_impossible | the number is lower than any route | mover | number, optimum | | |
| bid_lower | the number is `by` lower than the best one | mover | number, by | | |
| bid_first | the number is the first one of the attempt | mover | number | | |
| bid_alike, bid_higher | the number is as low as the best one, or higher | mover | number, best | | |
| found_nothing, agreed | the seat says so | mover | | | |
| silence_over | a bidding delay has ended | who may bid now | | | |

Kinds about the shortest route need `optimum`: the least number of moves that wins the chip, from where the robots were
when the chip was turned up.
"""

from __future__ import annotations

from game.core.review import Fact
from game.core.rules import Seat, Step
from game.robots.board import HOLE, Cell, TargetMark, blocker, legal_slides
from game.robots.notation import corners, walk
from game.robots.rounds import wins_chip
from game.robots.state import (
    Action,
    Agreed,
    Arrived,
    ChipReturned,
    ChipTurned,
    Declared,
    Event,
    Failed,
    GameWon,
    MarkedNone,
    Move,
    RuleBites,
    SeatTurns,
    SilenceEnded,
    State,
)


def facts(step: Step[State, Action, Event], optimum: int | None = None) -> tuple[Fact, ...]:
    """Return the facts of `step`, the most telling first; see the module's table."""
    return (*_of_arrival(step, optimum), *_of_round(step), *_of_slide(step), *_of_bid(step, optimum), *_of_word(step))


def _of_arrival(step: Step[State, Action, Event], optimum: int | None) -> list[Fact]:
    """The facts of a finished route."""
    arrived = next((event for event in step.events if isinstance(event, Arrived)), None)
    if arrived is None or not isinstance(step.action, Move):
        return []
    seats, numbers = (step.seat,), {"moves": arrived.moves}
    words, cells = _words(step.before.chip), {"target": (arrived.cell,)}
    won = {**numbers, "chips": step.after.chips[step.seat]}
    kind = "hole_won" if step.before.chip == HOLE else "chip_won"
    found = [Fact(kind, seats, won, words, cells)]
    if step.before.phase == "practice":
        found = [Fact("solved", seats, numbers, words, cells)]
    if any(isinstance(event, GameWon) for event in step.events):
        found.insert(0, Fact("game_won", seats, won))
    if optimum is not None and arrived.moves >= optimum:
        longer = arrived.moves - optimum
        kind = "route_longer" if longer else "route_optimal"
        found.append(Fact(kind, seats, {**numbers, "longer": longer} if longer else numbers))
    reflectors = _reflectors_of(step.before, step.action)
    if len(reflectors) > 1:
        found.append(Fact("route_reflectors", seats, {"count": len(reflectors)}, cells={"reflectors": reflectors}))
    return found


def _reflectors_of(before: State, last: Move) -> tuple[Cell, ...]:
    """Return the cells of the reflectors that turned robots on the route that ends with `last`, in order."""
    slides = walk(before.board, before.markers, (*before.moves, last))
    return tuple(cell for slide in slides for cell in corners(slide))


def _of_round(step: Step[State, Action, Event]) -> list[Fact]:
    """The facts of a round's end and of the next chip."""
    found = []
    for event in step.events:
        if isinstance(event, Failed):
            number = step.before.lowest_of(event.seat)
            assert number is not None
            found.append(Fact(f"failed_{event.why}", (event.seat,), {"number": number}))
        elif isinstance(event, ChipReturned):
            found.append(Fact("chip_returned", words=_words(event.chip)))
        elif isinstance(event, SeatTurns):
            found.append(Fact("shows", (event.seat,), {"number": event.number}))
        elif isinstance(event, ChipTurned) and event.chip == HOLE:
            found.append(Fact("hole_next", cells={"targets": event.cells}))
    return found


def _of_slide(step: Step[State, Action, Event]) -> list[Fact]:
    if not isinstance(step.action, Move):
        return []
    slid = next(walk(step.before.board, step.before.robots, (step.action,)))
    seats = (step.seat,)
    words, cells = {"colour": str(slid.colour)}, {"target": (slid.target,)}
    found = []
    if any(isinstance(event, RuleBites) and event.kind == "one_move" for event in step.events[:2]):
        found.append(Fact("one_move_denied", seats, {"moves": len(step.before.moves) + 1}, words, cells))
    found += _one_to_go(step.after, step.seat)
    reflectors = tuple(corners(slid))
    if reflectors:
        found.append(Fact("turned", seats, {"count": len(reflectors)}, words, {"reflectors": reflectors}))
    if stopped := blocker(step.before.robots, slid):
        there, robot = stopped
        found.append(Fact("bounced", seats, {}, {**words, "blocker": robot}, {**cells, "blocker": (there,)}))
    else:
        found.append(Fact("slid", seats, {}, words, cells))
    return found


def _one_to_go(after: State, seat: Seat) -> list[Fact]:
    """The fact that `seat`, which shows a route, needs one more slide for a valid arrival; [] if it needs more."""
    if after.phase not in ("demonstrate", "practice") or not after.moves or after.demonstrator not in (seat, None):
        return []
    words = _words(after.chip)
    for slide in legal_slides(after.board, after.robots):
        moves = (*after.moves, Move(slide.colour, slide.heading))
        if wins_chip(after, moves, slide.target):
            numbers, cells = {"moves": len(moves)}, {"target": (slide.target,)}
            return [Fact("one_to_go", (seat,), numbers, {**words, "robot": slide.colour}, cells)]
    return []


def _of_bid(step: Step[State, Action, Event], optimum: int | None) -> list[Fact]:
    event = step.events[0]
    if not isinstance(event, Declared):
        return []
    seats, number, best = (event.seat,), event.number, step.before.best
    if optimum is not None and number < optimum:
        return [Fact("bid_impossible", seats, {"number": number, "optimum": optimum})]
    found = []
    if number == optimum and (best is None or number < best):
        found.append(Fact("bid_optimal", seats, {"number": number}))
    if best is None:
        return [*found, Fact("bid_first", seats, {"number": number})]
    if number < best:
        return [*found, Fact("bid_lower", seats, {"number": number, "by": best - number})]
    return [*found, Fact("bid_alike" if number == best else "bid_higher", seats, {"number": number, "best": best})]


def _of_word(step: Step[State, Action, Event]) -> list[Fact]:
    """The facts of statements without a number."""
    kinds: dict[type, str] = {MarkedNone: "found_nothing", Agreed: "agreed"}
    event = step.events[0]
    if isinstance(event, SilenceEnded):
        return [Fact("silence_over", event.seats)]
    return [Fact(kinds[type(event)], (step.seat,))] if type(event) in kinds else []


def _words(chip: TargetMark) -> dict[str, str]:
    return {"colour": str(chip.colour), "symbol": str(chip.symbol)}
