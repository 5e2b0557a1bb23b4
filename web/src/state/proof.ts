// Checking the seal of a deal: the commit shown before it must be the SHA-256 of its secret.

import type { ProofInfo } from '../net/messages';

export type ProofResult = 'match' | 'mismatch' | 'unchecked';

export async function checkProof(proof: ProofInfo): Promise<ProofResult> {
  if (!globalThis.crypto?.subtle) return 'unchecked';
  const pairs = proof.secret.match(/../g) ?? [];
  const secret = Uint8Array.from(pairs, (pair) => parseInt(pair, 16));
  return hex(new Uint8Array(await crypto.subtle.digest('SHA-256', secret))) === proof.commit ? 'match' : 'mismatch';
}

const hex = (bytes: Uint8Array): string => [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');

/** 16 random bytes of this player, for the shuffle of a coming deal. */
export const share = (): string => hex(crypto.getRandomValues(new Uint8Array(16)));
