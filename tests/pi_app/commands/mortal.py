"""Words of a command in; what it says where it has no more rights than its files give it, out.

Root may write everywhere: its child gives that right up before it begins.
"""

from __future__ import annotations

import ctypes
import os
import subprocess
import sys
from pathlib import Path

_VERSION = 0x20080522
"""Of the kernel's structure of capabilities: two sets of three numbers."""
_NO_MORE = 24
_PROGRAM = (
    "import sys; from mortal import give_up_rights; give_up_rights();"
    "from pi_app.__main__ import main; sys.exit(main(sys.argv[1:]))"
)


def give_up_rights() -> None:
    if os.geteuid() != 0:
        return
    libc = ctypes.CDLL(None, use_errno=True)
    for right in range(64):
        # Nor do its own children have them; numbers that the kernel does not know are refused.
        libc.prctl(_NO_MORE, right, 0, 0, 0)
    if libc.capset((ctypes.c_uint32 * 2)(_VERSION, 0), (ctypes.c_uint32 * 6)()) != 0:
        raise OSError(ctypes.get_errno(), "capset")


def as_a_mortal(*words: str | Path) -> subprocess.CompletedProcess[str]:
    """Run the command in a child process."""
    here = Path(__file__)
    paths = os.pathsep.join((str(here.parent), str(here.parents[3])))
    command = [sys.executable, "-c", _PROGRAM, *map(str, words)]
    environment = {**os.environ, "PYTHONPATH": paths}
    return subprocess.run(command, env=environment, capture_output=True, text=True, timeout=60, check=False)
