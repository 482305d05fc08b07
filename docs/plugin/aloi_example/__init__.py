"""An example of a plug-in of Aloi: a measure, a format, a recipe and a reader."""
