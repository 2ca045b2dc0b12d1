"""Differences between operating systems: locks on files, rights, child processes, speech.

Tried on Linux. The Windows branches follow the documentation of `msvcrt` and of job objects and are tested with
stand-ins for them, as is the branch of macOS (of child processes; else it takes the one of Linux): neither has been
tried on the real thing.
"""
