"""A page's title and where its parts are served in; what the head of every page begins with, out."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from string import Template

_TEMPLATE = Template((Path(__file__).parent / "static" / "head.html").read_text(encoding="utf-8").strip())


def head(title: str, assets: Mapping[str, str], *sheets: str) -> str:
    """`title`: as HTML; `assets`: file name -> where it is served; `sheets`: of style, beside the first."""
    links = (f'<link rel="stylesheet" href="{assets[name]}">' for name in ("style.css", *sheets))
    return _TEMPLATE.substitute(title=title, icon=assets["icon.svg"], styles="\n".join(links))
