"""How robots move: slides, clips, lights that outlast them."""
