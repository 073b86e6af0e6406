"""One evening: joins vision and game, keeps the book."""
