"""The corpora of the suite in the layouts in which their authors distribute them."""
