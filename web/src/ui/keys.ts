import { settings } from '../state/settings.svelte';

/** What keys do at the table; docs/browser.md lists them. */
export interface KeyMap {
  readonly plain: Readonly<Record<string, () => void>>;
  readonly shifted: Readonly<Record<string, () => void>>;
  /** How many places the digits choose among. */
  readonly places: number;
  choose(place: number): void;
  undo(): void;
  redo(): void;
  escape(): void;
  /** Brings the focus to the hand. */
  home(): void;
}

/** Single keys can be switched off, and no key acts in a text field (WCAG 2.1.4). */
export function pressed(event: KeyboardEvent, map: KeyMap): void {
  if (event.defaultPrevented || event.altKey) return;
  if ((event.target as HTMLElement).closest('input, textarea, select, dialog')) return;
  if (event.key === 'Escape') return map.escape();
  const action = meant(event, map);
  if (!action) return;
  event.preventDefault();
  action();
}

function meant(event: KeyboardEvent, map: KeyMap): (() => void) | undefined {
  const { key } = event;
  if (event.ctrlKey || event.metaKey) return key === 'z' ? map.undo : key === 'y' ? map.redo : undefined;
  if (document.activeElement === document.body && /^(Arrow|Home|End)/.test(key)) return map.home;
  if (!settings.keys) return undefined;
  if (/^[1-9]$/.test(key) && map.places > 0) return () => map.choose(Number(key));
  return event.shiftKey ? map.shifted[key] : map.plain[key.toLowerCase()];
}
