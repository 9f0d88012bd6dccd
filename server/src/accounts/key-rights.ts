// What one key may do: its scopes and its bounds. Every request of the key carries them.

import type { BlockList } from 'node:net'
import type { Uuid } from '../ids.ts'
import type { Window } from '../ledger/stored-controls.ts'
import type { Cents } from '../money.ts'
import { inScopeOrder, readOnlyScopes, type Scope, scopeNames } from './scopes.ts'
import type { SpendPolicy } from './spend-policy.ts'

export const KeyKind = { standard: 1, agent: 2 } as const
export type KeyKindName = keyof typeof KeyKind
export const keyKinds = Object.keys(KeyKind) as KeyKindName[]

export const MAX_CARD_IDS = 100
export const MAX_IP_RANGES = 20

export type Budget = { amountCents: Cents; window: Window }

export type KeyRights = {
  id: Uuid
  kind: KeyKindName
  scopes: ReadonlySet<Scope>
  /** True when no scopes were chosen, so that the key has all of them. */
  hasAllScopes: boolean
  /** The key has only the scopes that `read_only` stands for. */
  isReadOnly: boolean
  /** The key reaches only these cards; null when it is not bound to certain cards. */
  cardIds: ReadonlySet<Uuid> | null
  /** The key reaches only cards that were made through it. */
  ownCards: boolean
  budget: Budget | null
  /** Real time. */
  expiresAt: Date | null
  /** Null when requests may come from anywhere. */
  ipAllow: { ranges: readonly string[]; list: BlockList } | null
  /** Which of its spend requests need no person; null when it has no policy. */
  spendPolicy: SpendPolicy | null
}

const all: ReadonlySet<Scope> = new Set(scopeNames)
const reading: ReadonlySet<Scope> = new Set(readOnlyScopes)

/** Whoever acts, with the rights of the key if it is one. */
type KeyHolder = { key?: KeyRights }

/** Null stands for all scopes, including those that a later release adds. */
export function scopesOf(stored: readonly string[] | null, isReadOnly: boolean): ReadonlySet<Scope> {
  if (stored !== null) return new Set(inScopeOrder(stored as Scope[]))
  return isReadOnly ? reading : all
}

export function readsOnly(scopes: ReadonlySet<Scope>): boolean {
  return [...scopes].every((scope) => reading.has(scope))
}

/** A person has every scope, since roles decide what people may do. */
export function hasScope({ key }: KeyHolder, scope: Scope): boolean {
  return !key || key.scopes.has(scope)
}

export function isAgent({ key }: KeyHolder): boolean {
  return key?.kind === 'agent'
}

/** Whether the key reaches only some cards. */
export function isBounded({ key }: KeyHolder): boolean {
  return key !== undefined && (key.ownCards || key.cardIds !== null)
}

/** Whether a stored answer of another key must not be given to this one. */
export function isRestricted({ key }: KeyHolder): boolean {
  return key !== undefined && (!key.hasAllScopes || key.kind === 'agent' || key.budget !== null || isBounded({ key }))
}

export function hasExpired({ key }: KeyHolder, now: number): boolean {
  return key?.expiresAt !== null && key?.expiresAt !== undefined && key.expiresAt.getTime() <= now
}
