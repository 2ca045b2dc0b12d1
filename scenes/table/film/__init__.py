"""The film of a game: its decisive moments on its own board, as a file or on the screen."""
