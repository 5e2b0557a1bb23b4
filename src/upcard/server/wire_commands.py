"""What a client sends: one struct a command, told apart by ``t``.

Each carries an ``id`` made by the client, and is answered with one message that carries the same
``id``: `Rejected`, or what the command's docstring names (`Ack` where it names nothing).
"""

from __future__ import annotations

from typing import Annotated, Final, Literal

from msgspec import Meta, Struct, field

PROTOCOL: Final = 1

Id = Annotated[str, Meta(min_length=1, max_length=64)]
Token = Annotated[str, Meta(min_length=16, max_length=128)]
Code = Annotated[str, Meta(min_length=1, max_length=64)]
Name = Annotated[str, Meta(min_length=1, max_length=24)]
Text = Annotated[str, Meta(max_length=200)]
Card = Annotated[str, Meta(min_length=1, max_length=8)]
Cards = Annotated[list[Card], Meta(max_length=64)]
SeatNumber = Annotated[int, Meta(ge=0, le=15)]
Share = Annotated[str, Meta(pattern="^[0-9a-f]{32}$")]
DealNumber = Annotated[int, Meta(ge=1, le=1_000_000)]
Level = Annotated[str, Meta(max_length=24)]


class SeatWish(Struct, forbid_unknown_fields=True):
    """A seat of a table to be made.

    me: the player who makes the table; here: another person at the same device (hot seat, a token
    of its own); open: whoever comes with the code; bot: a bot of a level.
    """

    kind: Literal["me", "here", "open", "bot"]
    level: Level = "beginner"
    name: Name | None = None


class TableOptions(Struct, forbid_unknown_fields=True):
    """How the table is run; none of it is a rule of the game.

    window: the shortest length of a claim window in seconds, whatever anybody holds (null: 1.2
    where one person plays with bots, who then wait for the answer, else 3); everybody: the seat
    in turn waits until all have answered. turn: seconds for a turn, after which a bot plays a
    safe move (null: no timer). away: seconds after which a bot sits in for a player whose
    connection is lost. next: seconds until the next deal begins once a player has asked for it.
    pace: how long bots take, 1 is normal, 0 none at all. spectators: nobody, those who see
    public cards, or those who may also ask for finished deals face up (`Replay`, `Check`,
    `GetRecord`). pause: whether the host may stop the turn timer.
    """

    spectators: Literal["none", "public", "replay"] = "none"
    window: Annotated[float, Meta(ge=0, le=60)] | None = None
    everybody: bool = False
    turn: Annotated[float, Meta(ge=5, le=3600)] | None = None
    away: Annotated[float, Meta(ge=0, le=3600)] = 45.0
    next: Annotated[float, Meta(ge=0, le=300)] = 20.0
    pace: Annotated[float, Meta(ge=0, le=5)] = 1.0
    pause: bool = True


class Hello(Struct, tag_field="t", tag="hello", forbid_unknown_fields=True):
    """First message of a socket: take a seat's place (token) or watch (code).

    after: the ``seq`` of the last message known; then only what was missed comes. Answered with
    `Welcome`, and a `Snapshot` or an `Update` follows. The newest socket of a seat wins.
    """

    id: Id
    token: Token | None = None
    watch: Code | None = None
    after: int | None = None
    protocol: int = PROTOCOL


class Create(Struct, tag_field="t", tag="create", forbid_unknown_fields=True):
    """Make a table. Needs no token; answered with `Seated`, one token a seat of this device.

    A table without open seats begins at once. rules: house rules that differ from the defaults.
    seats: null gives the game's usual number, bots beside the player.
    """

    id: Id
    game: Annotated[str, Meta(max_length=32)]
    name: Name = "Player"
    rules: dict[str, int | str | bool | None] = field(default_factory=dict)
    seats: Annotated[list[SeatWish], Meta(min_length=1, max_length=16)] | None = None
    options: TableOptions = field(default_factory=TableOptions)


class Join(Struct, tag_field="t", tag="join", forbid_unknown_fields=True):
    """Take an open seat of the table with this code. Needs no token; answered with `Seated`."""

    id: Id
    code: Code
    name: Name = "Player"
    seat: SeatNumber | None = None


class Look(Struct, tag_field="t", tag="look", forbid_unknown_fields=True):
    """What table a code belongs to, before joining. Needs no token; answered with `Lobby`."""

    id: Id
    code: Code


class Sit(Struct, tag_field="t", tag="sit", forbid_unknown_fields=True):
    """Before the first deal: move to another open seat. The token stays the same."""

    id: Id
    seat: SeatNumber


class SetSeat(Struct, tag_field="t", tag="set_seat", forbid_unknown_fields=True):
    """The host, before the first deal: make an open seat or a bot's seat one of another kind."""

    id: Id
    seat: SeatNumber
    kind: Literal["open", "bot"]
    level: Level = "beginner"


class Start(Struct, tag_field="t", tag="start", forbid_unknown_fields=True):
    """The host: deal. Open seats are filled with bots of this level."""

    id: Id
    level: Level = "beginner"


