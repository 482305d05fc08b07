"""One room a published study; no room imports another."""
