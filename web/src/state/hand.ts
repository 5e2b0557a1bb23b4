// The player's own order of the hand. It never changes but by the player's wish: a new card goes
// to the right end, a card that has gone leaves its place, everything else stays.

import { markIndex, rankIndex, readCard } from '../cards/card';

export interface Held {
  /** Stable for as long as the card is held: the token and which copy. */
  readonly id: string;
  readonly token: string;
  /** Came in since the player's last turn ended. */
  readonly fresh: boolean;
}

export type Order = 'suit' | 'rank' | 'own';

/** The order after the hand has become these cards. Of equal cards those go first that were `leaving`. */
export function reconcile(order: readonly Held[], hand: readonly string[], mark = true, leaving: ReadonlySet<string> = new Set()): Held[] {
  const left = counted(hand);
  const stay = new Set<string>();
  for (const last of [false, true]) {
    for (const held of order) {
      const n = left.get(held.token) ?? 0;
      if (leaving.has(held.id) !== last || n === 0) continue;
      left.set(held.token, n - 1);
      stay.add(held.id);
    }
  }
  const kept = order.filter((held) => stay.has(held.id));
  const ids = new Set(kept.map((held) => held.id));
  const added: Held[] = [];
  for (const token of hand) {
    const n = left.get(token) ?? 0;
    if (n === 0) continue;
    left.set(token, n - 1);
    const id = freeId(token, ids);
    ids.add(id);
    added.push({ id, token, fresh: mark });
  }
  return [...kept, ...added];
}

function freeId(token: string, taken: ReadonlySet<string>): string {
  let copy = 0;
  while (taken.has(`${token}#${copy}`)) copy += 1;
  return `${token}#${copy}`;
}

function counted(hand: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const token of hand) counts.set(token, (counts.get(token) ?? 0) + 1);
  return counts;
}

/** Removes the "new" marks, when the player's next turn begins. */
export const settle = (order: readonly Held[]): Held[] =>
  order.map((held) => (held.fresh ? { ...held, fresh: false } : held));

/** Moves cards, in the order they have, so that the first of them stands at a place. */
export function move(order: readonly Held[], ids: ReadonlySet<string>, to: number): Held[] {
  const moving = order.filter((held) => ids.has(held.id));
  const rest = order.filter((held) => !ids.has(held.id));
  const at = Math.max(0, Math.min(to, rest.length));
  return [...rest.slice(0, at), ...moving, ...rest.slice(at)];
}

/** Sorted by suit or by rank; equal cards keep their order. */
export function sorted<T extends { readonly token: string }>(order: readonly T[], by: 'suit' | 'rank'): T[] {
  const keys = (held: T): [number, number] => {
    const face = readCard(held.token);
    const mark = markIndex(face);
    const rank = rankIndex(face);
    return by === 'suit' ? [mark, rank] : [rank, mark];
  };
  return order
    .map((held, at) => ({ held, at, keys: keys(held) }))
    .sort((a, b) => a.keys[0] - b.keys[0] || a.keys[1] - b.keys[1] || a.at - b.at)
    .map(({ held }) => held);
}

/** The order as a note of one line, and back; what is not held is dropped when it is reconciled. */
export const written = (order: readonly Held[]): string => order.map((held) => held.token).join(' ');

export function restored(note: string): Held[] {
  const tokens = note.split(' ').filter((token) => token !== '');
  return reconcile([], tokens, false);
}
