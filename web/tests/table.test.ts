import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Socket } from '../src/net/connection';
import type { Command, State, TableEvent } from '../src/net/messages';
import { Table } from '../src/state/table.svelte';

/** A server of a few lines: it answers what it is told to. */
class Server implements Socket {
  readyState = 1;
  sent: Command[] = [];
  onopen: ((event: unknown) => void) | null = null;
  onmessage: ((event: { data: unknown }) => void) | null = null;
  onclose: ((event: { code: number }) => void) | null = null;
  answers: Record<string, (command: Command) => object | undefined> = {};

  send(text: string): void {
    const command = JSON.parse(text) as Command;
    this.sent.push(command);
    const answer = this.answers[command.t]?.(command);
    if (answer) queueMicrotask(() => this.says({ ...answer, id: command.id }));
  }
  close(): void {
    this.readyState = 3;
  }
  says(message: object): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
}

const state = (hand: string[], more: Partial<State> = {}): State => ({
  rev: 1, you: 0, deal: 1, dealer: 1, turn: 0, phase: 'play', to_act: [0], hand, hand_sizes: [hand.length, 5], hands: null,
  stock: 40, discard: ['3h'], discarded_by: 1, table: [], opened: [false, false], taken: null, drawn_last: false, owed: 0,
  freed: null, extra: {}, totals: [0, 0], over: false, scores: [], match_over: false, winners: [], commit: 'c', need: 30,
  may: { plain: [], discards: hand, lays: [], swaps: [], meld: true }, ...more,
}); // prettier-ignore

const info = { code: 'ABCD', game: 'romme', title: 'Rommé', rules: {}, options: {}, window: 3, stage: 'deal', match: 1, host: 0, seats: [{ kind: 'person', name: 'A' }, { kind: 'bot', name: 'B' }] };
let server: Server;
let table: Table;
let heard: TableEvent[];

beforeEach(() => {
  vi.useFakeTimers();
  server = new Server();
  heard = [];
  server.answers['hello'] = () => ({ t: 'welcome', you: 0, protocol: 1, server: 'x', heartbeat: 10, phrases: ['hello'] });
  server.answers['keep'] = () => ({ t: 'ack', seq: 1, rev: 1 });
  server.answers['ask'] = (command) =>
    command.t === 'ask' && command.what === 'cards'
      ? { t: 'answer', rev: 1, ok: true, parts: [{ action: `meld ${command.cards!.join(' ')}`, kind: 'set', cards: command.cards, points: 6, legal: true }] }
      : { t: 'answer', rev: 1, ok: true, parts: [], points: 6, lacking: 24 };
  table = new Table(() => server, { token: 'a-token-of-some-length' }, (events) => heard.push(...events));
  server.onopen?.({});
});

afterEach(() => {
  table.close();
  vi.useRealTimers();
});

const begin = async (hand: string[], kept = '', more: Partial<State> = {}): Promise<void> => {
  await vi.advanceTimersByTimeAsync(1);
  server.says({ t: 'snapshot', seq: 3, table: info, state: state(hand, more), events: [], kept, standing: 'ask', id: '' });
};
const order = (): string => table.order.map((held) => held.token).join(' ');

