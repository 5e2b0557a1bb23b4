// What has happened, as message keys with parameters: for the log and the speaker.

import { cardsOf } from './lent';
import type { TableEvent } from '../net/messages';
import type { Words } from './doing';
import type { Key } from '../i18n/index.svelte';

export interface Line {
  readonly seq: number;
  readonly seat: number | undefined;
  readonly words: Words;
}

/** The events with something to tell, in their order. */
export function lines(events: readonly TableEvent[], you: number | undefined): Line[] {
  const told: Line[] = [];
  // Whoever passes after a knock of gin has laid off what fits.
  let knocked = false;
  for (const event of events) {
    if (event.kind === 'deal') knocked = false;
    const words = event.kind === 'act' ? acted(event, you, knocked) : happened(event);
    knocked ||= event.text === 'knock';
    if (words) told.push({ seq: event.seq, seat: event.seat ?? undefined, words });
  }
  return told;
}

function acted(event: TableEvent, you: number | undefined, knocked: boolean): Words | undefined {
  const [verb = ''] = (event.text ?? '').split(' ');
  const cards = cardsOf(event.text ?? '');
  const gains = [...(event.shown ?? []), ...(event.hidden ?? [])].filter((gain) => gain.seat === event.seat);
  const seen = gains.map((gain) => gain.card).filter((card) => card !== null);
  const me = event.seat === you;
  const key = (name: string): Key => (me ? `log_you_${name}` : `log_${name}`) as Key;
  const on = /\bon (\d+)/.exec(event.text ?? '')?.[1];
  switch (verb) {
    case 'draw':
      if (event.remade) return { key: key('draw_remade') };
      return seen.length ? { key: key('draw_card'), params: { cards: { cards: seen } } } : { key: key('draw') };
    case 'take':
      return seen.length ? { key: key('take'), params: { cards: { cards: seen } } } : { key: key('take_top') };
    case 'meld':
      return { key: key('meld'), params: { cards: { cards } } };
    case 'lay':
      return on ? { key: key('lay'), params: { cards: { cards }, meld: on } } : { key: key('lay_any'), params: { cards: { cards } } };
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

function happened(event: TableEvent): Words | undefined {
  switch (event.kind) {
    case 'deal':
      return { key: 'log_deal' };
    case 'deal_over':
      return { key: 'log_deal_over' };
    case 'match_over':
      return { key: 'log_match_over' };
    case 'seat': {
      const key = SEATS[event.text ?? ''];
      return key && { key };
    }
    case 'dropped':
      return { key: 'log_dropped' };
    default:
      return undefined;
  }
}
