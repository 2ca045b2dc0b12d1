"""The statuses with which the unattended table's two processes end, all in one place.

The program that was started, which is the supervisor:

0 the operator has left to the desktop, or the system has asked the program to end; 1 it runs already; 2 the command
line is wrong; 3 the supervisor itself has failed.

The table, which the supervisor starts:

20 the operator has left; 21 the program's files have changed, and nobody is there: it is to begin anew; anything else
is a crash unless the supervisor has asked for the end: 0 somebody else has asked for it, 1 an exception or another
instance that holds the saved data, 2 no display or no assets; negative, as Python counts them, the signal that has
killed it.
"""

from __future__ import annotations

import signal

ENDED = 0
RUNS_ALREADY = 1
FAILED = 3
LEFT, UPDATED = 20, 21  # of the table alone


def status_text(status: int) -> str:
    """Return the end of a process in words: "exit status 1", "signal 9 (SIGKILL)"."""
    if status >= 0:
        return f"exit status {status}"
    try:
        return f"signal {-status} ({signal.Signals(-status).name})"
    except ValueError:  # one without a name
        return f"signal {-status}"
