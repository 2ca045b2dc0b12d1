"""Words: the strings in both languages, dates, line breaks."""
