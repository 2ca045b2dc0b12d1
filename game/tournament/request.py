"""What a command line asks of a tournament: who plays whom, and under which limits."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Sequence
from dataclasses import replace
from itertools import combinations

from game.agents.agent import Limited
from game.core.record import SeatConfig
from game.core.rules import OptionError
from game.core.spec import GameSpec
from game.registry import brain_class, find
from game.startup import StartRequest, parse_seats, start_request
from game.tournament.match import Match

OPENING = 4  # actions by chance, where games are played in pairs and none are asked for


def match_of(given: Namespace) -> Match:
    """The match of the tournament's arguments. Raises OptionError."""
    spec = find(given.game)
    if given.round_robin:
        start, pairings = _everybody(spec, given), None
    else:
        start, pairings = start_request(spec, given.seats, given.option, given.seed, given.engine), ()
    if not all(seat.is_ai for seat in start.seats):
        raise OptionError("a tournament has no human seats: give each an AI level, such as --seats ai:3,ai:1")
    if given.sprt and len(start.seats) != 2:
        raise OptionError("--sprt compares two players: give it two seats")
    if given.sprt and given.opening == 0:
        raise OptionError("--sprt needs an opening, for without one nothing is played in pairs")
    if given.nodes is not None:
        check_nodes(spec, start.seats)
    paired = given.sprt or given.round_robin or any(seat.is_engine for seat in start.seats)
    opening = (OPENING if paired else 0) if given.opening is None else given.opening
    return Match(
        start.game,
        start.options,
        start.seats,
        start.seed or 0,
        engines=start.engines,
        seconds=given.seconds,
        nodes=given.nodes,
        opening=opening,
        pairings=tuple(combinations(range(len(start.seats)), 2)) if pairings is None else pairings,
    )


def check_nodes(spec: GameSpec, seats: Sequence[SeatConfig]) -> None:
    """Raise OptionError where AI levels play whose method counts no nodes."""
    if any(not seat.is_engine for seat in seats) and not issubclass(brain_class(spec), Limited):
        raise OptionError(f"--nodes: the AI levels of {spec.id} cannot be limited by nodes")


def _everybody(spec: GameSpec, given: Namespace) -> StartRequest:
    """The request for games of two among all that are named. Raises OptionError."""
    if spec.simultaneous:
        raise OptionError(f"--round-robin: in {spec.id} all can play at once: give each a seat")
    two = ",".join(given.seats.split(",")[:2])
    start = start_request(spec, two, given.option, given.seed, given.engine)
    if len(start.seats) != 2:
        raise OptionError("--round-robin is for games of two: give it two players or more")
    if given.games % 2:
        raise OptionError(
            "--round-robin: --games is how many each two play, half of them from either side: an even number"
        )
    return replace(start, seats=parse_seats(given.seats, [engine.seat_name for engine in start.engines]))
