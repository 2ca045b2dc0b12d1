"""Engine mode: headless answers to requests. Each is a line of JSON (docs/engines.md)."""
