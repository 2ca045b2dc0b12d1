"""Rules, agents, sessions and storage. No module in this folder imports pygame or scenes."""
