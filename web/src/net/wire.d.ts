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
    | Pause
    | Say
    | Keep
    | GetSnapshot
    | GetRecord
    | Replay
    | Check
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
    | Replayed
    | Checked
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
  t: 'hello';
  id: string;
  token?: string | null;
  watch?: string | null;
  after?: number | null;
  protocol?: number;
}
/**
 * Make a table. Needs no token; answered with `Seated`, one token a seat of this device.
 *
 * A table without open seats begins at once. rules: house rules that differ from the defaults.
 * seats: null gives the game's usual number, bots beside the player.
 */
export interface Create {
  t: 'create';
  id: string;
  game: string;
  name?: string;
  rules?: {
    [k: string]: number | string | boolean | null;
  };
  seats?: SeatWish[] | null;
  options?: TableOptions;
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
 * How the table is run; none of it is a rule of the game.
 *
 * window: the shortest length of a claim window in seconds, whatever anybody holds (null: 1.2
 * where one person plays with bots, who then wait for the answer, else 3); everybody: the seat
 * in turn waits until all have answered. turn: seconds for a turn, after which a bot plays a
 * safe move (null: no timer). away: seconds after which a bot sits in for a player whose
 * connection is lost. next: seconds until the next deal begins once a player has asked for it.
 * pace: how long bots take, 1 is normal, 0 none at all. spectators: nobody, those who see
 * public cards, or those who may also ask for finished deals face up (`Replay`, `Check`,
 * `GetRecord`). pause: whether the host may stop the turn timer.
 */
export interface TableOptions {
  spectators?: 'none' | 'public' | 'replay';
  window?: number | null;
  everybody?: boolean;
  turn?: number | null;
  away?: number;
  next?: number;
  pace?: number;
  pause?: boolean;
}
/**
 * Take an open seat of the table with this code. Needs no token; answered with `Seated`.
 */
export interface Join {
  t: 'join';
  id: string;
  code: string;
  name?: string;
  seat?: number | null;
}
/**
 * What table a code belongs to, before joining. Needs no token; answered with `Lobby`.
 */
export interface Look {
  t: 'look';
  id: string;
  code: string;
}
/**
 * Before the first deal: move to another open seat. The token stays the same.
 */
export interface Sit {
  t: 'sit';
  id: string;
  seat: number;
}
/**
 * The host, before the first deal: make an open seat or a bot's seat one of another kind.
 */
export interface SetSeat {
  t: 'set_seat';
  id: string;
  seat: number;
  kind: 'bot' | 'open';
  level?: string;
}
/**
 * The host: deal. Open seats are filled with bots of this level.
 */
export interface Start {
  t: 'start';
  id: string;
  level?: string;
}
/**
 * Actions of the seat in notation, applied whole or not at all.
 *
 * rev: the ``rev`` of the state they were made for; null: whatever it is now. A draw or a claim
 * can only be the last of a list. `Ack.waiting` is true where they are applied when the claim
 * window has been open long enough.
 */
export interface Act {
  t: 'act';
  id: string;
  /**
   * @minItems 1
   * @maxItems 40
   */
  actions: string[];
  rev?: number | null;
}
/**
 * A question; nothing changes and nobody else learns of it. Answered with `Answer`.
 *
 * staged: are these actions, in this order, possible as a whole, and what are they worth?
 * cards: what can be done with these cards: melds in every reading, lay-offs, swaps?
 * legal: all that is legal now. hint: what a sensible player would do. best: the best grouping
 * of the hand (objective as in `upcard arrange`; null: the fewest points left). With actions,
 * all but staged are answered as if these had been done, in this order; one that shows a card
 * (draw, claim) cannot be among them.
 */
export interface Ask {
  t: 'ask';
  id: string;
  what: 'best' | 'cards' | 'hint' | 'legal' | 'staged';
  /**
   * @maxItems 40
   */
  actions?: string[];
  /**
   * @maxItems 64
   */
  cards?: string[];
  objective?: string | null;
}
/**
 * How claim windows are answered for the seat from now on.
 *
 * ask: not at all. pass: with no, until the seat's next turn, until the deal ends, or always.
 */
export interface Standing {
  t: 'standing';
  id: string;
  answer: 'ask' | 'pass';
  until?: 'always' | 'deal' | 'turn';
}
/**
 * 16 random bytes of the player, hexadecimal, that go into the shuffle of a coming deal.
 *
 * Taken once a seat and deal, while `TableInfo.next_commit` names that deal.
 */
export interface ShareBytes {
  t: 'share';
  id: string;
  deal: number;
  share: string;
}
/**
 * Ready for the next deal: it begins when all present are, or some seconds after the first.
 */
export interface NextDeal {
  t: 'next';
  id: string;
}
/**
 * Ready for another match with the same seats and rules, once one is over; as `NextDeal`.
 */
export interface Rematch {
  t: 'rematch';
  id: string;
}
/**
 * A bot sits in; the token stays good for `Back`. Before the first deal the seat opens.
 */
export interface Leave {
  t: 'leave';
  id: string;
}
/**
 * Take the seat back from the bot that sits in.
 */
export interface Back {
  t: 'back';
  id: string;
}
/**
 * The seat whose turn timer runs: the whole time again, at most ten times a deal.
 */
export interface More {
  t: 'more';
  id: string;
}
/**
 * The host, where `TableOptions.pause` allows it: stop the turn timer, or let it go on.
 *
 * Only the timer stands still; whoever is to act may act.
 */
export interface Pause {
  t: 'pause';
  id: string;
  on: boolean;
}
/**
 * A preset phrase or emote, one of `PHRASES`.
 */
export interface Say {
  t: 'say';
  id: string;
  phrase: string;
}
/**
 * A private note of the seat, such as the order of its hand and its staged melds.
 *
 * It comes back as `Snapshot.kept` on every device of the seat, and nobody else ever sees it.
 */
export interface Keep {
  t: 'keep';
  id: string;
  note: string;
}
/**
 * Send everything anew. Answered with `Snapshot`.
 */
export interface GetSnapshot {
  t: 'snapshot';
  id: string;
}
/**
 * The record of a finished match. Answered with `RecordText`.
 *
 * match: which of the table's matches, from 1; null: the last one that is over.
 */
export interface GetRecord {
  t: 'record';
  id: string;
  match?: number | null;
}
/**
 * A finished deal face up, step by step. Answered with `Replayed`.
 *
 * match: which of the table's matches, from 1; null: the one that runs or ran last. first: the
 * first step wanted; step 0 is the deal just dealt.
 */
export interface Replay {
  t: 'replay';
  id: string;
  deal: number;
  match?: number | null;
  first?: number;
}
/**
 * All that is needed to compute the shuffles of a finished deal again.
 *
 * Answered with `Checked`; docs/protocol.md says how to compute them.
 */
export interface Check {
  t: 'check';
  id: string;
  deal: number;
  match?: number | null;
}
/**
 * Are you there? Answered with `Pong`. The client sends one at least every 10 seconds.
 */
export interface Ping {
  t: 'ping';
  id: string;
}
/**
 * The answer to `Hello`. you: the seat, null for a spectator. phrases: what can be said.
 */
export interface Welcome {
  t: 'welcome';
  id: string;
  you: number | null;
  protocol: number;
  server: string;
  heartbeat: number;
  phrases: string[];
}
/**
 * The command has been done and stored. waiting: it is stored and will be done; see `Act`.
 */
export interface Ack {
  t: 'ack';
  id: string;
  seq: number;
  rev: number;
  waiting?: boolean;
}
/**
 * The command changes nothing. code is stable, sentence is English for people.
 *
 * arguments: what the sentence speaks of (text, index: which action of a list, retry_in: ms).
 * paragraph: the heading in the game's rules the refusal comes from.
 */
export interface Rejected {
  t: 'rejected';
  id: string;
  code: string;
  sentence: string;
  arguments?: {};
  paragraph?: string;
}
/**
 * The answer to `Create` and `Join`. Keep the tokens; say hello with one of them.
 */
export interface Seated {
  t: 'seated';
  id: string;
  code: string;
  seats: SeatToken[];
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
  t: 'lobby';
  id: string;
  table: TableInfo;
}
/**
 * The table as everybody at it may know it.
 *
 * stage: lobby (before the first deal), deal, between (a deal is over), over (the match is).
 * match: which match of the table it is, from 1. next_commit: for the deal that comes.
 * next_in: ms until the next deal or match begins, while that is counted down. paused: the host
 * has stopped the turn timer.
 */
export interface TableInfo {
  code: string;
  game: string;
  title: string;
  rules: {
    [k: string]: number | string | boolean | null;
  };
  options: TableOptions;
  window: number;
  stage: 'between' | 'deal' | 'lobby' | 'over';
  match: number;
  host: number | null;
  seats: SeatInfo[];
  next_commit?: CommitInfo | null;
  next_in?: number | null;
  paused?: boolean;
}
/**
 * Who sits where.
 *
 * kind: open, person, bot. present: a person whose client is connected. bot_plays: a bot sits in
 * for the person. ready: has asked for the next deal or a rematch.
 */
export interface SeatInfo {
  kind: 'bot' | 'open' | 'person';
  name: string;
  level?: string;
  present?: boolean;
  bot_plays?: boolean;
  ready?: boolean;
}
/**
 * SHA-256 (hexadecimal) of the secret of a deal, and which seats have given bytes to it.
 */
export interface CommitInfo {
  deal: number;
  commit: string;
  shared?: number[];
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
 *
 * sheet: every finished deal of this match, the last included; later ones come as `State.score`.
 */
export interface Snapshot {
  t: 'snapshot';
  seq: number;
  table: TableInfo;
  state: State | null;
  events: Event[];
  sheet?: DealScore[];
  kept?: string;
  standing?: string;
  id?: string;
}
/**
 * The running deal as one seat (you; null: a spectator) may know it.
 *
 * rev: what `Act.rev` refers to. hand: the own cards, sorted; null for a spectator. hands: all
 * hands, once the deal has been counted. discard: the pile, top first. extra: keys of
 * docs/notation.md that only this game has. need: Rommé's points or contract's [books,
 * straights] for the first melds of a deal. contracts: [books, straights] of every hand of a
 * match of contract rummy. hand_worth: what the own cards count while they are in the hand, melds
 * among them not looked for. commit: of this deal. score: of this deal, once it is over.
 */
export interface State {
  rev: number;
  you: number | null;
  deal: number;
  dealer: number;
  turn: number;
  phase: string;
  to_act: number[];
  hand: string[] | null;
  hand_sizes: number[];
  hands: (string[] | null)[] | null;
  stock: number;
  discard: string[];
  discarded_by: number | null;
  table: MeldInfo[];
  opened: boolean[];
  taken: string | null;
  drawn_last: boolean;
  owed: number;
  freed: string | null;
  extra: {};
  totals: number[];
  over: boolean;
  scores: number[];
  match_over: boolean;
  winners: number[];
  commit: string;
  need?: number | number[] | null;
  hand_worth?: number | null;
  goals?: Goal[] | null;
  may?: May | null;
  window?: Window | null;
  clock?: Clock | null;
  contracts?: number[][] | null;
  score?: DealScore | null;
  proof?: ProofInfo | null;
}
/**
 * A meld of the table.
 */
export interface MeldInfo {
  owner: number;
  cards: string[];
}
/**
 * A bonus card of Rummy 17: what each seat has of it, and who would get it now.
 */
export interface Goal {
  name: string;
  worth: number;
  counts: number[];
  leaders: number[];
}
/**
 * What the seat may do now; null where it may do nothing.
 *
 * plain: those of draw, take, decline, claim, pass, knock that are legal. discards: cards that
 * may be discarded. lays, swaps: every one. meld: whether new melds can be thought of at all
 * (`Ask` says which).
 */
export interface May {
  plain: string[];
  discards: string[];
  lays: LayInfo[];
  swaps: LayInfo[];
  meld: boolean;
}
/**
 * A lay-off or swap that is legal now: the card, the meld, and the whole action.
 */
export interface LayInfo {
  card: string;
  meld: number;
  action: string;
}
/**
 * An open claim window.
 *
 * card: what is on offer. least: ms left of its shortest length (0: it may shut at any moment).
 * claimed: the seats that want it. answered: this seat has answered. waiting: actions of this
 * seat wait for the end of the shortest length. waits: it stays open until all have answered.
 */
export interface Window {
  card: string;
  least: number;
  claimed: number[];
  answered: boolean;
  waiting?: string[];
  waits?: boolean;
}
/**
 * The timer of the running turn.
 *
 * left: ms until a bot plays a safe move, of `whole` ms. ends: when that is by the server's
 * clock, in ms since 1970; null while the host has stopped it. more: how often it can still be
 * extended in this deal.
 */
export interface Clock {
  left: number;
  whole: number;
  ends: number | null;
  more: number;
}
/**
 * A finished deal on the score sheet. out: who went out or knocked; void: nobody scores.
 */
export interface DealScore {
  deal: number;
  dealer: number;
  out: number | null;
  void: boolean;
  seats: SeatScore[];
}
/**
 * What a deal gave a seat: the points of its parts together, times `times`.
 *
 * total: after the deal. why there is a `times` above 1: rummy, rummy17 (all points doubled),
 * payers (each of the others pays as much).
 */
export interface SeatScore {
  points: number;
  total: number;
  parts: ScorePart[];
  times?: number;
  why?: '' | 'payers' | 'rummy' | 'rummy17';
}
/**
 * One line of the arithmetic of a score.
 *
 * reason: hand (cards left in a hand; in gin its deadwood), laid (a meld's cards that whoever
 * went out has laid, in seven-card rummy), bonus (the bonus card `name` of Rummy 17), gin,
 * undercut (what is added for it), other. seat: whose cards; null for `other`. worth: what each
 * of the cards counts, in their order. points: what the line adds; below 0 it takes off.
 */
export interface ScorePart {
  reason: 'bonus' | 'gin' | 'hand' | 'laid' | 'other' | 'undercut';
  points: number;
  seat?: number | null;
  cards?: string[];
  worth?: number[];
  name?: string;
}
/**
 * All that a deal was shuffled from, shown once it is over; see docs/protocol.md.
 *
 * shares: the players' bytes in the order they go in; seats: whose they are.
 */
export interface ProofInfo {
  deal: number;
  commit: string;
  secret: string;
  shares: string[];
  seats?: number[];
}
/**
 * Something that has happened, numbered without gaps.
 *
 * kind: act (text is the action; waited: it had to wait for a window), deal (a deal has begun),
 * deal_over, match (a new match has begun), match_over, seat (text: joined, left, back, bot_in,
 * host, started, timeout, paused, resumed), dropped (a waiting action of the seat is no longer
 * possible).
 */
export interface Event {
  seq: number;
  kind: string;
  seat?: number | null;
  text?: string;
  shown?: Gain[];
  hidden?: Gain[];
  remade?: boolean;
}
/**
 * A card that came into a hand; card null: only its seat saw it.
 */
export interface Gain {
  seat: number;
  card: string | null;
}
/**
 * What has happened since ``events[0].seq``, and how the deal now stands for the seat.
 *
 * events may be empty: then only the own state has changed. A client that misses a number asks
 * for a snapshot.
 */
export interface Update {
  t: 'update';
  seq: number;
  events: Event[];
  state: State | null;
}
/**
 * The answer to `Ask`.
 *
 * parts: one an action (staged), the readings (cards), the legal actions (legal; at most 400,
 * more says so), the suggested actions in order (hint), the melds (best). ok: staged: all could
 * be done. points: of the new melds staged, or left in hand (best). need: points or [books,
 * straights] that the first melds need; lacking: what is still missing of it with those staged.
 * left: cards in no meld (best). deadwood: gin, staged: what the cards still in hand are worth
 * once these actions are done. knocks: gin, best after a discard: whether one may knock with it.
 */
export interface Answer {
  t: 'answer';
  id: string;
  rev: number;
  ok: boolean;
  parts: Part[];
  points?: number;
  need?: number | number[] | null;
  lacking?: number | number[] | null;
  left?: string[];
  more?: boolean;
  deadwood?: number | null;
  knocks?: boolean | null;
}
/**
 * One staged action, or one reading of some cards.
 *
 * action: in canonical notation. kind: run, set, book, straight, lay, swap, discard, or empty
 * where the cards are no meld. points: what a meld is worth in this game (an opening's points in
 * Rommé). legal: whether it could be done at its place of the list; where not, why. meld: gin,
 * whose lay-offs name none: a meld of the table that the card fits, from 1.
 */
export interface Part {
  action: string;
  kind?: string;
  cards?: string[];
  points?: number;
  legal?: boolean;
  code?: string;
  sentence?: string;
  paragraph?: string;
  meld?: number;
}
/**
 * A record as docs/notation.md describes it.
 */
export interface RecordText {
  t: 'record';
  id: string;
  record: {};
}
/**
 * The answer to `Replay`: the steps from `first` on, as many as fit; `count` are there.
 */
export interface Replayed {
  t: 'replay';
  id: string;
  match: number;
  deal: number;
  count: number;
  first: number;
  steps: ReplayStep[];
}
/**
 * A moment of a replay: what was done (null: the deal was dealt), and how it then stood.
 *
 * All cards of `event.hidden` are told, and `state.hands` holds every hand.
 */
export interface ReplayStep {
  event: Event | null;
  state: State;
}
/**
 * The answer to `Check`. shuffles: in the order in which they happened.
 */
export interface Checked {
  t: 'check';
  id: string;
  match: number;
  deal: number;
  dealer: number;
  proof: ProofInfo;
  shuffles: Shuffle[];
}
/**
 * One use of the generator, which begins anew for each purpose.
 *
 * before: the cards in the order they were shuffled from, after: how that leaves them; the top
 * of a deck is its first card, that of a remade stock its last. lot: where no cards were
 * shuffled, [n, number]: a number below n was drawn.
 */
export interface Shuffle {
  deal: number;
  purpose: string;
  before?: string[];
  after?: string[];
  lot?: number[] | null;
}
/**
 * A player has said a phrase. It has no number and is not kept.
 */
export interface Said {
  t: 'said';
  seat: number;
  phrase: string;
}
/**
 * The answer to `Ping`. seq: the last number, so that a gap is noticed.
 */
export interface Pong {
  t: 'pong';
  id: string;
  seq: number;
}
/**
 * Said before the server closes the socket: taken_over, gone, restart, refused, flood.
 */
export interface Closing {
  t: 'closing';
  reason: string;
}
