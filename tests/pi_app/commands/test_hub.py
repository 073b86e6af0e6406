"""The command that shows many tables."""

import re
import signal
import subprocess
import sys
from pathlib import Path

import httpx
import pytest


@pytest.mark.parametrize(("number", "code"), [(signal.SIGTERM, 143), (signal.SIGINT, 130)])
def test_the_page_of_all_tables_waits_for_its_broker_and_stops_cleanly(
    tmp_path: Path, number: signal.Signals, code: int
) -> None:
    config = tmp_path / "settings.toml"
    config.write_text('[web]\nhost = "127.0.0.1"\nport = 0\n[mqtt]\nhost = "127.0.0.1"\nport = 1\n')
    command = [sys.executable, "-m", "pi_app", "hub", "--config", str(config), "--prefix", "fair/north"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as child:
        assert child.stderr is not None
        line = child.stderr.readline()
        address = re.fullmatch(r"All tables: (http://127\.0\.0\.1:\d+)\n", line)
        assert address is not None, line
        state = httpx.get(address[1] + "/api/state", timeout=5).json()
        assert (state["connected"], state["tables"], state["ranking"]) == (False, [], [])
        child.send_signal(number)
        out, said = child.communicate(timeout=10)
    assert (child.returncode, out) == (code, "")
    assert "Traceback" not in said
