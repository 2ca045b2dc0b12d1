"""Coffee on the screen."""
