"""Simulated phones at a real server: no press may be lost, memory may not grow.

    python -m tools.soak_phones --minutes 10 --phones 8 --seed 1

Each phone presses a few times a second, sleeps, comes back and reloads its page. Its picture changes ten times a
second. The table's side runs at 60 frames a second, as the game does. Exits with 1 on a failure. The server's memory
is checked on Linux only.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import sys
import threading
import time
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import aiohttp

from game.phones.messages import Ack, Hello, JoinCode, PhoneMessage, Press, Shown, Tap, Welcome
from game.phones.process import KeptServer, Phones
from game.phones.protocol import text, to_phone
from game.phones.snapshot import Snapshot
from tools.phone_pages import PAGES

FRAME = 1 / 60
# MB by which the server may grow after it has warmed up.
GROWTH = 4.0
# Seconds in which a press must be acknowledged.
PATIENCE = 3.0


@dataclass
class Log:
    """What one phone sent, and the answers."""

    sent: list[int] = field(default_factory=list)
    acknowledged: list[int] = field(default_factory=list)
    delays: list[float] = field(default_factory=list)
    refused: int = 0
    shown: int = 0
    naps: int = 0


class SimulatedPhone:
    """A client that behaves like the page, without drawing."""

    def __init__(self, join_code: JoinCode, seed: int) -> None:
        self.log = Log()
        self._join_code = join_code
        self._chance = random.Random(seed)
        self._secret = ""
        self._decision = 0
        self._number = 0
        self._asked: dict[int, float] = {}
        # What the phone shows.
        self.snapshot: Snapshot | None = None
        # The least and the most seconds between naps.
        self.visits = (2.0, 20.0)

    async def live(self, session: aiohttp.ClientSession, until: float) -> None:
        """Join, press, sleep, come back."""
        while time.monotonic() < until:
            try:
                await self._visit(session, min(until, time.monotonic() + self._chance.uniform(*self.visits)))
            # The server refuses too many strangers at once. A phone's page also tries again.
            except aiohttp.WSServerHandshakeError:
                await asyncio.sleep(0.5)
                continue
            self.log.naps += 1
            await asyncio.sleep(self._chance.choice((0.05, 0.3, 2.0)))

    async def _visit(self, session: aiohttp.ClientSession, until: float) -> None:
        origin = f"http://{self._join_code.address}:{self._join_code.port}"
        async with session.ws_connect(origin + "/socket", headers={"Origin": origin}) as socket:
            await socket.send_str(text(Hello(self._join_code.code, self._secret)))
            listening = asyncio.create_task(self._listen(socket))
            while time.monotonic() < until and not listening.done():
                await asyncio.sleep(self._chance.uniform(0.1, 0.6))
                made = self.chosen(self._number + 1, self._decision)
                if made is None:
                    continue
                self._number += 1
                self._asked[self._number] = time.monotonic()
                self.log.sent.append(self._number)
                await socket.send_str(text(made))
            end = time.monotonic() + PATIENCE
            while self._asked and time.monotonic() < end:
                await asyncio.sleep(0.01)
            listening.cancel()

    @property
    def waiting(self) -> tuple[int, ...]:
        """Return the unanswered presses."""
        return tuple(self._asked)

    def chosen(self, number: int, decision: int) -> Press | Tap | None:
        """Return the next press, numbered `number`; None if there is nothing to press."""
        return Press(number, decision, "confirm")

    async def _listen(self, socket: Any) -> None:
        async for heard in socket:
            message = to_phone(heard.data)
            if isinstance(message, Welcome) and message.secret:
                self._secret = message.secret
            elif isinstance(message, Shown):
                self.log.shown += 1
                self.snapshot, self._decision = message.snapshot, message.snapshot.decision
            elif isinstance(message, Ack):
                if message.number in self._asked:
                    self.log.acknowledged.append(message.number)
                    self.log.delays.append(time.monotonic() - self._asked.pop(message.number))
                else:
                    # A second answer to a press says that the press arrived, but was not possible.
                    self.log.refused += 1


class Room:
    """The table's side, with simulated phones in a thread."""

    def __init__(self, phones: int, seed: int) -> None:
        self.table = Phones(KeptServer())
        self.table.open("127.0.0.1")
        while self.table.join_code is None:
            self.table.poll()
            time.sleep(0.01)
        self.phones = [SimulatedPhone(self.table.join_code, seed + i) for i in range(phones)]
        # For each frame: the CPU time of this thread, in milliseconds.
        self.costs: list[float] = []
        # The server's memory in MB, one number for each measurement.
        self.memory: list[float] = []
        self.order: dict[int, list[int]] = {}
        self._pages = [page("en") for page in PAGES.values()]
        self._chance = random.Random(seed)

    def run(self, seconds: float) -> None:
        """Run the phones and the table."""
        until = time.monotonic() + seconds
        living = threading.Thread(target=asyncio.run, args=(self._all(until),), daemon=True)
        living.start()
        decision = 0
        while living.is_alive():
            begun = time.monotonic()
            spent = time.thread_time()
            for event in self.table.poll():
                if isinstance(event, PhoneMessage) and isinstance(event.message, Press):
                    self.order.setdefault(event.phone, []).append(event.message.number)
            decision += 1
            self._show(decision)
            self.costs.append(1000 * (time.thread_time() - spent))
            if decision % 60 == 0:
                self.memory.append(memory_of(self.table.pid))
            time.sleep(max(0.0, FRAME - (time.monotonic() - begun)))
        self.table.end()

    def _show(self, frame: int) -> None:
        for known in tuple(self.table.known.values()):
            if (frame + known.phone) % 6 == 0:  # ten new pictures a second for each phone
                page: Snapshot = self._pages[(frame // 600) % len(self._pages)]
                self.table.show(known.phone, replace(page, helper=str(frame), decision=frame // 600))

    async def _all(self, until: float) -> None:
        async with aiohttp.ClientSession(connector=aiohttp.TCPConnector(limit=0)) as session:
            await asyncio.gather(*(phone.live(session, until) for phone in self.phones))

    def troubles(self) -> list[str]:
        """Return what is wrong, in words."""
        found = []
        for number, phone in enumerate(self.phones, 1):
            log = phone.log
            if log.acknowledged != log.sent:
                found.append(f"phone {number}: {len(log.sent)} presses, {len(log.acknowledged)} acknowledged")
            if not log.shown or not log.sent:
                found.append(f"phone {number} has seen {log.shown} pictures and pressed {len(log.sent)} times")
        for number, numbers in self.order.items():
            if numbers != sorted(set(numbers)):
                found.append(f"phone {number}: presses came out of order or twice")
        half = self.memory[len(self.memory) // 2 :]
        if half and half[-1] - half[0] > GROWTH:
            found.append(f"the server grew from {half[0]:.1f} to {half[-1]:.1f} MB")
        return found

    def figures(self) -> str:
        """Return a summary line."""
        delays = sorted(delay for phone in self.phones for delay in phone.log.delays)
        costs = sorted(self.costs)
        return (
            f"{len(delays)} presses, {sum(p.log.naps for p in self.phones)} naps, "
            f"acknowledged in {1000 * delays[len(delays) // 2]:.0f} ms (median), {1000 * delays[-1]:.0f} ms at most; "
            f"the table's frame {sum(costs) / len(costs):.2f} ms (mean), {costs[int(0.999 * len(costs))]:.2f} ms "
            f"(99.9%), {costs[-1]:.2f} ms at most; server {max(self.memory, default=0):.1f} MB"
        )


def memory_of(pid: int | None) -> float:
    """Return a process's memory in MB; 0 if the system does not tell."""
    try:
        lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    except OSError:
        return 0.0
    return next(int(line.split()[1]) / 1024 for line in lines if line.startswith("VmRSS"))


def main(arguments: Any = None) -> int:
    """Read the command line and soak."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--minutes", type=float, default=10.0)
    parser.add_argument("--phones", type=int, default=8)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args(arguments)
    room = Room(args.phones, args.seed)
    room.run(60 * args.minutes)
    print(room.figures())
    troubles = room.troubles()
    for trouble in troubles:
        print(trouble, file=sys.stderr)
    return 1 if troubles else 0


if __name__ == "__main__":
    sys.exit(main())
