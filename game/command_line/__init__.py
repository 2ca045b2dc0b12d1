"""The command line: commands, options, and the requests that are made from them."""
