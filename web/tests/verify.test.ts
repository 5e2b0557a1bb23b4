import { createHash } from 'node:crypto';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { sha256 } from '../src/state/sha256';
import { Numbers, bytesOf, hexOf, verify } from '../src/state/verify';

// Made by SeededShuffler of src/upcard/core/shuffle.py: secret 00 01 … 1f, shares "ab" x 16, deal 3.
const SECRET = Array.from({ length: 32 }, (_, at) => at.toString(16).padStart(2, '0')).join('');
const COMMIT = '630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd';
const SHARE = 'ab'.repeat(16);

describe('checking a deal', () => {
  it('draws the same numbers as the engine', async () => {
    const numbers = new Numbers(bytesOf(SECRET), bytesOf(SHARE), 3, 'deck');
    const drawn: number[] = [];
    for (let n = 0; n < 10; n += 1) drawn.push(await numbers.below(1000));
    expect(drawn).toEqual([279, 839, 957, 34, 899, 186, 69, 346, 296, 189]);
  });

  it('finds the shuffle again, and notices another order, a wrong seal and missing bytes', async () => {
    const before = ['Ac', '2c', '3c', '4c', '5c'];
    const after = ['3c', 'Ac', '2c', '4c', '5c'];
    const commit = COMMIT;
    const proof = { deal: 3, commit, secret: SECRET, shares: [SHARE], seats: [0] };
    const right = await verify(proof, [{ deal: 3, purpose: 'deck', before, after }], commit, SHARE);
    expect(right).toEqual({ seal: true, mine: true, shuffles: [{ purpose: 'deck', cards: 5, right: true }] });
    const wrong = await verify(proof, [{ deal: 3, purpose: 'deck', before, after: before }], `${commit.slice(1)}0`, 'cd'.repeat(16));
    expect(wrong).toEqual({ seal: false, mine: false, shuffles: [{ purpose: 'deck', cards: 5, right: false }] });
  });

  it('checks a lot without cards', async () => {
    const proof = { deal: 3, commit: COMMIT, secret: SECRET, shares: [], seats: [] };
    const found = await verify(proof, [{ deal: 0, purpose: 'first dealer', before: [], after: [], lot: [4, 3] }], COMMIT, undefined);
    expect(found).toEqual({ seal: true, mine: undefined, shuffles: [{ purpose: 'first dealer', cards: 0, right: true }] });
  });
});

describe('without a secure context', () => {
  afterEach(() => vi.unstubAllGlobals());

  it('the digest is that of others, for every length around a block', () => {
    for (let length = 0; length < 200; length += 1) {
      const bytes = Uint8Array.from({ length }, (_, at) => (at * 131 + length * 7) & 255);
      expect(hexOf(sha256(bytes))).toBe(createHash('sha256').update(bytes).digest('hex'));
    }
  });

  it('a deal is checked by it', async () => {
    vi.stubGlobal('crypto', { getRandomValues: crypto.getRandomValues });
    const proof = { deal: 3, commit: COMMIT, secret: SECRET, shares: [SHARE], seats: [0] };
    const shuffle = { deal: 3, purpose: 'deck', before: ['Ac', '2c', '3c', '4c', '5c'], after: ['3c', 'Ac', '2c', '4c', '5c'] };
    const found = await verify(proof, [shuffle], COMMIT, SHARE);
    expect(found).toEqual({ seal: true, mine: true, shuffles: [{ purpose: 'deck', cards: 5, right: true }] });
  });
});
