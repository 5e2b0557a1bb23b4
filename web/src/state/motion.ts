// Cards that fly or slide from where they were to where they are. What moved is read from the page before
// and after a change; nothing waits for a flight, and none lasts longer than a quarter second.

import type { TableEvent } from '../net/messages';
import { moveTime } from './settings.svelte';

const FLIGHT = 200;
const EASE = 'cubic-bezier(.2,.7,.2,1)';
const STAGGER = 10;
const LATEST = 50;
/** After a break many things happen at once: then the table is simply as it is. */
const MOST_EVENTS = 6;
const MOST_CARDS = 22;

export interface Seen {
  readonly events: readonly TableEvent[];
  readonly stock: DOMRect | undefined;
  readonly pile: DOMRect | undefined;
  /** The open card as it was drawn. */
  readonly pileCard: HTMLElement | undefined;
  readonly seats: ReadonlyMap<number, DOMRect>;
  /** Cards of the hand, by id. */
  readonly hand: ReadonlyMap<string, DOMRect>;
  readonly tray: ReadonlyMap<string, DOMRect>;
  /** Cards of each meld of the table, by its number. */
  readonly melds: ReadonlyMap<string, readonly string[]>;
}

const all = (root: ParentNode, what: string): HTMLElement[] => [...root.querySelectorAll<HTMLElement>(what)];
const box = (element: Element | null | undefined): DOMRect | undefined => {
  const rect = element?.getBoundingClientRect();
  return rect && rect.width > 0 ? rect : undefined;
};
const cardsIn = (root: ParentNode): HTMLElement[] => all(root, '[data-card]');

/** What the page shows, before a change is drawn. */
export function before(root: HTMLElement, events: readonly TableEvent[]): Seen | undefined {
  if (moveTime() === 0 || events.length === 0 || events.length > MOST_EVENTS) return undefined;
  const rects = (list: readonly HTMLElement[], key: (one: HTMLElement) => string | undefined): Map<string, DOMRect> => {
    const found = new Map<string, DOMRect>();
    for (const one of list) found.set(key(one) ?? '', one.getBoundingClientRect());
    return found;
  };
  const pile = root.querySelector<HTMLElement>('[data-fly="pile"] [data-card]');
  return {
    events,
    stock: box(root.querySelector('[data-fly="stock"] .card')),
    pile: box(pile ?? root.querySelector('[data-fly="pile"]')),
    pileCard: pile ? (pile.cloneNode(true) as HTMLElement) : undefined,
    seats: new Map(all(root, '[data-seat]').map((one) => [Number(one.dataset['seat']), (one.querySelector('.ava, .count') ?? one).getBoundingClientRect()])),
    hand: rects(all(root, '.hand-list button[data-id]'), (one) => one.dataset['id']),
    tray: rects(all(root, '.tray .staged [data-card]'), (one) => base(one.dataset['card'])),
    melds: new Map(all(root, '[data-drop^="meld:"]').map((one) => [one.dataset['drop']!, cardsIn(one).map((card) => card.dataset['card']!)])),
  };
}

const base = (token: string | undefined): string => (token ?? '').split('=')[0]!;

interface Flight {
  readonly to: HTMLElement;
  readonly from: DOMRect;
}

/** Lets every card that has come somewhere fly there. */
export function after(root: HTMLElement, seen: Seen, you: number | undefined): void {
  const acts = seen.events.filter((event) => event.kind === 'act');
  const flights: Flight[] = [];
  const dealt = seen.events.some((event) => event.kind === 'deal');
  const from = (seat: number | undefined | null): DOMRect | undefined => (seat === you ? undefined : seen.seats.get(seat ?? -1));
  const open = acts.flatMap((event) => event.shown ?? []);
  const closed = acts.flatMap((event) => event.hidden ?? []);

  // into the own hand: what everybody saw comes from the pile
  for (const card of all(root, '.hand-list button[data-id]')) {
    if (!dealt && seen.hand.has(card.dataset['id']!)) continue;
    const shown = open.some((gain) => gain.seat === you && gain.card === card.dataset['card']);
    const source = shown ? (seen.pile ?? seen.stock) : seen.stock;
    if (source) flights.push({ to: card, from: source });
  }
  // onto the melds
  const layer = acts.findLast((event) => /^(meld|lay|swap)\b/.test(event.text ?? ''));
  if (layer) {
    for (const meld of all(root, '[data-drop^="meld:"]')) {
      const had = [...(seen.melds.get(meld.dataset['drop']!) ?? [])];
      for (const card of cardsIn(meld)) {
        const token = card.dataset['card']!;
        const at = had.indexOf(token);
        if (at >= 0) had.splice(at, 1);
        else {
          const rect = from(layer.seat) ?? seen.tray.get(base(token)) ?? handRect(seen, base(token));
          if (rect) flights.push({ to: card, from: rect });
        }
      }
    }
  }
  // onto the pile
  const thrower = acts.findLast((event) => /^discard\b/.test(event.text ?? ''));
  const top = root.querySelector<HTMLElement>('[data-fly="pile"] [data-card]');
  if (thrower && top) {
    const rect = from(thrower.seat) ?? handRect(seen, top.dataset['card']!);
    if (rect) flights.push({ to: top, from: rect });
  }
  flights.slice(0, MOST_CARDS).forEach((flight, at) => fly(flight, Math.min(at * STAGGER, LATEST)));

  // to somebody else's hand: the back, or the card everybody saw
  for (const [list, rect, what] of [
    [open, seen.pile, '[data-fly="pile"] .card'],
    [closed, seen.stock, '[data-fly="stock"] .card'],
  ] as const) {
    for (const { seat, card } of list) {
      const to = seat === you ? undefined : seen.seats.get(seat);
      const like = root.querySelector<HTMLElement>(what);
      if (to && rect && like) leave(card === null ? like : (seen.pileCard ?? like), rect, to);
    }
  }
}

