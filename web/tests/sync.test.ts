import { describe, expect, it } from 'vitest';
import type { Snapshot, State, TableEvent, TableInfo, Update } from '../src/net/messages';
import { missed, NOTHING, takeSnapshot, takeUpdate } from '../src/state/sync';

const event = (seq: number, kind = 'act'): TableEvent => ({ seq, kind, seat: 0, text: 'draw' });
const state = (rev: number): State => ({ rev }) as State;
const info = { code: 'K7MP-3XQD' } as TableInfo;
const snapshot = (seq: number, events: TableEvent[]): Snapshot => ({ t: 'snapshot', seq, table: info, state: state(seq), events });
const update = (seq: number, events: TableEvent[]): Update => ({ t: 'update', seq, events, state: state(seq) });

describe('following a table', () => {
  const start = takeSnapshot(NOTHING, snapshot(5, [event(4, 'deal'), event(5)])).known;

  it('takes what follows, in order', () => {
    const step = takeUpdate(start, update(7, [event(6), event(7)]));
    expect(step.gap).toBe(false);
    expect(step.fresh.map((one) => one.seq)).toEqual([6, 7]);
    expect(step.known.events.map((one) => one.seq)).toEqual([4, 5, 6, 7]);
    expect(step.known.state?.rev).toBe(7);
  });

  it('notices a gap and applies nothing', () => {
    const step = takeUpdate(start, update(8, [event(8)]));
    expect(step.gap).toBe(true);
    expect(step.known).toBe(start);
  });

  it('notices a number without events', () => {
    expect(takeUpdate(start, update(6, [])).gap).toBe(true);
  });

  it('takes a change of the own state alone', () => {
    const step = takeUpdate(start, { ...update(5, []), state: state(9) });
    expect(step.gap).toBe(false);
    expect(step.known.state?.rev).toBe(9);
  });

  it('shows nothing twice when missed events are sent again', () => {
    const step = takeUpdate(start, update(6, [event(4, 'deal'), event(5), event(6)]));
    expect(step.fresh.map((one) => one.seq)).toEqual([6]);
    expect(step.gap).toBe(false);
  });

  it('ignores what is older than what is known', () => {
    const step = takeUpdate(start, update(3, [event(3)]));
    expect(step).toEqual({ known: start, fresh: [], gap: false });
  });

  it('keeps the events of the running deal only', () => {
    const step = takeUpdate(start, update(8, [event(6), event(7, 'deal'), event(8)]));
    expect(step.known.events.map((one) => one.seq)).toEqual([7, 8]);
  });

  it('asks for a snapshot where none has come yet, and a snapshot is enough', () => {
    expect(takeUpdate(NOTHING, update(6, [event(6)])).gap).toBe(true);
    const again = takeSnapshot(start, snapshot(9, [event(4, 'deal'), event(5), event(8), event(9)]));
    expect(again.fresh.map((one) => one.seq)).toEqual([8, 9]);
  });

  it('notices by the heartbeat that something was missed', () => {
    expect(missed(start, 5)).toBe(false);
    expect(missed(start, 6)).toBe(true);
    expect(missed(NOTHING, 6)).toBe(false);
  });
});
