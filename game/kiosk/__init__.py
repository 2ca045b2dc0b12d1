"""The unattended table, without screens: settings, opening hours, the operator's PIN."""
