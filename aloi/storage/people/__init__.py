"""Who takes part, and how they come in: accounts, links, sign-ins and the tries that are counted."""
