"""Executors of a tournament's games: processes of this machine, or a cluster.

Any `concurrent.futures.Executor` does that can call a function of this program with arguments that it pickles.
"""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import re
import signal
import sys
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import BrokenExecutor, CancelledError, Executor, ProcessPoolExecutor
from multiprocessing import connection
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import Any, cast

from game.core.rules import OptionError
from game.platforms.processes import end_with_parent, leave_interrupts, track_resources
from game.platforms.working_folder import callers_folder, take_over
from game.tournament.players import close_engines, endings, kill_engines

DASK = "dask://"
PATIENCE = 10.0  # seconds in which a cluster is to answer
FAREWELL = 1.0  # seconds in which processes end that may have engines; all is over within two


@contextlib.contextmanager
def processes(jobs: int, *, engines: bool = False) -> Iterator[Executor]:
    """So many processes of this machine, which end with the context at the latest; `engines`: they may start some."""
    others = multiprocessing.active_children()
    track_resources()
    context = multiprocessing.get_context("spawn")
    pool = ProcessPoolExecutor(jobs, mp_context=context, initializer=_settle_in, initargs=(engines, callers_folder()))
    try:
        yield pool
    finally:
        children = [child for child in multiprocessing.active_children() if child not in others]
        for child in children:
            child.terminate()  # nobody waits for the games under way
        if engines:
            _kill_late(children)
        pool.shutdown(cancel_futures=True)  # its thread must have ended when Python does, or it writes to closed pipes


@contextlib.contextmanager
def cluster(address: str) -> Iterator[Executor]:
    """The workers of the dask scheduler at an address like "dask://HOST:PORT".

    A game whose worker is lost is played again by another. Raises OptionError where there is no such cluster.
    """
    if not re.fullmatch(rf"{DASK}.+:\d{{1,5}}", address):
        raise OptionError(f"executor {address!r} is not like {DASK}HOST:PORT")
    try:
        from distributed import Client
    except ImportError:
        raise OptionError("an executor needs dask: python -m pip install distributed") from None
    try:
        client = Client(f"tcp://{address.removeprefix(DASK)}", timeout=PATIENCE, set_as_default=False)
    except (OSError, ValueError) as error:
        raise OptionError(f"executor {address}: nobody answers ({type(error).__name__})") from error
    try:
        _try(client, address)
        yield client.get_executor()
    finally:
        with contextlib.suppress(*lost(), OSError, TimeoutError):
            client.run(close_engines)  # which would wait on the workers for their next game
        client.close()


def _try(client: Any, address: str) -> None:
    """Have one thing done by a `distributed.Client`. Raises OptionError where the program is not to be had there."""
    if not client.scheduler_info()["workers"]:
        print(f"executor {address}: waiting for workers", file=sys.stderr)
    errors: tuple[type[Exception], ...] = (RuntimeError, ImportError, *lost())
    try:
        client.submit(endings, pure=False).result()
    except errors as error:
        reason = str(error).splitlines() or [type(error).__name__]
        raise OptionError(
            f"executor {address}: scheduler and workers must be started in a copy of this program ({reason[0]})"
        ) from error


def lost() -> tuple[type[Exception], ...]:
    """Return the exceptions that tell that the executors are gone for good."""
    errors: tuple[type[Exception], ...] = (BrokenExecutor, CancelledError)
    if "distributed" in sys.modules:
        from distributed import KilledWorker
        from distributed.comm import CommClosedError

        errors += (KilledWorker, CommClosedError)
    return errors


def _settle_in(engines: bool, caller: Path | None) -> None:
    """Leave interrupts to the parent, and end with it: its own end leaves a pool waiting for work.

    Engines start in the folder `caller`, as they do in the parent.
    """
    end_with_parent()
    take_over(caller)
    leave_interrupts()
    if engines:  # else the end need not wait until a search comes back to Python
        signal.signal(signal.SIGTERM, _end)


def _kill_late(children: Sequence[BaseProcess]) -> None:
    """End those that have not done so soon after they were asked to: a search comes back to Python late."""
    until, left = time.monotonic() + FAREWELL, [child.sentinel for child in children]
    while left and (wait := until - time.monotonic()) > 0:
        for sentinel in connection.wait(left, wait):
            left.remove(cast("int", sentinel))
    for child in children:
        if child.sentinel in left:
            child.kill()


def _end(*_: object) -> None:
    """End, and with it what the engines have started, which the system would leave."""
    kill_engines()
    os._exit(1)
