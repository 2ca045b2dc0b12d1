"""The film of a game: its decisive moments on its own board, made into a file or watched."""
