"""A cup whose program is killed (SIGKILL) thirty times, at any moment: nothing that was confirmed is lost."""

from __future__ import annotations

import multiprocessing
import os
import random
import signal
import sys
import time
from dataclasses import replace
from multiprocessing.connection import Connection
from pathlib import Path

import pytest

from game.core.options import resolve
from game.core.record import SeatConfig
from game.match_setup import IDENTITIES
from game.people import tips
from game.people.cup import Cup, Entrant, cup_from_json, new_cup, places
from game.people.party import Party, game_id, keep, kept_party
from game.people.roster import Roster
from game.registry import GAMES, find
from game.session.session import Session
from game.storage.store import Store
from tests import make
from tests.stores import PATIENCE

KILLS, CHANGES = 30, 5
pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="needs fork")


def play_on(path: Path, told: Connection, seed: int) -> None:
    """Play the stored cup, and tell after each step what is on the disk.

    That is the numbers of results, entrants, changes, tips on winners, stars and plies.
    """
    store, chance = Store.open(path), random.Random(seed)
    party = kept_party(store, GAMES)
    while (cup := party.cup) is not None and (match := cup.next) is not None:
        if chance.randrange(CHANGES) == 0:
            cup = somebody(cup, chance)
            party = replace(party, cup=cup)
            keep(store, party)
            match = cup.next or match
        spec = find(match.game)
        if (missed := next((each for each in store.results() if game_id(each) == cup.playing), None)) is not None:
            party = ended(party, Session.resume(spec, missed))
            keep(store, party)
            continue
        left = store.unfinished(match.game)
        if left is not None and game_id(left) == cup.playing:
            session = Session.resume(spec, left, store=store)
        else:
            seats = [SeatConfig("human", identity=person) for person in match.people]
            by_number = {"players": len(seats)} if any(option.name == "players" for option in spec.options) else {}
            if len(seats) not in spec.seats:
                seats.append(SeatConfig("ai", 1, identity="moon"))
                by_number = {"players": len(seats)}
            session = Session(spec, resolve(spec.options, by_number), chance.randrange(99), seats, store=store)
            party = replace(party, cup=cup.begun(game_id(session.record())))
            keep(store, party)
        while session.outcome is None:
            seat = session.actors()[0]
            party = tip(party, session, chance)
            keep(store, party)
            assert spec.play.fallback is not None
            session.submit(seat, spec.play.fallback(session.state, seat))
            if session.ply > 30:
                session.resign(session.actors()[0])
            tell(store, told, party.cup, session.ply)
        party = ended(party, session)
        keep(store, party)
        tell(store, told, party.cup, 0)
    store.close()


def ended(party: Party, session: Session) -> Party:
    """The match is counted."""
    record = session.record()
    assert session.outcome is not None
    found = places(session.spec, session.state, session.outcome, len(session.seats), record.resigned)
    return party.ended(record, found, lambda seat: seat.identity, GAMES)[0]


def tip(party: Party, session: Session, chance: random.Random) -> Party:
    """Those who wait tip, and see what came of their last tip."""
    assert party.cup is not None and party.cup.next is not None
    cup, plays = tips.told(party.cup, session.spec, session.steps), party.cup.next.people
    for who in tips.waiting(cup):
        if tips.may_tip_winner(session.spec, session.ply, len(session.seats)):
            cup = tips.tip_winner(cup, who, chance.choice(plays), half=session.ply > 0)
        if kinds := tips.kinds_of_moves(session.spec, session.state, session.actors()[0]):
            cup = tips.tip_move(cup, who, chance.choice(kinds), session.ply)
    return replace(party, cup=cup)


def tell(store: Store, told: Connection, cup: Cup | None, plies: int) -> None:
    assert cup is not None and store.wait(PATIENCE)
    counts = len(cup.tips.winners), sum(cup.tips.stars.values())
    told.send((len(cup.results), len(cup.entrants), len(cup.changes), *counts, plies))


def somebody(cup: Cup, chance: random.Random) -> Cup:
    """Somebody has left or come."""
    if chance.randrange(3) == 0 and len(cup.entrants) < 5 and cup.next_round < len(cup.titles):
        return cup.joined(IDENTITIES[len(cup.entrants)], "Zoe")
    who = chance.choice(cup.entrants).identity
    return cup.taken_over(who, chance.choice(["Mia", "Kuro", "Tom"]), chance.randrange(2) == 0)


def test_nothing_confirmed_is_lost_by_kills(tmp_path: Path) -> None:
    path, chance = tmp_path / "store.db", random.Random(7)
    games = {game: GAMES[game] for game in ("quoridor", "coffee", "star")}
    known, kills = (0,) * 6, 0
    while kills < KILLS:
        with_cup(path, new_cup([Entrant(each, each) for each in IDENTITIES[:3]], games, "all"))
        known = (0,) * 6
        while kills < KILLS:
            hears, tells = multiprocessing.Pipe(duplex=False)
            child = os.fork()
            if child == 0:
                try:
                    play_on(path, tells, kills)
                finally:
                    os._exit(0)
            tells.close()
            for _ in range(chance.randint(1, 12)):
                try:
                    known = hears.recv()
                except EOFError:
                    break
            time.sleep(chance.random() / 100)
            os.kill(child, signal.SIGKILL)
            os.waitpid(child, 0)
            while hears.poll():
                try:
                    known = hears.recv()
                except EOFError:
                    break
            kills += 1
            if not still_there(path, known):
                break


def with_cup(path: Path, cup: Cup) -> None:
    store = Store.open(path)
    keep(store, Party(roster=Roster(make.roster(3).chairs), cup=replace(cup, share="half")))
    assert store.close()


def still_there(path: Path, known: tuple[int, ...]) -> bool:
    """Compare the store with what is known to be on the disk; whether the cup goes on."""
    store = Store.open(path)
    cup = kept_party(store, GAMES).cup
    assert cup is not None and cup_from_json(cup.to_json(), GAMES) == cup
    results, entrants, changes, tipped, stars, plies = known
    assert len(cup.tips.winners) >= tipped and sum(cup.tips.stars.values()) >= stars
    assert (len(cup.results), len(cup.entrants)) >= (results, entrants) and len(cup.changes) >= min(changes, 1)
    if len(cup.results) == results and plies and cup.next is not None:
        left = store.unfinished(cup.next.game)
        ended = any(game_id(each) == cup.playing for each in store.results())
        assert ended or (left is not None and game_id(left) == cup.playing and len(left.actions) >= plies)
    assert store.close()
    return cup.next is not None
