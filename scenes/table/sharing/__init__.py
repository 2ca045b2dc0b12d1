"""Taking games along: QR codes, texts for the clipboard, files."""
