"""Start: what one wants to build, a desk to try, and a campaign in one form."""
