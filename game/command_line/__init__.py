"""The command line: commands, options, and the requests made of them."""
