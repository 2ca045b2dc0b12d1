"""What a person may set."""
