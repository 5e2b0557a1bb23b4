// The buttons of the action bar: what can be done now, why the rest is off, and which one is the
// thing to do. Nothing is judged here: it only arranges what the server has said.

import type { Answer, Part, State } from '../net/messages';
import type { Params } from '../i18n/format';
import type { Key } from '../i18n/index.svelte';
import type { IconName } from '../cards/drawings';

export interface Words {
  readonly key: Key;
  readonly params?: Params;
}

export type DoingId =
  | 'draw' | 'take' | 'decline' | 'pass' | 'meld' | 'lay' | 'swap' | 'lay_down' | 'discard' | 'knock' | 'go_out' | 'finish' | 'wait'; // prettier-ignore

export interface Doing {
  readonly id: DoingId;
  readonly label: Words;
  readonly sub?: Words;
  readonly icon?: IconName;
  /** Set: the button is off, and this is why. */
  readonly off?: Words;
  readonly primary?: boolean;
  readonly part?: Part;
  readonly card?: string;
}

export interface Situation {
  readonly game: string;
  readonly state: State;
  readonly names: readonly string[];
  /** Tokens of the picked cards. */
  readonly picked: readonly string[];
  readonly staged: number;
  readonly verdict: Answer | undefined;
  readonly readings: readonly Part[];
  readonly best: Best | undefined;
}

/** The best grouping of the hand, or of what is left of it once a card is discarded. */
export type Best = Answer & { readonly without?: string | undefined };

/** Gin after a knock: whether lay-offs are due, or melds and then the count. */
export function counting(state: State): 'layoff' | 'melds' | undefined {
  if (state.phase === 'knock') return state.may?.discards.length ? undefined : 'melds';
  if (state.phase !== 'layoff') return undefined;
  return (state.extra as { layoffs_done?: boolean }).layoffs_done ? 'melds' : 'layoff';
}

/** Gin: cards that lie at the knocker's melds; at which, is not told, for some fit two. */
export const laidOff = (state: State): string[] => (state.extra as { laid_off?: string[] }).laid_off ?? [];

/** The meld of the table a lay-off or swap goes to, from 1; 0: none. */
export const meldOf = (part: Part): number => part.meld || Number(/ on (\d+)$/.exec(part.action)?.[1] ?? 0);

const NEW_MELDS: ReadonlySet<string> = new Set(['run', 'set', 'book', 'straight', 'group']);

/** Readings of the picked cards as a new meld: those that could be laid first, and of these the dearest. */
export function meldReadings(readings: readonly Part[]): Part[] {
  const melds = readings.filter((part) => NEW_MELDS.has(part.kind ?? '') && part.action.startsWith('meld '));
  return melds.sort((a, b) => Number(b.legal) - Number(a.legal) || (b.points ?? 0) - (a.points ?? 0));
}

/** Lay-offs and swaps that can be done with the picked cards, in the order of the melds. */
export function targets(readings: readonly Part[]): Part[] {
  return readings.filter((part) => part.legal && (part.kind === 'lay' || part.kind === 'swap'));
}

/** The buttons from left to right; at most one is primary. */
export function doings(now: Situation): Doing[] {
  const { state } = now;
  const may = state.may;
  if (state.over || !may) return waiting(now);
  const plain = new Set(may.plain);
  if (state.window && !state.window.answered && (plain.has('claim') || plain.has('pass')) && state.turn !== state.you) {
    return waiting(now);
  }
  if (plain.has('draw') || plain.has('take') || plain.has('decline')) return drawing(now, plain);
  if (state.phase === 'wall') return wall(plain);
  if (state.phase === 'knock' || state.phase === 'layoff') return finishing(now, plain);
  if (state.turn !== state.you) return waiting(now);
  return playing(now, plain);
}

/**
 * The bar of a phone, where two have room: the slot of the picked cards is on the right, what can be
 * done without it on the left. None changes its side when the server has said what the picked cards
 * make: a thumb may be on its way.
 */
export function twoOf(list: readonly Doing[], staged: number, picked: number): Doing[] {
  if (!list.some((one) => one.id === 'lay_down')) return [...list];
  return list.filter((one) => (one.id === 'discard' ? staged === 0 : one.id === 'lay_down' ? staged > 0 : staged === 0 || picked > 0));
}

function waiting({ state, names }: Situation): Doing[] {
  const whom = state.to_act.filter((seat) => seat !== state.you);
  const name = names[whom[0] ?? state.turn] ?? '';
  return [{ id: 'wait', label: state.over ? { key: 'deal_over' } : { key: 'waiting_for', params: { name } }, off: { key: 'off_not_turn' } }];
}

