"""Machine annotators: adding them, reading their prompts, letting them annotate, and reporting on them."""
