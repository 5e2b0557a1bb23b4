// Made by `npm run wire` from wire.schema.json. Not written by hand.

export interface Wire {
  command:
    | Hello
    | Create
    | Join
    | Look
    | Sit
    | SetSeat
    | Start
    | Act
    | Ask
    | Standing
    | ShareBytes
    | NextDeal
    | Rematch
    | Leave
    | Back
    | More
    | Say
    | Keep
    | GetSnapshot
    | GetRecord
    | Ping;
  message:
    | Welcome
    | Ack
    | Rejected
    | Seated
    | Lobby
    | TableUpdate
    | Snapshot
    | Update
    | Answer
    | RecordText
    | Said
    | Pong
    | Closing;
}
/**
 * First message of a socket: take a seat's place (token) or watch (code).
 *
 * after: the ``seq`` of the last message known; then only what was missed comes. Answered with
 * `Welcome`, and a `Snapshot` or an `Update` follows. The newest socket of a seat wins.
 */
export interface Hello {
  after?: number | null;
  id: string;
  protocol?: number;
  t: 'hello';
  token?: string | null;
  watch?: string | null;
}
/**
 * Make a table. Needs no token; answered with `Seated`, one token a seat of this device.
 *
 * A table without open seats begins at once. rules: house rules that differ from the defaults.
 * seats: null gives the game's usual number, bots beside the player.
 */
export interface Create {
  game: string;
  id: string;
  name?: string;
  options?: TableOptions;
  rules?: {
    [k: string]: number | string | boolean | null;
  };
  seats?: SeatWish[] | null;
  t: 'create';
}
/**
 * How the table is run; none of it is a rule of the game.
 *
 * window: the shortest length of a claim window in seconds, whatever anybody holds (null: 1.2
 * where one person plays with bots, else 3); everybody: the seat in turn waits until all have
 * answered. turn: seconds for a turn, after which a bot plays a safe move (null: no timer).
 * away: seconds after which a bot sits in for a player whose connection is lost. next: seconds
 * until the next deal begins once a player has asked for it. pace: how long bots take, 1 is
 * normal, 0 none at all.
 */
export interface TableOptions {
  away?: number;
  everybody?: boolean;
  next?: number;
  pace?: number;
  spectators?: 'none' | 'public';
  turn?: number | null;
  window?: number | null;
}
/**
 * A seat of a table to be made.
 *
 * me: the player who makes the table; here: another person at the same device (hot seat, a token
 * of its own); open: whoever comes with the code; bot: a bot of a level.
 */
export interface SeatWish {
  kind: 'bot' | 'here' | 'me' | 'open';
  level?: string;
  name?: string | null;
}
/**
 * Take an open seat of the table with this code. Needs no token; answered with `Seated`.
 */
export interface Join {
  code: string;
  id: string;
  name?: string;
  seat?: number | null;
  t: 'join';
}
/**
 * What table a code belongs to, before joining. Needs no token; answered with `Lobby`.
 */
export interface Look {
  code: string;
  id: string;
  t: 'look';
}
/**
 * Before the first deal: move to another open seat. The token stays the same.
 */
export interface Sit {
  id: string;
  seat: number;
  t: 'sit';
}
/**
 * The host, before the first deal: make an open seat or a bot's seat one of another kind.
 */
export interface SetSeat {
  id: string;
  kind: 'bot' | 'open';
  level?: string;
  seat: number;
  t: 'set_seat';
}
/**
 * The host: deal. Open seats are filled with bots of this level.
 */
export interface Start {
  id: string;
  level?: string;
  t: 'start';
}
/**
 * Actions of the seat in notation, applied whole or not at all.
 *
 * rev: the ``rev`` of the state they were made for; null: whatever it is now. A draw or a claim
 * can only be the last of a list. `Ack.waiting` is true where they are applied when the claim
 * window has been open long enough.
 */
