"""Is every part of this computer fit for an evening? Each check runs in a child process of its own."""
