// Makes signing secrets, seals them and turns them into keys.

import { randomBytes } from 'node:crypto'
import type { Uuid } from '../ids.ts'
import type { Vault } from '../vault/vault.ts'

/** For a day of wall time, the old secret also signs. */
export const PREVIOUS_SECRET_MS = 24 * 3_600_000

export function newSecret(): string {
  return `whsec_${randomBytes(32).toString('base64')}`
}

type Owned = { workspace_id: Uuid; id: Uuid }

function context({ workspace_id, id }: Owned): string {
  return `webhook:${workspace_id}:${id}`
}

export function sealSecret(vault: Vault, webhook: Owned, secret: string): Buffer {
  return vault.seal(secret, context(webhook))
}

export async function openSecret(vault: Vault, webhook: Owned, sealed: Buffer): Promise<string> {
  return (await vault.open(sealed, context(webhook))).toString()
}

/**
 * The key for Standard Webhooks: the decoded rest after `whsec_` if that is base64 of 24 to 64 bytes, otherwise the
 * text itself.
 */
export function standardKey(secret: string): Buffer {
  const encoded = /^whsec_([A-Za-z0-9+/]+={0,2})$/.exec(secret)?.[1]
  if (encoded !== undefined && encoded.length % 4 === 0) {
    const key = Buffer.from(encoded, 'base64')
    if (key.length >= 24 && key.length <= 64) return key
  }
  return Buffer.from(secret)
}
