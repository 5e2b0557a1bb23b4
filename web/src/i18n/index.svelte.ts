// The messages of the chosen language. Keys are those of the English table; the compiler finds
// a message that another language lacks.

import type { en } from './en';
import { words, type Params } from './format';

export type Key = keyof typeof en;
export type Messages = Readonly<Record<Key, string>>;
export type Lang = 'en' | 'de';

/** A language is loaded when it is chosen; the page waits for its first one. */
const LOADERS: Record<Lang, () => Promise<Messages>> = {
  en: async () => (await import('./en')).en,
  de: async () => (await import('./de')).de,
};
const TABLES: Partial<Record<Lang, Messages>> = {};
export const LANGUAGES: Record<Lang, string> = { en: 'English', de: 'Deutsch' };

let current = $state.raw<{ readonly lang: Lang; readonly table: Messages }>({ lang: 'en', table: {} as Messages });
let wanted: Lang = 'en';

export const lang = (): Lang => current.lang;

/** Switches the language; messages change once its table is there. */
export async function setLang(value: Lang): Promise<void> {
  wanted = value;
  if (current.table === TABLES[value]) return;
  const table = (TABLES[value] ??= await LOADERS[value]());
  if (wanted !== value) return;
  current = { lang: value, table };
  document.documentElement.lang = value;
}

/** The language the browser asks for, where we have it. */
export function browserLang(): Lang {
  for (const wanted of navigator.languages ?? [navigator.language]) {
    const short = wanted.slice(0, 2);
    if (short in LANGUAGES) return short as Lang;
  }
  return 'en';
}

/** The raw message, for sentences with cards in them. */
export const message = (key: Key): string => current.table[key];

export const hasKey = (key: string): key is Key => key in current.table;

/** A message as plain text. */
export function t(key: Key, params: Params = {}): string {
  return words(message(key), params, (token) => token);
}

/** One of two messages by number: `count('n_card', 3)` asks for "n_card_many". */
export function count(key: string, n: number, params: Params = {}): string {
  return t(`${key}_${n === 1 ? 'one' : 'many'}` as Key, { n, ...params });
}

/** The name of a paragraph of the rules, which the server gives in English. */
export function paragraphName(heading: string): string {
  const key = `para_${heading.toLowerCase().replace(/[^a-z]+/g, '_')}`;
  return hasKey(key) ? t(key) : heading;
}
