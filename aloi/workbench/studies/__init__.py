"""One package per published study; no study imports another."""
