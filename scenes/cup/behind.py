"""Plays a cup's match between AIs in the background, at high speed and without a board."""

from __future__ import annotations

from dataclasses import replace

from game.core.record import MAX_PLIES, Record
from game.people.cup import Cup, CupMatch, places
from game.records.playback import moves_of
from game.registry import find
from game.session.session import Session
from scenes.cup.running import begun, left_record
from scenes.services import Services

# How many times faster the match's clocks run than at the table.
HURRY = 20.0


class Behind:
    """Plays the cup's next match. The match is stored like any other, and continues after a restart."""

    def __init__(self, services: Services, cup: Cup, match: CupMatch) -> None:
        self._services = services
        self._match = match
        spec, agent, store = find(match.game), services.agent, services.store
        record = left_record(services, cup)
        if record is None:
            record = begun(services, cup)
        seats = services.offers.opened(spec.id, record.seats)
        if record.actions:
            record = replace(record, seats=seats)
            self._session = Session.resume(spec, record, agent=agent, store=store, agent_seed=record.seed)
        else:
            seats, seed = services.offers.fitting(seats), record.seed
            self._session = Session(spec, record.options, seed, seats, agent=agent, store=store, agent_seed=seed)

    @property
    def moves(self) -> int:
        """The number of actions so far."""
        return self._session.ply

    def tick(self, dt: float) -> Record | None:
        """Let `dt` seconds pass. Returns the match's record if the match is now over and counted, otherwise None."""
        session = self._session
        session.advance(HURRY * dt)
        session.tick(idle=True)
        if session.outcome is None and len(session.steps) < MAX_PLIES:
            return None
        record, people = session.record(), self._services.people
        if session.outcome is not None:
            found = places(session.spec, session.state, session.outcome, len(session.seats), record.resigned)
            people.end_game(record, found)
        # The match has become too long for a file, so it counts as a draw.
        elif people.cup is not None:
            people.keep_cup(people.cup.ended(people.cup.playing, dict.fromkeys(self._match.people, 1)))
        return record

    def close(self) -> None:
        """Stop playing. The match can be continued later."""
        self._session.close()
        self._services.offers.engines.dismiss()


def told(services: Services, record: Record) -> str:
    """Return the result as one line, such as "Kuro beat Milk, 12 moves"."""
    t, people = services.stage.t, services.people
    outcome, moves = record.result, moves_of(record)
    won = [seat for index, seat in enumerate(record.seats) if outcome is not None and index in outcome.winners]
    if not won or len(won) == len(record.seats):
        return t("cup.told_draw", names=people.names(record.seats), count=moves)
    lost = [seat for seat in record.seats if seat not in won]
    return t("cup.told", name=people.names(won), other=people.names(lost), count=moves)
