"""Ways to take a game along: QR codes, texts for the clipboard, files."""
