"""What was made elsewhere, into the store."""
