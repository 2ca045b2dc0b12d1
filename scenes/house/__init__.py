"""The parts of `services.py`: state that outlives a scene, and the preferences."""
