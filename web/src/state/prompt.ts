// The one sentence at the top: what to do next, or whom the table waits for.

import type { State, TableInfo } from '../net/messages';
import { counting, type Words } from './doing';

export interface Prompt {
  readonly pill: Words;
  readonly text: Words;
  /** Honey: it is yours to do. */
  readonly mine: boolean;
}

/** What the player is about to do, as far as the sentence depends on it. */
export interface Intent {
  readonly staged: number;
  /** What is staged cannot go down as it is. */
  readonly short: boolean;
  /** The one card that is picked, where it fits a meld. */
  readonly fitting: string | undefined;
  /** Gin: whether one may knock with the card picked for the discard. */
  readonly knocks: boolean | undefined;
}

export function prompt(info: TableInfo, state: State, { staged, short, fitting, knocks }: Intent): Prompt {
  const names = info.seats.map((seat) => seat.name);
  const name = (seat: number | undefined): string => names[seat ?? -1] ?? '';
  if (state.over) return ended(info, state, name);
  const plain = new Set(state.may?.plain ?? []);
  const { window } = state;
  const top = state.discard[0];
  if (window && !window.answered && plain.has('claim') && state.you !== state.turn) {
    return { pill: { key: 'pill_call' }, text: { key: 'prompt_claim', params: { card: { cards: [window.card] } } }, mine: true };
  }
  if (state.you === null || !state.to_act.includes(state.you) || !state.may) {
    const seat = state.to_act.find((one) => one !== state.you) ?? state.turn;
    if (window && !window.answered && state.you !== null) {
      return { pill: { key: 'pill_wait' }, text: { key: 'prompt_called', params: { card: { cards: [window.card] } } }, mine: false };
    }
    if (isAway(info, seat)) return { pill: { key: 'pill_wait' }, text: { key: 'prompt_away', params: { name: name(seat) } }, mine: false };
    const key = state.phase === 'draw' ? 'prompt_their_draw' : 'prompt_their_play';
    return { pill: { key: state.you === null ? 'pill_watch' : 'pill_wait' }, text: { key, params: { name: name(seat) } }, mine: false };
  }
  const turn = (text: Words): Prompt => ({ pill: { key: 'pill_turn' }, text, mine: true });
  const card = top === undefined ? undefined : { card: { cards: [top] } };
  if (plain.has('take') && plain.has('draw')) return turn({ key: 'prompt_draw_or_take', params: card! });
  if (plain.has('draw')) return turn({ key: 'prompt_draw' });
  if (plain.has('take')) return turn({ key: 'prompt_take_or_pass', params: card! });
  if (state.phase === 'wall') return turn({ key: 'prompt_wall' });
  if (state.phase === 'knock') return turn({ key: state.may.discards.length ? 'prompt_knock_discard' : 'prompt_knock' });
  if (state.phase === 'layoff') {
    const other = name(state.hand_sizes.findIndex((_, seat) => seat !== state.you));
    if (counting(state) !== 'layoff') return turn({ key: 'prompt_knock' });
    const fits = staged === 0 ? state.may.lays[0]?.card : undefined;
    return turn(fits ? { key: 'prompt_layoff_fits', params: { name: other, card: { cards: [fits] } } } : { key: 'prompt_layoff', params: { name: other } });
  }
  if (state.turn !== state.you) {
    return { pill: { key: 'pill_wait' }, text: { key: 'prompt_their_play', params: { name: name(state.turn) } }, mine: false };
  }
  if (state.freed) return turn({ key: 'prompt_freed' });
  if (state.owed > 0) return turn({ key: 'prompt_owed' });
  if (staged > 0) return turn({ key: short ? 'prompt_short' : 'prompt_staged' });
  if (fitting && state.may.discards.includes(fitting)) return turn({ key: 'prompt_fits', params: { card: { cards: [fitting] } } });
  return turn(play(info.game, state, knocks));
}

/** A person whose page is closed, and for whom no bot sits in yet. */
export function isAway(info: TableInfo, at: number): boolean {
  const seat = info.seats[at];
  return seat?.kind === 'person' && !seat.present && !seat.bot_plays;
}

function play(game: string, state: State, knocks: boolean | undefined): Words {
  const opened = state.you !== null && state.opened[state.you];
  if (game === 'gin') return { key: state.may?.plain.includes('knock') && knocks !== false ? 'prompt_gin_knock' : 'prompt_discard' };
  if (game === 'seven_card') return { key: 'prompt_seven' };
  if (game === 'romme' && !opened && typeof state.need === 'number') {
    return { key: 'prompt_open', params: { n: state.need } };
  }
  if (game === 'contract' && !opened) return { key: 'prompt_contract' };
  if (game === 'rummy17' && !opened && state.may?.meld) return { key: 'prompt_meld' };
  return { key: state.may?.meld || state.may?.lays.length ? 'prompt_play' : 'prompt_discard' };
}

function ended(info: TableInfo, state: State, name: (seat: number | undefined) => string): Prompt {
  const pill: Words = { key: state.match_over ? 'pill_match_over' : 'pill_deal_over' };
  if (state.match_over && state.winners.length > 0) {
    if (state.winners.length === 1 && state.winners[0] === state.you) return { pill, text: { key: 'you_won' }, mine: false };
    return { pill, text: { key: 'prompt_winner', params: { name: state.winners.map(name).join(', ') } }, mine: false };
  }
  const out = state.hands?.findIndex((hand) => hand?.length === 0) ?? -1;
  if (out < 0) return { pill, text: { key: info.game === 'gin' ? 'prompt_counted' : 'prompt_deal_over' }, mine: false };
  return out === state.you
    ? { pill, text: { key: 'you_went_out' }, mine: false }
    : { pill, text: { key: 'prompt_went_out', params: { name: name(out) } }, mine: false };
}
