"""Confidence intervals of coefficients: methods, coverage, warnings."""
