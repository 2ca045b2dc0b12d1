"""Phones as controllers: their messages, seats, server, and the server's supervisor.

The window's process needs only `process.Phones`, `protocol` and `snapshot` (docs/phones-protocol.md).
"""
