"""What messages tell of a table: its seats, its running deal, its scores, what has happened.

Cards, actions and phases are written as in docs/notation.md; seats count from 0, melds of the
table from 1; times are milliseconds.
"""

from __future__ import annotations

from typing import Any, Literal

from msgspec import Struct, field

from upcard.server.wire_commands import TableOptions


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
    seat wait for the end of the shortest length. waits: it stays open until all have answered.
    """

    card: str
    least: int
    claimed: list[int]
    answered: bool
    waiting: list[str] = field(default_factory=list)
    waits: bool = False


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
    match of contract rummy. hand_worth: what the own cards count while they are in the hand, melds
    among them not looked for. commit: of this deal. score: of this deal, once it is over.
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
    hand_worth: int | None = None
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
