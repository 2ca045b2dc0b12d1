"""What all games share: protocols, geometry, options and records."""
