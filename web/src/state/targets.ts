// Where a picked card fits: melds of the table, and those that lie in the tray.

import { endOf } from '../cards/card';
import type { Part } from '../net/messages';
import { meldOf } from './doing';
import { isMeld, type Staged } from './draft';
import { cardsOf } from './lent';

export interface Target {
  readonly part: Part;
  /** The digit that chooses it, from 1. */
  readonly number: number;
  readonly end: 'low' | 'high' | 'joker';
}

/** Of all places lit, those of one meld; staged: what lies in the tray, for this meld or others. */
export function targetsAt(lit: readonly Part[], meld: number, cards: readonly string[], staged: readonly Staged[]): Target[] {
  const laid = staged.filter((item) => item.meld === meld && item.kind === 'lay').reduce<readonly string[]>(grown, cards);
  return lit.flatMap((part, at) => {
    if (meldOf(part) !== meld) return [];
    return [{ part, number: at + 1, end: part.kind === 'swap' ? 'joker' : endOf(cardsOf(part.action)[0] ?? '', laid) }];
  });
}

const grown = (cards: readonly string[], { cards: [card = ''] }: Staged): readonly string[] =>
  endOf(card, cards) === 'low' ? [card, ...cards] : [...cards, card];

/** The number a staged meld will have on the table; 0: what is staged is no meld of its own. */
export const numberOf = (items: readonly Staged[], at: number, laid: number): number =>
  isMeld(items[at]!) ? laid + items.slice(0, at + 1).filter(isMeld).length : 0;
