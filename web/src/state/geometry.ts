// How the cards of a hand are spread: rows, places in a row, and how much of each is seen.

export interface Spread {
  readonly rows: number;
  readonly places: number;
  /** Visible width of each card but the last of a row. */
  readonly strip: number;
}

/** A strip this wide shows rank and suit whole; with many cards a little less is allowed. */
const COMFORT = 40;
const LEAST = 36;
const WIDEST = 0.8;

export function spread(cards: number, width: number, card: number, roomy: boolean): Spread {
  const n = Math.max(cards, 1);
  for (let rows = 1; rows <= 5; rows += 1) {
    const places = Math.ceil(n / rows);
    const most = card * (roomy ? 0.84 : WIDEST);
    const strip = places === 1 ? most : Math.min((width - card) / (places - 1), most);
    const least = rows === 1 && !roomy ? COMFORT : LEAST;
    if (strip >= least || rows === 5) return { rows, places, strip: Math.max(strip, 12) };
  }
  throw new Error('unreachable');
}
