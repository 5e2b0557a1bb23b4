"""The installed `upcard`, but the first deal of a table follows from its maker's name.

Run by the Python of the installed wheel. Nothing but chance is changed: rules, server and page are
the wheel's. Tests need deals that come again, and more tables than one address may make.
"""

from __future__ import annotations

import hashlib
import secrets
from types import SimpleNamespace

import upcard.cli
from upcard.server import house, playing
from upcard.server.wire import Seated
from upcard.server.wire_commands import Create

maker = ""
create = house.House.create


async def create_by_name(self: house.House, command: Create) -> Seated:
    """As `House.create`, which draws its secret before it first waits for anything."""
    global maker
    maker = command.name
    return await create(self, command)


def token_hex(size: int) -> str:
    """The secret of a first deal (32 bytes) by name; anything else by chance."""
    return hashlib.sha256(maker.encode()).hexdigest() if size == 32 else secrets.token_hex(size)


if __name__ == "__main__":
    house.House.create = create_by_name  # type: ignore[method-assign]
    house.House.check_address = lambda self, address: None  # type: ignore[method-assign]
    vars(house)["secrets"] = SimpleNamespace(
        token_hex=token_hex, token_urlsafe=secrets.token_urlsafe, choice=secrets.choice
    )
    # Bots toss the same coins every time.
    vars(playing)["secrets"] = SimpleNamespace(randbits=lambda bits: 7)
    upcard.cli.main()
