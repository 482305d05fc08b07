"""Requests about texts: corpora, segmentation, mining, terminologies."""
