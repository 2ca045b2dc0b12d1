"""The parts of `services.py`: what outlives a scene, and whatever a person may set."""
