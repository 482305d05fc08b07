"""The guideline of a campaign."""
