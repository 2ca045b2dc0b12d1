"""The unattended table's supervisor, which starts the table, hears that it lives, and starts it again."""
