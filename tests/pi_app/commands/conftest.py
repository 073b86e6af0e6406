"""What is made up for these tests lies beside them and can be imported."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
