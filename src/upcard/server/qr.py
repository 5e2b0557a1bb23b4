"""QR codes of the addresses a table is reached by."""

from __future__ import annotations

from io import BytesIO
from typing import Final

from upcard.server.deciding import Refused

MOST_LINK: Final = 500
"""Bytes of an address; a longer one makes a code that no phone reads off a screen."""


def qr_code(link: bytes) -> bytes:
    """An address as an SVG image, dark on light with its quiet zone, one unit a module.

    `Refused` where it is empty, too long or no text.
    """
    import segno  # Only here: most servers at home never draw one.

    if len(link) > MOST_LINK:
        raise Refused("too_big")
    try:
        text = link.decode()
    except UnicodeDecodeError:
        raise Refused("malformed", reason="an address is text") from None
    if not text:
        raise Refused("malformed", reason="no address was sent")
    image = BytesIO()
    segno.make_qr(text, error="m").save(
        image, kind="svg", xmldecl=False, nl=False, border=4, light="#fff", omitsize=True
    )
    return image.getvalue()
