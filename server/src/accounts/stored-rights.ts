// What a key may do, as its row stores it.

import { plainArray, textArray } from '../database/arrays.ts'
import { fragment, type Sql, type Tx } from '../database/database.ts'
import type { Uuid } from '../ids.ts'
import { type Window, windows } from '../ledger/stored-controls.ts'
import type { Cents } from '../money.ts'
import { rangeList } from './ip-ranges.ts'
import { type Budget, type KeyKindName, type KeyRights, keyKinds, readsOnly, scopesOf } from './key-rights.ts'
import { inScopeOrder, type Scope } from './scopes.ts'
import type { SpendPolicy } from './spend-policy.ts'

/** The rights that a new key is given. A bound that is left out does not apply. */
export type NewRights = {
  kind?: KeyKindName
  /** When left out, the key has all scopes, including those of later releases. */
  scopes?: readonly Scope[]
  cardIds?: readonly Uuid[]
  ownCards?: boolean
  budget?: Budget
  expiresAt?: Date
  /** In the spelling of `canonicalRange`. */
  ipAllow?: readonly string[]
  spendPolicy?: SpendPolicy
}

/** The number of a window as budgets store it. */
export function windowCode(window: Window): number {
  return windows.indexOf(window) + 1
}

export type RightsRow = {
  id: Uuid
  read_only: boolean
  kind: number
  scopes: string[] | null
  card_ids: Uuid[] | null
  own_cards: boolean
  budget_cents: Cents | null
  budget_window: number | null
  expires_at: Date | null
  ip_allow: string[] | null
  spend_policy: SpendPolicy | null
}

/** The columns of `api_keys k`. */
export const rightsColumns = fragment`k.id, k.read_only, k.kind, to_jsonb(k.scopes) as scopes, to_jsonb(k.card_ids) as card_ids, k.own_cards, k.budget_cents, k.budget_window,
  k.expires_at, to_jsonb(k.ip_allow) as ip_allow, k.spend_policy`

export function rightsOf(row: RightsRow): KeyRights {
  const { budget_cents: amountCents, budget_window: window, ip_allow: ranges } = row
  const scopes = scopesOf(row.scopes, row.read_only)
  return {
    id: row.id,
    kind: keyKinds[row.kind - 1]!,
    scopes,
    hasAllScopes: row.scopes === null && !row.read_only,
    isReadOnly: readsOnly(scopes),
    cardIds: row.card_ids && new Set(row.card_ids),
    ownCards: row.own_cards,
    budget: amountCents === null || window === null ? null : { amountCents, window: windows[window - 1]! },
    expiresAt: row.expires_at,
    ipAllow: ranges && { ranges, list: rangeList(ranges) },
    spendPolicy: row.spend_policy,
  }
}

/** Locks the key, so that two people who narrow it at once do not undo each other's change. */
export async function lockRights(tx: Tx, id: Uuid): Promise<KeyRights | undefined> {
  const [row] = await tx<
    RightsRow[]
  >`select ${rightsColumns} from api_keys k where k.id = ${id} and k.revoked_at is null for update`
  return row && rightsOf(row)
}

export function storeRights(tx: Tx, key: KeyRights, name: string | undefined) {
  const { scopes, hasAllScopes, cardIds, ownCards, budget, expiresAt, ipAllow, spendPolicy } = key
  return tx`
    update api_keys set name = coalesce(${name ?? null}, name), read_only = ${readsOnly(scopes)},
      scopes = ${hasAllScopes ? null : textArray(inScopeOrder(scopes))}::text::text[],
      card_ids = ${cardIds ? plainArray(cardIds) : null}::text::uuid[], own_cards = ${ownCards},
      budget_cents = ${budget?.amountCents ?? null}, budget_window = ${budget ? windowCode(budget.window) : null},
      expires_at = ${expiresAt}, ip_allow = ${ipAllow ? textArray(ipAllow.ranges) : null}::text::text[],
      spend_policy = ${spendPolicy ? JSON.stringify(spendPolicy) : null}::text::jsonb
    where id = ${key.id}`
}

/**
 * Records which scopes keys have used. Each of `uses` is the key's id, a space, and the scope. Keys are locked in the order of
 * their ids, as in `touchApiKeys`.
 */
export function touchScopes(sql: Sql, uses: readonly string[], now: Date) {
  return sql`
    update api_keys k set scope_uses = k.scope_uses || used.scopes
    from (
      select l.id, asked.scopes from api_keys l join (
        select split_part(use, ' ', 1)::uuid as id, jsonb_object_agg(split_part(use, ' ', 2), ${now.toISOString()}::text) as scopes
        from unnest(${textArray(uses)}::text::text[]) as given (use) group by 1
      ) as asked on l.id = asked.id
      order by l.id for no key update of l
    ) as used
    where k.id = used.id`
}
