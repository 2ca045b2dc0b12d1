"""AI players: the protocol, the child process that thinks and its supervisor."""
