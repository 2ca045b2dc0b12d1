"""Who plays what, and how."""
