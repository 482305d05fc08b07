"""Ratings in, coefficients out: inter-annotator agreement, exact, with intervals and reasons.

Reading order: `ratings` (the table), `compute` (the coefficients), `result` (what comes back),
then `measures/` (one file a coefficient), `bootstrap` and `disagreement`.
"""
