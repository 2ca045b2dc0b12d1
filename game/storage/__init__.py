"""Persistent data: the store's SQLite file, its tables, its writer and its errors."""
