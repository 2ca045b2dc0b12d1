"""The unattended table without its screens: settings, opening hours, the operator's PIN."""
