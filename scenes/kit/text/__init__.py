"""Words: the strings in both languages, dates, letters, line breaks."""
