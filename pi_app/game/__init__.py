"""Pure rules; standard library only."""
