// Lets an operator's command check that a callback belongs to this service, and not to a proxy that refuses everything or to another
// server: the refusal of an unsigned message carries a proof that only a holder of the master key can make.

import type { Vault } from '../vault/vault.ts'

export const PROBE_HEADER = 'x-cardwright-probe'
export const PROOF_HEADER = 'x-cardwright-proof'

/** Random for each probe, and of a fixed form, so that a proof cannot be used for anything else. */
const NONCE = /^[0-9a-f]{32}$/

/** Undefined when the header is not a probe. */
export function proofOf(vault: Vault, processor: string, nonce: unknown): string | undefined {
  if (typeof nonce !== 'string' || !NONCE.test(nonce)) return undefined
  return vault.fingerprint('processor callback', processor, nonce).toString('hex')
}
