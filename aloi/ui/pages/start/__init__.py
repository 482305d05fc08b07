"""Start: the choice of a task, an annotation page to try, and a campaign in one form."""
