"""Machine annotators of a campaign: add one, read its prompts, let it annotate a round, read its report."""