export interface Act {
  /**
   * @minItems 1
   * @maxItems 40
   */
  actions: string[];
  id: string;
  rev?: number | null;
  t: 'act';
}
/**
 * A question; nothing changes and nobody else learns of it. Answered with `Answer`.
 *
 * staged: are these actions, in this order, possible as a whole, and what are they worth?
 * cards: what can be done with these cards: melds in every reading, lay-offs, swaps?
 * legal: all that is legal now. hint: what a sensible player would do. best: the best grouping
 * of the hand (objective as in `upcard arrange`; null: the fewest points left).
 */
export interface Ask {
  /**
   * @maxItems 40
   */
  actions?: string[];
  /**
   * @maxItems 64
   */
  cards?: string[];
  id: string;
  objective?: string | null;
  t: 'ask';
  what: 'best' | 'cards' | 'hint' | 'legal' | 'staged';
}
/**
 * How claim windows are answered for the seat from now on.
 *
 * ask: not at all. pass: with no, until the seat's next turn, until the deal ends, or always.
 */
export interface Standing {
  answer: 'ask' | 'pass';
  id: string;
  t: 'standing';
  until?: 'always' | 'deal' | 'turn';
}
/**
 * 16 random bytes of the player, hexadecimal, that go into the shuffle of a coming deal.
 *
 * Taken once a seat and deal, while `TableInfo.next_commit` names that deal.
 */
export interface ShareBytes {
  deal: number;
  id: string;
  share: string;
  t: 'share';
}
/**
 * Ready for the next deal: it begins when all present are, or some seconds after the first.
 */
export interface NextDeal {
  id: string;
  t: 'next';
}
/**
 * Ready for another match with the same seats and rules, once one is over; as `NextDeal`.
 */
export interface Rematch {
  id: string;
  t: 'rematch';
}
/**
 * A bot sits in; the token stays good for `Back`. Before the first deal the seat opens.
 */
export interface Leave {
  id: string;
  t: 'leave';
}
/**
 * Take the seat back from the bot that sits in.
 */
export interface Back {
  id: string;
  t: 'back';
}
/**
 * The seat whose turn timer runs: the whole time again, at most ten times a deal.
 */
export interface More {
  id: string;
  t: 'more';
}
/**
 * A preset phrase or emote, one of `PHRASES`.
 */
export interface Say {
  id: string;
  phrase: string;
  t: 'say';
}
/**
 * A private note of the seat, such as the order of its hand and its staged melds.
 *
 * It comes back as `Snapshot.kept` on every device of the seat, and nobody else ever sees it.
 */
export interface Keep {
  id: string;
  note: string;
  t: 'keep';
}
/**
 * Send everything anew. Answered with `Snapshot`.
 */
export interface GetSnapshot {
  id: string;
  t: 'snapshot';
}
/**
 * The record of a finished match. Answered with `RecordText`.
 *
 * match: which of the table's matches, from 1; null: the last one that is over.
 */
export interface GetRecord {
  id: string;
  match?: number | null;
  t: 'record';
}
/**
 * Are you there? Answered with `Pong`. The client sends one at least every 10 seconds.
 */
export interface Ping {
  id: string;
  t: 'ping';
}
/**
 * The answer to `Hello`. you: the seat, null for a spectator. phrases: what can be said.
 */
export interface Welcome {
  heartbeat: number;
  id: string;
  phrases: string[];
  protocol: number;
  server: string;
  t: 'welcome';
  you: number | null;
}
/**
 * The command has been done and stored. waiting: it is stored and will be done; see `Act`.
 */
export interface Ack {
  id: string;
  rev: number;
  seq: number;
  t: 'ack';
  waiting?: boolean;
}
/**
 * The command changes nothing. code is stable, sentence is English for people.
 *
 * arguments: what the sentence speaks of (text, index: which action of a list, retry_in: ms).
 * paragraph: the heading in the game's rules the refusal comes from.
 */
