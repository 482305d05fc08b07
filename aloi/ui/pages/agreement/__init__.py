"""Agreement: coefficients of a round, their explanation, and the gain of more items."""
