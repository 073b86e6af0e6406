"""The command that shows many tables."""

import re
import signal
import socket
import subprocess
import sys
import threading
from pathlib import Path

import httpx
import pytest

from pi_app.__main__ import main
from pi_app.session.banners import banner_text
from pi_app.words import Words


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


def test_a_port_that_is_taken_is_said_in_the_language_of_the_settings(
    tmp_path: Path,
) -> None:
    with socket.create_server(("127.0.0.1", 0)) as squatter:
        config = tmp_path / "settings.toml"
        web = f'[web]\nhost = "127.0.0.1"\nport = {squatter.getsockname()[1]}\n'
        config.write_text(f'language = "da"\n{web}[mqtt]\nhost = "127.0.0.1"\nport = 1\n')
        command = [sys.executable, "-m", "pi_app", "hub", "--config", str(config)]
        with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True) as child:
            assert child.stderr is not None
            guard = threading.Timer(30, child.kill)
            guard.start()
            said = banner_text("SCOREBOARD_PORT_BUSY", Words("da")) + "\n"
            assert any(line == said for line in child.stderr)
            guard.cancel()
            child.terminate()
    assert said != banner_text("SCOREBOARD_PORT_BUSY", Words()) + "\n"


@pytest.mark.parametrize("prefix", ["a/#", "+/b", "a//b", "a b", "/a/", "x" * 101])
def test_a_prefix_that_names_no_topic_is_refused_before_anything_is_started(
    prefix: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as end:
        main(["hub", "--prefix", prefix])
    assert end.value.code == 2
    assert "letters, digits and . _ - between slashes are needed" in capsys.readouterr().err
