"""The people of an evening: who sits at the table, the cup they play and what has come of their games."""
