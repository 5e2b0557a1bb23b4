import { describe, expect, it } from 'vitest';
import { endOf } from '../src/cards/card';
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

  it('lets that of two equal cards go which was meant', () => {
    const before = reconcile([], hand('2s 9h 2s'), false);
    const after = reconcile(before, hand('9h 2s'), true, new Set([before[0]!.id]));
    expect(after.map((held) => held.id)).toEqual([before[1]!.id, before[2]!.id]);
    expect(reconcile(before, hand('2s 9h 2s'), true, new Set([before[0]!.id]))).toEqual(before);
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

describe('the end of a meld', () => {
  it.each([
    ['Tc', 'Jc Qc Kc', 'low'],
    ['Ac', 'Jc Qc Kc', 'high'],
    ['X=Ac', 'Jc X=Qc Kc', 'high'],
    ['Ah', '2h 3h 4h', 'low'],
    ['5h', '2h 3h 4h', 'high'],
    ['Kh', 'Ah 2h 3h', 'low'],
    ['2h', 'Qh Kh Ah', 'high'],
    ['7d', '9d X=Td Jd Qd', 'low'],
    ['Ad', '9d X=Td Jd Qd', 'high'],
    ['8d', '8c 8h 8s', 'high'],
    ['X', '8c 8h X=8', 'high'],
    ['r1', 'r15 r16 r17', 'high'],
    ['r17', 'r1 r2 Xr=r3', 'low'],
    ['Xb=b4', 'b5 b6 b7', 'low'],
  ])('where %s is laid on %s: %s', (token, meld, end) => {
    expect(endOf(token, hand(meld))).toBe(end);
  });
});
