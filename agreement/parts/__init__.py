"""Units inside an item: spans, groups of tokens, merged labels."""
