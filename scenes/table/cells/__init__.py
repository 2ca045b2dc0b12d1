"""Boards of cells and pieces: the cells' places; picking up and putting down with every device."""
