"""A board on the table: its place, its pieces and their motion, and the presses that count."""
