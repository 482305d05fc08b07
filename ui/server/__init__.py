"""What `aloi serve` runs: routes, sign-in, headers."""
