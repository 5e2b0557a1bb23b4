"""Play in the terminal, line by line: at a keyboard, in a pipe, with a screen reader."""
