// A seat at a table: what the server has told, and what the player is doing with it.

import { baseOf } from '../cards/card';
import { Connection, Dropped, Refusal, type Socket, type Status } from '../net/connection';
import type { DealScore, Kind, Part, Rejected, State, TableEvent, TableInfo, Wish, Message } from '../net/messages';
import { meldOf } from './doing';
import * as drafts from './draft';
import { move, reconcile, restored, settle, sorted, written, type Held, type Order } from './hand';
import { cardsOf, freedBy, frees, isFreed, lentIds, tokenOf } from './lent';
import { Questions } from './questions.svelte';
import { lines } from './story';
import { missed, NOTHING, takeSnapshot, takeUpdate, type Known, type Step } from './sync';

export interface Notice {
  readonly rejected: Rejected;
  readonly card: string | undefined;
}

export interface Bubble {
  readonly seat: number;
  readonly phrase: string;
  readonly at: number;
}

/** Told about everything that happened, for the speaker and the log. */
export type Listener = (events: readonly TableEvent[], state: State | undefined) => void;

/** The least pause after the server has asked for one: several questions wait for it. */
const CALM = 300;
const KEEP_DELAY = 600;
const BUBBLE_TIME = 4_000;

/** The dialect of `keep`: what this page notes for itself. */
interface Note {
  v: 1;
  deal: string;
  order: string;
  sort: Order;
  staged: { action: string; kind: string; points: number; cards: string[] }[];
}

export class Table {
  status = $state<Status>('connecting');
  info = $state.raw<TableInfo>();
  deal = $state.raw<State>();
  events = $state.raw<readonly TableEvent[]>([]);
  /** The finished deals of this match, with their arithmetic. */
  sheet = $state.raw<readonly DealScore[]>([]);
  standing = $state('ask');
  phrases = $state.raw<readonly string[]>([]);
  /** Why the server does not let this page in. */
  refused = $state('');
  /** The own seat, as the server has welcomed it; known before the first deal. */
  seat = $state<number>();

  order = $state.raw<readonly Held[]>([]);
  sort = $state<Order>('suit');
  selected = $state.raw<ReadonlySet<string>>(new Set());
  draft = $state.raw<drafts.Draft>(drafts.EMPTY);

  /** A command is on its way. */
  busy = $state(false);
  notice = $state.raw<Notice>();
  bubbles = $state.raw<readonly Bubble[]>([]);

  readonly away = $derived(drafts.away(this.draft));
  /** Cards beside the hand that can be picked. */
  readonly lent = $derived(lentIds(this.info?.game, this.deal));
  /** Jokers freed by a swap of this turn, done or staged. */
  readonly freed = $derived([...this.lent.filter(isFreed), ...frees(this.draft.items)]);
  readonly you = $derived(this.deal?.you ?? this.seat);
  /** What has happened, in words. */
  readonly story = $derived(lines(this.events, this.deal?.table ?? [], this.you));
  readonly may = $derived(this.deal?.may ?? undefined);
  readonly mine = $derived(this.deal !== undefined && this.deal.you !== null && this.deal.to_act.includes(this.deal.you));
  readonly myTurn = $derived(this.deal !== undefined && this.deal.turn === this.deal.you && !this.deal.over);

  readonly questions = new Questions(this);

  private known: Known = NOTHING;
  private readonly connection: Connection;
  private readonly listener: Listener;
  /** Seals by match and deal, as they were first shown here. */
  private readonly seals = new Map<string, string>();
  private noted = '';
  private resyncing = false;
  private keep_timer: ReturnType<typeof setTimeout> | undefined;

  constructor(open: () => Socket, hello: { token?: string; watch?: string }, listener: Listener) {
    this.listener = listener;
    this.connection = new Connection({
      open,
      hello: () => ({ t: 'hello', ...hello, after: this.known.seq < 0 ? null : this.known.seq }),
      onMessage: (message) => this.receive(message),
      onStatus: (status) => (this.status = status),
    });
  }

  // ---- what comes in

