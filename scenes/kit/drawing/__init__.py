"""Pictures, type and paint, and the canvas that redraws only what changed."""
