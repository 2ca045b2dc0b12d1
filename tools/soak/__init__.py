"""The soak: the whole app, driven by chance for as long as one likes, with its invariants watched."""
