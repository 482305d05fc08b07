"""An example of a plug-in of Aloi: a task, a measure, a format, a recipe and a reader."""
