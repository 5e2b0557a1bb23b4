// Settings of this device.

import { browserLang, setLang, type Lang } from '../i18n/index.svelte';

export interface Settings {
  name: string;
  lang: Lang;
  theme: 'auto' | 'light' | 'dark';
  deck: 'two' | 'four';
  size: 'small' | 'normal' | 'large';
  motion: 'auto' | 'on' | 'off';
  keys: boolean;
  hints: 'off' | 'legal' | 'advice';
  left: boolean;
  speak: 'all' | 'important';
  phrases: boolean;
  level: string;
  /** How long a match of one click is, in games whose rules leave that open. */
  length: 'deal' | 'match';
}

const STORE = 'upcard.settings';

const initial = (): Settings => ({
  name: '',
  lang: browserLang(),
  theme: 'auto',
  deck: 'two',
  size: 'normal',
  motion: 'auto',
  keys: true,
  hints: 'advice',
  left: false,
  speak: 'all',
  phrases: true,
  level: '',
  length: 'deal',
});

function stored(): Partial<Settings> {
  try {
    return JSON.parse(localStorage.getItem(STORE) ?? '{}') as Partial<Settings>;
  } catch {
    return {};
  }
}

export const settings: Settings = $state({ ...initial(), ...stored() });

/** Shows the settings; resolves when the language is there. */
export function applySettings(): Promise<void> {
  const root = document.documentElement;
  const dark = matchMedia('(prefers-color-scheme: dark)').matches;
  const still = matchMedia('(prefers-reduced-motion: reduce)').matches;
  root.dataset['theme'] = settings.theme === 'auto' ? (dark ? 'dark' : 'light') : settings.theme;
  root.dataset['deck'] = settings.deck;
  root.dataset['size'] = settings.size;
  root.dataset['motion'] = settings.motion === 'off' || (settings.motion === 'auto' && still) ? 'off' : 'on';
  root.dataset['hand'] = settings.left ? 'left' : 'right';
  try {
    localStorage.setItem(STORE, JSON.stringify(settings));
  } catch {
    // A browser that keeps nothing still plays.
  }
  return setLang(settings.lang);
}

/** How long a move of cards takes: nothing where motion is off. */
export const moveTime = (): number => (document.documentElement.dataset['motion'] === 'off' ? 0 : 180);
