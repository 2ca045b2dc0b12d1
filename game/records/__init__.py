"""Records of games on their way: checked, played back, written as files, codes, QR codes and films."""
