"""Where a table is: links as the page makes them, or a server and a code."""

from __future__ import annotations

from typing import NamedTuple
from urllib.parse import unquote, urlsplit, urlunsplit

from upcard.errors import ParseError


class Place(NamedTuple):
    """A server, and the code of a table there or a seat's own token."""

    address: str
    code: str
    token: str = ""

    @property
    def socket(self) -> str:
        """The address of the server's socket."""
        parts = urlsplit(self.address)
        scheme = "wss" if parts.scheme == "https" else "ws"
        return urlunsplit((scheme, parts.netloc, f"{parts.path}ws", "", ""))

    def link(self, token: str) -> str:
        """The private link of a seat of this table."""
        return f"{self.address}#/seat/{self.code}/{token}"


def place_of(url: str, code: str = "") -> Place:
    """Read a link, or a server's address with a code beside it.

    >>> place_of("https://cards.example.org/#/t/K7MP-3XQD").code
    'K7MP-3XQD'
    >>> place_of("localhost:8000", "k7mp3xqd").socket
    'ws://localhost:8000/ws'
    """
    parts = urlsplit(url if "://" in url else f"http://{url}")
    if parts.scheme not in ("http", "https") or not parts.hostname:
        raise ParseError("no_link", f"{url} is no address of a table server", url)
    path, _, invited = parts.path.partition("/t/")
    kind, *rest = [unquote(word) for word in parts.fragment.strip("/").split("/")]
    token = ""
    if kind == "t" and rest:
        code = code or rest[0]
    elif kind == "seat" and len(rest) == 2:
        code, token = rest
    elif kind == "watch":
        raise ParseError("no_link", "that link is for watching; it gives no seat", url)
    elif invited:
        code = code or invited.strip("/")
    if not code:
        raise ParseError("no_code", "name the table's code, too: upcard join URL CODE", url)
    path = path if path.endswith("/") else f"{path}/"
    return Place(urlunsplit((parts.scheme, parts.netloc, path, "", "")), code, token)