  private receive(message: Message): void {
    switch (message.t) {
      case 'welcome':
        this.phrases = message.phrases;
        this.seat = message.you ?? undefined;
        break;
      case 'snapshot':
        this.resyncing = false;
        this.standing = message.standing ?? 'ask';
        this.sheet = message.sheet ?? [];
        if (this.known.seq < 0) {
          this.info = message.table;
          this.readNote(message.kept ?? '', message.state ?? undefined);
        }
        this.follow(takeSnapshot(this.known, message));
        break;
      case 'update':
        this.follow(takeUpdate(this.known, message));
        break;
      case 'table':
        this.known = { ...this.known, info: message.table };
        this.info = message.table;
        this.sealed();
        break;
      case 'pong':
        if (missed(this.known, message.seq)) this.resync();
        break;
      case 'rejected':
        if (this.status === 'connecting') this.refused = message.code;
        break;
      case 'said':
        this.say_of(message.seat, message.phrase);
        break;
    }
  }

  private follow(step: Step): void {
    if (step.gap) {
      this.resync();
      return;
    }
    const before = this.known.state;
    this.known = step.known;
    this.info = step.known.info;
    this.events = step.known.events;
    this.take(before, step.known.state);
    this.score(step.fresh, step.known.state);
    this.sealed();
    if (step.fresh.length > 0) this.listener(step.fresh, step.known.state);
  }

  private take(before: State | undefined, state: State | undefined): void {
    this.deal = state;
    // "Pass until my next turn": this is it.
    if (state && state.turn === state.you) this.standing = 'ask';
    const newDeal = !before || !state || before.deal !== state.deal || before.commit !== state.commit;
    if (newDeal && before) this.order = [];
    const first = this.order.length === 0;
    if (state && state.turn === state.you && before?.turn !== state.turn) this.order = settle(this.order);
    this.order = reconcile(this.order, state?.hand ?? [], !first, new Set([...this.selected, ...this.away]));
    if (first && newDeal && this.sort !== 'own') this.order = sorted(this.order, this.sort);
    const here = new Set([...this.order.map((held) => held.id), ...this.lent]);
    this.draft = newDeal && before ? drafts.EMPTY : drafts.keepHeld(this.draft, here);
    this.dropPicks();
    this.questions.hints = undefined;
    if (state?.rev !== before?.rev || newDeal) {
      if (state?.hand?.join() !== before?.hand?.join()) this.questions.best = undefined;
      this.questions.check(0);
    }
    this.keepSoon();
  }

  private score(fresh: readonly TableEvent[], state: State | undefined): void {
    if (fresh.some((event) => event.kind === 'match')) this.sheet = [];
    const score = state?.score;
    if (score && !this.sheet.some((one) => one.deal === score.deal)) this.sheet = [...this.sheet, score];
  }

  private sealed(): void {
    const { info, deal } = this;
    if (!info) return;
    const next = info.next_commit;
    const note = (match: number, number: number, commit: string): void => {
      const key = `${match}.${number}`;
      if (!this.seals.has(key)) this.seals.set(key, commit);
    };
    if (next) note(info.stage === 'over' ? info.match + 1 : info.match, next.deal, next.commit);
    if (deal) note(info.match, deal.deal, deal.commit);
  }

  /** The seal of a deal as this page saw it, before its cards were known if it was here then. */
  seal(match: number, deal: number): string | undefined {
    return this.seals.get(`${match}.${deal}`);
  }

  private resync(): void {
    if (this.resyncing) return;
    this.resyncing = true;
    this.send({ t: 'snapshot' }).catch(() => (this.resyncing = false));
  }

  private say_of(seat: number, phrase: string): void {
    const bubble = { seat, phrase, at: Date.now() };
    this.bubbles = [...this.bubbles.filter((other) => other.seat !== seat), bubble];
    setTimeout(() => (this.bubbles = this.bubbles.filter((other) => other !== bubble)), BUBBLE_TIME);
  }

  // ---- commands

  /** Whoever is quicker than the server allows waits as long as it says, and so does what follows. */
  async send<T extends Message = Message>(wish: Wish, tries = 5): Promise<T> {
    if (this.calm) await this.calm;
    try {
      return await this.connection.send<T>(wish);
    } catch (error) {
      if (tries === 0 || !(error instanceof Refusal) || error.code !== 'flood') throw error;
      const { retry_in: wait = 1000 } = error.rejected.arguments as { retry_in?: number };
      this.calm = new Promise((done) => setTimeout(done, Math.max(CALM, wait)));
      return this.send<T>(wish, tries - 1);
    }
  }
  private calm: Promise<void> | undefined;

