"""Run as a program: plays nim for ever into the store named on the command line, one seed after the other.

After each action it prints the seed and how many of this game's actions the store says are on the disk, once it has
said so of the game's beginning. With --table=N it stands for the table of the supervisor N besides: its words go to
standard error, and each action beats.
"""

from __future__ import annotations

import sys
from pathlib import Path

from game.core.record import SeatConfig
from game.session.session import Session
from game.storage.store import Store
from game.supervision.table import settle_in
from tests.toy import NIM

PILE = 12


def main() -> None:
    supervisor = [int(option.partition("=")[2]) for option in sys.argv[2:] if option.startswith("--table=")]
    heartbeat = settle_in(*supervisor) if supervisor else None
    store = Store.open(Path(sys.argv[1]), {"nim": NIM})
    record = store.unfinished("nim")
    people = (SeatConfig(), SeatConfig())
    seed = store.get("seed", 0)
    session = Session.resume(NIM, record, store=store) if record else None
    is_begun = False
    while True:
        if session is None or session.outcome:
            is_begun = False
            seed += 1
            store.set("seed", seed)
            session = Session(NIM, {"pile": PILE}, seed, people, store=store)
        session.submit(session.actors()[0], 1)
        is_begun = is_begun or not store.is_lagging  # on a slow disk the store may still speak of the game before
        kept = PILE if session.outcome and not store.is_lagging else store.kept("nim")
        if is_begun:
            print(session.seed, kept, flush=True)
        if heartbeat is not None:
            heartbeat.beat(False)


if __name__ == "__main__":
    main()
