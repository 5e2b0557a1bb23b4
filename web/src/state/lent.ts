// Cards that are picked and staged like those of the hand, but do not lie in it: the jokers beside
// the table (Rummy 17), and those a swap frees.

import { baseOf } from '../cards/card';
import type { Part, State } from '../net/messages';
import type { Staged } from './draft';

const SIDE = 'side:';
const FREED = 'freed:';

/** The card an id stands for: of the hand (token#copy), of the side, or freed (token<card that frees it). */
export const tokenOf = (id: string): string => id.replace(/^(side|freed):/, '').split(/[#<]/)[0]!;

/** The cards an action names. */
export const cardsOf = (action: string): string[] =>
  action
    .replace(/ on \d+$/, '')
    .split(' ')
    .slice(1)
    .filter((word) => word !== 'rummy');

/** Jokers beside the table (Rummy 17). */
export function sideJokers(state: State | undefined): string[] {
  const found = (state?.extra as { side_jokers?: unknown } | undefined)?.side_jokers;
  return Array.isArray(found) ? found.map(String) : [];
}

/** Their ids, and that of a joker a swap of this turn has freed; in Rommé that one is in the hand. */
export function lentIds(game: string | undefined, state: State | undefined): string[] {
  const freed = state?.freed && game !== 'romme' ? [FREED + state.freed] : [];
  return [...freed, ...sideJokers(state).map((token) => SIDE + token)];
}

export const sideId = (token: string): string => SIDE + token;
export const isFreed = (id: string): boolean => id.startsWith(FREED);

/** The id of the joker that a staged swap will free: it goes with the card that takes its place. */
export function freedBy(part: Part, first: string | undefined, melds: readonly (readonly string[])[]): string | undefined {
  if (part.kind !== 'swap' || first === undefined) return undefined;
  const meld = melds[Number(/\bon (\d+)$/.exec(part.action)?.[1]) - 1] ?? [];
  const joker = meld.find((token) => token.startsWith('X'));
  return joker === undefined ? undefined : `${FREED}${baseOf(joker)}<${first}`;
}

/** The jokers that staged swaps free. */
export const frees = (items: readonly Staged[]): string[] => items.flatMap((item) => item.frees ?? []);

/** Rummy 17 offers every joker of the side: first the readings with just the jokers picked. */
export function withJokers(parts: readonly Part[], picked: readonly string[]): Part[] {
  const jokers = (tokens: readonly string[]): string =>
    tokens
      .map(baseOf)
      .filter((token) => /^X[rbgyp]$/.test(token))
      .sort()
      .join(' ');
  const wanted = jokers(picked);
  const fits = (part: Part): boolean => jokers(cardsOf(part.action)) === wanted;
  if (wanted) return parts.filter(fits);
  return [...parts.filter(fits), ...parts.filter((part) => !fits(part))];
}
