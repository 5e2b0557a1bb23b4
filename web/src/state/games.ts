// The games the server has, with their options: what forms and the rules panel are made from.

import { hasKey, t } from '../i18n/index.svelte';

export type Value = number | string | boolean | null;

export interface GameOption {
  readonly name: string;
  readonly default: Value;
  readonly explanation: string;
  readonly paragraph: string;
  readonly choices: readonly Value[];
  readonly low: number;
  readonly high: number;
  readonly none_ok: boolean;
}

export interface Game {
  readonly game: string;
  readonly title: string;
  readonly min_seats: number;
  readonly max_seats: number;
  readonly default_seats: number;
  readonly options: readonly GameOption[];
}

export interface Catalogue {
  readonly games: readonly Game[];
  readonly levels: readonly string[];
}

let asked: Promise<Catalogue> | undefined;

export function catalogue(): Promise<Catalogue> {
  asked ??= fetch(new URL('api/games', document.baseURI))
    .then((response) => {
      if (!response.ok) throw new Error(`games: ${response.status}`);
      return response.json() as Promise<Catalogue>;
    })
    .catch((error: unknown) => {
      asked = undefined;
      throw error;
    });
  return asked;
}

export const games = async (): Promise<readonly Game[]> => (await catalogue()).games;

/** An option's name for people: translated where there is a word for it. */
export function optionName(name: string): string {
  const key = `opt_${name}`;
  if (hasKey(key)) return t(key);
  const words = name.replaceAll('_', ' ');
  return words[0]!.toUpperCase() + words.slice(1);
}

/** A value in words; seats are counted from 1, as at the table. */
export function valueName(value: Value, option = ''): string {
  if (option === 'first_dealer') return t('seat_n', { n: Number(value) + 1 });
  if (value === null) return t('value_none');
  if (typeof value === 'boolean') return t(value ? 'yes' : 'no');
  if (typeof value === 'number') return `${value}`;
  const key = `value_${value}`;
  return hasKey(key) ? t(key) : value.replaceAll('_', ' ');
}

export function levelName(level: string): string {
  const key = `level_${level}`;
  return hasKey(key) ? t(key) : level;
}
