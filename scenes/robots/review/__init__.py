"""Looking back at a round."""
