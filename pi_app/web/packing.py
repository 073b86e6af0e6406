"""An answer's body in; the answer out, packed where whoever asks can unpack it: a crowded Wi-Fi is slow.

Rule: a body is packed once, however many ask. Nothing that holds a secret, and no stream, comes by here.
"""

from __future__ import annotations

import gzip
import re
from collections.abc import Mapping
from functools import lru_cache

from starlette.datastructures import Headers
from starlette.responses import Response
from starlette.types import Scope

_LEAST_BYTES = 1000
"""Less fits into one packet as it is."""
_LEVEL = 6
_GZIP = re.compile(r"\s*(?:gzip|\*)\s*(?:;\s*q\s*=\s*(?P<weight>[0-9.]{1,5})\s*)?", re.IGNORECASE)


def packable(scope: Scope, body: bytes, kind: str, headers: Mapping[str, str]) -> Response:
    """The response with this body, of media type `kind`."""
    vary = ", ".join(filter(None, (headers.get("Vary"), "Accept-Encoding")))
    more = {**headers, "Vary": vary}
    if len(body) >= _LEAST_BYTES and _unpacks(Headers(scope=scope).get("accept-encoding", "")):
        return Response(_packed(body), media_type=kind, headers={**more, "Content-Encoding": "gzip"})
    return Response(body, media_type=kind, headers=more)


def _unpacks(accepted: str) -> bool:
    found = (_GZIP.fullmatch(part) for part in accepted.split(",")[:20])
    weights = [match["weight"] or "1" for match in found if match]
    return any(weight.strip("0.") for weight in weights)


@lru_cache(maxsize=32)
def _packed(body: bytes) -> bytes:
    return gzip.compress(body, _LEVEL, mtime=0)
