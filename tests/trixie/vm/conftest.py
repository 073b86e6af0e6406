"""These tests run in the virtual machine of `tests/trixie/gpio_sim` only."""

import os

collect_ignore_glob = [] if os.environ.get("RABBIT_TABLE_ROOT") == "gpio" else ["test_*.py"]
