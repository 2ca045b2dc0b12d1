"""Run as a program: opens the store named on the command line, prints the result, and holds it until its input ends."""

from __future__ import annotations

import sys
from pathlib import Path

from game.storage.store import HeldError, Store


def main() -> None:
    try:
        store = Store.open(Path(sys.argv[1]))
    except HeldError as error:
        print(error, flush=True)
        return
    print("held", flush=True)
    sys.stdin.read()
    store.close()


if __name__ == "__main__":
    main()
