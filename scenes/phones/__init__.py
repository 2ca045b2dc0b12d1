"""Phones at the table: their seats, their pages, and the screen about the phone server."""
