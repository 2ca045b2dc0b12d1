"""The unattended table's supervisor, which starts the table, listens to its beats, and restarts it."""
