"""Where the camera sees the table."""
