"""Rules, exercises and demonstrations."""
