"""Rules, agents, sessions and storage. Nothing in here imports pygame or scenes."""
