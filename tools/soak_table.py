"""Simulated phones play at the real program's table: no press may be lost, memory may not grow, no frame may hang.

    python -m tools.soak_table --minutes 10 --phones 8 --game robots --seed 1

A few times a second each phone presses something its page offers; it sleeps, comes back and plays on. Matches end and
new ones begin. Exits with 1 on a failure. Memory is checked on Linux only.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path
from typing import Any

import aiohttp

from game.phones.messages import JoinCode, Press, Tap
from tools.soak_phones import SimulatedPhone, memory_of

ROOT = Path(__file__).parents[1]
STUCK = 250.0  # the most milliseconds of CPU time that the window's thread may need for a frame
GROWTH = 30.0  # MB that games and pictures may add to the program in the run's second half
SERVER_GROWTH = 4.0
OPENING = 90.0  # seconds for starting the phone server on a busy machine
LEFT_ALONE = {"pause", "rules", "hint", "back", "theory", "choice1", "choice2"}  # these lead away from the table


class TablePhone(SimulatedPhone):
    """A phone that presses what its page offers; while awake it stays at the table."""

    def chosen(self, number: int, decision: int) -> Press | Tap | None:
        shown = self.snapshot
        if shown is None:
            return None
        if shown.board is not None and self._chance.random() < 0.5:
            lit = [cell for cell in shown.board.cells if cell.mark == "lit"]
            if lit:
                cell = self._chance.choice(lit)
                return Tap(number, decision, cell.x, cell.y, cell.id)
        offered = [button.id for button in shown.buttons if button.enabled and button.id not in LEFT_ALONE]
        if shown.steer is not None:
            offered += [robot.id for robot in shown.steer.robots if robot.enabled]
        if not offered:
            return None
        button = self._chance.choice(offered)
        value = 0
        if button == "declare" and shown.dial is not None:
            most = (shown.dial.below or shown.dial.most + 1) - 1
            value = self._chance.randint(min(shown.dial.least, most), min(most, shown.dial.least + 12))
        return Press(number, decision, button, value)


class PlayedTable:
    """The program and its phones; `lines` has its output."""

    def __init__(
        self, game: str, phones: int, seconds: float, folder: Path, seed: int = 1, options: tuple[str, ...] = ()
    ) -> None:
        environment = {**os.environ, "KISSATEN_DATA": str(folder / "data"), "SDL_VIDEODRIVER": "dummy"}
        environment.setdefault("KISSATEN_CACHE", str(folder / "cache"))
        begin = "from tools.phone_table import main; main()"  # `-m` would make child processes import the module again
        command = [sys.executable, "-c", begin, game, str(phones), "1280x720", str(seconds), *options]
        self.process = subprocess.Popen(command, cwd=ROOT, env=environment, stdout=subprocess.PIPE, text=True)
        self.lines: list[dict[str, Any]] = []
        self.memory: list[tuple[float, float]] = []  # MB of the program and of the server, every second
        self._reading = threading.Thread(target=self._read, daemon=True)
        self._reading.start()
        join_code = self._join_code()
        self.server = join_code["server"]
        self.url = f"http://127.0.0.1:{join_code['port']}/{join_code['code']}"
        self._known = JoinCode("127.0.0.1", join_code["port"], join_code["code"], self.url, ())
        self.phones = [TablePhone(self._known, seed + i) for i in range(phones)]

    def _read(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            if line.startswith("{"):
                self.lines.append(json.loads(line))
                if "frames" in self.lines[-1] and self.lines[-1]["matches"]:
                    self.memory.append((memory_of(self.process.pid), memory_of(self.server)))

    def _join_code(self) -> dict[str, Any]:
        end = time.monotonic() + OPENING
        while not (found := [line for line in self.lines if "code" in line]):
            if time.monotonic() > end or self.process.poll() is not None:
                self.process.kill()
                raise TimeoutError("the program opens no phone server")
            time.sleep(0.05)
        return found[0]

    def live(self, naps: bool = True) -> None:
        """Let the phones play until the program ends."""
        for phone in self.phones:
            phone.visits = (2.0, 20.0) if naps else (1e6, 1e6)
        asyncio.run(self._all())
        self.process.wait(60)
        self._reading.join(10)

    async def _all(self) -> None:
        async with aiohttp.ClientSession(connector=aiohttp.TCPConnector(limit=0)) as session:
            living = [asyncio.create_task(phone.live(session, float("inf"))) for phone in self.phones]
            while self.process.poll() is None:
                await asyncio.sleep(0.1)
            for task in living:
                task.cancel()
            await asyncio.gather(*living, return_exceptions=True)

    def end(self) -> None:
        """End the program."""
        if self.process.poll() is None:
            self.process.terminate()
        self.process.wait(20)

    def played(self) -> list[dict[str, Any]]:
        """Return the figures of each second since the first match began.

        The first five seconds are left out, because many pictures are new then.
        """
        return [line for line in self.lines if line.get("matches")][5:]

    def all(self, figure: str) -> list[float]:
        """Return the values of one figure in all frames, sorted."""
        return sorted(value for line in self.played() for value in line[figure])

    def troubles(self) -> list[str]:
        """Return what is wrong, in words."""
        found = []
        if self.process.returncode:
            found.append(f"the program has ended with status {self.process.returncode}")
        for number, phone in enumerate(self.phones, 1):
            heard, sent = phone.log.acknowledged, phone.log.sent
            lost = len(set(sent) - set(heard)) - len(phone.waiting)
            if heard != sorted(heard) or lost > 0:
                found.append(f"phone {number}: {len(sent)} presses, {len(heard)} acknowledged, {lost} lost")
            if not sent or not phone.log.shown:
                found.append(f"phone {number} has pressed {len(sent)} times and seen {phone.log.shown} pictures")
        frames = self.all("frames")
        if frames and frames[-1] > STUCK:
            found.append(f"a frame took {frames[-1]:.0f} ms")
        half = self.memory[len(self.memory) // 2 :]
        for name, which, most in (("program", 0, GROWTH), ("server", 1, SERVER_GROWTH)):
            if half and half[-1][which] - half[0][which] > most:
                found.append(f"the {name} grew from {half[0][which]:.1f} to {half[-1][which]:.1f} MB")
        return found

    def summary(self) -> str:
        """Return a summary line."""
        frames, costs = self.all("frames"), self.all("controllers")
        delays = sorted(delay for phone in self.phones for delay in phone.log.delays)
        matches = max((line["matches"] for line in self.played()), default=0)
        return (
            f"{sum(len(p.log.sent) for p in self.phones)} presses, {sum(p.log.refused for p in self.phones)} refused, "
            f"{sum(p.log.naps for p in self.phones)} naps, {matches} begun anew; acknowledged in "
            f"{1000 * delays[len(delays) // 2]:.0f} ms (median), {1000 * delays[-1]:.0f} ms at most; "
            f"phones cost {sum(costs) / len(costs):.2f} ms of a frame (mean), "
            f"{costs[int(0.99 * len(costs))]:.2f} (99%), {costs[-1]:.1f} at most; "
            f"frames {frames[len(frames) // 2]:.1f} ms (median), "
            f"{frames[int(0.999 * len(frames))]:.1f} ms (99.9%), {frames[-1]:.1f} ms at most; program "
            f"{max(m for m, _ in self.memory):.0f} MB, server {max(m for _, m in self.memory):.1f} MB"
        )


def main(arguments: Any = None) -> int:
    """Read the command line and soak."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--minutes", type=float, default=10.0)
    parser.add_argument("--phones", type=int, default=8)
    parser.add_argument("--game", default="robots")
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory() as folder:
        table = PlayedTable(args.game, args.phones, 60 * args.minutes, Path(folder), args.seed)
        try:
            table.live()
        finally:
            table.end()
    print(table.summary())
    troubles = table.troubles()
    for trouble in troubles:
        print(trouble, file=sys.stderr)
    return 1 if troubles else 0


if __name__ == "__main__":
    sys.exit(main())
