"""Run as a program: plays nim without end into the store named on the command line, one seed after the other.

After each action it prints the seed, and how many actions of this game the store reports as on the disk. It begins to
print when the store has reported the beginning of the game. With --table=N it is also the table of the supervisor N:
its words go to standard error, and each action is a heartbeat.
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
        is_begun = is_begun or not store.is_lagging  # on a slow disk, `kept` may still count the game before
        kept = PILE if session.outcome and not store.is_lagging else store.writer.plies("nim")
        if is_begun:
            print(session.seed, kept, flush=True)
        if heartbeat is not None:
            heartbeat.beat(False)


if __name__ == "__main__":
    main()