export interface Rejected {
  arguments?: {};
  code: string;
  id: string;
  paragraph?: string;
  sentence: string;
  t: 'rejected';
}
/**
 * The answer to `Create` and `Join`. Keep the tokens; say hello with one of them.
 */
export interface Seated {
  code: string;
  id: string;
  seats: SeatToken[];
  t: 'seated';
}
/**
 * A seat of this device and the secret that opens it.
 */
export interface SeatToken {
  seat: number;
  token: string;
}
/**
 * The answer to `Look`. Without a seat only this is seen of a table.
 */
export interface Lobby {
  id: string;
  t: 'lobby';
  table: TableInfo;
}
/**
 * The table as everybody at it may know it.
 *
 * stage: lobby (before the first deal), deal, between (a deal is over), over (the match is).
 * match: which match of the table it is, from 1. next_commit: for the deal that comes.
 * next_in: ms until the next deal or match begins, while that is counted down.
 */
export interface TableInfo {
  code: string;
  game: string;
  host: number | null;
  match: number;
  next_commit?: CommitInfo | null;
  next_in?: number | null;
  options: TableOptions;
  rules: {
    [k: string]: number | string | boolean | null;
  };
  seats: SeatInfo[];
  stage: 'between' | 'deal' | 'lobby' | 'over';
  title: string;
  window: number;
}
/**
 * SHA-256 (hexadecimal) of the secret of a deal, and which seats have given bytes to it.
 */
export interface CommitInfo {
  commit: string;
  deal: number;
  shared?: number[];
}
/**
 * Who sits where.
 *
 * kind: open, person, bot. present: a person whose client is connected. bot_plays: a bot sits in
 * for the person. ready: has asked for the next deal or a rematch.
 */
export interface SeatInfo {
  bot_plays?: boolean;
  kind: 'bot' | 'open' | 'person';
  level?: string;
  name: string;
  present?: boolean;
  ready?: boolean;
}
/**
 * The table has changed: who sits, who is there, who is ready. It has no number.
 */
export interface TableUpdate {
  t: 'table';
  table: TableInfo;
}
/**
 * All there is to know. events: those of the running deal. state is null before the first.
 */
export interface Snapshot {
  events: Event[];
  id?: string;
  kept?: string;
  seq: number;
  standing?: string;
  state: State | null;
  t: 'snapshot';
  table: TableInfo;
}
/**
 * Something that has happened, numbered without gaps.
 *
 * kind: act (text is the action; waited: it had to wait for a window), deal (a deal has begun),
 * deal_over, match (a new match has begun), match_over, seat (text: joined, left, back, bot_in,
 * host, started, timeout), dropped (a waiting action of the seat is no longer possible).
 */
export interface Event {
  hidden?: Gain[];
  kind: string;
  remade?: boolean;
  seat?: number | null;
  seq: number;
  shown?: Gain[];
  text?: string;
}
/**
 * A card that came into a hand; card null: only its seat saw it.
 */
export interface Gain {
  card: string | null;
  seat: number;
}
/**
 * The running deal as one seat (you; null: a spectator) may know it.
 *
 * rev: what `Act.rev` refers to. hand: the own cards, sorted; null for a spectator. hands: all
 * hands, once the deal has been counted. discard: the pile, top first. extra: keys of
 * docs/notation.md that only this game has. need: Rommé's points or contract's [books,
 * straights] for the first melds of a deal. turn_left: ms of the turn timer. commit: of this
 * deal.
 */
export interface State {
  commit: string;
  deal: number;
  dealer: number;
  discard: string[];
  discarded_by: number | null;
  drawn_last: boolean;
  extra: {};
  freed: string | null;
  goals?: Goal[] | null;
  hand: string[] | null;
  hand_sizes: number[];
  hands: (string[] | null)[] | null;
  match_over: boolean;
  may?: May | null;
  need?: number | number[] | null;
  opened: boolean[];
  over: boolean;
  owed: number;
  phase: string;
  proof?: ProofInfo | null;
  rev: number;
  scores: number[];
  stock: number;
  table: MeldInfo[];
  taken: string | null;
  to_act: number[];
  totals: number[];
  turn: number;
  turn_left?: number | null;
  window?: Window | null;
  winners: number[];
  you: number | null;
}
/**
 * A bonus card of Rummy 17: what each seat has of it, and who would get it now.
 */
