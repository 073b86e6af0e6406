"""The one page that takes something in: a name for a seat, from a phone that scanned the touchscreen.

Rule: only a code the door knows opens it; what comes in is short, a form, and from this very page. It
becomes a proposal for the table, never a change.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from html import escape
from pathlib import Path
from string import Template
from urllib.parse import parse_qs

from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import HTMLResponse
from starlette.types import Receive, Scope, Send

from pi_app.session.door import LONGEST_NAME, Door, Reply
from pi_app.web import rabbits
from pi_app.web.endpoints import FRESH
from pi_app.web.guard import HEADERS, MOST_FORM_BYTES
from pi_app.web.page import languages
from pi_app.web.phrases import Phrases, choose

_HEAD = "/join/"
PATH = _HEAD + "{code}"
_TEMPLATE = Template((Path(__file__).parent / "static" / "join.html").read_text(encoding="utf-8"))
_SPRITE = rabbits.sprite()
_FORM = "application/x-www-form-urlencoded"
_STATUS = {Reply.ASKED: 200, Reply.BAD_NAME: 422, Reply.TAKEN: 409}
_POLICY = "Content-Security-Policy"
_OWN_FORM = {_POLICY: HEADERS[_POLICY].replace("form-action 'none'", "form-action 'self'"), **FRESH}


def knows(door: Door) -> Callable[[str], bool]:
    """Is this the path of a code that is good?"""
    return lambda path: path.startswith(_HEAD) and door.has(path.removeprefix(_HEAD))


class Joining:
    """GET: the form; POST: one wish. Every unknown code gets the same answer, whatever was asked."""

    def __init__(self, door: Door, places: Mapping[str, str], language: Callable[[], str]) -> None:
        self._door = door
        self._places = places
        self._language = language

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        request = Request(scope, receive)
        code = scope["path_params"]["code"]
        if request.method != "POST":
            free = self._door.look(code)
            status, said = (404, "join.again") if free is None else (200, None if free else "join.full")
        else:
            reply = self._door.ask(code, *await _wish(request)) if self._door.has(code) else Reply.UNKNOWN
            if reply is Reply.UNKNOWN:
                raise HTTPException(404)
            free = None if reply is Reply.ASKED else self._door.look(code)
            status, said = _STATUS[reply], f"join.{reply}"
        page = self._page(request, said, free)
        await HTMLResponse(page, status, _OWN_FORM)(scope, receive, send)

    def _page(self, request: Request, said: str | None, free: tuple[int, ...] | None) -> str:
        language = choose(
            request.query_params.get("lang"), request.headers.get("accept-language", ""), self._language()
        )
        say = Phrases(language)
        return _TEMPLATE.substitute(
            lang=language,
            dir=say.direction,
            title=escape(say.text("join.title")),
            style=self._places["style.css"],
            icon=self._places["icon.svg"],
            sprite=_SPRITE,
            said=f'<p id="phase" role="status">{escape(say.text(said))}</p>' if said else "",
            form=_form(free, say) if free else "",
            language=escape(say.text("language")),
            languages=languages(request.url.path, language) if free else "",
            scoreboard=escape(say.text("title")),
        )


async def _wish(request: Request) -> tuple[str, int]:
    """Name and stickers of the form. HTTPException for what no form of ours sends."""
    if request.headers.get("sec-fetch-site", "same-origin") != "same-origin":
        raise HTTPException(404)
    if request.headers.get("content-type", "").partition(";")[0].strip().lower() != _FORM:
        raise HTTPException(415)
    body = b""
    try:
        async for part in request.stream():
            body += part
            if len(body) > MOST_FORM_BYTES:
                raise HTTPException(413)
    except ClientDisconnect:
        raise HTTPException(400) from None
    try:
        fields = parse_qs(body.decode(), max_num_fields=4, errors="strict")
        stickers = fields.get("stickers", [""])[0]
        number = int(stickers) if stickers.isascii() and stickers.isdigit() and len(stickers) < 3 else 0
        return fields.get("name", [""])[0], number
    except ValueError:
        raise HTTPException(400) from None


def _form(free: tuple[int, ...], say: Phrases) -> str:
    choices = "".join(
        f'<label><input type="radio" name="stickers" value="{n}" required>{rabbits.rabbit(n)}</label>'
        for n in free
    )
    return (
        '<form method="post" autocomplete="off">'
        f'<label>{escape(say.text("join.name"))} <input name="name" maxlength="{LONGEST_NAME}"'
        ' dir="auto" required autofocus></label>'
        f"<fieldset><legend>{escape(say.text('join.colour'))}</legend>{choices}</fieldset>"
        f"<button>{escape(say.text('join.send'))}</button></form>"
    )
