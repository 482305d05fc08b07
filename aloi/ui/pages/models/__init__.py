"""Models: the form of a training, trainings under way, and the runs they left."""
