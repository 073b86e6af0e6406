"""The one page that takes something in: a name for a seat, from a phone that scanned the touchscreen.

Rule: only a code the door knows opens it; what comes in is short, a form, and from this very page. It
becomes a proposal for the table, never a change. Who asked hears the answer; whoever comes too late, or
twice, reads why.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from html import escape
from pathlib import Path
from string import Template
from urllib.parse import parse_qs

from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import HTMLResponse
from starlette.types import Receive, Scope, Send

from hardware.palette import look_of
from pi_app.session.door import LONGEST_NAME, Door, Reply, Told
from pi_app.web import rabbits
from pi_app.web.cells import plain
from pi_app.web.connection import PATIENCE_SECONDS
from pi_app.web.endpoints import FRESH, language_of
from pi_app.web.guard import HEADERS, MOST_FORM_BYTES
from pi_app.web.head import head
from pi_app.web.page import languages
from pi_app.web.phrases import Phrases, words_in

_HEAD = "/join/"
PATH = _HEAD + "{code}"
_TEMPLATE = Template((Path(__file__).parent / "static" / "join.html").read_text(encoding="utf-8"))
_SPRITE = rabbits.sprite()
_FORM = "application/x-www-form-urlencoded"
_STATUS = {Reply.ASKED: 200, Reply.BAD_NAME: 422, Reply.TAKEN: 409}
_POLICY = "Content-Security-Policy"
_OWN_FORM = {_POLICY: HEADERS[_POLICY].replace("form-action 'none'", "form-action 'self'"), **FRESH}
_PATIENCE_SECONDS = 3
"""Until a page that waits for the table's answer looks again, where it runs no scripts."""


@dataclass(frozen=True, slots=True)
class _Wish:
    """What a form says; `stickers` 0: none of ours."""

    name: str = ""
    stickers: int = 0


@dataclass(frozen=True, slots=True)
class _Answer:
    """What becomes of a request. `free`: what may be chosen, where there is a form; `kept`: what it said;
    `mine`: the stickers of who plays or would; `waits`: the table has not answered.
    """

    status: int
    said: str | None
    free: tuple[int, ...] | None = None
    kept: _Wish = _Wish()
    mine: int | None = None
    waits: bool = False


UNWANTED_SECONDS = 1.0
"""How long a form is listened to whose code is worth nothing."""
_TOO_LATE = _Answer(404, "join.again")


def is_here(path: str) -> bool:
    """Is this a path of this page, whatever the code is worth?"""
    return path.startswith(_HEAD) and "/" not in path.removeprefix(_HEAD)


class Joining:
    """GET: the form; POST: one wish. Every unknown code gets the same answer, whatever was asked."""

    def __init__(self, door: Door, places: Mapping[str, str], language: Callable[[], str]) -> None:
        self._door = door
        self._places = places
        self._language = language

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        request = Request(scope, receive)
        code = scope["path_params"]["code"]
        if request.method == "POST" and self._door.has(code):
            wish = await _wish(request)
            answer = self._ask(code, wish)
        else:
            await _heard_out(request)
            answer = self._look(code)
        close = {"Connection": "close"} if request.method == "POST" else {}
        page = self._page(request, answer)
        await HTMLResponse(page, answer.status, _OWN_FORM | close)(scope, receive, send)

    def _look(self, code: str) -> _Answer:
        told = self._door.told(code)
        if told is not None:
            return _heard(told, here=self._door.code is not None)
        free = self._door.look(code)
        return _TOO_LATE if free is None else _Answer(200, None if free else "join.full", free)

    def _ask(self, code: str, wish: _Wish) -> _Answer:
        reply = self._door.ask(code, wish.name, wish.stickers)
        if reply in (Reply.ASKED, Reply.UNKNOWN):  # unknown: used, or dead, while the form was on its way
            return self._look(code)
        return _Answer(_STATUS[reply], f"join.{reply}", self._door.look(code), wish)

    def _page(self, request: Request, answer: _Answer) -> str:
        language = language_of(request, self._language())
        say = Phrases(language)
        title = escape(say.text("join.title"))
        return _TEMPLATE.substitute(
            lang=language,
            dir=say.direction,
            title=title,
            head=head(title, self._places),
            sprite=_SPRITE,
            follow=self._follow(request.url.path, language) if answer.waits else "",
            mine=_mine(answer.mine, answer.waits, say) if answer.mine else "",
            said=f'<p id="phase" role="status">{escape(say.text(answer.said))}</p>' if answer.said else "",
            form=_form(answer.free, answer.kept, answer.said, say) if answer.free else "",
            language=escape(say.text("language")),
            languages=languages(request.url.path, language) if answer.free else "",
            scoreboard=escape(say.text("title")),
        )

    def _follow(self, path: str, language: str) -> str:
        """What makes a page look whether the table has answered: a script, or itself without scripts."""
        again = f"{_PATIENCE_SECONDS};url={escape(path)}?lang={language}"
        plain = f'<noscript><meta http-equiv="refresh" content="{again}"></noscript>'
        return f'{plain}<script type="module" src="{self._places["join.js"]}"></script>'


