"""Is one system better than another: paired tests, families, ranks and letters."""
