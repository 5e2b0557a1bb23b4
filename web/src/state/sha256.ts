// SHA-256 (FIPS 180-4) for pages opened over plain HTTP by another name than localhost: there the
// browser gives no crypto.subtle. Loaded only where it is needed.

const isPrime = (n: number): boolean => {
  for (let d = 2; d * d <= n; d += 1) if (n % d === 0) return false;
  return true;
};
const PRIMES = Array.from({ length: 310 }, (_, at) => at + 2).filter(isPrime).slice(0, 64);
/** The first 32 bits behind the point of a root. */
const bits = (root: number): number => ((root % 1) * 2 ** 32) | 0;
const START = PRIMES.slice(0, 8).map((prime) => bits(Math.sqrt(prime)));
const ROUNDS = PRIMES.map((prime) => bits(Math.cbrt(prime)));

const turn = (word: number, by: number): number => (word >>> by) | (word << (32 - by));

export function sha256(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  // The message, a bit, zeros, and its length in bits in the last eight bytes of whole blocks of 64.
  const padded = new Uint8Array(Math.ceil((bytes.length + 9) / 64) * 64);
  padded.set(bytes);
  padded[bytes.length] = 128;
  const view = new DataView(padded.buffer);
  view.setUint32(padded.length - 8, Math.floor(bytes.length / 2 ** 29));
  view.setUint32(padded.length - 4, (bytes.length * 8) >>> 0);
  const sum = [...START];
  const w = new Int32Array(64);
  for (let block = 0; block < padded.length; block += 64) {
    for (let at = 0; at < 64; at += 1) {
      if (at < 16) {
        w[at] = view.getInt32(block + at * 4);
        continue;
      }
      const [far, near] = [w[at - 15]!, w[at - 2]!];
      const low = turn(far, 7) ^ turn(far, 18) ^ (far >>> 3);
      const high = turn(near, 17) ^ turn(near, 19) ^ (near >>> 10);
      w[at] = w[at - 16]! + low + w[at - 7]! + high;
    }
    let [a, b, c, d, e, f, g, h] = sum as [number, number, number, number, number, number, number, number];
    for (let at = 0; at < 64; at += 1) {
      const first = (h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + ((e & f) ^ (~e & g)) + ROUNDS[at]! + w[at]!) | 0;
      const second = ((turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
      [h, g, f, e, d, c, b, a] = [g, f, e, (d + first) | 0, c, b, a, (first + second) | 0];
    }
    [a, b, c, d, e, f, g, h].forEach((word, at) => (sum[at] = (sum[at]! + word) | 0));
  }
  const out = new DataView(new ArrayBuffer(32));
  sum.forEach((word, at) => out.setInt32(at * 4, word));
  return new Uint8Array(out.buffer);
}
