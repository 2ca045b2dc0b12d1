"""Differences between operating systems: file locks, permissions, child processes, speech.

The program is tested on Linux. The code for Windows follows the documentation of `msvcrt` and of job objects. For macOS
only the code for child processes differs from Linux, and follows the documentation, too. Code for both systems is
tested with stand-ins, never on the real system.
"""
