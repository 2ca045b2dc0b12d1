"""Outside engines: programs that play a seat by answering engine mode's requests (docs/engines.md)."""