const handRect = (seen: Seen, token: string): DOMRect | undefined => {
  for (const [id, rect] of seen.hand) if (id.startsWith(`${token}#`)) return rect;
  return undefined;
};

function ghost(card: HTMLElement, rect: DOMRect): HTMLElement {
  const copy = card.cloneNode(true) as HTMLElement;
  copy.className = 'card ghost';
  copy.removeAttribute('data-id');
  copy.removeAttribute('data-card');
  copy.setAttribute('aria-hidden', 'true');
  copy.setAttribute('tabindex', '-1');
  copy.inert = true;
  copy.style.cssText = `left:${rect.left}px;top:${rect.top}px;--w:${rect.width}px`;
  document.body.append(copy);
  return copy;
}

function fly({ to, from }: Flight, delay: number): void {
  const rect = to.getBoundingClientRect();
  if (rect.width === 0) return;
  const copy = ghost(to, rect);
  const start = `translate(${from.left - rect.left}px, ${from.top - rect.top}px) scale(${from.width / rect.width})`;
  to.animate({ opacity: [0, 0] }, { duration: FLIGHT + delay });
  const flight = copy.animate({ transform: [start, 'none'] }, { duration: FLIGHT, delay, easing: EASE, fill: 'backwards' });
  flight.onfinish = flight.oncancel = () => copy.remove();
}

function leave(card: HTMLElement, rect: DOMRect, to: DOMRect): void {
  const copy = ghost(card, rect);
  const end = `translate(${to.left + to.width / 2 - rect.left - rect.width / 2}px, ${to.top + to.height / 2 - rect.top - rect.height / 2}px) scale(.35)`;
  const flight = copy.animate(
    { transform: ['none', end], opacity: [1, 1, 0] },
    { duration: FLIGHT + LATEST, easing: 'cubic-bezier(.3,.1,.3,1)' },
  );
  flight.onfinish = flight.oncancel = () => copy.remove();
}

/** Where each card of the hand is drawn, by its id, in the list's own measure. */
export type Placed = ReadonlyMap<string, readonly [x: number, y: number]>;

export function placed(list: HTMLElement): Placed {
  const found = new Map<string, readonly [number, number]>();
  if (moveTime() === 0) return found;
  const home = list.getBoundingClientRect();
  for (const card of all(list, 'button[data-id]')) {
    const { left, top } = card.getBoundingClientRect();
    found.set(card.dataset['id']!, [left - home.left, top - home.top]);
  }
  return found;
}

/**
 * Lets every card slide from where it was. All places are read before any card sets off: a place read
 * in between would have the page laid out once for each card.
 */
export function slide(list: HTMLElement, was: Placed): void {
  if (was.size === 0) return;
  for (const item of list.children) for (const running of item.getAnimations()) running.cancel();
  const now = placed(list);
  for (const card of all(list, 'button[data-id]')) {
    const [from, to] = [was.get(card.dataset['id']!), now.get(card.dataset['id']!)];
    if (!from || !to) continue;
    const [dx, dy] = [from[0] - to[0], from[1] - to[1]];
    if (dx === 0 && dy === 0) continue;
    card.parentElement!.animate({ transform: [`translate(${dx}px, ${dy}px)`, 'none'] }, { duration: moveTime(), easing: EASE });
  }
}
