"""Widgets that take focus and presses, and the pages, cards and dialogs made of them."""