def _heard(told: Told, here: bool) -> _Answer:
    """What became of a wish. `here`: the lobby is; after it the code is gone, and its answer is not."""
    mine = told.stickers if told.reply in (Reply.YES, Reply.ASKED) else None
    waits = told.reply is Reply.ASKED
    return _Answer(200 if here else 404, f"join.{told.reply}", mine=mine, waits=waits)


async def _wish(request: Request) -> _Wish:
    """What the form says. HTTPException for what no form of ours sends."""
    if request.headers.get("sec-fetch-site", "same-origin") != "same-origin":
        raise HTTPException(404)
    if request.headers.get("content-type", "").partition(";")[0].strip().lower() != _FORM:
        raise HTTPException(415)
    try:
        async with asyncio.timeout(PATIENCE_SECONDS):
            body = await _body(request)
    except ClientDisconnect:
        raise HTTPException(400) from None
    except TimeoutError:
        raise HTTPException(408, headers={"Connection": "close"}) from None
    try:
        fields = parse_qs(body.decode(), max_num_fields=4, errors="strict")
        stickers = fields.get("stickers", [""])[0]
        number = int(stickers) if stickers.isascii() and stickers.isdigit() and len(stickers) < 3 else 0
        return _Wish(fields.get("name", [""])[0], number)
    except ValueError:
        raise HTTPException(400) from None


async def _heard_out(request: Request) -> None:
    """What nobody wants is read all the same, where it comes at once: a wire that is closed on it loses the
    answer, too.
    """
    with suppress(ClientDisconnect, HTTPException, TimeoutError):
        async with asyncio.timeout(UNWANTED_SECONDS):
            await _body(request)


async def _body(request: Request) -> bytes:
    body = b""
    async for part in request.stream():
        body += part
        if len(body) > MOST_FORM_BYTES:
            raise HTTPException(413)
    return body


def _form(free: tuple[int, ...], kept: _Wish, said: str | None, say: Phrases) -> str:
    choices = "".join(_choice(n, n == kept.stickers, say) for n in free)
    name = escape(plain(kept.name[:LONGEST_NAME]))
    wrong = ' aria-describedby="phase"' if said else ""
    wrong += ' aria-invalid="true"' if said == f"join.{Reply.BAD_NAME}" else ""
    return (
        '<form method="post" autocomplete="off">'
        f'<label>{escape(say.text("join.name"))} <input name="name" value="{name}" maxlength="{LONGEST_NAME}"'
        f' dir="auto" required autofocus{wrong}></label>'
        f"<fieldset><legend>{escape(say.text('join.colour'))}</legend>{choices}</fieldset>"
        f"<button>{escape(say.text('join.send'))}</button></form>"
    )


def _mine(stickers: int, waits: bool, say: Phrases) -> str:
    """The own rabbit; it sleeps until the table has said yes."""
    label = escape(_called(stickers, say))
    kind = "mine" if waits else "mine awake"
    return f'<p class="{kind}" role="img" aria-label="{label}">{rabbits.rabbit(stickers, asleep=waits)}</p>'


def _called(stickers: int, say: Phrases) -> str:
    """A rabbit's colour and number, for those who cannot see it."""
    return f"{words_in(say.language).text(look_of(stickers).name)} {say.number(stickers)}"


def _choice(stickers: int, chosen: bool, say: Phrases) -> str:
    """One rabbit to choose."""
    return (
        f'<label><input type="radio" name="stickers" value="{stickers}" required{" checked" * chosen}'
        f' aria-label="{escape(_called(stickers, say))}">{rabbits.rabbit(stickers)}</label>'
    )
