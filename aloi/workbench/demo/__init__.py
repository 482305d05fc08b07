"""The demo: a campaign of each task on invented texts, answered by simulated people, with gold and runs."""
