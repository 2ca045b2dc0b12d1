"""Phones at the table: who sits by one, what it shows, and the phone server on the screen."""
