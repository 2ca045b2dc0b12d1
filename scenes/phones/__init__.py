"""Phones at the table: their seats, their pages, and the phone server's screen."""
