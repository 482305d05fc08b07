"""The hand-made widgets: scripts, style and Python side by side, no build step."""
