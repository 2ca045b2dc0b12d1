"""Boards of cells and pieces: where the cells are, and how every device picks pieces up and puts them down."""
