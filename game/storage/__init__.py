"""Data that outlives the process: the store's one SQLite file, its tables, its writer and its troubles."""
