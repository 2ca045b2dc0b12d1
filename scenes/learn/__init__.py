"""The screens that teach a game: rules, exercises and demonstrations."""