function drawing({ state, names }: Situation, plain: ReadonlySet<string>): Doing[] {
  const top = state.discard[0];
  const list: Doing[] = [];
  if (plain.has('pass')) list.push({ id: 'pass', label: { key: 'pass' }, icon: 'x' });
  if (plain.has('decline') && !plain.has('draw')) list.push({ id: 'decline', label: { key: 'decline' }, icon: 'x' });
  if (plain.has('take') && top !== undefined) {
    list.push({
      id: 'take',
      label: { key: 'take_card', params: { card: { cards: [top] } } },
      sub: { key: 'take_sub' },
      icon: 'up',
      primary: !plain.has('draw') && !plain.has('pass'),
    });
  } else if (top !== undefined && state.phase === 'draw') {
    list.push({ id: 'take', label: { key: 'take_card', params: { card: { cards: [top] } } }, off: { key: 'off_take' } });
  }
  if (plain.has('draw')) {
    const claimer = state.window?.claimed[0];
    const sub: Words = claimer === undefined ? { key: 'draw_sub' } : { key: 'draw_sub_claimed', params: { name: names[claimer] ?? '' } };
    list.push({ id: 'draw', label: { key: 'draw' }, sub, icon: 'cards', primary: true });
  }
  return list;
}

function wall(plain: ReadonlySet<string>): Doing[] {
  const list: Doing[] = [{ id: 'pass', label: { key: 'pass' }, sub: { key: 'wall_pass' }, primary: !plain.has('knock') }];
  if (plain.has('knock')) list.push({ id: 'knock', label: { key: 'knock' }, icon: 'check', primary: true });
  return list;
}

/** After a gin knock: melds and lay-offs, then the count. */
function finishing(now: Situation, plain: ReadonlySet<string>): Doing[] {
  const { state, staged, verdict, picked } = now;
  const first = now.state.may!.discards.length > 0;
  if (first) return [discarding(now, true)];
  const list = picked.length > 0 ? [melding(now)] : [];
  const primary = !list.some((one) => one.primary);
  const off = verdict ? (verdict.ok ? undefined : refusalOf(verdict)) : staged === 0 && !plain.has('pass') ? ({ key: 'off_must_meld' } as Words) : undefined;
  const end: Doing = { id: 'finish', label: { key: 'finish_count' }, icon: 'check', primary, ...(off ? { off } : {}) };
  if (counting(state) === 'layoff') {
    // Not honey while a card could be laid off: it would cost what that card counts.
    const nothing = staged === 0 && state.may!.lays.length > 0;
    list.push({ ...end, primary: primary && !nothing, label: { key: staged > 0 ? 'finish_layoff' : 'finish_no_layoff' }, sub: { key: 'finish_layoff_sub' } });
  } else {
    const n = verdict?.deadwood;
    list.push({ ...end, ...(typeof n === 'number' ? { sub: { key: 'finish_deadwood', params: { n } } as Words } : {}) });
  }
  return list;
}

function playing(now: Situation, plain: ReadonlySet<string>): Doing[] {
  const { game, staged, best, picked } = now;
  const meld = melding(now);
  const down = layingDown(now);
  const list: Doing[] = [];
  if (plain.has('knock')) {
    const without = picked.length === 1 && best?.without === picked[0] ? best : undefined;
    // Before a discard is picked one card may be left over.
    const gin = best !== undefined && (best.left?.length ?? 9) <= (best.without === undefined ? 1 : 0);
    const off: Words | undefined = picked.length !== 1 ? { key: 'off_knock' } : without?.knocks === false ? { key: 'off_knock_left' } : undefined;
    list.push({
      id: 'knock',
      label: { key: gin ? 'gin_call' : 'knock' },
      sub: without && !gin ? { key: 'knock_with', params: { n: without.points ?? 0 } } : { key: 'knock_sub' },
      ...(off ? { off } : {}),
    });
  }
  if (game === 'seven_card' && staged === 0) return [discarding(now, !ready(best)), goingOut(best)];
  if (game === 'gin') return [...list, discarding(now, true)];
  const stageFirst = meld.primary === true;
  const downFirst = !stageFirst && staged > 0;
  list.push(discarding(now, !stageFirst && !downFirst));
  list.push({ ...down, primary: downFirst && !down.off });
  list.push(meld);
  return list;
}

