"""What goes over the wire, both ways: one struct a message, JSON text, told apart by ``t``.

docs/protocol.md tells how they are used. Here is what a server sends; commands are in
`upcard.server.wire_commands`, what messages tell of a table in `upcard.server.wire_state`.
"""

from __future__ import annotations

from typing import Any, Final

import msgspec
from msgspec import Struct, field

from upcard.server.wire_commands import (
    Command,
)
from upcard.server.wire_state import (
    DealScore,
    Event,
    ProofInfo,
    State,
    TableInfo,
)

# Why a server closes a socket, beside the standard codes.
CLOSE_TAKEN_OVER: Final = 4409  # the seat was opened elsewhere; come back only when asked to
CLOSE_GONE: Final = 4404  # the table is no more
CLOSE_REFUSED: Final = 4401  # hello with a token or a code that is not known
CLOSE_FLOOD: Final = 4429  # too many messages; come back later

PHRASES: Final = (
    "hello", "good_luck", "well_played", "thanks", "sorry", "nice_move", "close_one",
    "your_turn", "one_moment", "back_soon", "good_game", "again",
    "smile", "laugh", "wow", "think", "sad", "clap",
)  # fmt: skip


# ---- what a server sends ------------------------------------------------------------------


class Welcome(Struct, tag_field="t", tag="welcome"):
    """The answer to `Hello`. you: the seat, null for a spectator. phrases: what can be said."""

    id: str
    you: int | None
    protocol: int
    server: str
    heartbeat: int
    phrases: list[str]


class Ack(Struct, tag_field="t", tag="ack"):
    """The command has been done and stored. waiting: it is stored and will be done; see `Act`."""

    id: str
    seq: int
    rev: int
    waiting: bool = False


class Rejected(Struct, tag_field="t", tag="rejected"):
    """The command changes nothing. code is stable, sentence is English for people.

    arguments: what the sentence speaks of (text, index: which action of a list, retry_in: ms).
    paragraph: the heading in the game's rules the refusal comes from.
    """

    id: str
    code: str
    sentence: str
    arguments: dict[str, Any] = field(default_factory=dict)
    paragraph: str = ""


class SeatToken(Struct):
    """A seat of this device and the secret that opens it."""

    seat: int
    token: str


class Seated(Struct, tag_field="t", tag="seated"):
    """The answer to `Create` and `Join`. Keep the tokens; say hello with one of them."""

    id: str
    code: str
    seats: list[SeatToken]


class Lobby(Struct, tag_field="t", tag="lobby"):
    """The answer to `Look`. Without a seat only this is seen of a table."""

    id: str
    table: TableInfo


class TableUpdate(Struct, tag_field="t", tag="table"):
    """The table has changed: who sits, who is there, who is ready. It has no number."""

    table: TableInfo


class Snapshot(Struct, tag_field="t", tag="snapshot"):
    """All there is to know. events: those of the running deal. state is null before the first.

    sheet: every finished deal of this match, the last included; later ones come as `State.score`.
    """

    seq: int
    table: TableInfo
    state: State | None
    events: list[Event]
    sheet: list[DealScore] = field(default_factory=list)
    kept: str = ""
    standing: str = "ask"
    id: str = ""


class Update(Struct, tag_field="t", tag="update"):
    """What has happened since ``events[0].seq``, and how the deal now stands for the seat.

    events may be empty: then only the own state has changed. A client that misses a number asks
    for a snapshot.
    """

    seq: int
    events: list[Event]
    state: State | None


class Part(Struct):
    """One staged action, or one reading of some cards.

    action: in canonical notation. kind: run, set, book, straight, lay, swap, discard, or empty
    where the cards are no meld. points: what a meld is worth in this game (an opening's points in
    Rommé). legal: whether it could be done at its place of the list; where not, why. meld: gin,
    whose lay-offs name none: a meld of the table that the card fits, from 1.
    """

    action: str
    kind: str = ""
    cards: list[str] = field(default_factory=list)
    points: int = 0
    legal: bool = False
    code: str = ""
    sentence: str = ""
    paragraph: str = ""
    meld: int = 0


class Answer(Struct, tag_field="t", tag="answer"):
    """The answer to `Ask`.

    parts: one an action (staged), the readings (cards), the legal actions (legal; at most 400,
    more says so), the suggested actions in order (hint), the melds (best). ok: staged: all could
    be done. points: of the new melds staged, or left in hand (best). need: points or [books,
    straights] that the first melds need; lacking: what is still missing of it with those staged.
    left: cards in no meld (best). deadwood: gin, staged: what the cards still in hand are worth
    once these actions are done. knocks: gin, best after a discard: whether one may knock with it.
    """

    id: str
    rev: int
    ok: bool
    parts: list[Part]
    points: int = 0
    need: int | list[int] | None = None
    lacking: int | list[int] | None = None
    left: list[str] = field(default_factory=list)
    more: bool = False
    deadwood: int | None = None
    knocks: bool | None = None


class RecordText(Struct, tag_field="t", tag="record"):
    """A record as docs/notation.md describes it."""

    id: str
    record: dict[str, Any]


class ReplayStep(Struct):
    """A moment of a replay: what was done (null: the deal was dealt), and how it then stood.

    All cards of `event.hidden` are told, and `state.hands` holds every hand.
    """

    event: Event | None
    state: State


class Replayed(Struct, tag_field="t", tag="replay"):
    """The answer to `Replay`: the steps from `first` on, as many as fit; `count` are there."""

    id: str
    match: int
    deal: int
    count: int
    first: int
    steps: list[ReplayStep]


class Shuffle(Struct):
    """One use of the generator, which begins anew for each purpose.

    before: the cards in the order they were shuffled from, after: how that leaves them; the top
    of a deck is its first card, that of a remade stock its last. lot: where no cards were
    shuffled, [n, number]: a number below n was drawn.
    """

    deal: int
    purpose: str
    before: list[str] = field(default_factory=list)
    after: list[str] = field(default_factory=list)
    lot: list[int] | None = None


class Checked(Struct, tag_field="t", tag="check"):
    """The answer to `Check`. shuffles: in the order in which they happened."""

    id: str
    match: int
    deal: int
    dealer: int
    proof: ProofInfo
    shuffles: list[Shuffle]


class Said(Struct, tag_field="t", tag="said"):
    """A player has said a phrase. It has no number and is not kept."""

    seat: int
    phrase: str


class Pong(Struct, tag_field="t", tag="pong"):
    """The answer to `Ping`. seq: the last number, so that a gap is noticed."""

    id: str
    seq: int


class Closing(Struct, tag_field="t", tag="closing"):
    """Said before the server closes the socket: taken_over, gone, restart, refused, flood."""

    reason: str


Message = (
    Welcome | Ack | Rejected | Seated | Lobby | TableUpdate | Snapshot | Update | Answer
    | RecordText | Replayed | Checked | Said | Pong | Closing
)  # fmt: skip

decode_command: Final = msgspec.json.Decoder(Command).decode
decode_message: Final = msgspec.json.Decoder(Message).decode
encode: Final = msgspec.json.Encoder().encode


def schema() -> dict[str, Any]:
    """JSON Schema of all messages: what the page's types are generated from."""
    (commands, messages), components = msgspec.json.schema_components(
        [Command, Message], ref_template="#/$defs/{name}"
    )
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Wire",
        "type": "object",
        "properties": {"command": commands, "message": messages},
        "required": ["command", "message"],
        "$defs": components,
    }
