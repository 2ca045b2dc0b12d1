"""Declaring numbers: dials, buzzers, docks."""
