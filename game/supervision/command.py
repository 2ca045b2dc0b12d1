"""`main.py --kiosk`: one supervisor at a time, its lock and its logs, and the command line of its tables."""

from __future__ import annotations

import logging
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from types import FrameType

from game.paths import data_dir
from game.platforms.own_files import OwnFiles
from game.platforms.processes import ending_signals
from game.platforms.program import begin_anew, own_command
from game.storage.opening import HeldError
from game.supervision import lock
from game.supervision.child import Event, TableProcess
from game.supervision.health import HealthFile, interrupted
from game.supervision.log_writer import LogFiles, LogWriter, PostingHandler
from game.supervision.notify import Notifier
from game.supervision.statuses import ENDED, FAILED, RUNS_ALREADY
from game.supervision.supervisor import Launch, Supervisor
from game.supervision.table_commands import TableCommands
from game.version import VERSION

_NEW_START = 30.0  # seconds that a changed program may take to say which version it is
_LAST_LINES = 0.4  # seconds that the disk has at the end
_FORMAT = "%(asctime)s %(levelname)s %(name)s: %(message)s"
_log = logging.getLogger("supervisor")


def supervise(command: Sequence[str]) -> int:
    """Keep the table up that `command` starts, which takes `--table` and the options of `TableCommands` besides.

    Return the status to end with.

    To be called in the process's first thread.
    """
    try:
        held = lock.hold()
    except HeldError as error:
        print(error, file=sys.stderr)
        return RUNS_ALREADY
    log_writer, terminal, notifier = LogWriter(), LogWriter(), Notifier(os.environ)
    renews = False
    try:
        with _logging(log_writer, terminal):
            renews = _keep_up(command, log_writer, notifier)
    except Exception:
        with suppress(Exception):  # or it would end with another status, that of one that runs already
            logging.getLogger("supervisor").exception("the supervisor itself has failed")
        return FAILED
    finally:
        notifier.close()
        log_writer.close(_LAST_LINES)
        terminal.close(_LAST_LINES)
        if held is not None:
            held.release()
    if renews:
        begin_anew()
        return FAILED  # whoever has started this one starts it again
    return ENDED


def _keep_up(command: Sequence[str], log_writer: LogWriter, notifier: Notifier) -> bool:
    """Supervise; whether the program is to begin anew from its files as they are now."""
    files = OwnFiles()
    path = data_dir() / "health.json"
    somebody = interrupted(path)
    commands = TableCommands() if somebody is None else TableCommands("restart", "it was cut off", rested=not somebody)
    supervisor = Supervisor(
        launcher(command),
        HealthFile(path, log_writer.post),
        notifier,
        commands,
        have_changed=lambda: files.have_changed() and _can_start(),
        files=files.sum,
    )
    _log.info("version %s, files %s", VERSION, files.sum)
    with _stopped_by_signals(supervisor.post):
        supervisor.run()
    return supervisor.renews


def _can_start() -> bool:
    """Whether the program's files as they are now can be run at all: an update may be in the middle."""
    try:
        done = subprocess.run(own_command("--version"), capture_output=True, timeout=_NEW_START, check=False)
    except (OSError, subprocess.TimeoutExpired):
        return False
    return done.returncode == 0


def launcher(command: Sequence[str]) -> Launch:
    """Starts tables by `command`."""

    def launch(commands: TableCommands, number: int, post: Callable[[Event], object]) -> TableProcess:
        return TableProcess([*command, f"--table={os.getpid()}", *commands.arguments()], number, post)

    return launch


@contextmanager
def _stopped_by_signals(post: Callable[[Event], object]) -> Iterator[None]:
    def stop(number: int, frame: FrameType | None) -> None:
        post(Event("stop"))

    before = {number: signal.signal(number, stop) for number in ending_signals()}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


@contextmanager
def _logging(log_writer: LogWriter, terminal: LogWriter) -> Iterator[None]:
    """While it lasts everything that is logged goes to the files and to standard error, as far as these take it."""
    formatter = logging.Formatter(_FORMAT)
    files: logging.Handler = LogFiles(data_dir() / "logs" / "kiosk.log")
    handlers = []
    for writer, target in ((log_writer, files), (terminal, _Terminal())):  # a terminal may be stopped for hours
        target.setFormatter(formatter)
        handlers.append(PostingHandler(writer, target))
    root = logging.getLogger()
    before = root.level
    root.setLevel(logging.INFO)
    for handler in handlers:
        root.addHandler(handler)
    try:
        yield
    finally:
        root.setLevel(before)
        for handler in handlers:
            root.removeHandler(handler)


class _Terminal(logging.StreamHandler):  # type: ignore[type-arg]
    """Standard error, which may be gone."""

    def handleError(self, record: logging.LogRecord) -> None:  # noqa: N802 - logging's own name
        """Nobody reads it: the files have the line."""
