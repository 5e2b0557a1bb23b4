"""What goes over the wire, both ways: one struct a message, JSON text, told apart by ``t``.

docs/protocol.md tells how they are used. Cards, actions and phases are written as in
docs/notation.md; seats count from 0, melds of the table from 1; times are milliseconds.
Every command of a client carries an ``id`` made by the client, and is answered with one message
that carries the same ``id``: `Rejected`, or what the command's docstring names (`Ack` where it
names nothing).
"""

from __future__ import annotations

from typing import Annotated, Any, Final, Literal

import msgspec
from msgspec import Meta, Struct, field

PROTOCOL: Final = 1

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


# ---- what a client sends ------------------------------------------------------------------


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
    where one person plays with bots, else 3); everybody: the seat in turn waits until all have
    answered. turn: seconds for a turn, after which a bot plays a safe move (null: no timer).
    away: seconds after which a bot sits in for a player whose connection is lost. next: seconds
    until the next deal begins once a player has asked for it. pace: how long bots take, 1 is
    normal, 0 none at all. spectators: nobody, those who see public cards, or those who may also
    ask for finished deals face up (`Replay`, `Check`, `GetRecord`). pause: whether the host may
    stop the turn timer.
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
)  # fmt: skip


# ---- what a server sends ------------------------------------------------------------------


class SeatInfo(Struct):
    """Who sits where.

    kind: open, person, bot. present: a person whose client is connected. bot_plays: a bot sits in
    for the person. ready: has asked for the next deal or a rematch.
    """

    kind: Literal["open", "person", "bot"]
    name: str
    level: str = ""
    present: bool = False
    bot_plays: bool = False
    ready: bool = False


class CommitInfo(Struct):
    """SHA-256 (hexadecimal) of the secret of a deal, and which seats have given bytes to it."""

    deal: int
    commit: str
    shared: list[int] = field(default_factory=list)


class ProofInfo(Struct):
    """All that a deal was shuffled from, shown once it is over; see docs/protocol.md.

    shares: the players' bytes in the order they go in; seats: whose they are.
    """

    deal: int
    commit: str
    secret: str
    shares: list[str]
    seats: list[int] = field(default_factory=list)


class TableInfo(Struct):
    """The table as everybody at it may know it.

    stage: lobby (before the first deal), deal, between (a deal is over), over (the match is).
    match: which match of the table it is, from 1. next_commit: for the deal that comes.
    next_in: ms until the next deal or match begins, while that is counted down. paused: the host
    has stopped the turn timer.
    """

    code: str
    game: str
    title: str
    rules: dict[str, int | str | bool | None]
    options: TableOptions
    window: float
    stage: Literal["lobby", "deal", "between", "over"]
    match: int
    host: int | None
    seats: list[SeatInfo]
    next_commit: CommitInfo | None = None
    next_in: int | None = None
    paused: bool = False


class MeldInfo(Struct):
    """A meld of the table."""

    owner: int
    cards: list[str]


class Window(Struct):
    """An open claim window.

    card: what is on offer. least: ms left of its shortest length (0: it may shut at any moment).
    claimed: the seats that want it. answered: this seat has answered. waiting: actions of this
    seat wait for the end of the shortest length.
    """

    card: str
    least: int
    claimed: list[int]
    answered: bool
    waiting: list[str] = field(default_factory=list)


class LayInfo(Struct):
    """A lay-off or swap that is legal now: the card, the meld, and the whole action."""

    card: str
    meld: int
    action: str


class May(Struct):
    """What the seat may do now; null where it may do nothing.

    plain: those of draw, take, decline, claim, pass, knock that are legal. discards: cards that
    may be discarded. lays, swaps: every one. meld: whether new melds can be thought of at all
    (`Ask` says which).
    """

    plain: list[str]
    discards: list[str]
    lays: list[LayInfo]
    swaps: list[LayInfo]
    meld: bool


class Goal(Struct):
    """A bonus card of Rummy 17: what each seat has of it, and who would get it now."""

    name: str
    worth: int
    counts: list[int]
    leaders: list[int]


