"""One module for each sub-command of rabbit-table."""
