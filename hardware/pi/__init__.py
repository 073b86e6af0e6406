"""Real Raspberry Pi parts: camera, buttons, lamp."""
