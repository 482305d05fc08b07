"""INCEpTION and WebAnno: projects with a file of each person for each document."""
