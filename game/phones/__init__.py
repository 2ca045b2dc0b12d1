"""Phones as controllers: what they are told and say, their seats, the server that they find, and its supervisor.

The window's process needs `process.Phones`, `protocol` and `snapshot` alone; docs/phones-protocol.md says how.
"""
