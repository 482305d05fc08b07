"""A concept searched in a terminology."""
