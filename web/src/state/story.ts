// What has happened, as message keys with parameters: for the log and the speaker.

import { cardsOf } from './lent';
import type { TableEvent } from '../net/messages';
import type { Cards } from '../i18n/format';
import type { Words } from './doing';
import type { Key } from '../i18n/index.svelte';

export interface Line {
  /** Among all lines: an event may have two, what somebody did and whose claim that granted. */
  readonly id: string;
  readonly seq: number;
  readonly seat: number | undefined;
  /** The first word of an action, "got" for a granted claim; undefined for what is no action. */
  readonly verb: string | undefined;
  readonly words: Words;
}

/** A meld, by its number from 1, as its first and its last card. */
export function ends(melds: readonly Cards[], number: number): { low: Cards; high: Cards } | undefined {
  const cards = melds[number - 1]?.cards;
  return cards && { low: { cards: cards.slice(0, 1) }, high: { cards: cards.slice(-1) } };
}

const ANSWERS = /^(claim|pass|decline)$/;

const face = (token: string): string => token.split('=')[1] ?? token;

/** The melds that cards were laid off on, as they were before, by event; table: as they are now. */
function grounds(events: readonly TableEvent[], table: readonly Cards[]): Map<number, { low: Cards; high: Cards }> {
  const found = new Map<number, { low: Cards; high: Cards }>();
  const melds = table.map((meld) => [...meld.cards]);
  for (const event of [...events].reverse()) {
    if (event.kind === 'deal') break;
    const text = (event.kind === 'act' && event.text) || '';
    if (text.startsWith('meld ')) melds.pop();
    const on = /^lay (\S+) on (\d+)/.exec(text);
    const meld = melds[Number(on?.[2] ?? 0) - 1];
    if (!on || !meld) continue;
    const card = face(on[1]!);
    const at = face(meld[0] ?? '') === card ? 0 : meld.findLastIndex((token) => face(token) === card);
    if (at >= 0) meld.splice(at, 1);
    const before = ends([{ cards: meld }], 1);
    if (before) found.set(event.seq, before);
  }
  return found;
}

/** The events with something to tell, in their order; table: the melds of the newest deal. */
export function lines(events: readonly TableEvent[], table: readonly Cards[], you: number | undefined): Line[] {
  const told: Line[] = [];
  const laid = grounds(events, table);
  // Whoever passes after a knock of gin has laid off what fits.
  let knocked = false;
  for (const event of events) {
    if (event.kind === 'deal') knocked = false;
    const verb = event.kind === 'act' ? (event.text ?? '').split(' ')[0]! : undefined;
    const words = verb === undefined ? happened(event, you) : acted(event, verb, you, knocked, laid.get(event.seq));
    knocked ||= event.text === 'knock';
    const line = { id: `${event.seq}`, seq: event.seq, seat: event.seat ?? undefined, verb, words };
    const granted = verb === undefined ? undefined : got(event, verb, you);
    // An answer grants a claim; a draw comes after the claim it grants.
    for (const one of ANSWERS.test(verb ?? '') ? [line, granted] : [granted, line]) if (one?.words) told.push({ ...one, words: one.words });
  }
  return told;
}

/** Who has a claimed card now, and how many penalty cards with it. */
function got(event: TableEvent, verb: string, you: number | undefined): Line | undefined {
  const gain = event.shown?.find((one) => one.card !== null && (one.seat !== event.seat || ANSWERS.test(verb)));
  if (!gain) return undefined;
  const n = event.hidden?.filter((one) => one.seat === gain.seat).length ?? 0;
  const key = `log_${gain.seat === you ? 'you_' : ''}got${n ? '_more' : ''}` as Key;
  return { id: `${event.seq} got`, seq: event.seq, seat: gain.seat, verb: 'got', words: { key, params: { cards: { cards: [gain.card!] }, n } } };
}

function acted(event: TableEvent, verb: string, you: number | undefined, knocked: boolean, on: { low: Cards; high: Cards } | undefined): Words | undefined {
  const cards = cardsOf(event.text ?? '');
  const gains = [...(event.shown ?? []), ...(event.hidden ?? [])].filter((gain) => gain.seat === event.seat);
  const seen = gains.map((gain) => gain.card).filter((card) => card !== null);
  const me = event.seat === you;
  const key = (name: string): Key => (me ? `log_you_${name}` : `log_${name}`) as Key;
  switch (verb) {
    case 'draw':
      if (event.remade) return { key: key('draw_remade') };
      return seen.length ? { key: key('draw_card'), params: { cards: { cards: seen } } } : { key: key('draw') };
    case 'take':
      return seen.length ? { key: key('take'), params: { cards: { cards: seen } } } : { key: key('take_top') };
    case 'meld':
      return { key: key('meld'), params: { cards: { cards } } };
    case 'lay':
      return on ? { key: key('lay'), params: { cards: { cards }, ...on } } : { key: key('lay_any'), params: { cards: { cards } } };
    case 'swap':
      return { key: key('swap'), params: { cards: { cards: cards.filter((card) => !card.startsWith('X')) } } };
    case 'discard':
      return { key: key('discard'), params: { cards: { cards } } };
    case 'knock':
      return { key: key('knock') };
    case 'pass':
      return { key: key(knocked ? 'counted' : 'pass') };
    case 'claim':
      return { key: key('claim') };
    case 'decline':
      return { key: key('decline') };
    default:
      return undefined;
  }
}

const SEATS: Readonly<Record<string, Key>> = {
  joined: 'log_joined',
  left: 'log_left',
  back: 'log_back',
  bot_in: 'log_bot_in',
  timeout: 'log_timeout',
  paused: 'log_paused',
  resumed: 'log_resumed',
};

function happened(event: TableEvent, you: number | undefined): Words | undefined {
  switch (event.kind) {
    case 'deal':
      return { key: 'log_deal' };
    case 'deal_over':
      return { key: 'log_deal_over' };
    case 'match_over':
      return { key: 'log_match_over' };
    case 'seat': {
      const key = event.text === 'timeout' && event.seat === you ? 'log_you_timeout' : SEATS[event.text ?? ''];
      return key && { key };
    }
    case 'dropped':
      return { key: 'log_dropped' };
    default:
      return undefined;
  }
}
