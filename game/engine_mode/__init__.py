"""Engine mode: headless answers to requests. Each request and each answer is a line of JSON (docs/engines.md)."""
