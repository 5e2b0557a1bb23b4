// What is staged in the tray and not yet sent: private, and undone and redone step by step.

export interface Staged {
  /** The action in notation, as the server wrote it. */
  readonly action: string;
  /** run, set, book, straight, lay, swap. */
  readonly kind: string;
  readonly points: number;
  /** Cards of the action as tokens, jokers with what they stand for. */
  readonly cards: readonly string[];
  /** The cards of the hand it uses (Held.id). */
  readonly ids: readonly string[];
  /** The meld of the table it goes to, from 1. */
  readonly meld?: number;
  /** Where that meld is staged itself: the first of its cards (Held.id). */
  readonly onto?: string;
  /** The joker it frees for the plays after it. */
  readonly frees?: string;
}

export interface Draft {
  readonly items: readonly Staged[];
  readonly past: readonly (readonly Staged[])[];
  readonly future: readonly (readonly Staged[])[];
}

export const EMPTY: Draft = { items: [], past: [], future: [] };

/**
 * Without plays that use a joker whose swap is no longer staged before them, or a meld that is not.
 */
function sound(items: readonly Staged[], gone: (id: string) => boolean): readonly Staged[] {
  const freed = new Set<string>();
  const melds = new Set<string>();
  const kept = items.filter((item) => {
    if (item.ids.some((id) => gone(id) && !freed.has(id))) return false;
    if (item.onto !== undefined && !melds.has(item.onto)) return false;
    if (item.frees !== undefined) freed.add(item.frees);
    if (isMeld(item)) melds.add(item.ids[0]!);
    return true;
  });
  return kept.length === items.length ? items : kept;
}

export const isMeld = (item: Staged): boolean => item.action.startsWith('meld ');

/** What goes to staged melds names them by the numbers they will have, after others were taken back. */
function renumbered(items: readonly Staged[], before: readonly Staged[]): readonly Staged[] {
  const place = (all: readonly Staged[], first: string): number => all.filter(isMeld).findIndex((item) => item.ids[0] === first);
  return items.map((item) => {
    const less = item.onto === undefined ? 0 : place(before, item.onto) - place(items, item.onto);
    if (less === 0) return item;
    const meld = item.meld! - less;
    return { ...item, meld, action: item.action.replace(/ on \d+$/, ` on ${meld}`) };
  });
}

/** Of these plays those that are kept, as a step that can be undone. */
function step(draft: Draft, plays: readonly Staged[], keep: (item: Staged, at: number) => boolean = () => true): Draft {
  const kept = sound(plays.filter(keep), (id) => draft.items.some((item) => item.frees === id));
  return { items: renumbered(kept, plays), past: [...draft.past, draft.items], future: [] };
}

/** A draft of these plays, as if they had been staged one after the other. */
export const drafted = (items: readonly Staged[]): Draft => ({ items, past: items.map((_, at) => items.slice(0, at)), future: [] });

/** Adds a play. Cards that lie in another staged play come out of it, with that play. */
export function stage(draft: Draft, item: Staged): Draft {
  const used = new Set(item.ids);
  return step(draft, [...draft.items, item], (other) => other === item || !other.ids.some((id) => used.has(id)));
}

/** Puts these plays into the tray instead of what is there, as one step. */
export const replace = (draft: Draft, items: readonly Staged[]): Draft => step(draft, items);

/** Takes a play back into the hand. */
export const unstage = (draft: Draft, at: number): Draft => (at in draft.items ? step(draft, draft.items, (_, n) => n !== at) : draft);

/** Takes the play back that a card lies in. */
export const unstageCard = (draft: Draft, id: string): Draft =>
  unstage(draft, draft.items.findIndex((item) => item.ids.includes(id)));

export function undo(draft: Draft): Draft {
  const items = draft.past.at(-1);
  if (!items) return draft;
  return { items, past: draft.past.slice(0, -1), future: [draft.items, ...draft.future] };
}

export function redo(draft: Draft): Draft {
  const [items, ...future] = draft.future;
  if (!items) return draft;
  return { items, past: [...draft.past, draft.items], future };
}

/** Cards of the hand that lie in the tray. */
export const away = (draft: Draft): Set<string> => new Set(draft.items.flatMap((item) => item.ids));

export const actions = (draft: Draft): string[] => draft.items.map((item) => item.action);

/** The draft when the hand has changed: plays whose cards are all still held stay. */
export function keepHeld(draft: Draft, ids: ReadonlySet<string>): Draft {
  const items = sound(draft.items, (id) => !ids.has(id));
  return items.length === draft.items.length ? draft : drafted(items);
}
