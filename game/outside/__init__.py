"""Engines from outside: programs that take a seat and answer engine mode's lines (docs/engines.md)."""
