"""A board on the table: where it lies, what stands and moves on it, when a press on it counts."""
