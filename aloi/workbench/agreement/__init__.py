"""Agreement of rounds and of tables, and its reports."""
