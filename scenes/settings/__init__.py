"""The settings of a person."""
