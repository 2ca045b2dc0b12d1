"""Phones at the table: who sits by one, what it shows, and the door on the screen."""
