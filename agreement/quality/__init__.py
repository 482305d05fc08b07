"""Quality of single items, labels and annotators: entropy, CrowdTruth, influence, severity by Rasch."""
