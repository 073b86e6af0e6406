"""The physical world, as built; imports nothing of ours."""
