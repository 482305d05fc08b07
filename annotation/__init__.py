"""Items in, annotations out: campaigns, rounds, the questions asked and the answers given."""
