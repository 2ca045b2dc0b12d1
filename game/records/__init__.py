"""Records of games: checks, playback, and export as files, codes, QR codes and films."""
