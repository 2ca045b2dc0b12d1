"""Engine mode: headless answers to requests, a line of JSON each (docs/engines.md)."""
