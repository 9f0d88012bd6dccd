// How an operator's command knows that a door it reached is one of this service, and not a proxy that refuses everything or
// somebody else's server: the refusal of an unsigned message carries a proof that only a holder of the master key can make.

import type { Vault } from '../vault/vault.ts'

export const PROBE_HEADER = 'x-cardwright-probe'
export const PROOF_HEADER = 'x-cardwright-proof'

/** Chosen anew for each probe. Of a fixed form, so that the proof is of nothing but a probe. */
const NONCE = /^[0-9a-f]{32}$/

/** Undefined where the header is no probe. */
export function proofOf(vault: Vault, processor: string, nonce: unknown): string | undefined {
  if (typeof nonce !== 'string' || !NONCE.test(nonce)) return undefined
  return vault.fingerprint('processor door', processor, nonce).toString('hex')
}
