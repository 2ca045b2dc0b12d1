"""The unattended table, which resets itself for the next visitors."""
