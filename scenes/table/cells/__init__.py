"""Boards of cells and pieces: where cells lie, how pieces are picked up and put down, by every device."""
