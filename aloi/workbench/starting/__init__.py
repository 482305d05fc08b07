"""The first hour: a campaign of each task on a few invented texts, or on one file, ready to be labelled."""
