// How a card is spoken.

import { isFrenchMark, readCard, type CardFace } from '../cards/card';
import { hasKey, t, type Key } from './index.svelte';
import { words, type Params } from './format';

const RANK_KEYS: Record<string, Key> = { A: 'rank_A', J: 'rank_J', Q: 'rank_Q', K: 'rank_K' };

function plain(face: CardFace): string {
  const mark = face.mark!;
  if (face.pack === 'r17') {
    const colour = t(`colour_${mark}` as Key);
    return face.joker ? t('r17_joker', { colour }) : t('r17_card', { colour, rank: face.rank });
  }
  const key = RANK_KEYS[face.rank];
  return t(key ? 'french_court' : 'french_card', { rank: key ? t(key) : face.rank, suit: t(`suit_${mark}` as Key) });
}

/** "queen of diamonds", "purple 12", "joker as nine of hearts". */
export function cardName(token: string): string {
  const face = readCard(token);
  const name = face.joker && face.pack === 'french' ? t('joker') : plain(face);
  if (!face.stands) return name;
  const single = /^[A2-9TJQK]$/.test(face.stands);
  const stands = single ? rankName(face.stands) : cardName(face.stands);
  return t('joker_as', { joker: name, card: stands });
}

/** "queens", for books and sets. */
export function rankName(rank: string): string {
  const key = `rank_${rank}`;
  return hasKey(key) ? t(key) : rank === 'T' ? '10' : rank;
}

const LETTERS: Record<string, Key> = { J: 'letter_J', Q: 'letter_Q', K: 'letter_K' };

/** A rank as it is printed on a card: "10", "17", and the letters of the language's own packs. */
export function rankLetter(rank: string): string {
  const key = LETTERS[rank];
  return key ? t(key) : rank;
}

export const markName = (mark: string): string =>
  isFrenchMark(mark as 'c') ? t(`suit_${mark}` as Key) : t(`colour_${mark}` as Key);

/** A message with cards in it, as it is spoken. */
export const spoken = (text: string, params: Params): string => words(text, params, cardName);
