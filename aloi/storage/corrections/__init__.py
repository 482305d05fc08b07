"""What is put right afterwards: the log of it, and the changes that nothing else makes."""
