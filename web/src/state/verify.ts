// Checking a finished deal in the page: every shuffle is computed again from the secret, by the
// function docs/protocol.md gives, with the browser's own SHA-256 where
// it has one. No rule of a game is needed.

import type { Kind, ProofInfo } from '../net/messages';

type Shuffle = Kind<'check'>['shuffles'][number];

const MASK = 2 ** 32;

export const bytesOf = (hex: string): Uint8Array<ArrayBuffer> => Uint8Array.from(hex.match(/../g) ?? [], (pair) => parseInt(pair, 16));
export const hexOf = (bytes: Uint8Array): string => [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');

/** Four bytes, most significant first. */
function four(n: number): number[] {
  return [(n >>> 24) & 255, (n >>> 16) & 255, (n >>> 8) & 255, n & 255];
}

async function sha256(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
  const { subtle } = crypto as Partial<Crypto>;
  return subtle ? new Uint8Array(await subtle.digest('SHA-256', bytes)) : (await import('./sha256')).sha256(bytes);
}

/** The numbers of one purpose of one deal, from block 0 on. */
export class Numbers {
  private readonly prefix: readonly number[];
  private block = 0;
  private ready: number[] = [];

  constructor(secret: Uint8Array, shares: Uint8Array, deal: number, purpose: string) {
    const name = new TextEncoder().encode(purpose);
    this.prefix = [...four(secret.length), ...secret, ...four(shares.length), ...shares, ...four(deal), ...four(name.length), ...name];
  }

  private async next(): Promise<number> {
    if (this.ready.length === 0) {
      const bytes = await sha256(Uint8Array.from([...this.prefix, ...four(this.block)]));
      this.block += 1;
      const view = new DataView(bytes.buffer);
      this.ready = Array.from({ length: 8 }, (_, at) => view.getUint32(at * 4));
    }
    return this.ready.shift()!;
  }

  /** A number from 0 to n - 1. */
  async below(n: number): Promise<number> {
    const end = MASK - (MASK % n);
    for (;;) {
      const number = await this.next();
      if (number < end) return number % n;
    }
  }

  async shuffled(cards: readonly string[]): Promise<string[]> {
    const order = [...cards];
    for (let i = order.length - 1; i > 0; i -= 1) {
      const j = await this.below(i + 1);
      [order[i], order[j]] = [order[j]!, order[i]!];
    }
    return order;
  }
}

export interface Checking {
  /** SHA-256 of the secret is the seal that was shown before the deal. */
  readonly seal: boolean;
  /** The player's own bytes are among the shares; undefined where this device sent none. */
  readonly mine: boolean | undefined;
  readonly shuffles: readonly { readonly purpose: string; readonly cards: number; readonly right: boolean }[];
}

/** seal: what was shown before the deal. mine: the bytes this device sent for it. */
export async function verify(proof: ProofInfo, shuffles: readonly Shuffle[], seal: string, mine: string | undefined): Promise<Checking> {
  const secret = bytesOf(proof.secret);
  const joined = proof.shares.join('');
  const shares = bytesOf(joined);
  const found: { purpose: string; cards: number; right: boolean }[] = [];
  for (const { deal, purpose, before = [], after = [], lot } of shuffles) {
    const numbers = new Numbers(secret, shares, deal, purpose);
    const right = lot ? (await numbers.below(lot[0]!)) === lot[1] : (await numbers.shuffled(before)).join(' ') === after.join(' ');
    found.push({ purpose, cards: before.length, right });
  }
  const digest = hexOf(await sha256(secret));
  return { seal: digest === seal && seal === proof.commit, mine: mine === undefined ? undefined : joined.includes(mine), shuffles: found };
}

// ---- the bytes this device has given to coming shuffles

const STORE = 'upcard.shares';
const MOST = 60;

const kept = (): [string, string][] => {
  try {
    return JSON.parse(localStorage.getItem(STORE) ?? '[]') as [string, string][];
  } catch {
    return [];
  }
};
const keyOf = (code: string, match: number, deal: number, seat: number): string => `${code}.${match}.${deal}.${seat}`;

/** 16 random bytes of this player, for the shuffle of a coming deal; kept to be looked for later. */
export function share(code: string, match: number, deal: number, seat: number): string {
  const bytes = hexOf(crypto.getRandomValues(new Uint8Array(16)));
  try {
    localStorage.setItem(STORE, JSON.stringify([...kept(), [keyOf(code, match, deal, seat), bytes]].slice(-MOST)));
  } catch {
    // Then the check says nothing of one's own bytes.
  }
  return bytes;
}

/** The bytes this device sent, where the server says they were taken. */
export const shared = (code: string, match: number, deal: number, seat: number): string | undefined =>
  kept().findLast(([key]) => key === keyOf(code, match, deal, seat))?.[1];
