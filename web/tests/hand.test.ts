import { describe, expect, it } from 'vitest';
import { move, reconcile, restored, settle, sorted, written, type Held } from '../src/state/hand';

const tokens = (order: readonly Held[]): string => order.map((held) => held.token).join(' ');
const hand = (text: string): string[] => text.split(' ');

describe('the order of the hand', () => {
  it('keeps every card where it is, and puts a new one at the right end', () => {
    const before = reconcile([], hand('Kd 2c 9h'), false);
    const after = reconcile(before, hand('2c 9h Kd 3s'));
    expect(tokens(after)).toBe('Kd 2c 9h 3s');
    expect(after.map((held) => held.fresh)).toEqual([false, false, false, true]);
  });

  it('keeps identities of copies apart and stable', () => {
    const before = reconcile([], hand('9h 2c 9h'), false);
    expect(new Set(before.map((held) => held.id)).size).toBe(3);
    const after = reconcile(before, hand('9h 2c'));
    expect(after[0]!.id).toBe(before[0]!.id);
    const again = reconcile(after, hand('9h 2c 9h'));
    expect(new Set(again.map((held) => held.id)).size).toBe(3);
  });

  it('moves several cards together, in the order they have', () => {
    const order = reconcile([], hand('A 2 3 4 5'.replace(/\w/g, (rank) => `${rank}c`)), false);
    const ids = new Set([order[1]!.id, order[3]!.id]);
    expect(tokens(move(order, ids, 0))).toBe('2c 4c Ac 3c 5c');
    expect(tokens(move(order, ids, 99))).toBe('Ac 3c 5c 2c 4c');
  });

  it('sorts by suit and by rank, and the same again', () => {
    const order = reconcile([], hand('X Th 2s Ac Kd 2h 9d'), false);
    expect(tokens(sorted(order, 'suit'))).toBe('2s 2h Th 9d Kd Ac X');
    expect(tokens(sorted(order, 'rank'))).toBe('Ac 2s 2h 9d Th Kd X');
    const once = sorted(order, 'rank');
    expect(sorted(once, 'rank')).toEqual(once);
  });

  it('sorts the five colours by number, not by letter', () => {
    const order = reconcile([], hand('r10 r9 b17 b2'), false);
    expect(tokens(sorted(order, 'suit'))).toBe('r9 r10 b2 b17');
  });

  it('survives as a note, without the "new" marks', () => {
    const order = reconcile([], hand('9h 2c 9h'));
    const back = restored(written(order));
    expect(tokens(back)).toBe('9h 2c 9h');
    expect(settle(order)).toEqual(back);
  });
});
