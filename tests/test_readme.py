"""The README shows what there is: its pictures and links exist, its commands are commands."""

import re
from pathlib import Path

import pytest

from pi_app.command_line import COMMANDS

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")
LINKS = sorted(set(re.findall(r"\]\(([^)#:]+)\)", README)))


@pytest.mark.parametrize("link", LINKS)
def test_every_picture_and_link_leads_somewhere(link: str) -> None:
    assert (ROOT / link).exists()


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_is_in_the_readme(command: str) -> None:
    assert re.search(rf"`{command}\b", README)


@pytest.mark.parametrize("module", sorted(set(re.findall(r"python -m (tests\.[\w.]+)", README))))
def test_every_benchmark_it_names_is_there(module: str) -> None:
    assert (ROOT / Path(*module.split("."))).with_suffix(".py").exists()


def test_nothing_waits_to_be_filled_in() -> None:
    assert not re.search(r"@[A-Z]+@|TODO|FIXME", README)
