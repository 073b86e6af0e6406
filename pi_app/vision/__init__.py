"""From a frame to a reading; no threads, no devices, no rules."""
