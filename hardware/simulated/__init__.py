"""Shipped, tested fakes: a drawn table, recorded frames, buttons, a lamp."""
