"""Starting a match: with a setup, as a rematch, resumed, or from a position of a record."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from game.core.handicaps import beginner
from game.core.options import resolve
from game.core.record import Record, SeatConfig
from game.core.rules import OptionError, Options
from game.core.spec import GameSpec
from game.match_setup import MatchSetup
from game.registry import find
from game.session.session import Session
from scenes.match.match_input import is_new, keep_shown
from scenes.match.match_scene import MatchScene
from scenes.services import Services
from scenes.table.fits import fitted
from scenes.table.loading import make_board, new_seed


def shows_first(services: Services, game: str, seats: Sequence[SeatConfig]) -> bool:
    """Whether the demonstration comes first, since several people play and the game is new to one of them.

    If several people play, this also stores that the demonstration was shown to all of them.
    """
    people = [seat for seat in seats if not seat.is_ai]
    return len(people) > 1 and _is_new(services, game, people)


def _is_new(services: Services, game: str, people: Sequence[SeatConfig]) -> bool:
    """Whether a game is new to one of these people. Also stores that its demonstration was shown to all of them."""
    new = is_new(services, game, people)
    keep_shown(services, game, people)
    return new


def new_match(services: Services, table: MatchSetup) -> MatchScene:
    """A new game with the setup `table`, which is remembered. A lone newcomer is offered the demonstration."""
    spec = find(table.game)
    table = replace(table, seats=fitted(services, spec, table.seats))
    services.offers.remember(table)
    seed = table.seed if table.seed is not None else new_seed(services, spec, table.options)
    last = services.offers.last_result(spec.id)
    began = 0 if last is None else beginner(spec.options, resolve(spec.options, last.options))
    seats = table.seating(seed, last, began)
    match = play(services, spec, table.options_for(spec, seats), seats, seed)
    people = [seat for seat in seats if not seat.is_ai]
    match.is_first = len(people) == 1 and _is_new(services, spec.id, people)
    return match


def rematch(services: Services, record: Record) -> MatchScene:
    """Another game with the setup of `record`. People who resigned play again.

    If the stored setup still equals the record's, the stored setup decides who begins. Otherwise everybody keeps their
    seat.
    """
    record = replace(record, seats=record.owners)
    spec = find(record.game)
    table = services.offers.table(spec)
    stored, played = (
        {(seat.kind, seat.level, seat.identity, seat.engine) for seat in which.seats} for which in (table, record)
    )
    if stored == played and table.options_for(spec, record.seats) == record.options:
        return new_match(services, table)
    seed = new_seed(services, spec, record.options)
    try:
        spec.rules.start(record.options, seed)
    except OptionError:
        seed = record.seed  # robots and targets were placed by hand and fit only the board of this seed
    return play(services, spec, record.options, fitted(services, spec, record.seats), seed)


def play(services: Services, spec: GameSpec, options: Options, seats: Sequence[SeatConfig], seed: int) -> MatchScene:
    """A new game with `seats` in playing order."""
    services.store.set("last_game", spec.id)
    seats = services.offers.fitting(services.offers.opened(spec.id, seats))
    session = Session(spec, options, seed, seats, agent=services.agent, store=services.store, agent_seed=seed)
    return match_of(services, session)


def resume(services: Services, record: Record) -> MatchScene:
    """The unfinished game of `record`."""
    spec = find(record.game)
    record = replace(record, seats=services.offers.opened(spec.id, record.seats))
    session = Session.resume(spec, record, agent=services.agent, store=services.store, agent_seed=record.seed)
    return match_of(services, session)


def branch(services: Services, record: Record) -> MatchScene:
    """A new game from the end of `record`; an unfinished game of the same kind moves to the stored games."""
    seed = services.fresh_seed()
    record = replace(record, seats=services.offers.opened(record.game, record.seats))
    session = Session.resume(find(record.game), record, agent=services.agent, store=services.store, agent_seed=seed)
    return match_of(services, session)


def match_of(services: Services, session: Session) -> MatchScene:
    return MatchScene(services, session, make_board(services, session.spec, session.options))
