"""Things to take away from the table: codes to be scanned, texts for the clipboard, files."""
