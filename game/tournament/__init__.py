"""Matches between AI levels and engines, without a screen."""