describe('a seat at a table', () => {
  it('stages what the server reads the picked cards as, and keeps their places', async () => {
    await begin(['2s', 'Kd', '2d', '2c']);
    table.sortBy('own');
    const ids = table.order.filter((held) => held.token.startsWith('2')).map((held) => held.id);
    table.pick(ids);
    await vi.advanceTimersByTimeAsync(100);
    expect(table.questions.readings).toHaveLength(1);
    table.stage(table.questions.readings[0]!);
    expect([...table.away].sort()).toEqual([...ids].sort());
    expect(table.order).toHaveLength(4);
    expect(table.selected.size).toBe(0);
    table.undo();
    expect(table.away.size).toBe(0);
    table.redo();
    await vi.advanceTimersByTimeAsync(100);
    expect(table.questions.verdict?.lacking).toBe(24);
  });

  it('sends the tray as one list, and shows a refusal without losing it', async () => {
    await begin(['2s', '2d', '2c', 'Kd']);
    server.answers['act'] = () => ({ t: 'rejected', code: 'opening_too_low', sentence: '6 of 30', arguments: {}, paragraph: 'The opening' });
    table.pick(table.order.slice(0, 3).map((held) => held.id));
    await vi.advanceTimersByTimeAsync(100);
    table.stage(table.questions.readings[0]!);
    const done = table.layDown();
    await vi.advanceTimersByTimeAsync(1);
    expect(await done).toBe(false);
    const act = server.sent.find((command) => command.t === 'act')!;
    expect(act).toMatchObject({ rev: 1, actions: [table.draft.items[0]!.action] });
    expect(table.notice?.rejected.code).toBe('opening_too_low');
    expect(table.draft.items).toHaveLength(1);
  });

  it('keeps the own order through other players’ turns and a draw', async () => {
    await begin(['2c', '9h', 'Kd']);
    table.moveTo(new Set([table.order.find((held) => held.token === 'Kd')!.id]), 0);
    const mine = order();
    server.says({ t: 'update', seq: 4, events: [{ seq: 4, kind: 'act', seat: 1, text: 'discard 4s' }], state: state(['2c', '9h', 'Kd'], { rev: 2, turn: 1 }) });
    expect(order()).toBe(mine);
    server.says({ t: 'update', seq: 5, events: [{ seq: 5, kind: 'act', seat: 0, text: 'draw' }], state: state(['2c', '3c', '9h', 'Kd'], { rev: 3 }) });
    expect(order()).toBe(`${mine} 3c`);
    expect(heard.map((event) => event.seq)).toEqual([4, 5]);
  });

  it('asks for a snapshot once when a number is missing', async () => {
    await begin(['2c']);
    for (const seq of [6, 7]) server.says({ t: 'update', seq, events: [{ seq, kind: 'act', seat: 1, text: 'draw' }], state: state(['2c']) });
    expect(server.sent.filter((command) => command.t === 'snapshot')).toHaveLength(1);
    server.says({ t: 'snapshot', seq: 7, table: info, state: state(['2c', '3c'], { rev: 4 }), events: [], kept: '', standing: 'ask', id: '' });
    expect(order()).toBe('2c 3c');
  });

  it('brings order and tray to another device by its private note', async () => {
    await begin(['2s', '2d', '2c', 'Kd']);
    table.moveTo(new Set([table.order.at(-1)!.id]), 1);
    table.pick(table.order.filter((held) => held.token.startsWith('2')).map((held) => held.id));
    await vi.advanceTimersByTimeAsync(100);
    table.stage(table.questions.readings[0]!);
    await vi.advanceTimersByTimeAsync(1000);
    const note = server.sent.filter((command) => command.t === 'keep').at(-1) as { note: string };
    const mine = order();
    const other = new Table(() => server, { token: 'a-token-of-some-length' }, () => undefined);
    server.onopen?.({});
    await vi.advanceTimersByTimeAsync(1);
    server.says({ t: 'snapshot', seq: 3, table: info, state: state(['2c', '2d', '2s', 'Kd']), events: [], kept: note.note, standing: 'ask', id: '' });
    expect(other.order.map((held) => held.token).join(' ')).toBe(mine);
    expect(other.draft.items).toHaveLength(1);
    expect(other.away.size).toBe(3);
    other.close();
  });

  /** Picks, waits for the server's word, and stages what it says. */
  const stage = async (ids: string[], part: { action: string; kind: string }): Promise<void> => {
    server.answers['ask'] = () => ({ t: 'answer', rev: 1, ok: true, parts: [{ points: 0, legal: true, cards: [], ...part }] });
    table.pick(ids);
    await vi.advanceTimersByTimeAsync(100);
    table.stage(table.questions.readings[0]!);
    await vi.advanceTimersByTimeAsync(100);
  };
  const melds = [{ owner: 1, cards: ['5s', 'X=6s', '7s'] }];

  it('lends the joker of a staged swap to the plays after it, and undo takes both back', async () => {
    await begin(['6s', '9h', '9d', 'X'], '', { table: melds, opened: [true, false] });
    await stage(['6s#0'], { action: 'swap 6s on 1', kind: 'swap' });
    expect(table.freed).toHaveLength(1);
    const [joker] = table.freed as [string];
    await stage(['9h#0', '9d#0', joker], { action: 'meld 9h 9d X', kind: 'set' });
    expect([...table.away]).toEqual(['6s#0', '9h#0', '9d#0', joker]);
    expect(server.sent.findLast((one) => one.t === 'ask')).toMatchObject({ actions: ['swap 6s on 1', 'meld 9h 9d X'] });
    table.undo();
    expect([...table.away]).toEqual(['6s#0']);
    expect(table.freed).toEqual([joker]);
    table.pick([joker]);
    table.undo();
    expect(table.freed).toEqual([]);
    expect(table.selected.size).toBe(0);
    table.redo();
    table.redo();
    expect(table.away.has(joker)).toBe(true);
    // Without its swap the meld cannot stay.
    table.unstageCard('6s#0');
    expect(table.draft.items).toEqual([]);
  });

  it('keeps a swap and what uses its joker over a reload', async () => {
    const note = JSON.stringify({
      v: 1, deal: '1.1', order: '6s 9h 9d X', sort: 'own',
      staged: [{ action: 'swap 6s on 1', kind: 'swap', points: 0, cards: ['6s'] }, { action: 'meld 9h 9d X', kind: 'set', points: 0, cards: ['9h', '9d', 'X'] }],
    }); // prettier-ignore
    await begin(['6s', '9h', '9d', 'X'], note, { table: melds, opened: [true, false] });
    expect(table.draft.items.map((item) => item.ids)).toEqual([['6s#0'], ['9h#0', '9d#0', table.freed[0]]]);
    expect(table.away.has('X#0')).toBe(false);
  });

  it('offers a freed joker that lies in no hand', async () => {
    await begin(['2s'], '', { freed: 'Xb', extra: { side_jokers: ['Xr'] } });
    table.info = { ...table.info!, game: 'rummy17' };
    expect(table.freed).toEqual(['freed:Xb']);
    expect(table.lent).toEqual(['freed:Xb', 'side:Xr']);
  });
});
