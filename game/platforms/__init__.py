"""Differences between operating systems: file locks, permissions, child processes, speech.

The program is tested on Linux. The code for Windows follows the documentation of `msvcrt` and of job objects; so does
the code for child processes on macOS, which otherwise runs the same code as Linux. Both are tested with stand-ins, but
never on the real system.
"""
