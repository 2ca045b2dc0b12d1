"""The unattended table: what it shows while nobody plays."""
