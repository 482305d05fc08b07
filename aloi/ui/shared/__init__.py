"""Elements of several pages: items, jobs, coefficients, runs, tables, charts."""
