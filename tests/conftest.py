"""How many examples property tests try: 100 each time, 10,000 with `--hypothesis-profile=thorough`."""

from hypothesis import settings

# A shared or small computer stops now and then; how long an example takes says nothing about the rules.
settings.register_profile("usual", deadline=None)
settings.register_profile("thorough", max_examples=10_000, deadline=None)
settings.load_profile("usual")
