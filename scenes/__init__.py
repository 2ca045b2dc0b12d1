"""The screens of the app; each shows the state of the rules and the session."""
