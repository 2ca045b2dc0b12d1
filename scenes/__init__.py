"""The screens of the app; each reads what it shows from the rules and the session."""
