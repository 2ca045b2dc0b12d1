"""Differences between operating systems: file locks, permissions, child processes, speech.

Tested on Linux. The Windows branches follow the documentation of `msvcrt` and of job objects and are tested with
stand-ins, as is the macOS branch for child processes (elsewhere macOS takes Linux's branch); neither has been tested on
the real system.
"""