export interface Goal {
  counts: number[];
  leaders: number[];
  name: string;
  worth: number;
}
/**
 * What the seat may do now; null where it may do nothing.
 *
 * plain: those of draw, take, decline, claim, pass, knock that are legal. discards: cards that
 * may be discarded. lays, swaps: every one. meld: whether new melds can be thought of at all
 * (`Ask` says which).
 */
export interface May {
  discards: string[];
  lays: LayInfo[];
  meld: boolean;
  plain: string[];
  swaps: LayInfo[];
}
/**
 * A lay-off or swap that is legal now: the card, the meld, and the whole action.
 */
export interface LayInfo {
  action: string;
  card: string;
  meld: number;
}
/**
 * All that a deal was shuffled from, shown once it is over; see docs/protocol.md.
 */
export interface ProofInfo {
  commit: string;
  deal: number;
  secret: string;
  shares: string[];
}
/**
 * A meld of the table.
 */
export interface MeldInfo {
  cards: string[];
  owner: number;
}
/**
 * An open claim window.
 *
 * card: what is on offer. least: ms left of its shortest length (0: it may shut at any moment).
 * claimed: the seats that want it. answered: this seat has answered. waiting: actions of this
 * seat wait for the end of the shortest length.
 */
export interface Window {
  answered: boolean;
  card: string;
  claimed: number[];
  least: number;
  waiting?: string[];
}
/**
 * What has happened since ``events[0].seq``, and how the deal now stands for the seat.
 *
 * events may be empty: then only the own state has changed. A client that misses a number asks
 * for a snapshot.
 */
export interface Update {
  events: Event[];
  seq: number;
  state: State | null;
  t: 'update';
}
/**
 * The answer to `Ask`.
 *
 * parts: one an action (staged), the readings (cards), the legal actions (legal; at most 400,
 * more says so), the suggested actions in order (hint), the melds (best). ok: staged: all could
 * be done. points: of the new melds staged, or left in hand (best). need: points or [books,
 * straights] that the first melds need; lacking: what is still missing of it with those staged.
 * left: cards in no meld (best).
 */
export interface Answer {
  id: string;
  lacking?: number | number[] | null;
  left?: string[];
  more?: boolean;
  need?: number | number[] | null;
  ok: boolean;
  parts: Part[];
  points?: number;
  rev: number;
  t: 'answer';
}
/**
 * One staged action, or one reading of some cards.
 *
 * action: in canonical notation. kind: run, set, book, straight, lay, swap, discard, or empty
 * where the cards are no meld. points: what a meld is worth in this game (an opening's points in
 * Rommé). legal: whether it could be done at its place of the list; where not, why.
 */
export interface Part {
  action: string;
  cards?: string[];
  code?: string;
  kind?: string;
  legal?: boolean;
  paragraph?: string;
  points?: number;
  sentence?: string;
}
/**
 * A record as docs/notation.md describes it.
 */
export interface RecordText {
  id: string;
  record: {};
  t: 'record';
}
/**
 * A player has said a phrase. It has no number and is not kept.
 */
export interface Said {
  phrase: string;
  seat: number;
  t: 'said';
}
/**
 * The answer to `Ping`. seq: the last number, so that a gap is noticed.
 */
export interface Pong {
  id: string;
  seq: number;
  t: 'pong';
}
/**
 * Said before the server closes the socket: taken_over, gone, restart, refused, flood.
 */
export interface Closing {
  reason: string;
  t: 'closing';
}
