"""The soak: random input drives the whole app for as long as you like, while its invariants are checked."""
