"""Parts of a release, and what crosses them."""
