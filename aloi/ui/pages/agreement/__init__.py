"""Agreement: coefficients of a round, why they are what they are, and what more items would bring."""
