"""All items of a campaign with their answers: their table, its windows, and everything about one item."""
