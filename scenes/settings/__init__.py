"""The screens on which a person changes settings."""
