"""The unattended table: strangers come, play, leave things as they are, and find it ready again."""
