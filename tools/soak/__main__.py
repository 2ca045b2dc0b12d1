"""Drive the app with random input on a virtual clock, without a screen, and say what breaks: python -m tools.soak."""

from __future__ import annotations

import sys
from pathlib import Path

from game.command_line.parser import Parser, above_zero, positive, size
from tools.soak import outside
from tools.soak.command import command
from tools.soak.kiosk_soak import Length


def main() -> int:
    """Soak as the command line says; return the exit status."""
    parser = Parser(prog="python -m tools.soak", description=__doc__)
    parser.add_argument("--minutes", type=float, default=1.0, metavar="N", help="of real time (1)")
    parser.add_argument("--frames", type=positive, metavar="N", help="go on for N frames instead")
    parser.add_argument("--seed", type=int, default=0, metavar="S", help="of the random input (0)")
    parser.add_argument("--size", type=size, metavar="WxH", help="of the window (1920x1080)")
    parser.add_argument("--memory", type=float, metavar="MB", help="fail where more than MB are in memory")
    parser.add_argument(
        "--slowest", type=above_zero, metavar="MS", help="fail where a frame takes the processor longer than MS"
    )
    parser.add_argument("--kiosk", action="store_true", help="soak the unattended table and its visitors")
    parser.add_argument(
        "--speed", type=above_zero, default=24.0, metavar="N", help="its clock goes N times as fast, if it can (24)"
    )
    parser.add_argument(
        "--faults", type=positive, metavar="N", help="go on until all that can break around it was broken N times"
    )
    parser.add_argument("--days", type=above_zero, metavar="N", help="go on for N days of its clock instead")
    parser.add_argument(
        "--logs", type=Path, default=Path(), metavar="FOLDER", help="where the log of a crash is left (here)"
    )
    parser.add_argument(
        "--program", type=Path, metavar="FILE", help="drive this finished program from outside, on an X display"
    )
    given = parser.parse_args()
    if given.program is not None:
        return outside.command(given.program, given.minutes, given.seed)
    for name in ("days", "faults"):
        if getattr(given, name) is not None and not given.kiosk:
            parser.error(f"--{name} is for --kiosk")
    kiosk = Length(given.speed, given.minutes, given.frames, given.days) if given.kiosk else None
    return command(
        given.minutes,
        given.seed,
        given.size,
        given.frames,
        given.memory,
        given.logs,
        kiosk,
        given.faults,
        given.slowest,
    )


if __name__ == "__main__":
    sys.exit(main())
