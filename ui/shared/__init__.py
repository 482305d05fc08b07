"""What several pages draw."""
