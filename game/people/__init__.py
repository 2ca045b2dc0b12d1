"""The people of an evening: their seats at the table, their cup and their results."""
