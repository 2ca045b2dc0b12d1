"""The motions of robots: slides, clips, lights that outlast them."""
