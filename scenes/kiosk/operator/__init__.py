"""The operator's menu: what the table has done, what can be changed, and whether everything works."""
