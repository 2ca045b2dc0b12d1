"""AI players: their protocol, the child process that thinks, and its supervisor."""
