"""Questions with options."""
