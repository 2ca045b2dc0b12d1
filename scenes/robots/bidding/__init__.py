"""Bidding: dials, buzzers and docks with which players declare numbers."""
