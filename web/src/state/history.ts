// The scores of the deals of a match, as this device has seen them. The server tells those of the
// deal that is over and the totals; earlier deals are kept here.

import type { State, TableInfo } from '../net/messages';

export interface Scored {
  readonly deal: number;
  readonly scores: readonly number[];
}

const key = (info: TableInfo): string => `upcard.scores.${info.code}.${info.match}`;

export function history(info: TableInfo, state: State): Scored[] {
  let seen: Scored[] = [];
  try {
    seen = JSON.parse(sessionStorage.getItem(key(info)) ?? '[]') as Scored[];
  } catch {
    // Nothing is remembered.
  }
  if (!state.over || seen.some((one) => one.deal === state.deal)) return seen;
  seen = [...seen, { deal: state.deal, scores: state.scores }].sort((a, b) => a.deal - b.deal);
  try {
    sessionStorage.setItem(key(info), JSON.stringify(seen));
  } catch {
    // The sheet then shows this deal alone.
  }
  return seen;
}
