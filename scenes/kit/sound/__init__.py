"""Sounds, music and the voice that reads aloud."""
