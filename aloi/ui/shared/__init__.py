"""What two pages or more draw: items, jobs, coefficients, runs, tables, charts."""
