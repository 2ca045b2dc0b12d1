"""Run as a program: stands in for the table that a supervisor starts, small and quick.

`stand_in_table.py FOLDER MODE,MODE,... OPTIONS`: the first start uses the first mode, and so on; the last mode repeats.
Each start adds a line with its process and its options to the file `starts` in FOLDER.
"""

from __future__ import annotations

import os
import select
import signal
import subprocess
import sys
from pathlib import Path

from game.platforms.systemd import OWN_VARIABLES
from game.supervision import table as hearts

SLEEPER = "import os, signal; print(os.getpid(), flush=True); signal.pause()"


def beat_until_asked(heart: hearts.Heartbeat, resting: bool = False) -> int:
    """Send beats until the system asks for the end, or nobody listens."""
    reading, writing = os.pipe()
    signal.signal(signal.SIGTERM, lambda number, frame: os.write(writing, b"x"))
    while not heart.is_alone and not select.select([reading], [], [], hearts.EVERY)[0]:
        heart.beat(resting)
    return 0


def hang(heart: hearts.Heartbeat) -> int:
    """Send one beat and no more, and ignore every request to end."""
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    heart.beat(False)
    while True:
        signal.pause()


def with_child(heart: hearts.Heartbeat, folder: Path) -> int:
    """Send beats, with a child process that would outlive this one. Its number is in the file `child`."""
    child = subprocess.Popen([sys.executable, "-c", SLEEPER], stdout=subprocess.PIPE)
    assert child.stdout is not None
    (folder / "child").write_bytes(child.stdout.readline())
    return beat_until_asked(heart)


def main() -> int:
    folder, modes, *options = sys.argv[1:]
    assert not set(OWN_VARIABLES) & os.environ.keys()
    starts = Path(folder, "starts")
    number = len(starts.read_text().splitlines()) if starts.exists() else 0
    with starts.open("a") as file:
        file.write(f"{os.getpid()} {' '.join(options)}\n")
    every = modes.split(",")
    mode = every[min(number, len(every) - 1)]
    heart = hearts.settle_in(int(options[0].partition("=")[2]))
    if mode == "crash":
        heart.beat(False)
        print("this went to the output")
        raise ArithmeticError("something broke")
    if mode == "complains":
        print("WARNING writer: the disk is full", file=sys.stderr)
        print("ERROR phones: the phones' server has ended", file=sys.stderr, flush=True)
    if mode == "noisy":
        print("many words\n" * 20_000, file=sys.stderr, flush=True)
    if mode == "left":
        heart.beat(False)
        return 20
    if mode == "silent":
        return signal.pause() or 0
    if mode == "hang":
        return hang(heart)
    if mode == "parent":
        return with_child(heart, Path(folder))
    return beat_until_asked(heart, resting=mode == "resting")


if __name__ == "__main__":
    sys.exit(main())
