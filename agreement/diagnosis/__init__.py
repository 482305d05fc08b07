"""Why annotators disagree: labels, prevalence, annotators, repeats, findings in words."""
