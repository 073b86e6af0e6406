"""Cameras whose pictures are files that somebody else makes."""
