"""The contracts that all games share: protocols, geometry, options and records."""
