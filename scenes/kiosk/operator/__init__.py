"""The operator's menu: the table's history, adjustments and tests."""
