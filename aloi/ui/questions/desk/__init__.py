"""What the widgets of all questions share: the frame, the keys, and sending until an answer is stored."""
