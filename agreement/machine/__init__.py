"""Machine annotators beside people: the alternative annotator test and corrected estimates."""
