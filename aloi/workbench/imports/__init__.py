"""What was made elsewhere, brought into the store: items, and answers as those of a round."""
