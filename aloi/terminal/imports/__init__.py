"""What was made elsewhere, into the store; answers out of it."""
