// The messages of the chosen language. Keys are those of the English table; the compiler finds
// a message that another language lacks.

import { de } from './de';
import { en } from './en';
import { words, type Params } from './format';

export type Key = keyof typeof en;
export type Messages = Readonly<Record<Key, string>>;
export type Lang = 'en' | 'de';

const TABLES: Record<Lang, Messages> = { en, de };
export const LANGUAGES: Record<Lang, string> = { en: 'English', de: 'Deutsch' };

const chosen = $state<{ lang: Lang }>({ lang: 'en' });

export const lang = (): Lang => chosen.lang;

export function setLang(value: Lang): void {
  chosen.lang = value;
  document.documentElement.lang = value;
}

/** The language the browser asks for, where we have it. */
export function browserLang(): Lang {
  for (const wanted of navigator.languages ?? [navigator.language]) {
    const short = wanted.slice(0, 2);
    if (short in TABLES) return short as Lang;
  }
  return 'en';
}

/** The raw message, for sentences with cards in them. */
export const message = (key: Key): string => TABLES[chosen.lang][key];

export const hasKey = (key: string): key is Key => key in en;

/** A message as plain text. */
export function t(key: Key, params: Params = {}): string {
  return words(message(key), params, (token) => token);
}

/** One of two messages by number: `count('n_card', 3)` asks for "n_card_many". */
export function count(key: string, n: number, params: Params = {}): string {
  return t(`${key}_${n === 1 ? 'one' : 'many'}` as Key, { n, ...params });
}
