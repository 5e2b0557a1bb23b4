"""What is stored of a table: everything that happened, secrets included, each as one JSON line."""

from __future__ import annotations

from typing import Any, Final, Literal

import msgspec
from msgspec import Struct

from upcard.server.wire_commands import TableOptions


class SeatFact(Struct):
    """Who sits at a seat; digest is SHA-256 of the token that opens it, never the token."""

    kind: Literal["open", "person", "bot"]
    name: str
    level: str = ""
    digest: str = ""
    bot_plays: bool = False


class Made(Struct, tag_field="f", tag="made"):
    """The table: always the first fact."""

    code: str
    game: str
    rules: dict[str, Any]
    options: TableOptions
    seats: list[SeatFact]
    host: int


class Sealed(Struct, tag_field="f", tag="sealed"):
    """The secret of a coming deal; its digest is public from now on."""

    deal: int
    secret: str


class Shared(Struct, tag_field="f", tag="shared"):
    """A player's bytes for the coming deal."""

    share: str


class Seat(Struct, tag_field="f", tag="seat"):
    """A seat as it is from now on, and why: joined, left, back, bot_in, set, moved."""

    at: int
    seat: SeatFact
    why: str


class Host(Struct, tag_field="f", tag="host"):
    """Another host."""

    at: int


class Dealt(Struct, tag_field="f", tag="dealt"):
    """The coming deal begins; new: with it a new match."""

    new: bool = False


class Acted(Struct, tag_field="f", tag="acted"):
    """Actions applied as a whole. why: player, bot, held (they had waited), timeout."""

    seat: int
    actions: list[str]
    why: str = "player"


class Held(Struct, tag_field="f", tag="held"):
    """Accepted, and to be applied when the claim window has been open long enough."""

    seat: int
    actions: list[str]


class Dropped(Struct, tag_field="f", tag="dropped"):
    """The first thing a seat had waiting is no longer possible."""

    seat: int
    code: str


class Ready(Struct, tag_field="f", tag="ready"):
    """A player asks for the next deal, or a rematch."""

    seat: int


class Paused(Struct, tag_field="f", tag="paused"):
    """The host has stopped the turn timer, or lets it go on."""

    on: bool


class Answers(Struct, tag_field="f", tag="answers"):
    """A standing answer of a seat."""

    seat: int
    answer: str
    until: str


Fact = (
    Made | Sealed | Shared | Seat | Host | Dealt | Acted | Held | Dropped | Answers | Paused | Ready
)  # fmt: skip


class Entry(Struct, omit_defaults=True):
    """A fact, when it was stored, and the command of which seat it comes from."""

    fact: Fact
    at: int
    by: int | None = None
    id: str | None = None


class Done(Struct):
    """What a command was answered, so that it is answered the same again."""

    seq: int
    rev: int
    waiting: bool = False


_encoder: Final = msgspec.json.Encoder()
_decoder: Final = msgspec.json.Decoder(Entry)


def write_entry(entry: Entry) -> str:
    """An entry as it is stored."""
    return _encoder.encode(entry).decode()


def read_entry(text: str) -> Entry:
    """An entry as it was stored."""
    return _decoder.decode(text)


