"""Items: all items of a campaign in one table, with their answers, filters, and the panel of each."""
