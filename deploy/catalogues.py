"""The catalogues of the five languages: the code's texts in, .pot, .po and .mo files out. Needs Babel.

python deploy/catalogues.py update    collect every text, and bring the template and the .po files up to it
python deploy/catalogues.py compile   make the .mo files that the program reads
Texts are found where they are said (`words.text("...")`, also in .kv), and in the tables named below.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_python
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

ROOT = Path(__file__).resolve().parent.parent
LANGUAGES = ("ru", "et", "fa", "da")
DOMAIN = "rabbit-table"
SOURCES = ("pi_app", "hardware")
OTHER_CATALOGUES = ("pi_app/web/", "pi_app/tables/page.py", "pi_app/tables/cards.py")
"""What phones show has its own phrases, beside the page; `--help` is English."""
TABLES = {
    "_ADVICE",
    "_BANNERS",
    "_FAULTS",
    "_FIRST",
    "_FLAWS",
    "_MARK_OWN",
    "_ODYSSEYS",
    "_OUTCOMES",
    "_OWN_CARD",
    "_PICTURE_TEXTS",
    "_REFUSALS",
    "_ROTATION",
    "_TIES",
    "_TITLES",
    "_USED_CARDS",
    "_WHYS",
    "ALL_KITS",
    "HINTS",
    "NO_TEXT",
    "PLATES",
    "PLAYER_TITLE",
    "SENTENCES",
    "STICKING",
}
"""Assigned under these names: each value that is a text; a pair is a singular and its plural."""
PAIRS = {"_TITLES", "_WHYS"}
HOLDERS = {
    "BadInput": (0,),
    "Block": (0,),
    "Choice": (1,),
    "Edition": (0, 1),
    "NotationError": (0,),
    "PlayerLook": (0, 2),
    "Question": (1,),
    "Statement": (1,),
    "Step": (0, 1, "settled"),
    "because": (0,),
}
"""Values that carry texts to where they are said: their places, or names, among the arguments."""
SAID_AS = {"text", "_messages"}
"""Calls whose first argument is a text; the second only marks one that is said elsewhere."""
VARIABLES = {"advice", "at", "line", "message", "text"}
Message = str | tuple[str, str]


def messages_in(code: str) -> Iterator[Message]:
    """Every text of one Python module."""
    for node in ast.walk(ast.parse(code)):
        if isinstance(node, ast.Call):
            yield from _called(node)
        elif isinstance(node, ast.For):
            yield from _looped_over(node)
        elif isinstance(node, ast.Assign | ast.AnnAssign) and node.value is not None:
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            names = {target.id for target in targets if isinstance(target, ast.Name)}
            if names & TABLES:
                yield from _of_table(node.value, bool(names & PAIRS))
            elif names & VARIABLES:
                yield from _alternatives(node.value)


def _called(call: ast.Call) -> Iterator[Message]:
    name = call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")
    if name in SAID_AS and call.args:
        yield from _alternatives(call.args[0])
    elif name == "count" and len(call.args) >= 3:
        one, many = (list(_alternatives(argument)) for argument in call.args[:2])
        yield from zip(one, many, strict=True)
    for place in HOLDERS.get(name, ()):
        given = [k.value for k in call.keywords if k.arg == place] if isinstance(place, str) else call.args
        given = given if isinstance(place, str) else given[place : place + 1]
        for argument in given:
            yield from _alternatives(argument)


def _looped_over(loop: ast.For) -> Iterator[str]:
    """`for code, text in ((1, "..."), (2, "...")):`"""
    if isinstance(loop.target, ast.Tuple) and isinstance(loop.iter, ast.Tuple):
        for place, name in enumerate(loop.target.elts):
            if isinstance(name, ast.Name) and name.id in VARIABLES:
                for row in loop.iter.elts:
                    if isinstance(row, ast.Tuple):
                        yield from _alternatives(row.elts[place])


def _alternatives(node: ast.expr) -> Iterator[str]:
    if isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value:
        yield node.value
    elif isinstance(node, ast.IfExp):
        yield from _alternatives(node.body)
        yield from _alternatives(node.orelse)


def _of_table(node: ast.expr, pairs: bool) -> Iterator[Message]:
    match node:
        case ast.Constant(value=str(text)):
            yield text
        case ast.Dict():
            for value in node.values:
                yield from _of_table(value, pairs)
        case ast.Tuple(elts=[ast.Constant(value=str(one)), ast.Constant(value=str(many))]) if pairs:
            yield (one, many)
        case ast.Tuple() | ast.List():
            for value in node.elts:
                yield from _of_table(value, pairs)


def _messages_of_kv(text: str) -> Iterator[Message]:
    keywords = {"text": None, "count": (1, 2)}
    for _, _, found, _ in extract_python(BytesIO(text.encode()), keywords, (), {}):
        if isinstance(found, str):
            yield found
        elif len(found) >= 2:
            yield (found[0], found[1])


def _of_the_rules() -> Iterator[Message]:
    """Where each rule comes from is written in profiles.json, and put together by the rules themselves."""
    sys.path.insert(0, str(ROOT))
    from pi_app.game.profiles import PROFILES, resolve  # noqa: PLC0415 - only for the template
    from pi_app.game.provenance import provenance  # noqa: PLC0415

    for profile in PROFILES.values():
        for players in range(profile.least, profile.most + 1):
            for rule in provenance(resolve(profile, players)):
                yield from rule.doubts
                for source in rule.sources:
                    yield from filter(None, (source.title, source.note))


def template() -> Catalog:
    """Every text that the program can say."""
    catalogue = Catalog(domain=DOMAIN, project="Rabbit Table", charset="utf-8", fuzzy=False)
    files = sorted(
        file for folder in SOURCES for kind in ("py", "kv") for file in (ROOT / folder).rglob(f"*.{kind}")
    )
    for file in files:
        name = file.relative_to(ROOT).as_posix()
        if name.startswith(OTHER_CATALOGUES):
            continue
        code = file.read_text(encoding="utf-8")
        for message in messages_in(code) if file.suffix == ".py" else _messages_of_kv(code):
            catalogue.add(message, locations=[(name, 0)])
    for message in _of_the_rules():
        catalogue.add(message, locations=[("pi_app/game/profiles.json", 0)])
    return catalogue


def po_file(language: str, root: Path = ROOT) -> Path:
    return root / "pi_app/locale" / language / "LC_MESSAGES" / f"{DOMAIN}.po"


def read(language: str, root: Path = ROOT) -> Catalog:
    """The catalogue of one language; an empty one when there is none yet."""
    file = po_file(language, root)
    if not file.exists():
        return Catalog(locale=language, domain=DOMAIN, charset="utf-8", fuzzy=False)
    with file.open("rb") as opened:
        return read_po(opened, locale=language, domain=DOMAIN)


def write(file: Path, catalogue: Catalog) -> None:
    """As text, in an order and without dates and line numbers, so that a change shows only itself."""
    out = BytesIO()
    write_po(out, catalogue, width=110, sort_output=True, include_lineno=False, ignore_obsolete=True)
    kept = (line for line in out.getvalue().decode().splitlines() if not line.startswith(_DATED))
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text("\n".join(kept) + "\n", encoding="utf-8")


_DATED = (
    '"POT-Creation-Date',
    '"PO-Revision-Date',
    '"Generated-By',
    '"Last-Translator',
    '"Language-Team',
    "# ",
    "#\n",
)


def update() -> None:
    """Write the template and each .po; texts that are new there stay empty, for a person to fill."""
    wanted = template()
    write(ROOT / "pi_app/locale" / f"{DOMAIN}.pot", wanted)
    for language in LANGUAGES:
        catalogue = read(language)
        catalogue.update(wanted, no_fuzzy_matching=True)
        write(po_file(language), catalogue)
        empty = [m.id for m in catalogue if m.id and not all(m.string if m.pluralizable else [m.string])]
        print(f"{language}: {len(catalogue)} texts, {len(empty)} to translate")


def compile_into(out: Path, root: Path = ROOT) -> dict[str, str]:
    """Write `out`/LANGUAGE.mo for each language; the files, and where they belong below the root."""
    made = {}
    for language in LANGUAGES:
        target = out / f"{language}.mo"
        with target.open("wb") as opened:
            write_mo(opened, read(language, root))
        made[str(target)] = po_file(language, root).relative_to(root).with_suffix(".mo").as_posix()
    return made


def compile_here(root: Path = ROOT) -> None:
    """Put each .mo beside its .po."""
    for language in LANGUAGES:
        part = po_file(language, root).with_suffix(".mo.part")
        with part.open("wb") as opened:
            write_mo(opened, read(language, root))
        part.replace(part.with_suffix(""))


if __name__ == "__main__":
    {"update": update, "compile": compile_here}[sys.argv[1]]()
