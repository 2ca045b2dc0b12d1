"""Functions of this program in processes of their own: told, heard, ended, and never waited for."""

from __future__ import annotations

import contextlib
import itertools
import multiprocessing
import time
from collections.abc import Iterator
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

import pytest

from game.platforms.child_process import BUSY, EVERY, ChildProcess, Outbox, _beat, back_off, had
from tests.processes import awaited
from tests.stores import PATIENCE

NEVER = 0.0


def echo(hears: Connection, says: Connection, before: str) -> None:
    """Say again what is heard, until nobody says anything any more."""
    with contextlib.suppress(EOFError):
        while True:
            says.send_bytes(before.encode() + hears.recv_bytes())


def deaf(_hears: Connection, says: Connection) -> None:
    """Do not read, and do not end."""
    says.send_bytes(b"here")
    time.sleep(10 * PATIENCE)


@contextlib.contextmanager
def pipe() -> Iterator[tuple[Connection, Connection]]:
    """A pipe of this process: where one reads, and where an outbox writes, which closes it."""
    reads, writes = multiprocessing.Pipe(duplex=False)
    with reads:
        yield reads, writes


def fill(box: Outbox[Any], count: int) -> None:
    """More messages than a pipe holds, each with its number."""
    for number in range(count):
        box.put(number.to_bytes(4, "big") + b"x" * 10_000)


def heard(reads: Connection) -> list[bytes]:
    """All that comes until the end."""
    found = []
    with contextlib.suppress(EOFError):
        while True:
            found.append(reads.recv_bytes())
    return found


def numbers(reads: Connection) -> list[int]:
    """The numbers of all that `fill` has put there."""
    return [int.from_bytes(message[:4], "big") for message in heard(reads)]


def test_it_hears_and_says_and_ends_once_nobody_says_anything() -> None:
    child = ChildProcess(echo, "you said ", name="echo")
    child.says.send_bytes(b"tea")
    assert child.hears.poll(PATIENCE) and child.hears.recv_bytes() == b"you said tea"
    assert child.is_alive and child.pid
    child.says.close()
    child.end(PATIENCE)
    with child.hears, pytest.raises(EOFError):
        child.hears.recv_bytes()


def test_one_that_does_not_end_is_killed() -> None:
    for end in (lambda child: child.end(NEVER), lambda child: awaited(lambda: child.has_ended(kill=True))):
        child = ChildProcess(deaf, name="deaf")
        assert child.hears.poll(PATIENCE)
        child.says.close()
        assert not child.has_ended()
        end(child)
        assert child.hears.recv_bytes() == b"here"
        with child.hears, pytest.raises(EOFError):
            child.hears.recv_bytes()


@pytest.mark.parametrize(
    ("used", "ran"),
    [
        ([0.0, 0.0, 0.0005], [500, 500]),  # it waits for something
        ([0.0, 0.06, 0.07], [60, 10]),  # it computes, and gets an eighth of a processor, then less
        ([0.0, 0.9, 1.5], [500, 500]),  # two threads of it compute
    ],
)
def test_a_child_tells_for_how_long_it_could_run(used: list[float], ran: list[int]) -> None:
    with pipe() as (reads, writes):
        readings = list(used)

        def pause(_: float) -> None:
            if not readings:
                raise OSError("nobody asks any more")

        _beat(writes, pause, lambda: readings.pop(0))
        assert [*map(int, heard(reads))] == ran


def test_a_child_that_runs_is_counted_and_one_that_is_stopped_only_by_a_tenth_of_the_clock() -> None:
    child = ChildProcess(deaf, name="deaf")
    awaited(lambda: child.ran() >= 2 * EVERY)
    before, ran = had(child, 0.0), child.ran()
    child.end(NEVER)
    assert child.ran() == ran and had(child, 100.0) - before == 100.0 / BUSY
    child.hears.close(), child.says.close()


@pytest.mark.skipif(not Path("/proc/self/fd").is_dir(), reason="looks where Linux shows it")
def test_where_there_is_no_process_to_be_had_nothing_is_left_open() -> None:
    import resource

    def held() -> set[str]:
        return {file.name for file in Path("/proc/self/fd").iterdir()}

    before, limits = held(), resource.getrlimit(resource.RLIMIT_NOFILE)
    free = (number for number in itertools.count() if str(number) not in before)
    *_, last = itertools.islice(free, 6)  # the ends of three pipes
    resource.setrlimit(resource.RLIMIT_NOFILE, (last + 1, limits[1]))
    try:
        with pytest.raises(OSError, match="Too many open files") as raised:
            ChildProcess(echo, "", name="echo")
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, limits)
    assert held() == before, raised  # which keeps all that was made from being closed as garbage


def test_nobody_waits_for_who_does_not_read_and_all_comes_in_order() -> None:
    with pipe() as (reads, writes):
        box = Outbox(writes, writes.send_bytes, 200)
        fill(box, 200)
        box.close()
        box.put(b"too late")
        assert not box.broken
        assert numbers(reads) == list(range(200))
        box.wait(PATIENCE)
        assert writes.closed


def test_more_than_may_wait_break_it() -> None:
    with pipe() as (reads, writes):
        box = Outbox(writes, writes.send_bytes, 100)
        fill(box, 100)
        assert not box.broken
        fill(box, 300)  # of which the pipe has taken some
        assert box.broken
        box.close()
        assert len(heard(reads)) < 400


def test_or_the_newest_take_the_places_of_older_ones() -> None:
    with pipe() as (reads, writes):
        box = Outbox(writes, writes.send_bytes, newest=True)
        fill(box, 300)
        box.close()
        assert not box.broken
        found = numbers(reads)
        assert found == sorted(found) and found[-1] == 299 and len(found) < 100


def test_a_pipe_that_nobody_reads_any_more_breaks_it() -> None:
    with pipe() as (reads, writes):
        box = Outbox(writes, writes.send_bytes)
        reads.close()
        box.put(b"tea")
        awaited(lambda: box.broken)
        box.wait(PATIENCE)
        assert writes.closed


def test_the_more_have_failed_the_later_the_next_one_begins() -> None:
    assert [back_off(failures, 1, 8.0) for failures in range(7)] == [0, 0, 1, 2, 4, 8, 8]
    assert [back_off(failures, 3, 60.0) for failures in (3, 4, 9, 10, 100_000)] == [0, 1, 32, 60, 60]