/** Seven-card: the whole hand goes at once, but for the discard. */
const ready = (best: Answer | undefined): boolean => best !== undefined && best.parts.length > 0 && (best.left ?? []).length <= 1;

function goingOut(best: Answer | undefined): Doing {
  const label: Words = { key: 'go_out' };
  if (!best) return { id: 'go_out', label, off: { key: 'checking' } };
  if (ready(best)) return { id: 'go_out', label, sub: { key: 'go_out_sub' }, icon: 'crown', primary: true };
  const n = (best.left ?? []).length - 1;
  return { id: 'go_out', label, off: { key: n === 1 ? 'off_card_short' : 'off_cards_short', params: { n } } };
}

/** The slot that takes picked cards: a new meld, a lay-off, or a swap. */
function melding(now: Situation): Doing {
  const { game, readings, picked } = now;
  const melds = meldReadings(readings);
  const first = melds[0];
  if (first) {
    const label: Words = { key: first.kind === 'run' || first.kind === 'straight' ? 'meld_run' : 'meld_set' };
    const points = first.points && game !== 'contract' ? { sub: { key: 'n_points', params: { n: first.points } } as Words } : {};
    return { id: 'meld', label, icon: 'meld', primary: true, part: first, ...points };
  }
  const lit = targets(readings);
  const swap = lit.find((part) => part.kind === 'swap');
  if (lit[0] && picked.length > 0) {
    const part = swap ?? lit[0];
    const id = part.kind === 'swap' ? 'swap' : 'lay';
    return {
      id,
      label: { key: id === 'swap' ? 'swap_joker' : 'lay_off' },
      ...(lit.length > 1 ? { sub: { key: 'choose_target', params: { n: lit.length } } as Words } : {}),
      icon: id === 'swap' ? 'swap' : 'meld',
      primary: true,
      part,
    };
  }
  const why = readings.find((part) => part.code)?.code;
  return {
    id: 'meld',
    label: { key: 'meld' },
    icon: 'meld',
    off: { key: picked.length === 0 ? 'off_meld_none' : picked.length < 3 || !why ? 'off_meld_fit' : 'off_meld_fit' },
  };
}

function layingDown({ game, state, staged, verdict }: Situation): Doing {
  const label: Words = { key: 'lay_down' };
  if (staged === 0) return { id: 'lay_down', label, off: { key: 'off_nothing_staged' } };
  if (!verdict) return { id: 'lay_down', label, off: { key: 'checking' } };
  // A first meld may be legal because the rest could follow: the page lays them all at once.
  if (!verdict.ok || (state.owed === 0 && isShort(verdict))) return { id: 'lay_down', label, off: refusalOf(verdict) };
  const sub: Words = verdict.points && game !== 'contract' ? { key: 'n_points', params: { n: verdict.points } } : { key: 'lay_down_sub' };
  return { id: 'lay_down', label, sub, icon: 'check' };
}

/** Whether the first melds staged are not all that is needed; a swap alone may go before them. */
const isShort = ({ lacking, parts }: Answer): boolean =>
  !parts.every((part) => part.kind === 'swap') && (Array.isArray(lacking) ? lacking.some((n) => n > 0) : (lacking ?? 0) > 0);

/** Why the staged plays cannot go down, in a few words. */
export function refusalOf(verdict: Answer): Words {
  const { lacking, parts } = verdict;
  if (parts.at(-1)?.code === 'too_much_deadwood') return { key: 'off_must_meld' };
  if (typeof lacking === 'number' && lacking > 0) return { key: 'off_points_short', params: { n: lacking } };
  if (Array.isArray(lacking)) {
    const n = lacking.reduce((sum, one) => sum + one, 0);
    if (n > 0) return { key: n === 1 ? 'off_part_missing' : 'off_parts_missing', params: { n } };
  }
  return { key: 'off_not_together' };
}

function discarding(now: Situation, wish: boolean): Doing {
  const { state, picked, staged } = now;
  const card = picked.length === 1 ? picked[0] : undefined;
  if (card === undefined) {
    return { id: 'discard', label: { key: 'discard' }, off: { key: picked.length > 1 ? 'off_only_one' : 'off_select_one' } };
  }
  const label: Words = { key: 'discard_card', params: { card: { cards: [card] } } };
  if (staged > 0) return { id: 'discard', label, off: { key: now.verdict && layingDown(now).off ? 'off_staged_back' : 'off_staged_first' } };
  if (!state.may!.discards.includes(card)) return { id: 'discard', label, off: { key: 'off_discard' }, card };
  return { id: 'discard', label, card, primary: wish };
}
