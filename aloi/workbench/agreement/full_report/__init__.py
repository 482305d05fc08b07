"""The whole report on ratings of any origin: annotators, labels, items, models, what to plan and to write."""
