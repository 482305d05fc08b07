"""What an annotator sees and does at a desk, what they did, and what became of it."""
