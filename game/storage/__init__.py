"""What outlives the process: the store's one SQLite file, its tables, its writer and what is wrong with it."""