class Clock(Struct):
    """The timer of the running turn.

    left: ms until a bot plays a safe move, of `whole` ms. ends: when that is by the server's
    clock, in ms since 1970; null while the host has stopped it. more: how often it can still be
    extended in this deal.
    """

    left: int
    whole: int
    ends: int | None
    more: int


class ScorePart(Struct):
    """One line of the arithmetic of a score.

    reason: hand (cards left in a hand; in gin its deadwood), laid (a meld's cards that whoever
    went out has laid, in seven-card rummy), bonus (the bonus card `name` of Rummy 17), gin,
    undercut (what is added for it), other. seat: whose cards; null for `other`. worth: what each
    of the cards counts, in their order. points: what the line adds; below 0 it takes off.
    """

    reason: Literal["hand", "laid", "bonus", "gin", "undercut", "other"]
    points: int
    seat: int | None = None
    cards: list[str] = field(default_factory=list)
    worth: list[int] = field(default_factory=list)
    name: str = ""


class SeatScore(Struct):
    """What a deal gave a seat: the points of its parts together, times `times`.

    total: after the deal. why there is a `times` above 1: rummy, rummy17 (all points doubled),
    payers (each of the others pays as much).
    """

    points: int
    total: int
    parts: list[ScorePart]
    times: int = 1
    why: Literal["", "rummy", "rummy17", "payers"] = ""


class DealScore(Struct):
    """A finished deal on the score sheet. out: who went out or knocked; void: nobody scores."""

    deal: int
    dealer: int
    out: int | None
    void: bool
    seats: list[SeatScore]


class State(Struct):
    """The running deal as one seat (you; null: a spectator) may know it.

    rev: what `Act.rev` refers to. hand: the own cards, sorted; null for a spectator. hands: all
    hands, once the deal has been counted. discard: the pile, top first. extra: keys of
    docs/notation.md that only this game has. need: Rommé's points or contract's [books,
    straights] for the first melds of a deal. contracts: [books, straights] of every hand of a
    match of contract rummy. commit: of this deal. score: of this deal, once it is over.
    """

    rev: int
    you: int | None
    deal: int
    dealer: int
    turn: int
    phase: str
    to_act: list[int]
    hand: list[str] | None
    hand_sizes: list[int]
    hands: list[list[str] | None] | None
    stock: int
    discard: list[str]
    discarded_by: int | None
    table: list[MeldInfo]
    opened: list[bool]
    taken: str | None
    drawn_last: bool
    owed: int
    freed: str | None
    extra: dict[str, Any]
    totals: list[int]
    over: bool
    scores: list[int]
    match_over: bool
    winners: list[int]
    commit: str
    need: int | list[int] | None = None
    goals: list[Goal] | None = None
    may: May | None = None
    window: Window | None = None
    clock: Clock | None = None
    contracts: list[list[int]] | None = None
    score: DealScore | None = None
    proof: ProofInfo | None = None


class Gain(Struct):
    """A card that came into a hand; card null: only its seat saw it."""

    seat: int
    card: str | None


class Event(Struct):
    """Something that has happened, numbered without gaps.

    kind: act (text is the action; waited: it had to wait for a window), deal (a deal has begun),
    deal_over, match (a new match has begun), match_over, seat (text: joined, left, back, bot_in,
    host, started, timeout, paused, resumed), dropped (a waiting action of the seat is no longer
    possible).
    """

    seq: int
    kind: str
    seat: int | None = None
    text: str = ""
    shown: list[Gain] = field(default_factory=list)
    hidden: list[Gain] = field(default_factory=list)
    remade: bool = False


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
    Rommé). legal: whether it could be done at its place of the list; where not, why.
    """

    action: str
    kind: str = ""
    cards: list[str] = field(default_factory=list)
    points: int = 0
    legal: bool = False
    code: str = ""
    sentence: str = ""
    paragraph: str = ""


class Answer(Struct, tag_field="t", tag="answer"):
    """The answer to `Ask`.

    parts: one an action (staged), the readings (cards), the legal actions (legal; at most 400,
    more says so), the suggested actions in order (hint), the melds (best). ok: staged: all could
    be done. points: of the new melds staged, or left in hand (best). need: points or [books,
    straights] that the first melds need; lacking: what is still missing of it with those staged.
    left: cards in no meld (best).
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
