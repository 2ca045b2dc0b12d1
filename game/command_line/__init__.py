"""The command line: the commands and options with which the program can be started, and what they ask for."""