  /** Sends actions as a whole. True when they are done; a refusal becomes the notice. */
  async act(actions: readonly string[], card?: string): Promise<boolean> {
    if (this.busy || !this.deal) return false;
    this.busy = true;
    this.notice = undefined;
    const rev = this.deal.rev;
    try {
      await this.send<Kind<'ack'>>({ t: 'act', actions: [...actions], rev });
      return true;
    } catch (error) {
      this.refuse(error, card);
      return false;
    } finally {
      this.busy = false;
    }
  }

  /** Any other command whose refusal the player should see. */
  async tell(wish: Wish): Promise<boolean> {
    try {
      await this.send(wish);
      return true;
    } catch (error) {
      this.refuse(error);
      return false;
    }
  }

  refuse(error: unknown, card?: string): void {
    if (error instanceof Refusal) this.notice = { rejected: error.rejected, card };
    else if (!(error instanceof Dropped)) throw error;
  }

  async layDown(extra: readonly string[] = []): Promise<boolean> {
    const done = await this.act([...drafts.actions(this.draft), ...extra]);
    if (done) this.change(drafts.EMPTY);
    return done;
  }

  // ---- picking, order

  toggle(id: string): void {
    const next = new Set(this.selected);
    if (!next.delete(id)) next.add(id);
    this.pick(next);
  }

  pick(ids: Iterable<string>): void {
    this.selected = new Set([...ids].filter((id) => !this.away.has(id)));
    this.notice = undefined;
    this.questions.check();
  }

  moveTo(ids: ReadonlySet<string>, to: number): void {
    this.order = move(this.order, ids, to);
    this.sort = 'own';
    this.keepSoon();
  }

  sortBy(order: Order): void {
    if (order !== 'own') {
      if (this.sort === 'own') this.ownOrder = this.order;
      this.order = sorted(this.order, order);
    } else if (this.ownOrder.length > 0) {
      this.order = reconcile(this.ownOrder, this.deal?.hand ?? [], false);
    }
    this.sort = order;
    this.keepSoon();
  }
  private ownOrder: readonly Held[] = [];

  // ---- staging

  private change(draft: drafts.Draft): void {
    this.draft = draft;
    this.notice = undefined;
    this.dropPicks();
    this.questions.check();
    this.keepSoon();
  }

  /** Cards that lie in the tray, or nowhere any more, are not picked. */
  private dropPicks(): void {
    const here = new Set([...this.order.map((held) => held.id), ...this.lent, ...frees(this.draft.items)]);
    this.selected = new Set([...this.selected].filter((id) => here.has(id) && !this.away.has(id)));
  }

  /** Puts a reading of the picked cards into the tray. */
  stage(part: Part): void {
    const item = this.staged(part, this.selected, this.draft.items);
    // A second tap on what has just been staged finds its cards gone.
    if (!item) return;
    this.change(drafts.stage(this.draft, item));
    this.questions.hints = undefined;
  }

  /** Puts the plays of a hint into the tray: beside what lies there, or instead. */
  stageAll(parts: readonly Part[]): void {
    const items = [...(this.questions.onTop ? this.draft.items : [])];
    for (const part of parts) items.push(...this.listed(part, items));
    this.change(drafts.replace(this.draft, items));
    this.questions.hints = undefined;
  }

  private listed(part: Part, items: readonly drafts.Staged[]): drafts.Staged[] {
    return [this.staged(part, [], items)].filter((item) => item !== undefined);
  }

