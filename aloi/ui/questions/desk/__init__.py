"""The common base of all widgets: the frame, the keys, and sending until an answer is stored."""
