"""Widgets with focus and presses, and pages, cards and dialogs made of them."""
