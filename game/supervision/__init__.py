"""The unattended table's supervisor: it starts the table, receives its beats (signs of life), and restarts it."""
