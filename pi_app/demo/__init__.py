"""A scripted table: people who deal, vote, lay discs on the simulated table and press the buttons."""
