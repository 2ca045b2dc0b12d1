"""A board on the table: its place, its pieces and their motion, and how presses act on it."""
