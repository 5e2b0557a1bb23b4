// Reading card tokens (docs/notation.md): "Th", "X", "b12", "Xr", and on the table "X=9h", "Xr=r7".

export type Suit = 'c' | 'd' | 'h' | 's';
export type Colour = 'r' | 'b' | 'g' | 'y' | 'p';
export type Mark = Suit | Colour;

export interface CardFace {
  /** The token without what a joker stands for. */
  readonly base: string;
  readonly pack: 'french' | 'r17';
  readonly joker: boolean;
  /** "10", "Q", "17"; empty for a joker. */
  readonly rank: string;
  /** Suit or colour; undefined for the joker of the French pack. */
  readonly mark: Mark | undefined;
  /** What a joker on the table stands for: a card, or a bare rank in a book. */
  readonly stands: string | undefined;
}

const R17 = /^([rbgyp])(\d{1,2})$/;
const FRENCH = /^([A2-9TJQK])([cdhs])$/;
const known = new Map<string, CardFace>();

/** Reads a token; what is no card at all is an error, never a blank. */
export function readCard(token: string): CardFace {
  const found = known.get(token);
  if (found) return found;
  const [base = '', stands] = token.split('=');
  const face = parse(base, stands);
  known.set(token, face);
  return face;
}

function parse(base: string, stands: string | undefined): CardFace {
  if (base === 'X') {
    return { base, pack: 'french', joker: true, rank: '', mark: undefined, stands };
  }
  if (/^X[rbgyp]$/.test(base)) {
    return { base, pack: 'r17', joker: true, rank: '', mark: base[1] as Colour, stands };
  }
  const five = R17.exec(base);
  if (five) {
    return { base, pack: 'r17', joker: false, rank: five[2]!, mark: five[1] as Colour, stands };
  }
  const french = FRENCH.exec(base);
  if (french) {
    const rank = french[1] === 'T' ? '10' : french[1]!;
    return { base, pack: 'french', joker: false, rank, mark: french[2] as Suit, stands };
  }
  throw new Error(`not a card: ${base}`);
}

/** The token of the card itself: "X=9h" is an "X". */
export const baseOf = (token: string): string => token.split('=')[0]!;

/** Where a rank stands in its pack, ace first. */
export function rankIndex(face: CardFace): number {
  return face.pack === 'r17' ? Number(face.rank || 99) : 'A23456789TJQKX'.indexOf(face.base[0]!);
}

const MARK_ORDER = 'rbygpshdc';

/** Where a suit or colour stands when a hand is sorted; jokers last. */
export function markIndex(face: CardFace): number {
  return face.mark === undefined ? MARK_ORDER.length : MARK_ORDER.indexOf(face.mark);
}

export const isFrenchMark = (mark: Mark): mark is Suit => 'cdhs'.includes(mark);

/** The end of a laid meld at which a card would lie: an ace below the two, or above the king. */
export function endOf(token: string, meld: readonly string[]): 'low' | 'high' {
  const shown = [token, meld[0] ?? '', meld.at(-1) ?? ''].map((one) => one.split('=')[1] ?? one);
  // A joker of a group, bare or with its rank alone.
  if (shown.some((one) => one.length < 2)) return 'high';
  const faces = shown.map(readCard);
  const [card = 0, first = 0, last = 0] = faces.map(rankIndex);
  const ranks = faces[0]!.pack === 'r17' ? 17 : 13;
  const above = (low: number, high: number): number => (high - low + ranks) % ranks;
  // The nearer end: what is staged already may lie between.
  return above(card, first) < above(last, card) ? 'low' : 'high';
}
