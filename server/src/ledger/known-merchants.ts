// Merchants that a database session has seen committed are not sent through it again. The memory belongs to the session and
// ends with it. After a lost connection the server may be another one, which was promoted and lacks the last commits of the
// old one: a merchant that is only remembered would be missing there, and its payments would disappear from every list.

import type { Uuid } from '../ids.ts'

const MAX_KNOWN = 50_000

export class KnownMerchants {
  readonly #rows = new Map<string, MerchantRow>()

  get(key: string): MerchantRow | undefined {
    return this.#rows.get(key)
  }

  /** Forgetting a merchant costs only an insert that does nothing. */
  set(key: string, row: MerchantRow): void {
    if (this.#rows.size >= MAX_KNOWN) this.#rows.clear()
    this.#rows.set(key, row)
  }
}

/** By the handle of the session. */
const known = new WeakMap<object, KnownMerchants>()

export function knownMerchantsOf(session: object): KnownMerchants {
  const before = known.get(session)
  if (before) return before
  const merchants = new KnownMerchants()
  known.set(session, merchants)
  return merchants
}

export type MerchantRow = {
  bucket: number
  id: Uuid
  workspace_id: Uuid
  name: string
  mcc: string
  country: string
  /** The card network's id of the merchant; null when it was not given. */
  network_id: string | null
  city: string | null
}
