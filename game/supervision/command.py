"""Runs the supervisor for `main.py --kiosk`: its lock and logs, and the command line of the tables that it starts."""

from __future__ import annotations

import logging
import os
import signal
import sys
from collections.abc import Callable, Sequence
from contextlib import ExitStack, nullcontext, suppress

from game.command_line.startup import TableCommands
from game.paths import data_dir, store_path
from game.platforms.child_process import Outbox
from game.platforms.logs import logging_to
from game.platforms.own_files import OwnFiles, can_start
from game.platforms.processes import ending_signals
from game.platforms.program import begin_anew
from game.platforms.systemd import notify
from game.storage.database import HeldError, lock
from game.supervision.health import Health, Reports, interrupted
from game.supervision.supervisor import Supervisor, TableProcess
from game.supervision.table import ENDED, FAILED, LOCK, RUNS_ALREADY
from game.version import VERSION

_ORPHAN_SECONDS = 3.0  # seconds in which the table of a killed supervisor ends
_LAST_LINES = 0.4  # seconds to write the log's last lines
_log = logging.getLogger("supervisor")


def supervise(command: Sequence[str]) -> int:
    """Supervise the table that `command` starts with `--table` and the options of `TableCommands`.

    Returns the exit status. Call this in the process's main thread.
    """
    try:
        with hold(), logging_to(data_dir() / "logs" / "kiosk.log", _LAST_LINES):
            renews = _keep_up(command)
    except HeldError as error:
        print(error, file=sys.stderr)
        return RUNS_ALREADY
    except Exception:
        with suppress(Exception):  # an exception would end Python with status 1, which is RUNS_ALREADY
            _log.exception("the supervisor itself has failed")
        return FAILED
    if renews:
        begin_anew()
        return FAILED  # the service manager restarts this program
    return ENDED


def hold() -> ExitStack:
    """Take the supervisor's lock if files can be locked. Raises HeldError if the program already runs."""
    with ExitStack() as stack:
        stack.enter_context(lock(data_dir() / LOCK) or nullcontext())
        with lock(store_path(), _ORPHAN_SECONDS) or nullcontext():  # the program may be running without a supervisor
            return stack.pop_all()


def _keep_up(command: Sequence[str]) -> bool:
    """Supervise. Returns whether the program must restart because its files have changed."""
    files = OwnFiles()
    _log.info("version %s, files %s", VERSION, files.sum)
    path = data_dir() / "health.json"
    somebody = interrupted(path)
    commands = TableCommands() if somebody is None else TableCommands("restart", "it was cut off", rested=not somebody)

    def launch(commands: TableCommands) -> TableProcess:
        return TableProcess([*command, f"--table={os.getpid()}", *commands.arguments()])

    writer = Outbox[Callable[[], object]](nullcontext(), lambda job: job(), newest=True, name="health")
    reports = Reports(path, writer.put)
    health = Health(since=reports.moment(), supervisor=os.getpid(), files=files.sum)
    supervisor = Supervisor(launch, health, reports, commands, lambda: files.have_changed() and can_start())
    for number in ending_signals():
        signal.signal(number, lambda *_: setattr(supervisor, "stops", True))
    supervisor.run()
    writer.close()
    writer.wait(_LAST_LINES)
    if not supervisor.renews:
        notify("STOPPING=1")
    return supervisor.renews
