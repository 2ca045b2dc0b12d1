"""Star on the screen."""
