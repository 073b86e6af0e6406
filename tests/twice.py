"""Arguments of pytest in; its result out, after what failed was tried once more, alone, and named.

Rule: many tests wait for a browser, a broker or a child process, and a busy computer starves one now and
then; a real fault fails twice. More than a few are no accident and are not tried again.

    python -m tests.twice -n 3 --cov
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from pathlib import Path

MOST = 5
FAILED = 1


def run(words: list[str], most: int = MOST) -> int:
    """The exit code of pytest."""
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "pytest", *words, "-o", f"cache_dir={folder}"]
        code = subprocess.run(command).returncode
        record = Path(folder, "v", "cache", "lastfailed")
        failed = sorted(json.loads(record.read_text())) if record.exists() else []
        if code != FAILED or not 0 < len(failed) <= most:
            return code
        print("\nFailed beside the others, and tried once more alone:", *failed, sep="\n  ", flush=True)
        alone = ["--last-failed", "--last-failed-no-failures=none"]
        alone += ["-n", "0"] if "-n" in words else []
        alone += ["--cov-append"] if "--cov" in words else []
        code = subprocess.run([*command, *alone]).returncode
        print("Failed again." if code else "All of them pass alone.", flush=True)
        return code


if __name__ == "__main__":
    sys.exit(run(sys.argv[1:]))
