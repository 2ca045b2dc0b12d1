"""The unattended table's supervisor, which starts the table, receives its beats (signs of life), and restarts it."""
