"""The game on the table: reads it, keeps the round, shows the score."""