class Act(Struct, tag_field="t", tag="act", forbid_unknown_fields=True):
    """Actions of the seat in notation, applied whole or not at all.

    rev: the ``rev`` of the state they were made for; null: whatever it is now. A draw or a claim
    can only be the last of a list. `Ack.waiting` is true where they are applied when the claim
    window has been open long enough.
    """

    id: Id
    actions: Annotated[list[Text], Meta(min_length=1, max_length=40)]
    rev: int | None = None


class Ask(Struct, tag_field="t", tag="ask", forbid_unknown_fields=True):
    """A question; nothing changes and nobody else learns of it. Answered with `Answer`.

    staged: are these actions, in this order, possible as a whole, and what are they worth?
    cards: what can be done with these cards: melds in every reading, lay-offs, swaps?
    legal: all that is legal now. hint: what a sensible player would do. best: the best grouping
    of the hand (objective as in `upcard arrange`; null: the fewest points left). With actions,
    all but staged are answered as if these had been done, in this order; one that shows a card
    (draw, claim) cannot be among them.
    """

    id: Id
    what: Literal["staged", "cards", "legal", "hint", "best"]
    actions: Annotated[list[Text], Meta(max_length=40)] = field(default_factory=list)
    cards: Cards = field(default_factory=list)
    objective: Level | None = None


class Standing(Struct, tag_field="t", tag="standing", forbid_unknown_fields=True):
    """How claim windows are answered for the seat from now on.

    ask: not at all. pass: with no, until the seat's next turn, until the deal ends, or always.
    """

    id: Id
    answer: Literal["ask", "pass"]
    until: Literal["turn", "deal", "always"] = "turn"


class ShareBytes(Struct, tag_field="t", tag="share", forbid_unknown_fields=True):
    """16 random bytes of the player, hexadecimal, that go into the shuffle of a coming deal.

    Taken once a seat and deal, while `TableInfo.next_commit` names that deal.
    """

    id: Id
    deal: int
    share: Share


class NextDeal(Struct, tag_field="t", tag="next", forbid_unknown_fields=True):
    """Ready for the next deal: it begins when all present are, or some seconds after the first."""

    id: Id


class Rematch(Struct, tag_field="t", tag="rematch", forbid_unknown_fields=True):
    """Ready for another match with the same seats and rules, once one is over; as `NextDeal`."""

    id: Id


class Leave(Struct, tag_field="t", tag="leave", forbid_unknown_fields=True):
    """A bot sits in; the token stays good for `Back`. Before the first deal the seat opens."""

    id: Id


class Back(Struct, tag_field="t", tag="back", forbid_unknown_fields=True):
    """Take the seat back from the bot that sits in."""

    id: Id


class More(Struct, tag_field="t", tag="more", forbid_unknown_fields=True):
    """The seat whose turn timer runs: the whole time again, at most ten times a deal."""

    id: Id


class Pause(Struct, tag_field="t", tag="pause", forbid_unknown_fields=True):
    """The host, where `TableOptions.pause` allows it: stop the turn timer, or let it go on.

    Only the timer stands still; whoever is to act may act.
    """

    id: Id
    on: bool


class Say(Struct, tag_field="t", tag="say", forbid_unknown_fields=True):
    """A preset phrase or emote, one of `PHRASES`."""

    id: Id
    phrase: Annotated[str, Meta(max_length=24)]


class Keep(Struct, tag_field="t", tag="keep", forbid_unknown_fields=True):
    """A private note of the seat, such as the order of its hand and its staged melds.

    It comes back as `Snapshot.kept` on every device of the seat, and nobody else ever sees it.
    """

    id: Id
    note: Annotated[str, Meta(max_length=4000)]


class GetSnapshot(Struct, tag_field="t", tag="snapshot", forbid_unknown_fields=True):
    """Send everything anew. Answered with `Snapshot`."""

    id: Id


class GetRecord(Struct, tag_field="t", tag="record", forbid_unknown_fields=True):
    """The record of a finished match. Answered with `RecordText`.

    match: which of the table's matches, from 1; null: the last one that is over.
    """

    id: Id
    match: int | None = None


class Replay(Struct, tag_field="t", tag="replay", forbid_unknown_fields=True):
    """A finished deal face up, step by step. Answered with `Replayed`.

    match: which of the table's matches, from 1; null: the one that runs or ran last. first: the
    first step wanted; step 0 is the deal just dealt.
    """

    id: Id
    deal: DealNumber
    match: DealNumber | None = None
    first: Annotated[int, Meta(ge=0, le=1_000_000)] = 0


class Check(Struct, tag_field="t", tag="check", forbid_unknown_fields=True):
    """All that is needed to compute the shuffles of a finished deal again.

    Answered with `Checked`; docs/protocol.md says how to compute them.
    """

    id: Id
    deal: DealNumber
    match: DealNumber | None = None


class Ping(Struct, tag_field="t", tag="ping", forbid_unknown_fields=True):
    """Are you there? Answered with `Pong`. The client sends one at least every 10 seconds."""

    id: Id


Command = (
    Hello | Create | Join | Look | Sit | SetSeat | Start | Act | Ask | Standing | ShareBytes
    | NextDeal | Rematch | Leave | Back | More | Pause | Say | Keep | GetSnapshot | GetRecord
    | Replay | Check | Ping
)  # fmt: skip  # fmt: skip
