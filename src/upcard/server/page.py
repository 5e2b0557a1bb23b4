"""The page: the files of ``static``, or a word about how to get them."""

from __future__ import annotations

import mimetypes
from pathlib import Path
from typing import Final

from starlette.requests import Request
from starlette.responses import (
    FileResponse,
    HTMLResponse,
    PlainTextResponse,
    RedirectResponse,
    Response,
)

STATIC: Final = Path(__file__).parent / "static"
HEADERS: Final = {
    "Content-Security-Policy": "default-src 'self'; style-src 'self' 'unsafe-inline'; "
    "img-src 'self' data:; frame-ancestors 'none'; base-uri 'none'; form-action 'self'",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
}
MISSING: Final = """<!doctype html><html lang="en"><meta charset="utf-8"><title>upcard</title>
<p>This server runs, but its page has not been built: it is part of an installed upcard.
In a checkout <code>make web</code> builds it, with Node.js; then reload.</p>
<p>The protocol works all the same: see <code>docs/protocol.md</code>.</p></html>
"""


def is_built() -> bool:
    """Whether there is a page to send."""
    return (STATIC / "index.html").is_file()


async def page(request: Request) -> Response:
    """A file of the page, or the page itself."""
    return page_of(request, STATIC)


async def invited(request: Request) -> Response:
    """An invite link without its hash leads to the one the page reads."""
    return RedirectResponse(f"../#/t/{request.path_params['code']}", headers=HEADERS)


def page_of(request: Request, folder: Path) -> Response:
    """As `page`, from any folder."""
    index = folder / "index.html"
    if not index.is_file():
        return HTMLResponse(MISSING, 200 if request.url.path == "/" else 404, HEADERS)
    wanted = (folder / request.url.path.lstrip("/")).resolve()
    if not wanted.is_relative_to(folder.resolve()) or not wanted.is_file():
        if Path(request.url.path).suffix:
            return PlainTextResponse("there is no such file\n", 404, HEADERS)
        wanted = index
    headers = dict(HEADERS)
    hashed = "assets" in wanted.relative_to(folder.resolve()).parts if wanted != index else False
    headers["Cache-Control"] = "public, max-age=31536000, immutable" if hashed else "no-cache"
    kind = mimetypes.guess_type(wanted.name)[0] or "application/octet-stream"
    packed = wanted.with_name(wanted.name + ".gz")
    if packed.is_file():
        headers["Vary"] = "Accept-Encoding"
        if "gzip" in request.headers.get("accept-encoding", ""):
            headers["Content-Encoding"] = "gzip"
            wanted = packed
    return FileResponse(wanted, headers=headers, media_type=kind)
