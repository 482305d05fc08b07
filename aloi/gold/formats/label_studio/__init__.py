"""Projects of Label Studio, as its import takes them."""
