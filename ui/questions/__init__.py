"""The kinds of question, a room each: script, style and Python side by side, no build step."""
