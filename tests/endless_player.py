"""Run as a program: plays nim for ever into the store named on the command line, saying each ply once it is kept."""

from __future__ import annotations

import sys
from pathlib import Path

from game.core.record import SeatConfig
from game.session import Session
from game.store import Store
from tests.toy import NIM


def main() -> None:
    store = Store.open(Path(sys.argv[1]))
    record = store.unfinished()
    people = (SeatConfig(), SeatConfig())
    session = Session.resume(NIM, record, store=store) if record else Session(NIM, {"pile": 60}, 0, people, store=store)
    back = False
    while True:
        back = session.ply > 40 or (back and session.ply > 0)
        if back:
            session.undo()
        else:
            session.submit(session.actors()[0], 1)
        print(session.ply, flush=True)


if __name__ == "__main__":
    main()
