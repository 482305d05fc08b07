"""What `aloi serve` runs: the web server, the gate before it, sign-in, and addresses outside the pages."""
