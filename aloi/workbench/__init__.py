"""The verbs: a room a step, from texts to a release; the doors (terminal, browser) call nothing else."""
