"""Recovery when a frame fails: saving, logging, and going on."""
