"""The read-only scoreboard on the local network."""
