"""The drawings of the guides in deploy/, made from the very numbers the program works with."""