  /** A play beside those that lie in the tray; undefined where a card of it is not there. */
  private staged(part: Part, from: Iterable<string>, items: readonly drafts.Staged[]): drafts.Staged | undefined {
    const meld = meldOf(part);
    const ids = this.idsFor(part, from, items);
    if (!ids) return undefined;
    const laid = this.deal?.table ?? [];
    const mine = items.filter(drafts.isMeld);
    const melds = [...laid, ...mine].map((one) => one.cards);
    const onto = mine[meld - laid.length - 1]?.ids[0];
    const freed = freedBy(part, ids[0], melds);
    return {
      action: part.action,
      kind: part.kind ?? '',
      points: part.points ?? 0,
      cards: cardsOf(part.action),
      ids,
      ...(meld === 0 ? {} : { meld }),
      ...(onto === undefined ? {} : { onto }),
      ...(freed === undefined ? {} : { frees: freed }),
    };
  }

  /** Which cards an action uses: the picked ones first, a joker that was just freed before others. */
  private idsFor(part: Part, from: Iterable<string>, items: readonly drafts.Staged[]): string[] | undefined {
    const wanted = cardsOf(part.action)
      .map(baseOf)
      .filter((_, at) => part.kind !== 'swap' || at === 0 || !cardsOf(part.action)[at]!.startsWith('X'));
    const used = new Set(items.flatMap((item) => item.ids));
    const pool = [...from, ...frees(items), ...this.lent.filter(isFreed), ...this.order.map((held) => held.id), ...this.lent];
    const ids: string[] = [];
    for (const token of wanted) {
      const id = pool.find((one) => tokenOf(one) === token && !ids.includes(one) && !used.has(one));
      if (id === undefined) return undefined;
      ids.push(id);
    }
    return ids;
  }

  unstage(at: number): void {
    this.change(drafts.unstage(this.draft, at));
  }

  unstageCard(id: string): void {
    this.change(drafts.unstageCard(this.draft, id));
  }

  undo(): void {
    this.change(drafts.undo(this.draft));
  }

  redo(): void {
    this.change(drafts.redo(this.draft));
  }

  /** Gin after a knock: the melds of the hand go into the tray, to be looked at before they count. */
  async stageMelds(): Promise<void> {
    await this.hint();
    const melds = (this.questions.hints ?? []).filter((part) => part.action.startsWith('meld '));
    this.questions.hints = undefined;
    if (melds.length > 0 && this.draft.items.length === 0) this.stageAll(melds);
  }

  /** Asks for a hint; why there is none becomes the notice. */
  async hint(): Promise<void> {
    await this.questions.hint().catch((error: unknown) => this.refuse(error));
  }

  // ---- the private note: order and tray on every device of the seat

  private readNote(text: string, state: State | undefined): void {
    this.noted = text;
    const note = parseNote(text);
    if (!note || !state) return;
    this.sort = note.sort;
    if (note.deal !== dealKey(this.info, state)) return;
    this.order = restored(note.order);
    this.deal = state;
    const items: drafts.Staged[] = [];
    for (const item of note.staged) items.push(...this.listed({ ...item, legal: true }, items));
    this.draft = drafts.drafted(items);
  }

  private keepSoon(): void {
    clearTimeout(this.keep_timer);
    this.keep_timer = setTimeout(() => this.keepNow(), KEEP_DELAY);
  }

  private keepNow(): void {
    if (!this.deal?.hand || this.status !== 'open') return;
    const note: Note = {
      v: 1,
      deal: dealKey(this.info, this.deal),
      order: written(this.order),
      sort: this.sort,
      staged: this.draft.items.map(({ action, kind, points, cards }) => ({ action, kind, points, cards: [...cards] })),
    };
    const text = JSON.stringify(note);
    if (text === this.noted || text.length > 4000) return;
    this.noted = text;
    this.send({ t: 'keep', note: text }).catch(() => (this.noted = ''));
  }

  // ---- the connection

  probe(): void {
    this.connection.probe();
  }

  comeBack(): void {
    this.connection.comeBack();
  }

  close(): void {
    this.questions.close();
    clearTimeout(this.keep_timer);
    this.connection.close();
  }
}

const dealKey = (info: TableInfo | undefined, state: State): string => `${info?.match ?? 1}.${state.deal}`;

function parseNote(text: string): Note | undefined {
  if (!text) return undefined;
  try {
    const note = JSON.parse(text) as Partial<Note>;
    return note.v === 1 && Array.isArray(note.staged) ? (note as Note) : undefined;
  } catch {
    return undefined;
  }
}
