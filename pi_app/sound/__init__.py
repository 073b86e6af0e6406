"""What the table sounds like; knows views only, and nothing waits for it."""
